// A worker that answers questions with WebAssembly, one at a time. To stop a question, its worker is ended.
import type { Answer, Trouble, Update } from "./types";

/** What `crates/wasm` exports, as wasm-bindgen writes it. */
interface Engine {
  default(options: { module_or_path: WebAssembly.Module }): Promise<unknown>;
  /** A question as JSON; the answer as JSON. Throws a `Trouble` as JSON. */
  ask(question: string, onUpdate: (update: string) => void): string;
}

export type ToWorker =
  | { kind: "start"; script: string; module: WebAssembly.Module }
  | { kind: "ask"; id: number; question: string; hears: boolean };
export type FromWorker =
  | { kind: "ready" }
  | { kind: "broken"; what: string }
  | { kind: "update"; id: number; update: Update }
  | { kind: "answer"; id: number; answer: Answer }
  /** `isEnd`: the engine has stopped in the middle of a thought, and must not be asked again. */
  | { kind: "trouble"; id: number; trouble: Trouble; isEnd: boolean };

let engine: Engine | null = null;
const send = (message: FromWorker): void => self.postMessage(message);

/** At most ten updates a second of each kind, as the server sends them. */
const UPDATES_MS = 100;

function answer({ id, question, hears }: Extract<ToWorker, { kind: "ask" }>): void {
  const last = new Map<string, number>();
  try {
    if (!engine) throw new Error("the engine has not started");
    const text = engine.ask(question, (json) => {
      if (!hears) return;
      const kind = json.startsWith('{"update":"progress"') ? "progress" : "so-far";
      const now = performance.now();
      if (now - (last.get(kind) ?? -Infinity) < UPDATES_MS) return;
      last.set(kind, now);
      send({ kind: "update", id, update: JSON.parse(json) as Update });
    });
    send({ kind: "answer", id, answer: JSON.parse(text) as Answer });
  } catch (error) {
    // A fault of the question comes as text. Anything else is a trap, after which the memory of the engine may be broken.
    send({ kind: "trouble", id, trouble: troubleFrom(error), isEnd: typeof error !== "string" });
  }
}

function troubleFrom(error: unknown): Trouble {
  if (typeof error === "string") {
    try {
      return JSON.parse(error) as Trouble;
    } catch {
      // Not ours: the words are all there is.
    }
  }
  return { what: error instanceof Error ? error.message : String(error), advice: "", is_ours: true };
}

self.onmessage = async ({ data }: MessageEvent<ToWorker>): Promise<void> => {
  if (data.kind === "ask") return answer(data);
  try {
    const found = (await import(/* @vite-ignore */ data.script)) as Engine;
    await found.default({ module_or_path: data.module });
    engine = found;
    send({ kind: "ready" });
  } catch (error) {
    send({ kind: "broken", what: error instanceof Error ? error.message : String(error) });
  }
};
