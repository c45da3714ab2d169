import { readFileSync } from "node:fs";
import { assert, test, until, type Opened } from "./harness";
import { newHex, overflows } from "./games";

/** A game of Hex on 4x4 that Black throws away: a1 loses, so does much else. */
async function lostGame(p: Opened): Promise<void> {
  await newHex(p, 4, 4);
  await p.play("a1", "b3", "d1", "c2");
}

async function review(p: Opened): Promise<void> {
  const panel = await p.open("review");
  await panel.getByTestId("review").click();
  await panel.locator('[data-testid="review-state"][data-state="done"]').waitFor({ timeout: 60_000 });
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
  await card.getByRole("button").click();
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
  const sentence = (await panel.getByTestId("mistakes-certain").locator(".sentence").first().innerText()).trim();
  await panel.getByTestId("mistakes-certain").locator("button").first().click();
  await panel.getByRole("button", { name: "Put into the game" }).click();
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
