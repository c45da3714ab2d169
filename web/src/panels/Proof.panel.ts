import type { PanelEntry } from "../lib/panels";

export default {
  id: "proof",
  task: "prove",
  order: 10,
  title: (t) => t.proof.title,
  load: () => import("./Proof.svelte"),
} satisfies PanelEntry;
