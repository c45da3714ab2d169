// The claim that is marked on the board, and what is known about it. It outlives the panel.
import { ask, type BoardView, type CertificateText, type ClaimView, type Colour, type Defence, type IntrusionView, type Minimized, type Repaired, type SplitView, type Verdict } from "../../lib/api";
import { words } from "../../lib/i18n/index.svelte";
import { page } from "../../lib/state/page.svelte";
import { type CheckedHere, checkHere } from "./checker";

export type Tool = "region" | "stones" | "erase" | "rectangle" | "goal" | "ask";
export type Task = "verify" | "minimize" | "repair" | "split";

/** The longest time, in seconds, for finding the needed cells of the region after a proof. Nobody has to ask for them. */
const CELLS_SECONDS = 5;

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
  /** The cell that the person asked about. */
  asked: string | null = $state(null);
  /** Why the proof answers there as it does: sentences. */
  reasons: readonly string[] = $state.raw([]);
  /** The move by which the other side refutes the claim, where a refutation was found. */
  attack: string | null = $state(null);
  /** Whether nothing is drawn yet: the choices to begin with are of use. */
  readonly isBlank: boolean = $derived(this.stones.length === 0 && this.region.length === 0 && this.goal.trim() === "");
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

  /** An edge template to begin with: a stone on the third row above the bottom, and the empty cells below and beside it. */
  edgeTemplate(): void {
    const [columns, rows] = this.#fresh();
    const [column, row] = [Math.floor(columns / 2), Math.max(0, rows - 3)];
    const stone = this.#at(column, row);
    this.stones = [stone];
    this.region = this.#between([column - 3, row], [column + 2, rows - 1]).filter((cell) => cell !== stone);
    this.goal = `${stone}-bottom`;
  }

  /** Two stones to begin with, a bridge apart, and the empty cells around them. */
  twoStones(): void {
    const [columns, rows] = this.#fresh();
    const [column, row] = [Math.floor((columns - 1) / 2), Math.max(0, Math.floor(rows / 2) - 1)];
    this.stones = [this.#at(column, row), this.#at(Math.max(0, column - 1), row + 2)];
    this.region = this.#between([column - 2, row - 1], [column + 1, row + 3]).filter((cell) => !this.stones.includes(cell));
    this.goal = this.stones.join("-");
  }

  /** An empty drawing on a board with room for a template. Returns its columns and rows. */
  #fresh(): [number, number] {
    this.empty();
    this.owner = "black";
    this.ownerFirst = false;
    return this.size ?? [0, 0];
  }

  #at(column: number, row: number): string {
    return this.board?.cells.find(({ place }) => place?.[0] === column && place[1] === row)?.name ?? "";
  }

  #between(a: readonly [number, number], b: readonly [number, number]): string[] {
    const inside = (at: number, one: number, other: number): boolean => at >= Math.min(one, other) && at <= Math.max(one, other);
    return (this.board?.cells ?? []).filter(({ place }) => place && inside(place[0], a[0], b[0]) && inside(place[1], a[1], b[1])).map((cell) => cell.name);
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
    [this.asked, this.attack] = [null, null];
    if (this.tool === "ask") this.tool = "region";
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

  /** The minimal claim has been proved already: its certificate is written at once. */
  takeMinimal(claim: ClaimView): void {
    this.take(claim);
    void this.run("verify");
  }

  mark(cell: string, isSecond: boolean): void {
    if (this.tool === "ask") return this.askAbout(this.asked === cell ? null : cell);
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
    return a && b ? this.#between(a, b) : [];
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
    [this.repaired, this.split] = [null, null];
    if (task === "verify" || task === "minimize") this.minimized = null;
    try {
      const { text } = await this.current(controller.signal);
      const t = words.t.proof;
      const fields = { text, budget: { seconds: this.seconds } };
      const options = { signal: controller.signal, title: task === "verify" ? t.jobProve : t.jobOther(t[task]) };
      if (task === "verify") {
        [this.verdict, this.certificate, this.checked, this.checkedBy, this.answers] = [null, null, null, null, []];
        [this.asked, this.attack] = [null, null];
        const verdict = await page.jobs.ask("verify", fields, options);
        if (asked !== this.#asked) return;
        this.verdict = verdict;
        if (verdict.certificate) await this.look({ certificate: verdict.certificate });
        if (asked === this.#asked && verdict.holds) await this.#findNeeded(text, controller.signal);
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

  /** What a cell is to the claim, as far as that is known. */
  stateOf(cell: string): "needed" | "removable" | "open" | null {
    const found = this.minimized;
    if (found?.needed.includes(cell)) return "needed";
    if (found?.droppable.includes(cell)) return "removable";
    return found?.undecided.includes(cell) ? "open" : null;
  }

  /** Shows what the proof answers on a cell, and why. */
  askAbout(cell: string | null): void {
    [this.asked, this.reasons] = [cell, []];
    const { certificate } = this;
    if (!cell || !certificate || !this.answers.some((row) => row.intrusion === cell)) return;
    ask("defend", { certificate, moves: [cell] }).then((defence) => {
      if (this.asked !== cell || this.certificate !== certificate) return;
      this.reasons = ((defence as { why?: { sentence: string }[] }).why ?? []).map((reason) => reason.sentence);
    }, (error: unknown) => page.trouble(error));
  }

  /** What the proved claim needs, as far as a few seconds go. */
  async #findNeeded(text: string, signal: AbortSignal): Promise<void> {
    const asked = this.#asked;
    this.busy = "minimize";
    const t = words.t.proof;
    const found = await page.jobs.ask("minimize", { text, budget: { seconds: Math.min(this.seconds, CELLS_SECONDS) } }, { title: t.jobOther(t.minimize), signal });
    if (asked === this.#asked) this.minimized = found;
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
    this.tool = "ask";
    if (checked.holds) {
      const { answers } = await ask("answers", { certificate });
      if (now === this.#asked) this.answers = answers;
    } else {
      const { reply, moves } = await ask("defend", { certificate, moves: [] });
      if (now === this.#asked) this.attack = reply ?? moves[0]?.[1] ?? null;
    }
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
