// The static site without a network, and when a newer version of it has been published.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeOffline } from "../scripts/offline.mjs";
import { assert, type Opened, startSite, test, until } from "./harness";
import { newHex } from "./games";

/** Waits until the service worker has all files. */
async function kept(p: Opened): Promise<void> {
  await p.page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await until(() => p.page.evaluate(() => navigator.serviceWorker.controller?.state === "activated"), "the service worker does not take over", 60_000);
}

/** A copy of the site that a test may change. */
async function withCopy(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tesuji-site-"));
  try {
    (await startSite()).server.close();
    cpSync(process.env.TESUJI_SITE ?? "", folder, { recursive: true });
    await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("the site that was opened once works without a network, and analyses", async ({ opened }) => {
  const site = await startSite();
  const p = await opened({ url: site.url });
  await newHex(p, 5, 5);
  await p.play("c3");
  await kept(p);
  // No host, and no network either.
  site.server.closeAllConnections();
  await new Promise((done) => site.server.close(done));
  await p.page.context().setOffline(true);
  await p.page.reload();
  await p.idle();
  await p.cellIs("c3", "Black stone");
  const panel = await p.open("analysis");
  await panel.getByTestId("analyze").click();
  await panel.getByTestId("moves").locator("tbody tr").first().waitFor({ timeout: 60_000 });
  await p.play("b2");
  await p.cellIs("b2", "White stone");
  // A tab of its own, at the address that a person would type.
  const two = await p.page.context().newPage();
  await two.goto(site.url);
  await two.locator('[data-testid="board"][data-fresh="true"]').waitFor();
});

test("a newer version of the site is offered, and the board stays", async ({ opened }) => {
  await withCopy(async (folder) => {
    const site = await startSite(folder);
    const p = await opened({ url: site.url });
    await newHex(p, 3, 3);
    await p.play("b2");
    await kept(p);
    const index = join(folder, "index.html");
    writeFileSync(index, readFileSync(index, "utf8").replace("<title>Tesuji</title>", "<title>Tesuji, newer</title>"));
    writeOffline(folder);
    await p.page.reload();
    await p.idle();
    // The old version goes on until a person wants the new one.
    assert.equal(await p.page.title(), "Tesuji");
    const note = p.page.getByTestId("newer");
    await note.waitFor({ timeout: 60_000 });
    await p.axe();
    const before = await p.page.evaluate(async () => (await (await caches.open("tesuji-files")).keys()).length);
    await Promise.all([p.page.waitForEvent("load"), note.getByRole("button").click()]);
    await until(async () => (await p.page.title()) === "Tesuji, newer", "the old page is still there");
    await p.idle();
    await p.cellIs("b2", "Black stone");
    assert.equal(await p.page.getByTestId("newer").count(), 0);
    // Only the changed file was added, and the old one is gone.
    assert.equal(await p.page.evaluate(async () => (await (await caches.open("tesuji-files")).keys()).length), before - 1);
    site.server.close();
  });
});

test("a file that is not of this version is not kept", async ({ opened }) => {
  await withCopy(async (folder) => {
    writeFileSync(join(folder, "icon.svg"), "<svg/>");
    const site = await startSite(folder);
    const p = await opened({ url: site.url });
    const end = await p.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.register("offline.js");
      const worker = registration.installing;
      return new Promise((done) => worker?.addEventListener("statechange", () => ["redundant", "installed"].includes(worker.state) && done(worker.state)));
    });
    assert.equal(end, "redundant");
    await p.page.close();
    site.server.close();
  });
});

test("the site can be installed, and the page of the server has no service worker", async ({ opened }) => {
  const p = await opened({ by: "worker" });
  const cdp = await p.page.context().newCDPSession(p.page);
  const { errors, url } = await cdp.send("Page.getAppManifest");
  assert.match(url, /manifest\.webmanifest$/);
  assert.deepEqual(errors, []);
  const { installabilityErrors } = await cdp.send("Page.getInstallabilityErrors");
  // Each test has a private window, in which nothing is installed.
  assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito"), []);
  const other = await opened();
  await other.page.waitForTimeout(2500);
  assert.equal(await other.page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0);
  assert.equal(await other.page.locator('link[rel="manifest"]').count(), 0);
});
