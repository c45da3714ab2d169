// A server that goes away, and comes back.
import type { Route } from "@playwright/test";
import { assert, type Opened, test, until } from "./harness";
import { newHex } from "./games";

const AWAY = /ERR_|Failed to load resource|net::/;

const away = (p: Opened): Promise<void> => p.sees(p.page.getByTestId("away"), /The server does not answer\. Your game is safe here; trying again in \d+ s\./);
const back = (p: Opened): Promise<void> => p.page.getByTestId("away").waitFor({ state: "detached", timeout: 20_000 });

test("a move that is made while the server is away is drawn when it is back, and clicks count again", async ({ opened, mortal }) => {
  const { url, kill, start } = await mortal();
  const p = await opened({ url, expected: AWAY });
  await newHex(p, 5, 5);
  await p.play("c3");
  await kill();
  await p.cell("d4").click();
  await away(p);
  await p.sees(p.page.getByTestId("who"), /no answer/);
  await p.sees(p.page.getByTestId("doing"), /does not answer/);
  assert.equal(await p.page.getByRole("alert").count(), 1, "more than one message");
  assert.doesNotMatch(await p.page.locator("body").innerText(), /TypeError|Failed to fetch/);
  await p.axe();
  await start();
  await back(p);
  await p.cellIs("d4", "White stone");
  await p.play("b2");
  await p.cellIs("b2", "Black stone");
  await p.sees(p.page.getByTestId("who"), /^server/);
  assert.equal(await p.page.getByRole("alert").count(), 0);
});

test("Try now looks at once, and a window shows the message too", async ({ opened, mortal }) => {
  const { url, kill, start } = await mortal();
  const p = await opened({ url, expected: AWAY });
  await kill();
  await p.page.keyboard.press("Control+s");
  const dialog = p.page.getByRole("dialog");
  await p.sees(dialog.getByTestId("away"), /does not answer/);
  assert.equal(await p.page.getByTestId("away").count(), 1);
  // What the page asks by itself gets no answer before the click.
  const asked: Route[] = [];
  await p.page.route("**/api/about", (route) => void asked.push(route));
  await start();
  const before = asked.length;
  await dialog.getByRole("button", { name: "Try now" }).click();
  await until(async () => asked.length > before, "the click asks nobody", 900);
  for (const route of asked) await route.continue();
  await p.page.unroute("**/api/about");
  await back(p);
  await until(async () => (await dialog.locator("#save-text").inputValue()).startsWith("(;"), "the game is not written");
});

for (const when of ["while it runs", "when it is done"] as const) {
  test(`a review whose server is killed and comes back ${when} is shown`, async ({ opened, mortal }) => {
    const { url, kill, start } = await mortal();
    const p = await opened({ url, expected: AWAY });
    await newHex(p, 9, 9);
    await p.play("e5", "d6", "c5", "f4", "g3");
    const panel = await p.open("review");
    await panel.getByLabel("Thinking time").selectOption("own");
    await panel.getByLabel("seconds", { exact: true }).fill("5");
    await panel.getByTestId("review").click();
    await panel.locator('[data-testid="review-state"][data-state="running"]').waitFor();
    await p.page.waitForTimeout(700);
    await kill();
    await away(p);
    // The page does not learn of the end of the job while it cannot reach the server.
    if (when === "when it is done") await p.page.route("**/api/**", (route) => route.abort());
    await start();
    if (when === "when it is done") {
      await until(async () => {
        const { jobs } = (await (await fetch(`${url}api/jobs`)).json()) as { jobs: { state: string }[] };
        return jobs.every(({ state }) => state === "done");
      }, "the job does not end", 40_000);
      await p.page.unroute("**/api/**");
    }
    await back(p);
    await panel.locator('[data-testid="review-state"][data-state="done"]').waitFor({ timeout: 60_000 });
    await panel.getByTestId("graph").waitFor();
    assert.equal(await p.page.getByRole("alert").count(), 0);
  });
}

test("Resume of a job that is done meanwhile shows its result", async ({ opened, mortal }) => {
  const { url } = await mortal();
  const p = await opened({ url, expected: AWAY });
  await newHex(p, 3, 3);
  const panel = await p.open("solve");
  await panel.getByTestId("solve").click();
  await panel.locator('[data-testid="solve-state"][data-state="done"]').waitFor({ timeout: 40_000 });
  const result = await panel.getByTestId("solved").innerText();
  // The page takes up a job that it believes to be stopped: another page went on with it.
  await p.page.waitForTimeout(600);
  let wasStopped = false;
  await p.page.route("**/api/jobs/*", async (route) => {
    if (wasStopped) return route.continue();
    wasStopped = true;
    const response = await route.fetch();
    const job = (await response.json()) as Record<string, unknown>;
    await route.fulfill({ response, json: { ...job, state: "stopped", result: null, so_far: null } });
  });
  await p.page.reload();
  await p.idle();
  await panel.locator('[data-testid="solve-state"][data-state="stopped"]').waitFor();
  await panel.getByTestId("solve-state").getByRole("button", { name: "Resume" }).click();
  await panel.locator('[data-testid="solve-state"][data-state="done"]').waitFor();
  assert.equal(await panel.getByTestId("solved").innerText(), result);
  assert.doesNotMatch(await panel.innerText(), /post it again/);
});

test("a player answers after its server was away", async ({ opened, mortal }) => {
  const { url, kill, start } = await mortal();
  const p = await opened({ url, expected: AWAY });
  await newHex(p, 4, 4);
  const panel = await p.open("play");
  await panel.getByTestId("begin").click();
  await panel.getByTestId("running").waitFor();
  await p.sees(panel.getByTestId("play-status"), /Your turn/);
  await kill();
  await p.cell("b2").click();
  await away(p);
  await start();
  await back(p);
  await until(async () => (await p.page.locator('[data-testid="board"] .stone').count()) === 2, "no answer", 30_000);
  await p.sees(panel.getByTestId("play-status"), /Your turn/);
});

test("lists of the server fill when it is back", async ({ opened, mortal }) => {
  const { url, kill, start } = await mortal();
  const p = await opened({ url, expected: AWAY });
  // The panels come a moment after the page.
  await p.page.waitForTimeout(2000);
  await kill();
  const panel = await p.open("studies");
  await away(p);
  await start();
  await back(p);
  await panel.locator("details").first().waitFor();
});
