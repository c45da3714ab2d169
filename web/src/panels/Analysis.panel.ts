import type { PanelEntry } from "../lib/panels";
import { toggleAnalysis } from "./analysis/keys.svelte";

export default {
  id: "analysis",
  task: "review",
  order: 10,
  title: (t) => t.analysis.title,
  load: () => import("./Analysis.svelte"),
  keys: [
    { key: "a", group: (t) => t.analysis.title, words: (t) => t.analysis.toggle, run: toggleAnalysis },
    { key: " ", group: (t) => t.analysis.title, words: (t) => t.analysis.toggle, run: toggleAnalysis },
  ],
} satisfies PanelEntry;
