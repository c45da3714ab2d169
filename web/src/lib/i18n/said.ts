// What the program says, in the language of the page. The program speaks English; the Japanese sentences are loaded when the
// page is Japanese. A sentence that is not known stays English. Players are called as the
// stones on the board are.
import { words } from "./index.svelte";
import { japanese } from "./japanese.svelte";

/** A text of the program (titles, sentences, errors) in the language of the page. */
export function said(text: string): string;
export function said(text: string | null | undefined): string | null | undefined;
export function said(text: string | null | undefined): string | null | undefined {
  if (!text) return text;
  return words.coloured(words.language === "ja" ? japanese.of(text) : text);
}

/** The title of an overlay. Programs that speak GTP show titles in capitals, the page does not. */
export function overlayTitle(title: string): string {
  return words.language === "ja" ? said(title) : said(title).replace(/ [A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
}

/** What is wrong and what to do about it, as sentences. */
export function saidTrouble(trouble: { what: string; advice?: string | undefined }): string {
  const isJapanese = words.language === "ja";
  const parts = [trouble.what, trouble.advice ?? ""].filter((part) => part !== "").map((part) => said(part));
  return parts.map((part) => (/[.。]$/.test(part) ? part : `${part}${isJapanese ? "。" : "."}`)).join(isJapanese ? "" : " ");
}

/** Resolves when `said` speaks the language of the page: for texts that are put together once and stay. */
export function ready(): Promise<void> {
  return words.language === "ja" ? japanese.ready() : Promise.resolve();
}

// A Japanese page needs them as soon as the catalogue is there.
void ready();
