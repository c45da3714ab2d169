import type { PanelEntry } from "../lib/panels";

export default {
  id: "solve",
  order: 40,
  title: (t) => t.solve.title,
  load: () => import("./Solve.svelte"),
} satisfies PanelEntry;
