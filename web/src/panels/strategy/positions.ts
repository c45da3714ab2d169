// The tree of positions of a strategy file, with their places as the question `dialogue` names them.
import type { BoardView, ClaimView } from "../../lib/api";
import { linesOf, rootState, type PlanLine } from "./plan";

type Cells = BoardView["cells"];

/** A position with the opponent to move, or a part of one. */
export interface Position {
  /** `.`, or moves of the opponent and replies in turn, and parts: `e3/d5/part2`. */
  place: string;
  /** `proved`, `refuted`, `open` or `believed by NAME`. */
  state: string;
  depth: number;
  /** The line of the file that leads here; null: the first position. */
  line: PlanLine | null;
  /** Moves of the opponent on the way here. Several in one group have the same reply: only one of them is played. */
  moves: readonly (readonly string[])[];
  /** Moves of the owner on the way here. */
  replies: readonly string[];
  /** The empty cells that matter here. */
  region: readonly string[];
  goal: string;
  isPart: boolean;
  children: Position[];
}

/** The cells of a word of the text: one, or the rectangle between two. */
export function cellsOf(cells: Cells, word: string): string[] {
  const single = cells.find((cell) => cell.name === word);
  if (single) return [single.name];
  const [one, other] = word.split("-").map((name) => cells.find((cell) => cell.name === name)?.place ?? null);
  if (!one || !other) return [];
  const inside = (at: number, from: number, to: number): boolean => at >= Math.min(from, to) && at <= Math.max(from, to);
  return cells.filter(({ place }) => place && inside(place[0], one[0], other[0]) && inside(place[1], one[1], other[1])).map((cell) => cell.name);
}

/** A list of cells: `all` and `all except ...` are about the empty cells of the position. The order is that of the board. */
function listed(cells: Cells, text: string, empty: readonly string[]): string[] {
  const words = text.trim().split(/[\s,]+/);
  const named = new Set(words.flatMap((word) => cellsOf(cells, word)));
  const isIn = words[0] === "all" ? (cell: string): boolean => empty.includes(cell) && !(words[1] === "except" && named.has(cell)) : (cell: string): boolean => named.has(cell);
  return cells.map((cell) => cell.name).filter(isIn);
}

function below(place: string, step: string): string {
  return place === "." ? step : `${place}/${step}`;
}

/** The positions of a strategy, each before those below it. */
export function positionsOf(text: string, claim: ClaimView): Position[] {
  const { cells } = claim.board;
  const root: Position = {
    place: ".", state: rootState(text) ?? "open", depth: 0, line: null, moves: [], replies: [], region: claim.region, goal: claim.goal, isPart: false, children: [],
  };
  const all = [root];
  const lines = linesOf(text);
  const [first] = lines;
  if (claim.owner_first && first) {
    const replies = listed(cells, first.words.replace(/^.*->/, ""), claim.region);
    [root.replies, root.region, root.state] = [replies, claim.region.filter((cell) => !replies.includes(cell)), rootState(text) ?? first.state ?? "open"];
    lines.shift();
  }
  const path: { indent: number; position: Position }[] = [{ indent: -1, position: root }];
  for (const line of lines) {
    while (path.length > 1 && (path.at(-1)?.indent ?? 0) >= line.indent) path.pop();
    const above = path.at(-1)?.position ?? root;
    const base = { state: line.state ?? "open", depth: above.depth + 1, line, children: [] };
    let position: Position;
    if (/^part\b/.test(line.words)) {
      const colon = line.words.indexOf(":");
      const goal = line.words.slice("part".length, colon).trim();
      const number = above.children.filter((child) => child.isPart).length + 1;
      position = { ...base, place: below(above.place, `part${number}`), moves: above.moves, replies: above.replies, region: listed(cells, line.words.slice(colon + 1), above.region), goal, isPart: true };
    } else {
      const [before = "", after = ""] = line.words.split("->");
      const [moves, replies] = [listed(cells, before, above.region), listed(cells, after, above.region)];
      const taken = new Set([...moves, ...replies]);
      position = {
        ...base, place: below(above.place, `${moves[0] ?? replies[0] ?? ""}/${replies[0] ?? ""}`), moves: [...above.moves, moves], replies: [...above.replies, ...replies],
        region: above.region.filter((cell) => !taken.has(cell)), goal: above.goal, isPart: false,
      };
    }
    above.children.push(position);
    all.push(position);
    path.push({ indent: line.indent, position });
  }
  return all;
}
