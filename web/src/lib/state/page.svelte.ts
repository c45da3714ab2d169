// The one store of the page. Components read its fields and call its methods; nothing else holds the game.
// Methods that change it may be called in effects: what they read on the way does not become a dependency.
import { untrack } from "svelte";
import { ask, isStop, AskError, transport, type BoardView, type Catalogue, type Colour, type GameEntry, type GameFields, type GameState,
  type GameTree, type PlayedMove, type PositionView, type Setup, type TreeMark, type Transport, type Trouble } from "../api";
import type { BoardHand, BoardLayer } from "../board/layer";
import { words } from "../i18n/index.svelte";
import { Jobs } from "./jobs.svelte";
import { packed, snapshotFrom, unpacked, type Snapshot } from "./link";
import { ServerJobs } from "./server-jobs.svelte";
import { Settings } from "./settings.svelte";
import * as trees from "./tree";
import type { Doc } from "./tree";

/** A message for the person: what was read, what was assumed, what went wrong. */
export interface Note {
  id: number;
  kind: "info" | "trouble";
  words: string;
  more: string[];
}

export type Dialog = "new" | "open" | "save" | "keys" | "jobs";

const N_UNDO = 500;
const KEPT = "tesuji.page";

export class Page {
  /** Who answers; null until that is known. */
  transport: Transport | null = $state.raw(null);
  /** What there is: games, players, overlays, forms. */
  catalogue: Catalogue | null = $state.raw(null);

  /** The game with its variations and the node that is shown. */
  doc: Doc = $state.raw(trees.newDoc({ game: "hex", columns: 11, rows: 11, swap: true }));
  readonly tree: GameTree = $derived(this.doc.tree);
  readonly current: number = $derived(this.doc.current);
  /** The game as far as the node that is shown: send it with questions. */
  readonly state: GameState = $derived(trees.stateAt(this.doc.tree, this.doc.current));
  /** The same as text: equal texts, equal positions. Use it as a key. */
  readonly stateKey: string = $derived(JSON.stringify(this.state));
  readonly game: GameFields = $derived(this.doc.tree.start.game);
  readonly entry: GameEntry | null = $derived(this.catalogue?.games.find((entry) => entry.name === this.game.game) ?? null);

  /** The board of the game; null until it has come. */
  board: BoardView | null = $state.raw(null);
  /** The position that is shown. It belongs to `positionKey`. */
  position: PositionView | null = $state.raw(null);
  positionKey = $state("");
  /** Whether `position` belongs to the node that is shown. */
  readonly isFresh: boolean = $derived(this.positionKey === this.stateKey);

  /** What lies on the board, by its id. */
  layers: readonly BoardLayer[] = $state.raw([]);
  /** The overlay that lies on the board: its name, with its cell if it is about one, as pictures take it. */
  overlay: { name: string; title: string; player: Colour | null } | null = $state.raw(null);
  /** Who gets the clicks; null: the game. */
  hand: BoardHand | null = $state.raw(null);
  /** Why the person may not move now, as a sentence; null if they may. The panel Play says it while an engine thinks. */
  guard: string | null = $state(null);
  /** The cell that the mouse or the focus is on. */
  hovered: string | null = $state(null);
  /** The panel that is open. */
  panel: string = $state("game");
  /** What panels want to be kept in links and over a reload, by their id: plain JSON. */
  kept: Record<string, unknown> = $state.raw({});
  /** What panels were given: `page.give("proof", { claim })`. */
  given: Record<string, unknown> = $state.raw({});
  /** The games of the text that was opened last. */
  foundGames: readonly GameTree[] = $state.raw([]);
  notes: readonly Note[] = $state.raw([]);
  /** The window that lies over the page. */
  dialog: Dialog | null = $state(null);
  readonly jobs = new Jobs();
  /** The jobs of the server, if it has any. */
  readonly serverJobs = new ServerJobs();
  readonly hasJobs: boolean = $derived((this.transport?.about?.limits["jobs"] ?? 0) > 0);
  /** Whether the server keeps boards. */
  readonly hasBoards: boolean = $derived((this.transport?.about?.limits["sessions"] ?? 0) > 0);
  readonly settings = new Settings();

