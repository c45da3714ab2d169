// What the server sends of matches, and its tables.
import type { Sheet } from "../../lib/csv";

export interface Job { id: string; title: string; about: string; state: string; trouble: { detail?: string } | null }
export interface Share { wins: number; draws: number; losses: number }
export interface Test { ratio: number; lower: number; upper: number; accepted: "H0" | "H1" | null; last: number | null; elo: [number, number] }
export interface PlayerRow extends Share {
  name: string;
  games: number;
  rating: number | null;
  rating_low: number | null;
  rating_high: number | null;
  black: Share;
  white: Share;
  /** Seconds of processor time for a move, where the system reports it. */
  cpu_of_a_move: number | null;
  /** Games lost by what no player may do, by its name. */
  forfeits: Record<string, number>;
}
export interface Pairing extends Share { first: string; second: string; elo: { elo: number | null; low: number | null; high: number | null; score: number; score_low: number; score_high: number } | null }
export interface Report { games: number; scheduled: number; test: Test | null; players: PlayerRow[]; pairings: Pairing[] }
export interface CurvePoint { games: number; score: number; low: number; high: number }
export interface Curves { first: string; second: string; points: CurvePoint[] }
export interface GameRow { number: number; black: string; white: string; winner: string | null; reason: string; detail: string; moves: number }
export interface Match { job: Job; report: Report | null; curves: Curves[]; games: GameRow[] }

/** Whether it is not known who of the two is better: one half is inside of the interval. */
export const isNoise = (score: { score_low: number; score_high: number }): boolean => score.score_low <= 0.5 && score.score_high >= 0.5;

/** How many games were forfeited. */
export const forfeitsOf = (forfeits: Record<string, number>): number => Object.values(forfeits).reduce((sum, n) => sum + n, 0);

export const playersSheet = ({ players }: Report): Sheet => ({
  columns: ["player", "wins", "draws", "losses", "rating", "rating_low", "rating_high", "black_wins", "black_draws", "black_losses", "white_wins", "white_draws", "white_losses", "forfeits", "cpu_of_a_move"],
  rows: players.map(({ name, wins, draws, losses, rating, rating_low, rating_high, black, white, forfeits, cpu_of_a_move }) => [
    name, wins, draws, losses, rating, rating_low, rating_high, black.wins, black.draws, black.losses, white.wins, white.draws, white.losses, forfeitsOf(forfeits), cpu_of_a_move,
  ]),
});

export const pairingsSheet = ({ pairings }: Report): Sheet => ({
  columns: ["player", "opponent", "wins", "draws", "losses", "score", "score_low", "score_high", "elo", "elo_low", "elo_high"],
  rows: pairings.map(({ first, second, wins, draws, losses, elo }) => [
    first, second, wins, draws, losses, elo?.score, elo?.score_low, elo?.score_high, elo?.elo, elo?.low, elo?.high,
  ]),
});

export const gamesSheet = (games: readonly GameRow[]): Sheet => ({
  columns: ["number", "black", "white", "winner", "reason", "detail", "moves"],
  rows: games.map(({ number, black, white, winner, reason, detail, moves }) => [number, black, white, winner, reason, detail, moves]),
});

export const curveSheet = (points: readonly CurvePoint[]): Sheet => ({
  columns: ["games", "score", "score_low", "score_high"],
  rows: points.map(({ games, score, low, high }) => [games, score, low, high]),
});
