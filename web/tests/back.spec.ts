// Back and Forward of the browser, and addresses of panels.
import { assert, type Opened, test, until } from "./harness";
import { newGame, newHex } from "./games";

const cells = async (p: Opened, n: number): Promise<void> =>
  until(async () => (await p.page.locator('[data-testid="board"] [role="gridcell"]').count()) === n, `the board has not ${n} cells`);

test("Back goes to the panel before, and Forward to the next", async ({ opened }) => {
  const p = await opened();
  await p.open("play");
  await p.open("review");
  assert.match(p.page.url(), /#panel=review$/);
  await p.play("c3");
  await p.page.goBack();
  await p.panel("play").waitFor();
  // A move belongs to the game, not to the panel.
  await p.cellIs("c3", "Black stone");
  await p.page.goBack();
  await p.panel("welcome").waitFor();
  await p.page.goForward();
  await p.page.goForward();
  await p.panel("review").waitFor();
  await p.cellIs("c3", "Black stone");
  assert.equal(await p.page.getByTestId("count").innerText(), "1 / 1");
});

test("Back goes to the game before with all that was done in it, also after a reload", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 4, 4);
  await p.play("b2", "c3");
  await newGame(p, "Go", 5, 5);
  await p.play("B2");
  await p.load("https://hexworld.org/board/#3c1,b2a1");
  await cells(p, 9);
  await p.page.goBack();
  await cells(p, 25);
  await p.cellIs("B2", "Black stone");
  await p.page.waitForTimeout(600);
  await p.page.reload();
  await p.idle();
  await cells(p, 25);
  await p.page.goBack();
  await cells(p, 16);
  await p.cellIs("c3", "White stone");
  await p.page.goForward();
  await cells(p, 25);
  await p.page.goForward();
  await cells(p, 9);
  await p.cellIs("a1", "White stone");
});

test("a panel has an address, and a link to a board is an entry like others", async ({ opened }) => {
  const p = await opened({ hash: "#panel=solve" });
  await p.panel("solve").waitFor();
  await newHex(p, 3, 3);
  await p.play("b2");
  const link = await p.page.evaluate(async () => {
    const tree = { id: "", start: { game: { game: "hex", columns: 5, rows: 5 }, moves: [] }, players: ["", ""], result: "", nodes: [{}, { parent: 0, mv: "d4" }] };
    const text = JSON.stringify({ version: 1, tree, current: 1, panel: "analysis", kept: {} });
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  });
  // The address is typed into the page that is open.
  await p.page.waitForTimeout(600);
  await p.page.evaluate((text) => (location.hash = `#state=${text}`), link);
  await cells(p, 25);
  await p.panel("analysis").waitFor();
  await p.cellIs("d4", "Black stone");
  await p.play("b2");
  await p.page.waitForTimeout(600);
  // What was done since is not undone by a reload.
  await p.page.reload();
  await p.idle();
  await p.cellIs("b2", "White stone");
  await p.page.goBack();
  await cells(p, 9);
  await p.cellIs("b2", "Black stone");
  await p.panel("solve").waitFor();
  await p.page.evaluate(() => (location.hash = "#panel=proof"));
  await p.panel("proof").waitFor();
  await p.page.goBack();
  await p.panel("solve").waitFor();
});

test("Back closes a window, and the first visit makes no entry of its own", async ({ opened, server, browser }) => {
  const p = await opened();
  await p.open("play");
  await p.page.keyboard.press("n");
  await p.page.getByRole("dialog").waitFor();
  await p.page.goBack();
  await p.page.getByRole("dialog").waitFor({ state: "detached" });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto("about:blank");
  await page.goto(await server());
  await page.getByTestId("panel-welcome").waitFor();
  await page.waitForTimeout(500);
  await page.goBack();
  await page.waitForURL("about:blank");
  await context.close();
});

test("a part of a panel has an address, which Back leaves and a reload finds again", async ({ opened }) => {
  const p = await opened({ hash: "#panel=studies&at=a%20study" });
  await p.panel("studies").waitFor();
  assert.match(p.page.url(), /#panel=studies&at=a%20study$/);
  const study = p.page.locator("[data-choice]").nth(1);
  const id = (await study.getAttribute("data-choice")) ?? "";
  await p.page.locator("[data-choice]").nth(1).evaluate((button: HTMLElement) => button.click());
  await until(async () => p.page.url().endsWith(`#panel=studies&at=${encodeURIComponent(id)}`), "the study has no address");
  await p.page.goBack();
  await p.open("matches");
  assert.match(p.page.url(), /#panel=matches$/);
  await p.page.goBack();
  await p.panel("studies").waitFor();
  assert.match(p.page.url(), /&at=a%20study$/);
  await p.page.reload();
  await p.page.locator("[data-choice]").first().waitFor({ state: "attached" });
  assert.match(p.page.url(), /&at=a%20study$/);
  // An address that is no text is an address of the whole.
  await p.page.evaluate(() => (location.hash = "#panel=matches&at=%E0%A4%A"));
  await p.panel("matches").waitFor();
});
