// Panels register themselves: each file `src/panels/NAME.panel.ts` has a default export of this type.
import type { Component } from "svelte";
import type { Texts } from "./i18n/index.svelte";
import type { KeyEntry } from "./keys.svelte";
import type { Page } from "./state/page.svelte";

/** What a person comes for, in the order of the head of the page. */
export const TASKS = ["play", "review", "prove", "boards", "lab"] as const;
export type Task = (typeof TASKS)[number];

export interface PanelEntry {
  /** Its name: in links, in `page.show(id)`. */
  id: string;
  task: Task;
  /** Panels of a task are sorted by it. */
  order: number;
  /** Whether it takes the place of the board too, because it needs none or draws its own. */
  isWide?: boolean;
  title(t: Texts): string;
  /** Whether it is of use now; absent: always. A panel that is open stays open. */
  isUseful?(page: Page): boolean;
  /** The component, loaded when the panel is first opened. */
  load(): Promise<{ default: Component }>;
  /** Keys that work while the panel is not open too. */
  keys?: KeyEntry[];
}

const found = import.meta.glob<{ default: PanelEntry }>("../panels/*.panel.ts", { eager: true });

/** All panels, in their order. */
export const panels: readonly PanelEntry[] = Object.values(found)
  .map((module) => module.default)
  .sort((a, b) => TASKS.indexOf(a.task) - TASKS.indexOf(b.task) || a.order - b.order);

/** The panel of this name; of an unknown one, the first. */
export function panelNamed(id: string): PanelEntry | undefined {
  return panels.find((panel) => panel.id === id) ?? panels[0];
}
