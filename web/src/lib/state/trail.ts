// Back and Forward of the browser: an entry for each game, each panel and each part of a panel that has an address. What a person does within a game makes no entry.
import { tick } from "svelte";
import { entryOf, type Entry } from "./link";
import { page } from "./page.svelte";

/** Browsers refuse larger ones. */
const MOST_CHARACTERS = 500_000;

class Trail {
  #game = "";
  #panel = "";
  #spot = "";
  /** Whether the browser itself made the entry, for an address. */
  #isFollowing = false;

  /** Follows to a game, a panel and a part of it: a new entry, unless it is the one that is shown. */
  visit(game: string, panel: string, spot: string): void {
    if (game === this.#game && panel === this.#panel && spot === this.#spot) return;
    if (this.#game === "" || this.#isFollowing) return this.#write("replaceState", game, panel, spot);
    // The entry that is left holds its game as it was left.
    const left = page.leftAs(this.#game);
    if (left) this.#write("replaceState", this.#game, this.#panel, this.#spot, { ...page.snapshot(), ...left, panel: this.#panel });
    this.#write("pushState", game, panel, spot);
  }

  /** Writes the moves that were played since into the entry that is shown. */
  refresh(): void {
    if (this.#game === page.gameId && this.#panel === page.panel) this.#write("replaceState", this.#game, this.#panel, this.#spot);
  }

  /** Shows the entry that the browser went to. */
  show(state: unknown): void {
    const entry = entryOf(state);
    if (!entry) return;
    [this.#game, this.#panel, this.#spot] = [entry.game, entry.panel, entry.spot];
    page.dialog = null;
    page.showAgain(entry.game, entry.snapshot);
    page.show(entry.panel, entry.spot);
    this.#game = page.gameId;
  }

  /** Shows what an address holds that was typed or clicked on. */
  async follow(): Promise<void> {
    if (entryOf(history.state)) return;
    this.#isFollowing = true;
    await page.follow(location.hash);
    await tick();
    this.#isFollowing = false;
    this.#write("replaceState", page.gameId, page.panel, page.spot);
  }

  #write(how: "pushState" | "replaceState", game: string, panel: string, spot: string, snapshot = page.snapshot()): void {
    [this.#game, this.#panel, this.#spot] = [game, panel, spot];
    const entry: Entry = { game, panel, spot, at: Date.now(), snapshot: JSON.stringify(snapshot).length > MOST_CHARACTERS ? null : snapshot };
    try {
      history[how]({ tesuji: entry }, "", `#panel=${encodeURIComponent(panel)}${spot === "" ? "" : `&at=${encodeURIComponent(spot)}`}`);
    } catch {
      // Too many entries in a short time: then Back goes further than usual.
    }
  }
}

export const trail = new Trail();
