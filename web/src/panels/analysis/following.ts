// A question about the position that is shown, which runs until the person walks on.
import { ask, isStop, soFar, AskError, type AnalysisView, type FieldsOf, type Trouble } from "../../lib/api";

/** While a person walks through a game, positions that are passed at once are not asked about. */
const REST_MS = 40;

/** Asks what a player thinks, and takes each answer so far. Returns what ends that: fit for an `$effect`. */
export function follow(
  follower: { isBusy: boolean; trouble: Trouble | null }, fields: FieldsOf<"analyze">, take: (view: AnalysisView) => void,
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const taken = (view: AnalysisView): void => {
    if (!signal.aborted) take(view);
  };
  const timer = setTimeout(() => {
    follower.isBusy = true;
    follower.trouble = null;
    ask("analyze", fields, {
      signal,
      onUpdate: (update) => {
        const view = soFar("analyze", update);
        if (view) taken(view);
      },
    }).then(taken, (error: unknown) => {
      if (signal.aborted || isStop(error)) return;
      follower.trouble = error instanceof AskError ? error.trouble : { what: String(error), advice: "" };
    }).finally(() => {
      if (!signal.aborted) follower.isBusy = false;
    });
  }, REST_MS);
  return () => {
    clearTimeout(timer);
    controller.abort();
    follower.isBusy = false;
  };
}
