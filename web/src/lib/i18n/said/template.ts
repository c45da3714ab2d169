// Templates of sentences that the program says: English text with places, and the Japanese text with the same places.
//
// A template is written without its last full stop: that of the sentence is kept. `(s)` may be missing, `(is|are)` is either.
// The name of a place says what stands in it; digits behind it tell places apart:
//
// | place | stands for | in Japanese |
// | --- | --- | --- |
// | `{side}` | Black, White | 黒, 白 |
// | `{n}` | a number | the same |
// | `{cell}` | a cell, a move: anything without a blank | the same |
// | `{list}` | names: `a1, b1 and 7 more` | a1、b1、ほか 7 |
// | `{goal}` | what is to be joined: `c1-bottom and top-a2` | c1–下辺、かつ上辺–a2 |
// | `{text}` | anything | the same |
// | `{words}` | another sentence | translated, if it is known |

/** English and Japanese. */
export type Pair = readonly [english: string, japanese: string];

/** Translates a sentence; the sentence itself if it is not known. */
export type Translate = (text: string) => string;

/** Within one sentence. */
const WITHIN = "(?:(?!\\. ).)+?";
const KINDS: Record<string, string> = {
  side: "black|white", n: "[-−+]?\\d(?:[\\d,.]*\\d)?", cell: "\\S+?", list: WITHIN, goal: WITHIN, text: WITHIN, words: ".+",
};

const SIDES: Record<string, string> = { black: "黒", white: "白" };
const ENDS: Record<string, string> = { top: "上辺", bottom: "下辺", left: "左辺", right: "右辺" };

/** `a1, b1 and 7 more` in Japanese. */
function listed(text: string): string {
  if (text === "none") return "なし";
  return text.replace(/,? and ([\d,]+) more$/, "、ほか $1").replace(/,? and /g, "、").replace(/, /g, "、");
}

function goal(text: string): string {
  const group = (words: string): string => words.split("-").map((end) => ENDS[end] ?? end).join("–");
  const alternative = (words: string): string => words.split(" and ").map(group).join("、かつ");
  return text.split(" or ").map(alternative).join("、または");
}

function kindOf(place: string): string {
  return place.replace(/\d+$/, "");
}

/** The names of the places of a text, in order. */
export function placesOf(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
}

/** A template that is ready to be compared. */
export class Template {
  readonly #pattern: RegExp;
  readonly #places: readonly string[];
  readonly #japanese: string;
  /** The longest piece of the English text without a place. A sentence that lacks it does not fit. */
  readonly #piece: string;
  /** Whether the sentence is always the same. */
  readonly isFixed: boolean;

  constructor([english, japanese]: Pair) {
    const pieces = english.toLowerCase().split(/\{\w+\}|\(s\)|\([^()|]*\|[^()]*\)/);
    this.#piece = pieces.reduce((one, other) => (other.length > one.length ? other : one), "");
    this.isFixed = pieces.length === 1;
    this.#places = placesOf(english);
    this.#japanese = japanese;
    const source = english
      .split(/(\{\w+\}|\(s\)|\([^()|]*\|[^()]*\))/)
      .map((part) => {
        if (/^\{\w+\}$/.test(part)) return `(${KINDS[kindOf(part.slice(1, -1))] ?? "(?!)"})`;
        if (part === "(s)") return "s?";
        if (/^\([^()|]*\|[^()]*\)$/.test(part)) return `(?:${part.slice(1, -1).split("|").map(escaped).join("|")})`;
        return escaped(part);
      })
      .join("");
    this.#pattern = new RegExp(`^${source}$`, "is");
  }

  /** The sentence in Japanese, or null if it is another one. `small` is the sentence in small letters. */
  of(text: string, small: string, translate: Translate): string | null {
    if (!small.includes(this.#piece)) return null;
    const found = this.#pattern.exec(text);
    if (!found) return null;
    const values = new Map(this.#places.map((place, index) => [place, put(kindOf(place), found[index + 1] ?? "", translate)]));
    return this.#japanese.replace(/\{(\w+)\}/g, (_, place: string) => values.get(place) ?? "");
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function put(kind: string, value: string, translate: Translate): string {
  if (kind === "side") return SIDES[value.toLowerCase()] ?? value;
  if (kind === "list") return listed(value);
  if (kind === "goal") return goal(value);
  return kind === "words" ? translate(value) : value;
}

/** A translator of these templates. */
export function translator(pairs: readonly Pair[]): Translate {
  const whole = new Map<string, string>();
  const templates: Template[] = [];
  for (const pair of pairs) {
    const template = new Template(pair);
    if (template.isFixed) whole.set(pair[0].toLowerCase(), pair[1]);
    else templates.push(template);
  }

  /** One sentence without its full stop. */
  function one(text: string): string | null {
    const small = text.toLowerCase();
    const fixed = whole.get(small);
    if (fixed !== undefined) return fixed;
    for (const template of templates) {
      const found = template.of(text, small, all);
      if (found !== null) return found;
    }
    return null;
  }

  function sentence(text: string): string | null {
    const isClosed = text.endsWith(".");
    const found = (isClosed ? one(text.slice(0, -1)) : null) ?? one(text);
    if (found === null) return null;
    return isClosed && !/[。」]$/.test(found) ? `${found}。` : found;
  }

  /** Sentences one after the other: the longest beginning that is known, then the rest. */
  function all(text: string): string {
    const known = sentence(text);
    if (known !== null) return known;
    const parts = text.split(/(?<=[.!?])\s+/);
    if (parts.length < 2) return text;
    let japanese = "";
    for (let at = 0; at < parts.length; ) {
      let next = at + 1;
      let found: string | null = null;
      for (let end = parts.length; end > at && found === null; end -= 1) {
        found = sentence(parts.slice(at, end).join(" "));
        if (found !== null) next = end;
      }
      const isEnglish = found === null;
      japanese += (isEnglish && japanese !== "" ? " " : "") + (found ?? parts[at] ?? "") + (isEnglish && next < parts.length ? " " : "");
      at = next;
    }
    return japanese;
  }

  return all;
}
