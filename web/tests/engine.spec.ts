// The engine in WebAssembly answers as the program does.
import { assert, test } from "./harness";
import { certain, engine, NO_ENGINE, program, QUESTIONS } from "./engine";

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
