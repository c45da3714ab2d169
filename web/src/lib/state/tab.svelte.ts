// What a tab keeps over a reload and over a restart of the browser. Each tab has a place of its own, so that none overwrites another's.
//
// A tab knows its place by an id in `sessionStorage`. A tab that was duplicated has the same id and finds its place taken: it begins
// with a copy. A new tab takes the board of the last tab that was closed, but begins anew while another tab is open.
import { untrack } from "svelte";
import { local, session } from "../browser-storage.svelte";
import { snapshotFrom, type Snapshot } from "./link";

/** What a tab keeps. */
export interface Place {
  id: string;
  /** When it was written, in milliseconds since 1970. */
  at: number;
  /** Whether its tab was open when it was written. */
  isOpen: boolean;
  snapshot: Snapshot;
  /** What panels keep that is no part of a link: the job that ran, the game that is played. */
  notes: Record<string, unknown>;
}

const ID = "tesuji.tab";
const PLACE = "tesuji.board.";
/** Where all tabs kept their boards before each had a place. */
const SHARED = "tesuji.page";
/** The most places; those of the tabs closed first go. */
const N_PLACES = 20;
/** Without locks, a tab that has written nothing for so long counts as closed, in milliseconds. */
const FORGOTTEN = 86_400_000;

export const freshId = (): string => Math.random().toString(36).slice(2, 12);

function objectFrom(text: string | null): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(text ?? "{}");
    return typeof found === "object" && found !== null && !Array.isArray(found) ? (found as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function placeOf(id: string): Place | null {
  const found = objectFrom(local.read(PLACE + id));
  const snapshot = snapshotFrom(JSON.stringify(found.snapshot ?? null));
  if (!snapshot) return null;
  return { id, at: Number(found.at) || 0, isOpen: found.isOpen === true, snapshot, notes: objectFrom(JSON.stringify(found.notes ?? {})) };
}

/** All places, the newest first. */
function places(): Place[] {
  return local.keys(PLACE).flatMap((key) => placeOf(key.slice(PLACE.length)) ?? []).sort((a, b) => b.at - a.at);
}

/** Locks end with their tab, however it ends. A page that came over plain HTTP from another machine has none. */
const locks = (): LockManager | undefined => (navigator as Partial<Navigator>).locks;

/** Takes a place for as long as this tab lives. Returns false if another tab has it. */
async function takes(id: string): Promise<boolean> {
  const all = locks();
  if (!all) return placeOf(id)?.isOpen !== true;
  return new Promise((done) => {
    all.request(PLACE + id, { ifAvailable: true }, (lock) => {
      done(lock !== null);
      return lock ? new Promise<never>(() => {}) : null;
    }).catch(() => done(true));
  });
}

/** The ids of the places whose tabs are open. */
async function openIds(): Promise<ReadonlySet<string>> {
  const held = await locks()?.query().catch(() => null);
  if (held) return new Set(held.held?.map(({ name }) => name?.slice(PLACE.length) ?? ""));
  return new Set(places().filter(({ at, isOpen }) => isOpen && at > Date.now() - FORGOTTEN).map(({ id }) => id));
}

class Tab {
  /** What panels keep for this tab, by name. */
  notes: Record<string, unknown> = $state.raw({});
  #id = freshId();
  #at = 0;
  #isLeft = false;
  #snapshot: () => Snapshot | null = () => null;

  /** Finds the place of this tab, and what it begins with: nothing if it `brings` its board, by a link. `snapshot` gives what to keep. */
  async begin(snapshot: () => Snapshot, brings: boolean): Promise<Place | null> {
    const shared = snapshotFrom(local.read(SHARED) ?? "");
    if (shared) local.write(`${PLACE}shared`, JSON.stringify({ at: 1, isOpen: false, snapshot: shared, notes: {} }));
    local.remove(SHARED);
    const before = brings ? null : session.read(ID);
    let found = before === null ? null : placeOf(before);
    if (before !== null && (await takes(before))) this.#id = before;
    else {
      const open = await openIds();
      if (!found && open.size === 0 && !brings) found = places()[0] ?? null;
      // The board of a closed tab moves here. It is at no moment in neither place.
      if (found && !open.has(found.id) && local.write(PLACE + this.#id, local.read(PLACE + found.id) ?? "")) local.remove(PLACE + found.id);
      await takes(this.#id);
    }
    session.write(ID, this.#id);
    this.notes = found?.notes ?? {};
    this.#at = Math.max(found?.at ?? 0, ...places().map(({ at }) => at));
    for (const { id } of (await this.closed()).slice(N_PLACES)) this.forget(id);
    this.#snapshot = snapshot;
    window.addEventListener("pagehide", () => {
      this.#isLeft = true;
      this.keep();
    });
    window.addEventListener("pageshow", () => {
      this.#isLeft = false;
    });
    return found;
  }

  /** Writes down what there is. Closed tabs make room if the browser has none. */
  keep(): void {
    const snapshot = untrack(this.#snapshot);
    if (!snapshot) return;
    // A clock that is set back does not make the newest board the oldest.
    this.#at = Math.max(Date.now(), this.#at + 1);
    const text = JSON.stringify({ at: this.#at, isOpen: !this.#isLeft, snapshot, notes: untrack(() => this.notes) });
    if (!local.write(PLACE + this.#id, text) && local.trouble === "full") void this.#makeRoom(text);
  }

  /** Keeps something of a panel for this tab. */
  note(name: string, what: unknown): void {
    this.notes = { ...untrack(() => this.notes), [name]: what };
    if (this.#isLeft) this.keep();
  }

  noted(name: string): Record<string, unknown> {
    return objectFrom(JSON.stringify(untrack(() => this.notes)[name] ?? {}));
  }

  /** What tabs kept that are closed now, the newest first. */
  async closed(): Promise<Place[]> {
    const open = await openIds();
    return places().filter(({ id }) => id !== this.#id && !open.has(id));
  }

  forget(id: string): void {
    local.remove(PLACE + id);
  }

  /** Forgets closed tabs, the oldest first, until there is room for the board of this one. */
  async #makeRoom(text: string): Promise<void> {
    for (const { id } of (await this.closed()).reverse()) {
      this.forget(id);
      if (local.write(PLACE + this.#id, text)) return;
    }
  }
}

/** This tab. */
export const tab = new Tab();
