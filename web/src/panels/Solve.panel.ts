import type { PanelEntry } from "../lib/panels";

export default {
  id: "solve",
  task: "prove",
  order: 0,
  title: (t) => t.solve.title,
  load: () => import("./Solve.svelte"),
} satisfies PanelEntry;
