// The setup mode: a person drags stones onto the board, and the board of the game shows them at once.
import type { Colour } from "../../lib/api";
import { words } from "../../lib/i18n/index.svelte";
import { page } from "../../lib/state/page.svelte";
import { fenOf, painted, placingOf, setupOf, type Brush, type Placing } from "../../lib/state/setup";

const ID = "game.setup";

class SetupMode {
  brush: Brush = $state("black");
  /** What stands where; null while nothing is set up. */
  placing: Placing | null = $state.raw(null);

  begin(): void {
    if (!page.position || !page.board) return;
    this.#show(placingOf(page.position));
  }

  turn(toMove: Colour): void {
    if (this.placing) this.#show({ ...this.placing, toMove });
  }

  clear(): void {
    if (this.placing) this.#show({ ...this.placing, stones: new Map() });
  }

  /** Ends the mode and makes the position part of the game. */
  finish(): void {
    const placing = this.placing;
    this.placing = null;
    page.giveBack(ID);
    if (!placing || !page.board) return;
    if (page.game.game === "amazons") page.newGame({ ...page.game, setup: fenOf(placing, page.board) });
    else page.setUp(setupOf(placing));
  }

  #show(placing: Placing): void {
    const board = page.board;
    if (!board) return;
    this.placing = placing;
    const stones = [...placing.stones].flatMap(([cell, what]) => (what === "black" || what === "white" ? [{ cell, player: what }] : []));
    const blocked = [...placing.stones].filter(([, what]) => what === "arrow").map(([cell]) => cell);
    page.take({
      id: ID,
      words: words.t.game.setupWords,
      scene: { board, stones, blocked, hasAmazons: page.game.game === "amazons" },
      paints: true,
      onCell: (cell, { isSecond }) => {
        const now = this.placing;
        if (now) this.#show(painted(now, cell, isSecond ? "erase" : this.brush));
      },
      onCancel: () => this.finish(),
    });
  }
}

/** The setup mode of the page. */
export const setupMode = new SetupMode();
