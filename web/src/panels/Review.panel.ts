import type { PanelEntry } from "../lib/panels";

export default {
  id: "review",
  order: 30,
  title: (t) => t.review.title,
  load: () => import("./Review.svelte"),
} satisfies PanelEntry;
