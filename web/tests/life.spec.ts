// Life and death in Go: a group is marked, the answer is shown, and played against.
import { readFileSync } from "node:fs";
import { assert, test, until, type Opened } from "./harness";
import { newGame, overflows } from "./games";

const POSITIONS = readFileSync("../testdata/go/life.toml", "utf8");

/** A position of the suite as a record. */
function record(id: string): string {
  const diagram = new RegExp(`id = '${id}'[^]*?'''\\n([^]*?)'''`).exec(POSITIONS)?.[1] ?? "";
  const rows = diagram.split("\n").filter((row) => /^\d/.test(row)).map((row) => row.split(" ").slice(1));
  const stones = (colour: string): string => rows.flatMap((row, y) => row.flatMap((stone, x) => (stone === colour ? [`[${String.fromCharCode(97 + x, 97 + y)}]`] : []))).join("");
  return `(;GM[1]FF[4]SZ[${rows.length}]AB${stones("B")}AW${stones("W")}PL[B])`;
}

const marked = (p: Opened): Promise<string[]> => p.page.locator('[data-testid="board"] [data-cell]').evaluateAll((cells) =>
  cells.filter((cell) => /works, proved/.test(cell.getAttribute("aria-label") ?? "")).map((cell) => cell.getAttribute("data-cell") ?? ""));

test("a group is alive or dead by who moves first, with the only move, and a refutation is answered", async ({ opened }) => {
  const p = await opened({ text: record("straight-three") });
  const panel = await p.open("life");
  assert.ok(await panel.getByTestId("life").isDisabled(), "no group is marked");
  await p.cell("B3").click();
  await p.sees(panel.getByTestId("life-counts"), "12 stones, the program finds the region");
  await panel.getByTestId("life").click();
  const found = panel.getByTestId("life-answer");
  await p.sees(found, "Black first: Black lives with two eyes, with D4 and no other move", 30_000);
  await p.sees(found, "White first: Black is captured, with D4 and no other move");
  await p.sees(found, "Assumed: the 16 stones around the region are safe.");
  await p.cellIs("D4", "Black first: D4 works, proved");
  await p.cellIs("C4", "play takes place here");
  await p.cellIs("B3", "in question");
  assert.deepEqual(await marked(p), ["D4"]);
  assert.equal(await found.getByTestId("life-reserve").count(), 0);
  await p.axe();
  const saved = p.page.waitForEvent("download");
  await found.getByRole("button", { name: "Save the certificate" }).click();
  assert.equal((await saved).suggestedFilename(), "life.cert");
  // Black lives, so the person is White: nothing is left to try.
  await found.getByRole("button", { name: "Try to refute it as White" }).click();
  const game = panel.getByTestId("life-game");
  await p.sees(game, "B D4");
  await p.sees(game, "Black plays D4. Settled: no further move changes the outcome.");
  assert.ok(await game.getByRole("button", { name: "Pass" }).isDisabled(), "nothing is left to try");
  await p.cellIs("D4", "Black stone, last move");
  await game.getByRole("button", { name: "Back to the answer" }).click();
  // White first kills, so the person is Black.
  await found.getByRole("radio", { name: /White first/ }).check();
  await p.cellIs("D4", "White first: D4 works, proved");
  await found.getByRole("button", { name: "Try to refute it as Black" }).click();
  await p.sees(game, "White plays D4. You are Black: try to refute the answer");
  await p.cell("C4").click();
  await p.sees(game, /W D4\s+B C4/);
  await p.cellIs("C4", "Black stone");
  await p.sees(game, "Settled");
  await p.axe();
  await game.getByRole("button", { name: "Take back" }).click();
  await p.cellIs("C4", "empty");
  // Escape comes back to the answer, and then takes the marks away.
  await p.page.keyboard.press("Escape");
  await found.waitFor();
  await p.page.keyboard.press("Escape");
  await found.waitFor({ state: "detached" });
  assert.deepEqual(await marked(p), []);
});

test("a ko names who needs threats, in both languages, and is played with them", async ({ opened }) => {
  const p = await opened({ text: record("rectangular-six-corner-1"), width: 390, height: 844 });
  const panel = await p.open("life");
  await p.cell("A3").click();
  await panel.getByTestId("life").click();
  const found = panel.getByTestId("life-answer");
  await p.sees(found, /White first: ko: (Black|White) needs .+ more ko threat/, 60_000);
  await found.getByRole("radio", { name: /White first/ }).check();
  await found.getByRole("button", { name: /Try to refute it as Black/ }).click();
  await p.sees(panel.getByTestId("life-game"), /(enough|too few) ko threats here/);
  await panel.getByRole("button", { name: "Back to the answer" }).click();
  await p.page.keyboard.press("l");
  await p.sees(found, /白先: コウです。[黒白]が(活きる|取る)には、相手よりコウ材が/);
  assert.doesNotMatch((await panel.innerText()).replace(/\b[A-G]\d\b/g, ""), /[A-Za-z]{3,}/, "some strings stay English");
  assert.equal(await overflows(p), false);
  await p.axe();
});

