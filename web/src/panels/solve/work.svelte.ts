// A long question that can be stopped and taken up again: a job of the server that survives a reload, or work of this page.
import { isStop, soFar, AskError, type AnswerTo, type Ask, type FieldsOf, type Progress, type Trouble, type Update } from "../../lib/api";
import { AwayError, connection } from "../../lib/api/connection.svelte";
import { eventsOf, request, responseOf } from "../../lib/api/server";
import { page } from "../../lib/state/page.svelte";
import { tab } from "../../lib/state/tab.svelte";

export type WorkState = "idle" | "waiting" | "running" | "stopped" | "done" | "failed";

/** A job as the server sends it. */
interface Job {
  id: string;
  title: string;
  about?: string;
  state: Exclude<WorkState, "idle">;
  seconds: number;
  progress: Progress | null;
  trouble: { detail?: string; title?: string; advice?: string } | null;
  work?: unknown;
  so_far?: unknown;
  result?: unknown;
}

interface Kept {
  id?: string;
  key?: string;
}

/** How long after its stream has ended a job that still runs is asked about again, in milliseconds. */
const REST = 1000;

/** How a kind of work reads its questions. */
interface Ways<A extends Ask> {
  /** What a question is about, as a text: equal texts, the same work. */
  keyOf(fields: FieldsOf<A>): string;
  /** How it goes on with what is known; absent: it begins again. */
  goesOn?(fields: FieldsOf<A>, known: AnswerTo<A>): FieldsOf<A>;
}

export class LongWork<A extends Ask> {
  readonly ask: A;
  state: WorkState = $state("idle");
  /** What is known so far, at the end all of it. */
  answer: AnswerTo<A> | null = $state.raw(null);
  progress: Progress | null = $state.raw(null);
  trouble: Trouble | null = $state.raw(null);
  /** When it began, in milliseconds since 1970; of a job that was stopped in between, as if it had not been. */
  began = $state(0);
  /** What the question is about, as a text. */
  key = $state("");
  /** The question as it was asked. */
  fields: FieldsOf<A> | null = $state.raw(null);
  readonly isBusy: boolean = $derived(this.state === "running" || this.state === "waiting");
  #title = "";
  #job: string | null = $state(null);
  #controller: AbortController | null = null;
  readonly #ways: Ways<A>;
  /** Whether a person chose a job, or began one: then the job from before a reload is not taken up any more. */
  #isChosen = false;

  constructor(ask: A, ways: Ways<A>) {
    this.ask = ask;
    this.#ways = ways;
  }

  /** The id of the job of the server, if it is one. */
  get job(): string | null {
    return this.#job;
  }

  /** Whether it goes on where it stopped; otherwise it begins again. */
  get canGoOn(): boolean {
    return this.#job !== null || this.#ways.goesOn !== undefined;
  }

  async start(fields: FieldsOf<A>, key: string, title: string): Promise<void> {
    this.#isChosen = true;
    if (this.isBusy) await this.stop();
    this.#leave();
    this.#job = null;
    this.key = key;
    this.fields = fields;
    this.#title = title;
    this.answer = null;
    await this.#run(fields);
  }

