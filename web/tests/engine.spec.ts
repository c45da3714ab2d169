// The engine in WebAssembly answers as the program does.
import { readFileSync } from "node:fs";
import { assert, test } from "./harness";
import { certain, checker, engine, NO_ENGINE, program, QUESTIONS } from "./engine";

const EMPTY = `[[problem]]
id = "empty"
owner = "black"
to_move = "owner"
goal = "top-bottom"
board = "9x9"
carrier = "all"
`;

test("WebAssembly answers every question as the program does", async ({ server, skip }) => {
  const ask = await engine();
  if (!ask) return skip(NO_ENGINE);
  const url = await server();
  for (const question of QUESTIONS) {
    assert.deepEqual(certain(question, ask(question)), certain(question, await program(url, question)), JSON.stringify(question).slice(0, 200));
  }
});

test("the checker in the browser says what the program says", async ({ opened, server, skip }) => {
  const check = await checker();
  if (!check) return skip(NO_ENGINE);
  const url = await server();
  const text = readFileSync("../examples/ziggurat.toml", "utf8");
  const { certificate } = (await program(url, { ask: "verify", text })) as { certificate: string };
  const wrong = Buffer.from(certificate, "base64");
  wrong[wrong.length - 9] = (wrong[wrong.length - 9] ?? 0) ^ 1;
  for (const each of [certificate, wrong.toString("base64"), certificate.slice(0, 16), "VFNK\nQ0V*SVA=", " "]) {
    const there = (await program(url, { ask: "check", certificate: each })) as Record<string, unknown>;
    const here = check(each);
    const common = Object.keys(here).filter((name) => name in there);
    assert.deepEqual(common, common.includes("what") ? ["what"] : Object.keys(here));
    for (const name of common) assert.equal(here[name], there[name], name);
  }
  // The page shows its verdict.
  const p = await opened({ by: "worker", panel: "proof" });
  const panel = p.panel("proof");
  await panel.locator("details", { has: p.page.locator("#proof-paste") }).locator("summary").click();
  await panel.locator("#proof-paste").fill(certificate);
  await panel.getByRole("button", { name: "Read it" }).click();
  const card = panel.getByTestId("proof-certificate");
  await p.sees(card, "Checked here, in the browser", 20_000);
  await p.sees(card, /Proved in [\d,]+ nodes: black joins/);
  await p.sees(panel.getByTestId("claim-counts"), "1 stone, 8 cells");
});

test("without a server the page says how many nodes a proof has searched, and stops it", async ({ opened }) => {
  const p = await opened({ by: "worker" });
  const panel = await p.open("proof");
  await panel.locator("details", { has: p.page.locator("#proof-paste") }).locator("summary").click();
  await panel.locator("#proof-paste").fill(EMPTY);
  await panel.getByRole("button", { name: "Read it" }).click();
  await p.sees(panel.getByTestId("claim-counts"), "81 cells");
  await panel.getByTestId("prove").click();
  await p.page.getByTestId("jobs").click();
  const job = p.page.getByTestId("job").last();
  await p.sees(job, /proving empty, [1-9][\d,]* nodes/, 30_000);
  await job.getByRole("button", { name: "Stop" }).click();
  await p.sees(job, /stopped/i);
});
