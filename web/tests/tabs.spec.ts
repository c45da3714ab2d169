// What a tab keeps: over a reload and a restart, beside other tabs, and where the browser keeps nothing.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "@playwright/test";
import { assert, CHROMIUM, FLAGS, Opened, test, until } from "./harness";
import { newHex } from "./games";

const cells = (p: Opened): Promise<number> => p.page.locator('[data-testid="board"] [role="gridcell"]').count();
const count = async (p: Opened): Promise<string> => (await p.page.getByTestId("count").innerText()).trim();

async function reload(p: Opened): Promise<void> {
  await p.page.reload();
  await p.idle();
}

test("two tabs keep their own games, variations and reviews", async ({ opened }) => {
  const one = await opened();
  await newHex(one, 4, 4);
  await one.play("b2", "c3", "b3");
  await one.page.keyboard.press("ArrowLeft");
  await one.idle();
  await one.play("c2");
  const review = await one.open("review");
  await review.getByLabel("Thinking time").selectOption("own");
  await review.getByLabel("seconds", { exact: true }).fill("2");
  await review.getByTestId("review").click();
  await one.page.locator('[data-testid="review-state"][data-state="done"]').waitFor({ timeout: 30_000 });
  // It has gone to the move that lost the game.
  assert.equal(await count(one), "2 / 3");
  await one.play("c2");
  assert.equal(await count(one), "3 / 3");
  // A new tab begins anew, and what is done in it stays there.
  const two = await opened({ beside: one });
  assert.equal(await cells(two), 121);
  await newHex(two, 3, 3);
  await two.play("b2", "a1");
  const other = await two.open("review");
  await other.getByLabel("Thinking time").selectOption("own");
  await other.getByLabel("seconds", { exact: true }).fill("2");
  await other.getByTestId("review").click();
  await two.page.locator('[data-testid="review-state"][data-state="done"]').waitFor({ timeout: 30_000 });
  await two.page.waitForTimeout(500);
  await reload(one);
  assert.equal(await cells(one), 16, "the game of the first tab is gone");
  assert.equal(await count(one), "3 / 3");
  await one.sees(one.page.getByTestId("tree"), /b3[\s\S]*c2|c2[\s\S]*b3/);
  await one.panel("review").getByTestId("graph").waitFor();
  await reload(two);
  assert.equal(await cells(two), 9);
  assert.equal(await count(two), "2 / 2");
  await two.panel("review").getByTestId("graph").waitFor();
});

test("a tab that is duplicated begins with a copy, and neither changes the other", async ({ opened }) => {
  const one = await opened();
  await newHex(one, 3, 3);
  await one.play("b2");
  await one.page.waitForTimeout(500);
  // The browser copies what belongs to the tab, while the tab lives.
  const kept = await one.page.evaluate(() => Object.entries(sessionStorage));
  const two = await opened({ beside: one });
  await two.page.evaluate((entries) => {
    sessionStorage.clear();
    for (const [key, value] of entries) sessionStorage.setItem(key, value);
    history.replaceState(null, "");
  }, kept);
  await reload(two);
  assert.equal(await count(two), "1 / 1", "the copy is not that of the first tab");
  await two.play("a1", "c3");
  await two.page.waitForTimeout(500);
  await one.play("b1");
  await one.page.waitForTimeout(500);
  await reload(two);
  await reload(one);
  assert.equal(await count(two), "3 / 3");
  await two.cellIs("a1", "White stone");
  assert.equal(await count(one), "2 / 2");
  await one.cellIs("b1", "White stone");
  await one.cellIs("a1", "empty");
});

test("the last moment before a reload is kept, and the board of a closed tab is found again", async ({ opened }) => {
  const one = await opened();
  await newHex(one, 3, 3);
  await one.play("b2");
  await reload(one);
  assert.equal(await count(one), "1 / 1");
  const two = await opened({ beside: one });
  await newHex(two, 5, 5);
  await two.play("c3", "d4");
  await two.page.close({ runBeforeUnload: true });
  await until(async () => one.page.context().pages().length === 1, "the tab is not closed");
  const found = one.page.getByTestId("closed-tabs").getByRole("button", { name: /^Hex, after 2 moves/ }).first();
  // The browser needs a moment to end a tab.
  await until(async () => {
    await one.page.keyboard.press("Control+o");
    const isThere = await found.waitFor({ timeout: 1500 }).then(() => true, () => false);
    if (!isThere) await one.page.keyboard.press("Escape");
    return isThere;
  }, "the board of the closed tab is not listed", 20_000);
  await found.click();
  await one.cellIs("d4", "White stone");
  assert.equal(await cells(one), 25);
});

