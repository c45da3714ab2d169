// Games played, walked through and edited, as people do.
import { assert, test, until, type Opened } from "./harness";

/** Starts a game by the window New game. */
async function newGame(p: Opened, game: "hex" | "go" | "amazons", columns: number, rows = columns): Promise<void> {
  await p.page.keyboard.press("n");
  const dialog = p.page.getByRole("dialog");
  await dialog.locator(`input[value="${game}"]`).check();
  await dialog.getByLabel("Columns").fill(String(columns));
  await dialog.getByLabel("Rows").fill(String(rows));
  await dialog.getByRole("button", { name: "Start" }).click();
  await dialog.waitFor({ state: "detached" });
  await p.idle();
}

const count = async (p: Opened): Promise<string> => (await p.page.getByTestId("count").innerText()).trim();
const doing = (p: Opened): Promise<string> => p.page.getByTestId("doing").innerText();

test("a game of Hex is played with the mouse, taken back and played again", async ({ opened }) => {
  const p = await opened();
  await p.play("c3");
  await p.cellIs("c3", "Black stone, last move");
  await p.play("d4");
  await p.cellIs("d4", "White stone, last move");
  await p.cellIs("c3", "Black stone");
  await p.page.keyboard.press("Control+z");
  await p.cellIs("d4", "empty");
  await p.page.keyboard.press("Control+y");
  await p.cellIs("d4", "White stone");
  await p.page.getByRole("button", { name: "Back", exact: true }).click();
  await p.cellIs("d4", "empty");
  assert.equal(await count(p), "1 / 2");
});

test("the board is walked and played with keys alone, and says what happens", async ({ opened }) => {
  const p = await opened();
  await p.page.keyboard.press("b");
  const focus = (): Promise<string | null> => p.page.evaluate(() => document.activeElement?.getAttribute("data-cell") ?? null);
  assert.equal(await focus(), "a1");
  for (const key of ["ArrowRight", "ArrowRight", "ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"]) await p.page.keyboard.press(key);
  assert.equal(await focus(), "c1");
  await p.page.keyboard.press("ArrowDown");
  await p.page.keyboard.press("Enter");
  await p.idle();
  await p.cellIs("c2", "Black stone, last move");
  await p.sees(p.page.getByTestId("spoken"), "Black: c2. White to move");
  // A single Tab leaves the grid, and Shift+Tab comes back to the same cell.
  await p.page.keyboard.press("Tab");
  assert.equal(await focus(), null);
  await p.page.keyboard.press("Shift+Tab");
  assert.equal(await focus(), "c2");
  assert.equal(await p.page.locator('[data-testid="board"] [role="gridcell"][tabindex="0"]').count(), 1);
});

test("White swaps the first move of Hex, and may not swap later", async ({ opened }) => {
  const p = await opened();
  const swap = p.page.getByRole("button", { name: "Swap", exact: true });
  assert.equal(await swap.isDisabled(), true);
  await p.play("b4");
  await swap.click();
  await p.idle();
  await p.cellIs("d2", "White stone");
  await p.cellIs("b4", "empty");
  assert.match(await doing(p), /Black to move/);
  assert.equal(await swap.isDisabled(), true);
});

test("the wheel over the board walks through the game, and so do arrows after a click on a tab", async ({ opened }) => {
  const p = await opened({ text: "(;FF[4]GM[11]SZ[5];B[c3];W[d2];B[b4])", width: 1280 });
  await p.sees(p.page.getByTestId("count"), "3 / 3");
  await p.cell("c1").hover();
  await p.page.mouse.wheel(0, -100);
  await p.sees(p.page.getByTestId("count"), "2 / 3");
  await p.open("game");
  await p.open("analysis");
  await p.page.keyboard.press("ArrowLeft");
  await p.sees(p.page.getByTestId("count"), "1 / 3");
});

test("a board that cannot be is refused in the window, and the game stays", async ({ opened }) => {
  const p = await opened({ expected: /422/ });
  await p.play("c3");
  await p.page.keyboard.press("n");
  const dialog = p.page.getByRole("dialog");
  await dialog.getByLabel("Columns").fill("60");
  await p.page.keyboard.press("Enter");
  await p.sees(dialog.getByTestId("notice"), /not 60x11/);
  await p.page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await p.cellIs("c3", "Black stone");
});

test("a chain wins a game of Hex, and nothing can be played after it", async ({ opened }) => {
  const p = await opened();
  await newGame(p, "hex", 3);
  await p.play("b1", "a1", "b2", "a2", "b3");
  assert.match(await doing(p), /Black has won/);
  await p.cell("c3").click();
  await p.cellIs("c3", "empty");
  assert.equal(await count(p), "5 / 5");
});

