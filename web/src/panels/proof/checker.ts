// The small checker in WebAssembly: a proof is believed without trusting who found it.
import { AskError, type Checked } from "../../lib/api";

/** What the checker reports; only the engine draws the claim. */
export type CheckedHere = Omit<Checked, "claim">;

/** What `crates/wasm-checker` exports, as wasm-bindgen writes it. Its objects live in the memory of the module until they are freed. */
interface CheckerModule {
  default(options: { module_or_path: string }): Promise<unknown>;
  /** Throws a `Fault`. */
  check(certificate: string): CheckedHere & { free(): void };
  Fault: new () => { what: string; advice: string; line?: number; column?: number; free(): void };
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
export async function checkHere(certificate: string): Promise<CheckedHere | null> {
  const module = await (loading ??= load());
  if (!module) return null;
  try {
    const checked = module.check(certificate);
    const { is_valid, words, holds, n_nodes, n_bytes, compact } = checked;
    checked.free();
    return { is_valid, words, holds, n_nodes, n_bytes, compact };
  } catch (error) {
    if (!(error instanceof module.Fault)) throw error;
    const { what, advice, line, column } = error;
    error.free();
    throw new AskError({ what, advice, ...(line && column ? { place: { line, column } } : {}) });
  }
}
