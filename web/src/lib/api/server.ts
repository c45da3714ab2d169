// Questions to `tesuji serve`: fetch, and server-sent events where updates are wanted. See docs of the server for the routes.
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
export async function problemOf(response: Response): Promise<AskError> {
  const after = Number(response.headers.get("Retry-After"));
  const retryAfter = Number.isFinite(after) && after > 0 ? after : null;
  let body: unknown = null;
  try {
    body = await response.json();
  } catch {
    // Not JSON: the status is all there is.
  }
  return new AskError(troubleOf(body, `${response.status} ${response.statusText}`), retryAfter);
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

/** Plain requests to the server, for what is no question: jobs, matches, studies, store, sessions. */
export async function request<T>(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const init: RequestInit = { method, headers: { Accept: JSON_TYPE } };
  if (signal) init.signal = signal;
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { Accept: JSON_TYPE, "Content-Type": JSON_TYPE };
  }
  const response = await fetch(path, init);
  if (!response.ok) throw await problemOf(response);
  const text = await response.text();
  return (text === "" ? undefined : JSON.parse(text)) as T;
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
      const { done, value } = await reader.read();
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

async function ask(question: Question, { onUpdate, signal }: AskOptions): Promise<Answer> {
  const init: RequestInit = {
    method: "POST",
    headers: { "Content-Type": JSON_TYPE, Accept: onUpdate ? "text/event-stream" : JSON_TYPE },
    body: JSON.stringify(question),
  };
  if (signal) init.signal = signal;
  const response = await fetch("api/ask", init);
  if (!response.ok) throw await problemOf(response);
  if (!onUpdate) return (await response.json()) as Answer;
  for await (const { event, data } of eventsOf(response)) {
    if (event === "update") onUpdate(data as Update);
    else if (event === "answer") return data as Answer;
    else if (event === "trouble") throw new AskError(troubleOf(data, "the question failed"));
  }
  signal?.throwIfAborted();
  throw new AskError({ what: "the server closed the connection before the answer", advice: "Ask again.", is_ours: true });
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
