// The engine of the static site in this process, beside the server: the same questions, the same answers.
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const ENGINE = resolve(process.env.TESUJI_SITE ?? "", "engine");
export const NO_ENGINE = `there is no engine in ${ENGINE}: make site-test`;

interface Engine {
  default(options: { module_or_path: Uint8Array }): Promise<unknown>;
  ask(question: string, onUpdate: (update: string) => void): string;
}

/** Asks the engine; null if it is not built. */
export async function engine(): Promise<((question: object) => unknown) | null> {
  const script = resolve(ENGINE, "tesuji_wasm.js");
  if (!existsSync(script)) return null;
  const found = (await import(/* @vite-ignore */ pathToFileURL(script).href)) as Engine;
  await found.default({ module_or_path: readFileSync(resolve(ENGINE, "tesuji_wasm_bg.wasm")) });
  return (question) => {
    try {
      return JSON.parse(found.ask(JSON.stringify(question), () => {}));
    } catch (error) {
      if (typeof error === "string") return JSON.parse(error);
      throw error;
    }
  };
}

interface Checker {
  default(options: { module_or_path: Uint8Array }): Promise<unknown>;
  check(certificate: string): object & { free(): void };
}

/** Asks the small checker of the static site: the fields of its report or of the fault that it throws; null if it is not built. */
export async function checker(): Promise<((certificate: string) => Record<string, unknown>) | null> {
  const script = resolve(ENGINE, "tesuji_checker.js");
  if (!existsSync(script)) return null;
  const found = (await import(/* @vite-ignore */ pathToFileURL(script).href)) as Checker;
  await found.default({ module_or_path: readFileSync(resolve(ENGINE, "tesuji_checker_bg.wasm")) });
  const fields = (object: object): Record<string, unknown> => {
    const names = Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(object))).filter(([, { get }]) => get).map(([name]) => name);
    return Object.fromEntries(names.map((name) => [name, (object as Record<string, unknown>)[name]]));
  };
  return (certificate) => {
    try {
      return fields(found.check(certificate));
    } catch (error) {
      if (error instanceof Error || typeof error !== "object" || error === null) throw error;
      return fields(error);
    }
  };
}

/** Asks a server. */
export async function program(url: string, question: object): Promise<unknown> {
  const response = await fetch(new URL("api/ask", url), {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(question),
  });
  const answer = (await response.json()) as { detail?: string };
  return response.ok ? answer : { what: answer.detail };
}

const hex = (side: number, ...moves: string[]) => ({ game: { game: "hex", columns: side, rows: side }, moves });
const go = (...moves: string[]) => ({ game: { game: "go", columns: 7, rows: 7, komi: 9.5, rules: "chinese" }, moves });
const amazons = (...moves: string[]) => ({ game: { game: "amazons", columns: 6, rows: 6 }, moves });
const claim = readFileSync("../examples/ziggurat.toml", "utf8");
const uct = { kind: "uct", playouts: 100 };

/** Questions of all games whose answers depend on nothing but the question. */
export const QUESTIONS: readonly object[] = [
  { ask: "board", game: { game: "hex", columns: 11, rows: 11 } },
  { ask: "board", text: "hexagon:5" },
  { ask: "position", state: hex(5, "c3", "b2", "a1") },
  { ask: "position", state: go("D4", "pass", "C3") },
  { ask: "position", state: amazons() },
  { ask: "position", state: hex(5, "c3", "c3") },
  { ask: "open", text: readFileSync("../examples/amazons.sgf", "utf8") },
  { ask: "open", text: claim },
  { ask: "verify", text: claim },
  { ask: "minimize", text: claim },
  { ask: "split", text: claim, budget: { nodes: 10000 } },
  { ask: "solve", state: hex(4), moves: true, certificate: true },
  { ask: "solve", state: hex(5, "a1"), budget: { nodes: 100000 } },
  { ask: "openings", columns: 3, rows: 3 },
  { ask: "analyze", state: hex(6, "c3"), player: uct, budget: { nodes: 500 }, seed: 3 },
  { ask: "analyze", state: go("D4"), player: uct, budget: { nodes: 500 }, seed: 3 },
  { ask: "analyze", state: amazons(), player: uct, budget: { nodes: 200 }, seed: 3 },
  { ask: "analyze", state: hex(6, "c3"), player: { kind: "strong", playouts: 100, network: "small" }, budget: { nodes: 100 }, seed: 3 },
  { ask: "reply", state: amazons(), player: { kind: "alpha-beta", evaluator: "learned", depth: 1 }, seed: 1 },
  { ask: "levels", state: hex(5, "c3"), seed: 1 },
  { ask: "overlay", state: hex(6, "c3", "d4"), name: "betweenness" },
  { ask: "overlay", state: hex(6, "c3", "d4"), name: "must-play" },
  { ask: "overlay", state: go("D4"), name: "criticality" },
  { ask: "overlay", state: amazons(), name: "ownership" },
  { ask: "rating", game: "hex", results: [[1, 1], [2, 0], [2, 0.5]] },
];

/** An answer without what a clock says. */
export function timeless(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer, (key, value: unknown) => (key === "seconds" || key === "is_stored" || key === "advice" || key === "place" || key === "is_ours" ? undefined : value)));
}

/** What of an answer no machine may change. Whether a net guides a search of a whole board depends on how fast the machine is. */
export function certain(question: object, answer: unknown): unknown {
  const found = timeless(answer) as Record<string, unknown>;
  const isGuided = "ask" in question && ["solve", "openings", "review"].includes(String(question.ask));
  return isGuided ? JSON.parse(JSON.stringify(found, (key, value: unknown) => (key === "nodes" || key === "certificate" ? undefined : value))) : found;
}
