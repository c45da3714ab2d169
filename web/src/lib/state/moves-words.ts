// Moves that a name of a cell does not explain.
import type { GameTree } from "../api";
import type { Texts } from "../i18n/index.svelte";
import { nodeAt, pathTo } from "./tree";

/** A move as it was played: its name, whoever played it. */
function nameOf(tree: GameTree, node: number): string | null {
  const mv = nodeAt(tree, node).mv;
  return mv == null ? null : typeof mv === "string" ? mv : mv.mv;
}

/** The cell across the long diagonal of a board of Hex: of f1, a6. Null if it is no name of a cell. */
export function mirrored(cell: string): string | null {
  const found = /^([a-z]+)([1-9][0-9]*)$/i.exec(cell);
  if (!found) return null;
  const column = [...(found[1] ?? "").toLowerCase()].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 96, 0);
  let name = "";
  for (let row = Number(found[2]); row > 0; row = Math.floor((row - 1) / 26)) name = String.fromCharCode(97 + ((row - 1) % 26)) + name;
  return `${name}${column}`;
}

/** What a swap did, in a sentence: "Swap: f1 becomes White's a6". Null if the node is no swap. */
export function swapWords(t: Texts, tree: GameTree, node: number): string | null {
  if (nodeAt(tree, node).event?.what === "swap-sides") return t.board.swappedSides;
  if (nameOf(tree, node) !== "swap-pieces") return null;
  const before = pathTo(tree, node).slice(0, -1).findLast((earlier) => nameOf(tree, earlier) !== null);
  const from = before === undefined ? null : nameOf(tree, before);
  const to = from === null ? null : mirrored(from);
  return from !== null && to !== null ? t.board.swapped(from, to, t.shell.white) : t.game.swap;
}
