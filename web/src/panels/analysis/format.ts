// Numbers as a person reads them. Nothing is computed here but the form.
import type { Certainty } from "../../lib/api";
import { words } from "../../lib/i18n/index.svelte";

/** A chance from 0 to 1 as a percentage. Only what is certain is 0 % or 100 %. */
export function percent(value: number | null | undefined, certainty: Certainty = "opinion"): string {
  if (value === null || value === undefined) return "–";
  const whole = Math.round(value * 100);
  if (certainty === "opinion" && whole >= 100) return ">99%";
  if (certainty === "opinion" && whole <= 0) return "<1%";
  return `${whole}%`;
}

/** The same without the sign, for a bubble. */
export function percentShort(value: number | null | undefined, certainty: Certainty = "opinion"): string {
  return percent(value, certainty).replace("%", "");
}

/** A count with separators: `12,345`. */
export function count(n: number): string {
  return new Intl.NumberFormat(words.language).format(n);
}

/** A count in few characters: `12K`. */
export function countShort(n: number): string {
  return new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 }).format(n);
}

export function seconds(n: number): string {
  return n.toFixed(n < 10 ? 1 : 0);
}

/** Minutes and seconds of a clock, with tenths below 20 seconds. */
export function clockText(milliseconds: number): string {
  const left = Math.max(0, milliseconds);
  if (left < 20_000) return `0:${(Math.floor(left / 100) / 10).toFixed(1).padStart(4, "0")}`;
  const whole = Math.ceil(left / 1000);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
