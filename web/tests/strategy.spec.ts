import { readFileSync } from "node:fs";
import { assert, test, until } from "./harness";
import { newHex, overflows } from "./games";

const YANG = readFileSync("../examples/yang7.strategy", "utf8");
const BRIDGE = "id: two\ngoal: a1-bottom\n\n    a b\n 1  o .\n  2  . .\n\nstrategy:\n";

test("a strategy is read, and all its leaves give one certificate", async ({ opened }) => {
  const p = await opened();
  const panel = await p.open("strategy");
  await panel.locator("#strategy-text").fill(YANG);
  await panel.getByTestId("check-strategy").click();
  const view = panel.getByTestId("strategy-view");
  await view.locator("p.certain").waitFor({ timeout: 60_000 });
  // The board shows the position of each leaf and of each line: who has moved, and what matters.
  await view.locator("li button", { hasText: "part 1" }).first().click();
  await p.cellIs("d4", "Black stone");
  await p.cellIs("e2", "Black stone");
  await p.cellIs("a1", /one of|another marked cell/);
  const plan = panel.getByTestId("plan");
  await plan.getByRole("button", { name: /^a7 -> / }).first().click({ timeout: 2000 }).catch(() => null);
  await plan.getByRole("button", { name: /^g1 f2 -> c4/ }).click();
  await p.cellIs("c4", "Black stone");
  await p.cellIs("e2", /^e2(?!.*stone)/);
  await plan.getByRole("button", { name: /^g1 f2 -> c4/ }).click();
  await p.cellIs("c4", /^c4(?!.*stone)/);
  await p.axe();
  const [file] = await Promise.all([p.page.waitForEvent("download"), view.getByRole("button", { name: "Download certificate" }).click()]);
  assert.ok(readFileSync(await file.path()).length > 100);
});

test("a move on the board is a line of the text, and is taken out again", async ({ opened }) => {
  const p = await opened({ width: 360 });
  const panel = await p.open("strategy");
  await panel.locator("#strategy-text").fill(BRIDGE);
  await panel.getByTestId("check-strategy").click();
  await panel.getByTestId("strategy-view").waitFor({ timeout: 30_000 });
  await p.cell("a2").click();
  await p.cell("b1").click();
  await p.sees(panel.getByTestId("plan"), "a2 -> b1");
  // The stones of the line are there at once.
  await p.cellIs("a2", "White stone");
  await p.cellIs("b1", "Black stone");
  assert.match(await panel.locator("#strategy-text").inputValue(), /a2 -> b1/);
  await panel.getByRole("button", { name: "Remove: a2 -> b1" }).click();
  assert.doesNotMatch(await panel.locator("#strategy-text").inputValue(), /a2 -> b1/);
  assert.ok(!(await overflows(p)), "wider than the phone");
  await p.axe();
});

test("a strategy begins with the board: which answers hold is asked, and a refuted line is named once and played", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 4, 4);
  await p.play("c2");
  const panel = await p.open("strategy");
  await panel.getByRole("button", { name: "The board: Black wins" }).click();
  await p.sees(panel.getByTestId("unanswered"), "Moves without a line here: 15");
  await p.cell("c3").click();
  await p.cellIs("c3", "White stone");
  await panel.getByRole("button", { name: "Which answers to c3 hold?" }).click();
  await p.sees(panel.getByTestId("tried"), /^14 answers to c3 tried\. These hold: /, 60_000);
  const good = (/hold: (.*)/.exec(await panel.getByTestId("tried").innerText())?.[1] ?? "").split(" ");
  await p.axe();
  const bad = (await p.page.locator('[data-testid="board"] [data-cell]').evaluateAll((cells) => cells.filter((cell) => /: refuted/.test(cell.getAttribute("aria-label") ?? "")).map((cell) => cell.getAttribute("data-cell") ?? "")))[0] ?? "";
  assert.ok(bad !== "" && !good.includes(bad), `${bad} and ${good.join(" ")}`);
  await p.cell(bad).click();
  await p.sees(panel.getByTestId("plan"), `c3 -> ${bad}`);
  await panel.getByTestId("check-strategy").click();
  const view = panel.getByTestId("strategy-view");
  await p.sees(view, `One line of the plan does not work: c3, answered ${bad}.`, 60_000);
  assert.equal(await view.locator("li.certain.bad").count(), 0, "a refuted line has a check");
  await p.axe();
  await view.getByRole("button", { name: "Play the refutation" }).click();
  await p.panel("proof").getByTestId("defence").waitFor();
});

