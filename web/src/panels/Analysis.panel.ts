import type { PanelEntry } from "../lib/panels";

export default {
  id: "analysis",
  order: 20,
  title: (t) => t.analysis.title,
  load: () => import("./Analysis.svelte"),
} satisfies PanelEntry;
