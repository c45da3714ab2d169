// The claim that is marked on the board, and what is known about it. It outlives the panel.
import { ask, type BoardView, type CertificateText, type ClaimView, type Colour, type Defence, type IntrusionView, type Minimized, type Repaired, type SplitView, type Verdict } from "../../lib/api";
import { words } from "../../lib/i18n/index.svelte";
import { page } from "../../lib/state/page.svelte";
import { type CheckedHere, checkHere } from "./checker";

export type Tool = "region" | "stones" | "erase" | "rectangle" | "goal";
export type Task = "verify" | "minimize" | "repair" | "split";

class Proving {
  board: BoardView | null = $state.raw(null);
  size: [number, number] | null = $state.raw(null);
  stones: readonly string[] = $state.raw([]);
  region: readonly string[] = $state.raw([]);
  goal = $state("");
  owner: Colour = $state("black");
  ownerFirst = $state(false);
  tool: Tool = $state("region");
  seconds = $state(30);
  anchor: string | null = $state(null);
  corner: string | null = $state(null);
  isDown = false;

  /** Claims of a file that was opened. */
  claims: readonly ClaimView[] = $state.raw([]);
  /** The claim as it was asked about. */
  claim: ClaimView | null = $state.raw(null);
  busy: Task | null = $state(null);
  verdict: Verdict | null = $state.raw(null);
  minimized: Minimized | null = $state.raw(null);
  repaired: Repaired | null = $state.raw(null);
  split: SplitView | null = $state.raw(null);
  certificate: string | null = $state.raw(null);
  checked: CheckedHere | null = $state.raw(null);
  checkedBy: "here" | "there" | null = $state(null);
  answers: readonly IntrusionView[] = $state.raw([]);
  defence: Defence | null = $state.raw(null);
  moves: readonly string[] = $state.raw([]);
  hovered: IntrusionView | null = $state.raw(null);
  /** Whether something that was opened is on its way: it is not to be replaced by an empty board. */
  isOpening = $state(false);
  #stop: AbortController | null = null;
  #asked = 0;

  /** The claim came from a file and has not been changed by hand: its text is asked about as it is. */
  #isAsRead = false;

  get cells(): string[] {
    return this.board?.cells.map((cell) => cell.name) ?? [];
  }

  /** Takes the board of the game, if there is none and none is coming. */
  begin(): void {
    if (!this.board && !this.isOpening && page.game.game === "hex" && page.board && page.board.style === "tiles") this.empty();
  }

  empty(): void {
    if (page.game.game !== "hex" || !page.board) return;
    this.changed();
    this.claims = [];
    this.board = page.board;
    this.size = [page.game.columns ?? 11, page.game.rows ?? page.game.columns ?? 11];
    [this.stones, this.region, this.goal] = [[], [], ""];
  }

  fromPosition(): void {
    if (!page.position || !page.isFresh) return;
    const { stones } = page.position;
    this.empty();
    const taken = new Set(stones.map((stone) => stone.cell));
    this.stones = stones.filter((stone) => stone.player === this.owner).map((stone) => stone.cell);
    this.region = this.cells.filter((cell) => !taken.has(cell));
    this.goal = this.owner === "black" ? "top-bottom" : "left-right";
    this.ownerFirst = page.position.to_move === this.owner;
  }

