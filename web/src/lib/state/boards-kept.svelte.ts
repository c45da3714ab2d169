// Boards that the server keeps under a name.
import { request } from "../api/server";
import { snapshotFrom, type Snapshot } from "./link";

export interface KeptBoard {
  id: string;
  bytes: number;
  /** In seconds since 1970. */
  changed: number;
}

/** Names that panels use for themselves. */
const RESERVED: ReadonlySet<string> = new Set(["rated-games"]);

/** A name as the server takes it; empty if nothing is left of it. */
export function nameFrom(text: string): string {
  const name = text.normalize("NFKD").replace(/[^A-Za-z0-9_-]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 64);
  return RESERVED.has(name) ? `${name}-1` : name;
}

export async function keptBoards(): Promise<KeptBoard[]> {
  const { sessions } = await request<{ sessions: KeptBoard[] }>("GET", "api/sessions");
  return sessions.filter((board) => !RESERVED.has(board.id)).sort((a, b) => b.changed - a.changed);
}

export async function keepBoard(id: string, snapshot: Snapshot): Promise<void> {
  await request("PUT", `api/sessions/${encodeURIComponent(id)}`, snapshot);
}

export async function openBoard(id: string): Promise<Snapshot | null> {
  return snapshotFrom(JSON.stringify(await request<unknown>("GET", `api/sessions/${encodeURIComponent(id)}`)));
}

export async function forgetBoard(id: string): Promise<void> {
  await request("DELETE", `api/sessions/${encodeURIComponent(id)}`);
}
