import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assert, test, until, type Opened } from "./harness";
import { newHex, overflows } from "./games";

/** The puzzle of a file that is imported: White's only winning move is b3. */
const HEIN = "[[position]]\nid = 'shared by a friend'\nto_move = 'white'\nall_winning_moves = 'b3'\ndiagram = '''\n. . . B\n . . W .\n  . . . .\n   B . . .\n'''\n";

/** Gives a file to the panel. */
async function give(p: Opened, name: string, content: string | Buffer): Promise<void> {
  const file = join(tmpdir(), `${process.pid}-${name}`);
  writeFileSync(file, content);
  await p.page.getByTestId("puzzle-file").setInputFiles(file);
}

test("on a phone what comes next is one tap at the board", async ({ opened }) => {
  const p = await opened({ width: 390, height: 844, isTouch: true });
  const panel = await p.open("puzzles");
  await give(p, "hein-phone.toml", HEIN);
  await p.sees(panel.getByTestId("puzzle"), "shared by a friend");
  await p.press(p.cell("a1"));
  const next = p.page.getByTestId("headline");
  await p.sees(next, "Try again", 40_000);
  await p.press(next);
  await p.cellIs("a1", "empty");
  await p.press(p.cell("b3"));
  await p.sees(next, "Next puzzle");
  await p.press(next);
  await until(async () => !(await panel.getByTestId("puzzle").innerText()).includes("shared by a friend"), "the puzzle stays");
  await p.axe();
});

test("a puzzle: a wrong try is answered by the proof, a right one lists the others, and progress is kept", async ({ opened }) => {
  const p = await opened();
  const panel = await p.open("puzzles");
  await p.sees(panel.getByTestId("puzzle-progress"), /0 of \d\d solved/);
  await give(p, "hein.toml", HEIN);
  await p.sees(panel.getByTestId("puzzle"), "shared by a friend");
  await p.sees(panel.getByTestId("puzzle"), "White to move and win: join left and right.");
  // The board shows the puzzle, so nobody resigns the game behind it.
  assert.equal(await p.page.getByRole("button", { name: "Resign" }).count(), 0);
  await p.axe();
  await p.cell("a1").click();
  await p.sees(panel.getByTestId("puzzle-outcome"), /a1 does not win\. Black answers \S+ and wins|Black wins already/, 40_000);
  await p.cellIs("a1", "White stone");
  await p.sees(panel.getByTestId("puzzle"), "comes again");
  await p.axe();
  // The proof is there to be beaten.
  await panel.getByRole("button", { name: "Try to beat the proof" }).click();
  await p.panel("proof").getByTestId("defence").waitFor();
  await p.open("puzzles");
  await panel.getByRole("button", { name: "Try again" }).click();
  await p.cellIs("a1", "empty");
  await p.cell("b3").click();
  await p.sees(panel.getByTestId("puzzle-outcome"), "Right: b3 wins. It is the only move that wins.");
  await panel.getByRole("button", { name: "Next puzzle" }).click();
  await until(async () => !(await panel.getByTestId("puzzle").innerText()).includes("shared by a friend"), "the puzzle stays");
  await panel.getByRole("button", { name: "Show the solution" }).click();
  await p.sees(panel.getByTestId("puzzle-outcome"), "marked");
  await p.page.reload();
  await p.idle();
  await p.open("puzzles");
  await p.sees(panel, /[12] comes? again|2 come again/);
  await panel.getByLabel("Only unsolved").check();
  await panel.getByRole("combobox", { name: "Board" }).selectOption("5×5");
  await p.sees(panel.getByTestId("puzzle"), "5x5-");
});

test("a set of puzzles is saved, read again, and refused with the place of its fault; any bytes do no harm", async ({ opened }) => {
  // The browser notes each refusal.
  const p = await opened({ expected: /status of 422/ });
  const panel = await p.open("puzzles");
  await panel.getByTestId("puzzle").waitFor();
  await panel.getByText("Your own puzzles").click();
  await panel.getByRole("combobox", { name: "Board" }).selectOption("7×7");
  const [file] = await Promise.all([p.page.waitForEvent("download"), panel.getByRole("button", { name: "Save these puzzles" }).click()]);
  const text = readFileSync(await file.path(), "utf8");
  assert.match(text, /\[\[position\]\]\nid = "7x7-/);
  assert.match(text, /all_winning_moves = "/);
  const before = Number(/of (\d+)/.exec(await panel.getByTestId("puzzle-progress").innerText())?.[1]);
  await give(p, "all.toml", text);
  await p.sees(p.page.getByTestId("notice").last(), /\d+ puzzles were added/);
  assert.ok(before > 60, `${before} puzzles`);
  await give(p, "bad.toml", HEIN.replace("'b3'", "'z9'"));
  await p.sees(p.page.getByTestId("notice").last(), /z9/);
  await p.sees(p.page.getByTestId("notice").last(), /[Ll]ine 4/);
  await give(p, "none.toml", HEIN.replace("all_winning_moves = 'b3'\n", ""));
  await p.sees(p.page.getByTestId("notice").last(), "there is no puzzle in this text");
  await give(p, "noise.bin", Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 7919) % 256)));
  await until(async () => (await p.page.getByTestId("notice").count()) >= 4, "the noise is not refused");
  await panel.getByTestId("puzzle").waitFor();
});

test("the proved mistakes of a reviewed game become puzzles, on a dark phone by touch", async ({ opened }) => {
  const p = await opened({ width: 390, height: 780, isTouch: true, theme: "dark" });
  await newHex(p, 4, 4);
  await p.play("a1", "b3", "d1", "c2");
  const review = await p.open("review");
  await review.getByTestId("review").click();
  const panel = p.panel("puzzles");
  await review.getByTestId("mistakes-certain").waitFor({ timeout: 60_000 });
  await p.open("puzzles");
  await panel.getByTestId("from-review").tap();
  await p.sees(panel.getByTestId("puzzle"), /move \d+/, 40_000);
  await p.axe();
  assert.equal(await overflows(p), false);
  await panel.getByRole("button", { name: "Show the solution" }).tap();
  await p.sees(panel.getByTestId("puzzle-outcome"), "marked");
});
