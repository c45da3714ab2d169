// What a person chose in these panels, kept in this browser for all its tabs. What belongs to one tab: `tab.note`.
import { local } from "../../lib/browser-storage.svelte";

export function keptOf(name: string): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(local.read(`tesuji.${name}`) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export function keep(name: string, what: unknown): void {
  local.write(`tesuji.${name}`, JSON.stringify(what));
}
