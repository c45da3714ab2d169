import type { PanelEntry } from "../lib/panels";

export default {
  id: "studies",
  task: "lab",
  order: 0,
  isWide: true,
  title: (t) => t.studies.title,
  load: () => import("./Studies.svelte"),
} satisfies PanelEntry;
