// Runs the tests of the page in Debian's chromium: bundles tests/*.spec.ts, starts the server and a static site, prints a summary.
//
//   npm test [-- NAME ..]          specs whose name or tests have one of the words
//   npm run screenshots            the same program with tests/*.shots.ts
//   npm run bench                  the same with tests/*.bench.ts, which measure times
//
// TESUJI_BIN: the program (otherwise ../target/release/tesuji, ../target/debug/tesuji). TESUJI_SITE: the static site (otherwise
// ../target/site-test, and for pictures and times ../target/site, which is shipped). TESUJI_URL: a server that runs already, in place of one of our own. TESUJI_PEERS=required: what cannot be run is a failure; otherwise it is skipped and said.
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "../test-results/specs");
const wanted = process.argv.slice(2);
const kinds = { "--screenshots": ".shots.ts", "--bench": ".bench.ts" };
const ending = kinds[wanted[0]] ?? ".spec.ts";
const names = wanted[0] in kinds ? wanted.slice(1) : wanted;

process.env.TESUJI_SITE ??= ending === ".spec.ts" ? "../target/site-test" : "../target/site";

const specs = readdirSync(here).filter((file) => file.endsWith(ending)).sort();
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await build({
  root: join(here, ".."),
  configFile: false,
  logLevel: "warn",
  ssr: { external: ["playwright-core", "axe-core"] },
  build: {
    ssr: true,
    outDir: out,
    target: "node20",
    minify: false,
    rollupOptions: {
      input: Object.fromEntries([["harness", join(here, "harness.ts")], ...specs.map((file) => [file.replace(/\.ts$/, ""), join(here, file)])]),
      output: { entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" },
    },
  },
});

const at = (file) => pathToFileURL(join(out, file.replace(/\.ts$/, ".mjs"))).href;
const { runAll } = await import(at("harness.ts"));
for (const file of specs) {
  globalThis.tesujiSpec = file.replace(ending, "");
  await import(at(file));
}
process.exit(await runAll(names));
