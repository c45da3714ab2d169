// The keys of the overlays, as the catalogue has them. They work whichever panel is open; what they show is loaded when first wanted.
import { keys } from "../../lib/keys.svelte";
import { said } from "../../lib/i18n/said";
import { page } from "../../lib/state/page.svelte";

export function toggleAnalysis(): void {
  Promise.all([import("./engine.svelte"), import("./second.svelte")]).then(([{ analysis }]) => analysis.toggle(), (error: unknown) => page.trouble(error));
}

export function toggleOverlay(name: string): void {
  import("./overlays.svelte").then(({ overlays }) => overlays.toggle(name), (error: unknown) => page.trouble(error));
}

$effect.root(() => {
  $effect(() => {
    const overlays = page.entry?.overlays ?? [];
    const entries = overlays.flatMap(({ key, name, title }) =>
      key ? [{ key, group: (t: { analysis: { overlays: string } }) => t.analysis.overlays, words: () => said(title), run: () => toggleOverlay(name) }] : [],
    );
    return keys.add(entries);
  });
});
