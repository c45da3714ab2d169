// The small checker in WebAssembly: a proof is believed without trusting who found it.
import type { Checked } from "../../lib/api";

interface CheckerModule {
  default(options: { module_or_path: string }): Promise<unknown>;
  check(certificate: string): string;
}

let loading: Promise<CheckerModule | null> | null = null;

async function load(): Promise<CheckerModule | null> {
  try {
    const at = (name: string): string => new URL(`engine/${name}`, document.baseURI).href;
    const response = await fetch(at("tesuji_checker.js"), { method: "HEAD" });
    if (!response.ok || !response.headers.get("Content-Type")?.includes("javascript")) return null;
    const module = (await import(/* @vite-ignore */ at("tesuji_checker.js"))) as CheckerModule;
    await module.default({ module_or_path: at("tesuji_checker_bg.wasm") });
    return module;
  } catch {
    // The server is away, perhaps: the next certificate asks for it again.
    loading = null;
    return null;
  }
}

/** What the checker in this browser says; null if it is not built into the page. */
export async function checkHere(certificate: string): Promise<Checked | null> {
  const module = await (loading ??= load());
  return module ? (JSON.parse(module.check(certificate)) as Checked) : null;
}
