import { readFileSync } from "node:fs";
import { assert, test, until, type Opened } from "./harness";
import { newGame, newHex, overflows } from "./games";

const bubbles = (p: Opened) => p.page.locator('[data-testid="board"] .bubble');
const rows = (p: Opened) => p.page.locator('[data-testid="moves"] tbody tr');

/** Starts the analysis and waits for its first line. */
async function analyse(p: Opened): Promise<void> {
  await p.page.getByTestId("analyze").click();
  await rows(p).first().waitFor();
}

test("the best moves come while a player thinks, follow the board and stop at once", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 9, 9);
  const panel = await p.open("analysis");
  await panel.getByText("shows the best moves on the board").waitFor();
  await analyse(p);
  await bubbles(p).first().waitFor();
  const best = await rows(p).first().getAttribute("data-mv");
  assert.match(best ?? "", /^[a-i][1-9]$/);
  await p.sees(p.page.locator('[data-testid="winbar"] + p'), /Black [<>]?\d+%/);
  await panel.locator('[data-testid="graph"] [data-n="0"]').waitFor();
  // The search goes on: its count grows.
  const count = async (): Promise<number> => Number((await panel.getByTestId("analysis-state").innerText()).replace(/ searched.*/s, "").replace(/\D/g, ""));
  const before = await count();
  await until(async () => (await count()) > before, "the search does not go on");

  await p.play("e5");
  await panel.locator('[data-testid="graph"] [data-n="1"]').waitFor();
  await until(async () => (await rows(p).count()) > 0 && (await rows(p).locator("[data-mv=e5]").count()) === 0, "the moves are not those of the new position");
  await p.page.keyboard.press("ArrowLeft");
  await p.idle();
  await rows(p).first().waitFor();
  await p.axe();

  await p.page.keyboard.press("a");
  await bubbles(p).first().waitFor({ state: "detached" });
  await p.page.locator('[data-testid="analyze"][aria-pressed="false"]').waitFor();
  const kept = await panel.locator('[data-testid="graph"] [data-n]').count();
  assert.equal(kept, 2, "the values of both positions stay");
});

test("the line of a move is shown as numbered stones, in the table and on the board", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 5, 5);
  await p.open("analysis");
  await p.page.getByLabel("Stop after").selectOption("nodes");
  await p.page.getByLabel("playouts or nodes", { exact: true }).fill("500");
  await p.page.getByLabel("playouts or nodes", { exact: true }).press("Enter");
  await analyse(p);
  const ghosts = p.page.locator('[data-testid="board"] .ghost');
  await rows(p).first().hover();
  await ghosts.first().waitFor();
  assert.equal((await ghosts.first().innerHTML()).includes(">1<"), true);
  await p.page.locator("h1").hover();
  await ghosts.first().waitFor({ state: "detached" });
  const best = (await rows(p).first().getAttribute("data-mv")) ?? "";
  await p.cell(best).hover();
  await ghosts.first().waitFor();
  await p.sees(p.page.getByTestId("read"), best);
  await rows(p).first().getByRole("button", { name: best, exact: true }).click();
  await p.cellIs(best, "Black stone");
});

test("the table sorts by each column", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 5, 5);
  await p.open("analysis");
  await p.page.getByLabel("Stop after").selectOption("nodes");
  await analyse(p);
  const table = p.page.getByTestId("moves");
  await table.getByRole("button", { name: "Move", exact: true }).click();
  assert.equal(await table.locator("th", { hasText: "Move" }).getAttribute("aria-sort"), "ascending");
  const names = await rows(p).evaluateAll((all) => all.map((row) => row.getAttribute("data-mv") ?? ""));
  assert.deepEqual(names, [...names].sort((a, b) => a.localeCompare(b, "en", { numeric: true })));
  await table.getByRole("button", { name: /^Visits/ }).click();
  assert.equal(await table.locator("th", { hasText: "Visits" }).getAttribute("aria-sort"), "descending");
  const visits = await rows(p).locator("td:nth-child(4)").evaluateAll((cells) => cells.map((cell) => Number((cell.textContent ?? "").replace(/\D/g, ""))));
  assert.deepEqual(visits, [...visits].sort((a, b) => b - a));
});