test("a region is marked by hand, and a limit is said", async ({ opened }) => {
  const p = await opened({ text: record("straight-three") });
  const panel = await p.open("life");
  await p.cell("B3").click();
  await panel.getByRole("button", { name: "Region", exact: true }).click();
  for (const cell of ["C4", "D4", "E4", "A1"]) await p.cell(cell).click();
  await p.cell("A1").click();
  await p.sees(panel.getByTestId("life-counts"), "12 stones, 3 cells in the region");
  await panel.getByLabel("Limit for each first player").selectOption("nodes");
  await panel.getByLabel("nodes").fill("1");
  await panel.getByLabel("nodes").press("Enter");
  await panel.getByTestId("life").click();
  const found = panel.getByTestId("life-answer");
  await p.sees(found, /White first: not decided within the limit, \d+ positions? searched/, 30_000);
  await p.sees(found, "Allow more work, or mark a smaller region.");
  await found.getByRole("radio", { name: /White first/ }).check();
  assert.equal(await found.getByRole("button", { name: /refute/ }).count(), 0, "there is nothing to refute");
  await panel.getByLabel("nodes").fill("1000000");
  await panel.getByLabel("nodes").press("Enter");
  await panel.getByTestId("life").click();
  await p.sees(found, "White first: Black is captured", 30_000);
  // The question stands in the list of jobs, which shows its answer again.
  await p.page.keyboard.press("j");
  const dialog = p.page.getByRole("dialog");
  await p.sees(dialog, "Does B3 live?");
  await dialog.getByRole("button", { name: "Show" }).first().click();
  await p.sees(found, "White first: Black is captured");
});

test("the panel is there for Go alone, and Solve leads to it", async ({ opened }) => {
  const p = await opened();
  await p.open("solve");
  assert.equal(await p.page.locator("#tab-life").count(), 0);
  await newGame(p, "Go", 5, 5);
  await p.page.getByRole("button", { name: "Does a group of Go live?" }).click();
  await p.panel("life").waitFor();
  await until(async () => (await p.page.getByTestId("doing").innerText()).includes("choose a stone"), "the board is not asked");
});

test("a group is marked with keys alone, and a search can be stopped", async ({ opened }) => {
  const p = await opened({ text: record("straight-three") });
  const panel = await p.open("life");
  // The answer never comes.
  await p.page.route("**/api/ask", (route) => (/"ask":"life"/.test(route.request().postData() ?? "") ? undefined : route.continue()));
  await p.page.keyboard.press("b");
  for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "Enter"]) await p.page.keyboard.press(key);
  await p.cellIs("B3", "in question");
  await panel.getByTestId("life").press("Enter");
  await panel.getByTestId("searching").getByRole("button", { name: "Stop" }).press("Enter");
  await panel.getByTestId("searching").waitFor({ state: "detached" });
  assert.equal(await panel.getByRole("alert").count(), 0);
  assert.ok(await panel.getByTestId("life").isEnabled());
});

test("a board of any shape has the same question", async ({ opened }) => {
  const p = await opened();
  await p.page.keyboard.press("n");
  const dialog = p.page.getByRole("dialog");
  await dialog.getByLabel("Go", { exact: true }).check();
  await dialog.locator("select").first().selectOption("hexagon:5");
  await dialog.getByRole("button", { name: "Start", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await p.idle();
  const names = await p.page.locator('[data-testid="board"] [data-cell]').evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-cell") ?? ""));
  const [corner = ""] = names;
  await p.play(corner);
  const panel = await p.open("life");
  await p.cell(corner).click();
  await panel.getByRole("button", { name: "Region", exact: true }).click();
  for (const cell of names.slice(1, 4)) await p.cell(cell).click();
  await panel.getByTestId("life").click();
  await p.sees(panel.getByTestId("life-answer"), /White first: Black is captured/, 30_000);
  await p.sees(panel.getByTestId("life-reserve").last(), "in this region only");
  await p.cellIs(corner, "in question");
});
