// The keys of the page. What is registered here works, and stands in the list that `?` shows.
import { untrack } from "svelte";
import type { Texts } from "./i18n/index.svelte";

export interface KeyEntry {
  /** As `KeyboardEvent.key` has it: `z`, `ArrowLeft`, `?`. Letters are compared without case unless `shift` is stated. */
  key: string;
  /** Control, or Command on a Mac. */
  ctrl?: boolean;
  shift?: boolean;
  alt?: boolean;
  /** The heading in the list. */
  group(t: Texts): string;
  /** What it does. */
  words(t: Texts): string;
  run(): void;
}

class Keys {
  entries: readonly KeyEntry[] = $state.raw([]);

  /** Registers keys. Returns what takes them away: fit for an `$effect`. Later entries win. */
  add(entries: readonly KeyEntry[]): () => void {
    // An effect that registers keys must not depend on the list of keys.
    untrack(() => (this.entries = [...this.entries, ...entries]));
    return () => untrack(() => (this.entries = this.entries.filter((entry) => !entries.includes(entry))));
  }

  /** Runs what belongs to a key. Without effect while the person writes text, but for keys with Control. */
  press(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing) return;
    const target = event.target as HTMLElement | null;
    const writes = target?.closest("input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select, [contenteditable=true]");
    if (writes && !(event.ctrlKey || event.metaKey)) return;
    // Space and Enter on a control belong to the control.
    if ((event.key === " " || event.key === "Enter") && target?.closest("button, a, summary, input, [role=slider], [role=tab]")) return;
    const entry = this.entries.findLast((entry) => matches(entry, event));
    if (!entry || (writes && isTextKey(event))) return;
    event.preventDefault();
    entry.run();
  }
}

/** Keys with Control that belong to a text that is being written. */
function isTextKey(event: KeyboardEvent): boolean {
  return ["a", "c", "v", "x", "z", "y"].includes(event.key.toLowerCase());
}

function matches(entry: KeyEntry, event: KeyboardEvent): boolean {
  const isSame = entry.key.length === 1 ? entry.key.toLowerCase() === event.key.toLowerCase() : entry.key === event.key;
  if (!isSame || (entry.ctrl ?? false) !== (event.ctrlKey || event.metaKey) || (entry.alt ?? false) !== event.altKey) return false;
  // Shift is part of how signs are typed; only letters and named keys are told apart by it.
  const isSign = event.key.length === 1 && event.key.toLowerCase() === event.key.toUpperCase();
  return isSign || (entry.shift ?? false) === event.shiftKey;
}

export const keys = new Keys();
