import type { PanelEntry } from "../lib/panels";

export default {
  id: "proof",
  order: 50,
  title: (t) => t.proof.title,
  load: () => import("./Proof.svelte"),
} satisfies PanelEntry;
