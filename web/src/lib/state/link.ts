// The whole state as a short text: for links (`#state=..`) and for keeping it over a reload.
import type { GameTree } from "../api/types";

/** What a link holds. */
export interface Snapshot {
  version: 1;
  tree: GameTree;
  current: number;
  panel: string;
  kept: Record<string, unknown>;
}

/** What an entry of the history holds. */
export interface Entry {
  /** The id of the game; entries of one game share its moves. */
  game: string;
  panel: string;
  /** The part of the panel; empty: the whole. */
  spot: string;
  /** When it was written, in milliseconds since 1970. */
  at: number;
  /** The board, unless it was too large. */
  snapshot: Snapshot | null;
}

/** A snapshot from a text of unknown origin; null if it is none. */
export function snapshotFrom(text: string): Snapshot | null {
  try {
    const found = JSON.parse(text) as Partial<Snapshot>;
    const tree = found.tree;
    if (found.version !== 1 || !tree?.start?.game || !Array.isArray(tree.nodes) || tree.nodes.length === 0) return null;
    const isWhole = tree.nodes.every((node, at) => (at === 0 ? node.parent == null : typeof node.parent === "number" && node.parent >= 0 && node.parent < at));
    if (!isWhole) return null;
    const current = Number.isInteger(found.current) ? Math.max(0, Math.min(tree.nodes.length - 1, found.current ?? 0)) : 0;
    const kept = found.kept && typeof found.kept === "object" && !Array.isArray(found.kept) ? found.kept : {};
    return { version: 1, tree, current, panel: typeof found.panel === "string" ? found.panel : "welcome", kept };
  } catch {
    return null;
  }
}

/** The entry of a state of the history; null if the page did not make it. */
export function entryOf(state: unknown): Entry | null {
  const { tesuji } = (state ?? {}) as { tesuji?: Partial<Entry> };
  if (typeof tesuji?.game !== "string" || typeof tesuji.panel !== "string") return null;
  return { game: tesuji.game, panel: tesuji.panel, spot: typeof tesuji.spot === "string" ? tesuji.spot : "", at: Number(tesuji.at) || 0, snapshot: snapshotFrom(JSON.stringify(tesuji.snapshot ?? null)) };
}

async function through(bytes: BlobPart, transform: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(transform);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A snapshot as text for a link. */
export async function packed(snapshot: Snapshot): Promise<string> {
  const bytes = await through(JSON.stringify(snapshot), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The snapshot of a link; null if the text is none. */
export async function unpacked(text: string): Promise<Snapshot | null> {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
    return snapshotFrom(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
  } catch {
    return null;
  }
}
