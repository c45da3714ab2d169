// What every key of the ground does. Buttons call the same functions.
import { words, type Texts } from "../i18n/index.svelte";
import type { KeyEntry } from "../keys.svelte";
import { panels, TASKS } from "../panels";
import { page } from "../state/page.svelte";
import { walk } from "../state/walk.svelte";
import { THEMES } from "../state/settings.svelte";

export function pass(): void {
  if (page.position?.may_pass && page.guard === null && page.isFresh) page.play("pass");
}

export function swap(): void {
  if (page.position?.may_swap && page.guard === null && page.isFresh) page.play("swap-pieces");
}

export function resign(): void {
  if (page.position && !page.position.result && page.guard === null) page.resign(page.position.to_move);
}

export function nextTheme(): void {
  const at = THEMES.indexOf(page.settings.theme);
  page.settings.set({ theme: THEMES[(at + 1) % THEMES.length] ?? "auto" });
}

export function nextLanguage(): void {
  words.speak(words.language === "en" ? "ja" : "en");
}

/** Puts the focus on the board. */
function toBoard(): void {
  document.querySelector<SVGElement>('[data-testid="board"] [role="gridcell"][tabindex="0"]')?.focus();
}

/** Opens the panel of the game and puts the focus on one of its parts. */
function toGame(part: string): void {
  page.show("game");
  setTimeout(() => document.querySelector<HTMLElement>(`#game-${part}`)?.focus(), 60);
}

type Where = keyof Texts["keys"]["groups"];
const group = (where: Where) => (t: Texts): string => t.keys.groups[where];
const entry = (where: Where, key: string, words: (t: Texts) => string, run: () => void, more: Partial<KeyEntry> = {}): KeyEntry => ({
  key, group: group(where), words, run, ...more,
});

/** The keys that always work. */
export const commands: readonly KeyEntry[] = [
  entry("moves", "ArrowLeft", (t) => t.keys.left, () => page.step(-1)),
  entry("moves", ",", (t) => t.keys.left, () => page.step(-1)),
  entry("moves", "ArrowRight", (t) => t.keys.right, () => page.step(1)),
  entry("moves", ".", (t) => t.keys.right, () => page.step(1)),
  entry("moves", "ArrowUp", (t) => t.keys.up, () => page.beside(-1)),
  entry("moves", "ArrowDown", (t) => t.keys.down, () => page.beside(1)),
  entry("moves", "Home", (t) => t.keys.home, () => page.goTo(0)),
  entry("moves", "End", (t) => t.keys.end, () => page.step(Infinity)),
  entry("moves", "PageUp", (t) => t.keys.pageUp, () => page.step(-10)),
  entry("moves", "PageDown", (t) => t.keys.pageDown, () => page.step(10)),
  entry("moves", "P", (t) => t.game.walk, () => walk.toggle(), { shift: true }),
  entry("moves", "b", (t) => t.keys.board, toBoard),
  entry("moves", "p", (t) => t.game.pass, pass),
  entry("moves", "s", (t) => t.game.swap, swap),
  entry("moves", "R", (t) => t.game.resign, resign, { shift: true }),
  entry("edit", "z", (t) => t.shell.undo, () => page.undo(), { ctrl: true }),
  entry("edit", "y", (t) => t.shell.redo, () => page.redo(), { ctrl: true }),
  entry("edit", "Z", (t) => t.shell.redo, () => page.redo(), { ctrl: true, shift: true }),
  entry("edit", "m", (t) => t.game.setup, () => toGame("setup")),
  entry("edit", "M", (t) => t.game.marks, () => toGame("marks"), { shift: true }),
  entry("edit", "c", (t) => t.game.comment, () => toGame("comment")),
  entry("edit", "Delete", (t) => t.game.remove, () => page.remove(page.current)),
  entry("page", "n", (t) => t.shell.newGame, () => (page.dialog = "new")),
  entry("page", "o", (t) => t.shell.open, () => (page.dialog = "open"), { ctrl: true }),
  entry("page", "s", (t) => t.shell.save, () => (page.dialog = "save"), { ctrl: true }),
  entry("page", "j", (t) => t.jobs.title, () => (page.dialog = "jobs")),
  entry("page", "?", (t) => t.shell.keys, () => (page.dialog = "keys")),
  entry("page", "t", (t) => t.keys.nextTheme, nextTheme),
  entry("page", "l", (t) => t.keys.nextLanguage, nextLanguage),
  entry("page", "N", (t) => t.game.numbers, () => page.settings.set({ hasNumbers: !page.settings.hasNumbers }), { shift: true }),
  entry("page", "L", (t) => t.game.letters, () => page.settings.set({ hasNames: !page.settings.hasNames }), { shift: true }),
  ...TASKS.map((task, index) =>
    entry("page", String(index + 1), (t) => t.shell.taskNames[task], () => page.show(panels.find((panel) => panel.task === task)?.id ?? ""), { alt: true }),
  ),
];
