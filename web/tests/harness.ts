// What the tests of the page stand on: a server, a browser, and a page that is closed and checked after each test.
import assert from "node:assert/strict";
import { existsSync, rmSync } from "node:fs";
import { test as base, type BrowserContext } from "@playwright/test";
import { denyStorage, fillStorage, Opened, type OpenOptions } from "./opened";
import { CHROMIUM, Missing, type MortalServer, startMortal, startServer as start, startSite as startFiles } from "./servers";

export { assert, Opened, type OpenOptions };
export { shot } from "./pictures";
export { CHROMIUM, FLAGS, program, until } from "./servers";

/** A window, and what the system prefers. */
export interface Screen {
  width: number;
  height: number;
  isTouch?: boolean;
  scheme?: "light" | "dark";
}

interface PerTest {
  /** Opens the page in a browser of its own. At the end of the test the console must be without errors. */
  opened: (options?: OpenOptions) => Promise<Opened>;
  /** The address of the server. */
  server: () => Promise<string>;
  /** A server of the test's own, which it can end and start again. */
  mortal: () => Promise<MortalServer>;
  /** The window in which pages are opened. */
  display: Screen;
  /** Skips the rest of the test. */
  skip: (why: string) => never;
  hasBrowser: undefined;
}

interface PerWorker {
  /** The address of the server that all tests of a worker share. */
  shared: () => Promise<string>;
  /** The address of the static site. */
  site: () => Promise<string>;
}

function skip(why: string): never {
  if (process.env.TESUJI_PEERS === "required") throw new Error(`nothing may be skipped, and ${why}`);
  console.log(`        skipped: ${why}`);
  base.skip(true, why);
  throw new Missing(why);
}

/** Skips the test if something is missing. */
async function present<T>(found: Promise<T>): Promise<T> {
  return found.catch((error: unknown) => {
    if (error instanceof Missing) skip(error.message);
    throw error;
  });
}

/** A server of our own: its address, and how it ends. */
export function startServer(...args: Parameters<typeof start>): ReturnType<typeof start> {
  return present(start(...args));
}

/** The static site, or a copy of it, from a host of our own. */
export function startSite(...args: Parameters<typeof startFiles>): ReturnType<typeof startFiles> {
  return present(startFiles(...args));
}

/** Ends what pages have left running on the server, which the next test would wait for. */
async function stopJobs(url: string): Promise<void> {
  const { jobs } = (await (await fetch(`${url}api/jobs`)).json()) as { jobs: { id: string; state: string }[] };
  const open = jobs.filter(({ state }) => state === "running" || state === "waiting");
  await Promise.all(open.map(({ id }) => fetch(`${url}api/jobs/${id}/stop`, { method: "POST" })));
}

export const test = base.extend<PerTest, PerWorker>({
  shared: [async ({}, use) => {
    let server: ReturnType<typeof start> | null = null;
    await use(async () => process.env.TESUJI_URL ?? (await present((server ??= start()))).url);
    const running = await (server as ReturnType<typeof start> | null)?.catch(() => null);
    running?.process.kill();
    if (running) rmSync(running.folder, { recursive: true, force: true });
  }, { scope: "worker" }],

  site: [async ({}, use) => {
    let site: ReturnType<typeof startFiles> | null = null;
    await use(async () => (await present((site ??= startFiles()))).url);
    (await (site as ReturnType<typeof startFiles> | null)?.catch(() => null))?.server.close();
  }, { scope: "worker" }],

  hasBrowser: [async ({}, use) => {
    if (!existsSync(CHROMIUM)) skip(`there is no ${CHROMIUM} (Debian's package chromium)`);
    await use(undefined);
  }, { auto: true }],

  server: async ({ shared }, use) => use(shared),

  mortal: async ({}, use) => {
    const started: Awaited<ReturnType<typeof startMortal>>[] = [];
    await use(async () => {
      const one = await present(startMortal());
      started.push(one);
      return one.server;
    });
    for (const { end } of started) await end();
  },

  display: [{ width: 1280, height: 860 }, { option: true }],

  skip: async ({}, use) => use(skip),

  opened: async ({ browser, shared, site, display }, use, info) => {
    const contexts = new Set<BrowserContext>();
    const errors: string[] = [];
    let isAsked = false;
    await use(async (options = {}) => {
      const isTouch = options.isTouch ?? display.isTouch ?? false;
      const scheme = options.scheme ?? display.scheme;
      const url = options.url ?? (await (options.by === "worker" ? site() : shared()));
      isAsked ||= options.url === undefined && options.by !== "worker";
      const context = options.beside?.page.context() ?? await browser.newContext({
        viewport: { width: options.width ?? display.width, height: options.height ?? display.height },
        colorScheme: scheme ?? "light", hasTouch: isTouch, locale: "en-GB", permissions: ["clipboard-read", "clipboard-write"], acceptDownloads: true,
      });
      contexts.add(context);
      const settings = { theme: options.theme ?? (scheme ? "auto" : "light"), reviews: options.reviews ?? false };
      if (options.storage === "denied") await context.addInitScript(denyStorage);
      if (options.first) await context.addInitScript(options.first);
      if (!options.beside && !options.isFirst) await context.addInitScript(({ language, settings }) => {
        try {
          localStorage.setItem("tesuji.language", localStorage.getItem("tesuji.language") ?? language);
          localStorage.setItem("tesuji.settings", localStorage.getItem("tesuji.settings") ?? JSON.stringify(settings));
        } catch {
          // A test may refuse the storage.
        }
      }, { language: options.language ?? "en", settings });
      if (options.storage === "full") await context.addInitScript(fillStorage);
      const page = await context.newPage();
      const hear = (text: string): void => void (options.expected?.test(text) || errors.push(text));
      page.on("pageerror", (error) => hear(`${error.message}\n${error.stack ?? ""}`));
      // Without the checker in the build the Proof panel says so; the browser notes that the file is missing.
      page.on("console", (message) => message.type() === "error" && !message.location().url.endsWith("engine/tesuji_checker.js") && hear(`${message.text()} (${message.location().url})`));
      page.setDefaultTimeout(15_000);
      const found = new Opened(page, isTouch);
      await found.countClicks();
      if (options.network === "slow") await found.slow();
      await page.goto(url + (options.hash ?? ""));
      await found.idle();
      if (options.text !== undefined) await found.load(options.text);
      if (options.panel) await found.open(options.panel);
      return found;
    });
    for (const context of contexts) await context.close();
    if (isAsked) await stopJobs(await shared());
    if (info.status !== "skipped") assert.deepEqual(errors, [], `errors on the console:\n${errors.join("\n")}`);
  },
});

/** The windows in which the page must hold: a desk, a small one, and a phone. */
export const SCREENS: readonly Screen[] = [{ width: 1440, height: 900 }, { width: 1024, height: 768 }, { width: 390, height: 844, isTouch: true }];

/** Registers tests for each window and both schemes of colours. */
export function everywhere(register: () => void): void {
  for (const screen of SCREENS) {
    for (const scheme of ["light", "dark"] as const) {
      test.describe(`${screen.width}x${screen.height} ${scheme}`, () => {
        test.use({ display: { ...screen, scheme } });
        register();
      });
    }
  }
}
