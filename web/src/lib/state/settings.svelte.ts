// What a person likes: kept in this browser, not in links.
import { local } from "../browser-storage.svelte";

export type Theme = "auto" | "light" | "dark" | "safe" | "safe-dark";
export const THEMES: readonly Theme[] = ["auto", "light", "dark", "safe", "safe-dark"];

/** Seconds that a person may choose from. */
export const PACES: readonly number[] = [0.3, 1, 2, 5];

const KEY = "tesuji.settings";

interface Kept {
  theme: Theme;
  hasNames: boolean;
  hasNumbers: boolean;
  pace: number;
  reviews: boolean;
}

function kept(): Kept {
  const usual: Kept = { theme: "auto", hasNames: true, hasNumbers: false, pace: 1, reviews: true };
  try {
    const found = JSON.parse(local.read(KEY) ?? "{}") as Partial<Kept>;
    return {
      theme: THEMES.includes(found.theme as Theme) ? (found.theme as Theme) : usual.theme,
      hasNames: found.hasNames !== false,
      hasNumbers: found.hasNumbers === true,
      pace: PACES.includes(found.pace ?? 0) ? (found.pace ?? usual.pace) : usual.pace,
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
