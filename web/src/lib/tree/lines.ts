// Variations as they are written: a line of moves, with other lines where it branches.
import type { GameTree } from "../api";
import { childrenOf } from "../state/tree";

export type LineItem = { kind: "move"; node: number; number: number } | { kind: "variations"; nodes: readonly number[]; number: number };

/** What is written from a node on. `number` is the number of moves to there. */
export function lineItems(tree: GameTree, start: number, number: number): LineItem[] {
  const items: LineItem[] = start === 0 ? [] : [{ kind: "move", node: start, number }];
  let at = start;
  for (let n = number + 1; ; n += 1) {
    const [first, ...others] = childrenOf(tree, at);
    if (first === undefined) return items;
    items.push({ kind: "move", node: first, number: n });
    if (others.length > 0) items.push({ kind: "variations", nodes: others, number: n });
    at = first;
  }
}
