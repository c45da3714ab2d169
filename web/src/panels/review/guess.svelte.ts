// "What would you have played?": the person guesses at each mistake, on the board.
import { untrack } from "svelte";
import { ask, isStop, type Colour, type Mistake, type ReviewPoint } from "../../lib/api";
import { words } from "../../lib/i18n/index.svelte";
import { page } from "../../lib/state/page.svelte";
import { played } from "../../lib/state/tree";
import { duel } from "./duel.svelte";
import { reviewing } from "./reviewing.svelte";

/** The seconds that are spent on a guess. */
const SECONDS = 10;
const VALUE_SECONDS = 2;

export type Outcome = { kind: "right" | "wrong" | "open"; mv: string; words: string };

class Guess {
  /** The mistake that is asked about. */
  mistake: Mistake | null = $state.raw(null);
  outcome: Outcome | null = $state.raw(null);
  isBusy = $state(false);
  #asked = 0;

  get point(): ReviewPoint | null {
    const { mistake } = this;
    return mistake && reviewing.view ? (reviewing.view.points.find((point) => point.n_moves === mistake.number - 1) ?? null) : null;
  }

  /** Asks about the first mistake after this move. */
  begin(after = 0): void {
    duel.leave();
    this.#asked += 1;
    this.mistake = reviewing.inOrder.find((mistake) => mistake.number > after) ?? reviewing.inOrder[0] ?? null;
    [this.outcome, this.isBusy] = [null, false];
    if (this.mistake) reviewing.goTo(this.mistake.number - 1);
  }

  end(): void {
    this.#asked += 1;
    [this.mistake, this.outcome, this.isBusy] = [null, null, false];
  }

  /** Judges a move. What is proved decides; otherwise the solver tries for a while, and then the player that estimates. */
  async judge(mv: string): Promise<void> {
    const { mistake, point } = this;
    if (!mistake || !point || this.isBusy) return;
    const t = words.t.review;
    const asked = ++this.#asked;
    const isNow = (): boolean => asked === this.#asked;
    const say = (kind: Outcome["kind"], text: string): void => void (isNow() && (this.outcome = { kind, mv, words: text }));
    const all = point.is_complete ? t.allWin(point.winning) : "";
    if (point.winning.includes(mv)) return say("right", `${t.wins(mv)}. ${all}`);
    this.isBusy = true;
    try {
      const { node, key } = this.#node(mv);
      if (page.game.game === "hex") {
        const winner = await duel.show([node], SECONDS);
        if (!isNow()) return;
        if (winner === mistake.player) {
          duel.leave();
          return say("right", `${t.wins(mv)}.`);
        }
        if (winner !== null) return say("wrong", duel.defence ? t.losesTry(mv) : t.loses(mv));
      }
      const isLost = point.certainty === "certain" && point.is_complete;
      if (isLost) return say("wrong", `${t.loses(mv)} ${all}`);
      const value = (await ask("analyze", { state: JSON.parse(key) as typeof page.state, budget: { seconds: VALUE_SECONDS } })).black ?? null;
      say("open", t.valueIs(mv, forPlayer(value, mistake.player), forPlayer(point.black ?? null, mistake.player)));
    } catch (error) {
      if (!isStop(error)) page.trouble(error);
    } finally {
      if (isNow()) this.isBusy = false;
    }
  }

  /** The node after a guess: a variation of the game. */
  #node(mv: string): { node: number; key: string } {
    untrack(() => page.edit(played({ tree: page.tree, current: reviewing.line[(this.mistake?.number ?? 1) - 1] ?? 0 }, mv)));
    return { node: page.current, key: page.stateKey };
  }
}

function forPlayer(black: number | null, player: Colour): number | null {
  return black === null ? null : player === "black" ? black : 1 - black;
}

export const guess = new Guess();
