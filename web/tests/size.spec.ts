// How much a person has to load.
// How much the static site has is checked where it is built: `make site` runs scripts/size.mjs.
import { join } from "node:path";
import { zipped } from "../scripts/zipped.mjs";
import { assert, test } from "./harness";

const sum = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);
const sizes = (): Map<string, number> => zipped(join(process.cwd(), "dist"));

/** Sentences of the program and texts of studies in Japanese: chunks of their own, loaded when the page speaks Japanese. */
const JAPANESE = /^assets\/(all|japanese)-/;

test("before the first question less than 130 kB gzip is loaded", async ({ opened }) => {
  const p = await opened();
  // Files in the order of their requests.
  const loaded = await p.page.evaluate(() => {
    const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const asks = entries.find(({ name }) => name.includes("/api/"))?.startTime ?? Infinity;
    const before = entries.filter(({ startTime }) => startTime < asks);
    return ["index.html", ...before.map(({ name }) => new URL(name).href.slice(document.baseURI.replace(/[?#].*/, "").length))];
  });
  const all = sizes();
  const bytes = sum(loaded.map((file) => all.get(file) ?? 0));
  console.log(`        ${loaded.length} files, ${Math.round(bytes / 1000)} kB gzip`);
  assert.ok(loaded.length > 3 && bytes > 20_000, `only ${loaded.join(", ")}`);
  assert.ok(bytes < 130_000, `${bytes} bytes: ${loaded.join(", ")}`);
});

test("with all panels the page is below 220 kB gzip, and what only Japanese needs below 35 kB", () => {
  const files = [...sizes()].filter(([file]) => !file.startsWith("engine/"));
  const of = (isJapanese: boolean): number[] => files.filter(([file]) => JAPANESE.test(file) === isJapanese).map(([, size]) => size);
  const [page, japanese] = [sum(of(false)), sum(of(true))];
  console.log(`        ${files.length} files, ${Math.round(page / 1000)} kB gzip, and ${Math.round(japanese / 1000)} kB for Japanese`);
  assert.ok(files.length > 3 && page < 220_000, `${page} bytes`);
  assert.equal(of(true).length, 2);
  assert.ok(japanese > 5_000 && japanese < 35_000, `${japanese} bytes for Japanese`);
});
