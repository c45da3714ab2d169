// One way to ask, wherever the answer comes from.
import { serverTransport, type About } from "./server";
import { workerTransport } from "./worker";
import type { Answer, Question, Trouble, Update } from "./types";

export type * from "./types";
export type { About } from "./server";

/** The name of a question. */
export type Ask = Question["ask"];
/** A question by its name. */
export type QuestionOf<A extends Ask> = Extract<Question, { ask: A }>;
type Without<T> = T extends unknown ? Omit<T, "ask"> : never;
/** The fields of a question, without its name. */
export type FieldsOf<A extends Ask> = Without<QuestionOf<A>>;
/** The answer to a question by its name. */
export type AnswerTo<A extends Ask> = Extract<Answer, { answer: A }>;

export interface AskOptions {
  /** Hears what is known before the answer. */
  onUpdate?: (update: Update) => void;
  /** Stops the work: what is known so far is then lost; `ask` rejects with an `AbortError`. */
  signal?: AbortSignal;
}

/** Where questions are answered. */
export interface Transport {
  readonly kind: "server" | "worker";
  /** What the server says about itself. */
  readonly about: About | null;
  /** Answers a question; rejects with an `AskError`, or with an `AbortError` if it was stopped. */
  ask(question: Question, options: AskOptions): Promise<Answer>;
}

/** Why a question has no answer. */
export class AskError extends Error {
  readonly trouble: Trouble;
  /** Seconds after which to try again, if the other side is busy. */
  readonly retryAfter: number | null;
  /** The status of HTTP, if a server answered. */
  readonly status: number | null;
  constructor(trouble: Trouble, retryAfter: number | null = null, status: number | null = null) {
    super(trouble.what);
    this.name = "AskError";
    this.trouble = trouble;
    this.retryAfter = retryAfter;
    this.status = status;
  }
}

/** Whether an error only says that the person stopped the work. */
export function isStop(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

let chosen: Promise<Transport> | null = null;

/**
 * The transport of this page: the server that the page came from, or a worker. `?transport=worker` asks for the worker. The static
 * site (built with `--mode site`) has no server and does not look for one.
 */
export function transport(): Promise<Transport> {
  chosen ??= choose();
  return chosen;
}

async function choose(): Promise<Transport> {
  const wanted = new URLSearchParams(location.search).get("transport");
  if (wanted !== "worker" && import.meta.env.MODE !== "site") {
    const server = await serverTransport();
    if (server) return server;
  }
  return workerTransport();
}

/** Asks a question by its name. The answer has the type that belongs to it. */
export async function ask<A extends Ask>(
  name: A,
  fields: FieldsOf<A>,
  options: AskOptions = {},
): Promise<AnswerTo<A>> {
  const question = { ask: name, ...fields } as unknown as Question;
  const answer = await (await transport()).ask(question, options);
  return answer as AnswerTo<A>;
}

/** The answer so far that an update has, if it has one. */
export function soFar<A extends Ask>(name: A, update: Update): AnswerTo<A> | null {
  return update.update === "so-far" && update.answer === name ? (update as unknown as AnswerTo<A>) : null;
}
