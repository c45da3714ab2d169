// Points and links, as plain data that never changes, and what may be done with them.
import type { BoardView } from "../../lib/api";

export interface Graph {
  points: readonly (readonly [number, number])[];
  links: readonly (readonly [number, number])[];
  /** Links that are drawn as leaving the board. */
  wraps: readonly (readonly [number, number])[];
  /** Names, if a file gave them. */
  names: readonly string[] | null;
}

export const EMPTY: Graph = { points: [], links: [], wraps: [], names: null };
const NEAR = 0.05;
const rounded = (at: number): number => Math.round(at * 10_000) / 10_000;

/** The names with more of them, each new, as many as there are points; null if points are named by their rows. */
function namesFor(names: Graph["names"], n: number): Graph["names"] {
  if (!names) return null;
  const all = [...names];
  const taken = new Set(all);
  for (let next = all.length + 1; all.length < n; next += 1) {
    if (!taken.has(`P${next}`)) all.push(`P${next}`);
  }
  return all;
}

export function withPoint(graph: Graph, x: number, y: number): Graph {
  return { ...graph, points: [...graph.points, [rounded(x), rounded(y)]], names: namesFor(graph.names, graph.points.length + 1) };
}

/** The point at a place, the nearest within `reach`; -1 if there is none. */
export function pointAt({ points }: Graph, x: number, y: number, reach: number): number {
  let [best, least] = [-1, reach];
  points.forEach(([px, py], at) => {
    const far = Math.hypot(px - x, py - y);
    if (far < least) [best, least] = [at, far];
  });
  return best;
}

/** The link at a place; -1 if there is none within `reach`. */
export function linkAt({ points, links }: Graph, x: number, y: number, reach: number): number {
  let [best, least] = [-1, reach];
  links.forEach(([a, b], at) => {
    const [[ax, ay], [bx, by]] = [points[a] ?? [0, 0], points[b] ?? [0, 0]];
    const square = (bx - ax) ** 2 + (by - ay) ** 2;
    const along = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square));
    const far = Math.hypot(ax + along * (bx - ax) - x, ay + along * (by - ay) - y);
    if (far < least) [best, least] = [at, far];
  });
  return best;
}

/** The graph with a link that may be there already. */
export function linked(graph: Graph, a: number, b: number): Graph {
  const isThere = graph.links.some(([one, other]) => (one === a && other === b) || (one === b && other === a));
  return a === b || isThere ? graph : { ...graph, links: [...graph.links, [a, b]] };
}

/** The graph with another one laid on it. Points that fall on one another become one. */
export function stamped(graph: Graph, stamp: Graph, dx: number, dy: number): Graph {
  let found = graph;
  const image = stamp.points.map(([x, y]) => {
    const at = pointAt(found, x + dx, y + dy, NEAR);
    if (at >= 0) return at;
    found = withPoint(found, x + dx, y + dy);
    return found.points.length - 1;
  });
  for (const [a, b] of stamp.links) found = linked(found, image[a] ?? 0, image[b] ?? 0);
  return found;
}

/** The chosen points with the links between them, around the middle of their box. */
export function cutOut(graph: Graph, chosen: ReadonlySet<number>): Graph {
  const part = without({ ...graph, wraps: [], names: null }, new Set([...graph.points.keys()].filter((at) => !chosen.has(at))));
  const [xs, ys] = [part.points.map(([x]) => x), part.points.map(([, y]) => y)];
  // Whole steps keep a drawing on the grid on the grid.
  const middle = (all: number[]): number => Math.round((Math.min(...all) + Math.max(...all)) / 2);
  return moved(part, new Set(part.points.keys()), -middle(xs), -middle(ys));
}

/** The graph with another name for a point, given the names of all as they are shown. */
export function renamed(graph: Graph, shown: readonly string[], at: number, name: string): Graph {
  return { ...graph, names: graph.points.map((_, index) => (index === at ? name : (shown[index] ?? `P${index + 1}`))) };
}

export function moved(graph: Graph, chosen: ReadonlySet<number>, dx: number, dy: number): Graph {
  return { ...graph, points: graph.points.map(([x, y], at) => (chosen.has(at) ? [rounded(x + dx), rounded(y + dy)] : [x, y])) };
}

/** Adds a link, or takes it away if it is there. */
export function toggled(graph: Graph, a: number, b: number): Graph {
  if (a === b) return graph;
  const is = ([one, other]: readonly [number, number]): boolean => (one === a && other === b) || (one === b && other === a);
  const links = graph.links.filter((link) => !is(link));
  return { ...graph, links: links.length < graph.links.length ? links : [...links, [a, b]], wraps: graph.wraps.filter((link) => !is(link)) };
}

export function without(graph: Graph, gone: ReadonlySet<number>): Graph {
  const number = new Map<number, number>();
  graph.points.forEach((_, at) => gone.has(at) || number.set(at, number.size));
  const kept = (links: Graph["links"]): [number, number][] =>
    links.flatMap(([a, b]): [number, number][] => {
      const [from, to] = [number.get(a), number.get(b)];
      return from === undefined || to === undefined ? [] : [[from, to]];
    });
  return {
    points: graph.points.filter((_, at) => !gone.has(at)), links: kept(graph.links), wraps: kept(graph.wraps),
    names: graph.names?.filter((_, at) => !gone.has(at)) ?? null,
  };
}

