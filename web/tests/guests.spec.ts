import { createServer, type Server } from "node:http";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assert, program, startServer, test, until, type Opened } from "./harness";
import { newHex } from "./games";

const rows = (p: Opened) => p.page.getByTestId("second-moves").locator("tbody tr");
const tags = (p: Opened) => p.page.locator('[data-testid="board"] .tag');

/** A server with more options, for one test. */
async function withServer(more: readonly string[], run: (url: string) => Promise<void>): Promise<void> {
  const server = await startServer(undefined, null, more);
  try {
    await run(server.url);
  } finally {
    server.process.kill();
    rmSync(server.folder, { recursive: true, force: true });
  }
}

const guest = (): string => `Guest='${program()}' gtp --game hex --player uct`;

/** A page may still be loading when the server of its test ends. */
const GONE = /ERR_CONNECTION_REFUSED/;

test("an engine of somebody else thinks beside ours, in a layer and a table with its name", async ({ opened }) => {
  await withServer(["--engine", guest()], async (url) => {
    const p = await opened({ url, expected: GONE });
    await newHex(p, 5, 5);
    const panel = await p.open("analysis");
    assert.equal(await p.page.getByTestId("second").inputValue(), "Guest");
    await p.page.getByTestId("analyze").click();
    await rows(p).first().waitFor();
    await tags(p).first().waitFor();
    await panel.getByTestId("moves").locator("tbody tr").first().waitFor();
    await p.page.locator('[data-testid="board"] .bubble').first().waitFor();
    await p.sees(p.page.getByRole("list", { name: "Legend" }), "Guest");
    await p.sees(panel.getByRole("region", { name: "What Guest thinks" }), /Black [<>]?\d+%/);
    await p.axe();
    // Its line is shown as ours are, and it follows the board.
    const best = (await rows(p).first().getAttribute("data-mv")) ?? "";
    await until(async () => new RegExp(`Guest, ${best}: .*%`).test((await p.cell(best).getAttribute("aria-label")) ?? ""), "the cell does not say what the guest thinks");
    await rows(p).first().hover();
    await p.page.locator('[data-testid="board"] .ghost').first().waitFor();
    await p.page.locator("h1").hover();
    await p.play(best);
    await until(async () => (await rows(p).count()) > 0 && (await rows(p).locator(`[data-mv=${best}]`).count()) === 0, "the moves are those of the old position");
    await p.page.getByTestId("analyze").click();
    await tags(p).first().waitFor({ state: "detached" });
  });
});

test("a move that is proved to lose is crossed out in the guest's list too", async ({ opened }) => {
  await withServer(["--engine", guest()], async (url) => {
    const p = await opened({ url, expected: GONE, theme: "dark" });
    await newHex(p, 3, 3);
    await p.open("solve");
    await p.page.getByTestId("solve").click();
    await p.page.locator('[data-testid="board"] [aria-label*="loses, proved"]').first().waitFor();
    await p.open("analysis");
    await p.page.getByTestId("analyze").click();
    await rows(p).first().waitFor();
    const lost = rows(p).and(p.page.locator(".lost"));
    await lost.first().waitFor();
    await p.sees(lost.first(), "proved to lose");
    assert.equal(await lost.locator("[data-mv=b2]").count(), 0, "the centre wins");
    await tags(p).and(p.page.locator(".lost")).first().waitFor();
    await p.axe();
  });
});

test("an engine that fails says so, and can be chosen as the first opinion or left out", async ({ opened }) => {
  await withServer(["--engine", guest(), "--engine", "Broken=sh -c 'echo oh no >&2; exit 3'"], async (url) => {
    const p = await opened({ url, expected: GONE });
    await newHex(p, 5, 5);
    const panel = await p.open("analysis");
    await p.page.getByTestId("second").selectOption("Broken");
    await p.page.getByTestId("analyze").click();
    await p.sees(panel.getByRole("alert"), /`Broken` has failed.*oh no/s);
    await p.page.getByTestId("second").selectOption("");
    await panel.getByRole("alert").waitFor({ state: "detached" });
    await panel.locator("select").first().selectOption("Guest");
    await p.sees(p.page.getByRole("list", { name: "Legend" }), "Guest");
    await panel.getByTestId("moves").locator("tbody tr").nth(1).waitFor();
    // The choice is kept.
    await p.page.reload();
    await p.idle();
    assert.equal(await p.page.getByTestId("second").inputValue(), "");
  });
});

