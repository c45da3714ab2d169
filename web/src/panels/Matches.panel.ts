import type { PanelEntry } from "../lib/panels";

export default {
  id: "matches",
  task: "lab",
  order: 10,
  isWide: true,
  title: (t) => t.matches.title,
  load: () => import("./Matches.svelte"),
} satisfies PanelEntry;
