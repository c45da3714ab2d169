import type { PanelEntry } from "../lib/panels";

export default {
  id: "game",
  task: "review",
  order: 20,
  title: (t) => t.game.title,
  load: () => import("./Game.svelte"),
} satisfies PanelEntry;
