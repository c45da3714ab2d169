// Opponents as levels: what a person reads of a player of the ladder. Numbers are the catalogue's.
import type { BoardView, Colour, GameEntry, GameName, PlayerEntry } from "../../lib/api";
import { words } from "../../lib/i18n/index.svelte";

/** The opponents, the weakest first: those of the ladder, then those without a rating. */
export function levelsOf(entry: GameEntry | null): PlayerEntry[] {
  return (entry?.players ?? []).toReversed();
}

/** A name for menus: `Level 4 · about 550 Elo`. */
export function levelTitle(player: PlayerEntry): string {
  const t = words.t.play;
  if (player.rung == null) return t.fullStrength;
  if (player.player.kind === "random") return t.firstLevel(player.rung);
  return player.rating ? t.levelElo(player.rung, Math.round(player.rating[0] / 10) * 10) : t.level(player.rung);
}

/** How it plays, in one sentence. */
export function levelAbout({ player }: PlayerEntry): string {
  const t = words.t.play.styles;
  const number = (key: string): number => Number(player[key]) || 0;
  switch (player.kind) {
    case "random": return t.random;
    case "uct": return number("playouts") < 1000 ? t.playouts(number("playouts")) : t.manyPlayouts(number("playouts"));
    case "alpha-beta": return t.ahead(number("depth"));
    case "map": return t.patterns;
    case "strong": return number("playouts") === 1 ? t.instinct : number("playouts") > 1 ? t.reads(number("playouts")) : t.full;
    default: return "";
  }
}

/** What a player has to do: `join top and bottom`, by the edges that the board has. */
export function aimOf(game: GameName, board: BoardView | null, colour: Colour): string {
  const t = words.t.play;
  if (game !== "hex") return t.aims[game];
  const names = (board?.edges ?? []).filter((edge) => edge.player === colour).map((edge) => words.t.proof.edges[edge.name] ?? edge.name);
  return names.length === 2 ? t.join(t.bothEdges(names[0] ?? "", names[1] ?? "")) : "";
}

/** Three to seven cells among which the cell is, not in their middle: a neighbour with the cells that it touches. */
export function areaAround(board: BoardView, cell: string): string[] {
  const at = board.cells.findIndex((each) => each.name === cell);
  const touches = board.cells[at]?.touches ?? [];
  // The same cell has the same area.
  const middle = touches[at % Math.max(1, touches.length)] ?? at;
  const inside = [at, middle, ...(board.cells[middle]?.touches ?? [])];
  return [...new Set(inside)].slice(0, 7).flatMap((index) => board.cells[index]?.name ?? []);
}
