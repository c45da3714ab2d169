// Points of a value graph.
import type { Certainty } from "../../lib/api";

export interface GraphPoint {
  /** Black's chance from 0 to 1; null if nothing is known. */
  black: number | null;
  interval?: readonly [number, number] | null;
  certainty: Certainty;
  /** What is known, for a reader of the screen and on hover. */
  sentence: string;
}
