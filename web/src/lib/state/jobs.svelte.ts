// Long work, all in one list: what runs in this browser, and the jobs of the server.
import { untrack } from "svelte";
import { ask, isStop, AskError, type AnswerTo, type Ask, type Progress, type FieldsOf, type Trouble, type Update } from "../api";

/** Work that runs, or ran, for this page. */
export interface Work {
  id: string;
  title: string;
  ask: Ask;
  state: "running" | "stopped" | "done" | "failed";
  /** When it began, in milliseconds since 1970. */
  began: number;
  /** When it ended. */
  ended: number | null;
  progress: Progress | null;
  trouble: Trouble | null;
  /** What was asked, and what was found: for whoever shows it again. */
  fields: unknown;
  answer: unknown;
  stop(): void;
}

export interface LongOptions {
  /** For the list: `Solve the position after 12 moves`. */
  title: string;
  onUpdate?: (update: Update) => void;
  /** Stops the work. The list has a button for it too. */
  signal?: AbortSignal;
}

const N_KEPT = 30;

export class Jobs {
  works: readonly Work[] = $state.raw([]);
  #next = 1;

  /** Asks a long question: it stands in the list until it ends, and can be stopped there. */
  async ask<A extends Ask>(name: A, fields: FieldsOf<A>, options: LongOptions): Promise<AnswerTo<A>> {
    const controller = new AbortController();
    const stop = (): void => controller.abort();
    options.signal?.addEventListener("abort", stop, { once: true });
    if (options.signal?.aborted) stop();
    const id = String(this.#next++);
    const work: Work = {
      id, title: options.title, ask: name, state: "running", began: Date.now(), ended: null, progress: null, trouble: null, fields, answer: null, stop,
    };
    untrack(() => (this.works = [work, ...this.works].slice(0, N_KEPT)));
    try {
      const answer = await ask(name, fields, {
        signal: controller.signal,
        onUpdate: (update) => {
          if (update.update === "progress") this.#change(id, { progress: update });
          options.onUpdate?.(update);
        },
      });
      this.#change(id, { state: "done", ended: Date.now(), answer });
      return answer;
    } catch (error) {
      const isStopped = isStop(error);
      const trouble = error instanceof AskError ? error.trouble : null;
      this.#change(id, { state: isStopped ? "stopped" : "failed", ended: Date.now(), trouble });
      throw error;
    } finally {
      options.signal?.removeEventListener("abort", stop);
    }
  }

  forget(id: string): void {
    this.works = this.works.filter((work) => work.id !== id || work.state === "running");
  }

  #change(id: string, change: Partial<Work>): void {
    this.works = this.works.map((work) => (work.id === id ? { ...work, ...change } : work));
  }
}
