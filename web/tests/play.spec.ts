import { assert, test, until, type Opened } from "./harness";
import { newGame, newHex, overflows } from "./games";

const stones = async (p: Opened): Promise<number> =>
  p.page.locator('[data-testid="board"] [data-cell]').evaluateAll((cells) => cells.filter((cell) => / stone/.test(cell.getAttribute("aria-label") ?? "")).length);

/** Chooses who plays, and starts. An empty title is a person. */
async function start(p: Opened, black: "person" | "player", white: "person" | "player", more?: () => Promise<unknown>): Promise<void> {
  const panel = await p.open("play");
  for (const [colour, who] of [["Black", black], ["White", white]] as const) {
    const select = panel.getByRole("combobox", { name: colour, exact: true });
    // The weakest player answers at once.
    if (who === "person") await select.selectOption("");
    else await select.selectOption({ index: (await select.locator("option").count()) - 1 });
  }
  await more?.();
  await panel.getByTestId("begin").click();
  await panel.getByTestId("running").waitFor();
}

/** Two people begin a game on 5x5 with a clock, and Black plays. */
async function startWithClock(p: Opened, minutes: string, seconds: string): Promise<void> {
  await newHex(p, 5, 5);
  await start(p, "person", "person", async () => {
    await p.page.getByLabel("Clock").check();
    for (const [label, text] of [["minutes each", minutes], ["seconds added by each move", seconds]] as const) {
      await p.page.getByLabel(label).fill(text);
      await p.page.getByLabel(label).press("Tab");
    }
  });
  await p.play("c3");
}

const yourTurn = (p: Opened) => p.sees(p.page.getByTestId("play-status"), "Your turn", 20_000);

/** A person begins a game on 5x5 against a player of the catalogue, with a move. */
async function startAgainstPlayer(p: Opened): Promise<void> {
  await newHex(p, 5, 5);
  await start(p, "person", "player");
  await yourTurn(p);
  await p.play("c3");
}

test("a player answers each move; moves are taken back; resigning ends the game", async ({ opened }) => {
  const p = await opened();
  await startAgainstPlayer(p);
  await until(async () => (await stones(p)) === 2, "no answer");
  await yourTurn(p);
  await p.axe();
  await p.page.getByRole("button", { name: "Take back" }).click();
  await until(async () => (await stones(p)) === 0, "nothing was taken back");
  await yourTurn(p);
  await p.play("b4");
  await until(async () => (await stones(p)) === 2, "no answer after taking back");
  await yourTurn(p);
  // Each move of the game is offered once, at each size.
  for (const [width, height] of [[390, 844], [900, 700], [1440, 900]] as const) {
    await p.page.setViewportSize({ width, height });
    for (const name of [/Resign/, /Undo|Take back/]) assert.equal(await p.page.getByRole("button", { name }).count(), 1, `${name} at ${width}`);
  }
  await p.page.getByRole("button", { name: "Resign" }).click();
  await p.sees(p.page.getByTestId("ended"), "Black has resigned");
  await p.sees(p.page.getByTestId("ended"), "W+R");
});

test("what the player thinks is hidden unless it is wanted", async ({ opened }) => {
  const p = await opened();
  await startAgainstPlayer(p);
  await yourTurn(p);
  assert.equal(await p.page.getByTestId("thought").count(), 0);
  await p.page.getByRole("button", { name: "End without a result" }).click();
  await start(p, "person", "player", async () => p.page.getByLabel("Show what the player thinks").check());
  await yourTurn(p);
  await p.play("c3");
  await p.sees(p.page.getByTestId("thought"), /Black|–/);
});

