// All strings of the page, in English and Japanese: one file a topic in `texts/`, both languages side by side. A string that one
// language lacks does not compile.
import { local } from "../browser-storage.svelte";
import { analysis } from "./texts/analysis";
import { board } from "./texts/board";
import { boards } from "./texts/boards";
import { files } from "./texts/files";
import { game } from "./texts/game";
import { jobs } from "./texts/jobs";
import { keys } from "./texts/keys";
import { matches } from "./texts/matches";
import { play } from "./texts/play";
import { proof } from "./texts/proof";
import { puzzles } from "./texts/puzzles";
import { review } from "./texts/review";
import { shell } from "./texts/shell";
import { solve } from "./texts/solve";
import { strategy } from "./texts/strategy";
import { studies } from "./texts/studies";
import { tour } from "./texts/tour";
import type { Language } from "./topic";

export type { Language } from "./topic";

const topics = {
  analysis, board, boards, files, game, jobs, keys, matches, play, proof, puzzles, review, shell, solve, strategy, studies, tour,
};

type Topics = typeof topics;
/** The strings of one language: `t.shell.open`. */
export type Texts = { readonly [K in keyof Topics]: Topics[K]["en"] };

function textsOf(language: Language): Texts {
  return Object.fromEntries(Object.entries(topics).map(([name, topic]) => [name, topic[language]])) as unknown as Texts;
}

const all: Record<Language, Texts> = { en: textsOf("en"), ja: textsOf("ja") };

const KEY = "tesuji.language";

function firstLanguage(): Language {
  const kept = local.read(KEY);
  if (kept === "en" || kept === "ja") return kept;
  return navigator.language.toLowerCase().startsWith("ja") ? "ja" : "en";
}

class Words {
  language: Language = $state(firstLanguage());
  readonly t: Texts = $derived(all[this.language]);

  speak(language: Language): void {
    this.language = language;
    local.write(KEY, language);
    document.documentElement.lang = language;
  }
}

/** The language of the page and its strings: in a component, `const t = $derived(words.t)`. */
export const words = new Words();
document.documentElement.lang = words.language;
