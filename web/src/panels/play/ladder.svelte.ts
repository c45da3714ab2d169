// Rated games of a person against the ladder of our players, kept in this browser and by the server that the page came from.
import { untrack } from "svelte";
import { ask, isStop, type GameName, type PlayerEntry, type RatingView } from "../../lib/api";
import { request } from "../../lib/api/server";
import { page } from "../../lib/state/page.svelte";
import { keep, keptOf } from "../analysis/kept";

export interface RatedGame {
  game: GameName;
  /** The opponent's place in the ladder, from 1. */
  rung: number;
  /** 1 for a win of the person, 0.5 for a draw. */
  result: number;
  /** When it ended, in milliseconds since 1970. */
  at: number;
  /** The opponent. */
  title: string;
}

const NAME = "rated";
const SESSION = "api/sessions/rated-games";

function gamesFrom(kept: unknown): RatedGame[] {
  const list = (kept as { games?: unknown } | null)?.games;
  if (!Array.isArray(list)) return [];
  return (list as Partial<RatedGame>[]).filter(
    (game): game is RatedGame =>
      typeof game.game === "string" && typeof game.rung === "number" && typeof game.result === "number" && typeof game.at === "number",
  );
}

class Ladder {
  games: readonly RatedGame[] = $state.raw(gamesFrom(keptOf(NAME)));
  rating: RatingView | null = $state.raw(null);
  readonly here: readonly RatedGame[] = $derived(this.games.filter((game) => game.game === page.game.game));
  /** The ladder of this game, the strongest first. */
  readonly rungs: readonly PlayerEntry[] = $derived(
    (page.entry?.players ?? []).filter((player) => player.rung != null).toSorted((a, b) => (b.rung ?? 0) - (a.rung ?? 0)),
  );
  readonly next: PlayerEntry | null = $derived(this.rungs.find((player) => player.rung === this.rating?.next) ?? null);

  constructor() {
    $effect.root(() => {
      $effect(() => this.#rate());
      $effect(() => {
        if (page.transport?.kind === "server") untrack(() => void this.#load());
      });
    });
  }

  async add(game: RatedGame): Promise<void> {
    // Another tab may have added games since.
    this.#take([...gamesFrom(keptOf(NAME)), game]);
    if (page.transport?.kind !== "server") return;
    await this.#load();
    request("PUT", SESSION, { games: this.games }).catch((error: unknown) => page.trouble(error));
  }

  #take(games: readonly RatedGame[]): void {
    const known = new Set(this.games.map((game) => game.at));
    this.games = [...this.games, ...games.filter((game) => !known.has(game.at))].sort((a, b) => a.at - b.at);
    keep(NAME, { games: this.games });
  }

  async #load(): Promise<void> {
    try {
      const { sessions } = await request<{ sessions: { id: string }[] }>("GET", "api/sessions");
      if (sessions.some((session) => session.id === "rated-games")) this.#take(gamesFrom(await request("GET", SESSION)));
    } catch {
      // This browser has them too.
    }
  }

  #rate(): (() => void) | void {
    const game = page.game.game;
    const results = this.here.map((each): [number, number] => [each.rung, each.result]);
    this.rating = null;
    if (!page.transport || this.rungs.length === 0) return;
    const controller = new AbortController();
    ask("rating", { game, results }, { signal: controller.signal }).then((view) => (this.rating = view), (error: unknown) => {
      if (!isStop(error)) page.trouble(error);
    });
    return () => controller.abort();
  }
}

export const ladder = new Ladder();
