// Records that have a fault, and long ones.
import { assert, type Opened, test, until } from "./harness";

const count = async (p: Opened): Promise<string> => (await p.page.getByTestId("count").innerText()).trim();

/** Moves over a board of Hex, none on the same cell. */
function long(n: number, size: number): string[] {
  return Array.from({ length: n }, (_, at) => {
    const place = (at * 7 + 3) % (size * size);
    return `${String.fromCharCode(97 + (place % size))}${Math.floor(place / size) + 1}`;
  });
}

function sgf(size: number, moves: readonly string[]): string {
  return `(;FF[4]GM[11]SZ[${size}]${moves.map((mv, index) => `;${index % 2 === 0 ? "B" : "W"}[${mv}]`).join("")})`;
}

test("a record with an illegal move stops before it, and says once which it is", async ({ opened }) => {
  const p = await opened({ expected: /422/ });
  // Moves that win nothing on the way: rows from both ends.
  const moves = ["a1", "b1", "c1", "d1", "e1", "f1", "a2", "b2", "a1", "c2", "d2"];
  await p.load(sgf(9, moves));
  await until(async () => (await count(p)) === "8 / 11", async () => `it stands at ${await count(p)}`);
  await p.cellIs("b2", "White stone, last move");
  await p.cellIs("c2", "empty");
  const notices = p.page.getByTestId("notice");
  const said = async (): Promise<number> => ((await notices.allInnerTexts()).join("\n").match(/move 9 \(a1\)/g) ?? []).length;
  assert.equal(await said(), 1, (await notices.allInnerTexts()).join("\n"));
  // The moves are still in the list, and whoever goes to them stays before the fault.
  await p.sees(p.page.getByTestId("tree"), "d2");
  assert.equal(await p.page.locator('[data-testid="tree"] .unshown').count(), 3);
  for (const key of ["ArrowRight", "End"]) {
    await p.page.keyboard.press(key);
    await p.page.waitForTimeout(400);
    await p.idle();
    assert.equal(await count(p), "8 / 11", key);
  }
  assert.equal(await said(), 1);
  // Another move goes on from there.
  await p.play("c2");
  await p.cellIs("c2", "Black stone, last move");
});

test("an illegal move in Go, deep in a variation that came by a link, is found too", async ({ opened }) => {
  const p = await opened({ expected: /422/ });
  const nodes: object[] = [{}];
  const moves = Array.from({ length: 40 }, (_, at) => `${"ABCDEFGHJKLMNOPQRST"[at % 19]}${1 + Math.floor(at / 19) * 2}`);
  moves.splice(30, 0, moves[3] ?? "");
  moves.forEach((mv, at) => nodes.push({ parent: at, mv }));
  await p.page.evaluate(async (text) => {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    location.hash = `#state=${btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
  }, JSON.stringify({
    version: 1, current: nodes.length - 1, panel: "game", kept: {},
    tree: { id: "", start: { game: { game: "go", columns: 19, rows: 19, komi: 7.5, rules: "chinese" }, moves: [] }, players: ["", ""], result: "", nodes },
  }));
  await until(async () => (await count(p)) === "30 / 41", async () => `it stands at ${await count(p)}`);
  await p.sees(p.page.getByRole("alert"), /move 31 .*The board shows the position after 30 moves/);
  assert.equal(await p.page.getByRole("alert").count(), 1);
});

for (const [what, width] of [["a desk", 1280], ["a phone", 390]] as const) {
  test(`the list of moves follows a long game, on ${what}`, async ({ opened }) => {
    const p = await opened({ width });
    await p.load(sgf(19, long(300, 19)));
    const inSight = (): Promise<boolean> => p.page.evaluate(() => {
      const box = document.querySelector('[data-testid="tree"]')?.getBoundingClientRect();
      const move = document.querySelector('[data-testid="tree"] [aria-current="step"]')?.getBoundingClientRect();
      return !!box && !!move && move.top >= box.top && move.bottom <= box.bottom;
    });
    assert.equal(await count(p), "300 / 300");
    assert.ok(await inSight(), "the last move is out of sight");
    for (const key of ["Home", "PageDown", "PageDown", "PageDown", "PageDown", "PageDown", "ArrowRight", "End", "ArrowLeft"]) {
      await p.page.keyboard.press(key);
      await p.idle();
      assert.ok(await inSight(), `after ${key} move ${await count(p)} is out of sight`);
    }
    // The page itself does not move.
    assert.equal(await p.page.evaluate(() => window.scrollY), 0);
  });
}
