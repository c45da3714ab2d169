// How much a person has to load.
// How much the static site has is checked where it is built: `make site` runs scripts/size.mjs.
import { join } from "node:path";
import { zipped } from "../scripts/zipped.mjs";
import { assert, test } from "./harness";

const sum = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);

/** The sentences of the program in Japanese: a chunk of its own, loaded when the page speaks Japanese. */
const JAPANESE = /^assets\/all-/;

test("the page is below 200 kB gzip, and Japanese sentences of the program below 30 kB", async () => {
  const files = [...zipped(join(process.cwd(), "dist"))].filter(([file]) => !file.startsWith("engine/"));
  const sizes = (isJapanese: boolean): number[] => files.filter(([file]) => JAPANESE.test(file) === isJapanese).map(([, size]) => size);
  const [page, japanese] = [sum(sizes(false)), sum(sizes(true))];
  console.log(`        ${files.length} files, ${Math.round(page / 1000)} kB gzip, and ${Math.round(japanese / 1000)} kB for Japanese`);
  assert.ok(files.length > 3 && page < 200_000, `${page} bytes`);
  assert.equal(sizes(true).length, 1);
  assert.ok(japanese > 5_000 && japanese < 30_000, `${japanese} bytes for Japanese`);
});