test("a position of a strategy is split by the machine, on a phone in Japanese", async ({ opened }) => {
  const p = await opened({ width: 360, height: 740, isTouch: true, language: "ja", theme: "dark" });
  const panel = await p.open("strategy");
  await panel.locator("#strategy-text").fill("id: c\ngoal: top-bottom\n\n. . . . .\n . . . . .\n  . . o . .\n   . . . . .\n    . . . . .\n\nstrategy:\n");
  await panel.getByTestId("check-strategy").click();
  await panel.getByTestId("strategy-view").waitFor({ timeout: 60_000 });
  await panel.getByRole("button", { name: "この局面を分けてもらう" }).tap();
  await p.sees(panel.getByTestId("plan"), /part .*top/, 60_000);
  await panel.getByTestId("check-strategy").tap();
  await panel.getByTestId("strategy-view").locator("p.certain").waitFor({ timeout: 60_000 });
  assert.equal(await overflows(p), false);
  await p.axe();
});

test("a strategy is written together by clicks until it is proved, saved, kept over a reload, and merged", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 5, 5);
  await p.play("c3");
  const panel = await p.open("strategy");
  await panel.getByRole("button", { name: "The board: Black wins" }).click();
  await panel.getByRole("button", { name: "Write a strategy together" }).click();
  const together = panel.getByTestId("together");
  const next = together.getByTestId("next");
  await p.sees(next, "First position: prove it, answer moves, or divide it", 30_000);
  const beginning = await panel.locator("#strategy-text").inputValue();
  // A click is a move of the opponent, the next one a reply, which is tried at once.
  await p.cell("c4").click();
  await p.sees(together.getByTestId("place"), "Place: c4");
  await p.cellIs("c4", "White stone");
  await p.cell("c5").click();
  const offers = together.getByTestId("offers");
  await p.sees(together.getByTestId("outcome"), /c4\/c5 ✗ refuted.*refuted by /, 30_000);
  await p.cellIs("c5", "refuted");
  const positions = together.getByTestId("positions");
  await p.sees(positions, /c4 -> c5\s+✗ refuted/);
  // The same with the keyboard, and a reply that holds.
  await together.getByLabel("Your reply to c4").fill("b4");
  await together.getByRole("button", { name: "Try", exact: true }).press("Enter");
  await p.sees(positions, /c4 -> b4\s+✓ proved/, 30_000);
  await p.sees(next, /answer \d+ moves/);
  await p.axe();
  // A move of the list, and a suggestion for it.
  await next.getByRole("button", { name: /^Answer .*, at First position/ }).first().click();
  await together.getByTestId("suggest").click();
  await p.sees(offers, /proved.*in the strategy/, 30_000);
  await positions.getByRole("button", { name: "First position" }).click();
  await together.getByTestId("suggest").click();
  await p.sees(together.getByTestId("standing"), "The whole is proved", 60_000);
  await p.sees(together, "Nothing is left to do.");
  // A click on a position shows it.
  await positions.getByRole("button", { name: "c4 -> b4", exact: true }).click();
  await p.cellIs("b4", "Black stone");
  await p.axe();
  const [file] = await Promise.all([p.page.waitForEvent("download"), together.getByRole("button", { name: "Save the strategy" }).click()]);
  const saved = readFileSync(await file.path(), "utf8");
  assert.match(saved, /^strategy: \[proved\]$/m);
  assert.match(file.suggestedFilename(), /\.strategy$/);
  const [book] = await Promise.all([p.page.waitForEvent("download"), together.getByRole("button", { name: "Save the book" }).click()]);
  assert.match(readFileSync(await book.path(), "utf8"), /<h2>Case 2: c4\/b4<\/h2>/);
  await panel.getByTestId("check-strategy").click();
  await panel.getByTestId("strategy-view").locator("p.certain").waitFor({ timeout: 60_000 });
  await p.page.reload();
  await p.sees(p.panel("strategy").getByTestId("standing"), "The whole is proved", 30_000);
  // What another file knows is taken in.
  await panel.getByText("Strategy as text").first().click();
  await panel.locator("#strategy-text").fill(beginning);
  await together.getByRole("button", { name: "Update the list" }).click();
  // The server still has the proof of the whole, but the lines are gone.
  await p.sees(together.getByTestId("standing"), "The whole is proved: 1 of 1", 30_000);
  await together.getByLabel("Merge a file").setInputFiles({ name: "other.strategy", mimeType: "text/plain", buffer: Buffer.from(saved) });
  await p.sees(positions, /c4 -> b4\s+✓ proved/, 30_000);
});

