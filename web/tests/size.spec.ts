// How much a person has to load.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { assert, test } from "./harness";

test("the page is below 200 kB gzip", async () => {
  const folder = join(process.cwd(), "dist");
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes("/engine/"));
  const sizes = files.map((file) => gzipSync(readFileSync(file), { level: 9 }).length);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`        ${files.length} files, ${Math.round(bytes / 1000)} kB gzip`);
  assert.ok(files.length > 3 && bytes < 200_000, `${bytes} bytes`);
});
