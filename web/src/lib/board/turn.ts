// Boards seen from another side: turned by steps of 30 degrees, and mirrored. Only coordinates change, so texts stay upright.
import type { BoardView } from "../api";
import type { Point } from "./geometry";

/** Turns are numbered by their steps of 30 degrees clockwise, 0 to 11; from 12 on the board is mirrored first. */
export const N_TURNS = 24;
const N_STEPS = 12;
/** The sides of the rhombus stand upright: in a narrow window its cells are half as wide again as in a flat one. */
export const UPRIGHT = 1;

export interface Turn {
  /** Steps of 30 degrees. */
  steps: number;
  isMirrored: boolean;
}

export function turnOf(number: number): Turn {
  return { steps: number % N_STEPS, isMirrored: number >= N_STEPS };
}

export function numberOf(turn: Turn): number {
  return (((turn.steps % N_STEPS) + N_STEPS) % N_STEPS) + (turn.isMirrored ? N_STEPS : 0);
}

/** The turns that a board may have: hexagons lie well at each step; squares, and points between lines, at every third. */
export function stepsOf(board: BoardView): readonly number[] {
  return Array.from({ length: N_STEPS }, (_, step) => step).filter((step) => board.style === "tiles" || step % 3 === 0);
}

const turned = new WeakMap<BoardView, Map<number, BoardView>>();

/** A board as it is seen after a turn. The same objects come back for the same board and turn. */
export function turnedBoard(board: BoardView, number: number): BoardView {
  const turn = turnOf(number);
  // The margins of a drawn board are for its names, which stand nowhere here.
  if ((number === 0 && !board.is_layout) || !stepsOf(board).includes(turn.steps)) return board;
  const known = turned.get(board) ?? new Map<number, BoardView>();
  turned.set(board, known);
  const found = known.get(number) ?? made(board, turn);
  known.set(number, found);
  return found;
}

function made(board: BoardView, turn: Turn): BoardView {
  const angle = (turn.steps * Math.PI) / 6;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const rotate = ([x, y]: Point): Point => [(turn.isMirrored ? -x : x) * cos - y * sin, (turn.isMirrored ? -x : x) * sin + y * cos];
  const label = (x: number, y: number): Point[] => [[x - 0.3, y], [x + 0.3, y], [x, y - 0.3], [x, y + 0.3]];
  // What is drawn decides how large the drawing is: the margins of the board as it was would not fit.
  const all: Point[] = [
    ...board.cells.flatMap((cell): Point[] => (cell.corners.length > 0 ? cell.corners : [[cell.x - 0.5, cell.y], [cell.x + 0.5, cell.y], [cell.x, cell.y - 0.5], [cell.x, cell.y + 0.5]])),
    ...board.edges.flatMap((edge) => edge.path), ...board.wraps.flat(),
  ].map(rotate);
  const labels = board.labels.map((each) => ({ text: each.text, at: rotate([each.x, each.y]) }));
  for (const each of labels) all.push(...label(each.at[0], each.at[1]));
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  const margin = board.edges.length > 0 ? 0.3 : 0.15;
  const [left, top] = [least(xs) - margin, least(ys) - margin];
  const move = (point: Point): [number, number] => {
    const [x, y] = rotate(point);
    return [x - left, y - top];
  };
  return {
    ...board,
    width: -least(xs.map((x) => -x)) + margin - left,
    height: -least(ys.map((y) => -y)) + margin - top,
    cells: board.cells.map((cell) => {
      const [x, y] = move([cell.x, cell.y]);
      return { ...cell, x, y, corners: cell.corners.map(move) };
    }),
    edges: board.edges.map((edge) => ({ ...edge, path: edge.path.map(move) })),
    labels: labels.map(({ text, at: [x, y] }) => ({ text, x: x - left, y: y - top })),
    wraps: board.wraps.map(([a, b]) => [move(a), move(b)]),
  };
}

function least(values: readonly number[]): number {
  return values.reduce((found, value) => Math.min(found, value), Infinity);
}
