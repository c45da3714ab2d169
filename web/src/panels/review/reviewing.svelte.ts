// The review of the main line. It lives on while other panels are open.
import { untrack } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import { type Certainty, type GameTree, type Mistake, type ReviewPoint, type ReviewView } from "../../lib/api";
import type { BoardLayer, LayerMark } from "../../lib/board/layer";
import { words } from "../../lib/i18n/index.svelte";
import { glyphs, type Glyph } from "../../lib/tree/glyphs.svelte";
import { threeCells } from "../../lib/state/entry";
import { page } from "../../lib/state/page.svelte";
import { lineThrough, moveText, nodeAt, stateAt } from "../../lib/state/tree";
import { budgetFrom, budgetOf, type BudgetChoice } from "../analysis/budget";
import { analysis } from "../analysis/engine.svelte";
import { keep, keptOf } from "../analysis/kept";
import { fair } from "../play/fair.svelte";
import { LongWork } from "../solve/work.svelte";

const NAME = "review";

class Reviewing {
  readonly work = new LongWork("review", { keyOf: ({ tree }) => keyOf(tree) });
  budget: BudgetChoice = $state.raw(budgetFrom(keptOf(NAME).budget, { kind: "seconds", seconds: 30, nodes: 2000 }));
  isShown = $state(true);
  /** Finished reviews, by the main line that they are about. */
  readonly reviews = new SvelteMap<string, ReviewView>();

  readonly line: readonly number[] = $derived(lineThrough(page.tree, 0));
  /** The main line as a text. */
  readonly key: string = $derived(keyOf(page.tree));
  readonly isHere: boolean = $derived(this.work.state !== "idle" && this.work.key === this.key);
  readonly view: ReviewView | null = $derived((this.isHere ? this.work.answer : null) ?? this.reviews.get(this.key) ?? null);
  /** Where on the main line the board is; -1 in a variation. */
  readonly at: number = $derived(this.line.indexOf(page.current));
  /** Mistakes in the order of the game. */
  readonly inOrder: readonly Mistake[] = $derived((this.view?.mistakes ?? []).toSorted((a, b) => a.number - b.number));
  /** The mistake that is shown on the board: of the move just played, otherwise of the next one. */
  readonly shown: Mistake | null = $derived(
    this.inOrder.find((mistake) => mistake.number === this.at) ?? this.inOrder.find((mistake) => mistake.number === this.at + 1) ?? null,
  );
  readonly point: ReviewPoint | null = $derived(this.view?.points.find((point) => point.n_moves === this.at) ?? null);

  /** Where the board was when the review began; null once it was moved to the decisive move, or if the person walked. */
  #from: number | null = null;

