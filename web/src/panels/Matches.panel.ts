import type { PanelEntry } from "../lib/panels";

export default {
  id: "matches",
  order: 80,
  title: (t) => t.matches.title,
  load: () => import("./Matches.svelte"),
} satisfies PanelEntry;