test("colours on the board show the share of the search", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 5, 5);
  await p.open("analysis");
  await analyse(p);
  await p.page.getByLabel("Colours on the board").selectOption("share");
  await p.page.locator('[data-testid="board"] .heat').first().waitFor();
  const best = (await rows(p).first().getAttribute("data-mv")) ?? "";
  await until(async () => /share of the search: /.test((await p.cell(best).getAttribute("aria-label")) ?? ""), "the cell does not say its share");
});

test("every player of the ladder says its move, the weakest first, as an opinion", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 5, 5);
  await p.play("b4");
  const panel = await p.open("analysis");
  const button = panel.getByTestId("ask-levels");
  const levels = panel.locator('[data-testid="levels"] tbody tr');
  await panel.getByRole("heading", { name: "Moves by strength" }).waitFor();
  await button.click();
  await until(async () => (await levels.count()) > 1 && (await button.innerText()).includes("Ask"), "not every player has moved", 60_000);
  const ratings = await levels.locator("td:first-child").evaluateAll((cells) => cells.map((cell) => Number(cell.textContent)));
  assert.deepEqual(ratings, [...ratings].sort((a, b) => a - b));
  await p.sees(levels.first(), /random\s+[a-e][1-5]\s+–/);
  // A value is dashed unless it is proved.
  const styled = levels.locator(".badge");
  assert.ok((await styled.count()) > 0);
  const isRight = (badges: Element[]): boolean => badges.every((badge) => badge.classList.contains(badge.closest("tr")?.dataset["certainty"] ?? ""));
  assert.ok(await styled.evaluateAll(isRight));
  await p.axe();
  const ghosts = p.page.locator('[data-testid="board"] .ghost');
  const last = levels.last();
  await last.hover();
  await ghosts.first().waitFor();
  assert.equal(await ghosts.count(), 1);
  await p.page.locator("h1").hover();
  await ghosts.first().waitFor({ state: "detached" });
  const mv = (await last.getAttribute("data-mv")) ?? "";
  const play = last.getByRole("button", { name: mv, exact: true });
  await play.focus();
  await ghosts.first().waitFor();
  await play.click();
  await p.cellIs(mv, "White stone");
  // The moves were those of the position before.
  await levels.first().waitFor({ state: "detached" });
});

test("the value graph goes to a position by mouse and keys", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 5, 5);
  await p.play("c3", "b4", "d2");
  const panel = await p.open("analysis");
  const graph = panel.getByTestId("graph");
  await graph.focus();
  await p.page.keyboard.press("Home");
  await p.sees(p.page.getByTestId("count"), "0 / 3");
  await p.page.keyboard.press("ArrowRight");
  await p.sees(p.page.getByTestId("count"), "1 / 3");
  const box = await graph.boundingBox();
  assert.ok(box);
  await graph.click({ position: { x: box.width - 12, y: box.height / 2 } });
  await p.sees(p.page.getByTestId("count"), "3 / 3");
});

/** Shows each overlay, chooses a cell where one is wanted, and takes it away. */
async function everyOverlay(p: Opened, cell: string): Promise<void> {
  const panel = await p.open("analysis");
  const buttons = panel.locator("[data-overlay]");
  await buttons.first().waitFor();
  const names = await buttons.evaluateAll((all) => all.map((button) => button.getAttribute("data-overlay") ?? ""));
  assert.ok(names.length >= 3);
  const drawn = p.page.locator('[data-testid="board"] .layer > *');
  for (const name of names) {
    const button = panel.locator(`[data-overlay="${name}"]`);
    await button.click();
    const card = panel.getByTestId("overlay");
    await card.waitFor();
    if (await p.page.getByTestId("doing").getByText("Choose a cell").isVisible()) await p.cell(cell).click();
    await until(async () => {
      if ((await card.getByRole("alert").count()) > 0) return true;
      return (await drawn.count()) > 0 || /nothing to show/.test(await card.innerText()) || (await card.locator("dl div").count()) > 0;
    }, `${name} shows nothing`, 30_000);
    assert.equal(await card.getByRole("alert").count(), 0, `${name}: ${await card.innerText()}`);
    await button.click();
    await card.waitFor({ state: "detached" });
    await until(async () => (await drawn.count()) === 0, `${name} stays on the board`);
  }
}