test("a hint lies on the board until the next move", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 5, 5);
  await start(p, "person", "person");
  await p.sees(p.page.getByTestId("play-status"), "Black to move");
  await p.page.getByRole("button", { name: "Hint" }).click();
  const hint = p.page.getByTestId("hint");
  await hint.waitFor();
  // First an area, then the move in it.
  await p.sees(hint, "A good move is in the shaded area");
  const area = await p.page.locator('[data-testid="board"] [data-cell]').evaluateAll((cells) => cells.filter((cell) => /shaded area/.test(cell.getAttribute("aria-label") ?? "")).map((cell) => cell.getAttribute("data-cell")));
  assert.ok(area.length >= 3 && area.length <= 7, `${area.length} cells are shaded`);
  await p.page.getByRole("button", { name: "Show the move" }).click();
  await p.sees(hint, "looks best");
  const mv = (await hint.innerText()).split(" ")[0]?.replace(/[^a-e1-5]/g, "") ?? "";
  assert.ok(area.includes(mv), `${mv} is not in ${area.join(" ")}`);
  await p.cellIs(mv, "looks best");
  await p.play(mv);
  await hint.waitFor({ state: "detached" });
  await p.sees(p.page.getByTestId("play-status"), "White to move");
});

test("two players of the catalogue finish a game by themselves", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 3, 3);
  await start(p, "player", "player");
  await p.page.getByTestId("ended").waitFor({ timeout: 60_000 });
  await p.sees(p.page.getByTestId("ended"), /has won/);
  assert.ok((await stones(p)) >= 5);
});

test("when the flag falls, the game is over", async ({ opened }) => {
  const p = await opened();
  await startWithClock(p, "0.1", "0");
  await p.sees(p.page.getByTestId("side-white"), /0:0[0-5]\.\d/, 5000);
  await p.sees(p.page.getByTestId("ended"), "White has run out of time");
  await p.sees(p.page.getByTestId("ended"), "B+T");
});

test("the clock adds time for a move and waits while the game is paused", async ({ opened }) => {
  const p = await opened();
  await startWithClock(p, "1", "30");
  await p.sees(p.page.getByTestId("side-black"), /1:(2|30)/);
  await p.page.getByRole("button", { name: "Pause" }).click();
  await p.sees(p.page.getByTestId("play-status"), "paused");
  const time = await p.page.getByTestId("side-white").innerText();
  await p.page.waitForTimeout(1300);
  assert.equal(await p.page.getByTestId("side-white").innerText(), time);
});

test("a game goes on after a reload, on any panel", async ({ opened }) => {
  const p = await opened();
  await startAgainstPlayer(p);
  await yourTurn(p);
  await p.page.waitForTimeout(500);
  await p.page.reload();
  await p.idle();
  await p.page.getByTestId("running").waitFor();
  await yourTurn(p);
  await p.open("game");
  const before = await stones(p);
  const free = await p.page.locator('[data-testid="board"] [data-cell]').evaluateAll((cells) =>
    cells.find((cell) => /, empty/.test(cell.getAttribute("aria-label") ?? ""))?.getAttribute("data-cell") ?? "");
  await p.play(free);
  await until(async () => (await stones(p)) === before + 2, "no answer after the reload");
});

test("handicap stones are placed by hand before White begins", async ({ opened }) => {
  const p = await opened();
  await newGame(p, "Go", 5, 5);
  await start(p, "person", "person", async () => p.page.getByLabel("Begin", { exact: true }).selectOption("handicap"));
  await p.sees(p.page.getByTestId("doing"), "Place 2 more");
  await p.cell("B2").click();
  await p.sees(p.page.getByTestId("doing"), "Place 1 more");
  await p.cell("D4").click();
  await p.idle();
  await p.cellIs("B2", "Black stone");
  await p.cellIs("D4", "Black stone");
  await p.sees(p.page.getByTestId("play-status"), "White to move");
});

test("White may swap the first move of Hex", async ({ opened }) => {
  const p = await opened();
  await p.play("c3");
  await start(p, "person", "person", async () => p.page.getByRole("combobox", { name: "Begin" }).selectOption("here"));
  await p.sees(p.page.getByTestId("play-status"), "White to move");
  const swap = p.page.getByRole("button", { name: "Swap", exact: true });
  await swap.click();
  await p.sees(p.page.getByTestId("play-status"), "Black to move");
  assert.equal(await swap.count(), 0);
  await p.cellIs("c3", "White stone");
});

test("two passes end a game of Go and count it", async ({ opened }) => {
  const p = await opened();
  await newGame(p, "Go", 5, 5);
  await start(p, "person", "person");
  await p.play("C3");
  const pass = p.page.getByRole("button", { name: "Pass", exact: true });
  await pass.click();
  await p.sees(p.page.getByTestId("play-status"), "Black to move");
  await pass.click();
  await p.sees(p.page.getByTestId("ended"), /[BW]\+\d/);
});

