// A page in Japanese has no English: what the program says is translated too.
import { assert, test, until, type Opened } from "./harness";

/** What stays in Latin letters: names of programs, forms, units and keys. */
const NAMES = new Set([
  "Hex", "Tesuji", "SGF", "JSON", "TOML", "SVG", "PNG", "CSV", "HexWorld", "HexWiki", "Elo", "MiB", "Brandes", "Lieberum", "Alt", "Ctrl", "Shift", "Enter", "Esc",
  "Tab", "Space", "Home", "End", "PageUp", "PageDown", "English", "Go", "Variants", "Ev", "top", "bottom", "left", "right", "and", "docs", "STRATEGIES", "make", "site", "tesuji",
  "serve", "GTP", "SPRT", "LLR",
]);

/** Runs of English words in a text. */
function english(text: string): string[] {
  return [...text.matchAll(/[A-Za-z]{3,}/g)].map(([word]) => word).filter((word) => !NAMES.has(word));
}

/** Fails if the page shows English, outside of what `without` selects. */
async function isJapanese(p: Opened, where: string, without = ""): Promise<void> {
  const texts = await p.page.evaluate((skipped) => {
    const found: string[] = [];
    const hidden = (element: Element): boolean => skipped !== "" && element.closest(skipped) !== null;
    const walker = document.createTreeWalker(document.querySelector("main") ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || hidden(parent) || parent.closest("textarea, style, script")) continue;
      found.push(node.textContent ?? "");
    }
    for (const element of document.querySelectorAll("main [aria-label], main [title], main [aria-valuetext]")) {
      if (hidden(element)) continue;
      for (const name of ["aria-label", "title", "aria-valuetext"]) found.push(element.getAttribute(name) ?? "");
    }
    return found;
  }, without);
  const wrong = [...new Set(texts.filter((text) => english(text).length > 0).map((text) => text.trim()))];
  assert.deepEqual(wrong.slice(0, 12), [], `${where}: ${wrong.length} English texts`);
}

const HEX = "(;GM[11]FF[4]SZ[5];B[c3];W[b4];B[d2];W[c2])";
const GO = "(;GM[1]FF[4]SZ[5]KM[0.5];B[cc];W[bc];B[cb];W[bb];B[cd])";
const AMAZONS = "(;GM[18]FF[4]SZ[6])";

/** Switches each overlay of a part of the list on, and waits for what it says. */
async function overlays(p: Opened, cell: string, part: [from: number, to?: number] = [0]): Promise<void> {
  const panel = await p.open("analysis");
  const all = panel.locator("[data-overlay]");
  const names = await all.evaluateAll((found) => found.map((button) => button.getAttribute("data-overlay") ?? ""));
  assert.ok(names.length >= 5, names.join());
  for (const name of names.slice(...part)) {
    const button = panel.locator(`[data-overlay="${name}"]`);
    await button.click();
    const card = panel.getByTestId("overlay");
    await card.waitFor();
    if (/マスを選んで/.test(await card.innerText())) await p.cell(cell).click();
    await until(async () => !/考えています/.test(await card.innerText()), `${name} is not there`, 20_000);
    await p.cell(cell).hover();
    await isJapanese(p, name);
    await button.click();
  }
}

for (const part of [[0, 8], [8, 16], [16]] as [number, number?][]) {
  test(`Hex in Japanese: overlays ${part[0] + 1} and more, their numbers and the names of cells`, async ({ opened }) => {
    const p = await opened({ language: "ja", text: HEX });
    await isJapanese(p, "the game");
    await overlays(p, "b3", part);
  });
}

test("Go in Japanese: every overlay", async ({ opened }) => {
  const p = await opened({ language: "ja", text: GO });
  await isJapanese(p, "the game");
  await overlays(p, "B2");
});

test("Amazons in Japanese: every overlay", async ({ opened }) => {
  const p = await opened({ language: "ja", text: AMAZONS });
  await isJapanese(p, "the game");
  await overlays(p, "a1");
});

test("a solved position and its certificate in Japanese", async ({ opened }) => {
  const p = await opened({ language: "ja", text: "(;GM[11]FF[4]SZ[3];B[a1])", expected: /engine\/tesuji_checker/ });
  const panel = await p.open("solve");
  await panel.getByTestId("solve").click();
  await panel.locator('[data-testid="solve-state"][data-state="done"]').waitFor({ timeout: 30_000 });
  await isJapanese(p, "solved");
});

test("the mistakes of a review in Japanese, in the list and on the board", async ({ opened }) => {
  const p = await opened({ language: "ja", text: "(;GM[11]FF[4]SZ[4];B[a1];W[d4];B[b2];W[a4])" });
  const panel = await p.open("review");
  const begin = panel.getByRole("button", { name: "検討する" });
  if (await begin.isVisible()) await begin.click();
  const mistakes = panel.getByTestId("mistakes-certain");
  await mistakes.waitFor({ timeout: 60_000 });
  await mistakes.getByRole("button").first().click();
  await p.idle();
  assert.deepEqual(english(await mistakes.innerText()), [], await mistakes.innerText());
  const names = await p.page.locator('[data-testid="board"] [role="gridcell"]').evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label") ?? ""));
  assert.ok(names.some((name) => /勝ち|勝つ/.test(name)), names.join("; "));
  assert.deepEqual(names.filter((name) => english(name).length > 0), []);
});

test("what is wrong with a text is said in Japanese, with advice", async ({ opened }) => {
  const p = await opened({ language: "ja", expected: /422/ });
  for (const [text, words] of [
    ["(;GM[11]FF[4]SZ[5];B[a1];W[z9])", /が必要です/],
    ["Once upon a time there was a text without any game in it.", /棋譜、局面、主張が見つかりません/],
    ["https://littlegolem.net/jsp/game/game.jsp?gid=1512976", /そこからは何も取り込めません/],
    ["(;GM[11]FF[4]SZ[5];B[a1];W[a1])", /1 手目|2 手目/],
  ] as const) {
    await p.load(text);
    const note = p.page.getByTestId("notice").last();
    await p.sees(note, words);
    assert.deepEqual(english((await note.innerText()).replace(/「[^」]*」|`[^`]*`|Little Golem|littlegolem/g, "")), [], await note.innerText());
  }
});

test("a page in English has the sentences of the program as they are", async ({ opened }) => {
  const p = await opened({ text: HEX });
  const panel = await p.open("analysis");
  await panel.locator('[data-overlay="must-play"]').click();
  await p.sees(panel.getByTestId("overlay"), "Where the player has to play, since every other move loses.");
  const loaded = await p.page.evaluate(() => performance.getEntriesByType("resource").map((entry) => entry.name));
  assert.ok(loaded.length > 0 && !loaded.some((name) => /\/all-[^/]*\.js/.test(name)), "the Japanese sentences were loaded");
});
