// Panels that are opened with something as the first thing on a fresh page.
import { readFileSync } from "node:fs";
import { assert, Opened, type OpenOptions, test, until } from "./harness";
import { newHex } from "./games";

const ZIGGURAT = readFileSync("../examples/ziggurat.toml", "utf8");
const LINK = "https://hexworld.org/board/#4c1,b2a1";
const STRATEGY = readFileSync("../examples/yang7.strategy", "utf8");

interface Answer { certificate?: string; id?: string; state?: string }

async function post(url: string, body: object): Promise<Answer> {
  const response = await fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  return (await response.json()) as Answer;
}

async function certificate(url: string): Promise<string> {
  const found = await post(`${url}api/ask`, { ask: "verify", text: ZIGGURAT, budget: { seconds: 20 } });
  assert.ok(found.certificate, JSON.stringify(found).slice(0, 300));
  return found.certificate;
}

/** A job of the server that is done. */
async function done(url: string, work: object): Promise<string> {
  const { id } = await post(`${url}api/jobs`, work);
  assert.ok(id);
  await until(async () => ((await (await fetch(`${url}api/jobs/${id}`)).json()) as Answer).state === "done", "the job does not end", 40_000);
  return id;
}

/** Shows a job from the list of jobs. */
async function show(p: Opened, title: string): Promise<void> {
  await p.page.getByTestId("jobs").click();
  await p.page.getByTestId("server-job").filter({ hasText: title }).first().getByRole("button", { name: "Show" }).click();
}

// Each with the checker of the page late and with the board late: the panel must wait for neither.
for (const late of ["nothing", "the board", "the check"] as const) {
  test(`a certificate that is opened on a fresh page is there, with ${late} late`, async ({ opened, server }) => {
    const text = await certificate(await server());
    const p = await opened();
    await p.page.route("**/api/ask", async (route) => {
      const { ask } = route.request().postDataJSON() as { ask: string };
      if ((late === "the check" && ask === "check") || (late === "the board" && ["board", "position"].includes(ask))) await new Promise((end) => setTimeout(end, 700));
      await route.continue();
    });
    await p.paste(text);
    const panel = p.panel("proof");
    await p.sees(panel.getByTestId("proof-certificate"), /Checked/, 20_000);
    await p.sees(panel.getByTestId("claim-counts"), "8 cells");
    await panel.getByRole("button", { name: "Play against it" }).click();
    await panel.getByTestId("defence").waitFor();
  });
}

test("a game that is pasted at once is not replaced by the board that the tab kept, nor by the welcome", async ({ opened, server, browser }) => {
  const p = await opened({ first: () => {
    // Whatever the page looks for when it begins comes late.
    const { request } = LockManager.prototype;
    LockManager.prototype.request = async function (this: LockManager, ...args: never[]): Promise<unknown> {
      await new Promise((end) => setTimeout(end, 600));
      return (request as (...args: never[]) => Promise<unknown>).apply(this, args);
    } as typeof request;
  } });
  await p.play("c3");
  await p.page.waitForTimeout(600);
  await p.page.reload();
  await p.paste(LINK);
  await p.cellIs("a1", "White stone");
  await p.page.waitForTimeout(900);
  await p.cellIs("a1", "White stone");
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route("**/api/ask", async (route) => {
    if ((route.request().postDataJSON() as { ask: string }).ask === "catalogue") await new Promise((end) => setTimeout(end, 1500));
    await route.continue();
  });
  await page.goto(await server());
  await new Opened(page).paste(ZIGGURAT);
  await page.getByTestId("panel-proof").waitFor();
  await page.waitForTimeout(2000);
  assert.ok(await page.getByTestId("panel-proof").isVisible(), "the welcome took the place of the claim");
  await context.close();
});

test("the first Play against this proof plays against it", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 3, 3);
  const panel = await p.open("solve");
  await panel.getByLabel("every move").uncheck();
  await panel.getByLabel("with a certificate").check();
  await panel.getByTestId("solve").click();
  await panel.getByRole("button", { name: "Play against this proof" }).click({ timeout: 40_000 });
  await p.panel("proof").getByTestId("defence").waitFor();
});

test("a board that is opened on a fresh page is there, and not the one that was drawn before", async ({ opened }) => {
  const p = await opened();
  const panel = await p.open("boards");
  await panel.getByRole("combobox", { name: "Start from a lattice" }).waitFor();
  await panel.getByLabel("Columns").fill("2");
  await panel.getByLabel("Rows").fill("2");
  await panel.getByRole("button", { name: "Create" }).click();
  await p.sees(panel.getByTestId("board-counts"), /4 points/);
  await p.open("game");
  await p.page.waitForTimeout(600);
  await p.page.reload();
  await p.idle();
  // The board that was kept comes late.
  let first = true;
  await p.page.route("**/api/ask", async (route) => {
    const question = route.request().postDataJSON() as { ask: string; text?: string };
    if (question.ask === "board" && question.text && first) {
      first = false;
      await new Promise((end) => setTimeout(end, 1200));
    }
    await route.continue();
  });
  await p.load(readFileSync("../examples/wheel.board.json", "utf8"));
  const counts = p.panel("boards").getByTestId("board-counts");
  await until(async () => !/^[04] /.test(await counts.innerText()), "the board is not shown");
  const before = await counts.innerText();
  await p.page.waitForTimeout(1500);
  assert.equal(await counts.innerText(), before, "the board that was drawn before took its place");
});