/** Runs a test with an engine whose `genmove` is this line of shell. Its script is removed afterwards. */
async function withEngine(genmove: string, run: (command: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "engine-"));
  const file = join(folder, "engine.sh");
  writeFileSync(file, `while read -r id command rest; do case $command in genmove) ${genmove} ;; *) printf '=%s\\n\\n' "$id"; [ "$command" = quit ] && exit ;; esac; done\n`);
  try {
    await run(`sh '${file}'`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("an engine plays a match beside ours, and one that fails is named with what it did", async ({ opened }) => {
  await withServer(["--engine", `Friend='${program()}' gtp --game hex --player uct --playouts 50`, "--engine", "Broken=sh -c 'echo oh no >&2; exit 3'"], async (url) => {
    const p = await opened({ url, expected: GONE, width: 1280, height: 900 });
    await newHex(p, 3, 3);
    const panel = await p.open("matches");
    const note = panel.getByTestId("engines-note");
    await p.sees(note, /Friend, Broken.*No command is typed here.*tesuji serve --engine/s);
    assert.equal(await panel.getByTestId("engine-time").count(), 0);
    await panel.getByLabel("First player").selectOption({ label: "random" });
    await panel.getByLabel("Second player").selectOption({ label: "Friend" });
    await panel.getByLabel("Engine: seconds a move").fill("5");
    // The engine stays chosen when the game changes and changes back.
    await panel.getByLabel("Game", { exact: true }).selectOption("go");
    await panel.getByRole("button", { name: /Take the game on the board/ }).click();
    assert.match(await panel.locator("#match-text").inputValue(), /name = "Friend"\nkind = "guest"\nengine = "Friend"\nthink = "5s"\nlimits = \{ move = "15s", move-cpu = "40s" \}/);
    await panel.getByLabel("Games", { exact: true }).fill("4");
    await panel.getByLabel(/End as soon as the result is clear/).check();
    await panel.getByTestId("start-match").click();
    await panel.locator('[data-testid="match"][data-state="done"]').waitFor({ timeout: 60_000 });
    await p.sees(panel.getByTestId("ratings").locator("tr", { hasText: "Friend" }), /\d ms|\d s/);
    assert.equal(await panel.getByTestId("forfeits").count(), 0);
    await panel.locator('[data-testid="curve"][data-points="2"] .band').waitFor({ state: "attached" });
    await panel.getByTestId("sprt").waitFor();
    await panel.getByLabel("Second player").selectOption({ label: "Broken" });
    await panel.getByTestId("start-match").click();
    await p.sees(panel.getByTestId("forfeits"), "Broken forfeited all 4 games (crashed: 4). They count as lost, but say nothing about its strength.", 60_000);
    await panel.locator('[data-testid="match"][data-state="done"]').waitFor({ timeout: 60_000 });
    await panel.getByText("Games of this match").click();
    await p.sees(panel.locator("ol li").first(), /forfeit: crashed.*Broken \((black|white)\), move \d+:.*oh no/s);
    const [file] = await Promise.all([p.page.waitForEvent("download"), panel.getByRole("button", { name: "CSV: Player" }).click()]);
    assert.match(readFileSync(await file.path(), "utf8"), /forfeits,cpu_of_a_move\r\n[^]*Broken,.*,4,/);
    await p.axe();
  });
});

test("a match with an engine that hangs is stopped at once", async ({ opened }) => {
  await withEngine("sleep 3600", (command) => withServer(["--engine", `Slow=${command}`], async (url) => {
    const p = await opened({ url, expected: GONE, language: "ja", theme: "dark", width: 390, height: 844 });
    const panel = await p.open("matches");
    await panel.getByLabel("二人目のプレイヤー").selectOption({ label: "Slow" });
    await panel.getByLabel("エンジン: 一手の秒数").fill("100");
    await panel.getByTestId("start-match").click();
    await panel.locator('[data-testid="match"][data-state="running"]').waitFor();
    await p.page.waitForTimeout(500);
    await panel.getByTestId("match").getByRole("button", { name: "止める" }).click();
    await panel.locator('[data-testid="match"][data-state="stopped"]').waitFor();
    await p.axe();
  }));
});

test("an engine is an opponent in one click, answers, and counts its processor time", async ({ opened }) => {
  await withServer(["--engine", guest()], async (url) => {
    // The page may still load its other panels when the server goes.
    const p = await opened({ url, expected: /ERR_CONNECTION_REFUSED/ });
    await newHex(p, 5, 5);
    const panel = await p.open("play");
    await panel.getByRole("combobox", { name: "White", exact: true }).locator("optgroup option", { hasText: "Guest" }).waitFor({ state: "attached" });
    await panel.getByRole("button", { name: "Play against Guest" }).click();
    await p.sees(p.page.getByTestId("side-white"), "Guest");
    await p.sees(p.page.getByTestId("play-status"), "Your turn", 30_000);
    await p.play("c3");
    await p.sees(panel.getByTestId("engine-seconds"), /Processor time of the engine in this game: \d+\.\d s/, 30_000);
    await p.sees(p.page.getByTestId("play-status"), "Your turn", 30_000);
    assert.equal(await p.page.locator('[data-testid="board"] [aria-label*="White stone"]').count(), 1);
    await p.axe();
    // The game goes on after a reload, against the same engine.
    await p.page.waitForTimeout(600);
    await p.page.reload();
    await p.idle();
    await p.open("play");
    await p.sees(p.page.getByTestId("side-white"), "Guest");
    await p.page.getByTestId("engine-seconds").waitFor();
  });
});

test("an engine that resigns has lost, and one that fails pauses the game", async ({ opened }) => {
  await withEngine(`printf '=%s resign\\n\\n' "$id"`, (command) => withServer(["--engine", `Modest=${command}`, "--engine", "Broken=sh -c 'echo oh no >&2; exit 3'"], async (url) => {
    const p = await opened({ url, expected: /422|ERR_CONNECTION_REFUSED/ });
    await newHex(p, 5, 5);
    const panel = await p.open("play");
    await panel.getByRole("button", { name: "Play against Modest" }).click();
    await p.play("c3");
    await p.sees(panel.getByTestId("ended"), /White has resigned.*B\+R/s, 30_000);
    await panel.getByRole("button", { name: "Play against Broken" }).click();
    await p.play("c3");
    await p.sees(panel.getByRole("alert"), /`Broken` has failed.*oh no/s, 30_000);
    await p.sees(p.page.getByTestId("play-status"), "The game is paused");
  }));
});

test("the address of a game is read through the server where that is switched on, and otherwise told what to paste", async ({ opened }) => {
  const sgf = "(;FF[4]EV[hex]PB[Ann]PW[Bob]SZ[11]SO[https://www.littlegolem.net];W[ab];B[kk])";
  const site: Server = createServer((request, response) => {
    const isThere = request.url === "/www.littlegolem.net/servlet/sgf/1/game1.hsgf";
    response.writeHead(isThere ? 200 : 404).end(isThere ? sgf : "");
  });
  await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
  const address = "https://littlegolem.net/jsp/game/game.jsp?gid=";
  try {
    await withServer(["--fetch-stand-in", `127.0.0.1:${(site.address() as AddressInfo).port}`], async (url) => {
      const p = await opened({ url, expected: /424|ERR_CONNECTION_REFUSED/ });
      await p.load(`${address}1`);
      await p.cellIs("a2", "Black stone");
      await p.load(`${address}2`);
      await p.sees(p.page.getByTestId("notice").last(), /Little Golem cannot be read: www.littlegolem.net: .*404/);
      await p.sees(p.page.getByTestId("notice").last(), "paste");
    });
    const p = await opened({ expected: /422/ });
    await p.load(`${address}1`);
    await p.sees(p.page.getByTestId("notice").last(), "paste what it shows");
  } finally {
    site.close();
  }
});
