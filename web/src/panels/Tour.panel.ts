import type { PanelEntry } from "../lib/panels";
import "./tour/touring.svelte";

export default {
  id: "tour",
  order: 100,
  title: (t) => t.tour.title,
  load: () => import("./Tour.svelte"),
} satisfies PanelEntry;
