import type { PanelEntry } from "../lib/panels";

export default {
  id: "jobs",
  order: 95,
  title: (t) => t.jobs.title,
  load: () => import("./Jobs.svelte"),
} satisfies PanelEntry;
