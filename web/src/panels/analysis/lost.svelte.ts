// The moves that are proved to lose in the position that is shown, whoever proved it: whatever an engine thinks of them, they are lost.
import { solving } from "../solve/solving.svelte";
import { analysis } from "./engine.svelte";

export function lostMoves(): ReadonlySet<string> {
  const view = analysis.here;
  const lost = view?.moves.filter((move) => move.certainty === "certain" && move.value === 0).map((move) => move.mv) ?? [];
  return new Set([...(solving.here?.losing ?? []), ...lost]);
}
