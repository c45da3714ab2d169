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
import { life } from "./texts/life";
import { matches } from "./texts/matches";
import { play } from "./texts/play";
import { proof } from "./texts/proof";
import { puzzles } from "./texts/puzzles";
import { review } from "./texts/review";
import { shell } from "./texts/shell";
import { solve } from "./texts/solve";
import { strategy } from "./texts/strategy";
import { studies } from "./texts/studies";
import { together } from "./texts/together";
import { welcome } from "./texts/welcome";
import type { Language } from "./topic";

export type { Language } from "./topic";

/** Texts that name the colours of stones to choose from. */
const NAMED_COLOURS: ReadonlySet<string> = new Set(["stoneColours"]);

const topics = {
  analysis, board, boards, files, game, jobs, keys, life, matches, play, proof, puzzles, review, shell, solve, strategy, studies, together, welcome,
};

type Topics = typeof topics;
/** The strings of one language: `t.shell.open`. */
export type Texts = { readonly [K in keyof Topics]: Topics[K]["en"] };

function textsOf(language: Language): Texts {
  return Object.fromEntries(Object.entries(topics).map(([name, topic]) => [name, topic[language]])) as unknown as Texts;
}

const COLOURS: readonly (readonly [RegExp, string])[] = [
  [/\bBlack\b/g, "Red"], [/\bblack\b/g, "red"], [/\bWhite\b/g, "Blue"], [/\bwhite\b/g, "blue"],
  [/黒白/g, "赤青"], [/黒(?![い])/g, "赤"], [/白(?![い紙])/g, "青"],
];

function redAndBlue(text: string): string {
  return COLOURS.reduce((found, [name, colour]) => found.replace(name, colour), text);
}

/** Texts that call Black "Red" and White "Blue", but where they are about these colours themselves. */
function inRedAndBlue<T>(texts: T, name = ""): T {
  if (NAMED_COLOURS.has(name)) return texts;
  if (typeof texts === "string") return redAndBlue(texts) as T;
  if (typeof texts === "function") {
    const words = texts as unknown as (...given: unknown[]) => string;
    return ((...given: unknown[]) => redAndBlue(words(...given))) as T;
  }
  if (Array.isArray(texts)) return texts.map((text: unknown) => inRedAndBlue(text)) as T;
  return Object.fromEntries(Object.entries(texts as object).map(([key, value]) => [key, inRedAndBlue(value, key)])) as T;
}

const all: Record<Language, Texts> = { en: textsOf("en"), ja: textsOf("ja") };
const inColours: Record<Language, Texts> = { en: inRedAndBlue(all.en), ja: inRedAndBlue(all.ja) };

const KEY = "tesuji.language";

function firstLanguage(): Language {
  const kept = local.read(KEY);
  if (kept === "en" || kept === "ja") return kept;
  return navigator.language.toLowerCase().startsWith("ja") ? "ja" : "en";
}

class Words {
  language: Language = $state(firstLanguage());
  /** Whether the stones on the board are red and blue: then all sentences call the players so. */
  hasColours: boolean = $state(false);
  readonly t: Texts = $derived((this.hasColours ? inColours : all)[this.language]);

  /** A sentence that the server made, with the players' names as the board has them. */
  coloured(sentence: string): string {
    return this.hasColours ? redAndBlue(sentence) : sentence;
  }

  speak(language: Language): void {
    this.language = language;
    local.write(KEY, language);
    document.documentElement.lang = language;
  }
}

/** The language of the page and its strings: in a component, `const t = $derived(words.t)`. */
export const words = new Words();
document.documentElement.lang = words.language;
