// How Playwright runs the tests of the page, in Debian's chromium: `npm test`, `npm run screenshots`, `npm run bench` (tests/run.mjs).
import { defineConfig } from "@playwright/test";
import { CHROMIUM, FLAGS } from "./tests/servers";

export default defineConfig({
  testDir: "tests",
  outputDir: "test-results",
  timeout: 90_000,
  // A test that fails is tried once more: a machine that is busy with other things may be too slow for a person's patience.
  retries: 1,
  // Searches have budgets of processor time: beside other tests a person would wait longer for them.
  workers: Number(process.env.TESUJI_WORKERS ?? 1),
  forbidOnly: process.env.TESUJI_PEERS === "required",
  reporter: "list",
  // The engine is loaded as it was built.
  build: { external: ["**/engine/*.js"] },
  use: { browserName: "chromium", launchOptions: { executablePath: CHROMIUM, args: FLAGS }, screenshot: "only-on-failure" },
  projects: [
    { name: "page", testMatch: "*.spec.ts" },
    { name: "pictures", testMatch: "*.shots.ts", workers: 1 },
    { name: "times", testMatch: "*.bench.ts", workers: 1, timeout: 300_000 },
  ],
});
