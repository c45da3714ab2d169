// The Japanese sentences of the program: loaded when the first is asked for, and each text is translated once.
import type { Translate } from "./said/template";

class Japanese {
  #translate: Translate | null = $state.raw(null);
  #loading: Promise<void> | null = null;
  readonly #known = new Map<string, string>();

  of(text: string): string {
    if (!LATIN.test(text)) return text;
    const translate = this.#translate;
    if (!translate) {
      void this.ready();
      return text;
    }
    let found = this.#known.get(text);
    if (found === undefined) {
      if (this.#known.size >= MOST_KNOWN) this.#known.clear();
      found = translate(text);
      this.#known.set(text, found);
    }
    return found;
  }

  /** Resolves when the sentences are there, or cannot be loaded: the page then stays English, and asks again with the next text. */
  ready(): Promise<void> {
    this.#loading ??= import("./said/all").then(
      ({ translate }) => {
        this.#translate = translate;
      },
      () => {
        this.#loading = null;
      },
    );
    return this.#loading;
  }
}

/** What has no word in Latin letters is Japanese already, or a coordinate. */
const LATIN = /[a-z]{2}/i;
/** How many texts are remembered: those of a game with all its overlays. */
const MOST_KNOWN = 4000;

export const japanese = new Japanese();
