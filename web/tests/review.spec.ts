import { readFileSync } from "node:fs";
import { assert, test, until, type Opened } from "./harness";
import { newHex, overflows } from "./games";

/** A game of Hex on 4x4 that Black throws away: a1 loses, so does much else. */
async function lostGame(p: Opened): Promise<void> {
  await newHex(p, 4, 4);
  await p.play("a1", "b3", "d1", "c2");
}

async function review(p: Opened): Promise<void> {
  // The budget is processor time, of which a busy machine gives less.
  test.setTimeout(240_000);
  const panel = await p.open("review");
  await panel.getByTestId("review").click();
  await panel.locator('[data-testid="review-state"][data-state="done"]').waitFor({ timeout: 180_000 });
}

test("a review needs a game", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 4, 4);
  const panel = await p.open("review");
  assert.equal(await panel.getByTestId("review").isDisabled(), true);
  await panel.getByText("Play or open a game first").waitFor();
  await p.axe();
});

test("a review names the move that lost for certain and shows better ones on the board", async ({ opened }) => {
  const p = await opened();
  await lostGame(p);
  await review(p);
  const panel = p.panel("review");
  await panel.getByTestId("verdict").waitFor();
  const certain = panel.getByTestId("mistakes-certain");
  await certain.waitFor();
  assert.ok((await panel.getByTestId("graph").locator("[data-certainty=certain]").count()) > 0, "no point is certain");
  const first = certain.locator("li").first();
  const name = await first.locator("button").innerText();
  await first.locator("button").click();
  const number = Number(/^(\d+)\./.exec(name)?.[1]);
  await p.sees(p.page.getByTestId("count"), `${number} / 4`);
  const better = (await first.locator(".note .mono").innerText()).split(",")[0]?.trim() ?? "";
  const played = name.split(" ").at(-1) ?? "";
  await p.cellIs(better, new RegExp(`${better} was better than ${played}`));
  await p.axe();
  // The losing move has a card of its own, which leads to it.
  const card = panel.getByTestId("losing-move");
  await card.waitFor();
  await p.page.keyboard.press("Home");
  await card.getByRole("button", { name: /Show move/ }).click();
  await until(async () => /^[1-4] \/ 4$/.test((await p.page.getByTestId("count").innerText()).trim()), "the card leads nowhere");
});

test("keys walk from mistake to mistake, the graph to any position", async ({ opened }) => {
  const p = await opened();
  await lostGame(p);
  await review(p);
  const count = p.page.getByTestId("count");
  await p.page.keyboard.press("Home");
  await p.sees(count, "0 / 4");
  await p.page.keyboard.press("]");
  await until(async () => !(await count.innerText()).startsWith("0"), "] does not go to a mistake");
  const graph = p.panel("review").getByTestId("graph");
  await graph.focus();
  await p.page.keyboard.press("End");
  await p.sees(count, "4 / 4");
  await p.sees(p.panel("review").getByTestId("point"), /\S/);
  // What was reviewed stands in the graph of the analysis too.
  const analysis = await p.open("analysis");
  assert.equal(await analysis.locator('[data-testid="graph"] [data-n]').count(), 5);
});

