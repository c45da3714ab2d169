// Fails if the static site has grown: `npm run size`, which `make site` runs once the site is built.
import { join, resolve } from "node:path";
import { zipped } from "./zipped.mjs";

/** Bytes with gzip, with all nets but the large one. */
const MOST_SITE = 3_100_000;

const sizes = zipped(resolve(process.env.TESUJI_SITE ?? "../target/site"));
const of = (name) => sizes.get(join("engine", name)) ?? NaN;
const [engine, checker] = [of("tesuji_wasm_bg.wasm"), of("tesuji_checker_bg.wasm")];
const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
const kB = (bytes) => `${Math.round(bytes / 1000)} kB`;
console.log(`the static site has ${kB(all)} with gzip, of which engine ${kB(engine)}, checker ${kB(checker)}`);
if (!(all < MOST_SITE)) {
  console.error(`it may not have more than ${kB(MOST_SITE)}`);
  process.exit(1);
}
if (!(engine > checker && checker > 0)) {
  console.error("the engine or the checker is missing");
  process.exit(1);
}
