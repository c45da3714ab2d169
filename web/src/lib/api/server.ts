// Questions to `tesuji serve`: fetch, and server-sent events where updates are wanted. See docs of the server for the routes.
import { AwayError, connection } from "./connection.svelte";
import { AskError, type AskOptions, type Transport } from "./index";
import type { Answer, Question, Trouble, Update } from "./types";

/** What `GET /api/about` says. */
export interface About {
  name: string;
  version: string;
  is_server: boolean;
  has_store: boolean;
  limits: Record<string, number>;
}

const JSON_TYPE = "application/json";

/** A problem as the server sends it, as an error that says what to do. */
async function problemOf(response: Response): Promise<AskError> {
  const after = Number(response.headers.get("Retry-After"));
  const retryAfter = Number.isFinite(after) && after > 0 ? after : null;
  let body: unknown = null;
  try {
    body = await response.json();
  } catch {
    // Not JSON: the status is all there is.
  }
  return new AskError(troubleOf(body, `${response.status} ${response.statusText}`), retryAfter, response.status);
}

function troubleOf(body: unknown, otherwise: string): Trouble {
  const problem = (body ?? {}) as { title?: string; detail?: string; advice?: string; is_ours?: boolean; place?: Trouble["place"] };
  return {
    what: problem.detail || problem.title || otherwise,
    advice: problem.advice ?? "",
    place: problem.place ?? null,
    is_ours: problem.is_ours ?? false,
  };
}

/** How often a question is asked if the server goes away in the middle of it: it may be the question that it dies of. */
const MOST_TRIES = 4;
/** After how long a look shows whether the server is still there, in milliseconds. */
const LONG = 8000;

/** Waits for a part of an answer. If there is no connection, or if it breaks, that is noted: an `AwayError`. */
async function reached<T>(part: Promise<T>): Promise<T> {
  const timer = setTimeout(() => void connection.check(), LONG);
  try {
    return await part;
  } catch (error) {
    // What fetch and streams throw then, in every browser.
    if (!(error instanceof TypeError)) throw error;
    connection.lost();
    throw new AwayError();
  } finally {
    clearTimeout(timer);
  }
}

/** The response to a request, if all is well. */
export async function responseOf(path: string, init: RequestInit): Promise<Response> {
  const response = await reached(fetch(path, init));
  // A proxy says so of a server that is away.
  if (response.status === 502 || response.status === 504) {
    connection.lost();
    throw new AwayError();
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

/** Does what may be done twice: waits for a server that is away, and does it again. */
async function again<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AwayError)) throw error;
      await connection.back(signal);
    }
  }
  throw new AskError({ what: "the server closed the connection before the answer", advice: "Ask again.", is_ours: true });
}

/** Plain requests to the server, for what is no question: jobs, matches, studies, store, sessions. What only reads waits for the server. */
export async function request<T>(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const text = await requestText(method, path, body, signal);
  return (text === "" ? undefined : JSON.parse(text)) as T;
}

export function requestText(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: unknown, signal?: AbortSignal): Promise<string> {
  const init: RequestInit = { method, headers: { Accept: JSON_TYPE } };
  if (signal) init.signal = signal;
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { Accept: JSON_TYPE, "Content-Type": JSON_TYPE };
  }
  const work = async (): Promise<string> => reached((await responseOf(path, init)).text());
  return method === "GET" ? again(work, signal) : work();
}

/** An event of a stream. */
export interface StreamEvent {
  event: string;
  data: unknown;
}

/** The events of a response of type `text/event-stream`, one after the other. */
export async function* eventsOf(response: Response): AsyncGenerator<StreamEvent> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reached(reader.read());
      if (done) return;
      rest = (rest + value).replaceAll("\r\n", "\n");
      let end = rest.indexOf("\n\n");
      for (; end >= 0; end = rest.indexOf("\n\n")) {
        const event = parsed(rest.slice(0, end));
        rest = rest.slice(end + 2);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function parsed(block: string): StreamEvent | null {
  let event = "message";
  const data: string[] = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) event = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
  }
  return data.length === 0 ? null : { event, data: JSON.parse(data.join("\n")) };
}

/** Asks; if the server goes away, asks again once it is back. */
function ask(question: Question, options: AskOptions): Promise<Answer> {
  return again(() => askOnce(question, options), options.signal);
}

async function askOnce(question: Question, { onUpdate, signal }: AskOptions): Promise<Answer> {
  const init: RequestInit = {
    method: "POST",
    headers: { "Content-Type": JSON_TYPE, Accept: onUpdate ? "text/event-stream" : JSON_TYPE },
    body: JSON.stringify(question),
  };
  if (signal) init.signal = signal;
  const response = await responseOf("api/ask", init);
  if (!onUpdate) return (await reached(response.json())) as Answer;
  for await (const { event, data } of eventsOf(response)) {
    if (event === "update") onUpdate(data as Update);
    else if (event === "answer") return data as Answer;
    else if (event === "trouble") throw new AskError(troubleOf(data, "the question failed"));
  }
  signal?.throwIfAborted();
  await connection.check();
  throw new AwayError();
}

/** The server that this page came from, if there is one. */
export async function serverTransport(): Promise<Transport | null> {
  try {
    const response = await fetch("api/about", { headers: { Accept: JSON_TYPE } });
    if (!response.ok || !response.headers.get("Content-Type")?.includes("json")) return null;
    const about = (await response.json()) as About;
    return about.is_server ? { kind: "server", about, ask } : null;
  } catch {
    return null;
  }
}
