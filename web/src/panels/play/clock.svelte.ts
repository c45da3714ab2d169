// A clock after Fischer: time for the whole game, and seconds that each move adds.
import type { Colour } from "../../lib/api";
import type { ClockChoice } from "./choice";

const TICK_MS = 100;

export class Clock {
  /** Milliseconds that are left. */
  left: Record<Colour, number> = $state({ black: 0, white: 0 });
  /** Whose time runs. */
  running: Colour | null = $state(null);
  readonly increment: number;
  #since = 0;
  #timer: ReturnType<typeof setInterval> | null = null;
  readonly #onFlag: (colour: Colour) => void;

  constructor(choice: ClockChoice, onFlag: (colour: Colour) => void, left?: Record<Colour, number>) {
    const whole = choice.minutes * 60_000;
    this.left = left ? { ...left } : { black: whole, white: whole };
    this.increment = choice.increment * 1000;
    this.#onFlag = onFlag;
  }

  /** Lets the time of a player run, or of nobody. */
  run(colour: Colour | null): void {
    if (colour === this.running) return;
    this.#count();
    this.#halt();
    if (colour === null || this.left[colour] <= 0) return;
    this.running = colour;
    this.#timer = setInterval(() => this.#count(), TICK_MS);
  }

  #halt(): void {
    this.running = null;
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** A player has moved. */
  moved(colour: Colour): void {
    this.run(null);
    this.left[colour] += this.increment;
  }

  #count(): void {
    const now = performance.now();
    const past = now - this.#since;
    this.#since = now;
    const colour = this.running;
    if (colour === null) return;
    this.left[colour] = Math.max(0, this.left[colour] - past);
    if (this.left[colour] > 0) return;
    this.#halt();
    this.#onFlag(colour);
  }
}
