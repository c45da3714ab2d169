// Signs beside the moves of the list: mistakes, only moves, and what is proved.
import { untrack } from "svelte";
import type { Certainty } from "../api";

export interface Glyph {
  /** As in annotated games: `?`, `??`, `!`; empty if only the proof is worth a sign. */
  sign: string;
  certainty: Certainty;
  /** For those who point at it, and for readers of the screen. */
  words: string;
}

class Glyphs {
  #sets: ReadonlyMap<string, ReadonlyMap<number, Glyph>> = $state.raw(new Map());

  /** Puts signs beside moves, by their nodes, in place of those of the same name. Returns what takes them away: fit for an `$effect`. */
  put(name: string, glyphs: ReadonlyMap<number, Glyph>): () => void {
    untrack(() => (this.#sets = new Map([...this.#sets, [name, glyphs]])));
    return () => untrack(() => {
      if (this.#sets.get(name) === glyphs) this.#sets = new Map([...this.#sets].filter(([other]) => other !== name));
    });
  }

  at(node: number): Glyph | undefined {
    for (const glyphs of this.#sets.values()) {
      const found = glyphs.get(node);
      if (found) return found;
    }
    return undefined;
  }
}

export const glyphs = new Glyphs();
