// Pictures of each board kind and each mode of the ground, for docs/pictures/page/.
import { shot, test, type Opened } from "./harness";

async function newGame(p: Opened, game: string, options: { size?: [number, number]; board?: string } = {}): Promise<void> {
  await p.page.keyboard.press("n");
  const dialog = p.page.getByRole("dialog");
  await dialog.locator(`input[value="${game}"]`).check();
  if (options.board) {
    await dialog.locator("select").first().selectOption("own");
    await dialog.locator("textarea").fill(options.board);
  } else if (options.size) {
    await dialog.getByLabel("Columns").fill(String(options.size[0]));
    await dialog.getByLabel("Rows").fill(String(options.size[1]));
  }
  await dialog.getByRole("button", { name: "Start" }).click();
  await dialog.waitFor({ state: "detached" });
  await p.idle();
}

const HEX = "c5 c4 b5 c6 e3 d4 b4 c3 b3 b6 a7 a6 d5 d6 e5 e6 g6 f5 g4 g5";

test("boards: Hex", async ({ opened }) => {
  const p = await opened();
  await p.load(HEX);
  await shot(p, "hex");
});

test("boards: Go on a rectangle", async ({ opened }) => {
  const p = await opened();
  await newGame(p, "go", { size: [9, 9] });
  await p.play("E5", "C3", "G3", "C7", "G7", "D4");
  await shot(p, "go");
});

for (const [name, board] of [["hexagon", "hexagon:5"], ["triangle", "triangle:7"], ["torus", "torus:7x7"]] as const) {
  test(`boards: Go on ${name}`, async ({ opened }) => {
    const p = await opened();
    await newGame(p, "go", { board });
    const cells = await p.page.locator('[data-testid="board"] [data-cell]').evaluateAll((found) => found.map((cell) => cell.getAttribute("data-cell") ?? ""));
    for (const at of [0.3, 0.5, 0.55, 0.35]) await p.play(cells[Math.floor(cells.length * at)] ?? "");
    await shot(p, `go-${name}`);
  });
}

test("boards: Amazons", async ({ opened }) => {
  const p = await opened();
  await p.load("d1-d7/g7 a7-b7/b2 g1-g6/c2");
  const first = p.page.locator('[data-testid="board"] [role="gridcell"][aria-label*="may be chosen"]').first();
  await first.click();
  await shot(p, "amazons");
});

test("modes: setup, dark", async ({ opened }) => {
  const p = await opened({ theme: "dark" });
  await newGame(p, "hex", { size: [7, 7] });
  const panel = await p.open("game");
  await panel.locator("#game-setup").click();
  for (const cell of ["c4", "d4", "e3"]) await p.cell(cell).click();
  await panel.getByRole("button", { name: "White stones" }).click();
  for (const cell of ["c5", "d5", "b5"]) await p.cell(cell).click();
  await shot(p, "setup");
});

test("modes: marks and comments, for the colour-blind", async ({ opened }) => {
  const p = await opened({ theme: "safe" });
  await p.load("(;FF[4]GM[11]SZ[7]PB[Ada]PW[Bob];B[d4];W[c5](;B[d5]C[White's last stone is cut off.]LB[e3:A][b6:B]TR[d4]SQ[c5]CR[f2]MA[e6])(;B[e3]))");
  await p.open("game");
  await shot(p, "marks");
});

test("modes: a phone, in Japanese", async ({ opened }) => {
  const p = await opened({ width: 360, height: 740, language: "ja" });
  await p.load(HEX);
  await p.open("review");
  await p.page.evaluate(() => scrollTo(0, 0));
  await shot(p, "phone");
});

test("windows: new game, open, save, keys", async ({ opened }) => {
  const p = await opened();
  await p.load(HEX);
  for (const [key, name] of [["n", "new-game"], ["Control+o", "open"], ["Control+s", "save"], ["?", "keys"]] as const) {
    await p.page.keyboard.press(key);
    await p.page.getByRole("dialog").waitFor();
    await shot(p, name);
    await p.page.keyboard.press("Escape");
  }
});
