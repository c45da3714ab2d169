// The journey of a Hex player: a game is pasted on a fresh page, and two clicks later its proof is played against.
import { assert, test, until, type Opened } from "./harness";
import { newHex, overflows } from "./games";

/** The game of docs/guides/hex.md, on 7x7: move 15, e5, lost it, and only f5 won. */
const MOVES = "c5 c4 b5 c6 e3 d4 b4 c3 b3 b6 a7 a6 d5 d6 e5 e6 g6 f5 g4 g5".split(" ");

/** As Little Golem writes it. */
function littleGolem(size: number, moves: readonly string[]): string {
  return `(;FF[4]EV[hex]PB[A]PW[B]SZ[${size}]SO[https://littlegolem.net]${moves.map((mv, index) => `;${index % 2 === 0 ? "B" : "W"}[${mv}]`).join("")})`;
}

const TEXT = littleGolem(7, MOVES);
const LINK = `https://hexworld.org/board/#7n,${MOVES.join("")}`;

/** Counts what a person does from here on. */
async function clicks(p: Opened): Promise<() => Promise<number>> {
  await p.page.evaluate(() => {
    const counted = window as unknown as { nClicks: number };
    counted.nClicks = 0;
    window.addEventListener("click", () => (counted.nClicks += 1), true);
  });
  return () => p.page.evaluate(() => (window as unknown as { nClicks: number }).nClicks);
}

/** Waits until the board stands at the decisive move, without a click. */
async function decided(p: Opened): Promise<void> {
  const card = p.panel("review").getByTestId("losing-move");
  await card.waitFor({ timeout: 60_000 });
  await p.sees(card, "Move 15 lost: Black could have won with f5.", 30_000);
  await p.sees(p.page.getByTestId("count"), "15 / 20");
}

const stones = (p: Opened, player: "black" | "white"): Promise<number> => p.page.locator(`[data-testid="board"] .stone.${player}`).count();

for (const [name, text] of [["a link to HexWorld", LINK], ["a record of Little Golem", TEXT]] as const) {
  test(`from the paste of ${name} on a fresh page to the proof it is one click`, async ({ opened }) => {
    const p = await opened({ reviews: true });
    const counted = await clicks(p);
    await p.load(text);
    await decided(p);
    await p.page.getByTestId("why").click();
    const defence = p.panel("review").getByTestId("defence");
    await defence.waitFor({ timeout: 45_000 });
    assert.ok((await counted()) <= 2, `${await counted()} clicks`);
    // Never an empty board: all 15 stones are there, of both sides, and the first of the proof.
    assert.deepEqual([await stones(p, "black"), await stones(p, "white")], [8, 8]);
    await p.sees(defence, "White plays by the proof");
    assert.ok((await p.page.locator('[data-testid="board"] .stone.faded').count()) > 0, "no stone is grey");
  });
}

test("a proof answers tries with reasons and keeps all stones to its end", async ({ opened }) => {
  const p = await opened({ reviews: true });
  await p.load(TEXT);
  await decided(p);
  await p.page.getByTestId("why").click();
  const defence = p.panel("review").getByTestId("defence");
  await defence.waitFor({ timeout: 45_000 });
  await p.axe();
  let n = 15;
  const kinds = new Set<string>();
  for (let tries = 0; tries < 12; tries += 1) {
    const hard = defence.getByRole("button", { name: /^Try / });
    if ((await hard.count()) === 0) break;
    const before = await defence.locator(".mono").innerText();
    await hard.click();
    await until(async () => (await defence.locator(".mono").innerText()) !== before, "no move was made");
    const now = (await stones(p, "black")) + (await stones(p, "white"));
    assert.ok(now > n, `${now} stones after ${n}`);
    n = now;
    for (const reason of await defence.getByTestId("why").locator("li").allInnerTexts()) kinds.add(reason.split(/[:,.]/)[0] ?? "");
  }
  await p.sees(defence, /White has joined/);
  assert.ok(kinds.size > 0, "no answer had a reason");
  await defence.getByRole("button", { name: "Take back" }).click();
  await p.sees(defence, "The proof still needs");
  await p.page.keyboard.press("Escape");
  await p.panel("review").getByTestId("losing-move").waitFor();
  await p.sees(p.page.getByTestId("count"), "15 / 20");
});