test("every overlay of Hex draws or says that there is nothing", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 5, 5);
  await p.play("c3", "b4");
  await everyOverlay(p, "c3");
});

test("every overlay of Go draws or says that there is nothing", async ({ opened }) => {
  const p = await opened();
  await newGame(p, "Go", 5, 5);
  await p.play("C3", "C4", "D4");
  await everyOverlay(p, "C3");
});

test("every overlay of Amazons draws or says that there is nothing", async ({ opened }) => {
  const p = await opened();
  await newGame(p, "Amazons", 6, 6);
  await everyOverlay(p, "c3");
});

test("an overlay comes by its key, follows the board and explains its cells", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 5, 5);
  const panel = await p.open("analysis");
  const withKey = panel.locator("[data-overlay]:has(kbd)").first();
  const key = await withKey.locator("kbd").innerText();
  await p.page.keyboard.press(key);
  await panel.getByTestId("overlay").waitFor();
  assert.equal(await withKey.getAttribute("aria-pressed"), "true");
  await p.axe();
  await p.page.keyboard.press(key);
  await panel.getByTestId("overlay").waitFor({ state: "detached" });
});

test("certain overlays stand apart from opinions", async ({ opened }) => {
  const p = await opened({ panel: "analysis" });
  const certain = p.panel("analysis").getByRole("group", { name: "Certain" }).locator("[data-overlay]");
  const opinion = p.panel("analysis").getByRole("group", { name: "Opinion" }).locator("[data-overlay]");
  assert.ok((await certain.count()) > 0);
  assert.ok((await opinion.count()) > 0);
});

test("the net shows its policy as colours and its chance to win, one key each, as opinions", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 7, 7);
  await p.play("d4");
  const panel = await p.open("analysis");
  const opinion = panel.getByRole("group", { name: "Opinion" });
  await opinion.locator('[data-overlay="policy"] kbd', { hasText: "1" }).waitFor();
  await opinion.locator('[data-overlay="chance"] kbd', { hasText: "2" }).waitFor();
  await p.page.keyboard.press("1");
  await p.page.locator('[data-testid="board"] .heat').first().waitFor();
  assert.equal(await p.page.locator('[data-testid="board"] .heat').count(), 48, "a number for each empty cell");
  await panel.getByTestId("overlay").locator("p.opinion").waitFor();
  await p.cell("c5").hover();
  await p.sees(p.page.getByTestId("read"), /The net guesses that White's move on c5 is the best one: a chance of [\d.]+ %\./);
  await p.sees(panel.getByTestId("overlay-read"), "The net guesses");
  await p.axe();
  await p.page.keyboard.press("2");
  await p.sees(panel.getByTestId("overlay"), /White wins\s+[\d.]+ %\s+The net guesses that White, if it is to move, wins .* It may be wrong\./);
  await panel.getByLabel("For").selectOption("black");
  await p.sees(panel.getByTestId("overlay"), /Black wins\s+[\d.]+ %/);
  await p.page.keyboard.press("2");
  await panel.getByTestId("overlay").waitFor({ state: "detached" });
  // The list of players says which net they use.
  const players = await panel.locator("label", { hasText: "Player" }).first().locator("option").allTextContents();
  assert.ok(players[0]?.includes("with its net") && players.some((title) => title.includes("the small net")), players.join("; "));
});

