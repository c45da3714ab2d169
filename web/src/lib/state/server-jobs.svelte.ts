// The jobs of the server: long work that goes on without the page. Only the list; panels show what a job found.
import type { Progress } from "../api";
import { request } from "../api/server";

/** A job as lists have it. */
export interface JobSummary {
  id: string;
  title: string;
  kind: "question" | "match" | "study";
  /** Of a question its name, of a match its title, of a study its id. */
  about: string;
  state: "waiting" | "running" | "stopped" | "done" | "failed";
  /** In seconds since 1970. */
  created: number;
  changed: number;
  /** Seconds worked. */
  seconds: number;
  progress: Progress | null;
}

export class ServerJobs {
  list: readonly JobSummary[] = $state.raw([]);
  readonly running: number = $derived(this.list.filter((job) => job.state === "running" || job.state === "waiting").length);

  async refresh(): Promise<void> {
    const { jobs } = await request<{ jobs: JobSummary[] }>("GET", "api/jobs");
    this.list = jobs;
  }

  async stop(id: string): Promise<void> {
    await request("POST", `api/jobs/${encodeURIComponent(id)}/stop`);
    await this.refresh();
  }

  async resume(id: string): Promise<void> {
    await request("POST", `api/jobs/${encodeURIComponent(id)}/resume`);
    await this.refresh();
  }

  async forget(id: string): Promise<void> {
    await request("DELETE", `api/jobs/${encodeURIComponent(id)}`);
    await this.refresh();
  }
}
