// A game that is being played at this board. It goes on while other panels are open.
import { untrack } from "svelte";
import { connection } from "../../lib/api/connection.svelte";
import { ask, isStop, AskError, type AnalysisView, type Budget, type Colour, type GameFields, type PlayerEntry, type Trouble } from "../../lib/api";
import { words } from "../../lib/i18n/index.svelte";
import { said } from "../../lib/i18n/said";
import { threeCells } from "../../lib/state/entry";
import { page } from "../../lib/state/page.svelte";
import { tab } from "../../lib/state/tab.svelte";
import { childrenOf, nodeAt, pathTo, stateAt, type Doc } from "../../lib/state/tree";
import { budgetOf } from "../analysis/budget";
import { keep, keptOf } from "../analysis/kept";
import { aimOf, areaAround } from "./levels";
import { asSide, choiceFrom, other, playerOf, sideOf, winnerOf, COLOURS, type Choice, type ClockChoice, type Sides } from "./choice";
import { Clock } from "./clock.svelte";
import { fair } from "./fair.svelte";
import { ladder } from "./ladder.svelte";

const NAME = "play";
const GAME = "play";
const HAND = "play.handicap";

/** What is kept of a game over a reload. */
interface KeptGame {
  sides: Sides;
  seed: number;
  budget: Budget;
  rung: number | null;
  tip: number;
  tipKey: string;
  clock: ClockChoice | null;
  left: Record<Colour, number> | null;
  engineSeconds?: number;
}

class Playing {
  choice: Choice = $state.raw(choiceFrom(keptOf(NAME)));
  sides: Sides | null = $state.raw(null);
  isPaused = $state(false);
  clock: Clock | null = $state.raw(null);
  /** The last node of the game, and its position as a text. */
  tip = $state(0);
  tipKey = $state("");
  toMove: Colour | null = $state(null);
  /** The colour whose player is thinking. */
  thinking: Colour | null = $state(null);
  /** What a player thought when it moved last. */
  thought: { colour: Colour; view: AnalysisView } | null = $state.raw(null);
  /** A good move, and whether it is shown; otherwise only the area that it is in. */
  hint: { mv: string; area: readonly string[]; isShown: boolean } | null = $state.raw(null);
  isAsking = $state(false);
  /** Processor time that an engine of the server has used in this game; null without one. */
  engineSeconds: number | null = $state(null);
  trouble: Trouble | null = $state.raw(null);
  /** How the last game ended: a result as records write it, and in words. */
  ended: { result: string; words: string; rated: boolean; winner: "person" | "player" | null } | null = $state.raw(null);
  /** Handicap stones still to be placed. */
  placing: { left: number; cells: readonly string[] } | null = $state.raw(null);
  rung: number | null = $state(null);
  #seed = 0;
  #budget: Budget = {};
  #tipDoc: Doc | null = null;
  #clockChoice: ClockChoice | null = null;
  #isRestored = false;

  readonly isOn: boolean = $derived(this.sides !== null);
  /** Whether the board still holds the game. */
  readonly isThere: boolean = $derived(this.tip < page.tree.nodes.length && JSON.stringify(stateAt(page.tree, this.tip)) === this.tipKey);
  readonly isAtTip: boolean = $derived(this.isThere && page.current === this.tip);
  /** Whether the person to move at the end of the game is a person. */
  readonly isPersons: boolean = $derived(this.toMove !== null && this.sides?.[this.toMove].person === true);
  readonly hasPerson: boolean = $derived(COLOURS.some((colour) => this.sides?.[colour].person));

  /** What the person has to do, where one person plays: `You are Black: join top and bottom`. */
  readonly aim: string | null = $derived.by(() => {
    const persons = COLOURS.filter((colour) => this.sides?.[colour].person);
    const colour = persons.length === 1 ? persons[0] : undefined;
    const aim = colour && this.isThere ? aimOf(page.game.game, page.board, colour) : "";
    return colour && aim ? words.t.play.youAre(words.t.shell[colour], aim) : null;
  });

