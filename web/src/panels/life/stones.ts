// Chains of Go on the board of the page, and the stones after moves inside a region.
import type { BoardView, Colour, LifeView } from "../../lib/api";

export type Stones = ReadonlyMap<string, Colour>;

/** The neighbours of each cell. */
function neighboursOf(board: BoardView): (cell: string) => string[] {
  const touches = new Map(board.cells.map(({ name, touches }) => [name, touches.map((at) => board.cells[at]?.name ?? "")]));
  return (cell) => touches.get(cell) ?? [];
}

/** The stones that are connected to the one on this cell. */
export function chainAt(board: BoardView, stones: Stones, cell: string): string[] {
  const neighbours = neighboursOf(board);
  const chain = new Set([cell]);
  for (const one of chain) for (const next of neighbours(one)) if (stones.get(next) === stones.get(cell)) chain.add(next);
  return [...chain];
}

/** A move of a line of the program: `B T19`. */
export function moveOf(step: string): { player: Colour; mv: string } {
  return { player: step.startsWith("B") ? "black" : "white", mv: step.slice(2) };
}

/**
 * The stones after a line inside the region of an answer. What the answer assumes holds: stones outside are never captured, and where
 * the region is open, only the attacker gets out.
 */
export function stonesAfter(board: BoardView, before: Stones, view: LifeView, line: readonly string[]): Stones {
  const stones = new Map(before);
  const neighbours = neighboursOf(board);
  const [region, open] = [new Set(view.region), new Set(view.open)];
  const isCaptured = (chain: string[], player: Colour): boolean => chain.every((cell) => region.has(cell)
    && neighbours(cell).every((next) => stones.has(next) || !(region.has(next) || (player !== view.defender && open.has(next)))));
  for (const { player, mv } of line.map(moveOf)) {
    if (mv === "pass") continue;
    stones.set(mv, player);
    for (const next of neighbours(mv)) {
      const other = stones.get(next);
      if (!other || other === player) continue;
      const chain = chainAt(board, stones, next);
      if (isCaptured(chain, other)) for (const cell of chain) stones.delete(cell);
    }
  }
  return stones;
}
