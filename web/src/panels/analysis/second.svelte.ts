// A second opinion on the position that is shown, beside the player of the panel: an engine of somebody else, or another player.
import { untrack } from "svelte";
import { type AnalysisView, type GameName, type MoveView, type PlayerEntry, type Trouble } from "../../lib/api";
import { words } from "../../lib/i18n/index.svelte";
import { page } from "../../lib/state/page.svelte";
import { budgetOf } from "./budget";
import { analysis } from "./engine.svelte";
import { follow } from "./following";
import { keep, keptOf } from "./kept";
import { lostMoves } from "./lost.svelte";
import { ghostsOf, tagsOf } from "./moves";

const NAME = "second";
/** What is kept of a person who wants no second opinion. */
const NONE = "";

class Second {
  isBusy = $state(false);
  view: AnalysisView | null = $state.raw(null);
  /** The position and the player that `view` is about. */
  key = $state("");
  trouble: Trouble | null = $state.raw(null);
  /** The move whose line is shown. */
  pointed: string | null = $state(null);
  #chosen: Partial<Record<GameName, string>> = $state.raw((keptOf(NAME).players ?? {}) as Partial<Record<GameName, string>>);

  /** Whoever can be asked besides the first: the guests before our own. One worker answers one question at a time. */
  readonly choices: readonly PlayerEntry[] = $derived(
    page.transport?.kind === "server"
      ? [...(page.catalogue?.guests ?? []), ...(page.entry?.players ?? [])].filter((player) => player.title !== analysis.player?.title)
      : [],
  );
  /** Without a choice it is the first guest: whoever started the server named it for this. */
  readonly player: PlayerEntry | null = $derived.by(() => {
    const title = this.#chosen[page.game.game];
    if (title === NONE) return null;
    const guests = page.catalogue?.guests ?? [];
    return this.choices.find((player) => player.title === title) ?? this.choices.find((player) => guests.includes(player)) ?? null;
  });
  readonly #keyHere: string = $derived(`${this.player?.title ?? ""} ${page.stateKey}`);
  /** What is known of the position that is shown. */
  readonly here: AnalysisView | null = $derived(this.player && this.key === this.#keyHere ? this.view : null);
  readonly shown: MoveView | null = $derived(this.here?.moves.find((move) => move.mv === this.pointed) ?? null);

  constructor() {
    $effect.root(() => {
      $effect(() => this.#follow());
      $effect(() => this.#draw());
      $effect(() => {
        keep(NAME, { players: this.#chosen });
      });
    });
  }

  choose(title: string): void {
    this.#chosen = { ...this.#chosen, [page.game.game]: title };
  }

  #follow(): (() => void) | void {
    const player = this.player;
    const budget = budgetOf(analysis.budget);
    const key = this.#keyHere;
    if (!analysis.isOn || !page.transport || !page.isFresh || analysis.isOver || !player) return;
    const state = untrack(() => page.state);
    const end = follow(this, { state, player: player.player, budget, lines: 8 }, (view) => {
      this.view = view;
      this.key = key;
    });
    return () => {
      end();
      this.trouble = null;
    };
  }

  #draw(): (() => void) | void {
    const view = this.here;
    const title = this.player?.title;
    if (!analysis.isOn || !view || !title || page.hand?.scene) return;
    const t = words.t.analysis;
    const shown = this.shown;
    // The line of a move of the first player stands alone.
    if (analysis.shown && !shown) return;
    const lost = lostMoves();
    const toMove = analysis.toMove;
    return untrack(() => {
      const layer = shown
        ? { ...ghostsOf(shown, toMove, t), id: "analysis.second.line", title: `${title}: ${t.lineOf(shown.mv)}` }
        : { id: "analysis.second", title, certainty: "opinion" as const, tags: tagsOf(view, title, lost, t) };
      return page.put(layer);
    });
  }
}

export const second = new Second();
