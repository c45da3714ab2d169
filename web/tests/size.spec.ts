// How much a person has to load.
// How much the static site has is checked where it is built: `make site` runs scripts/size.mjs.
import { join } from "node:path";
import { zipped } from "../scripts/zipped.mjs";
import { assert, test } from "./harness";

const sum = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);

test("the page is below 200 kB gzip", async () => {
  const folder = join(process.cwd(), "dist");
  const sizes = [...zipped(folder)].filter(([file]) => !file.startsWith("engine/")).map(([, size]) => size);
  console.log(`        ${sizes.length} files, ${Math.round(sum(sizes) / 1000)} kB gzip`);
  assert.ok(sizes.length > 3 && sum(sizes) < 200_000, `${sum(sizes)} bytes`);
});