test("an offer that is not proved yet is taken with one click, on a phone in Japanese", async ({ opened }) => {
  const p = await opened({ width: 360, height: 740, isTouch: true, language: "ja", theme: "dark" });
  await p.load("id: d\ngoal: top-bottom\nboard: 8x8\nstones: d5\ncarrier: all\n\nstrategy:\n");
  const panel = p.panel("strategy");
  await panel.getByRole("button", { name: "戦略をいっしょに書く" }).tap();
  const together = panel.getByTestId("together");
  await p.sees(together.getByTestId("next"), "最初の局面", 60_000);
  await panel.getByLabel("制限（秒）", { exact: true }).fill("5");
  await together.getByTestId("suggest").tap();
  const take = together.getByTestId("offers").getByRole("button", { name: /採用$/ });
  await take.first().waitFor({ timeout: 60_000 });
  const all = await take.count();
  const line = ((await take.first().getAttribute("aria-label")) ?? "").replace(" を採用", "");
  await take.first().tap();
  await p.sees(together.getByTestId("positions"), line.split(";")[0] ?? "", 60_000);
  // The others can still be taken.
  await until(async () => (await take.count()) === all - 1, "the other offers are gone");
  await together.getByRole("button", { name: "すべての応手を採り入れる" }).tap();
  await until(async () => (await take.count()) < all - 1, "no other offer is taken");
  assert.equal(await overflows(p), false);
  await p.axe();
  // Nothing of it is in English, but for the lines of the file.
  const texts = await together.evaluate((card) => {
    const copy = card.cloneNode(true) as HTMLElement;
    for (const lines of copy.querySelectorAll(".mono")) lines.remove();
    return copy.innerText.replace(/「[^」]*」/g, "");
  });
  assert.doesNotMatch(texts, /[A-Za-z]{3,}/);
});

test("a claim and a position that stay open begin a strategy", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 9, 9);
  await p.play("e5");
  const solve = await p.open("solve");
  await solve.getByLabel("Stop after").selectOption("nodes");
  await solve.locator('input[type="number"]').first().fill("10");
  await solve.getByTestId("solve").click();
  await solve.getByRole("button", { name: "Write a strategy together: Black wins" }).click({ timeout: 30_000 });
  const panel = p.panel("strategy");
  await p.sees(panel.getByTestId("next"), "First position: prove it", 30_000);
  // A suggestion within a second: what is proved and what could be tried.
  await panel.getByLabel("Limit in seconds", { exact: true }).fill("1");
  await panel.getByTestId("suggest").click();
  await panel.getByTestId("offers").waitFor({ timeout: 30_000 });
  await p.axe();
  await p.load("id: e\ngoal: top-bottom\nboard: 9x9\nstones: e5\ncarrier: all\n");
  const proof = await p.open("proof");
  await proof.getByLabel("Limit in seconds", { exact: true }).fill("1");
  await proof.getByTestId("prove").click();
  await proof.getByRole("button", { name: "Write a strategy together" }).click({ timeout: 60_000 });
  await p.sees(panel.getByTestId("next"), "First position: prove it", 30_000);
  await p.cell("e6").click();
  await p.sees(panel.getByTestId("place"), "Place: e6");
});
