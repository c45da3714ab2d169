import type { PanelEntry } from "../lib/panels";

export default {
  id: "strategy",
  order: 60,
  title: (t) => t.strategy.title,
  load: () => import("./Strategy.svelte"),
} satisfies PanelEntry;
