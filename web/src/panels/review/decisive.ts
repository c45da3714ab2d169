// What a review has found out about the end of the game, in one sentence.
import type { ReviewView } from "../../lib/api";
import { words } from "../../lib/i18n/index.svelte";
import { reviewing } from "./reviewing.svelte";

/** The move that lost, or from where on the winner is proved. */
export function decisive(view: ReviewView): string {
  const { review: t, shell } = words.t;
  const isDone = !reviewing.isHere || !reviewing.work.isBusy;
  const { losing_move: move, winner, certain_from: from } = view;
  if (move != null) {
    const losing = view.mistakes.find((mistake) => mistake.number === move);
    return losing ? t.lostBy(move, shell[losing.player], losing.instead.slice(0, 3), losing.instead.length) : t.lostAt(move);
  }
  if (!winner || from == null) return isDone ? t.notProved : t.looking;
  if (from === 0) return t.wonFromStart(shell[winner]);
  if (from === reviewing.line.length - 1) return t.wonAtEnd(shell[winner]);
  return `${t.wonFrom(shell[winner], from)}${isDone ? ` ${t.notWhich}` : ""}`;
}
