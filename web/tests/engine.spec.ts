// The engine in WebAssembly answers as the program does.
import { assert, test } from "./harness";
import { engine, NO_ENGINE, program, QUESTIONS, timeless } from "./engine";

test("WebAssembly answers every question as the program does", async ({ server, skip }) => {
  const ask = await engine();
  if (!ask) return skip(NO_ENGINE);
  const url = await server();
  for (const question of QUESTIONS) {
    assert.deepEqual(timeless(ask(question)), timeless(await program(url, question)), JSON.stringify(question).slice(0, 200));
  }
});
