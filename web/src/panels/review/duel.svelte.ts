// "Show me why": the proof of a position of the game, played against on the same board.
import { isStop, type Defence } from "../../lib/api";
import { ask } from "../../lib/api";
import { words } from "../../lib/i18n/index.svelte";
import { page } from "../../lib/state/page.svelte";
import { pathTo, stateAt } from "../../lib/state/tree";
import { checkHere } from "../proof/checker";

/** The part of the time for each later place. */
const LATER = 1 / 3;

class Duel {
  defence: Defence | null = $state.raw(null);
  moves: readonly string[] = $state.raw([]);
  /** After how many moves of the game the proof begins. */
  from = $state(0);
  isBusy = $state(false);
  /** Why there is no proof to play against. */
  failure: string | null = $state(null);
  /** Who checked the proof. */
  checkedBy: "here" | "there" | null = $state(null);
  /** Whether the proof begins later than was asked, because it is shorter there. */
  isLater = $state(false);
  certificate: string | null = $state.raw(null);
  #controller: AbortController | null = null;

  /**
   * Looks for the proof of the first of these nodes of the game that has one within the time, and begins to play against it. Returns who
   * wins there, if that was found.
   */
  async show(places: readonly number[], seconds: number): Promise<"black" | "white" | null> {
    this.leave();
    const controller = new AbortController();
    this.#controller = controller;
    this.isBusy = true;
    let winner: "black" | "white" | null = null;
    try {
      for (const [number, node] of places.entries()) {
        const title = words.t.review.whyJob(pathTo(page.tree, node).length - 1);
        const state = stateAt(page.tree, node);
        const found = await page.jobs.ask("solve", { state, certificate: true, budget: { seconds: number === 0 ? seconds : seconds * LATER } }, { title, signal: controller.signal });
        winner ??= found.winner ?? null;
        if (!found.certificate) continue;
        page.goTo(node);
        this.from = state.moves?.length ?? 0;
        this.isLater = number > 0;
        const here = await checkHere(found.certificate);
        if (here && !here.is_valid) throw new Error(words.t.proof.refused);
        this.checkedBy = here ? "here" : "there";
        this.certificate = found.certificate;
        await this.defend([]);
        return winner;
      }
      this.failure = words.t.review.noProofYet(seconds);
    } catch (error) {
      if (!isStop(error)) page.trouble(error);
    } finally {
      if (this.#controller === controller) this.isBusy = false;
    }
    return winner;
  }

  stop(): void {
    this.#controller?.abort();
    this.isBusy = false;
  }

  async defend(moves: readonly string[]): Promise<void> {
    const { certificate } = this;
    if (certificate === null) return;
    try {
      const defence = await ask("defend", { certificate, moves: [...moves] });
      if (certificate === this.certificate) [this.defence, this.moves] = [defence, moves];
    } catch (error) {
      page.trouble(error);
    }
  }

  leave(): void {
    this.stop();
    [this.defence, this.moves, this.certificate, this.failure, this.isLater] = [null, [], null, null, false];
  }
}

export const duel = new Duel();
