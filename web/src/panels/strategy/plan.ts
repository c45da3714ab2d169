// The plan of a strategy file: its lines, and how lines are added and taken away. Nothing here judges a plan.

export interface PlanLine {
  /** Its number in the text, from 0. */
  at: number;
  indent: number;
  words: string;
  /** Its state, from the mark at its end: `proved`, `refuted`, `open`, `believed by NAME`; null without a mark. */
  state: string | null;
}

/** What a line says: the opponent's moves, of which each has this reply; or a part with its cells. */
export interface Step {
  moves: readonly string[];
  reply: string | null;
  part: readonly string[] | null;
}

const START = /^strategy:[ \t]*(?:\[([^\]]*)\])?[ \t]*(?:;.*)?$/m;
const MARK = /\s*\[([^\]]*)\]$/;

/** The lines of the plan. */
export function linesOf(text: string): PlanLine[] {
  const found: PlanLine[] = [];
  let isPlan = false;
  text.split("\n").forEach((line, at) => {
    const words = line.replace(/;.*/, "").trimEnd();
    const last = found.at(-1);
    if (isPlan && words.trim() !== "") {
      // A line that is neither a move nor a part continues the one above.
      if (last && !/->|^\s*part\b/.test(words)) last.words += ` ${words.trim()}`;
      else found.push({ at, indent: words.length - words.trimStart().length, words: words.trim(), state: null });
    }
    if (START.test(words)) isPlan = true;
  });
  return found.map((line) => ({ ...line, words: line.words.replace(MARK, ""), state: MARK.exec(line.words)?.[1] ?? null }));
}

/** The state of the first position, from the mark behind `strategy:`. */
export function rootState(text: string): string | null {
  return START.exec(text)?.[1] ?? null;
}

/** The lines that lead to this one, and itself. */
export function pathTo(lines: readonly PlanLine[], line: PlanLine): PlanLine[] {
  const path = [line];
  for (const other of lines.slice(0, lines.indexOf(line)).toReversed()) if (other.indent < (path[0]?.indent ?? 0)) path.unshift(other);
  return path;
}

/** What a line says. Cells are names, or two corners of a rectangle with a hyphen between them. */
export function stepOf({ words }: PlanLine, cellsOf: (word: string) => readonly string[]): Step {
  const cells = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "").flatMap(cellsOf);
  if (/^part\b/.test(words)) return { moves: [], reply: null, part: cells(words.slice(words.indexOf(":") + 1)) };
  const [before, after] = words.split("->");
  return { moves: cells(before ?? ""), reply: cells(after ?? "")[0] ?? null, part: null };
}

/** A text that has a plan, even an empty one. */
export function withPlan(text: string): string {
  return START.test(text) ? text : `${text.trimEnd()}\n\nstrategy:\n`;
}

/** The end of what belongs to a line: the number of the first line after it. */
function endOf(text: string, line: PlanLine): number {
  const next = linesOf(text).find((other) => other.at > line.at && other.indent <= line.indent);
  return next?.at ?? text.trimEnd().split("\n").length;
}

/** Adds a line below another, or at the end of the plan. */
export function added(text: string, below: PlanLine | null, words: string): string {
  const whole = withPlan(text).trimEnd();
  const lines = whole.split("\n");
  if (!below) return `${[...lines, words].join("\n")}\n`;
  const end = endOf(whole, below);
  const child = linesOf(whole).find((other) => other.at > below.at && other.at < end);
  lines.splice(end, 0, " ".repeat(child?.indent ?? below.indent + 2) + words);
  return `${lines.join("\n")}\n`;
}

/** Adds the lines of another plan below a line, with their indentation. */
export function grafted(text: string, below: PlanLine | null, plan: string): string {
  const whole = withPlan(text).trimEnd();
  const lines = whole.split("\n");
  const end = below ? endOf(whole, below) : lines.length;
  const child = below ? linesOf(whole).find((other) => other.at > below.at && other.at < end) : undefined;
  const by = " ".repeat(child?.indent ?? (below ? below.indent + 2 : 0));
  const more = (plan.slice(plan.search(START)).replace(START, "")).split("\n").filter((line) => line.trim() !== "");
  lines.splice(end, 0, ...more.map((line) => by + line));
  return `${lines.join("\n")}\n`;
}

/** Takes a line away, with what belongs to it. */
export function removed(text: string, line: PlanLine): string {
  const lines = text.trimEnd().split("\n");
  lines.splice(line.at, endOf(text, line) - line.at);
  return `${lines.join("\n")}\n`;
}
