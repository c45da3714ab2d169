// The static site without a network: writes its service worker with the list of what it keeps, and what makes the page installable.
// `npm run offline`, once the engine lies beside the page: `make site` and `make site-test` run it. The folder is TESUJI_SITE.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

const SOURCE = resolve(dirname(fileURLToPath(import.meta.url)), "../site");
const WORKER = "offline.js";

/**
 * Writes the service worker of the site in a folder, and copies the manifest and its icons there.
 * @param {string} folder
 * @returns {number} how many files are kept
 */
export function writeOffline(folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(SOURCE)) if (name !== WORKER) copyFileSync(join(SOURCE, name), join(folder, name));
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    // The report of the papers is read in a tab of its own.
    .filter((path) => path !== WORKER && !path.startsWith("report/"))
    .sort();
  const hash = (/** @type {string} */ path) => createHash("sha256").update(readFileSync(join(folder, path))).digest("hex");
  const files = Object.fromEntries(paths.map((path) => [path, hash(path)]));
  const worker = readFileSync(join(SOURCE, WORKER), "utf8");
  writeFileSync(join(folder, WORKER), worker.replace("const FILES = {};", `const FILES = ${JSON.stringify(files, null, 1)};`));
  return paths.length;
}

/**
 * The same for Vite, in its mode `site`.
 * @returns {import("vite").Plugin}
 */
export function offline() {
  let folder = "";
  return {
    name: "offline",
    apply: (config, { mode }) => mode === "site",
    configResolved: (config) => void (folder = resolve(config.root, config.build.outDir)),
    transformIndexHtml: () => [
      { tag: "link", attrs: { rel: "manifest", href: "./manifest.webmanifest" }, injectTo: "head" },
      { tag: "link", attrs: { rel: "apple-touch-icon", href: "./icon-192.png" }, injectTo: "head" },
    ],
    closeBundle: () => void writeOffline(folder),
  };
}

if (resolve(process.argv[1] ?? "") === fileURLToPath(import.meta.url)) {
  const folder = resolve(process.env.TESUJI_SITE ?? "../target/site");
  if (!existsSync(join(folder, "index.html"))) {
    console.error(`there is no site in ${folder}: make site`);
    process.exit(1);
  }
  console.log(`${join(folder, WORKER)}: ${writeOffline(folder)} files are kept for the time without a network`);
}
