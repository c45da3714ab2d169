// Questions to WebAssembly in workers of this browser. `engine/` beside the page has what `crates/wasm` was built to.
import type { FromWorker, ToWorker } from "./engine.worker";
import { AskError, type AskOptions, type Transport } from "./index";
import type { Answer, Question } from "./types";

const SCRIPT = "engine/tesuji_wasm.js";
const MODULE = "engine/tesuji_wasm_bg.wasm";

/** Questions that are answered at once. They have a worker of their own, so that the board never waits for a search. */
const SHORT: ReadonlySet<Question["ask"]> = new Set(["catalogue", "open", "write", "board", "position", "claim", "check", "picture", "rating"]);

interface Asked {
  question: Question;
  options: AskOptions;
  done(answer: Answer): void;
  fail(error: unknown): void;
}

/** A worker and what it does. */
class Hand {
  readonly worker: Worker;
  asked: Asked | null = null;
  /** Whether the engine has stopped for good. */
  isDead = false;
  #id = 0;
  readonly #ready: Promise<void>;

  constructor(script: string, module: WebAssembly.Module) {
    this.worker = new Worker(new URL("./engine.worker.ts", import.meta.url), { type: "module" });
    this.#ready = new Promise((done, fail) => {
      this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.kind === "ready") done();
        else if (data.kind === "broken") fail(ours(data.what));
        else this.#hear(data);
      };
      // A panic or an end of memory: the worker is of no use any more.
      this.worker.onerror = (event) => {
        event.preventDefault();
        this.#die();
        fail(ours(event.message));
        this.asked?.fail(ours(event.message));
      };
    });
    this.#ready.catch(() => {});
    this.#send({ kind: "start", script, module });
  }

  async ask(asked: Asked): Promise<void> {
    this.asked = asked;
    this.#id += 1;
    const id = this.#id;
    try {
      await this.#ready;
      if (this.asked === asked) this.#send({ kind: "ask", id, question: JSON.stringify(asked.question), hears: asked.options.onUpdate !== undefined });
    } catch (error) {
      asked.fail(error);
    }
  }

  #die(): void {
    this.isDead = true;
    this.worker.terminate();
  }

  #send(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  #hear(data: Extract<FromWorker, { id: number }>): void {
    const { asked } = this;
    if (!asked || data.id !== this.#id) return;
    if (data.kind === "update") asked.options.onUpdate?.(data.update);
    else if (data.kind === "answer") asked.done(data.answer);
    else {
      if (data.isEnd) this.#die();
      asked.fail(new AskError(data.trouble));
    }
  }
}

function ours(what: string): AskError {
  return new AskError({ what, advice: "", is_ours: true });
}

/** Some workers and the questions that wait for them. */
class Pool {
  readonly #most: number;
  readonly #make: () => Hand;
  #hands: Hand[] = [];
  #waiting: Asked[] = [];

  constructor(most: number, make: () => Hand) {
    this.#most = most;
    this.#make = make;
  }

  ask(question: Question, options: AskOptions): Promise<Answer> {
    return new Promise((done, fail) => {
      const { signal } = options;
      if (signal?.aborted) return fail(stopped());
      const asked: Asked = {
        question, options,
        done: (answer) => this.#end(asked, onAbort, () => done(answer)),
        fail: (error) => this.#end(asked, onAbort, () => fail(error)),
      };
      const onAbort = (): void => {
        // The engine cannot be interrupted: its worker is ended, and a new one comes when it is needed.
        const hand = this.#hands.find((hand) => hand.asked === asked);
        hand?.worker.terminate();
        this.#hands = this.#hands.filter((other) => other !== hand);
        asked.fail(stopped());
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#waiting.push(asked);
      this.#next();
    });
  }

  #end(asked: Asked, onAbort: () => void, settle: () => void): void {
    asked.options.signal?.removeEventListener("abort", onAbort);
    for (const hand of this.#hands) if (hand.asked === asked) hand.asked = null;
    this.#hands = this.#hands.filter((hand) => !hand.isDead);
    this.#waiting = this.#waiting.filter((other) => other !== asked);
    settle();
    this.#next();
  }

  #next(): void {
    const [asked] = this.#waiting;
    if (!asked) return;
    let hand = this.#hands.find((each) => each.asked === null);
    if (!hand && this.#hands.length < this.#most) {
      hand = this.#make();
      this.#hands.push(hand);
    }
    if (!hand) return;
    this.#waiting.shift();
    void hand.ask(asked);
    this.#next();
  }
}

function stopped(): DOMException {
  return new DOMException("stopped", "AbortError");
}

/** Workers of this browser. The engine is compiled once for all of them. */
export async function workerTransport(): Promise<Transport> {
  const base = document.baseURI;
  const response = await fetch(new URL(MODULE, base));
  if (!response.ok) {
    throw new AskError({ what: "the engine of this page is missing", advice: "Build the site with make site, or start tesuji serve.", is_ours: true });
  }
  const isStreamed = response.headers.get("Content-Type")?.startsWith("application/wasm") ?? false;
  const module = isStreamed ? await WebAssembly.compileStreaming(response) : await WebAssembly.compile(await response.arrayBuffer());
  const script = new URL(SCRIPT, base).href;
  const make = (): Hand => new Hand(script, module);
  const short = new Pool(1, make);
  const long = new Pool(Math.max(1, Math.min(4, (navigator.hardwareConcurrency || 2) - 1)), make);
  return { kind: "worker", about: null, ask: (question, options) => (SHORT.has(question.ask) ? short : long).ask(question, options) };
}
