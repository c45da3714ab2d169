import { readFileSync } from "node:fs";
import { assert, test, until, type Opened } from "./harness";
import { newGame, newHex, overflows } from "./games";

const state = (p: Opened, what: "solve" | "openings", is: string) => p.page.locator(`[data-testid="${what}-state"][data-state="${is}"]`);

test("the solver names the winner of 3x3 and every winning move, as certain marks", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 3, 3);
  const panel = await p.open("solve");
  await panel.getByTestId("solve").click();
  await state(p, "solve", "done").waitFor({ timeout: 30_000 });
  const card = panel.getByTestId("solved");
  await p.sees(card, /Black/);
  await p.sees(card.locator(".certain"), /wins|win/i);
  await p.cellIs("b2", /b2 wins, proved/);
  assert.ok((await p.page.locator('[data-testid="board"] .mark.good .disc').count()) > 0, "no mark says that a move wins");
  await p.axe();
  // The marks go with the position and come back with it.
  await p.play("b2");
  await until(async () => !/proved/.test((await p.cell("a1").getAttribute("aria-label")) ?? ""), "marks of another position");
  await p.page.keyboard.press("ArrowLeft");
  await p.cellIs("b2", /b2 wins, proved/);
});

test("a certificate is found, checked, downloaded and sent to the proofs", async ({ opened }) => {
  // A page that was built without the engine has no checker of its own; then the server checks.
  const p = await opened({ expected: /engine\/tesuji_checker/ });
  await newHex(p, 3, 3);
  const panel = await p.open("solve");
  await panel.getByLabel("with a certificate").check();
  await panel.getByTestId("solve").click();
  const card = panel.getByTestId("certificate");
  await card.locator(".certain").waitFor({ timeout: 30_000 });
  const [file] = await Promise.all([p.page.waitForEvent("download"), card.getByRole("button", { name: "Download", exact: true }).click()]);
  assert.match(file.suggestedFilename(), /\.cert$/);
  assert.ok(readFileSync(await file.path()).length > 0);
  await card.getByRole("button", { name: "Play against this proof" }).click();
  await p.panel("proof").locator("h2").waitFor();
});

test("the openings of 4x4 fill a map that can be stopped and goes on", async ({ opened }) => {
  const p = await opened();
  const panel = await p.open("solve");
  await panel.getByLabel("Columns").fill("4");
  await panel.getByLabel("Rows").fill("4");
  await panel.getByRole("button", { name: "Solve all openings" }).click();
  await panel.getByTestId("openings").waitFor();
  // A fast machine may be done before the stop.
  await panel.getByTestId("openings-state").getByRole("button", { name: "Stop" }).click({ timeout: 2000 }).catch(() => null);
  await until(async () => ["stopped", "done"].includes((await panel.getByTestId("openings-state").getAttribute("data-state")) ?? ""), "it does not stop");
  const more = panel.getByTestId("openings-state").getByRole("button", { name: "Resume" });
  if (await more.isVisible()) await more.click();
  await state(p, "openings", "done").waitFor({ timeout: 60_000 });
  await p.sees(panel.getByTestId("openings-counts"), /0 open/);
  const map = panel.getByTestId("openings");
  const labels = await map.locator("[data-cell]").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label") ?? ""));
  assert.equal(labels.length, 16);
  assert.ok(labels.every((label) => /(wins|loses), proved/.test(label)), labels.join("; "));
  await p.axe();
  await map.locator('[data-cell="b3"]').click();
  await p.cellIs("b3", "Black stone");
});

test("a board of Hex that is not square has a map too", async ({ opened }) => {
  const p = await opened();
  const panel = await p.open("solve");
  await panel.getByLabel("Columns").fill("3");
  await panel.getByLabel("Rows").fill("2");
  await panel.getByRole("button", { name: "Solve all openings" }).click();
  await state(p, "openings", "done").waitFor({ timeout: 30_000 });
  assert.equal(await panel.getByTestId("openings").locator("[data-cell]").count(), 6);
});

test("what was being solved is there again after a reload", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 4, 4);
  const panel = await p.open("solve");
  await panel.getByTestId("solve").click();
  await panel.getByTestId("solve-state").waitFor();
  await p.page.waitForTimeout(600);
  await p.page.reload();
  await p.idle();
  await p.open("solve");
  await state(p, "solve", "done").waitFor({ timeout: 60_000 });
  await p.sees(p.page.getByTestId("solved"), /Black/);
});

test("the store answers while one browses, without a search", async ({ opened, server, skip }) => {
  const about = (await (await fetch(`${await server()}api/about`)).json()) as { has_store: boolean };
  if (!about.has_store) skip("the server has no store");
  const p = await opened();
  await newHex(p, 3, 3);
  const panel = await p.open("solve");
  await panel.getByTestId("solve").click();
  await state(p, "solve", "done").waitFor({ timeout: 30_000 });
  // Another browser knows nothing of the job.
  const other = await opened();
  await newHex(other, 3, 3);
  await other.open("solve");
  await other.page.getByLabel("Show what the store knows").check();
  await other.cellIs("b2", /b2 wins, proved/);
});

test("Go has no solver and says so; Amazons has one", async ({ opened }) => {
  const p = await opened();
  await newGame(p, "Go", 5, 5);
  const panel = await p.open("solve");
  await newGame(p, "Amazons", 6, 6);
  await panel.getByTestId("solve").waitFor();
  assert.equal(await panel.getByLabel("with a certificate").count(), 0);
});

test("solving fits a phone, in Japanese and dark", async ({ opened }) => {
  const p = await opened({ width: 360, height: 740, isTouch: true, theme: "dark" });
  await newHex(p, 3, 3);
  await p.page.keyboard.press("l");
  const panel = await p.open("solve");
  await panel.getByTestId("solve").click();
  await state(p, "solve", "done").waitFor({ timeout: 30_000 });
  assert.equal(await overflows(p), false);
  await p.axe();
});

test("without a server the browser solves, stops and goes on", async ({ opened }) => {
  const p = await opened({ by: "worker" });
  await newHex(p, 3, 3);
  const panel = await p.open("solve");
  await panel.getByTestId("solve").click();
  await state(p, "solve", "done").waitFor({ timeout: 60_000 });
  await p.cellIs("b2", /b2 wins, proved/);
  await panel.getByLabel("Columns").fill("4");
  await panel.getByLabel("Rows").fill("4");
  await panel.getByRole("button", { name: "Solve all openings" }).click();
  await panel.getByTestId("openings-state").getByRole("button", { name: "Stop" }).click({ timeout: 3000 }).catch(() => null);
  const more = panel.getByTestId("openings-state").getByRole("button", { name: "Resume" });
  if (await more.isVisible()) await more.click();
  await state(p, "openings", "done").waitFor({ timeout: 80_000 });
  await p.sees(panel.getByTestId("openings-counts"), /0 open/);
});
