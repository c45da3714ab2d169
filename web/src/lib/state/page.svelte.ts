// The one store of the page. Components read its fields and call its methods; nothing else holds the game.
// Methods that change it may be called in effects: what they read on the way does not become a dependency.
import { tick, untrack } from "svelte";
import { AwayError } from "../api/connection.svelte";
import { ask, isStop, AskError, transport, type BoardView, type Catalogue, type Colour, type GameEntry, type GameFields, type GameState,
  type GameTree, type PlayedMove, type PositionView, type Setup, type TreeMark, type Transport, type Trouble } from "../api";
import type { BoardHand, BoardLayer } from "../board/layer";
import { words } from "../i18n/index.svelte";
import { Jobs } from "./jobs.svelte";
import { entryOf, packed, unpacked, type Snapshot } from "./link";
import { ServerJobs } from "./server-jobs.svelte";
import { Settings } from "./settings.svelte";
import { freshId, tab } from "./tab.svelte";
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

/** The game of a first visit. */
const START: GameFields = { game: "hex", columns: 11, rows: 11, swap: true };
const N_UNDO = 500;
/** How many games Back finds again. */
const N_GAMES = 50;

/** How long a message is shown that only confirms something. */
const NOTE_MS = 12_000;

export class Page {
  /** Who answers; null until that is known. */
  transport: Transport | null = $state.raw(null);
  /** What there is: games, players, overlays, forms. */
  catalogue: Catalogue | null = $state.raw(null);

  /** The game with its variations and the node that is shown. */
  doc: Doc = $state.raw(trees.newDoc(START));
  /** Another one for each game that is opened or begun. */
  gameId: string = $state(freshId());
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
  /** Whether this is still the game of a first visit, without a move. */
  readonly isUntouched: boolean = $derived(this.tree.nodes.length <= 1 && JSON.stringify(this.game) === JSON.stringify(START));
  /** Who gets the clicks; null: the game. */
  hand: BoardHand | null = $state.raw(null);
  /** Whether the board shows something that is no position of the game. */
  readonly isElsewhere: boolean = $derived(this.hand?.scene !== undefined && ["puzzles", "proof", "strategy"].includes(this.hand.id));
  /** Why the person may not move now, as a sentence; null if they may. The panel Play says it while an engine thinks. */
  guard: string | null = $state(null);
  /** What the person has to do in the game that is played, as a sentence; null if no game is on. */
  aim: string | null = $state(null);
  /** What a panel has found, in one line: where the panel is out of sight, it stands below the board. */
  headline: { words: string; act?: () => void } | null = $state.raw(null);
  /** The cell that the mouse or the focus is on. */
  hovered: string | null = $state(null);
  /** The panel that is open. */
  panel: string = $state("welcome");
  /** The part of the panel that is shown, as its address has it: a study, a match; empty: the whole. */
  spot: string = $state("");
  /** What panels want to be kept in links and over a reload, by their id: plain JSON. */
  kept: Record<string, unknown> = $state.raw({});
  /** What panels were given: `page.give("proof", { claim })`. */
  given: Record<string, unknown> = $state.raw({});
  /** The games of the text that was opened last. */
  foundGames: readonly GameTree[] = $state.raw([]);
  notes: readonly Note[] = $state.raw([]);
  /** The window that lies over the page. */
  dialog: Dialog | null = $state(null);
  /** The first of the messages that belong to the window; null if there is no window. */
  firstOfDialog: number | null = $state(null);
  /** Whether the board of this tab is there, and who answers. */
  isStarted = $state(false);
  /** Whether the address named a board or a panel. */
  isByAddress = false;
  readonly jobs = new Jobs();
  /** The jobs of the server, if it has any. */
  readonly serverJobs = new ServerJobs();
  readonly hasJobs: boolean = $derived((this.transport?.about?.limits["jobs"] ?? 0) > 0);
  /** Whether the server keeps boards. */
  readonly hasBoards: boolean = $derived((this.transport?.about?.limits["sessions"] ?? 0) > 0);
  readonly settings = new Settings();

