// Texts and files that come in, and what goes out.
import { fair } from "../../panels/play/fair.svelte";
import { ask, type GameTree, type Opened } from "../api";
import { words } from "../i18n/index.svelte";
import { ready, said } from "../i18n/said";
import { page } from "./page.svelte";

const MOST_BYTES = 20_000_000;

/** Reads a text, whatever it is, and shows it where it belongs; what was said of earlier ones goes. Returns what it was, or null if it was nothing. */
export async function openText(text: string): Promise<Opened | null> {
  if (text.trim() === "") return null;
  page.notes = [];
  return read(text);
}

async function read(text: string): Promise<Opened | null> {
  try {
    const opened = await ask("open", { text, game: null, size: null });
    await Promise.all([page.restored, ready()]);
    page.say(words.t.files.reading(said(opened.what)), opened.notices);
    showContent(opened);
    return opened;
  } catch (error) {
    page.trouble(error);
    return null;
  }
}

/** Shows what was read. Of several games the first; the window Open lets the person choose another. */
export function showContent({ content }: Opened): void {
  if (content.kind === "games") {
    const [first] = content.games;
    if (first && content.games.length === 1) openGame(first);
    else if (first) page.openTree(first);
    page.foundGames = content.games;
  } else if (content.kind === "claims") page.give("proof", { claims: content.claims });
  else if (content.kind === "certificate") page.give("proof", { certificate: content.certificate });
  else if (content.kind === "strategy") page.give("strategy", { text: content.text });
  else page.give("boards", { board: content.board });
}

/** Shows a game that a person brought, and has it reviewed: unless it has no moves, a game is being played here, or the person does not want that. */
export function openGame(tree: GameTree): void {
  page.openTree(tree);
  if (page.settings.reviews && !fair.isPlaying && tree.nodes?.some((node) => node.mv)) page.give("review", { opened: true });
}

/** Reads files one after the other, and says whether all could be read. Compact certificates are bytes: they travel as Base64. */
export async function openFiles(files: Iterable<File>): Promise<boolean> {
  let areRead = true;
  for (const file of files) {
    const isTooLarge = file.size > MOST_BYTES;
    if (isTooLarge) page.say(words.t.files.tooLarge(file.name), [], "trouble");
    if (isTooLarge || !(await read(textOf(new Uint8Array(await file.arrayBuffer()))))) areRead = false;
  }
  return areRead;
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return base64(bytes);
  }
}

export function base64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
}

/** Gives a file to the person. */
export function download(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
