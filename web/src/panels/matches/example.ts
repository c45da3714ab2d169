// A match that was played with these settings, as an example of a result: the same settings play the same games.
import { controlFile } from "./control";
import type { CurvePoint, Test } from "./match";

const name = (playouts: number): string => `UCT, ${playouts} playouts`;

export const players = [name(200), name(100)] as const;

/** The control file. */
export const settings: string = controlFile(
  { game: "hex", columns: 7, rows: 7, swap: false }, [200, 100].map((playouts) => ({ title: name(playouts), player: { kind: "uct", playouts } })),
  1000, 1, { elo0: 0, elo1: 50, alpha: 0.05, beta: 0.05 },
);

export const test: Test = { ratio: 3.07, lower: -2.94, upper: 2.94, accepted: "H1", last: 46, elo: [0, 50] };

export const elo = { wins: 33, games: 46, elo: 162, low: 79, high: 263 } as const;

/** Games, score, and its interval. */
export const points: CurvePoint[] = [
  [2, 1, 0.05, 1], [4, 0.75, 0.183, 0.988], [6, 0.667, 0.259, 0.934], [8, 0.625, 0.302, 0.879], [10, 0.7, 0.385, 0.909], [12, 0.667, 0.401, 0.869],
  [14, 0.643, 0.412, 0.835], [16, 0.625, 0.421, 0.806], [18, 0.667, 0.467, 0.834], [20, 0.7, 0.506, 0.854], [22, 0.682, 0.505, 0.832], [24, 0.667, 0.505, 0.812],
  [26, 0.692, 0.534, 0.83], [28, 0.714, 0.561, 0.844], [30, 0.7, 0.557, 0.827], [32, 0.719, 0.579, 0.84], [34, 0.706, 0.575, 0.825], [36, 0.694, 0.572, 0.811],
  [38, 0.711, 0.589, 0.823], [40, 0.7, 0.585, 0.811], [42, 0.714, 0.602, 0.821], [44, 0.705, 0.597, 0.81], [46, 0.717, 0.612, 0.82],
].map(([games = 0, score = 0, low = 0, high = 0]) => ({ games, score, low, high }));

/** Half the width of the 95 % interval after this number of games, for a score near one half: as a share, and in Elo. */
export function halfInterval(games: number): { score: number; elo: number } {
  const score = (1.96 * 0.5) / Math.sqrt(games);
  return { score, elo: 400 * Math.log10((0.5 + score) / (0.5 - score)) };
}
