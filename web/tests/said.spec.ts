// The Japanese sentences for what the program says: each template alone, and sentences as the program puts them together.
import { pairs, translate } from "../src/lib/i18n/said/all";
import { placesOf } from "../src/lib/i18n/said/template";
import { assert, test } from "./harness";

/** Words in Latin letters that stay in a Japanese text: names, and what is typed. */
const NAMES = /`[^`]*`|「[^」]*」|\b(?:Hex|HexGui|HexProver|HexWiki|HexWorld|Tesuji|SGF|TOML|JSON|FEN|SVG|MiB|Elo|PGN|Botzone|Brandes|Lieberum|Little Golem|Abstract Play|hdg|Download|RE|GM|SZ|UCT|make site|tesuji serve|swap-pieces|pass|hexagon)\b/g;

function english(text: string): string[] {
  return text.replace(NAMES, "").match(/[A-Za-z]{3,}(?:[ ,]+[A-Za-z]+)*/g) ?? [];
}

/** The same places; Japanese may name one twice. */
function same(one: string[], other: string[]): boolean {
  return [...new Set(one)].sort().join() === other.sort().join();
}

test("each Japanese template has the places of the English one, and no English word", async () => {
  const seen = new Set<string>();
  const faults: string[] = [];
  const check = (isRight: boolean, what: string): void => void (isRight || faults.push(what));
  for (const [from, to] of pairs) {
    check(same(placesOf(to), placesOf(from)), `places: ${from}`);
    check(!seen.has(from.toLowerCase()), `twice: ${from}`);
    seen.add(from.toLowerCase());
    check(!/[^.]\.$/.test(from), `a full stop: ${from}`);
    check(english(to.replace(/\{\w+\}/g, "")).length === 0, `English: ${to}`);
  }
  assert.deepEqual(faults, []);
  assert.ok(pairs.length > 400);
});

const SAMPLES: Record<string, [string, string]> = {
  side: ["Black", "黒"], n: ["12", "12"], cell: ["c3", "c3"], list: ["a1, b1 and 7 more", "a1、b1、ほか 7"],
  goal: ["c1-bottom and top-a2", "c1–下辺、かつ上辺–a2"], text: ["x9z", "x9z"], words: ["the game is a draw", "引き分けです"],
};

test("no template hides another one", async () => {
  const of = (place: string): [string, string] => SAMPLES[place.replace(/\d+$/, "")] ?? ["", ""];
  const hidden: string[] = [];
  for (const [from, to] of pairs) {
    const filled = from.replace(/\{(\w+)\}/g, (_, place: string) => of(place)[0]).replaceAll("(s)", "s").replace(/\(([^()|]*)\|[^()]*\)/, "$1");
    const expected = to.replace(/\{(\w+)\}/g, (_, place: string) => of(place)[1]);
    if (translate(filled) !== expected) hidden.push(`${from}: ${translate(filled)}`);
  }
  assert.deepEqual(hidden, []);
});

test("sentences are put together as the program puts them together", async () => {
  const said: [string, string][] = [
    ["Black has won by 3.5 points", "黒の 3.5 目勝ちです"],
    ["Black's move 15, g6, lost the game: only d5 wins.", "15 手目の黒 g6 が敗着です。勝つのは d5 だけです。"],
    ["Move 15, Black g6: a1, b2 win; nothing else does.", "15 手目 黒 g6: 勝つのは a1、b2 で、ほかの手は勝てません。"],
    ["White wins with 2 of 9 moves: a1 and b2. This is about the stones: the right to swap is left out of account.",
      "9 手中 2 手で白の勝ちです（a1、b2）。石についての答えで、スワップの権利は考えていません。"],
    ["White wins, whatever Black plays. The margin is at least 3 moves.", "黒がどう打っても白の勝ちです。差は 3 手以上です。"],
    ["Proved in 1,234 nodes: black joins c1-bottom in 8 empty cells; white moves first.", "1,234 ノードで証明: 黒は空きマス 8 の中で c1–下辺 をつなぐ（白が先に打つ）。"],
    ["Black answers b3 with b4. The proof still needs 4 cells.", "黒は b3 に b4 と応じます。証明にはまだ 4 マスが必要です。"],
    ["a game of Go (SGF, 20 moves, 2 variations)", "囲碁の棋譜（SGF、20 手、変化 2）"],
    ["move 1 (z9): the board has no cell `z9`", "1 手目（z9）: 盤に「z9」というマスはありません"],
    ["If current flowed from edge to edge of Black, 0.33 would pass through c3.", "黒の辺から辺へ電流を流すと、c3 には 0.33 が流れます。"],
    ["Part 2 (c3-bottom): not decided, allow more work or divide it further.", "部分 2（c3–下辺）: 未定です。制限を大きくするか、さらに分けてください。"],
    ["faulty JSON: line 2, column 9: `\"a\": [1 2]`: expected `,` before the next name, or `}` at the end",
      "JSON に誤りがあります。2 行 9 文字目: 「\"a\": [1 2]」は読めません（次の名前の前の `,`、または終わりの `}` が必要です）"],
    ["`gaol` is not known here; the nearest name is `goal`", "「gaol」は分かりません。最も近い名前は「goal」です"],
    // What is not known stays.
    ["A sentence that nobody knows. No mistake was found.", "A sentence that nobody knows. 悪手は見つかりませんでした。"],
    ["盤の外です", "盤の外です"],
  ];
  for (const [from, to] of said) assert.equal(translate(from), to);
});
