// The storage of this browser. It may be refused or full: what it does not take stays in the memory of the page, and `trouble` says so.

/** Why something is not kept. */
export type StorageTrouble = "refused" | "full";

class BrowserStorage {
  /** Null while everything is kept. */
  trouble: StorageTrouble | null = $state(null);
  /** Reading the property throws where cookies are blocked. */
  readonly #open: () => Storage;
  /** What the browser did not take. */
  readonly #memory = new Map<string, string>();

  constructor(open: () => Storage) {
    this.#open = open;
  }

  read(key: string): string | null {
    const own = this.#memory.get(key);
    if (own !== undefined) return own;
    try {
      return this.#open().getItem(key);
    } catch {
      this.trouble = "refused";
      return null;
    }
  }

  /** Returns whether it lasts longer than the page. */
  write(key: string, text: string): boolean {
    try {
      this.#open().setItem(key, text);
    } catch (error) {
      this.#memory.set(key, text);
      this.trouble = isFull(error) ? "full" : "refused";
      return false;
    }
    this.#memory.delete(key);
    if (this.#memory.size === 0) this.trouble = null;
    return true;
  }

  remove(key: string): void {
    this.#memory.delete(key);
    try {
      this.#open().removeItem(key);
    } catch {
      this.trouble = "refused";
    }
  }

  /** All keys with this beginning. */
  keys(beginning: string): string[] {
    let found: string[] = [];
    try {
      found = Object.keys(this.#open());
    } catch {
      this.trouble = "refused";
    }
    return [...new Set([...found, ...this.#memory.keys()])].filter((key) => key.startsWith(beginning));
  }
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && (error.name === "QuotaExceededError" || error.name === "NS_ERROR_DOM_QUOTA_REACHED");
}

/** What lasts, for all tabs. */
export const local = new BrowserStorage(() => localStorage);
/** What belongs to one tab, over its reloads. */
export const session = new BrowserStorage(() => sessionStorage);
