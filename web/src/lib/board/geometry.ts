// Where things are on a drawn board. Lengths are in units of the distance between neighbours.
import type { BoardCell, BoardView } from "../api";

export type Point = readonly [number, number];

/** Cells by name, and by the lines that a reader of the screen walks through. */
export class Places {
  readonly at: ReadonlyMap<string, number>;
  /** Indices of cells, row by row from the top, each from left to right. */
  readonly rows: readonly (readonly number[])[];
  readonly board: BoardView;
  /** Whether columns and rows run across and down: of a board that is turned they do not. */
  readonly isUpright: boolean;
  readonly #reach = new Map<number, number>();

  constructor(board: BoardView, isUpright = true) {
    this.board = board;
    this.isUpright = isUpright;
    this.at = new Map(board.cells.map((cell, index) => [cell.name, index]));
    this.rows = rowsOf(board);
  }

  cell(name: string): BoardCell | undefined {
    const index = this.at.get(name);
    return index === undefined ? undefined : this.board.cells[index];
  }

  /** The corners of a tile as the text of a polygon; empty for a point. */
  polygon(cell: BoardCell): string {
    return cell.corners.map(([x, y]) => `${round(x)},${round(y)}`).join(" ");
  }

  /** The next cell from here to a side: `dx` 1 is right, `dy` 1 is down. */
  next(from: number, dx: number, dy: number): number {
    const here = this.board.cells[from];
    if (!here) return from;
    if (here.place && this.isUpright) {
      const [column, row] = here.place;
      const there = this.board.cells.findIndex((cell) => cell.place?.[0] === column + dx && cell.place[1] === row + dy);
      return there < 0 ? from : there;
    }
    let best = from;
    let least = Infinity;
    this.board.cells.forEach((cell, index) => {
      const along = (cell.x - here.x) * dx + (cell.y - here.y) * dy;
      const aside = Math.abs((cell.x - here.x) * dy) + Math.abs((cell.y - here.y) * dx);
      if (index === from || along <= 1e-6 || aside > 2 * along) return;
      // Of two that lie equally well, the one in the same column, then the one in the same row: so that the way back is the same.
      const isAcross = here.place && cell.place ? [here.place[0] !== cell.place[0], here.place[1] !== cell.place[1]] : [false, false];
      const cost = along + 2 * aside + (isAcross[0] ? 0.1 : 0) + (isAcross[0] && isAcross[1] ? 0.1 : 0);
      if (cost < least) [best, least] = [index, cost];
    });
    return best;
  }

  /** Half the width that a square on this cell may have, so that it does not lie on that of a neighbour. */
  reach(cell: BoardCell, most: number): number {
    const index = this.at.get(cell.name) ?? 0;
    let half = this.#reach.get(index);
    if (half === undefined) {
      // Two squares of half width h do not overlap if their middles are 2 h apart in x or in y.
      const apart = this.board.cells.map((other) => (other === cell ? Infinity : Math.max(Math.abs(other.x - cell.x), Math.abs(other.y - cell.y))));
      half = 0.48 * Math.min(...apart);
      this.#reach.set(index, half);
    }
    return Math.min(most, half);
  }

  /** The sides of tiles between a set of cells and the rest, as a path. Empty if cells are points. */
  outline(names: readonly string[]): string {
    const sides = new Map<string, string | null>();
    for (const name of names) {
      const corners = this.cell(name)?.corners ?? [];
      corners.forEach((corner, index) => {
        const next = corners[(index + 1) % corners.length];
        if (!next) return;
        const ends = [`${round(corner[0])} ${round(corner[1])}`, `${round(next[0])} ${round(next[1])}`].sort();
        const side = `M${ends[0]}L${ends[1]}`;
        // A side that two cells of the set have lies inside.
        sides.set(side, sides.has(side) ? null : side);
      });
    }
    return [...sides.values()].filter((side) => side !== null).join("");
  }
}

function rowsOf(board: BoardView): number[][] {
  const rows = new Map<number, number[]>();
  board.cells.forEach((cell, index) => {
    const key = cell.place ? cell.place[1] : Math.round(cell.y * 2);
    const row = rows.get(key);
    if (row) row.push(index);
    else rows.set(key, [index]);
  });
  const x = (index: number): number => board.cells[index]?.x ?? 0;
  return [...rows.entries()].sort(([a], [b]) => a - b).map(([, row]) => row.sort((a, b) => x(a) - x(b)));
}

export function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** The middle of a set of points. */
export function middle(points: readonly Point[]): Point {
  const n = Math.max(1, points.length);
  return [points.reduce((sum, [x]) => sum + x, 0) / n, points.reduce((sum, [, y]) => sum + y, 0) / n];
}

/** A line from one point to another that keeps a distance from both ends. */
export function shortened(from: Point, to: Point, atStart: number, atEnd: number): readonly [Point, Point] {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  return [
    [from[0] + ux * atStart, from[1] + uy * atStart],
    [to[0] - ux * atEnd, to[1] - uy * atEnd],
  ];
}

/** The head of an arrow at `to`, as the text of a polygon. */
export function arrowHead(from: Point, to: Point, size: number): string {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [(dx / length) * size, (dy / length) * size];
  const back: Point = [to[0] - ux, to[1] - uy];
  return [to, [back[0] - uy * 0.6, back[1] + ux * 0.6] as Point, [back[0] + uy * 0.6, back[1] - ux * 0.6] as Point]
    .map(([x, y]) => `${round(x)},${round(y)}`)
    .join(" ");
}
