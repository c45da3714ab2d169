// The strategy that is written, and what is known about it.
import { ask, type ClaimView, type StrategyView } from "../../lib/api";
import { words } from "../../lib/i18n/index.svelte";
import { page } from "../../lib/state/page.svelte";
import { withPlan } from "./plan";

class Planning {
  text = $state("");
  claim: ClaimView | null = $state.raw(null);
  view: StrategyView | null = $state.raw(null);
  /** The text that `view` is about. */
  checked = $state("");
  below: number | null = $state(null);
  mode: "move" | "part" = $state("move");
  move: string | null = $state(null);
  cells: readonly string[] = $state.raw([]);
  goal = $state("");
  seconds = $state(30);
  /** The leaf whose position is on the board; null: the line below which something is added. */
  leaf: number | null = $state(null);
  isBusy = $state(false);
  #stop: AbortController | null = null;

  open(text: string, claim: ClaimView | null = null): void {
    this.#stop?.abort();
    [this.text, this.claim, this.view, this.checked] = [text, claim, null, ""];
    [this.below, this.move, this.cells, this.goal, this.leaf] = [null, null, [], "", null];
    if (text.trim() === "" || claim) return;
    // The board of the claim, without waiting for any search.
    ask("strategy", { text, budget: { nodes: 1 } }).then((view) => {
      if (this.text === text) this.claim = view.claim;
    }, (error: unknown) => page.trouble(error));
  }

  begin(claim: ClaimView): void {
    // The short form of problem files: a strategy may follow it.
    this.open(withPlan(claim.text), claim);
  }

  stop(): void {
    this.#stop?.abort();
  }

  async check(): Promise<void> {
    this.#stop?.abort();
    const controller = new AbortController();
    [this.#stop, this.isBusy] = [controller, true];
    const { text } = this;
    try {
      const view = await page.jobs.ask("strategy", { text, budget: { seconds: this.seconds } }, { title: words.t.strategy.title, signal: controller.signal });
      [this.view, this.checked, this.claim, this.leaf] = [view, text, view.claim, null];
    } catch (error) {
      page.trouble(error);
    } finally {
      if (this.#stop === controller) this.isBusy = false;
    }
  }
}

export const planning = new Planning();
