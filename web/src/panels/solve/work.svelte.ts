// A long question that can be stopped and taken up again: a job of the server that survives a reload, or work of this page.
import { isStop, soFar, AskError, type AnswerTo, type Ask, type FieldsOf, type Progress, type Trouble, type Update } from "../../lib/api";
import { eventsOf, problemOf, request } from "../../lib/api/server";
import { keep, keptOf } from "../analysis/kept";
import { page } from "../../lib/state/page.svelte";

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
  /** How a question goes on with what is known; absent: it begins again. */
  readonly #goesOn: ((fields: FieldsOf<A>, known: AnswerTo<A>) => FieldsOf<A>) | null;

  constructor(ask: A, goesOn: ((fields: FieldsOf<A>, known: AnswerTo<A>) => FieldsOf<A>) | null = null) {
    this.ask = ask;
    this.#goesOn = goesOn;
  }

  /** Whether it goes on where it stopped; otherwise it begins again. */
  get canGoOn(): boolean {
    return this.#job !== null || this.#goesOn !== null;
  }

  async start(fields: FieldsOf<A>, key: string, title: string): Promise<void> {
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
    }
    this.#leave();
    if (this.isBusy) this.state = "stopped";
  }

  async resume(): Promise<void> {
    const { fields } = this;
    if (!fields || this.isBusy) return;
    if (this.#job !== null) {
      try {
        this.#take(await request<Job>("POST", `api/jobs/${this.#job}/resume`));
        await this.#follow(this.#job);
      } catch (error) {
        this.#failed(error);
      }
    } else {
      await this.#run(this.#goesOn && this.answer ? this.#goesOn(fields, this.answer) : fields);
    }
  }

  /** Takes up a job of the server: the one that ran before a reload, or one from the list of jobs. */
  async adopt(id?: string): Promise<void> {
    const kept = keptOf(`job.${this.ask}`) as Kept;
    const wanted = id ?? kept.id;
    if (page.transport?.kind !== "server" || !wanted || this.#job === wanted || (this.isBusy && !id)) return;
    try {
      const job = await request<Job>("GET", `api/jobs/${wanted}`);
      const work = job.work as (FieldsOf<A> & { ask?: string; state?: unknown }) | undefined;
      if (!work || work.ask !== this.ask) return;
      this.#leave();
      this.#job = wanted;
      this.fields = work;
      this.key = kept.id === wanted && kept.key ? kept.key : JSON.stringify(work.state ?? null);
      this.#take(job);
      if (this.isBusy) await this.#follow(wanted);
    } catch (error) {
      // The job was forgotten, or belongs to another server.
      if (id) page.trouble(error);
      else keep(`job.${this.ask}`, {});
    }
  }

  async #run(fields: FieldsOf<A>): Promise<void> {
    this.state = "running";
    this.began = Date.now();
    this.progress = null;
    this.trouble = null;
    try {
      if (page.transport?.kind === "server") {
        const job = await request<Job>("POST", "api/jobs", { ask: this.ask, ...fields, title: this.#title });
        this.#job = job.id;
        keep(`job.${this.ask}`, { id: job.id, key: this.key });
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

  /** Hears what a job reports until it ends. */
  async #follow(id: string): Promise<void> {
    const controller = new AbortController();
    this.#controller = controller;
    const { signal } = controller;
    try {
      const response = await fetch(`api/jobs/${id}/events`, { headers: { Accept: "text/event-stream" }, signal });
      if (!response.ok) throw await problemOf(response);
      for await (const { event, data } of eventsOf(response)) {
        if (signal.aborted) return;
        if (event === "update") this.#update(data as Update);
        else if (event === "job" || event === "done") this.#take(data as Job);
      }
      // The stream ended without an end of the job: the server went away. What it knows is asked for once.
      if (!signal.aborted && this.isBusy) this.#take(await request<Job>("GET", `api/jobs/${id}`));
    } catch (error) {
      if (!signal.aborted) this.#failed(error);
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