  /** Whatever was known was about another claim. */
  changed(): void {
    this.#stop?.abort();
    this.#asked += 1;
    [this.isOpening, this.#isAsRead] = [false, false];
    [this.claim, this.verdict, this.minimized, this.repaired, this.split] = [null, null, null, null, null];
    [this.certificate, this.checked, this.checkedBy, this.defence, this.hovered, this.busy] = [null, null, null, null, null, null];
    [this.answers, this.moves, this.anchor, this.corner] = [[], [], null, null];
  }

  take(claim: ClaimView): void {
    this.changed();
    this.board = claim.board;
    this.size = claim.size ?? null;
    [this.stones, this.region, this.goal] = [claim.stones, claim.region, claim.goal];
    [this.owner, this.ownerFirst] = [claim.owner, claim.owner_first];
    this.claim = claim;
    this.#isAsRead = true;
  }

  mark(cell: string, isSecond: boolean): void {
    const erases = isSecond || this.tool === "erase";
    if (this.tool === "goal" && !isSecond) return this.addTerminal(cell);
    if (this.tool === "rectangle" && !isSecond) {
      if (this.anchor === null) this.anchor = cell;
      else {
        this.corner = cell;
        if (!this.isDown) this.closeRectangle();
      }
      return;
    }
    this.changed();
    const [stones, region] = [this.stones.filter((other) => other !== cell), this.region.filter((other) => other !== cell)];
    if (!erases) (this.tool === "stones" ? stones : region).push(cell);
    [this.stones, this.region] = [stones, region];
  }

  /** Cells between the two corners. */
  get rectangle(): string[] {
    const place = (name: string | null): [number, number] | null => this.board?.cells.find((cell) => cell.name === name)?.place ?? null;
    const [a, b] = [place(this.anchor), place(this.corner ?? this.anchor)];
    if (!a || !b || !this.board) return [];
    const inside = (at: number, one: number, other: number): boolean => at >= Math.min(one, other) && at <= Math.max(one, other);
    return this.board.cells.filter(({ place }) => place && inside(place[0], a[0], b[0]) && inside(place[1], a[1], b[1])).map((cell) => cell.name);
  }

  closeRectangle(): void {
    if (this.anchor === null || this.corner === null) return;
    const inside = this.rectangle.filter((cell) => !this.stones.includes(cell));
    this.changed();
    this.region = [...new Set([...this.region, ...inside])];
  }

  addTerminal(name: string): void {
    this.changed();
    const text = this.goal.trimEnd();
    this.goal = text === "" || /\b(and|or)$/.test(text) ? `${text} ${name}`.trim() : `${text}-${name}`;
  }

  addWord(word: "and" | "or"): void {
    this.changed();
    this.goal = `${this.goal.trimEnd()} ${word} `;
  }

  allEmpty(): void {
    this.changed();
    this.region = this.cells.filter((cell) => !this.stones.includes(cell));
  }

  /** The claim as it is marked now, as text. */
  async current(signal?: AbortSignal): Promise<ClaimView> {
    if (this.claim && this.#isAsRead) return this.claim;
    const [columns, rows] = this.size ?? [0, 0];
    const claim = await ask("claim", {
      columns, rows, goal: this.goal.trim(), owner: this.owner, owner_first: this.ownerFirst, region: [...this.region], stones: [...this.stones],
    }, signal ? { signal } : {});
    this.claim = claim;
    return claim;
  }

  stop(): void {
    this.#stop?.abort();
  }

  async run(task: Task): Promise<void> {
    this.#stop?.abort();
    const controller = new AbortController();
    this.#stop = controller;
    this.#asked += 1;
    const asked = this.#asked;
    this.busy = task;
    this.leave();
    [this.minimized, this.repaired, this.split] = [null, null, null];
    try {
      const { text } = await this.current(controller.signal);
      const t = words.t.proof;
      const fields = { text, budget: { seconds: this.seconds } };
      const options = { signal: controller.signal, title: task === "verify" ? t.jobProve : t.jobOther(t[task]) };
      if (task === "verify") {
        [this.verdict, this.certificate, this.checked, this.checkedBy, this.answers] = [null, null, null, null, []];
        const verdict = await page.jobs.ask("verify", fields, options);
        if (asked !== this.#asked) return;
        this.verdict = verdict;
        if (verdict.certificate) await this.look({ certificate: verdict.certificate });
      } else if (task === "minimize") {
        const found = await page.jobs.ask("minimize", fields, options);
        if (asked === this.#asked) this.minimized = found;
      } else if (task === "repair") {
        const found = await page.jobs.ask("repair", fields, options);
        if (asked === this.#asked) this.repaired = found;
      } else {
        const found = await page.jobs.ask("split", fields, options);
        if (asked === this.#asked) this.split = found;
      }
    } catch (error) {
      page.trouble(error);
    } finally {
      if (this.#stop === controller) this.busy = null;
    }
  }

  /** A certificate that was found or opened: it is checked, here if possible, and then may be played against, at once if a person `plays`. */
  async open(certificate: string, plays = false): Promise<void> {
    this.changed();
    this.isOpening = true;
    const asked = this.#asked;
    try {
      await this.look({ certificate }, true);
      if (plays && this.certificate === certificate && this.checked?.is_valid) await this.defend([]);
    } catch (error) {
      page.trouble(error);
    } finally {
      if (asked === this.#asked) this.isOpening = false;
    }
  }

  async look({ certificate }: CertificateText, isNew = false): Promise<void> {
    const asked = this.#asked;
    const here = await checkHere(certificate);
    // The verdict is that of the checker here, where there is one. Only the engine draws a claim that is new to the page.
    const there = here && !isNew ? null : await ask("check", { certificate });
    const checked = here ?? there;
    if (asked !== this.#asked || !checked) return;
    if (isNew && there) this.take(there.claim);
    [this.certificate, this.checked, this.checkedBy] = [certificate, checked, here ? "here" : "there"];
    if (!checked.is_valid) return;
    const now = this.#asked;
    if (checked.holds) {
      const { answers } = await ask("answers", { certificate });
      if (now === this.#asked) this.answers = answers;
    }
    if (!isNew && now === this.#asked) await this.defend([]);
  }

  async defend(moves: readonly string[]): Promise<void> {
    if (!this.certificate) return;
    try {
      const asked = this.#asked;
      const defence = await ask("defend", { certificate: this.certificate, moves: [...moves] });
      if (asked === this.#asked) [this.defence, this.moves] = [defence, moves];
    } catch (error) {
      page.trouble(error);
    }
  }

  leave(): void {
    [this.defence, this.moves] = [null, []];
  }
}

export const proving = new Proving();
