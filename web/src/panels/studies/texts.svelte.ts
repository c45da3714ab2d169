// The titles and texts of studies in the language of the page. The program has them in English.
import { words } from "../../lib/i18n/index.svelte";
import { said } from "../../lib/i18n/said";
import type { StudyTexts } from "./japanese";
import type { Study } from "./study";

class Texts {
  #japanese: Readonly<Record<string, StudyTexts>> | null = $state.raw(null);
  #isAsked = false;

  titleOf(study: Study): string {
    return this.#of(study.id)?.[0] ?? study.title;
  }

  saysOf(study: Study): string {
    return this.#of(study.id)?.[1] ?? study.says;
  }

  /** `table 1`; for studies of our own a name. */
  itemOf(study: Study): string {
    return this.#of(study.id)?.[2] ?? said(study.item);
  }

  #of(id: string): StudyTexts | undefined {
    if (words.language !== "ja") return undefined;
    if (!this.#isAsked) {
      this.#isAsked = true;
      void import("./japanese").then((module) => (this.#japanese = module.japanese), () => (this.#isAsked = false));
    }
    return this.#japanese?.[id];
  }
}

export const texts = new Texts();