test("an overlay is drawn in the picture that is saved", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 5, 5);
  await p.play("c3");
  await p.open("analysis");
  const saved = async (kind: "SVG" | "PNG"): Promise<string> => {
    await p.page.getByRole("button", { name: "Save, share" }).click();
    const dialog = p.page.getByRole("dialog");
    // The text of the game has come: nothing else will be drawn in the window.
    await until(async () => (await dialog.locator("#save-text").inputValue()) !== "", "no text");
    await dialog.getByTestId("look").selectOption("drawn");
    const [file] = await Promise.all([p.page.waitForEvent("download"), dialog.getByRole("button", { name: kind }).click()]);
    const found = readFileSync(await file.path(), kind === "SVG" ? "utf8" : "latin1");
    await p.page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    return found;
  };
  assert.doesNotMatch(await saved("SVG"), /joined/);
  await p.page.getByRole("button", { name: "Connections of a Cell" }).click();
  await p.cell("c3").click();
  await until(async () => (await p.page.locator('[data-testid="overlay"] .areas li').count()) > 0, "no connections");
  assert.match(await saved("SVG"), /joined, even if the opponent moves first/);
  await p.page.getByRole("button", { name: "Network" }).click();
  await p.page.locator('[data-testid="board"] .link').first().waitFor();
  assert.match(await saved("SVG"), /joined, whatever the opponent does/);
  assert.match(await saved("PNG"), /^.PNG/);
});

test("more links than the board can show are reduced to near ones, and to those of the cell under the mouse", async ({ opened }) => {
  const p = await opened({ text: "https://hexworld.org/board/#11c1,e9f6e6e7c8f4d5d4h4h5" });
  await p.open("analysis");
  await p.page.getByRole("button", { name: "Network" }).click();
  await p.sees(p.page.getByRole("list", { name: "Legend" }), "Only near pairs", 30_000);
  const links = p.page.locator('[data-testid="board"] .link');
  const near = await links.count();
  assert.ok(near > 0 && near < 600, `${near} links`);
  const board = await p.page.getByTestId("board").boundingBox();
  await p.cell("h8").hover();
  await until(async () => (await links.count()) < near, "they are not those of the cell");
  assert.deepEqual(await p.page.getByTestId("board").boundingBox(), board, "what there is to read moves the board");
});

test("a player of Go says who owns each point and by how much", async ({ opened }) => {
  const p = await opened();
  await newGame(p, "Go", 5, 5);
  await p.play("C3");
  await p.open("analysis");
  await analyse(p);
  const heat = p.page.getByLabel("Colours on the board");
  await heat.locator('option[value="owner"]').waitFor({ state: "attached" });
  await heat.selectOption("owner");
  await until(async () => (await p.page.locator('[data-testid="board"] .heat.black').count()) > 0, "no point is Black's");
  await p.sees(p.page.locator('[data-testid="winbar"] + p'), /ahead by \d/);
});

test("a player of Amazons shows its move by arrows", async ({ opened }) => {
  const p = await opened();
  await newGame(p, "Amazons", 6, 6);
  await p.open("analysis");
  await analyse(p);
  await until(async () => (await p.page.locator('[data-testid="board"] .arrow polygon').count()) >= 2, "no arrows");
  assert.match((await rows(p).first().getAttribute("data-mv")) ?? "", /^[a-f][1-6]-[a-f][1-6]\/[a-f][1-6]$|-.*\(/i);
});

test("the analysis fits a phone, in Japanese and dark", async ({ opened }) => {
  const p = await opened({ width: 360, height: 740, language: "ja", theme: "dark", isTouch: true });
  await p.open("analysis");
  await analyse(p);
  assert.equal(await overflows(p), false);
  await p.axe();
});

test("without a server the analysis runs in the browser", async ({ opened }) => {
  const p = await opened({ by: "worker" });
  await newHex(p, 5, 5);
  await p.open("analysis");
  await analyse(p);
  await bubbles(p).first().waitFor();
  await p.play("c3");
  await until(async () => (await rows(p).count()) > 0 && (await rows(p).locator("[data-mv=c3]").count()) === 0, "it does not follow the board");
  await p.page.keyboard.press("a");
  await bubbles(p).first().waitFor({ state: "detached" });
});
