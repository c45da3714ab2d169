// A control file of a match from what a form says.
import type { GameFields } from "../../lib/api";

function toml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toml).join(", ")}]`;
  if (value !== null && typeof value === "object")
    return `{ ${Object.entries(value).filter(([, part]) => part != null).map(([key, part]) => `${name(key)} = ${toml(part)}`).join(", ")} }`;
  return JSON.stringify(value);
}

const name = (key: string): string => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key));

/** The lines of a table, without what is absent. */
function lines(table: object): string[] {
  return Object.entries(table).filter(([, value]) => value != null).map(([key, value]) => `${name(key)} = ${toml(value)}`);
}

/** A player of a match: one of ours, or a program that speaks GTP. */
export interface Contestant {
  title: string;
  player: Record<string, unknown>;
}

/** The settings of a sequential test. */
export interface SequentialTest { elo0: number; elo1: number; alpha: number; beta: number }

/** The words of a command, with quotes as in a shell. */
export function wordsOf(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, plain]) => double ?? single ?? plain ?? "");
}

/** A program that speaks GTP, as a player. */
export function programOf(name: string, command: string): Contestant {
  return { title: name, player: { kind: "gtp", command: wordsOf(command) } };
}

/**
 * Two players play a match; of more, each meets each. Those with the same title get a number after it. With a `test` between two
 * differences in Elo the match ends as soon as it is clear which is true.
 */
export function controlFile(game: GameFields, players: readonly Contestant[], games: number, seed: number, test: SequentialTest | null): string {
  const titles = players.map(({ title }, index) => (players.findIndex((other) => other.title === title) < index ? `${title} (${index + 1})` : title));
  return [
    `title = ${toml(titles.join(" - "))}`, `format = ${toml(titles.length > 2 ? "round-robin" : "match")}`, `games = ${games}`, `seed = ${seed}`,
    ...(test ? [`sprt = ${toml(test)}`] : []), "",
    "[game]", ...lines(game), "", "[openings]", "random-plies = 2",
    ...players.flatMap(({ player }, index) => ["", "[[player]]", `name = ${toml(titles[index])}`, ...lines(player)]), "",
  ].join("\n");
}
