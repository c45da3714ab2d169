// Panels register themselves: each file `src/panels/NAME.panel.ts` has a default export of this type.
import type { Component } from "svelte";
import type { Texts } from "./i18n/index.svelte";
import type { KeyEntry } from "./keys.svelte";
import type { Page } from "./state/page.svelte";

export interface PanelEntry {
  /** Its name: in links, in `page.show(id)`. */
  id: string;
  /** Panels are sorted by it. */
  order: number;
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
  .sort((a, b) => a.order - b.order);
