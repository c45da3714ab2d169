// What a player thinks of the position that is shown, as it goes on thinking. It lives on while other panels are open.
import { untrack } from "svelte";
import { SvelteMap } from "svelte/reactivity";
import { type AnalysisView, type Certainty, type Colour, type GameName, type MoveView, type PlayerEntry,
  type Trouble } from "../../lib/api";
import { words } from "../../lib/i18n/index.svelte";
import { said } from "../../lib/i18n/said";
import { page } from "../../lib/state/page.svelte";
import { fair } from "../play/fair.svelte";
import { budgetFrom, budgetOf, type BudgetChoice } from "./budget";
import { follow } from "./following";
import { keep, keptOf } from "./kept";
import { levels } from "./levels.svelte";
import { bubblesOf, ghostsOf, heatOf, moveAt, type Heat } from "./moves";

/** What is remembered of a position. */
export interface Value {
  black: number | null;
  certainty: Certainty;
  player: string;
}

const NAME = "analysis";

class Analysis {
  isOn = $state(false);
  /** Whether a question is running. */
  isBusy = $state(false);
  view: AnalysisView | null = $state.raw(null);
  /** The position that `view` is about. */
  key = $state("");
  trouble: Trouble | null = $state.raw(null);
  /** What is known of positions, by their keys. */
  readonly values = new SvelteMap<string, Value>();
  budget: BudgetChoice = $state.raw(budgetFrom(keptOf(NAME).budget, { kind: "stop", seconds: 10, nodes: 10_000 }));
  heat: Heat = $state("none");
  /** The move whose line is shown, if the person points at it in the table. */
  pointed: string | null = $state(null);
  #chosen: Partial<Record<GameName, string>> = $state.raw((keptOf(NAME).players ?? {}) as Partial<Record<GameName, string>>);

  readonly players: readonly PlayerEntry[] = $derived([...(page.entry?.players ?? []), ...(page.catalogue?.guests ?? [])]);
  readonly player: PlayerEntry | null = $derived(
    this.players.find((player) => player.title === this.#chosen[page.game.game]) ?? this.players[0] ?? null,
  );
  readonly isOver: boolean = $derived(page.isFresh && page.position?.result != null);
  /** What is known of the position that is shown. */
  readonly here: AnalysisView | null = $derived(this.key === page.stateKey ? this.view : null);
  readonly toMove: Colour = $derived(page.position?.to_move ?? "black");
  /** The move whose line is shown on the board. */
  readonly shown: MoveView | null = $derived.by(() => {
    if (!this.here) return null;
    const pointed = this.here.moves.find((move) => move.mv === this.pointed);
    return pointed ?? (page.hovered ? moveAt(this.here.moves, page.hovered) : null);
  });

  constructor() {
    $effect.root(() => {
      $effect(() => this.#follow());
      $effect(() => this.#draw());
      $effect(() => {
        keep(NAME, { budget: this.budget, players: this.#chosen });
      });
      $effect(() => {
        if (fair.isRated) this.isOn = false;
      });
    });
  }

  choose(title: string): void {
    this.#chosen = { ...this.#chosen, [page.game.game]: title };
  }

  toggle(): void {
    if (fair.isRated) page.say(words.t.analysis.notRated);
    else this.isOn = !this.isOn;
  }

  /** Asks about the position that is shown; what ran for another one is stopped at once. */
  #follow(): (() => void) | void {
    const player = this.player;
    const budget = budgetOf(this.budget);
    if (!this.isOn || !page.transport || !page.isFresh || this.isOver || !player) return;
    const key = page.stateKey;
    const state = untrack(() => page.state);
    return follow(this, { state, player: player.player, budget, lines: 8 }, (view) => {
      this.view = view;
      this.key = key;
      this.remember(key, { black: view.black ?? null, certainty: view.certainty, player: player.title });
    });
  }

  /** Remembers what is known of a position. What is proved is not replaced by an opinion. */
  remember(key: string, value: Value): void {
    if (value.black === null || (this.values.get(key)?.certainty === "certain" && value.certainty !== "certain")) return;
    this.values.set(key, value);
  }

  #draw(): (() => void) | void {
    const view = this.here;
    // The move of a player of the ladder stands alone.
    if (!this.isOn || !view || page.hand?.scene || levels.shown) return;
    const t = words.t.analysis;
    const heat = this.heat;
    const shown = this.shown;
    const toMove = this.toMove;
    const title = said(this.player?.title ?? t.title);
    return untrack(() => {
      const gone: (() => void)[] = [];
      if (heat !== "none") gone.push(page.put(heatOf(view, heat, t)));
      if (shown) gone.push(page.put(ghostsOf(shown, toMove, t)));
      else gone.push(page.put({ id: "analysis.moves", title, certainty: view.certainty, ...bubblesOf(view, t) }));
      return () => gone.forEach((take) => take());
    });
  }
}

export const analysis = new Analysis();
