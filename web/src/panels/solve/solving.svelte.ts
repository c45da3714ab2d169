// Who wins, for certain: of the position that is shown, and of all openings of a board. It lives on while other panels are open.
import { untrack } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import { ask, isStop, type Budget, type OpeningsView, type SolvedView } from "../../lib/api";
import type { BoardLayer, LayerMark } from "../../lib/board/layer";
import { words, type Texts } from "../../lib/i18n/index.svelte";
import { threeCells } from "../../lib/state/entry";
import { page } from "../../lib/state/page.svelte";
import { budgetFrom, budgetOf, type BudgetChoice } from "../analysis/budget";
import { keep, keptOf } from "../analysis/kept";
import { fair } from "../play/fair.svelte";
import { LongWork } from "./work.svelte";

const NAME = "solve";
const USUAL: BudgetChoice = { kind: "stop", seconds: 60, nodes: 1_000_000 };

type Known = Pick<SolvedView, "winning" | "losing" | "open">;

/** What is proved of moves, and apart from it what is open. In Amazons a cell stands for all moves that end there. */
export function layersOf(id: string, title: string, known: Known, t: Texts["solve"]): BoardLayer[] {
  const proved: LayerMark[] = [];
  const open: LayerMark[] = [];
  const seen = new Set<string>();
  const add = (to: LayerMark[], mv: string, mark: string, sentence: string): void => {
    const cell = threeCells(mv)?.[1] ?? mv;
    if (seen.has(cell)) return;
    seen.add(cell);
    to.push({ cell, mark, sentence });
  };
  for (const mv of known.winning) add(proved, mv, "winning", t.moveWins(mv));
  for (const mv of known.open) add(open, mv, "open", t.moveOpen(mv));
  for (const mv of known.losing) add(proved, mv, "losing", t.moveLoses(mv));
  const layers: BoardLayer[] = [];
  if (proved.length > 0) layers.push({ id, title, certainty: "certain", marks: proved });
  if (open.length > 0) layers.push({ id: `${id}.open`, title: t.open, marks: open });
  return layers;
}

/** Whether each move was asked about; otherwise one winning move is known, and the others were not looked at. */
export function isMap(view: SolvedView): boolean {
  return view.is_complete || view.winning.length + view.losing.length > 1;
}

class Solving {
  readonly position = new LongWork("solve", { keyOf: ({ state }) => JSON.stringify(state) });
  readonly openings = new LongWork("openings", {
    keyOf: ({ columns, rows }) => `${columns}x${rows}`,
    goesOn: (fields, known) => ({ ...fields, known }),
  });
  wantsMoves = $state(keptOf(NAME).wantsMoves !== false);
  wantsCertificate = $state(keptOf(NAME).wantsCertificate === true);
  budget: BudgetChoice = $state.raw(budgetFrom(keptOf(NAME).budget, USUAL));
  showsStore = $state(keptOf(NAME).showsStore === true);
  isShown = $state(true);
  columns = $state(5);
  rows = $state(5);
  /** Finished answers, by the position. */
  readonly answers = new SvelteMap<string, SolvedView>();
  /** What the store has, by the position; null: nothing. */
  readonly stored = new SvelteMap<string, SolvedView | null>();

  readonly canSolve: boolean = $derived(page.entry?.has_solver ?? false);
  readonly hasStore: boolean = $derived(page.transport?.kind === "server" && (page.transport.about?.has_store ?? false));
  /** Whether the work is about the position that is shown. */
  readonly isHere: boolean = $derived(this.position.state !== "idle" && this.position.key === page.stateKey);
  /** What is known of the position that is shown. */
  readonly here: SolvedView | null = $derived.by(() => {
    if (this.isHere && this.position.answer) return this.position.answer;
    return this.answers.get(page.stateKey) ?? (this.showsStore ? this.stored.get(page.stateKey) : null) ?? null;
  });

  constructor() {
    $effect.root(() => {
      $effect(() => {
        keep(NAME, { wantsMoves: this.wantsMoves, wantsCertificate: this.wantsCertificate, budget: this.budget, showsStore: this.showsStore });
      });
      $effect(() => {
        const { answer, key, isBusy } = this.position;
        if (answer && !isBusy) untrack(() => this.answers.set(key, answer));
      });
      $effect(() => this.#recall());
      $effect(() => this.#draw());
      $effect(() => {
        if (page.transport?.kind !== "server") return;
        void this.position.adopt();
        void this.openings.adopt();
      });
      $effect(() => {
        if (fair.isRated) this.isShown = false;
      });
    });
  }

  get budgetAsked(): Budget {
    return budgetOf(this.budget);
  }

  solve(title: string): void {
    const hasClaims = page.entry?.has_connections ?? false;
    const fields = { state: page.state, moves: this.wantsMoves, certificate: this.wantsCertificate && hasClaims, budget: this.budgetAsked };
    this.isShown = true;
    void this.position.start(fields, page.stateKey, title);
  }

  /** Shows what a job of the server found, with its position. */
  async show(job: string): Promise<void> {
    await Promise.all([this.position.adopt(job), this.openings.adopt(job)]);
    const { fields, key } = this.position;
    if (fields && this.position.job === job && key !== page.stateKey) {
      const { game, setup, moves } = fields.state;
      page.newGame(game, setup ?? undefined);
      for (const mv of moves ?? []) page.play(mv);
    }
  }

  map(title: string): void {
    const { columns, rows } = this;
    void this.openings.start({ columns, rows, budget: this.budgetAsked, known: null }, `${columns}x${rows}`, title);
  }

  /** Asks the store, without any search, about each position that a person comes to. */
  #recall(): (() => void) | void {
    const key = page.stateKey;
    if (!this.showsStore || !this.hasStore || !this.canSolve || !page.isFresh || page.position?.result || this.stored.has(key)) return;
    const state = untrack(() => page.state);
    const controller = new AbortController();
    ask("solve", { state, moves: true, budget: { nodes: 0 } }, { signal: controller.signal }).then(
      (view) => {
        const hasAny = view.winner != null || view.winning.length > 0 || view.losing.length > 0;
        this.stored.set(key, hasAny ? view : null);
      },
      (error: unknown) => {
        if (!isStop(error)) this.stored.set(key, null);
      },
    );
    return () => controller.abort();
  }

  #draw(): (() => void) | void {
    const view = this.here;
    if (!view || !this.isShown || page.hand?.scene || fair.isRated) return;
    const t = words.t.solve;
    const winning = view.winning_move && !view.winning.includes(view.winning_move) ? [...view.winning, view.winning_move] : view.winning;
    const title = view.is_stored ? t.fromStore : t.solved;
    const layers = layersOf("solve.moves", title, { winning, losing: view.losing, open: isMap(view) ? view.open : [] }, t);
    const three = view.winning_move ? threeCells(view.winning_move) : null;
    if (three && layers[0]) layers[0].arrows = [{ from: three[0], to: three[1] }, { from: three[1], to: three[2] }];
    return untrack(() => {
      const gone = layers.map((layer) => page.put(layer));
      return () => gone.forEach((take) => take());
    });
  }
}

export const solving = new Solving();

/** The openings as marks on their own board. */
export function openingsLayer(view: OpeningsView | null, t: Texts["solve"]): BoardLayer[] {
  return view ? layersOf("solve.openings", t.openings, view, t) : [];
}