  async stop(): Promise<void> {
    try {
      if (this.#job !== null && this.isBusy) this.#take(await request<Job>("POST", `api/jobs/${this.#job}/stop`));
    } catch (error) {
      page.trouble(error);
      // The job goes on, and so does whoever follows it.
      if (error instanceof AwayError) return;
    }
    this.#leave();
    if (this.isBusy) this.state = "stopped";
  }

  async resume(): Promise<void> {
    const { fields } = this;
    if (!fields || this.isBusy) return;
    const { goesOn } = this.#ways;
    if (this.#job === null) return this.#run(goesOn && this.answer ? goesOn(fields, this.answer) : fields);
    const path = `api/jobs/${this.#job}`;
    try {
      // It may have gone on, or be done, without this page.
      let job = await request<Job>("GET", path);
      if (job.state === "stopped" || job.state === "failed") job = await request<Job>("POST", `${path}/resume`);
      this.#take(job);
      if (this.isBusy) await this.#follow(job.id);
    } catch (error) {
      // The server has forgotten it.
      if (error instanceof AskError && error.status === 404) await this.#run(fields);
      else this.#failed(error);
    }
  }

  /** Takes up a job of the server: the one that ran before a reload, or one from the list of jobs. */
  async adopt(id?: string): Promise<void> {
    const name = `job.${this.ask}`;
    const kept = tab.noted(name) as Kept;
    const wanted = id ?? kept.id;
    if (page.transport?.kind !== "server" || !wanted || this.#job === wanted || (this.#isChosen && !id)) return;
    try {
      const job = await request<Job>("GET", `api/jobs/${wanted}`);
      const work = job.work as (FieldsOf<A> & { ask?: string }) | undefined;
      if (!work || work.ask !== this.ask || (this.#isChosen && !id)) return;
      if (id) this.#isChosen = true;
      this.#leave();
      this.#job = wanted;
      this.fields = work;
      this.key = kept.id === wanted && kept.key ? kept.key : this.#ways.keyOf(work);
      this.answer = null;
      tab.note(name, { id: wanted, key: this.key });
      this.#take(job);
      if (this.isBusy) await this.#follow(wanted);
    } catch (error) {
      // The job was forgotten, or belongs to another server.
      if (id) page.trouble(error);
      else tab.note(name, {});
    }
  }

  async #run(fields: FieldsOf<A>): Promise<void> {
    this.state = "running";
    this.began = Date.now();
    this.progress = null;
    this.trouble = null;
    try {
      if (page.transport?.kind === "server") {
        const job = await this.#post({ ask: this.ask, ...fields, title: this.#title });
        this.#job = job.id;
        tab.note(`job.${this.ask}`, { id: job.id, key: this.key });
        this.#take(job);
        await this.#follow(job.id);
      } else {
        const controller = new AbortController();
        this.#controller = controller;
        const { signal } = controller;
        const answer = await page.jobs.ask(this.ask, fields, { title: this.#title, signal, onUpdate: (update) => this.#update(update) });
        if (signal.aborted) return;
        this.answer = answer;
        this.state = "done";
      }
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Begins a job, as soon as the server answers. */
  async #post(work: object): Promise<Job> {
    for (;;) {
      try {
        return await request<Job>("POST", "api/jobs", work);
      } catch (error) {
        if (!(error instanceof AwayError)) throw error;
        await connection.back();
      }
    }
  }

  /** Follows a job until it ends, also past a server that goes away and comes back. */
  async #follow(id: string): Promise<void> {
    const controller = new AbortController();
    this.#controller = controller;
    const { signal } = controller;
    try {
      while (this.isBusy) {
        await this.#hear(id, signal).catch((error: unknown) => {
          if (!(error instanceof AwayError)) throw error;
        });
        if (!this.isBusy) return;
        // The stream ended without an end of the job: the server went away. Started again, it goes on with its jobs.
        await connection.back(signal);
        this.#take(await request<Job>("GET", `api/jobs/${id}`, undefined, signal));
        if (this.isBusy) await new Promise((done) => setTimeout(done, REST));
        signal.throwIfAborted();
      }
    } catch (error) {
      if (!signal.aborted) this.#failed(error);
    }
  }

  async #hear(id: string, signal: AbortSignal): Promise<void> {
    const response = await responseOf(`api/jobs/${id}/events`, { headers: { Accept: "text/event-stream" }, signal });
    for await (const { event, data } of eventsOf(response)) {
      if (signal.aborted) return;
      if (event === "update") this.#update(data as Update);
      else if (event === "job" || event === "done") this.#take(data as Job);
    }
  }

  #take(job: Job): void {
    if (job.state === "running" && this.state !== "running") this.began = Date.now() - (job.seconds || 0) * 1000;
    this.state = job.state;
    if (job.progress) this.progress = job.progress;
    const answer = (job.result ?? job.so_far ?? null) as AnswerTo<A> | null;
    if (answer) this.answer = answer;
    this.trouble = job.trouble ? { what: job.trouble.detail || job.trouble.title || "", advice: job.trouble.advice ?? "" } : null;
  }

  #update(update: Update): void {
    if (update.update === "progress") this.progress = update;
    const answer = soFar(this.ask, update);
    if (answer) this.answer = answer;
  }

  #failed(error: unknown): void {
    if (isStop(error)) {
      this.state = "stopped";
      return;
    }
    this.state = "failed";
    this.trouble = error instanceof AskError ? error.trouble : { what: String(error), advice: "" };
  }

  /** Hears no more of what runs. A job of the server goes on. */
  #leave(): void {
    this.#controller?.abort();
    this.#controller = null;
  }
}
