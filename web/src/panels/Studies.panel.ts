import type { PanelEntry } from "../lib/panels";

export default {
  id: "studies",
  order: 90,
  title: (t) => t.studies.title,
  load: () => import("./Studies.svelte"),
} satisfies PanelEntry;
