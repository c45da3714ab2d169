// The puzzle on the board, what was tried, and what is solved. It outlives the panel.
import { ask, isStop, type BoardView, type Colour, type Defence, type GameState, type PuzzleView } from "../../lib/api";
import { words } from "../../lib/i18n/index.svelte";
import { download } from "../../lib/state/files";
import { page } from "../../lib/state/page.svelte";
import { stateAt } from "../../lib/state/tree";
import { keep, keptOf } from "../analysis/kept";
import { reviewing } from "../review/reviewing.svelte";
import { after, keyOf, nextOf, recordsFrom, stateOf, type PuzzleRecord } from "./progress";

const NAME = "puzzles";
/** The longest time, in seconds, for the proof against a wrong try and for the search for all winning moves. */
export const PROOF_SECONDS = 20;
const MOST_BYTES = 2_000_000;

/** What became of a try. */
export type Outcome = "right" | "checking" | "wrong" | "unproved" | "contradicted" | "shown";

class Training {
  /** The puzzles of the program; empty until they have come. */
  ours: readonly PuzzleView[] = $state.raw([]);
  own: readonly PuzzleView[] = $state.raw(ownFrom(keptOf(NAME).own));
  records: Record<string, PuzzleRecord> = $state.raw(recordsFrom(keptOf(NAME).records));
  /** Counts the puzzles that were answered: what went wrong comes again by it. */
  turn = $state(Number(keptOf(NAME).turn) || 0);
  size = $state("");
  onlyUnsolved = $state(false);
  at = $state(String(keptOf(NAME).at ?? ""));
  tried: string | null = $state(null);
  outcome: Outcome | null = $state(null);
  certificate: string | null = $state.raw(null);
  defence: Defence | null = $state.raw(null);
  board: BoardView | null = $state.raw(null);
  /** How far the puzzles of a review are. */
  making: { at: number; all: number } | null = $state.raw(null);
  #stop: AbortController | null = null;
  #boards = new Map<string, BoardView>();

  readonly all: readonly PuzzleView[] = $derived([...this.own, ...this.ours]);
  readonly sizes: readonly string[] = $derived([...new Set(this.all.map(sizeOf))].toSorted((a, b) => parseInt(a) - parseInt(b)));
  readonly list: readonly PuzzleView[] = $derived(
    this.all.filter((puzzle) => (this.size === "" || sizeOf(puzzle) === this.size) && (!this.onlyUnsolved || keyOf(puzzle) === this.at || stateOf(this.records[keyOf(puzzle)]) !== "solved")),
  );
  readonly puzzle: PuzzleView | null = $derived(this.list.find((puzzle) => keyOf(puzzle) === this.at) ?? this.list[0] ?? null);
  readonly nSolved: number = $derived(this.all.filter((puzzle) => stateOf(this.records[keyOf(puzzle)]) === "solved").length);
  readonly nDue: number = $derived(this.all.filter((puzzle) => stateOf(this.records[keyOf(puzzle)]) === "failed").length);
  /** Proved mistakes of the game that is shown, by the number of the move. */
  readonly mistakes: readonly number[] = $derived(
    page.game.game === "hex" ? reviewing.inOrder.filter((mistake) => mistake.certainty === "certain").map((mistake) => mistake.number) : [],
  );

  async begin(): Promise<void> {
    if (this.ours.length > 0) return;
    try {
      // The small boards first.
      this.ours = (await ask("puzzles", {})).puzzles.toSorted((a, b) => parseInt(sizeOf(a)) - parseInt(sizeOf(b)));
    } catch (error) {
      page.trouble(error);
    }
  }

  /** The board of the puzzle that is shown. */
  async refreshBoard(puzzle: PuzzleView): Promise<void> {
    const size = sizeOf(puzzle);
    try {
      const board = this.#boards.get(size) ?? (await ask("board", { game: puzzle.state.game }));
      this.#boards.set(size, board);
      if (this.puzzle === puzzle) this.board = board;
    } catch (error) {
      page.trouble(error);
    }
  }

  show(puzzle: PuzzleView | null): void {
    this.again();
    this.at = puzzle ? keyOf(puzzle) : "";
    this.#keep();
  }

  next(): void {
    this.show(nextOf(this.list, this.records, this.puzzle ? keyOf(this.puzzle) : "", this.turn));
  }

  last(): void {
    const here = this.puzzle ? this.list.indexOf(this.puzzle) : 0;
    this.show(this.list.at(here - 1) ?? null);
  }

  /** Takes the try back. */
  again(): void {
    this.#stop?.abort();
    [this.tried, this.outcome, this.certificate, this.defence] = [null, null, null, null];
  }

