// What can lie on a board besides stones. Panels put layers there; the board draws them in the order in which they were put.
import type { BoardView, Certainty, Colour, OverlayView, Stone } from "../api";

/** One layer. Cells are named as in moves. A `sentence` is shown on hover and focus, and read aloud. */
export interface BoardLayer {
  /** One for each use: `analysis.moves`. */
  id: string;
  /** What it is, for the legend. */
  title: string;
  /** How it is known. Certain things are drawn solid and with a check, opinions dashed and translucent. */
  certainty?: Certainty | null;
  /** A heat map; without `range` the ends are those of the values. What is noise is faint: not even its sign is known. */
  numbers?: { cell: string; value: number; text?: string; sentence?: string; is_noise?: boolean }[];
  range?: [number, number] | null;
  isSigned?: boolean;
  /** Whether a sign names a player: above 0 is Black's. Absent: as `isSigned`. */
  isSided?: boolean;
  marks?: LayerMark[];
  links?: LayerLink[];
  arrows?: LayerLink[];
  areas?: { cells: string[]; text?: string; player?: Colour | null; sentence?: string; tone?: Tone; isOutline?: boolean }[];
  /** Round bubbles with two short texts, for moves that a player weighs. The first is the best. */
  bubbles?: { cell: string; text: string; small?: string; value?: number | null; sentence?: string; certainty?: Certainty }[];
  /** Short texts at the corner of cells, beside bubbles: the moves of a second opinion, the best first. Crossed out: proved to lose. */
  tags?: { cell: string; text: string; isLost?: boolean; sentence?: string }[];
  /** Stones that are not there: a line of moves, numbered. */
  ghosts?: { cell: string; player: Colour; text?: string }[];
}

/** What a colour means: good for the player to move, bad, of interest, or nothing but a set. */
export type Tone = "good" | "bad" | "note" | "plain";

/** A mark. `shape` is how it looks; without it the board draws the text, or a shape that belongs to the `mark` of an overlay. */
export interface LayerMark {
  cell: string;
  shape?: "dot" | "cross" | "ring" | "triangle" | "square" | "circle" | "selected" | "check" | "label" | "minus" | "none";
  text?: string;
  /** As overlays name it: `dead`, `captured`, `must-play`, `winning`, `losing`. */
  mark?: string;
  player?: Colour | null;
  tone?: Tone;
  certainty?: Certainty;
  sentence?: string;
}

export interface LayerLink {
  from: string;
  to: string;
  /** The width, relative to the greatest of the layer. */
  value?: number;
  text?: string;
  player?: Colour | null;
  sentence?: string;
}

/** What a board shows: the position of the game, or whatever a panel puts in its place. */
export interface BoardScene {
  board: BoardView;
  stones: Stone[];
  /** Arrows of Amazons. */
  blocked?: string[];
  /** Cells of the last move. */
  last?: string[];
  /** Cells of a winning chain. */
  chain?: string[];
  /** Cells that are pale, because they are outside of what matters: of a claim, those outside its region. */
  pale?: string[];
  /** Stones that are grey, because they no longer matter. */
  faded?: string[];
  /** Whether pieces are amazons. */
  hasAmazons?: boolean;
}

/** How a cell was chosen: with the right button or Shift, with a finger. */
export interface BoardClick {
  isSecond: boolean;
  isTouch: boolean;
}

/** Who gets the clicks. A panel takes the board with `page.take(hand)`. */
export interface BoardHand {
  /** One for each use. */
  id: string;
  /** What a click does now: shown above the board and read aloud. */
  words: string;
  /** A scene in place of the game's. */
  scene?: BoardScene | null;
  /** Cells that may be chosen; absent: all. They are drawn with a dot if `showTargets`. */
  targets?: string[] | null;
  showTargets?: boolean;
  /** Cells chosen so far. */
  chosen?: string[];
  /** A click, a tap, Enter or Space. `isSecond`: with the right button or Shift. */
  onCell(cell: string, how: { isSecond: boolean }): void;
  /** Whether dragging goes on choosing: `onCell` is called for each cell that is entered. */
  paints?: boolean;
  /** Escape. Without it, Escape gives the board back. */
  onCancel?(): void;
}

/** An overlay of the workbench as a layer. */
export function layerOf(id: string, view: OverlayView): BoardLayer {
  return {
    id,
    title: view.title,
    certainty: view.certainty ?? null,
    numbers: view.numbers,
    range: view.range ?? null,
    isSigned: view.is_signed,
    isSided: view.is_sided,
    marks: view.marks,
    links: view.links,
    arrows: view.arrows,
    areas: view.areas,
  };
}