  /** Whoever shows something waits for it: it is resolved when the board of this tab is there, which would take its place. */
  readonly restored: Promise<void>;
  #isRestored: () => void = () => {};
  #undo: Doc[] = $state.raw([]);
  #redo: Doc[] = $state.raw([]);
  #nextNote = 1;
  /** Games that were left, as they were then, by their ids. */
  readonly #games = new Map<string, Doc>();
  /** The last record that could not be shown as a whole, and the first node that cannot be shown. */
  #fault: { tree: GameTree; node: number } | null = $state.raw(null);
  #boards = new Map<string, BoardView>();
  #positions = new Map<string, PositionView>();

  readonly canUndo: boolean = $derived(this.#undo.length > 0);
  readonly canRedo: boolean = $derived(this.#redo.length > 0);

  constructor() {
    this.restored = new Promise((done) => (this.#isRestored = done));
  }

  async start(): Promise<void> {
    try {
      await this.#restore().finally(this.#isRestored);
      this.transport = await transport();
      this.catalogue = await ask("catalogue", {});
      // Whatever shows itself when the page begins belongs to its first entry in the history.
      await tick();
      this.isStarted = true;
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

  /** Shows what an address holds: a board or a panel. Returns whether it holds a board. */
  async follow(hash: string): Promise<boolean> {
    const [, panel, spot] = /^#panel=([\w-]+)(?:&at=([^&]+))?$/.exec(hash) ?? [];
    if (panel) [this.panel, this.spot] = [panel, decodedSpot(spot ?? "")];
    const text = stateIn(hash);
    if (!text) return false;
    const found = await unpacked(text);
    if (found) this.showSnapshot(found);
    else this.say(words.t.files.badLink, [], "trouble");
    return found !== null;
  }

  async #restore(): Promise<void> {
    const { hash } = location;
    this.isByAddress = hash.length > 1;
    const brings = stateIn(hash) !== null;
    const place = await tab.begin(() => this.snapshot(), brings);
    // The history has the board too, also where the storage is refused or full.
    const entry = entryOf(history.state);
    const found = entry?.snapshot && entry.at > (place?.at ?? 0) ? entry.snapshot : place?.snapshot;
    if (found && !brings) this.showSnapshot(found);
    if (entry && !brings) this.gameId = entry.game;
    await this.follow(hash);
    // There was nothing before this.
    this.#undo = [];
  }

  /** Shows what a link or a kept board holds. The game before can be undone to. */
  showSnapshot(found: Snapshot): void {
    this.#begin({ tree: found.tree, current: found.current });
    this.kept = found.kept;
    this.show(found.panel);
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

  /** Changes to another game. Back comes to the one before. */
  #begin(doc: Doc): void {
    untrack(() => {
      this.#games.set(this.gameId, this.doc);
      if (this.#games.size > N_GAMES) this.#games.delete(this.#games.keys().next().value ?? "");
      this.gameId = freshId();
      this.edit(doc);
    });
  }

  /** Another game as it was left; undefined of the one that is shown. */
  leftAs(id: string): Doc | undefined {
    return id === this.gameId ? undefined : this.#games.get(id);
  }

  /** Shows a game that was left as it was then, or else as the history has it. */
  showAgain(id: string, kept: Snapshot | null): void {
    const doc = this.#games.get(id) ?? kept;
    if (id === this.gameId || !doc) return;
    this.#begin({ tree: doc.tree, current: doc.current });
    this.gameId = id;
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
    this.#begin(trees.newDoc(game, setup));
  }

  /** Shows a whole game: its current node, otherwise its end. */
  openTree(tree: GameTree, current = tree.current ?? trees.lineThrough(tree, 0).at(-1) ?? 0): void {
    this.#begin({ tree, current });
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

  /** Opens a panel, or a part of it. */
  show(panel: string, spot = ""): void {
    [this.panel, this.spot] = [panel, spot];
  }

  /** Opens a panel with something to work on. */
  give(panel: string, what: unknown): void {
    this.given = { ...untrack(() => this.given), [panel]: what };
    this.show(panel);
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
    const id = this.#nextNote++;
    this.notes = [...untrack(() => this.notes).slice(-4), { id, kind, words, more }];
    // What needs no reading twice makes room again.
    if (kind === "info" && more.length === 0) setTimeout(() => this.forget(id), NOTE_MS);
  }

  /** Says what went wrong; nothing if the person stopped the work, or if the server is away, which the page says by itself. */
  trouble(error: unknown): void {
    if (isStop(error) || error instanceof AwayError) return;
    const trouble: Trouble = error instanceof AskError ? error.trouble : { what: String(error), advice: "" };
    const { place } = trouble;
    const more = [
      place ? words.t.shell.at(place.line, place.column) : "", trouble.advice ?? "", trouble.is_ours ? words.t.shell.ourFault : "",
    ];
    this.say(trouble.what, more.filter((line) => line !== ""), "trouble");
  }

  /** From now on messages belong to a window that lies over the page. Returns what ends that. */
  overlaid(): () => void {
    this.firstOfDialog = this.#nextNote;
    return () => (this.firstOfDialog = null);
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
      if (!this.#waits(error, () => this.refreshBoard())) this.trouble(error);
    }
  }

  async refreshPosition(): Promise<void> {
    const { tree, current, stateKey: key } = this;
    try {
      const position = await this.#positionOf(this.state);
      if (key !== this.stateKey) return;
      this.position = position;
      this.positionKey = key;
    } catch (error) {
      if (key !== this.stateKey || this.#waits(error, () => this.refreshPosition())) return;
      if (!(error instanceof AskError) || error.trouble.is_ours) this.trouble(error);
      else await this.#stopBefore(tree, current, error);
    }
  }

  /** The nodes that cannot be shown, because a move on the way is not allowed. */
  readonly unshown: ReadonlySet<number> = $derived.by(() => {
    const fault = this.#fault;
    return new Set(fault && fault.tree === this.tree ? trees.below(fault.tree, fault.node) : []);
  });

  async #positionOf(state: GameState): Promise<PositionView> {
    const key = JSON.stringify(state);
    const position = this.#positions.get(key) ?? (await ask("position", { state }));
    if (this.#positions.size > 2000) this.#positions.clear();
    this.#positions.set(key, position);
    return position;
  }

  /** Where a record has a move that is not allowed, shows the position before it, and says once why. */
  async #stopBefore(tree: GameTree, node: number, error: AskError): Promise<void> {
    const path = trees.pathTo(tree, node);
    // Of the nodes on the path, `shown` is the last that is known to be all right; the one at `hidden` is not.
    let [shown, hidden, why] = [-1, path.length - 1, error];
    while (hidden - shown > 1) {
      const middle = shown + Math.ceil((hidden - shown) / 2);
      try {
        await this.#positionOf(trees.stateAt(tree, path[middle] ?? 0));
        shown = middle;
      } catch (found) {
        if (!(found instanceof AskError) || found.retryAfter !== null) return this.trouble(found);
        [hidden, why] = [middle, found];
      }
    }
    const { what } = why.trouble;
    const isSaid = untrack(() => this.notes).some((note) => [note.words, ...note.more].some((line) => line.startsWith(what)));
    const t = words.t.game;
    if (this.tree !== tree) return;
    if (shown < 0) {
      if (!isSaid) this.trouble(why);
      return;
    }
    this.#fault = { tree, node: path[hidden] ?? 0 };
    const after = trees.stateAt(tree, path[shown] ?? 0).moves?.length ?? 0;
    if (!isSaid) this.say(`${what}. ${t.stopsAt(t.afterMoves(after))}`, [], "trouble");
    if (this.current === node) this.goTo(path[shown] ?? 0);
  }

  /** Whether the server is busy; it is then asked again when it says. */
  #waits(error: unknown, again: () => Promise<void>): boolean {
    if (!(error instanceof AskError) || error.retryAfter === null) return false;
    setTimeout(() => void again(), 1000 * Math.min(error.retryAfter, 10));
    return true;
  }
}

/** The part of a panel in an address. An address of unknown origin may be no such text. */
function decodedSpot(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** The text of a board in an address; null if there is none. */
function stateIn(hash: string): string | null {
  return /^#state=([\w-]+)/.exec(hash)?.[1] ?? null;
}

/** The page. */
export const page = new Page();
