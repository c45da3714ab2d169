import type { PanelEntry } from "../lib/panels";

export default {
  id: "boards",
  task: "boards",
  order: 0,
  isWide: true,
  title: (t) => t.boards.title,
  load: () => import("./Boards.svelte"),
} satisfies PanelEntry;
