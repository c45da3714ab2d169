import { readFileSync } from "node:fs";
import { assert, test } from "./harness";
import { overflows } from "./games";

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
  await panel.getByTestId("plan").getByRole("button", { name: "a2 -> b1", exact: true }).click();
  await p.cellIs("a2", "White stone");
  await p.cellIs("b1", "Black stone");
  assert.match(await panel.locator("#strategy-text").inputValue(), /a2 -> b1/);
  await panel.getByRole("button", { name: "Remove: a2 -> b1" }).click();
  assert.doesNotMatch(await panel.locator("#strategy-text").inputValue(), /a2 -> b1/);
  assert.ok(!(await overflows(p)), "wider than the phone");
  await p.axe();
});
