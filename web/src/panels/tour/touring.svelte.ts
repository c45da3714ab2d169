// Where the tour is. It outlives the panels that its steps open.
import { page } from "../../lib/state/page.svelte";
import { openText } from "../../lib/state/files";

const KEY = "tesuji.tour";
/** The examples of the tour, in its order. */
const STOPS = ["ziggurat", "yang7", "miai"];

class Touring {
  step: number | null = $state(null);
  isSeen = $state(localStorage.getItem(KEY) !== null);

  get examples() {
    return STOPS.flatMap((id) => page.catalogue?.examples.filter((example) => example.id === id) ?? []);
  }

  go(step: number): void {
    if (step >= this.examples.length) this.leave();
    else this.step = Math.max(0, step);
  }

  leave(): void {
    this.step = null;
    this.isSeen = true;
    localStorage.setItem(KEY, "seen");
  }

  async open(): Promise<void> {
    const example = this.examples[this.step ?? -1];
    if (example) await openText(example.text);
  }

  /** The first time, the tour shows itself; never where a link holds something else. */
  firstTime(): void {
    if (this.isSeen || location.hash.length > 1) return;
    this.isSeen = true;
    localStorage.setItem(KEY, "seen");
    page.show("tour");
  }
}

export const touring = new Touring();

$effect.root(() => {
  $effect(() => {
    if (page.catalogue) touring.firstTime();
  });
});
