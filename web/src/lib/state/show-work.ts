// Shows again what long work found, with its game or claim, in the panel that it belongs to.
import type { GameState, GameTree } from "../api";
import { request } from "../api/server";
import { openText } from "./files";
import type { Work } from "./jobs.svelte";
import { page } from "./page.svelte";
import type { JobSummary } from "./server-jobs.svelte";

const CLAIMS = ["verify", "minimize", "repair", "split"];

/** What questions ask about, as far as it has to be shown again. */
interface Fields { state?: GameState; tree?: GameTree; text?: string; certificate?: string; columns?: number; rows?: number }

/** The panels that follow a job of the server by themselves. */
function panelOf({ kind, about }: JobSummary): string | null {
  if (kind === "match") return "matches";
  if (kind === "study") return "studies";
  if (about === "solve" || about === "openings") return "solve";
  return about === "review" ? "review" : null;
}

/** Whether there is something to see of a job. */
export function canShow(job: JobSummary): boolean {
  return panelOf(job) !== null || (job.state === "done" && isShown(job.about));
}

/** Whether there is something to see of the work of this page. */
export function canShowWork(work: Work): boolean {
  return work.state === "done" && isShown(work.ask);
}

const isShown = (ask: string): boolean => ["solve", "openings", "review", "strategy", "dialogue", "check", "answers", "analyze", "life", ...CLAIMS].includes(ask);

export async function showJob(job: JobSummary): Promise<void> {
  const panel = panelOf(job);
  if (panel && job.about !== "openings") return page.give(panel, { job: job.id });
  const { work, result } = await request<{ work: Fields; result: unknown }>("GET", `api/jobs/${encodeURIComponent(job.id)}`);
  if (job.about !== "openings") return showAnswer(job.about, work, result);
  // The map of openings stands in a panel that needs a game with a solver.
  if (page.entry?.name !== "hex") page.newGame(boardOf(work));
  page.give("solve", { job: job.id });
}

export async function showWork(work: Work): Promise<void> {
  await showAnswer(work.ask, work.fields as Fields, work.answer);
}

const boardOf = ({ columns = 5, rows = 5 }: Fields): { game: "hex"; columns: number; rows: number; swap: boolean } => ({ game: "hex", columns, rows, swap: false });

async function showAnswer(ask: string, fields: Fields, answer: unknown): Promise<void> {
  const { state, tree, text } = fields;
  if (ask === "review" && tree) {
    if (JSON.stringify(page.tree) !== JSON.stringify(tree)) page.openTree(tree);
    page.show("review");
  } else if ((ask === "solve" || ask === "analyze" || ask === "life") && state) {
    if (JSON.stringify(state) !== page.stateKey) {
      page.newGame(state.game, state.setup ?? undefined);
      for (const mv of state.moves ?? []) page.play(mv);
    }
    if (ask === "life") page.give("life", { fields, answer });
    else page.show(ask === "solve" ? "solve" : "analysis");
  } else if (ask === "openings") {
    if (page.entry?.name !== "hex") page.newGame(boardOf(fields));
    page.show("solve");
  } else if (ask === "strategy" && text !== undefined) page.give("strategy", { text });
  else if (ask === "dialogue") page.give("strategy", { text: (answer as { text?: string } | null)?.text ?? text ?? "", isTogether: true });
  else {
    const found = (answer as { certificate?: string | null } | null)?.certificate ?? fields.certificate;
    if (found) page.give("proof", { certificate: found });
    else if (text !== undefined) await openText(text);
  }
}
