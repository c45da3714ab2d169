// Questions to WebAssembly in a worker. The worker's script is in `engine/` beside the page (crates/wasm builds it).
import type { Transport } from "./index";
import { AskError } from "./index";

export async function workerTransport(): Promise<Transport> {
  return {
    kind: "worker",
    about: null,
    ask: () => Promise.reject(new AskError({ what: "the worker is not built yet", advice: "Start `tesuji serve`.", is_ours: true })),
  };
}
