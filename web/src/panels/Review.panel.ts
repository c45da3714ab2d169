import type { PanelEntry } from "../lib/panels";

export default {
  id: "review",
  task: "review",
  order: 0,
  title: (t) => t.review.title,
  load: () => import("./Review.svelte"),
} satisfies PanelEntry;
