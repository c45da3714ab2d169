import type { PanelEntry } from "../lib/panels";

export default {
  id: "jobs",
  task: "lab",
  order: 20,
  isWide: true,
  title: (t) => t.jobs.title,
  load: () => import("./Jobs.svelte"),
} satisfies PanelEntry;
