import type { PanelEntry } from "../lib/panels";

export default {
  id: "life",
  task: "prove",
  order: 30,
  title: (t) => t.life.title,
  isUseful: (page) => page.game.game === "go",
  load: () => import("./Life.svelte"),
} satisfies PanelEntry;
