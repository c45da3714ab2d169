// The size of what a browser loads.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/**
 * The bytes of each file of a folder with gzip, by its path.
 * @param {string} folder
 * @returns {Map<string, number>}
 */
export function zipped(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.map((file) => [file.slice(folder.length + 1), gzipSync(readFileSync(file), { level: 9 }).length]));
}
