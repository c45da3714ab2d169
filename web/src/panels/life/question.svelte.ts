// Life and death in Go: the marked group and region, the answer, and the moves played against it. It outlives the panel.
import { untrack } from "svelte";
import { AskError, type Colour, type FieldsOf, type LifeAnswer, type LifeView, type Trouble } from "../../lib/api";
import { words } from "../../lib/i18n/index.svelte";
import { page } from "../../lib/state/page.svelte";
import { budgetFrom, budgetOf, type BudgetChoice } from "../analysis/budget";
import { keep, keptOf } from "../analysis/kept";
import { chainAt, type Stones } from "./stones";

const NAME = "life";
const USUAL: BudgetChoice = { kind: "seconds", seconds: 20, nodes: 1_000_000 };

type Fields = FieldsOf<"life">;

/** The player whose moves the proof chooses; the other one can try to refute it. */
export function winnerOf({ defender }: LifeView, { first, status }: LifeAnswer): Colour {
  if (status === "ko" || status === "repetition") return first;
  return status === "dead" ? other(defender) : defender;
}

export function other(player: Colour): Colour {
  return player === "black" ? "white" : "black";
}

class LifeQuestion {
  tool: "group" | "region" = $state("group");
  /** A cell of each chain of the group. */
  target: readonly string[] = $state.raw([]);
  /** The marked region; empty: the program finds one. */
  region: readonly string[] = $state.raw([]);
  /** Whether the target is dead only once all of it has been captured. */
  all = $state(false);
  budget: BudgetChoice = $state.raw(budgetFrom(keptOf(NAME).budget, USUAL));
  view: LifeView | null = $state.raw(null);
  /** The first player whose answer is shown on the board. */
  first: Colour | null = $state(null);
  isBusy = $state(false);
  trouble: Trouble | null = $state.raw(null);
  /** Moves of the person against the answer. */
  tries: readonly string[] = $state.raw([]);
  /** The game against the answer; null: none is played. */
  line: readonly string[] | null = $state.raw(null);
  /** Whether the program says that nothing which follows matters. */
  isSettled = $state(false);
  /** Whether the drag that is going on takes cells out of the region. */
  takesOut: boolean | null = null;
  readonly stones: Stones = $derived(new Map(page.position?.stones.map(({ cell, player }) => [cell, player])));
  readonly group: readonly string[] = $derived(this.target.flatMap((cell) => this.#chain(cell)));
  readonly answer: LifeAnswer | null = $derived(this.view?.answers.find(({ first }) => first === this.first) ?? null);
  #asked: Fields | null = null;
  #key = "";
  #controller: AbortController | null = null;

  constructor() {
    $effect.root(() => {
      $effect(() => keep(NAME, { budget: this.budget }));
      $effect(() => {
        if (page.stateKey !== this.#key) untrack(() => this.clear());
      });
    });
  }

  clear(): void {
    this.#changed();
    [this.#key, this.target, this.region, this.all, this.tool] = [page.stateKey, [], [], false, "group"];
  }

  /** What was found was about another group or region. */
  #changed(): void {
    this.stop();
    this.leave();
    [this.view, this.first, this.#asked] = [null, null, null];
  }

  setAll(all: boolean): void {
    this.#changed();
    this.all = all;
  }

  findRegion(): void {
    this.#changed();
    this.region = [];
  }

  mark(cell: string, isSecond: boolean): void {
    // A region that the program found can be changed.
    const region = this.region.length > 0 ? this.region : (this.view?.region ?? []);
    this.#changed();
    if (this.tool === "region") {
      this.takesOut ??= isSecond || region.includes(cell);
      const rest = region.filter((one) => one !== cell);
      this.region = this.takesOut ? rest : [...rest, cell];
      return;
    }
    const owner = this.stones.get(this.target[0] ?? "");
    if (owner !== this.stones.get(cell)) this.target = [cell];
    else if (!this.group.includes(cell)) this.target = [...this.target, cell];
    else {
      const chain = this.#chain(cell);
      this.target = this.target.filter((one) => !chain.includes(one));
    }
  }

  #chain(cell: string): string[] {
    return page.board ? chainAt(page.board, this.stones, cell) : [];
  }

  stop(): void {
    this.#controller?.abort();
    this.isBusy = false;
  }

  async find(): Promise<void> {
    this.#changed();
    const region = this.region.length > 0 ? [...this.region] : null;
    const fields: Fields = { state: page.state, target: [...this.target], all: this.all, region, moves: true, budget: budgetOf(this.budget) };
    const view = await this.#ask(fields);
    if (view) this.#show(fields, view);
  }

  /** Shows an answer again, for the position on the board. */
  showAgain(fields: Fields, view: LifeView): void {
    this.clear();
    [this.target, this.region, this.all] = [fields.target, fields.region ?? [], fields.all ?? false];
    this.#show({ ...fields, first: null, moves: true, tries: [] }, view);
  }

  #show(fields: Fields, view: LifeView): void {
    [this.#asked, this.view, this.first] = [fields, view, view.answers[0]?.first ?? null];
  }

  /** Plays these moves against the answer that is shown. */
  async play(tries: readonly string[]): Promise<void> {
    const { first } = this;
    if (!this.#asked || !first) return;
    const view = await this.#ask({ ...this.#asked, first, moves: false, tries: [...tries] });
    const answer = view?.answers[0];
    if (!view || !answer) return;
    // Without a try, the side that is right has only begun.
    const begun = winnerOf(view, answer) === first ? answer.moves.map((mv) => `${first === "black" ? "B" : "W"} ${mv}`) : [];
    [this.tries, this.line, this.isSettled] = [tries, tries.length > 0 ? answer.line : begun, answer.is_over];
  }

  /** The certificate of the answer, as text. */
  async certificate(): Promise<string | null> {
    const view = this.#asked && (await this.#ask({ ...this.#asked, certificate: true }));
    return view?.certificate_text ?? null;
  }

  leave(): void {
    [this.tries, this.line, this.isSettled, this.trouble] = [[], null, false, null];
  }

  async #ask(fields: Fields): Promise<LifeView | null> {
    this.stop();
    const controller = new AbortController();
    this.#controller = controller;
    [this.isBusy, this.trouble] = [true, null];
    try {
      return await page.jobs.ask("life", fields, { title: words.t.life.job(fields.target.join(" ")), signal: controller.signal });
    } catch (error) {
      if (!(error instanceof AskError)) page.trouble(error);
      else this.trouble = error.trouble;
      return null;
    } finally {
      if (this.#controller === controller) this.isBusy = false;
    }
  }
}

export const life = new LifeQuestion();
