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

/** A player of a match: one of ours, or an engine that the server was started with. */
export interface Contestant {
  title: string;
  player: Record<string, unknown>;
}

/** The settings of a sequential test. */
export interface SequentialTest { elo0: number; elo1: number; alpha: number; beta: number }

/** The time of an engine for a move: seconds by the clock, and of processor time. */
export interface EngineTime { seconds: number; cpu: number }

/** After how many times what it was told an engine has lost: engines go a little beyond it, and machines are busy. */
const PATIENCE = 3;

/** An engine that the server was started with, by its name. */
export function engineOf(name: string, time: EngineTime): Contestant {
  const text = (seconds: number): string => `${Math.max(1, Math.round(seconds * 1000))}ms`.replace(/000ms$/, "s");
  return { title: name, player: { kind: "guest", engine: name, think: text(time.seconds), limits: { move: text(time.seconds * PATIENCE), "move-cpu": text(time.cpu) } } };
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