test("a game begins at the position shown", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 5, 5);
  await p.play("c3");
  await start(p, "person", "player", async () => p.page.getByLabel("Begin", { exact: true }).selectOption("here"));
  await until(async () => (await stones(p)) === 2, "the player does not move at the position shown");
});

test("a rated game gives no help, counts, and proposes the next opponent", async ({ opened, server }) => {
  await fetch(`${await server()}api/sessions/rated-games`, { method: "DELETE" });
  const p = await opened();
  const panel = await p.open("play");
  await p.sees(panel.getByTestId("rating"), "not yet known");
  await panel.getByTestId("begin-rated").click();
  await panel.getByTestId("running").waitFor();
  await p.sees(panel.getByTestId("running"), "This game counts");
  assert.equal(await panel.getByRole("button", { name: "Hint" }).count(), 0);
  assert.equal(await p.page.getByRole("button", { name: "Take back" }).count(), 0);
  const analysis = await p.open("analysis");
  assert.equal(await analysis.getByTestId("analyze").isDisabled(), true);
  assert.equal(await analysis.getByTestId("ask-levels").isDisabled(), true);
  await p.axe();
  await p.open("play");
  await yourTurn(p);
  await p.page.getByRole("button", { name: "Resign" }).click();
  await p.sees(panel.getByTestId("ended"), "has resigned");
  await panel.getByText("Your games: 1").click();
  await p.sees(panel.getByTestId("rated-games"), /: lost/);
  await p.page.reload();
  await p.idle();
  await p.open("play");
  await panel.getByText("Your games: 1").waitFor();
});

test("playing fits a phone, in Japanese and dark", async ({ opened }) => {
  const p = await opened({ width: 360, height: 740, isTouch: true, theme: "dark", language: "ja" });
  const panel = await p.open("play");
  assert.equal(await overflows(p), false);
  await p.axe();
  await panel.getByTestId("begin").click();
  await panel.getByTestId("running").waitFor();
  assert.equal(await overflows(p), false);
  await p.axe();
});

test("without a server a player answers in the browser", async ({ opened }) => {
  const p = await opened({ by: "worker" });
  await startAgainstPlayer(p);
  await until(async () => (await stones(p)) === 2, "no answer", 20_000);
});

test("a beginner's game is one click; it says what to do, and afterwards shows the decisive mistake", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 5, 5);
  const panel = await p.open("play");
  await p.sees(panel.getByTestId("levels"), "You are Black: join top and bottom");
  await p.sees(panel.getByTestId("level-about"), "Plays anywhere");
  const levels = await panel.getByRole("combobox", { name: "Opponent" }).first().locator("option").allInnerTexts();
  assert.match(levels[0] ?? "", /Level 1 · first opponent \(random moves\)/);
  assert.match(levels[3] ?? "", /Level 4 · about \d+ Elo/);
  await p.axe();
  await panel.getByTestId("play-level").click();
  await yourTurn(p);
  await p.sees(p.page.getByTestId("aim"), "You are Black: join top and bottom");
  await p.play("c3");
  await until(async () => (await stones(p)) === 2, "no answer");
  await yourTurn(p);
  await p.axe();
  await p.page.getByRole("button", { name: "Resign" }).click();
  await panel.getByRole("button", { name: "Your one decisive mistake" }).click();
  await p.panel("review").getByTestId("verdict").waitFor({ timeout: 60_000 });
});

test("levels have one sentence each in every game, on a phone in Japanese", async ({ opened }) => {
  const p = await opened({ width: 360, height: 740, isTouch: true, language: "ja", theme: "dark" });
  const panel = await p.open("play");
  await p.sees(panel.getByTestId("levels"), "あなたは黒です: 上と下をつないでください");
  const select = panel.getByTestId("levels").getByRole("combobox");
  const seen = new Set<string>();
  const n = await select.locator("option").count();
  for (let at = 0; at < n; at += 1) {
    await select.selectOption({ index: at });
    seen.add(await panel.getByTestId("level-about").innerText());
  }
  assert.ok(seen.size >= n - 1 && !seen.has(""), [...seen].join("; "));
  assert.equal(await overflows(p), false);
});