  #undo: Doc[] = $state.raw([]);
  #redo: Doc[] = $state.raw([]);
  #nextNote = 1;
  #boards = new Map<string, BoardView>();
  #positions = new Map<string, PositionView>();

  readonly canUndo: boolean = $derived(this.#undo.length > 0);
  readonly canRedo: boolean = $derived(this.#redo.length > 0);

  async start(): Promise<void> {
    try {
      await this.#restore();
      this.transport = await transport();
      this.catalogue = await ask("catalogue", {});
      if (this.hasJobs) await this.serverJobs.refresh();
    } catch (error) {
      this.trouble(error);
    }
  }

  // ---- what lasts

  /** Everything that a link holds, as it is now. */
  snapshot(): Snapshot {
    return { version: 1, tree: this.tree, current: this.current, panel: this.panel, kept: this.kept };
  }

  async link(): Promise<string> {
    return `${location.origin}${location.pathname}#state=${await packed(this.snapshot())}`;
  }

  /** Shows what a link holds. */
  async follow(hash: string): Promise<boolean> {
    const text = /^#state=([\w-]+)/.exec(hash)?.[1];
    if (!text) return false;
    const found = await unpacked(text);
    if (found) this.showSnapshot(found);
    else this.say(words.t.files.badLink, [], "trouble");
    return found !== null;
  }

  /** Keeps the board over a reload. App calls it when something has changed. */
  remember(kept: string): void {
    try {
      localStorage.setItem(KEPT, kept);
    } catch {
      // No room, or not allowed: then nothing is kept.
    }
  }

  async #restore(): Promise<void> {
    if (!(await this.follow(location.hash))) {
      const found = snapshotFrom(localStorage.getItem(KEPT) ?? "");
      if (found) this.showSnapshot(found);
    }
    // There was nothing before this.
    this.#undo = [];
  }

  /** Shows what a link or a kept board holds. The game before can be undone to. */
  showSnapshot(found: Snapshot): void {
    this.edit({ tree: found.tree, current: found.current });
    this.kept = found.kept;
    this.panel = found.panel;
  }

  // ---- the game

  /** Changes the game in a way that can be undone. */
  edit(doc: Doc): void {
    untrack(() => {
      if (doc.tree !== this.doc.tree) {
        this.#undo = [...this.#undo.slice(1 - N_UNDO), this.doc];
        this.#redo = [];
      }
      this.doc = doc;
    });
  }

  undo(): void {
    const last = this.#undo.at(-1);
    if (!last) return;
    this.#undo = this.#undo.slice(0, -1);
    this.#redo = [...this.#redo, this.doc];
    this.doc = last;
  }

  redo(): void {
    const next = this.#redo.at(-1);
    if (!next) return;
    this.#redo = this.#redo.slice(0, -1);
    this.#undo = [...this.#undo, this.doc];
    this.doc = next;
  }

  newGame(game: GameFields, setup?: Setup): void {
    this.edit(trees.newDoc(game, setup));
  }

  /** Shows a whole game: its current node, otherwise its end. */
  openTree(tree: GameTree, current = tree.current ?? trees.lineThrough(tree, 0).at(-1) ?? 0): void {
    this.edit({ tree, current });
  }

  /** Plays at the node that is shown. Whether a move is allowed says `position.legal`. */
  play(mv: PlayedMove): void {
    this.edit(untrack(() => trees.played(this.doc, mv)));
  }

  /** Adds moves as a variation without walking there. */
  addLine(moves: readonly PlayedMove[]): void {
    this.edit(untrack(() => trees.withLine(this.doc, moves)));
  }

  goTo(node: number): void {
    untrack(() => {
      if (node >= 0 && node < this.tree.nodes.length) this.doc = { ...this.doc, current: node };
    });
  }

  /** Walks along the line through the node that is shown: -1 is one back. */
  step(by: number): void {
    untrack(() => {
      const line = trees.lineThrough(this.tree, this.current);
      const at = line.indexOf(this.current);
      this.goTo(line[Math.max(0, Math.min(line.length - 1, at + by))] ?? 0);
    });
  }

  /** Walks to the next variation below (1) or above (-1). */
  beside(by: number): void {
    this.goTo(trees.besides(this.tree, this.current, by));
  }

  /** Records that a player gives up. */
  resign(player: Colour): void {
    this.edit({ ...this.doc, tree: { ...this.tree, result: player === "black" ? "W+Resign" : "B+Resign" } });
  }

  /** Deletes a node with all that follows. */
  remove(node: number): void {
    this.edit(trees.without(this.doc, node));
  }

  /** Makes the line to a node the main line. */
  promote(node: number): void {
    this.edit(trees.promoted(this.doc, node));
  }

  comment(text: string): void {
    this.edit(untrack(() => trees.withNode(this.doc, this.current, { comment: text })));
  }

  mark(mark: TreeMark): void {
    this.edit(untrack(() => trees.marked(this.doc, mark)));
  }

  /** Sets up stones at the node that is shown: the start if it is the root, otherwise a new node. */
  setUp(setup: Setup): void {
    if (this.current === 0 && this.tree.nodes.length === 1) {
      this.edit({ tree: { ...this.tree, start: { ...this.tree.start, setup } }, current: 0 });
    } else if (trees.nodeAt(this.tree, this.current).setup) {
      this.edit(trees.withNode(this.doc, this.current, { setup }));
    } else {
      this.edit(trees.added(this.doc, { setup }));
    }
  }

  // ---- the board

  /** Puts a layer on the board in place of that with the same id. Returns what takes it away: fit for an `$effect`. */
  put(layer: BoardLayer): () => void {
    untrack(() => {
      const at = this.layers.findIndex((other) => other.id === layer.id);
      this.layers = at < 0 ? [...this.layers, layer] : this.layers.map((other, index) => (index === at ? layer : other));
    });
    return () => untrack(() => (this.layers = this.layers.filter((other) => other !== layer)));
  }

  /** Takes the clicks. Returns what gives them back, if they were not taken by another since. */
  take(hand: BoardHand): () => void {
    this.hand = hand;
    return () => this.giveBack(hand.id);
  }

  giveBack(id: string): void {
    if (untrack(() => this.hand?.id) === id) this.hand = null;
  }

  // ---- panels

  /** Opens a panel. */
  show(panel: string): void {
    this.panel = panel;
  }

  /** Opens a panel with something to work on. */
  give(panel: string, what: unknown): void {
    this.given = { ...untrack(() => this.given), [panel]: what };
    this.panel = panel;
  }

  /** What the panel was given; null afterwards. */
  received<T>(panel: string): T | null {
    const what = (this.given[panel] ?? null) as T | null;
    if (what !== null) this.given = { ...this.given, [panel]: null };
    return what;
  }

  keep(panel: string, what: unknown): void {
    this.kept = { ...untrack(() => this.kept), [panel]: what };
  }

  // ---- messages

  say(words: string, more: string[] = [], kind: Note["kind"] = "info"): void {
    this.notes = [...untrack(() => this.notes).slice(-4), { id: this.#nextNote++, kind, words, more }];
  }

  /** Says what went wrong; nothing if the person stopped the work. */
  trouble(error: unknown): void {
    if (isStop(error)) return;
    const trouble: Trouble = error instanceof AskError ? error.trouble : { what: String(error), advice: "" };
    const { place } = trouble;
    const more = [
      place ? words.t.shell.at(place.line, place.column) : "", trouble.advice ?? "", trouble.is_ours ? words.t.shell.ourFault : "",
    ];
    this.say(trouble.what, more.filter((line) => line !== ""), "trouble");
  }

  forget(note: number): void {
    this.notes = this.notes.filter((other) => other.id !== note);
  }

  // ---- what follows from the game; App calls these when the game or the node changes

  async refreshBoard(): Promise<void> {
    const key = JSON.stringify(this.game);
    try {
      const board = this.#boards.get(key) ?? (await ask("board", { game: this.game }));
      this.#boards.set(key, board);
      if (key === JSON.stringify(this.game)) this.board = board;
    } catch (error) {
      this.trouble(error);
    }
  }

  async refreshPosition(): Promise<void> {
    const key = this.stateKey;
    try {
      const position = this.#positions.get(key) ?? (await ask("position", { state: this.state }));
      if (this.#positions.size > 2000) this.#positions.clear();
      this.#positions.set(key, position);
      if (key !== this.stateKey) return;
      this.position = position;
      this.positionKey = key;
    } catch (error) {
      this.trouble(error);
    }
  }
}

/** The page. */
export const page = new Page();