for (const how of ["closed", "killed"] as const) {
  test(`a browser that was ${how} and started again shows the last game in a new tab`, async ({ server }) => {
    const folder = mkdtempSync(join(tmpdir(), "tesuji-profile-"));
    const start = (): Promise<BrowserContext> => chromium.launchPersistentContext(folder, { executablePath: CHROMIUM, args: [...FLAGS], locale: "en-GB" });
    try {
      const url = await server();
      const before = await start();
      const one = new Opened(before.pages()[0] ?? (await before.newPage()));
      await one.page.goto(url);
      await one.idle();
      await newHex(one, 3, 3);
      await one.play("b2", "a1");
      await one.page.waitForTimeout(1500);
      // A page that is discarded hears nothing of it, like one whose browser is killed.
      if (how === "killed") await one.page.evaluate(() => window.addEventListener("pagehide", (event) => event.stopImmediatePropagation(), true));
      await before.close();
      const after = await start();
      const two = new Opened(await after.newPage());
      await two.page.goto(url);
      await two.idle();
      await two.cellIs("a1", "White stone");
      assert.equal(await cells(two), 9);
      await after.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

test("the board that all tabs shared before is not lost", async ({ opened }) => {
  const one = await opened();
  await one.page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith("tesuji.board.")) localStorage.removeItem(key);
  });
  const snapshot = { version: 1, tree: { id: "", start: { game: { game: "hex", columns: 3, rows: 3 }, moves: [] }, players: ["", ""], result: "", nodes: [{}, { parent: 0, mv: "b2" }] }, current: 1, panel: "game", kept: {} };
  const two = await one.page.context().newPage();
  await two.route("**/*", (route) => route.fulfill({ contentType: "text/html", body: "<p>" }));
  await two.goto(one.page.url());
  await one.page.close();
  await two.evaluate((text) => {
    for (const key of Object.keys(localStorage)) if (key.startsWith("tesuji.board.")) localStorage.removeItem(key);
    localStorage.setItem("tesuji.page", text);
    sessionStorage.clear();
  }, JSON.stringify(snapshot));
  await two.unroute("**/*");
  await two.goto(two.url().replace(/#.*/, ""));
  const found = new Opened(two);
  await found.idle();
  await found.cellIs("b2", "Black stone");
});

test("at most twenty boards of closed tabs are kept", async ({ opened }) => {
  const one = await opened();
  await one.play("c3");
  await one.page.waitForTimeout(500);
  await one.page.evaluate(() => {
    const own = Object.keys(localStorage).find((key) => key.startsWith("tesuji.board.")) ?? "";
    const place = JSON.parse(localStorage.getItem(own) ?? "{}") as object;
    for (let n = 0; n < 40; n += 1) localStorage.setItem(`tesuji.board.old${n}`, JSON.stringify({ ...place, at: 1000 + n, isOpen: false }));
  });
  await reload(one);
  await until(async () => (await one.page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("tesuji.board.old")))).length === 20, "the old boards stay");
  assert.ok(await one.page.evaluate(() => localStorage.getItem("tesuji.board.old39") !== null), "the newest went first");
  await one.cellIs("c3", "Black stone");
});

test("where the browser refuses its storage the page works, and says that nothing is kept", async ({ opened }) => {
  const p = await opened({ storage: "denied" });
  await p.sees(p.page.getByTestId("unkept"), /keeps nothing for this page/);
  await p.axe();
  await newHex(p, 4, 4);
  await p.play("b2", "c3");
  await p.cellIs("c3", "White stone");
  // What a person chooses holds for as long as the page is open.
  await p.page.keyboard.press("l");
  await p.sees(p.page.getByTestId("unkept"), /何も保存しません/);
  for (const panel of ["play", "analysis", "review", "solve", "proof", "strategy", "boards", "matches", "studies", "welcome"]) await p.open(panel);
  await p.page.getByTestId("unkept").getByRole("button").click();
  await p.page.getByTestId("unkept").waitFor({ state: "detached" });
  // The history of the tab has the board all the same.
  await p.play("b3");
  await p.page.waitForTimeout(600);
  await reload(p);
  await p.cellIs("c3", "White stone");
});

test("where the storage is full the page says so, until there is room", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 5, 5);
  await p.play("c3");
  await p.page.waitForTimeout(500);
  assert.equal(await p.page.getByTestId("unkept").count(), 0);
  await p.fillStorage();
  await p.play("d4");
  await p.sees(p.page.getByTestId("unkept"), /storage of this browser is full/);
  await p.play("b2");
  await p.cellIs("b2", "Black stone");
  // Over a reload the history of the tab helps.
  await p.page.waitForTimeout(600);
  await reload(p);
  await p.cellIs("b2", "Black stone");
  await p.freeStorage();
  await p.play("b3");
  await p.page.getByTestId("unkept").waitFor({ state: "detached" });
});
