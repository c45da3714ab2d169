// The strategy that is written, and what is known about it.
import { ask, type ClaimView, type Colour, type StrategyView } from "../../lib/api";
import { words } from "../../lib/i18n/index.svelte";
import { page } from "../../lib/state/page.svelte";
import { grafted, withPlan, type PlanLine } from "./plan";

/** Positions searched for each answer that is tried. */
const ANSWER_NODES = 20_000;

/** The longest text that is kept with the board of the tab. */
const MOST_KEPT = 50_000;

/** What the page keeps. */
interface Kept {
  text: string;
  isTogether: boolean;
}

/** A position of the plan, the opponent to move. */
export interface PlanPosition {
  replies: readonly string[];
  region: readonly string[];
  goal: string;
}

class Planning {
  text = $state("");
  claim: ClaimView | null = $state.raw(null);
  view: StrategyView | null = $state.raw(null);
  /** The text that `view` is about. */
  checked = $state("");
  below: number | null = $state(null);
  mode: "move" | "part" = $state("move");
  move: string | null = $state(null);
  cells: readonly string[] = $state.raw([]);
  goal = $state("");
  seconds = $state(30);
  /** The leaf whose position is on the board; null: the line below which something is added. */
  leaf: number | null = $state(null);
  isBusy = $state(false);
  /** The answers to a move that were tried: whether the rest holds; null: not decided. */
  tried: { mv: string; holds: ReadonlyMap<string, boolean | null>; isDone: boolean } | null = $state.raw(null);
  /** Whether the person and the program write the strategy together. */
  isTogether = $state(false);
  #stop: AbortController | null = null;
  #kept: unknown = null;

  /** Keeps the text with the board of the tab. */
  keep(): void {
    const { text, isTogether } = this;
    const kept = text.trim() === "" || text.length > MOST_KEPT ? null : { text, isTogether };
    if (kept === null && this.#kept === null) return;
    this.#kept = kept;
    page.keep("strategy", kept);
  }

  /** Opens what the page has kept, unless it comes from here. */
  restore(kept: unknown): void {
    if (kept === this.#kept) return;
    this.#kept = kept;
    const { text, isTogether } = (kept ?? {}) as Partial<Kept>;
    if (typeof text !== "string" || text === this.text) return;
    this.open(text);
    this.isTogether = isTogether === true;
  }

  open(text: string, claim: ClaimView | null = null): void {
    this.#stop?.abort();
    [this.text, this.claim, this.view, this.checked] = [text, claim, null, ""];
    [this.below, this.move, this.cells, this.goal, this.leaf, this.tried] = [null, null, [], "", null, null];
    if (text.trim() === "" || claim) return;
    // The board of the claim, without waiting for any search.
    ask("strategy", { text, budget: { nodes: 1 } }).then((view) => {
      if (this.text === text) this.claim = view.claim;
    }, (error: unknown) => page.trouble(error));
  }

  /** Begins with the position of the board: one player joins its two edges. */
  async fromBoard(owner: Colour): Promise<void> {
    const { position, game, board } = page;
    if (!position || !board || game.game !== "hex") return;
    const taken = new Set(position.stones.map((stone) => stone.cell));
    const stones = position.stones.filter((stone) => stone.player === owner).map((stone) => stone.cell);
    const region = board.cells.map((cell) => cell.name).filter((cell) => !taken.has(cell));
    try {
      this.begin(await ask("claim", {
        columns: game.columns ?? 11, rows: game.rows ?? game.columns ?? 11, goal: owner === "black" ? "top-bottom" : "left-right", owner,
        owner_first: position.to_move === owner, region, stones, id: "plan",
      }));
    } catch (error) {
      page.trouble(error);
    }
  }

  /** The text of the claim that is left in a position of the plan. */
  async #claimOf({ replies, region, goal }: PlanPosition, signal: AbortSignal): Promise<string> {
    const { claim } = this;
    if (!claim) return "";
    if (replies.length === 0 && region.length === claim.region.length && claim.owner_first) return claim.text;
    const [columns, rows] = claim.size ?? [0, 0];
    const fields = { columns, rows, goal, owner: claim.owner, owner_first: false, region: [...region], stones: [...new Set([...claim.stones, ...replies])] };
    return (await ask("claim", fields, { signal })).text;
  }

  /** Divides a position of the plan into parts, by the machine. */
  async split(at: PlanPosition, below: PlanLine | null): Promise<void> {
    const t = words.t.strategy;
    await this.#work(async (signal) => {
      const before = this.text;
      const text = await this.#claimOf(at, signal);
      const found = await page.jobs.ask("split", { text, budget: { seconds: this.seconds } }, { title: t.split, signal });
      if (found.strategy && this.text === before) this.text = grafted(before, below, found.strategy);
      else page.say(t.noSplit);
    });
  }

  /** Tries every answer to a move: which of them leave a claim that holds. */
  async tryAnswers(mv: string, at: PlanPosition): Promise<void> {
    const holds = new Map<string, boolean | null>();
    const said = (isDone: boolean): void => void (this.tried = { mv, holds: new Map(holds), isDone });
    await this.#work(async (signal) => {
      for (const reply of at.region.filter((cell) => cell !== mv)) {
        const rest = at.region.filter((cell) => cell !== mv && cell !== reply);
        const text = await this.#claimOf({ ...at, replies: [...at.replies, reply], region: rest }, signal);
        const verdict = await ask("verify", { text, budget: { nodes: ANSWER_NODES } }, { signal });
        if (signal.aborted) return;
        holds.set(reply, verdict.holds ?? null);
        said(false);
      }
    });
    if (this.tried?.mv === mv) said(true);
  }

  async #work(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#stop?.abort();
    const controller = new AbortController();
    [this.#stop, this.isBusy] = [controller, true];
    try {
      await work(controller.signal);
    } catch (error) {
      page.trouble(error);
    } finally {
      if (this.#stop === controller) this.isBusy = false;
    }
  }

  begin(claim: ClaimView): void {
    // The short form of problem files: a strategy may follow it.
    this.open(withPlan(claim.text), claim);
  }

  stop(): void {
    this.#stop?.abort();
  }

  async check(): Promise<void> {
    const { text } = this;
    await this.#work(async (signal) => {
      const view = await page.jobs.ask("strategy", { text, budget: { seconds: this.seconds } }, { title: words.t.strategy.title, signal });
      [this.view, this.checked, this.claim, this.leaf] = [view, text, view.claim, null];
    });
  }
}

export const planning = new Planning();
