// What a player thinks, as things on the board.
import type { AnalysisView, Colour, MoveView } from "../../lib/api";
import type { BoardLayer, LayerLink } from "../../lib/board/layer";
import type { Texts } from "../../lib/i18n/index.svelte";
import { threeCells } from "../../lib/state/entry";
import { count, countShort, percent, percentShort } from "./format";

export type Heat = "none" | "prior" | "share" | "value" | "owner";

type Words = Texts["analysis"];

const N_BUBBLES = 12;
const N_GHOSTS = 24;

/** The cell that stands for a move: where the stone or the amazon comes to stand. */
export function cellOf(move: MoveView): string | null {
  return move.cells[1] ?? move.cells[0] ?? null;
}

/** The best of the moves that a cell stands for. */
export function moveAt(moves: readonly MoveView[], cell: string): MoveView | null {
  return moves.find((move) => cellOf(move) === cell) ?? null;
}

/** What a move is worth: what is proved, otherwise the value, if it was weighed. */
export function worthOf(move: MoveView): number | null {
  return move.certainty === "certain" || move.is_weighed ? (move.value ?? null) : null;
}

/** Whether a move is proved to lose while another may win. */
function isCrossed(move: MoveView, view: AnalysisView): boolean {
  return move.certainty === "certain" && move.value === 0 && view.certainty !== "certain";
}

export function sentenceOf(move: MoveView, t: Words): string {
  const value = percent(worthOf(move), move.certainty);
  return t.moveSentence(move.mv, value, count(move.visits), percent(move.share, "certain"));
}

/** The first of the moves at each cell. */
function firstAtEach(moves: readonly MoveView[]): Map<string, MoveView> {
  const found = new Map<string, MoveView>();
  for (const move of moves) {
    const cell = cellOf(move);
    if (cell && !found.has(cell)) found.set(cell, move);
  }
  return found;
}

/** Bubbles for the moves that were weighed, a cross where a move is proved to lose; in Amazons also the way of the best. */
export function bubblesOf(view: AnalysisView, t: Words): Pick<BoardLayer, "bubbles" | "marks" | "arrows"> {
  const worth = view.moves.filter((move, index) => index === 0 || move.visits > 0 || move.certainty === "certain" || move.value != null);
  const each = [...firstAtEach(worth)];
  const bubbles = each.filter(([, move]) => !isCrossed(move, view)).slice(0, N_BUBBLES).map(([cell, move]) => ({
    cell,
    text: worthOf(move) === null ? "·" : percentShort(worthOf(move), move.certainty),
    small: move.visits > 0 ? countShort(move.visits) : "",
    value: worthOf(move),
    sentence: sentenceOf(move, t),
    certainty: move.certainty,
  }));
  const best = view.moves[0];
  const marks = each.filter(([, move]) => isCrossed(move, view))
    .map(([cell, move]) => ({ cell, mark: "losing", certainty: "certain" as const, sentence: sentenceOf(move, t) }));
  return { bubbles, marks, arrows: best ? wayOf(best.cells) : [] };
}

/** The moves of a second opinion: a tag at the corner of each cell, crossed out if the move is proved to lose. */
export function tagsOf(view: AnalysisView, who: string, lost: ReadonlySet<string>, t: Words): NonNullable<BoardLayer["tags"]> {
  return [...firstAtEach(view.moves)].slice(0, N_BUBBLES).map(([cell, move]) => {
    const isLost = lost.has(move.mv);
    const value = worthOf(move);
    const sentence = t.secondSentence(who, move.mv, percent(value), count(move.visits));
    return { cell, text: value === null ? "·" : percentShort(value), isLost, sentence: isLost ? `${sentence}, ${t.provedLost}` : sentence };
  });
}

/** How an amazon goes and shoots. */
function wayOf(cells: readonly string[]): LayerLink[] {
  const [from, to, shot] = cells;
  return from && to && shot ? [{ from, to }, { from: to, to: shot }] : [];
}

/** A line of moves as numbered stones. */
export function ghostsOf(move: Pick<MoveView, "mv" | "line" | "certainty">, first: Colour, t: Words): BoardLayer {
  const line = move.line.length > 0 ? move.line : [move.mv];
  const seen = new Set<string>();
  const ghosts: NonNullable<BoardLayer["ghosts"]> = [];
  const arrows: LayerLink[] = [];
  line.slice(0, N_GHOSTS).forEach((mv, index) => {
    const three = threeCells(mv);
    if (three && index > 2) return;
    if (three) arrows.push(...wayOf(three));
    const cell = three ? three[1] : mv;
    if (seen.has(cell)) return;
    seen.add(cell);
    const player = index % 2 === 0 ? first : first === "black" ? "white" : "black";
    ghosts.push({ cell, player, text: String(index + 1) });
  });
  return { id: "analysis.line", title: t.lineOf(move.mv), certainty: move.certainty, ghosts, arrows };
}

/** What a heat map shows, cell by cell. */
export function heatOf(view: AnalysisView, heat: Exclude<Heat, "none">, t: Words): BoardLayer {
  const base = { id: "analysis.heat", title: t.heats[heat], certainty: "opinion" as const };
  if (heat === "owner") {
    const numbers = view.owners.map(([cell, value]) => ({ cell, value, text: value.toFixed(1), sentence: t.ownerSentence(cell, value.toFixed(2)) }));
    return { ...base, numbers, range: [-1, 1], isSigned: true };
  }
  const numbers = [...firstAtEach(view.moves.filter((move) => move[heat] != null))].map(([cell, move]) => ({
    cell, value: move[heat] ?? 0, text: percentShort(move[heat]), sentence: t.heatSentence(t.heats[heat], move.mv, percent(move[heat])),
  }));
  return { ...base, numbers, range: null };
}

/** The heat maps that this analysis has numbers for. */
export function heatsOf(view: AnalysisView | null): Heat[] {
  const heats: Heat[] = ["none"];
  if (view?.moves.some((move) => move.prior != null)) heats.push("prior");
  heats.push("share", "value");
  if (view && view.owners.length > 0) heats.push("owner");
  return heats;
}
