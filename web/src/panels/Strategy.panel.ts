import type { PanelEntry } from "../lib/panels";

export default {
  id: "strategy",
  task: "prove",
  order: 20,
  title: (t) => t.strategy.title,
  load: () => import("./Strategy.svelte"),
} satisfies PanelEntry;
