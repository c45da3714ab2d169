// The plan of a strategy file: its lines, and how lines are added and taken away. Nothing here judges a plan.

export interface PlanLine {
  /** Its number in the text, from 0. */
  at: number;
  indent: number;
  words: string;
}

const START = /^strategy:\s*$/m;

/** The lines of the plan. */
export function linesOf(text: string): PlanLine[] {
  const found: PlanLine[] = [];
  let isPlan = false;
  text.split("\n").forEach((line, at) => {
    const words = line.replace(/;.*/, "").trimEnd();
    if (isPlan && words.trim() !== "") found.push({ at, indent: words.length - words.trimStart().length, words: words.trim() });
    if (/^strategy:\s*$/.test(words)) isPlan = true;
  });
  return found;
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

/** Takes a line away, with what belongs to it. */
export function removed(text: string, line: PlanLine): string {
  const lines = text.trimEnd().split("\n");
  lines.splice(line.at, endOf(text, line) - line.at);
  return `${lines.join("\n")}\n`;
}