test("a stone of Go is captured, a pass ends the turn, and a player resigns", async ({ opened }) => {
  const p = await opened();
  await newGame(p, "go", 5);
  await p.play("B1", "A1", "A2");
  await p.cellIs("A1", "empty");
  await p.page.getByRole("button", { name: "Pass" }).click();
  await p.idle();
  assert.match(await doing(p), /Black to move/);
  await p.page.getByRole("button", { name: "Resign" }).click();
  await p.open("game");
  await p.sees(p.panel("game"), "Result as recorded: W+Resign");
});

test("a move of Amazons is put in by three cells, and only where it may go", async ({ opened }) => {
  const p = await opened();
  await newGame(p, "amazons", 6);
  await until(async () => (await doing(p)).includes("choose an amazon"), async () => `it says "${await doing(p)}"`);
  const pieces = p.page.locator('[data-testid="board"] [role="gridcell"][aria-label*="may be chosen"]');
  const amazons = await pieces.evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-cell") ?? ""));
  assert.ok(amazons.length > 0 && amazons.length <= 4, `${amazons.length} amazons may be chosen`);
  const [amazon = ""] = amazons;
  await p.cell(amazon).click();
  assert.match(await doing(p), /choose where it goes/);
  const target = (await pieces.first().getAttribute("data-cell")) ?? "";
  await p.cell(target).click();
  assert.match(await doing(p), /choose where it shoots/);
  // The square that the amazon left is free to be shot at.
  await p.cellIs(amazon, "may be chosen");
  await p.cell(amazon).click();
  await p.idle();
  await p.cellIs(amazon, "arrow");
  await p.cellIs(target, "Black amazon");
  assert.equal(await count(p), "1 / 1");
  // Escape takes a piece out of the hand.
  await pieces.first().click();
  assert.match(await doing(p), /choose where it goes/);
  await p.page.keyboard.press("Escape");
  assert.match(await doing(p), /choose an amazon/);
});

test("variations are played, walked with keys, made the main line and deleted", async ({ opened }) => {
  const p = await opened();
  await p.play("a1", "b2", "c3");
  for (const key of ["ArrowLeft", "ArrowLeft"]) await p.page.keyboard.press(key);
  await p.idle();
  await p.play("e5");
  const tree = p.page.getByTestId("tree");
  await p.sees(tree, /a1[\s\S]*b2[\s\S]*e5[\s\S]*c3/);
  const now = async (): Promise<string> => (await tree.locator('[aria-current="step"]').innerText()).replace(/\s/g, "");
  assert.equal(await now(), "2e5");
  await p.page.keyboard.press("ArrowUp");
  assert.equal(await now(), "2b2");
  await p.page.keyboard.press("End");
  assert.equal(await now(), "3c3");
  await p.page.keyboard.press("Home");
  assert.equal(await count(p), "0 / 3");
  await p.page.keyboard.press("PageDown");
  assert.equal(await count(p), "3 / 3");
  await p.page.keyboard.press("PageUp");
  assert.equal(await count(p), "0 / 3");
  await tree.getByRole("button", { name: /e5/ }).click();
  await p.open("game");
  await p.page.getByRole("button", { name: "Make this the main line" }).click();
  await p.sees(tree, /a1[\s\S]*e5[\s\S]*b2[\s\S]*c3/);
  await p.page.keyboard.press("Delete");
  await until(async () => !(await tree.innerText()).includes("e5"), "e5 is still there");
  assert.match(await tree.innerText(), /b2/);
  await p.page.keyboard.press("Control+z");
  await p.sees(tree, "e5");
});

test("a position is set up by dragging, with stones of both colours and the turn", async ({ opened }) => {
  const p = await opened();
  await newGame(p, "hex", 5);
  await p.page.keyboard.press("m");
  await p.panel("game").locator("#game-setup").click();
  // Setup is part of the game: its undo stays in reach.
  await p.page.locator("main").getByRole("button", { name: "Undo" }).waitFor();
  const drag = async (...cells: string[]): Promise<void> => {
    for (const [index, name] of cells.entries()) {
      const box = await p.cell(name).boundingBox();
      assert.ok(box, `${name} is not on the board`);
      await p.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
      if (index === 0) await p.page.mouse.down();
    }
    await p.page.mouse.up();
  };
  await drag("a3", "b3", "c3");
  await p.panel("game").getByRole("button", { name: "White stones" }).click();
  await drag("a5", "b5");
  await p.panel("game").getByRole("button", { name: "Erase" }).click();
  await drag("b3");
  await p.panel("game").getByLabel("Side to move").selectOption("white");
  await p.panel("game").getByRole("button", { name: "Done" }).click();
  await p.idle();
  await p.cellIs("a3", "Black stone");
  await p.cellIs("b3", "empty");
  await p.cellIs("c3", "Black stone");
  await p.cellIs("a5", "White stone");
  assert.match(await doing(p), /White to move/);
  await p.play("d2");
  await p.cellIs("d2", "White stone");
});