test("a review is saved as JSON, as SGF with comments, and put into the game", async ({ opened }) => {
  const p = await opened();
  await lostGame(p);
  await review(p);
  const panel = p.panel("review");
  const save = async (name: string): Promise<string> => {
    const [file] = await Promise.all([p.page.waitForEvent("download"), panel.getByRole("button", { name }).click()]);
    return readFileSync(await file.path(), "utf8");
  };
  const json: unknown = JSON.parse(await save("Review as JSON"));
  assert.equal(typeof json, "object");
  assert.match(await save("Game with comments as SGF"), /^\(;/);
  // "4. White b3" in the list.
  const sentence = `Move ${(await panel.getByTestId("mistakes-certain").locator("button").first().innerText()).trim().replace(". ", ", ")}:`;
  await panel.getByTestId("mistakes-certain").locator("button").first().click();
  await panel.getByRole("button", { name: "Add to the game" }).click();
  const game = await p.open("game");
  await until(async () => (await game.locator("textarea").first().inputValue()).includes(sentence), "the comment lacks the sentence");
  assert.ok((await p.page.getByText("Better, by the review").count()) + (await game.locator("text=Variation").count()) >= 0);
});

test("a review survives a reload of the page", async ({ opened }) => {
  const p = await opened();
  await lostGame(p);
  await review(p);
  await p.page.waitForTimeout(500);
  await p.page.reload();
  await p.idle();
  const panel = await p.open("review");
  await panel.getByTestId("verdict").waitFor();
});

test("a review fits a phone, in Japanese and dark", async ({ opened }) => {
  const p = await opened({ width: 360, height: 740, isTouch: true, theme: "dark" });
  await lostGame(p);
  await p.page.keyboard.press("l");
  await review(p);
  assert.equal(await overflows(p), false);
  await p.axe();
});

test("without a server the browser reviews a game", async ({ opened }) => {
  const p = await opened({ by: "worker" });
  await lostGame(p);
  await review(p);
  await p.panel("review").getByTestId("verdict").waitFor();
});

/** Moves of Hex as SGF. */
function sgf(size: number, moves: string): string {
  const nodes = moves.split(" ").map((mv, index) => `;${index % 2 === 0 ? "B" : "W"}[${mv}]`);
  return `(;FF[4]GM[11]SZ[${size}]${nodes.join("")})`;
}

async function seconds(p: Opened, n: number): Promise<void> {
  const panel = await p.open("review");
  await panel.getByLabel("Thinking time").selectOption("own");
  await panel.getByLabel("seconds", { exact: true }).fill(String(n));
  await panel.getByLabel("seconds", { exact: true }).press("Tab");
}

test("move 15 of a game on 7x7 lost it, and only f5 won", async ({ opened }) => {
  // The game of docs/guides/hex.md; the command line finds the same.
  const p = await opened({ text: sgf(7, "c5 c4 b5 c6 e3 d4 b4 c3 b3 b6 a7 a6 d5 d6 e5 e6 g6 f5 g4 g5") });
  await seconds(p, 40);
  await review(p);
  const panel = p.panel("review");
  await p.sees(panel.getByTestId("losing-move"), "Move 15 lost: Black could have won with f5.");
  await panel.getByRole("button", { name: "Show move 15" }).click();
  await p.sees(p.page.getByTestId("count"), "15 / 20");
  await p.cellIs("f5", /f5 was better than e5/);
  // Marked is what should have been played, and not how the other side now wins.
  assert.equal(await p.page.locator('[data-testid="board"] .mark.good').count(), 1);
});

test("a Hex player finds where a game of Little Golem was lost", async ({ opened }) => {
  // Game 1779363 there, won by White.
  const moves = "k6 f6 h4 i9 h8 f9 j8 g7 h6 j9 g10 h5 g6 g5 j4 j2 i3 i6 i5 h7 f7 e9 d8 c10 b10 c9 b9 c8 b8 c7 b7 c5 c6 e5 d6 e7";
  const p = await opened({ text: sgf(11, moves) });
  await seconds(p, 30);
  await review(p);
  const panel = p.panel("review");
  const graph = panel.getByTestId("graph");
  // The proofs reach back from the end: there White has won for certain.
  await graph.locator('[data-n="36"][data-certainty="certain"]').waitFor();
  const mistakes = panel.locator('[data-testid^="mistakes-"] li button');
  assert.ok((await mistakes.count()) > 0, "no mistake of Black's");
  const name = await mistakes.first().innerText();
  await mistakes.first().click();
  await p.sees(p.page.getByTestId("count"), `${/^(\d+)/.exec(name)?.[1]} / 36`);
});

test("where nothing is proved, a review names the costliest move and offers more time", async ({ opened }) => {
  const p = await opened({ text: "(;GM[1]FF[4]SZ[7]KM[9];B[dd];W[aa];B[cc];W[dc];B[db];W[ec];B[cd];W[ed])" });
  await seconds(p, 3);
  await review(p);
  const card = p.panel("review").getByTestId("decided");
  await p.sees(card, /Probably the costliest mistake: \d+\. (Black|White) \w\d \(lost \d+\s?%\)\./);
  const number = /mistake: (\d+)/.exec(await card.innerText())?.[1];
  await card.getByRole("button", { name: `Show move ${number}` }).click();
  await p.sees(p.page.getByTestId("count"), `${number} / 8`);
  await card.getByRole("button", { name: "Think for 2 min" }).click();
  await p.panel("review").locator('[data-testid="review-state"][data-state="running"]').waitFor();
  await p.panel("review").getByRole("button", { name: "Stop" }).click();
  // That was for this once.
  assert.equal(await p.panel("review").getByLabel("seconds", { exact: true }).inputValue(), "3");
  await p.axe();
});

test("an Amazons player finds the losing move", async ({ opened }) => {
  // examples/amazons-blunder.moves; docs/guides/amazons.md has what the command line finds.
  const text = readFileSync("../examples/amazons-blunder.moves", "utf8");
  const p = await opened({ text });
  await seconds(p, 40);
  await review(p);
  const card = p.panel("review").getByTestId("losing-move");
  await p.sees(card, /Move 13 lost: Black could have won with d6-/);
  await p.sees(p.panel("review").locator('[data-testid^="mistakes-"]').first(), /f1-b1\/e1/);
  await card.getByRole("button", { name: /Show move/ }).click();
  await p.sees(p.page.getByTestId("count"), "13 / 28");
  await until(async () => (await p.page.locator('[data-testid="board"] .mark.good').count()) > 0, "no better move on the board");
  await p.axe();
});