test("the graph fills from the end while the review goes on, and says what was not looked at", async ({ opened }) => {
  const p = await opened({ reviews: true });
  await p.load(littleGolem(11, "k6 f6 h4 i9 h8 f9 j8 g7 h6 j9 g10 h5 g6 g5 j4 j2 i3 i6 i5 h7 f7 e9 d8 c10 b10 c9 b9 c8 b8 c7 b7 c5 c6 e5 d6 e7".split(" ")));
  const panel = p.panel("review");
  await panel.locator('[data-n="36"][data-certainty="certain"]').waitFor({ timeout: 20_000 });
  await panel.locator('[data-testid="review-state"][data-state="running"]').waitFor();
  await p.sees(panel.getByTestId("spent"), /of 37 positions were not looked at so far/);
  await p.page.keyboard.press("Home");
  await p.sees(panel.getByTestId("point"), "After 0 moves: not looked at.");
  // Who has walked meanwhile is not moved.
  await until(async () => (await panel.locator('[data-certainty="certain"]').count()) > 3, "no more proofs", 30_000);
  await p.sees(p.page.getByTestId("count"), "0 / 36");
});

test("what would you have played: a wrong try is refuted by the proof, the right one is said to be right", async ({ opened }) => {
  const p = await opened({ reviews: true });
  await p.load(TEXT);
  await decided(p);
  const panel = p.panel("review");
  await panel.locator('[data-testid="review-state"][data-state="done"]').waitFor({ timeout: 60_000 });
  await panel.getByRole("button", { name: "What would you have played?" }).click();
  const guess = panel.getByTestId("guess");
  for (let n = 0; n < 20 && !/at move 15/.test(await guess.innerText()); n += 1) await guess.getByRole("button", { name: "Next mistake of the game" }).click();
  await p.sees(guess, "You are Black at move 15");
  await p.sees(p.page.getByTestId("count"), "14 / 20");
  await p.cell("a1").click();
  await guess.locator('[data-kind="wrong"]').waitFor({ timeout: 45_000 });
  await p.sees(guess, "a1 loses, proved. Here is the refutation");
  await panel.getByTestId("defence").waitFor();
  assert.deepEqual([await stones(p, "black"), await stones(p, "white")].map((n) => n >= 7), [true, true]);
  await guess.getByRole("button", { name: "Another try" }).click();
  await p.sees(p.page.getByTestId("count"), "14 /");
  await p.idle();
  await p.cell("f5").click();
  await guess.locator('[data-kind="right"]').waitFor();
  await p.sees(guess, "f5 wins, proved");
  await p.axe();
});

test("the switch turns it off, and games without moves or several games start no review", async ({ opened }) => {
  const p = await opened({ reviews: true });
  await p.load("(;FF[4]GM[11]SZ[5])");
  const panel = await p.open("review");
  assert.equal(await panel.getByTestId("review-state").count(), 0);
  await p.load("(;FF[4]GM[11]SZ[5];B[a1])(;FF[4]GM[11]SZ[5];B[b2])");
  assert.equal(await panel.getByTestId("review-state").count(), 0);
  await panel.getByLabel("Review games that I open").uncheck();
  await p.open("game");
  await p.load(TEXT);
  await p.page.waitForTimeout(300);
  assert.equal(await p.panel("review").count(), 0);
  await p.page.reload();
  await p.idle();
  const again = await p.open("review");
  assert.equal(await again.getByLabel("Review games that I open").isChecked(), false);
  assert.equal(await again.getByTestId("review-state").count(), 0);
});

test("while a game against an engine runs nothing is reviewed", async ({ opened }) => {
  const p = await opened({ reviews: true });
  await newHex(p, 5, 5);
  const play = await p.open("play");
  await play.getByRole("button", { name: "Start the game" }).click();
  await p.page.getByRole("button", { name: "Resign" }).waitFor();
  await p.load(TEXT);
  await p.page.waitForTimeout(300);
  assert.equal(await p.panel("review").count(), 0);
});

test("the journey fits a phone, dark and in Japanese", async ({ opened }) => {
  const p = await opened({ reviews: true, language: "ja", theme: "dark", width: 360, height: 740, isTouch: true });
  await p.load(TEXT);
  const card = p.panel("review").getByTestId("losing-move");
  await card.waitFor({ timeout: 60_000 });
  await p.sees(card, /15 手目が敗着です。その前は黒が f5/, 30_000);
  // The panel is below the board: what it has found stands at the board, and a tap leads there.
  const headline = p.page.getByTestId("headline");
  await p.sees(headline, /15 手目が敗着です/);
  await p.press(headline);
  await until(async () => ((await card.boundingBox())?.y ?? 9999) < 500, "the card is out of sight");
  await p.page.getByTestId("why").click();
  await p.panel("review").getByTestId("defence").waitFor({ timeout: 45_000 });
  // The proof is played on the board, so the board comes in sight, with what the proof says.
  await until(async () => ((await p.page.getByTestId("board").boundingBox())?.y ?? -1) >= 0, "the board is out of sight");
  await p.sees(headline, /証明にまだ必要なマスは/);
  assert.equal(await overflows(p), false);
  await p.axe();
});
