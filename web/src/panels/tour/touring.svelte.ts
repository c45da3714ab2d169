// Where the tour is. It outlives the panels that its steps open.
import { local } from "../../lib/browser-storage.svelte";
import { page } from "../../lib/state/page.svelte";
import { openText } from "../../lib/state/files";

const KEY = "tesuji.tour";
/** The examples of the tour, in its order. */
const STOPS = ["ziggurat", "yang7", "miai"];

class Touring {
  step: number | null = $state(null);
  /** Whether the person has taken or left the tour. */
  isDone = $state(local.read(KEY) === "done");

  get examples() {
    return STOPS.flatMap((id) => page.catalogue?.examples.filter((example) => example.id === id) ?? []);
  }

  go(step: number): void {
    if (step >= this.examples.length) this.leave();
    else this.step = Math.max(0, step);
  }

  leave(): void {
    this.step = null;
    this.isDone = true;
    local.write(KEY, "done");
  }

  async open(): Promise<void> {
    const example = this.examples[this.step ?? -1];
    if (example) await openText(example.text);
  }

  /** The first time, the tour shows itself; never where a link holds something else. */
  firstTime(): void {
    // Nor where the person was faster.
    if (local.read(KEY) !== null || page.isByAddress || page.panel !== "game" || page.canUndo) return;
    local.write(KEY, "seen");
    page.show("tour");
  }
}

export const touring = new Touring();

$effect.root(() => {
  $effect(() => {
    if (page.catalogue) touring.firstTime();
  });
});
