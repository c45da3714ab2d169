// How fast WebAssembly is beside the program: the same questions with the same nodes, one after the other.
import { readFileSync } from "node:fs";
import { assert, test } from "./harness";
import { engine, NO_ENGINE, program, timeless } from "./engine";

const yang = readFileSync("../examples/yang7.toml", "utf8");
/** The first move of each run: what the program has proved or solved it keeps in its store. */
const FIRST = { verify: ["d4", "c5", "e3"], solve: ["a1", "b1", "c1"] };
const WORK: readonly (readonly [string, object])[] = [
  ["verify the whole 7x7 board", { ask: "verify", text: yang.replace('"d4"', "'first'") }],
  ["solve 7x7 after a first move", { ask: "solve", state: { game: { game: "hex", columns: 7, rows: 7 }, moves: ["first"] } }],
  ["20,000 playouts of Go 9x9", { ask: "analyze", state: { game: { game: "go", columns: 9, rows: 9, komi: 7.5, rules: "chinese" }, moves: [] }, player: { kind: "uct", playouts: 1 }, budget: { nodes: 20000 } }],
  ["100,000 playouts of Hex 11x11", { ask: "analyze", state: { game: { game: "hex", columns: 11, rows: 11 }, moves: [] }, player: { kind: "uct", playouts: 1 }, budget: { nodes: 100000 } }],
];

test("WebAssembly beside the program", async ({ server, skip }) => {
  const ask = await engine();
  if (!ask) return skip(NO_ENGINE);
  const url = await server();
  for (const [name, question] of WORK) {
    const times: [number, number] = [Infinity, Infinity];
    for (let run = 0; run < 3; run += 1) {
      const first = (name.startsWith("verify") ? FIRST.verify : FIRST.solve)[run] ?? "";
      const asked = JSON.parse(JSON.stringify(question).replace("'first'", `'${first}'`).replace('"first"', `"${first}"`)) as object;
      const began = performance.now();
      const ours: unknown = ask(asked);
      const between = performance.now();
      const theirs: unknown = await program(url, asked);
      const ended = performance.now();
      assert.deepEqual(timeless(ours), timeless(theirs), name);
      times[0] = Math.min(times[0], between - began);
      times[1] = Math.min(times[1], ended - between);
    }
    console.log(`        ${name}: WebAssembly ${Math.round(times[0])} ms, program ${Math.round(times[1])} ms, ratio ${(times[1] / times[0]).toFixed(2)} (best of 3 each)`);
  }
});