test("a position of Amazons is set up with arrows", async ({ opened }) => {
  const p = await opened();
  await newGame(p, "amazons", 6);
  await p.open("game");
  await p.panel("game").locator("#game-setup").click();
  await p.panel("game").getByRole("button", { name: "Clear the board" }).click();
  await p.panel("game").getByRole("button", { name: "Black stones" }).click();
  await p.cell("b2").click();
  await p.panel("game").getByRole("button", { name: "White stones" }).click();
  await p.cell("e5").click();
  await p.panel("game").getByRole("button", { name: "Arrows" }).click();
  await p.cell("c3").click();
  await p.panel("game").getByRole("button", { name: "Done" }).click();
  await p.idle();
  await p.cellIs("b2", "Black amazon");
  await p.cellIs("e5", "White amazon");
  await p.cellIs("c3", "arrow");
});

test("marks, labels and comments belong to the position and can be undone", async ({ opened }) => {
  const p = await opened();
  await p.play("c3");
  const panel = await p.open("game");
  await panel.getByRole("button", { name: "Label" }).click();
  await p.cell("d4").click();
  await p.cell("e5").click();
  const drawn = p.page.locator('[data-testid="board"] svg text');
  await p.sees(drawn, /A/);
  await p.sees(drawn, /B/);
  await panel.getByRole("button", { name: "Triangle" }).click();
  await p.cell("c3").click();
  await p.page.keyboard.press("Escape");
  const comment = panel.getByLabel("Comment on this position");
  await comment.fill("a good start");
  await comment.blur();
  await p.page.keyboard.press("ArrowLeft");
  await until(async () => (await comment.inputValue()) === "", "the comment stays at another position");
  await p.page.keyboard.press("ArrowRight");
  await until(async () => (await comment.inputValue()) === "a good start", "the comment is lost");
  await p.page.keyboard.press("Control+z");
  await until(async () => (await comment.inputValue()) === "", "the comment was not undone");
});

test("a finger plays on a phone, and nothing is wider than the screen", async ({ opened }) => {
  const p = await opened({ width: 360, height: 740, isTouch: true });
  // Its cells are small for a finger: the second tap plays.
  await p.cell("f6").tap();
  await p.sees(p.page.getByTestId("doing"), "f6: choose it again to play");
  await p.cell("f6").tap();
  await p.cellIs("f6", "Black stone");
  const wide = await p.page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 360, `the page is ${wide} wide`);
  const box = await p.page.getByTestId("board").boundingBox();
  assert.ok(box && box.y < 150 && box.width > 300, `the board is not first: ${JSON.stringify(box)}`);
});

test("the moves play by themselves, pause, and stop when a person acts", async ({ opened }) => {
  const p = await opened();
  await p.load("c5 c4 b5 c6 e3 d4 b4 c3");
  const count = p.page.getByTestId("count");
  await p.page.getByTestId("settings").click();
  await p.page.getByLabel("Seconds between moves").selectOption("0.3");
  await p.page.keyboard.press("Escape");
  await p.page.keyboard.press("Home");
  await p.sees(count, "0 / 8");
  const walk = p.page.getByTestId("walk");
  await walk.click();
  await p.sees(count, /[3-8] \/ 8/);
  await p.page.keyboard.press("Home");
  await p.sees(count, "0 / 8");
  assert.equal(await walk.getAttribute("aria-pressed"), "false", "a person took over");
  await p.page.keyboard.press("Shift+P");
  await p.sees(count, "8 / 8");
  await until(async () => (await walk.getAttribute("aria-pressed")) === "false", "it does not stop at the end");
});

test("swap of sides, pass and resignation of a record of Hex are moves of the tree, and are written again", async ({ opened }) => {
  // HexWorld has no such swap: the window Save offers no link to it.
  const p = await opened({ expected: /422/ });
  await p.load("(;FF[4]GM[11]SZ[5];B[a3];W[swap-sides];W[c3];B[pass];W[d2];B[resign])");
  const tree = p.page.getByTestId("tree");
  for (const said of ["swap sides", "pass", "resign"]) await tree.getByRole("button", { name: said }).waitFor();
  await p.page.keyboard.press("End");
  await p.sees(p.page.getByTestId("doing"), "Black resigned. White wins.");
  await tree.getByRole("button", { name: "swap sides" }).click();
  await p.sees(p.page.getByTestId("doing"), "White: swap sides");
  await p.cellIs("a3", "Black stone");
  await p.page.keyboard.press("Control+s");
  const text = p.page.locator("#save-text");
  await until(async () => /W\[swap-sides\]\s*;W\[c3\]\s*;B\[pass\]\s*;W\[d2\]\s*;B\[resign\]/.test(await text.inputValue()), async () => text.inputValue());
});
