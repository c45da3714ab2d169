import type { PanelEntry } from "../lib/panels";

export default {
  id: "puzzles",
  task: "play",
  order: 20,
  title: (t) => t.puzzles.title,
  load: () => import("./Puzzles.svelte"),
} satisfies PanelEntry;