  constructor() {
    $effect.root(() => {
      $effect(() => {
        page.aim = this.aim;
      });
      $effect(() => keep(NAME, this.choice));
      $effect(() => this.#restore());
      $effect(() => this.#advance());
      $effect(() => this.#observe());
      $effect(() => this.#guard());
      $effect(() => this.#reply());
      $effect(() => this.#drawHint());
      $effect(() => this.#keep());
      $effect(() => {
        const keepTime = (): void => this.#keep();
        window.addEventListener("pagehide", keepTime);
        return () => window.removeEventListener("pagehide", keepTime);
      });
      $effect(() => this.#place());
      $effect(() => {
        fair.isRated = this.isOn && this.rung !== null;
        fair.isPlaying = this.isOn;
      });
    });
  }

  choose(change: Partial<Choice>): void {
    this.choice = { ...this.choice, ...change };
  }

  /** Begins the game that was chosen. */
  begin(): void {
    const { choice } = this;
    const entry = page.entry;
    const sides = { black: sideOf(choice.black, entry, this.guests), white: sideOf(choice.white, entry, this.guests) };
    this.#begin(sides, budgetOf(choice.budget), choice.clock.isOn ? choice.clock : null, null, () => {
      if (choice.start === "here") return;
      page.newGame(page.game);
      if (choice.start === "handicap" && page.game.game !== "amazons") this.placing = { left: choice.handicap, cells: [] };
    });
  }

  /** Engines that the server offers. */
  get guests(): readonly PlayerEntry[] {
    return page.catalogue?.guests ?? [];
  }

  /** Begins a game of a person, as Black, against a level or a guest, on a board like the one that is shown. */
  beginLevel(opponent: PlayerEntry): void {
    const sides: Sides = { black: { person: true }, white: asSide(opponent, this.guests) };
    this.choose({ black: "", white: opponent.title });
    this.#begin(sides, {}, null, null, () => page.newGame(page.game));
  }

  /** Begins a game that counts, on the usual board. */
  beginRated(opponent: PlayerEntry): void {
    const entry = page.entry;
    if (!entry || opponent.rung == null) return;
    const [columns, rows] = entry.usual_size;
    const game: GameFields = { game: entry.name, columns, rows };
    if (entry.has_swap) game.swap = true;
    const person = { person: true } as const;
    const player = { person: false, title: opponent.title } as const;
    // Colours change from game to game.
    const sides: Sides = ladder.here.length % 2 === 0 ? { black: person, white: player } : { black: player, white: person };
    this.#begin(sides, {}, this.choice.clock.isOn ? this.choice.clock : null, opponent.rung, () => page.newGame(game));
  }

  #begin(sides: Sides, budget: Budget, clock: ClockChoice | null, rung: number | null, prepare: () => void): void {
    this.stop();
    prepare();
    const t = words.t.play;
    const names = COLOURS.map((colour) => {
      const side = sides[colour];
      return side.person ? t.person : said(side.title);
    }) as [string, string];
    page.edit({ ...page.doc, tree: { ...page.tree, players: names, result: "" } });
    this.ended = null;
    this.trouble = null;
    this.thought = null;
    this.engineSeconds = null;
    this.isPaused = false;
    this.rung = rung;
    this.#seed = Math.floor(Math.random() * 2 ** 31);
    this.#budget = budget;
    this.#clockChoice = clock;
    this.clock = clock ? new Clock(clock, (colour) => this.#flag(colour)) : null;
    this.#to(page.current);
    this.toMove = null;
    this.sides = sides;
  }

  /** Ends the game without a result. */
  stop(): void {
    this.clock?.run(null);
    this.sides = null;
    this.toMove = null;
    this.placing = null;
    this.hint = null;
    page.giveBack(HAND);
  }

  resign(): void {
    const { sides, toMove } = this;
    if (!sides) return;
    const persons = COLOURS.filter((colour) => sides[colour].person);
    const who = persons.length === 1 ? persons[0] : toMove;
    if (!who) return;
    this.#resigned(who);
  }

  #resigned(who: Colour): void {
    this.back();
    page.resign(who);
    this.#end(`${who === "black" ? "W" : "B"}+Resign`, words.t.game.resigned[who]);
  }

  /** Takes back to the person's last move, or among two people the last move. */
  takeBack(): void {
    const { sides } = this;
    const moves = page.position?.moves ?? [];
    if (!sides || !this.isAtTip || !page.isFresh || this.rung !== null) return;
    const back = moves.findLastIndex(([colour]) => sides[colour].person);
    if (back < 0) return;
    const nodes = pathTo(page.tree, this.tip).filter((node) => nodeAt(page.tree, node).mv != null).slice(-moves.length);
    const node = nodes[back];
    if (node === undefined) return;
    const parent = nodeAt(page.tree, node).parent ?? 0;
    page.remove(node);
    this.thought = null;
    this.#to(page.tree.nodes.length > parent ? page.current : 0);
  }

  async askHint(): Promise<void> {
    const entry = page.entry;
    const player = entry?.players[0];
    if (!player || this.rung !== null || !this.isAtTip) return;
    if (this.hint) {
      this.hint = { ...this.hint, isShown: true };
      return;
    }
    const key = page.stateKey;
    this.isAsking = true;
    try {
      const { best } = await ask("analyze", { state: page.state, player: player.player, budget: { seconds: 1 } });
      if (page.stateKey !== key || !page.board) return;
      const cell = threeCells(best)?.[1] ?? best;
      const area = page.board.cells.some(({ name }) => name === cell) ? areaAround(page.board, cell) : [];
      // A pass or a swap is in no area.
      this.hint = { mv: best, area, isShown: area.length === 0 };
    } catch (error) {
      page.trouble(error);
    } finally {
      this.isAsking = false;
    }
  }

  /** Shows the end of the game again; brings the game back if the board holds another one. */
  back(): void {
    if (this.isThere) page.goTo(this.tip);
    else if (this.#tipDoc) page.edit(this.#tipDoc);
  }

  #to(node: number): void {
    this.tip = node;
    this.tipKey = JSON.stringify(stateAt(page.tree, node));
    this.#tipDoc = { tree: page.tree, current: node };
  }

  /** Follows the moves that are played. */
  #advance(): void {
    if (!this.isOn || this.placing) return;
    const { current, tree } = page;
    untrack(() => {
      if (current === this.tip && this.isThere) return;
      const parent = nodeAt(tree, current).parent;
      if (this.isThere && parent === this.tip && nodeAt(tree, current).mv != null) {
        if (this.toMove) this.clock?.moved(this.toMove);
        this.toMove = null;
        this.#to(current);
      } else if (this.rung === null && childrenOf(tree, current).length === 0 && this.#isSameStart(tree.start)) {
        // A move at an earlier place is a move taken back, and another one in its place.
        this.clock?.run(null);
        this.toMove = null;
        this.#to(current);
      }
    });
  }

  #isSameStart(start: Doc["tree"]["start"]): boolean {
    return JSON.stringify(start) === JSON.stringify(this.#tipDoc?.tree.start);
  }

  /** Hears whose turn it is, and of the end. */
  #observe(): void {
    const position = page.position;
    if (!this.isOn || this.placing || !this.isAtTip || !page.isFresh || !position) return;
    const recorded = page.tree.result ?? "";
    // No time is lost while nobody can answer.
    const isPaused = this.isPaused || connection.isAway;
    untrack(() => {
      if (position.result != null) this.#end(position.result, position.result_words ?? position.result);
      else if (recorded !== "") this.#end(recorded, words.t.game.result(recorded));
      else {
        this.toMove = position.to_move;
        this.clock?.run(isPaused ? null : position.to_move);
      }
    });
  }

  #guard(): (() => void) | void {
    const { sides, toMove } = this;
    if (!sides || !page.position) return;
    const t = words.t.play;
    const isAtTip = this.isAtTip;
    if (this.placing) return;
    if (this.rung !== null && !isAtTip) page.guard = t.goToEnd;
    else if (this.isPaused) page.guard = t.isPaused;
    else {
      const turn = isAtTip ? toMove : page.position.to_move;
      const side = turn ? sides[turn] : null;
      if (!side || side.person) return;
      page.guard = isAtTip ? t.isThinking(said(side.title)) : t.itsTurn(said(side.title));
    }
    return () => (page.guard = null);
  }

  /** Asks the player whose turn it is. */
  #reply(): (() => void) | void {
    const { sides, toMove } = this;
    if (!sides || !toMove || this.isPaused || !this.isAtTip || !page.isFresh || page.position?.to_move !== toMove) return;
    const side = sides[toMove];
    if (side.person) return;
    const player = side.isGuest ? this.guests.find(({ title }) => title === side.title) : playerOf(side.title, page.entry, []);
    if (!player) {
      this.isPaused = true;
      this.trouble = side.isGuest ? { what: words.t.play.noEngine(side.title), advice: "" } : null;
      return;
    }
    const state = untrack(() => page.state);
    const budget = this.#bounded(untrack(() => this.clock?.left[toMove] ?? null));
    const controller = new AbortController();
    const { signal } = controller;
    this.thinking = toMove;
    this.trouble = null;
    ask("reply", { state, player: player.player, budget, seed: this.#seed }, { signal }).then(
      (reply) => {
        if (signal.aborted) return;
        this.thinking = null;
        this.thought = { colour: toMove, view: reply.analysis };
        if (reply.analysis.cpu_seconds != null) this.engineSeconds = (this.engineSeconds ?? 0) + reply.analysis.cpu_seconds;
        if (reply.mv === "resign") this.#resigned(toMove);
        else page.play(reply.mv);
      },
      (error: unknown) => {
        if (signal.aborted || isStop(error)) return;
        this.thinking = null;
        this.isPaused = true;
        this.clock?.run(null);
        this.trouble = error instanceof AskError ? error.trouble : { what: String(error), advice: "" };
      },
    );
    return () => {
      controller.abort();
      this.thinking = null;
    };
  }

  /** A player that thinks for a set time keeps a part of what its clock has left. */
  #bounded(left: number | null): Budget {
    const { seconds } = this.#budget;
    return left === null || seconds == null ? this.#budget : { ...this.#budget, seconds: Math.max(0.05, Math.min(seconds, left / 10_000)) };
  }

  #flag(colour: Colour): void {
    if (!this.isOn) return;
    const result = colour === "black" ? "W+Time" : "B+Time";
    this.back();
    page.edit({ ...page.doc, tree: { ...page.tree, result } });
    this.#end(result, words.t.play.flagged(words.t.shell[colour]));
  }

