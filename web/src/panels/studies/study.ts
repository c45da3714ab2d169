// What the server sends of studies, and what follows from it for people.
import type { Sheet } from "../../lib/csv";

export interface Paper { key: string; authors: string; title: string; published_in: string }
export interface Study { id: string; paper: string; item: string; title: string; says: string; time: [string, string]; published: number; unknown: string | null }
export interface Run { id: string; state: string; seconds: number; created?: number; progress: { share?: number | null; what: string } | null; trouble: { detail?: string } | null }
export interface StudyView extends Study { small_is: string | null; learnt: string | null; numbers: [string, string][]; runs: Run[] }

export type Agreement = "agrees" | "differs" | "unsettled" | "missing" | "other";
export interface OurNumber { value: number; interval?: [number, number]; of?: number }
export interface PublishedNumber { name: string; value?: number; of?: number; above?: number; below?: number; stand_in?: string }
export interface Compared { agreement: Agreement; ours?: OurNumber | null; published: PublishedNumber }
export interface StudyRow { name: string; ours: string; published: string; agreement: Agreement }
export interface StudyTable { title: string; columns: string[]; rows: string[][] }
export interface StudyVerdict { verdict: "replicated" | "not-replicated" | "undecidable" | "open" | "ours"; why?: string }
export interface StudyResult {
  record: {
    study: string; size: "small" | "full"; command: string;
    judgement: { comparisons: Compared[]; checks: Compared[]; verdict: StudyVerdict };
    outcome: { tables: StudyTable[]; notes: string[]; stopped: boolean };
  };
  verdict: string;
  rows: StudyRow[];
  pictures: { name: string; svg: string }[];
}

/** The numbers of a run with the columns of `tesuji study run --csv`. */
export function sheetOf({ record }: StudyResult): Sheet {
  return {
    columns: ["study", "size", "number", "ours", "low", "high", "games", "published", "published_games", "agreement"],
    rows: record.judgement.comparisons.map(({ agreement, ours, published }) => [
      record.study, record.size, published.name, ours?.value, ours?.interval?.[0], ours?.interval?.[1], ours?.of, published.value, published.of, agreement,
    ]),
  };
}

/** How many numbers came out like this. */
export function counts(compared: readonly Compared[]): Record<Agreement, number> {
  const found = { agrees: 0, differs: 0, unsettled: 0, missing: 0, other: 0 };
  for (const { agreement } of compared) found[agreement] += 1;
  return found;
}

/** The games behind each number that was not compared, of ours and of the paper: the most that any has. */
export function gamesOf(compared: readonly Compared[]): { ours: number; published: number } | null {
  const pairs = compared.flatMap(({ agreement, ours, published }) => (agreement === "other" && ours?.of && published.of ? [[ours.of, published.of] as const] : []));
  if (pairs.length === 0) return null;
  return { ours: Math.max(...pairs.map(([n]) => n)), published: Math.max(...pairs.map(([, n]) => n)) };
}

/** The scale of a drawing of all numbers; null if they have no scale in common. */
export function scaleOf(compared: readonly Compared[]): [number, number] | null {
  const all = compared.flatMap(({ ours, published }) => [ours?.value, ...(ours?.interval ?? []), published.value].filter((value) => value != null));
  if (all.length === 0) return null;
  if (all.every((value) => value >= 0 && value <= 1)) return [0, 1];
  return all.every((value) => value >= -1 && value <= 1) ? [-1, 1] : null;
}
