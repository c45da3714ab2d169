// A strategy that a person and the program write together: the question `dialogue` about the text of the panel.
import type { DialogueRequest, DialogueView, OfferView } from "../../lib/api";
import { words } from "../../lib/i18n/index.svelte";
import { page } from "../../lib/state/page.svelte";
import { planning } from "./planning.svelte";
import { positionsOf, type Position } from "./positions";

/** The least limit of a question that the browser answers itself. */
const WORKER_SECONDS = 10;

class Writing {
  /** The place of the position that is chosen. The opponent's move there that is to be answered is `planning.move`. */
  place = $state(".");
  /** The last answer. Its text is that of the panel unless the person has changed it since. */
  view: DialogueView | null = $state.raw(null);
  /** What the program offers at a place; offers that were taken are left out. */
  suggested: { at: string; offers: readonly OfferView[]; region: readonly string[] } | null = $state.raw(null);
  /** What became of the last attempt at a place. */
  tried: { at: string; outcomes: readonly OfferView[] } | null = $state.raw(null);
  /** The reply or the lines of the person. */
  lines = $state("");
  by = $state("");
  /** The limit of an attempt. */
  seconds = $state(1);
  isBusy = $state(false);
  #stop: AbortController | null = null;

  readonly positions: readonly Position[] = $derived(planning.claim ? positionsOf(planning.text, planning.claim) : []);
  /** The position that is chosen; the first one if its line is gone. */
  readonly here: Position | null = $derived(this.positions.find(({ place }) => place === this.place) ?? this.positions[0] ?? null);
  /** The place as the program takes it, with the opponent's move. */
  readonly at: string = $derived.by(() => {
    const place = this.here?.place ?? ".";
    if (!planning.move) return place;
    return place === "." ? planning.move : `${place}/${planning.move}`;
  });
  /** Whether the owner's first move is missing: nothing can be asked before. */
  readonly needsFirst: boolean = $derived(planning.claim?.owner_first === true && (this.here?.replies.length ?? 0) === 0);
  /** Whether the text has changed since the last answer. */
  readonly isStale: boolean = $derived(this.view?.text !== planning.text);

  choose(place: string, move: string | null = null): void {
    [this.place, planning.move, planning.tried, planning.leaf, this.lines] = [place, move, null, null, ""];
    if (this.suggested?.at !== this.at) this.suggested = null;
    if (this.tried?.at !== this.at) this.tried = null;
  }

  next(): Promise<boolean> {
    return this.#ask({ kind: "next" }, planning.seconds);
  }

  suggest(): Promise<boolean> {
    return this.#ask({ kind: "suggest", place: this.at }, planning.seconds);
  }

  attempt(lines: string): Promise<boolean> {
    return this.#ask({ kind: "try", place: this.at, lines: lines.trim(), by: this.by.trim() || null }, this.seconds);
  }

  merge(other: string): Promise<boolean> {
    return this.#ask({ kind: "merge", other }, planning.seconds);
  }

  /** The replies that are offered and not proved yet: unlike parts, all of them can be taken. */
  readonly replies: readonly OfferView[] = $derived(
    this.suggested?.offers.filter(({ lines, state }) => state !== "proved" && state !== "refuted" && lines[0]?.includes("->")) ?? [],
  );

  /** Tries the offered replies in turn, without those of which every move has been answered meanwhile. */
  async takeAll(): Promise<void> {
    const { at } = this;
    for (const { lines } of this.replies) {
      const moves = lines[0]?.split("->")[0]?.trim().split(" ") ?? [];
      if (!moves.some((move) => this.view?.unanswered.includes(move))) continue;
      if (this.at !== at || !(await this.attempt(lines.join("\n")))) return;
    }
  }

  /** The page of the whole strategy; null unless it is proved. */
  async book(): Promise<string | null> {
    return (await this.#ask({ kind: "book" }, planning.seconds)) ? (this.view?.book ?? null) : null;
  }

  stop(): void {
    this.#stop?.abort();
  }

  #show(request: DialogueRequest, at: string, { offers, region }: DialogueView): void {
    this.tried = request.kind === "try" ? { at, outcomes: offers } : null;
    if (request.kind === "suggest") this.suggested = { at, offers, region };
    if (request.kind !== "try") return;
    this.lines = "";
    const { suggested } = this;
    if (suggested) this.suggested = { ...suggested, offers: suggested.offers.filter(({ lines }) => lines.join("\n") !== request.lines) };
  }

  /** Whether there is an answer. */
  async #ask(request: DialogueRequest, seconds: number): Promise<boolean> {
    if (this.needsFirst) return false;
    this.#stop?.abort();
    const controller = new AbortController();
    [this.#stop, this.isBusy] = [controller, true];
    const { text } = planning;
    const { at } = this;
    const t = words.t.together;
    // Without a server, each question searches the proofs of the text again.
    const least = page.transport?.kind === "worker" ? WORKER_SECONDS : 0;
    try {
      const view = await page.jobs.ask("dialogue", { text, request, budget: { seconds: Math.max(seconds, least) } }, { title: t.title, signal: controller.signal });
      // What the person wrote meanwhile is worth more than the answer.
      if (planning.text !== text) {
        page.say(t.changedMeanwhile);
        return false;
      }
      [planning.text, this.view] = [view.text, view];
      this.#show(request, at, view);
      if (view.lost.length > 0) page.say(request.kind === "merge" ? t.leftOut(view.lost.join(", ")) : t.lost(view.lost.join(", ")));
      return true;
    } catch (error) {
      page.trouble(error);
      return false;
    } finally {
      if (this.#stop === controller) this.isBusy = false;
    }
  }
}

export const writing = new Writing();