  #end(result: string, text: string): void {
    const { sides, rung } = this;
    this.stop();
    const persons = COLOURS.filter((colour) => sides?.[colour].person);
    const won = winnerOf(result);
    this.ended = { result, words: text, rated: rung !== null, winner: persons.length !== 1 || !won ? null : won === persons[0] ? "person" : "player" };
    if (!sides || rung === null) return;
    const person: Colour = sides.black.person ? "black" : "white";
    const opponent = sides[other(person)];
    // Whoever resigns in a rated game is the person: players do not.
    const winner = /resign/i.test(result) ? other(person) : winnerOf(result);
    void ladder.add({
      game: page.game.game, rung, result: winner === null ? 0.5 : winner === person ? 1 : 0, at: Date.now(),
      title: opponent.person ? "" : opponent.title,
    });
  }

  #drawHint(): (() => void) | void {
    const hint = this.hint;
    const key = page.stateKey;
    if (!hint) return;
    const t = words.t.play;
    const { mv, area, isShown } = hint;
    const cell = threeCells(mv)?.[1] ?? mv;
    const take = untrack(() =>
      page.put({
        id: "play.hint", title: t.hint, certainty: "opinion",
        ...(isShown ? { marks: [{ cell, mark: "best", sentence: t.hintIs(mv) }] } : { areas: [{ cells: [...area], tone: "note", sentence: t.hintArea }] }),
      }),
    );
    return () => {
      take();
      if (untrack(() => page.stateKey) !== key) this.hint = null;
    };
  }

  /** The board takes handicap stones before the first move. */
  #place(): (() => void) | void {
    const placing = this.placing;
    if (!placing || !this.isOn) return;
    const t = words.t.play;
    return untrack(() =>
      page.take({
        id: HAND,
        words: t.placeStones(placing.left - placing.cells.length),
        chosen: [...placing.cells],
        onCell: (cell) => {
          const cells = placing.cells.includes(cell) ? placing.cells.filter((each) => each !== cell) : [...placing.cells, cell];
          if (cells.length < placing.left) this.placing = { ...placing, cells };
          else {
            page.setUp({ black: cells, white: [], to_move: "white" });
            this.placing = null;
            this.#to(page.current);
          }
        },
        onCancel: () => this.stop(),
      }),
    );
  }

  #keep(): void {
    const { sides, tip, tipKey, rung } = this;
    if (!this.#isRestored) return;
    // Not at each tick: at each move, and when the page is left.
    const clock = this.clock;
    const left = clock ? untrack(() => ({ ...clock.left })) : null;
    const kept: KeptGame | null = sides && !this.placing
      ? { sides, seed: this.#seed, budget: this.#budget, rung, tip, tipKey, clock: this.#clockChoice, left, ...(this.engineSeconds === null ? {} : { engineSeconds: this.engineSeconds }) }
      : null;
    tab.note(GAME, kept ?? {});
  }

  /** Goes on with the game that was on before a reload. */
  #restore(): void {
    if (!page.transport || !page.catalogue || this.#isRestored) return;
    untrack(() => {
      this.#isRestored = true;
      const kept = tab.noted(GAME) as unknown as Partial<KeptGame>;
      if (!kept.sides || kept.tip === undefined || this.isOn) return;
      if (kept.tip >= page.tree.nodes.length || JSON.stringify(stateAt(page.tree, kept.tip)) !== kept.tipKey) return;
      this.#seed = kept.seed ?? 0;
      this.#budget = kept.budget ?? {};
      this.rung = kept.rung ?? null;
      this.engineSeconds = kept.engineSeconds ?? null;
      this.#clockChoice = kept.clock ?? null;
      this.clock = kept.clock ? new Clock(kept.clock, (colour) => this.#flag(colour), kept.left ?? undefined) : null;
      this.#to(kept.tip);
      this.sides = kept.sides;
    });
  }
}

export const playing = new Playing();
