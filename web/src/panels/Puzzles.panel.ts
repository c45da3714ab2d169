import type { PanelEntry } from "../lib/panels";

export default {
  id: "puzzles",
  order: 45,
  title: (t) => t.puzzles.title,
  load: () => import("./Puzzles.svelte"),
} satisfies PanelEntry;
