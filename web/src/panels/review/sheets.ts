// The tables of a review: one for its mistakes, one for all positions of the graph.
import type { ReviewView } from "../../lib/api";
import type { Sheet } from "../../lib/csv";

export const mistakesSheet = ({ mistakes }: ReviewView): Sheet => ({
  columns: ["number", "player", "move", "loss", "certainty", "better", "sentence"],
  rows: mistakes.map(({ number, player, mv, loss, certainty, instead, sentence }) => [number, player, mv, loss, certainty, instead.join(" "), sentence]),
});

export const pointsSheet = ({ points }: ReviewView): Sheet => ({
  columns: ["moves", "black", "black_low", "black_high", "certainty", "winning", "sentence"],
  rows: points.map(({ n_moves, black, interval, certainty, winning, sentence }) => [n_moves, black, interval?.[0], interval?.[1], certainty, winning.join(" "), sentence]),
});
