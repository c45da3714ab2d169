// What a person chooses before a game.
import type { Colour, GameEntry, PlayerEntry } from "../../lib/api";
import { budgetFrom, type BudgetChoice } from "../analysis/budget";

/** Who plays a colour: a person, or by its title a player of the catalogue or a guest, an engine of the server. */
export type Side = { readonly person: true } | { readonly person: false; readonly title: string; readonly isGuest?: boolean };
export type Sides = Record<Colour, Side>;

export const PERSON: Side = { person: true };
export const COLOURS: readonly Colour[] = ["black", "white"];

export interface ClockChoice {
  isOn: boolean;
  /** Minutes for the whole game. */
  minutes: number;
  /** Seconds that each move adds. */
  increment: number;
}

export type Start = "empty" | "here" | "handicap";

export interface Choice {
  /** By colour, the title of a player; empty: a person. */
  black: string;
  white: string;
  budget: BudgetChoice;
  clock: ClockChoice;
  start: Start;
  handicap: number;
  /** Whether what the player thinks of the game is shown. */
  showsThoughts: boolean;
  /** The level of the game in one click, from 1, the weakest. */
  level: number;
}

const number = (found: unknown, least: number, most: number, usual: number): number =>
  typeof found === "number" && found >= least && found <= most ? found : usual;

export function choiceFrom(kept: unknown): Choice {
  const found = (kept ?? {}) as Partial<Choice>;
  const clock = (found.clock ?? {}) as Partial<ClockChoice>;
  return {
    black: typeof found.black === "string" ? found.black : "",
    white: typeof found.white === "string" ? found.white : "?",
    budget: budgetFrom(found.budget, { kind: "stop", seconds: 2, nodes: 1000 }),
    clock: { isOn: clock.isOn === true, minutes: number(clock.minutes, 0.1, 600, 5), increment: number(clock.increment, 0, 600, 5) },
    start: "empty",
    handicap: number(found.handicap, 2, 9, 2),
    showsThoughts: found.showsThoughts === true,
    level: number(found.level, 1, 99, 1),
  };
}

/** The player or guest with a title; a title that is not there stands for the game's strongest player. */
export function playerOf(title: string, entry: GameEntry | null, guests: readonly PlayerEntry[]): PlayerEntry | null {
  const players = entry?.players ?? [];
  return [...players, ...guests].find((player) => player.title === title) ?? players[0] ?? null;
}

/** A player as a side of a game. */
export const asSide = (player: PlayerEntry, guests: readonly PlayerEntry[]): Side =>
  ({ person: false, title: player.title, ...(guests.includes(player) ? { isGuest: true } : {}) });

export function sideOf(title: string, entry: GameEntry | null, guests: readonly PlayerEntry[]): Side {
  const player = title === "" ? null : playerOf(title, entry, guests);
  return player ? asSide(player, guests) : PERSON;
}

export function other(colour: Colour): Colour {
  return colour === "black" ? "white" : "black";
}

/** Who won by a result as records write it; null if nobody did. */
export function winnerOf(result: string): Colour | null {
  if (/^B\+/i.test(result)) return "black";
  return /^W\+/i.test(result) ? "white" : null;
}
