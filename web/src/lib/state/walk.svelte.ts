// The game that plays by itself: one move after the other along the line that is shown, until its end or until a person acts.
import { untrack } from "svelte";
import { page } from "./page.svelte";
import { lineThrough } from "./tree";

class Walk {
  isOn = $state(false);
  #at = -1;

  constructor() {
    $effect.root(() => {
      $effect(() => {
        if (!this.isOn) return;
        const timer = setInterval(() => this.#step(), page.settings.pace * 1000);
        return () => clearInterval(timer);
      });
      // Whoever walks elsewhere, or changes the game, takes over.
      $effect(() => {
        const { current } = page;
        if (untrack(() => this.isOn) && current !== this.#at) this.isOn = false;
      });
    });
  }

  get hasMore(): boolean {
    return lineThrough(page.tree, page.current).at(-1) !== page.current;
  }

  toggle(): void {
    if (this.isOn) this.isOn = false;
    else {
      // At the end it begins anew.
      if (!this.hasMore) page.goTo(0);
      this.#at = page.current;
      this.isOn = this.hasMore;
    }
  }

  #step(): void {
    untrack(() => {
      const line = lineThrough(page.tree, page.current);
      this.#at = line[line.indexOf(page.current) + 1] ?? page.current;
      page.goTo(this.#at);
      if (!this.hasMore) this.isOn = false;
    });
  }
}

export const walk = new Walk();
