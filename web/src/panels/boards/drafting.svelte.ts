// The board that is drawn, with undo. It outlives the panel, and the page keeps it.
import { ask, type BoardView } from "../../lib/api";
import { page } from "../../lib/state/page.svelte";
import { EMPTY, graphOf, ours, type Graph } from "./graph";
import { fromList, stampOf, type StampKind } from "./stamps";

export type Tool = "draw" | "point" | "move" | "select" | "stamp" | "remove";

class Drafting {
  graph: Graph = $state.raw(EMPTY);
  tool: Tool = $state("draw");
  chosen: ReadonlySet<number> = $state.raw(new Set());
  preview: BoardView | null = $state.raw(null);
  /** Whether new points fall on the grid of half steps. */
  snaps = $state(true);
  hasNames = $state(true);
  stampKind: StampKind | "copy" = $state("grid");
  stampSize = $state(4);
  stampRows = $state(4);
  /** What was cut out to be laid elsewhere. */
  copied: Graph = $state.raw(EMPTY);
  readonly stamp: Graph = $derived(this.stampKind === "copy" ? this.copied : stampOf(this.stampKind, this.stampSize, this.stampRows));
  /** The name of each point: its own, or that which the program gives it. */
  readonly names: readonly string[] = $derived.by(() => {
    const given = this.preview?.cells.map(({ name }) => name) ?? [];
    return this.graph.names ?? (given.length === this.graph.points.length ? given : []);
  });
  past: readonly Graph[] = $state.raw([]);
  future: readonly Graph[] = $state.raw([]);
  #read = 0;

  /** What was drawn, as a panel of the page keeps it. */
  constructor() {
    const kept = page.kept["boards"];
    if (typeof kept === "string") void this.read(kept);
  }

  /** One step that can be undone. What is chosen afterwards may be said. */
  edit(graph: Graph, chosen: Iterable<number> = []): void {
    if (graph !== this.graph) {
      this.#read += 1;
      [this.past, this.future] = [[...this.past.slice(-199), this.graph], []];
      this.show(graph);
    }
    this.chosen = new Set(chosen);
  }

  use(tool: Tool): void {
    this.tool = tool;
    if (tool !== "select" && tool !== "move") this.chosen = new Set();
  }

  show(graph: Graph): void {
    [this.graph, this.chosen] = [graph, new Set()];
    const text = ours(graph);
    if (text.length < 20_000) page.keep("boards", graph.points.length > 0 ? text : null);
  }

  undo(): void {
    const last = this.past.at(-1);
    if (!last) return;
    [this.past, this.future] = [this.past.slice(0, -1), [this.graph, ...this.future]];
    this.show(last);
  }

  redo(): void {
    const next = this.future[0];
    if (!next) return;
    [this.past, this.future] = [[...this.past, this.graph], this.future.slice(1)];
    this.show(next);
  }

  /** Shows a board, unless another one has been read or drawn meanwhile. */
  async read(text: string): Promise<void> {
    this.#read += 1;
    const read = this.#read;
    try {
      const graph = graphOf(await ask("board", { text: fromList(text) ?? text }));
      if (read === this.#read) this.edit(graph);
    } catch (error) {
      page.trouble(error);
    }
  }
}

export const drafting = new Drafting();
