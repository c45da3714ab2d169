import type { PanelEntry } from "../lib/panels";

export default {
  id: "welcome",
  task: "play",
  order: 0,
  title: (t) => t.welcome.title,
  load: () => import("./Welcome.svelte"),
} satisfies PanelEntry;
