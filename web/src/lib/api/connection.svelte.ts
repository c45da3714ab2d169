// Whether the server answers. While it does not, whoever asks waits here, and the page tries again by itself.

/** Seconds between tries; the last one is repeated. */
const PAUSES: readonly number[] = [1, 2, 3, 5, 10];
/** How long a server may take to say that it is there. */
const PATIENCE_MS = 10_000;

/** Nobody answered. The page says so by itself, so that nothing more needs to be said. */
export class AwayError extends Error {
  constructor() {
    super("the server does not answer");
    this.name = "AwayError";
  }
}

class Connection {
  isAway = $state(false);
  /** Seconds until the next try. */
  retryIn = $state(0);
  #tries = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #waiting: (() => void)[] = [];

  /** A request found nobody. */
  lost(): void {
    if (this.isAway) return;
    this.isAway = true;
    this.#tries = 0;
    this.#pause();
  }

  /** Looks whether the server is there, if an answer takes long. */
  async check(): Promise<void> {
    if (!this.isAway && !(await isThere())) this.lost();
  }

  async tryNow(): Promise<void> {
    clearInterval(this.#timer);
    this.retryIn = 0;
    if (await isThere()) {
      this.isAway = false;
      for (const done of this.#waiting.splice(0)) done();
    } else this.#pause();
  }

  /** Waits until the server answers; rejects if the signal comes before. */
  back(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (!this.isAway) return Promise.resolve();
    return new Promise((done, fail) => {
      this.#waiting.push(done);
      signal?.addEventListener("abort", () => fail(signal.reason), { once: true });
    });
  }

  #pause(): void {
    clearInterval(this.#timer);
    this.retryIn = PAUSES[Math.min(this.#tries, PAUSES.length - 1)] ?? 10;
    this.#tries += 1;
    this.#timer = setInterval(() => {
      this.retryIn -= 1;
      if (this.retryIn <= 0) void this.tryNow();
    }, 1000);
  }
}

async function isThere(): Promise<boolean> {
  try {
    return (await fetch("api/about", { signal: AbortSignal.timeout(PATIENCE_MS), cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

export const connection = new Connection();
