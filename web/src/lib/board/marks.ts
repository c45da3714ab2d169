// How marks of overlays look: a shape and what its colour means.
import { said } from "../i18n/said";
import type { BoardView } from "../api";
import type { BoardLayer, LayerMark, Tone } from "./layer";

const LOOKS: Record<string, { shape: NonNullable<LayerMark["shape"]>; tone: Tone }> = {
  winning: { shape: "check", tone: "good" },
  losing: { shape: "cross", tone: "bad" },
  open: { shape: "label", tone: "plain" },
  dead: { shape: "cross", tone: "plain" },
  captured: { shape: "dot", tone: "plain" },
  dominated: { shape: "triangle", tone: "plain" },
  "must-play": { shape: "ring", tone: "note" },
  needed: { shape: "selected", tone: "good" },
  droppable: { shape: "minus", tone: "note" },
  best: { shape: "ring", tone: "good" },
};

export interface Look {
  shape: NonNullable<LayerMark["shape"]>;
  tone: Tone;
  text: string;
}

/** How a mark looks. What is not known by name is a ring, or its text. */
export function lookOf(mark: LayerMark): Look {
  const known = LOOKS[mark.mark ?? ""];
  const shape = mark.shape ?? known?.shape ?? (mark.text ? "label" : "ring");
  return { shape, tone: mark.tone ?? known?.tone ?? "plain", text: mark.text ?? (shape === "label" ? "?" : "") };
}

/** If there are more winning moves than this, each is a small dot: large checks would hide the board. */
const MOST_CHECKS = 8;

/** Whether the winning moves of a layer are too many for checks. */
export function hasManyWins(layer: BoardLayer): boolean {
  return (layer.marks ?? []).filter((mark) => lookOf(mark).shape === "check").length > MOST_CHECKS;
}

/** Whether the links of a layer would cover the board: then only near ones are drawn, and all of the cell under the mouse. */
export function hasManyLinks(layer: BoardLayer, board: BoardView): boolean {
  return (layer.links?.length ?? 0) > 3 * board.cells.length;
}

/** Where a number stands between the ends of the scale: from 0 to 1, or from -1 (White) to 1 (Black) with a sign. */
export function heatOf(layer: BoardLayer, value: number): number {
  const values = (layer.numbers ?? []).map((number) => number.value);
  const [low, high] = layer.range ?? [Math.min(...values), Math.max(...values)];
  if (layer.isSigned) {
    const most = Math.max(Math.abs(low), Math.abs(high)) || 1;
    return Math.max(-1, Math.min(1, value / most));
  }
  return high > low ? Math.max(0, Math.min(1, (value - low) / (high - low))) : 1;
}

/** What the layers say about each cell, each sentence once, in the language of the page. */
export function sentencesOf(layers: readonly BoardLayer[]): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (cell: string, sentence: string | undefined): void => {
    if (!sentence) return;
    const words = said(sentence);
    const there = found.get(cell);
    if (!there) found.set(cell, [words]);
    else if (!there.includes(words)) there.push(words);
  };
  for (const layer of layers) {
    for (const item of [...(layer.bubbles ?? []), ...(layer.tags ?? []), ...(layer.numbers ?? []), ...(layer.marks ?? [])]) add(item.cell, item.sentence);
    for (const link of [...(layer.links ?? []), ...(layer.arrows ?? [])]) {
      add(link.from, link.sentence);
      add(link.to, link.sentence);
    }
    for (const area of layer.areas ?? []) for (const cell of area.cells) add(cell, area.sentence);
  }
  return found;
}
