// The overlay that lies on the board: one at a time, by a key or from the list. It follows the board.
import { untrack } from "svelte";
import { ask, isStop, AskError, type Colour, type OverlayEntry, type OverlayView, type Trouble } from "../../lib/api";
import { layerOf } from "../../lib/board/layer";
import { words } from "../../lib/i18n/index.svelte";
import { said } from "../../lib/i18n/said";
import { page } from "../../lib/state/page.svelte";
import { fair } from "../play/fair.svelte";

const HAND = "overlay.cell";
const REST_MS = 30;

class Overlays {
  /** The name of the overlay that is shown. */
  name: string | null = $state(null);
  /** For whom; null: the player to move. */
  player: Colour | null = $state(null);
  /** The cell, for overlays about one cell. */
  cell: string | null = $state(null);
  view: OverlayView | null = $state.raw(null);
  isBusy = $state(false);
  trouble: Trouble | null = $state.raw(null);

  readonly all: readonly OverlayEntry[] = $derived(page.entry?.overlays ?? []);
  readonly entry: OverlayEntry | null = $derived(this.all.find((entry) => entry.name === this.name) ?? null);
  readonly isWaiting: boolean = $derived(this.entry?.takes_cell === true && this.cell === null);

  constructor() {
    $effect.root(() => {
      $effect(() => this.#follow());
      $effect(() => {
        const view = this.view;
        if (!view || !this.entry || page.hand?.scene) return;
        return untrack(() => page.put(layerOf("overlay", view)));
      });
      $effect(() => {
        const { entry, cell, player, isWaiting } = this;
        page.overlay = entry && !isWaiting ? { name: entry.takes_cell ? `${entry.name} ${cell}` : entry.name, title: entry.title, player } : null;
      });
      $effect(() => this.#pick());
      $effect(() => {
        if (fair.isRated) this.name = null;
      });
    });
  }

  toggle(name: string): void {
    if (fair.isRated) {
      page.say(words.t.analysis.notRated);
      return;
    }
    this.name = this.name === name ? null : name;
    this.cell = null;
  }

  #follow(): (() => void) | void {
    const entry = this.entry;
    const cell = this.cell;
    const player = this.player;
    void page.stateKey;
    if (!entry || !page.transport || (entry.takes_cell && cell === null)) {
      this.view = null;
      return;
    }
    const state = untrack(() => page.state);
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => {
      this.isBusy = true;
      this.trouble = null;
      ask("overlay", { state, name: entry.name, cell: entry.takes_cell ? cell : null, player }, { signal })
        .then((view) => {
          if (!signal.aborted) this.view = view;
        }, (error: unknown) => {
          if (signal.aborted || isStop(error)) return;
          this.view = null;
          this.trouble = error instanceof AskError ? error.trouble : { what: String(error), advice: "" };
        })
        .finally(() => {
          if (!signal.aborted) this.isBusy = false;
        });
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
      this.isBusy = false;
    };
  }

  /** Clicks choose the cell while an overlay about one cell is shown. */
  #pick(): (() => void) | void {
    const entry = this.entry;
    if (!entry?.takes_cell) return;
    const chosen = this.cell ? [this.cell] : [];
    const t = words.t.analysis;
    return untrack(() =>
      page.take({
        id: HAND,
        words: t.chooseCell(said(entry.title)),
        chosen,
        onCell: (cell) => (this.cell = cell),
        onCancel: () => (this.name = null),
      }),
    );
  }
}

export const overlays = new Overlays();
