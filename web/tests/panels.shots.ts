// Pictures of the panels at work, for docs/pictures/page/.
import { readFileSync } from "node:fs";
import { shot, test } from "./harness";

const LOST = "https://hexworld.org/board/#7n,c5c4b5c6e3d4b4c3b3b6a7a6d5d6e5e6g6f5g4g5";
const example = (name: string): string => readFileSync(`../examples/${name}`, "utf8");

test("panels: analysis", async ({ opened }) => {
  const p = await opened({ text: "(;FF[4]GM[11]SZ[11];B[f6];W[e8];B[g4];W[d5];B[e4];W[c7])" });
  await p.page.keyboard.press("End");
  await p.open("analysis");
  await p.page.getByTestId("analyze").click();
  await p.page.waitForTimeout(4000);
  await shot(p, "analysis");
});

test("panels: review", async ({ opened }) => {
  const p = await opened({ text: LOST });
  const panel = await p.open("review");
  await panel.getByLabel("Thinking time").selectOption("10");
  await panel.getByTestId("review").click();
  await panel.locator('[data-testid="review-state"][data-state="done"]').waitFor({ timeout: 90_000 });
  await panel.getByTestId("losing-move").getByRole("button", { name: /Show move/ }).click();
  await p.page.locator("aside").evaluate((aside) => aside.scrollTo(0, 0));
  await shot(p, "review");
});

test("panels: proof", async ({ opened }) => {
  const p = await opened({ text: example("ziggurat.toml") });
  const panel = p.panel("proof");
  await panel.locator("button.primary").first().click();
  await panel.getByTestId("cell-counts").waitFor();
  await p.cell("c2").click();
  await p.page.waitForTimeout(500);
  await shot(p, "proof");
});

test("panels: regions of Amazons", async ({ opened }) => {
  const p = await opened({ text: example("amazons.sgf") });
  await p.page.keyboard.press("End");
  for (let back = 0; back < 24; back += 1) await p.page.keyboard.press("ArrowLeft");
  await p.idle();
  await p.open("analysis");
  await p.page.keyboard.press("g");
  await p.page.waitForTimeout(2500);
  await shot(p, "regions");
});

test("panels: what the net says", async ({ opened }) => {
  const p = await opened();
  await p.play("f6", "c8", "h4", "e4");
  await p.open("analysis");
  await p.page.keyboard.press("1");
  await p.page.locator('[data-testid="board"] .heat').first().waitFor();
  await shot(p, "policy");
});

test("panels: orders of moves as arrows", async ({ opened }) => {
  const p = await opened();
  const miai = readFileSync("../crates/workbench/data/miai.sgf", "utf8");
  await p.load(miai);
  await p.open("analysis");
  await p.page.keyboard.press("d");
  await p.page.locator('[data-testid="board"] .arrow polygon, [data-testid="board"] .link.arrow').first().waitFor();
  await shot(p, "orders");
});

test("panels: a study beside the paper", async ({ opened }) => {
  const p = await opened();
  const panel = await p.open("studies");
  const menu = panel.locator("select").first();
  if (await menu.isVisible()) await menu.selectOption("sato2016/table2");
  else {
    await panel.locator("summary", { hasText: "Sato" }).click();
    await panel.locator('[data-choice="sato2016/table2"]').click();
  }
  await panel.getByTestId("quick-run").click();
  await panel.getByTestId("study-rows").waitFor({ timeout: 60_000 });
  await shot(p, "study");
});

test("panels: a line of a strategy", async ({ opened }) => {
  const p = await opened();
  const panel = await p.open("strategy");
  await panel.locator("#strategy-text").fill(readFileSync("../examples/yang7.strategy", "utf8"));
  await panel.getByTestId("check-strategy").click();
  await panel.getByTestId("strategy-view").locator("p.certain").waitFor({ timeout: 60_000 });
  await panel.getByTestId("plan").getByRole("button", { name: /^a1-d2 a3-c4 -> e2/ }).click();
  await p.page.evaluate(() => scrollTo(0, 0));
  await shot(p, "strategy-line");
});
