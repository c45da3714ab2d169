// The board that is drawn, with undo. It outlives the panel, and the page keeps it.
import { ask, type BoardView } from "../../lib/api";
import { page } from "../../lib/state/page.svelte";
import { EMPTY, graphOf, ours, type Graph } from "./graph";

export type Tool = "point" | "link" | "move" | "select" | "remove";

class Drafting {
  graph: Graph = $state.raw(EMPTY);
  tool: Tool = $state("point");
  chosen: ReadonlySet<number> = $state.raw(new Set());
  preview: BoardView | null = $state.raw(null);
  past: readonly Graph[] = $state.raw([]);
  future: readonly Graph[] = $state.raw([]);
  #read = 0;

  /** What was drawn, as a panel of the page keeps it. */
  constructor() {
    const kept = page.kept["boards"];
    if (typeof kept === "string") void this.read(kept);
  }

  edit(graph: Graph): void {
    if (graph === this.graph) return;
    this.#read += 1;
    [this.past, this.future] = [[...this.past.slice(-199), this.graph], []];
    this.show(graph);
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
      const graph = graphOf(await ask("board", { text }));
      if (read === this.#read) this.edit(graph);
    } catch (error) {
      page.trouble(error);
    }
  }
}

export const drafting = new Drafting();
