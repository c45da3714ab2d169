import type { PanelEntry } from "../lib/panels";

export default {
  id: "boards",
  order: 70,
  title: (t) => t.boards.title,
  load: () => import("./Boards.svelte"),
} satisfies PanelEntry;
