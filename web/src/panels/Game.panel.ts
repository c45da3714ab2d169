import type { PanelEntry } from "../lib/panels";

export default {
  id: "game",
  order: 0,
  title: (t) => t.game.title,
  load: () => import("./Game.svelte"),
} satisfies PanelEntry;
