// The list of long work: whatever is finished can be shown, from the window and from the panel, on another game too.
import { readFileSync } from "node:fs";
import { assert, test, until, type Opened } from "./harness";
import { newGame, overflows } from "./games";

const CLAIM = readFileSync("../examples/ziggurat.toml", "utf8");
const MATCH = `title = "Shown match"\nformat = "match"\ngames = 4\nseed = 1\n[game]\ngame = "hex"\ncolumns = 4\nrows = 4\n[[player]]\nname = "a"\nkind = "random"\n[[player]]\nname = "b"\nkind = "random"\n`;
const hex4 = { game: "hex", columns: 4, rows: 4, swap: false };

async function done(url: string, work: object): Promise<void> {
  const answer = await fetch(`${url}api/jobs`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(work) });
  const { id } = (await answer.json()) as { id?: string };
  assert.ok(id, JSON.stringify(work));
  await until(async () => ((await (await fetch(`${url}api/jobs/${id}`)).json()) as { state: string }).state === "done", `the job ${JSON.stringify(work).slice(0, 80)} does not end`, 60_000);
}

async function show(p: Opened, title: string): Promise<void> {
  const panel = await p.open("jobs");
  await panel.getByTestId("server-job").filter({ hasText: title }).first().getByRole("button", { name: /^Show/ }).click();
}

test("each kind of finished job is shown from the panel while another game is on the board", async ({ opened, server }) => {
  const url = await server();
  await done(url, { ask: "solve", title: "Shown solve", state: { game: hex4, moves: ["a1", "b3"] }, moves: false, budget: { seconds: 20 } });
  await done(url, { ask: "openings", title: "Shown openings", columns: 3, rows: 3, budget: { seconds: 20 } });
  await done(url, { ask: "review", title: "Shown review", tree: { start: { game: hex4 }, nodes: [{}, { parent: 0, mv: "a1" }, { parent: 1, mv: "b2" }, { parent: 2, mv: "d4" }] }, budget: { seconds: 3 } });
  await done(url, { ask: "verify", title: "Shown claim", text: CLAIM, budget: { seconds: 20 } });
  await done(url, { match: MATCH, title: "Shown match" });
  await done(url, { study: "sato2016/table1", full: false, title: "Shown study" });
  const p = await opened({ width: 1440, height: 900 });
  await newGame(p, "Go", 5, 5);
  await show(p, "Shown openings");
  await p.panel("solve").getByTestId("openings").waitFor();
  await newGame(p, "Go", 5, 5);
  await show(p, "Shown solve");
  await p.cellIs("a1", "Black stone");
  await p.panel("solve").locator("h2").waitFor();
  await newGame(p, "Go", 5, 5);
  await show(p, "Shown review");
  await p.panel("review").getByTestId("verdict").waitFor();
  await p.cellIs("b2", "White stone");
  await show(p, "Shown claim");
  await p.sees(p.panel("proof").getByTestId("claim-counts"), "8 cells");
  await p.sees(p.panel("proof").getByTestId("proof-certificate"), /Checked/, 20_000);
  await show(p, "Shown match");
  await p.sees(p.panel("matches").getByTestId("match"), "Shown match");
  await show(p, "Shown study");
  await p.panel("studies").locator('[data-study="sato2016/table1"]').getByTestId("study-verdict").waitFor();
  const panel = await p.open("jobs");
  await p.axe();
  const [file] = await Promise.all([p.page.waitForEvent("download"), panel.getByTestId("csv").click()]);
  const text = readFileSync(await file.path(), "utf8");
  assert.match(text, /^id,where,kind,about,title,state,created,seconds,nodes\r\n/);
  for (const title of ["solve", "openings", "review", "claim", "match", "study"]) assert.match(text, new RegExp(`,Shown ${title},done,`));
});

test("on a phone, in the dark and in Japanese the list fits, and the window shows the same", async ({ opened, server }) => {
  await done(await server(), { ask: "openings", title: "三路の初手", columns: 3, rows: 3, budget: { seconds: 20 } });
  const p = await opened({ width: 390, height: 844, theme: "dark", language: "ja" });
  const panel = await p.open("jobs");
  await p.sees(panel.getByTestId("server-job").filter({ hasText: "三路の初手" }).first(), "初手の表");
  assert.ok(!(await overflows(p)), "wider than the phone");
  await p.axe();
  await p.page.getByTestId("jobs").click();
  const dialog = p.page.locator("dialog");
  await dialog.getByTestId("server-job").filter({ hasText: "三路の初手" }).first().getByRole("button", { name: /^表示/ }).click();
  await dialog.waitFor({ state: "detached" });
  await p.panel("solve").getByTestId("openings").waitFor();
});