const hex = (...moves: string[]) => ({ game: { game: "hex", columns: 3, rows: 3 }, moves });
const MATCH = 'title = "Match from elsewhere"\nformat = "match"\ngames = 2\n[game]\ngame = "hex"\ncolumns = 3\nrows = 3\n[[player]]\nname = "a"\nkind = "random"\n[[player]]\nname = "b"\nkind = "random"\n';

interface First {
  what: string;
  /** A job of the server that is there before the page is opened, and is shown. */
  job?: { title: string; start: (url: string) => Promise<string> };
  /** What is pasted. */
  text?: string;
  isThere: (p: Opened) => Promise<void>;
}

/** For each panel something that is the first thing on the page. */
const FIRSTS: readonly First[] = [
  { what: "a game", text: LINK, isThere: (p) => p.cellIs("a1", "White stone") },
  {
    what: "a claim", text: ZIGGURAT,
    isThere: async (p) => {
      await p.sees(p.panel("proof").getByTestId("claim-counts"), "1 stone, 8 cells");
      assert.notEqual(await p.panel("proof").getByLabel("Connect", { exact: true }).inputValue(), "");
    },
  },
  {
    what: "a strategy with its board", text: STRATEGY,
    isThere: async (p) => {
      await p.panel("strategy").getByRole("group").first().waitFor();
      await until(async () => (await p.page.locator('[data-testid="board"] [role="gridcell"]').count()) === 49, "its board is not shown", 20_000);
    },
  },
  { what: "a board", text: readFileSync("../examples/wheel.board.json", "utf8"), isThere: (p) => p.sees(p.panel("boards").getByTestId("board-counts"), /^[^04]\d* points/) },
  {
    what: "a finished review with its game",
    job: { title: "Review from elsewhere", start: (url) => {
      const nodes = [{}, ...["b2", "a1", "b1", "b3", "c1"].map((mv, at) => ({ parent: at, mv }))];
      return done(url, { ask: "review", tree: { id: "", start: hex(), players: ["", ""], result: "", nodes }, budget: { seconds: 2 }, title: "Review from elsewhere" });
    } },
    isThere: async (p) => {
      await p.panel("review").getByTestId("graph").waitFor();
      await p.idle();
      await p.sees(p.page.getByTestId("count"), "5 / 5");
    },
  },
  {
    what: "a finished search with its position",
    job: {
      title: "Solve from elsewhere",
      start: (url) => done(url, { ask: "solve", state: hex("a1"), moves: true, certificate: false, budget: { seconds: 20 }, title: "Solve from elsewhere" }),
    },
    isThere: async (p) => {
      await p.panel("solve").getByTestId("solved").waitFor();
      await p.cellIs("a1", "Black stone");
    },
  },
  {
    what: "a match",
    job: { title: "Match from elsewhere", start: (url) => done(url, { match: MATCH }) },
    isThere: (p) => p.sees(p.panel("matches").getByTestId("match"), "Match from elsewhere"),
  },
  {
    what: "a study",
    job: { title: "Study from elsewhere", start: async (url) => {
      const { studies } = (await (await fetch(`${url}api/studies`)).json()) as { studies: { id: string }[] };
      const { id } = await post(`${url}api/jobs`, { study: studies[0]?.id, full: false, title: "Study from elsewhere" });
      return id ?? "";
    } },
    isThere: (p) => p.panel("studies").locator("[data-run]").first().waitFor(),
  },
];

const PAGES: readonly (readonly [string, OpenOptions])[] = [
  ["a fresh page", {}],
  ["a fresh page of a browser that refuses its storage", { storage: "denied" }],
  ["a fresh page of a browser whose storage is full", { storage: "full" }],
  ["a fresh page behind a slow network", { network: "slow" }],
];

for (const [where, options] of PAGES) {
  for (const { what, job, text, isThere } of FIRSTS) {
    test(`${what} is the first thing on ${where}`, async ({ opened, server }) => {
      const id = await job?.start(await server());
      const p = await opened(options);
      p.page.setDefaultTimeout(30_000);
      if (text !== undefined) await p.paste(text);
      if (job) await show(p, job.title);
      await isThere(p);
      // A study would keep the matches of other tests waiting.
      if (id) await fetch(`${await server()}api/jobs/${id}`, { method: "DELETE" });
    });
  }
}
