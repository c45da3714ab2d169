import { createServer, type Server } from "node:http";
import { rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
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

test("an engine of somebody else thinks beside ours, in a layer and a table with its name", async ({ opened }) => {
  await withServer(["--engine", guest()], async (url) => {
    const p = await opened({ url });
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
    const p = await opened({ url, theme: "dark" });
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
    const p = await opened({ url });
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
