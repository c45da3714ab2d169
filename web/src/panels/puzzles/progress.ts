// What a person has solved, and when a puzzle comes again. Plain data.
import type { PuzzleView } from "../../lib/api";

/** How a puzzle went so far. */
export interface PuzzleRecord {
  /** Right tries since the last wrong one. */
  right: number;
  /** The turn at which it comes again; absent if it does not. */
  due?: number;
}

export type PuzzleState = "fresh" | "solved" | "failed";

/** The number of other puzzles before one that went wrong comes again. After it is solved it comes once more. */
const AGAIN_SOON = 3;
const AGAIN_LATER = 12;

/** The same position is the same puzzle, whatever its name. */
export function keyOf({ state, to_move }: PuzzleView): string {
  const { game, setup } = state;
  return `${game.columns}x${game.rows} ${to_move} ${(setup?.black ?? []).join("")}/${(setup?.white ?? []).join("")}`;
}

export function stateOf(record: PuzzleRecord | undefined): PuzzleState {
  return !record ? "fresh" : record.due === undefined ? "solved" : "failed";
}

/** The record after a try at a turn. A solution that was shown counts as wrong. */
export function after(record: PuzzleRecord | undefined, isRight: boolean, turn: number): PuzzleRecord {
  if (!isRight) return { right: 0, due: turn + AGAIN_SOON };
  const right = (record?.right ?? 0) + 1;
  return stateOf(record) === "failed" && right < 2 ? { right, due: turn + AGAIN_LATER } : { right };
}

/** The puzzle after this one: what is due comes first, then what is new, in the order of the list. */
export function nextOf(list: readonly PuzzleView[], records: Readonly<Record<string, PuzzleRecord>>, at: string, turn: number): PuzzleView | null {
  const here = list.findIndex((puzzle) => keyOf(puzzle) === at);
  const rest = [...list.slice(here + 1), ...list.slice(0, Math.max(0, here))];
  const due = rest.filter((puzzle) => (records[keyOf(puzzle)]?.due ?? Infinity) <= turn);
  due.sort((a, b) => (records[keyOf(a)]?.due ?? 0) - (records[keyOf(b)]?.due ?? 0));
  return due[0] ?? rest.find((puzzle) => stateOf(records[keyOf(puzzle)]) === "fresh") ?? rest[0] ?? null;
}

/** Records out of the storage; what is no record is left out. */
export function recordsFrom(kept: unknown): Record<string, PuzzleRecord> {
  const entries = Object.entries((typeof kept === "object" && kept) || {}) as [string, Partial<PuzzleRecord> | null][];
  return Object.fromEntries(entries.flatMap(([key, record]) => {
    if (typeof record?.right !== "number") return [];
    return [[key, typeof record.due === "number" ? { right: record.right, due: record.due } : { right: record.right }]];
  }));
}
