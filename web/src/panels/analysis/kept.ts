// What a person chose in these panels, kept in this browser.

export function keptOf(name: string): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(`tesuji.${name}`) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export function keep(name: string, what: unknown): void {
  try {
    localStorage.setItem(`tesuji.${name}`, JSON.stringify(what));
  } catch {
    // No room, or not allowed: then it is not kept.
  }
}
