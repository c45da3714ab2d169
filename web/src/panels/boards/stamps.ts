// Small graphs to lay on a drawing, around 0 and in steps of one link; and graphs from lists that people have.
import { EMPTY, linked, withPoint, type Graph } from "./graph";

export const STAMPS = ["row", "grid", "triangles", "ring", "wheel"] as const;
export type StampKind = (typeof STAMPS)[number];

/** Whether the stamp has rows besides columns. */
export const hasRows = (kind: StampKind): boolean => kind === "grid" || kind === "triangles";

/** Row height of triangles: half a step sideways, and nearly one down. */
const LEAN = 0.866;

function lattice(columns: number, rows: number, isLeaning: boolean): Graph {
  const [left, top] = [-Math.floor((columns - 1) / 2), -Math.floor((rows - 1) / 2)];
  let graph = EMPTY;
  const at = (column: number, row: number): number => row * columns + column;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      graph = withPoint(graph, left + column + (isLeaning ? row / 2 : 0), (top + row) * (isLeaning ? LEAN : 1));
      if (column > 0) graph = linked(graph, at(column - 1, row), at(column, row));
      if (row > 0) graph = linked(graph, at(column, row - 1), at(column, row));
      if (row > 0 && isLeaning && column + 1 < columns) graph = linked(graph, at(column + 1, row - 1), at(column, row));
    }
  }
  return graph;
}

function ring(n: number, hasHub: boolean): Graph {
  // A link of the ring is as long as one of the grid, but never nearer to the hub.
  const radius = Math.max(1, n > 1 ? 0.5 / Math.sin(Math.PI / n) : 1);
  let graph = EMPTY;
  for (let at = 0; at < n; at += 1) {
    const angle = (2 * Math.PI * at) / n - Math.PI / 2;
    graph = withPoint(graph, radius * Math.cos(angle), radius * Math.sin(angle));
  }
  for (let at = 0; at < n; at += 1) graph = linked(graph, at, (at + 1) % n);
  if (!hasHub) return graph;
  graph = withPoint(graph, 0, 0);
  for (let at = 0; at < n; at += 1) graph = linked(graph, at, n);
  return graph;
}

export function stampOf(kind: StampKind, size: number, rows: number): Graph {
  const n = Math.max(1, Math.min(32, Math.round(size)));
  const m = Math.max(1, Math.min(32, Math.round(rows)));
  if (kind === "row") return lattice(n, 1, false);
  if (kind === "ring" || kind === "wheel") return ring(Math.max(3, n), kind === "wheel");
  return lattice(n, m, kind === "triangles");
}

/**
 * A board in our form from a list with two things a line. Decimal numbers are places, `1.5 2`; all else are links between names,
 * `a b`, `a-b` or `a, b`. Null if it is neither.
 */
export function fromList(text: string): string | null {
  const lines = text.split(/[\n;]/).map((line) => line.replace(/#.*/, "").trim()).filter((line) => line !== "");
  if (lines.length === 0) return null;
  const places = lines.map((line) => line.split(/\s*,\s*|\s+/).map(Number));
  if (lines.some((line) => line.includes(".")) && places.every((pair) => pair.length === 2 && pair.every(Number.isFinite))) {
    return JSON.stringify({ "tesuji-board": 1, coordinates: places, links: [] });
  }
  const pairs = lines.map((line) => line.split(/\s*(?:,|--?>?)\s*|\s+/));
  if (!pairs.every((pair) => pair.length === 2 && pair.every((name) => /^\w{1,32}$/.test(name)))) return null;
  const names = [...new Set(pairs.flat())];
  return JSON.stringify({ "tesuji-board": 1, names, links: pairs.map(([a, b]) => [names.indexOf(a ?? ""), names.indexOf(b ?? "")]) });
}
