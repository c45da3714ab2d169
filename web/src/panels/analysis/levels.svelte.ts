// What each player of the ladder would play in the position that is shown. It is asked for once, and comes player by player.
import { untrack } from "svelte";
import { ask, isStop, soFar, AskError, type LevelView, type LevelsView, type Trouble } from "../../lib/api";
import { words } from "../../lib/i18n/index.svelte";
import { said } from "../../lib/i18n/said";
import { page } from "../../lib/state/page.svelte";
import { fair } from "../play/fair.svelte";
import { ghostsOf } from "./moves";

class Levels {
  isBusy = $state(false);
  view: LevelsView | null = $state.raw(null);
  trouble: Trouble | null = $state.raw(null);
  /** The position that was asked about last. */
  key = $state("");
  /** The title of the player whose move is shown on the board. */
  pointed: string | null = $state(null);
  #controller: AbortController | null = null;

  readonly isHere: boolean = $derived(!fair.isRated && this.key === page.stateKey);
  /** What is known of the position that is shown. */
  readonly here: readonly LevelView[] = $derived(this.isHere ? (this.view?.levels ?? []) : []);
  readonly shown: LevelView | null = $derived(this.here.find((level) => level.title === this.pointed) ?? null);

  constructor() {
    $effect.root(() => {
      $effect(() => {
        if (!this.isHere) this.stop();
      });
      $effect(() => this.#draw());
    });
  }

  /** Asks about the position that is shown. */
  ask(): void {
    this.stop();
    const controller = new AbortController();
    const { signal } = controller;
    this.#controller = controller;
    this.view = null;
    this.trouble = null;
    this.pointed = null;
    this.key = page.stateKey;
    this.isBusy = true;
    ask("levels", { state: page.state }, {
      signal,
      onUpdate: (update) => {
        const view = soFar("levels", update);
        if (view && !signal.aborted) this.view = view;
      },
    }).then((view) => {
      if (!signal.aborted) this.view = view;
    }, (error: unknown) => {
      if (signal.aborted || isStop(error)) return;
      this.trouble = error instanceof AskError ? error.trouble : { what: String(error), advice: "" };
    }).finally(() => {
      if (!signal.aborted) this.isBusy = false;
    });
  }

  /** Stops the work. What has come stays. */
  stop(): void {
    this.#controller?.abort();
    this.#controller = null;
    this.isBusy = false;
  }

  #draw(): (() => void) | void {
    const level = this.shown;
    if (!level || page.hand?.scene) return;
    const t = words.t.analysis;
    const toMove = page.position?.to_move ?? "black";
    const ghosts = ghostsOf({ mv: level.mv, line: [], certainty: level.certainty }, toMove, t);
    return untrack(() => page.put({ ...ghosts, id: "analysis.level", title: t.levelOf(said(level.title), level.mv) }));
  }
}

export const levels = new Levels();
