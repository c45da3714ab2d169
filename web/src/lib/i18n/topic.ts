export type Language = "en" | "ja";

/** The same strings in another language: the same keys, and functions of the same arguments. */
type Same<T> = T extends string ? string : T extends (...args: infer A) => string ? (...args: A) => string : { readonly [K in keyof T]: Same<T[K]> };

/** A topic: its strings in both languages. */
export function topic<const T extends object>(en: T, ja: Same<T>): { en: Same<T>; ja: Same<T> } {
  return { en: en as unknown as Same<T>, ja };
}
