import type { PanelEntry } from "../lib/panels";

export default {
  id: "play",
  task: "play",
  order: 10,
  title: (t) => t.play.title,
  load: () => import("./Play.svelte"),
} satisfies PanelEntry;
