// What a person likes: kept in this browser, not in links.
import { N_TURNS } from "../board/turn";
import { local } from "../browser-storage.svelte";

export type Theme = "auto" | "light" | "dark" | "safe" | "safe-dark";
export const THEMES: readonly Theme[] = ["auto", "light", "dark", "safe", "safe-dark"];

/** The colours of the stones of Hex. Go and Amazons are black and white everywhere. */
export type StoneColours = "black-white" | "red-blue";
export const STONE_COLOURS: readonly StoneColours[] = ["black-white", "red-blue"];

/** Whether a tap plays at once, or a second tap on the same cell does. Automatic: the second on cells that are small for a finger. */
export type Confirm = "automatic" | "always" | "never";
export const CONFIRMS: readonly Confirm[] = ["automatic", "always", "never"];

/** Seconds that a person may choose from. */
export const PACES: readonly number[] = [0.3, 1, 2, 5];

const KEY = "tesuji.settings";

interface Kept {
  theme: Theme;
  hasNames: boolean;
  hasNumbers: boolean;
  pace: number;
  stones: StoneColours;
  confirm: Confirm;
  /** How boards of Hex are turned, as `turn.ts` numbers it; null: as fits the window. */
  hexTurn: number | null;
  /** How other boards are turned. */
  squareTurn: number;
  reviews: boolean;
}

function isTurn(found: unknown): found is number {
  return Number.isInteger(found) && (found as number) >= 0 && (found as number) < N_TURNS;
}

function kept(): Kept {
  const usual: Kept = { theme: "auto", hasNames: true, hasNumbers: false, pace: 1, stones: "black-white", confirm: "automatic", hexTurn: null, squareTurn: 0, reviews: true };
  try {
    const found = JSON.parse(local.read(KEY) ?? "{}") as Partial<Kept>;
    return {
      theme: THEMES.includes(found.theme as Theme) ? (found.theme as Theme) : usual.theme,
      hasNames: found.hasNames !== false,
      hasNumbers: found.hasNumbers === true,
      pace: PACES.includes(found.pace ?? 0) ? (found.pace ?? usual.pace) : usual.pace,
      stones: STONE_COLOURS.find((known) => known === found.stones) ?? usual.stones,
      confirm: CONFIRMS.find((known) => known === found.confirm) ?? usual.confirm,
      hexTurn: isTurn(found.hexTurn) ? found.hexTurn : usual.hexTurn,
      squareTurn: isTurn(found.squareTurn) ? found.squareTurn : usual.squareTurn,
      reviews: found.reviews !== false,
    };
  } catch {
    return usual;
  }
}

export class Settings {
  #kept: Kept = $state.raw(kept());

  constructor() {
    this.#apply();
  }

  get theme(): Theme {
    return this.#kept.theme;
  }

  /** Whether letters and numbers stand around the board. */
  get hasNames(): boolean {
    return this.#kept.hasNames;
  }

  /** Whether stones have the numbers of their moves. */
  get hasNumbers(): boolean {
    return this.#kept.hasNumbers;
  }

  /** Seconds from move to move while the game plays by itself. */
  get pace(): number {
    return this.#kept.pace;
  }

  get stones(): StoneColours {
    return this.#kept.stones;
  }

  get confirm(): Confirm {
    return this.#kept.confirm;
  }

  get hexTurn(): number | null {
    return this.#kept.hexTurn;
  }

  get squareTurn(): number {
    return this.#kept.squareTurn;
  }

  /** Whether a game that is opened is reviewed at once. */
  get reviews(): boolean {
    return this.#kept.reviews;
  }

  set(change: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...change };
    local.write(KEY, JSON.stringify(this.#kept));
    this.#apply();
  }

  #apply(): void {
    document.documentElement.dataset.theme = this.#kept.theme;
  }
}
