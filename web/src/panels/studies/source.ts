// Where studies come from: a server, or what `make report` has written beside the site.
import { request } from "../../lib/api/server";
import { page } from "../../lib/state/page.svelte";
import type { Paper, Run, Study, StudyResult, StudyView } from "./study";

export interface Catalogue { papers: Paper[]; studies: Study[] }
/** A study with the results of its runs, by their names. */
export interface Found { study: StudyView; results: Record<string, StudyResult> }

const isServer = (): boolean => page.transport?.kind === "server";

async function kept<T>(name: string): Promise<T | null> {
  const answer = await fetch(`report/studies/${name}.json`);
  return answer.ok ? ((await answer.json()) as T) : null;
}

/** All studies; null where there is neither a server nor a report. */
export async function catalogue(): Promise<Catalogue | null> {
  if (isServer()) return request<Catalogue>("GET", "api/studies");
  return import.meta.env.MODE === "site" ? kept<Catalogue>("index").catch(() => null) : null;
}

/** A study; results that are `known` are not asked for again. */
export async function read(id: string, known: Record<string, StudyResult>): Promise<Found | null> {
  if (!isServer()) {
    const study = await kept<Omit<StudyView, "runs"> & { runs: (Run & { result: StudyResult })[] }>(id.replace("/", "-"));
    return study && { study, results: Object.fromEntries(study.runs.map((run) => [run.id, run.result])) };
  }
  const study = await request<StudyView>("GET", `api/studies/${id}`);
  const results = { ...known };
  for (const run of study.runs) {
    if (run.state !== "done" || results[run.id]) continue;
    const { result } = await request<{ result: StudyResult | null }>("GET", `api/jobs/${run.id}`);
    if (result) results[run.id] = result;
  }
  return { study, results };
}