  async try(mv: string): Promise<void> {
    const { puzzle } = this;
    if (!puzzle || this.outcome) return;
    this.tried = mv;
    if (puzzle.winning.includes(mv)) {
      this.outcome = "right";
      return this.#record(puzzle, true);
    }
    this.outcome = "checking";
    const controller = new AbortController();
    this.#stop = controller;
    const { signal } = controller;
    try {
      const state = { ...puzzle.state, moves: [mv] };
      const solved = await ask("solve", { state, moves: false, certificate: true, budget: { seconds: PROOF_SECONDS } }, { signal });
      // The list of solutions is a file's; the proof decides.
      if (solved.winner === puzzle.to_move) {
        if (!signal.aborted) this.outcome = "contradicted";
        return;
      }
      const { certificate } = solved;
      const defence = certificate ? await ask("defend", { certificate, moves: [] }, { signal }) : null;
      if (signal.aborted) return;
      [this.certificate, this.defence, this.outcome] = [certificate ?? null, defence, solved.winner ? "wrong" : "unproved"];
      this.#record(puzzle, false);
    } catch (error) {
      if (isStop(error)) return;
      this.again();
      page.trouble(error);
    }
  }

  showSolution(): void {
    const { puzzle } = this;
    if (!puzzle) return;
    this.again();
    this.outcome = "shown";
    this.#record(puzzle, false);
  }

  /** Makes puzzles of the proved mistakes of the game: positions of which every winning move is known. */
  async addMistakes(): Promise<void> {
    const t = words.t.puzzles;
    const { mistakes } = this;
    const [tree, line] = [page.tree, reviewing.line];
    const controller = new AbortController();
    this.#stop = controller;
    const drafts: { id: string; state: GameState; winning: string[] }[] = [];
    try {
      for (const [at, number] of mistakes.entries()) {
        this.making = { at: at + 1, all: mistakes.length };
        const state = stateAt(tree, line[number - 1] ?? 0);
        const solved = await ask("solve", { state, moves: true, certificate: false, budget: { seconds: PROOF_SECONDS } }, { signal: controller.signal });
        if (solved.is_complete && solved.winning.length > 0) drafts.push({ id: t.moveOf(tree.id || t.game, number), state, winning: solved.winning });
      }
      const found = drafts.length > 0 ? (await ask("puzzles", { drafts })).puzzles : [];
      this.#add(found);
      page.say(t.made(found.length), found.length < mistakes.length ? [t.notMade(mistakes.length - found.length)] : []);
    } catch (error) {
      page.trouble(error);
    } finally {
      this.making = null;
    }
  }

  stop(): void {
    this.#stop?.abort();
  }

  /** Saves the puzzles that are listed as a file of positions. */
  async save(): Promise<void> {
    try {
      const drafts = this.list.map(({ id, state, winning }) => ({ id, state, winning }));
      download("puzzles.toml", "application/toml", (await ask("puzzles", { drafts })).text);
    } catch (error) {
      page.trouble(error);
    }
  }

  async open(files: Iterable<File>): Promise<void> {
    for (const file of files) {
      if (file.size > MOST_BYTES) page.say(words.t.puzzles.tooLarge, [], "trouble");
      else try {
        const found = await ask("puzzles", { text: await file.text() });
        this.#add(found.puzzles);
        page.say(words.t.puzzles.made(found.puzzles.length), found.notices);
      } catch (error) {
        page.trouble(error);
      }
    }
  }

  removeOwn(): void {
    this.own = [];
    this.show(null);
  }

  /** The puzzle as a game, for analysis. */
  toGame(): void {
    const { puzzle } = this;
    if (!puzzle) return;
    page.newGame(puzzle.state.game, puzzle.state.setup);
    page.show("game");
  }

  #add(found: readonly PuzzleView[]): void {
    const keys = new Set(found.map(keyOf));
    this.own = [...found, ...this.own.filter((puzzle) => !keys.has(keyOf(puzzle)))];
    this.size = "";
    this.show(found[0] ?? this.puzzle);
  }

  #record(puzzle: PuzzleView, isRight: boolean): void {
    const key = keyOf(puzzle);
    this.turn += 1;
    this.at = key;
    this.records = { ...this.records, [key]: after(this.records[key], isRight, this.turn) };
    this.#keep();
  }

  #keep(): void {
    keep(NAME, { own: this.own, records: this.records, turn: this.turn, at: this.at });
  }
}

export const training = new Training();

export function sizeOf({ state }: PuzzleView): string {
  return `${state.game.columns}×${state.game.rows}`;
}

export function opponentOf({ to_move }: PuzzleView): Colour {
  return to_move === "black" ? "white" : "black";
}

/** Puzzles out of the storage; what is none is left out. */
function ownFrom(kept: unknown): PuzzleView[] {
  if (!Array.isArray(kept)) return [];
  return (kept as Partial<PuzzleView>[]).filter(
    (puzzle): puzzle is PuzzleView => typeof puzzle?.id === "string" && puzzle.state?.game?.game === "hex" && Array.isArray(puzzle.winning) && (puzzle.to_move === "black" || puzzle.to_move === "white"),
  );
}