/** The graph with its images under a map of the plane. Points that fall on one another become one. */
function withImages(graph: Graph, maps: ((x: number, y: number) => [number, number])[]): Graph {
  const points: (readonly [number, number])[] = [...graph.points];
  const keys = new Set<string>();
  const links: [number, number][] = [];
  const link = (a: number, b: number): void => {
    const key = a < b ? `${a}-${b}` : `${b}-${a}`;
    if (a !== b && !keys.has(key)) {
      keys.add(key);
      links.push([a, b]);
    }
  };
  for (const [a, b] of graph.links) link(a, b);
  for (const map of maps) {
    const image = graph.points.map(([x, y]) => {
      const [u, v] = map(x, y);
      const found = points.findIndex(([px, py]) => Math.hypot(px - u, py - v) < NEAR);
      return found >= 0 ? found : points.push([rounded(u), rounded(v)]) - 1;
    });
    for (const [a, b] of graph.links) link(image[a] ?? a, image[b] ?? b);
  }
  return { points, links, wraps: graph.wraps, names: namesFor(graph.names, points.length) };
}

/** A line: through a point, in a direction. */
export interface Axis {
  x: number;
  y: number;
  dx: number;
  dy: number;
}

/** Where the axis of a mirror may lie: beside the drawing, through its middle, or through two points that are chosen. */
export const AXES = ["right", "below", "upright", "level", "chosen"] as const;
export type AxisName = (typeof AXES)[number];

/** The axis of this name; null where two points are to be chosen first. */
export function axisOf(graph: Graph, name: AxisName, chosen: ReadonlySet<number>): Axis | null {
  if (graph.points.length === 0) return null;
  if (name === "chosen") {
    const [a, b] = [...chosen].map((at) => graph.points[at]);
    return chosen.size === 2 && a && b ? { x: a[0], y: a[1], dx: b[0] - a[0], dy: b[1] - a[1] } : null;
  }
  const [xs, ys] = [graph.points.map(([x]) => x), graph.points.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const upright = (x: number): Axis => ({ x, y: 0, dx: 0, dy: 1 });
  const level = (y: number): Axis => ({ x: 0, y, dx: 1, dy: 0 });
  if (name === "right") return upright(right + 0.5);
  if (name === "below") return level(bottom + 0.5);
  return name === "upright" ? upright((left + right) / 2) : level((top + bottom) / 2);
}

export function mirrored(graph: Graph, { x, y, dx, dy }: Axis): Graph {
  const length = dx * dx + dy * dy;
  if (length === 0) return graph;
  return withImages(graph, [(px, py) => {
    const along = ((px - x) * dx + (py - y) * dy) / length;
    return [2 * (x + along * dx) - px, 2 * (y + along * dy) - py];
  }]);
}

export function turned(graph: Graph, times: number, cx: number, cy: number): Graph {
  const maps = Array.from({ length: times - 1 }, (_, k) => {
    const angle = (2 * Math.PI * (k + 1)) / times;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return (x: number, y: number): [number, number] => [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos];
  });
  return withImages(graph, maps);
}

/** Pieces that no link joins. */
export function pieces({ points, links }: Graph): number {
  const parent = points.map((_, at) => at);
  const root = (at: number): number => {
    let here = at;
    while (parent[here] !== here) here = parent[here] ?? here;
    return here;
  };
  for (const [a, b] of links) parent[root(a)] = root(b);
  return parent.filter((above, at) => above === at).length;
}

/** The first two points that lie on one place. */
export function doubled({ points }: Graph): [number, number] | null {
  const seen = new Map<string, number>();
  for (const [at, [x, y]] of points.entries()) {
    const key = `${x},${y}`;
    const other = seen.get(key);
    if (other !== undefined) return [other, at];
    seen.set(key, at);
  }
  return null;
}

/** Our form, as docs/BOARDS.md has it. */
export function ours(graph: Graph): string {
  return JSON.stringify({
    "tesuji-board": 1, ...(graph.names ? { names: graph.names } : {}), coordinates: graph.points, links: graph.links,
    ...(graph.wraps.length > 0 ? { wraps: graph.wraps } : {}),
  });
}

/** That of Go Variants. */
export function theirs({ points, links }: Graph): string {
  const adjacencyList: number[][] = points.map(() => []);
  for (const [a, b] of links) {
    adjacencyList[a]?.push(b);
    adjacencyList[b]?.push(a);
  }
  return JSON.stringify({ type: "custom", coordinates: points, adjacencyList });
}

/** The graph of a board that the program read. */
export function graphOf(board: BoardView): Graph {
  const drawn = new Set(board.links.map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`));
  const links: [number, number][] = board.cells.flatMap((cell, a) => cell.touches.filter((b) => b > a).map((b): [number, number] => [a, b]));
  return {
    points: board.cells.map((cell) => [rounded(cell.x), rounded(cell.y)]), links, wraps: links.filter(([a, b]) => !drawn.has(`${a}-${b}`)),
    names: board.cells.map((cell) => cell.name),
  };
}
