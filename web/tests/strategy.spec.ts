import { readFileSync } from "node:fs";
import { assert, test } from "./harness";
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