  constructor() {
    $effect.root(() => {
      $effect(() => {
        const { view, isHere } = this;
        const number = view?.losing_move;
        if (isHere && number != null) untrack(() => this.#stopAt(number));
      });
      $effect(() => keep(NAME, { budget: this.budget }));
      $effect(() => {
        const { answer, key, isBusy } = this.work;
        if (answer && !isBusy) untrack(() => this.#keep(key, answer));
      });
      $effect(() => this.#draw());
      $effect(() => this.#sign());
      $effect(() => {
        if (page.transport?.kind === "server") void this.work.adopt();
      });
    });
  }

  /** Reviews a game that was just opened, unless that is done or on its way. */
  reviewOpened(title: string): void {
    if (!this.view && !(this.isHere && this.work.isBusy)) this.review(title);
  }

  /** The board goes to the move that lost the game, once, unless the person has walked meanwhile. */
  #stopAt(number: number): void {
    if (this.#from !== null && this.#from === page.current) this.goTo(number);
    this.#from = null;
  }

  /** Reviews the game within the time that the person has chosen, or this once within `seconds`. */
  review(title: string, seconds?: number): void {
    this.isShown = true;
    this.#from = page.current;
    void this.work.start({ tree: page.tree, budget: seconds === undefined ? budgetOf(this.budget) : { seconds } }, this.key, title);
  }

  /** Shows what a job of the server found, with its game. */
  async show(job: string): Promise<void> {
    await this.work.adopt(job);
    const { fields } = this.work;
    if (fields && this.work.key !== this.key) page.openTree(fields.tree);
  }

  goTo(number: number): void {
    page.goTo(this.line[number] ?? 0);
  }

  /** Goes to the next mistake of the game (1), or to the one before (-1). */
  step(by: 1 | -1): void {
    const at = this.at < 0 ? 0 : this.at;
    const found = by === 1 ? this.inOrder.find((mistake) => mistake.number > at) : this.inOrder.findLast((mistake) => mistake.number < at);
    if (found) this.goTo(found.number);
  }

  #keep(key: string, view: ReviewView): void {
    this.reviews.set(key, view);
    if (key !== this.key) return;
    for (const point of view.points) {
      const node = this.line[point.n_moves];
      if (node === undefined || point.black == null) continue;
      analysis.remember(JSON.stringify(stateAt(page.tree, node)), {
        black: point.black, certainty: point.certainty ?? "opinion", player: words.t.review.title,
      });
    }
  }

  /** Signs beside the moves of the list: mistakes, and moves that kept a proved win. */
  #sign(): (() => void) | void {
    const { view, line } = this;
    if (!view || fair.isRated) return;
    const t = words.t.review;
    const found = new Map<number, Glyph>();
    for (const mistake of view.mistakes) {
      const node = line[mistake.number];
      const isSure = mistake.certainty === "certain";
      if (node !== undefined) found.set(node, { sign: isSure ? "??" : "?", certainty: mistake.certainty, words: isSure ? t.certainMistake : t.likelyMistake });
    }
    for (const { n_moves: at, winning, certainty } of view.points) {
      const node = line[at + 1];
      const mv = node === undefined ? null : nodeAt(page.tree, node).mv;
      if (node !== undefined && mv != null && certainty === "certain" && winning.length === 1 && winning[0] === moveText(mv) && !found.has(node)) {
        found.set(node, { sign: "!", certainty: "certain", words: t.keptWin });
      }
    }
    return glyphs.put(NAME, found);
  }

  #draw(): (() => void) | void {
    const view = this.view;
    if (!view || !this.isShown || this.at < 0 || page.hand?.scene || page.hand?.id === "review.guess" || fair.isRated) return;
    const layer = layerFor(this.shown, this.point);
    if (!layer) return;
    return untrack(() => page.put(layer));
  }
}

export const reviewing = new Reviewing();

/** The main line of a game as a text. */
function keyOf(tree: GameTree): string {
  return JSON.stringify(stateAt(tree, lineThrough(tree, 0).at(-1) ?? 0));
}

const cellOf = (mv: string): string => threeCells(mv)?.[1] ?? mv;

/** Better moves and proved ones as marks. */
function layerFor(mistake: Mistake | null, point: ReviewPoint | null): BoardLayer | null {
  const t = words.t.review;
  const marks: LayerMark[] = [];
  const arrows: NonNullable<BoardLayer["arrows"]> = [];
  const seen = new Set<string>();
  const add = (mv: string, mark: LayerMark): void => {
    if (seen.has(mark.cell)) return;
    seen.add(mark.cell);
    marks.push(mark);
    const three = threeCells(mv);
    if (three) arrows.push({ from: three[0], to: three[1] }, { from: three[1], to: three[2] });
  };
  let certainty: Certainty | null = null;
  if (mistake) {
    certainty = mistake.certainty;
    for (const mv of mistake.instead) {
      add(mv, { cell: cellOf(mv), mark: certainty === "certain" ? "winning" : "best", certainty, sentence: t.better(mv, mistake.mv) });
    }
    const cell = cellOf(mistake.mv);
    if (!seen.has(cell)) marks.push({ cell, mark: "losing", certainty, sentence: mistake.sentence });
  }
  // After the mistake the other side wins: its moves would look like better ones.
  const isOver = mistake !== null && mistake.number === point?.n_moves;
  for (const mv of isOver ? [] : (point?.winning ?? [])) add(mv, { cell: cellOf(mv), mark: "winning", certainty: "certain", sentence: t.wins(mv) });
  if (marks.length === 0) return null;
  return { id: "review.moves", title: mistake ? t.betterThan(mistake.mv) : t.winningHere, certainty: certainty ?? "certain", marks, arrows: arrows.slice(0, 6) };
}
