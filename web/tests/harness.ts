// What the tests of the page stand on: a server, a browser, and a page that is closed and checked after each test.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import { type AddressInfo, createServer as createSocket } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";

export { assert };

export interface OpenOptions {
  /** What is opened first, as if it were pasted. */
  text?: string;
  /** The part of the address after the page: `#state=..`. */
  hash?: string;
  panel?: string;
  language?: "en" | "ja";
  theme?: "auto" | "light" | "dark" | "safe" | "safe-dark";
  /** Whether a game that is opened is reviewed at once, as for people; absent: not, so that panels stay as a test left them. */
  reviews?: boolean;
  width?: number;
  height?: number;
  /** Who answers: the server, or WebAssembly of the static site. */
  by?: "server" | "worker";
  isTouch?: boolean;
  /** Another tab of the same browser, in place of a browser of its own. */
  beside?: Opened;
  /** Runs in the page before anything else. */
  first?: () => void;
  /** A server of the test's own. */
  url?: string;
  /** Errors on the console that this test expects. */
  expected?: RegExp;
}

/** A page that is open in a browser. */
export class Opened {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  /** Opens a panel and waits until it is there. */
  async open(panel: string): Promise<Locator> {
    await this.page.locator(`#tab-${panel}`).click();
    const found = this.page.getByTestId(`panel-${panel}`);
    await found.locator("h2").first().waitFor();
    return found;
  }

  panel(panel: string): Locator {
    return this.page.getByTestId(`panel-${panel}`);
  }

  /** A cell of the board in the middle. */
  cell(name: string): Locator {
    return this.page.locator(`[data-testid="board"] [data-cell="${name}" i]`);
  }

  /** Clicks on cells, one after the other. */
  async play(...cells: string[]): Promise<void> {
    for (const name of cells) {
      await this.cell(name).click();
      await this.idle();
    }
  }

  /** Waits until the board shows the node that the tree has. */
  async idle(): Promise<void> {
    await this.page.locator('[data-testid="board"][data-fresh="true"]').waitFor();
  }

  /** Waits until the name of a cell has a text: `Black stone`. */
  async cellIs(name: string, text: string | RegExp): Promise<void> {
    await until(async () => {
      const label = (await this.cell(name).getAttribute("aria-label")) ?? "";
      return typeof text === "string" ? label.includes(text) : text.test(label);
    }, async () => `${name} is ${await this.cell(name).getAttribute("aria-label")}, not ${String(text)}`);
  }

  /** Opens a text as if it were pasted. */
  async load(text: string): Promise<void> {
    await this.page.evaluate((content) => {
      const data = new DataTransfer();
      data.setData("text/plain", content);
      window.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }, text);
    await this.page.getByTestId("notice").last().waitFor();
    await this.idle();
  }

  /** Waits for a text inside of a locator. */
  async sees(where: Locator, text: string | RegExp, ms = 10_000): Promise<void> {
    await until(async () => {
      const found = await textOf(where);
      return typeof text === "string" ? found.includes(text) : text.test(found);
    }, async () => `"${(await textOf(where)).slice(0, 600)}" has no ${String(text)}`, ms);
  }

  /** Fails if axe finds a violation. */
  async axe(within = "body"): Promise<void> {
    await this.page.evaluate(axeSource());
    const found = await this.page.evaluate(async (selector) => {
      const { axe } = window as unknown as { axe: { run(where: string): Promise<{ violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[] }> } };
      const { violations } = await axe.run(selector);
      return violations.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.slice(0, 3).map((node) => `    ${node.html.slice(0, 200)}\n      ${node.failureSummary ?? ""}`).join("\n")}`);
    }, within);
    assert.deepEqual(found, [], `axe:\n${found.join("\n")}`);
  }
}

/** The text that is in sight; text in drawings counts too. */
async function textOf(where: Locator): Promise<string> {
  const texts = await where.evaluateAll((elements) => elements.map((element) => (element instanceof HTMLElement ? element.innerText : (element.textContent ?? ""))));
  return texts.join("\n");
}

let axeText: string | null = null;
function axeSource(): string {
  axeText ??= readFileSync(createRequire(join(process.cwd(), "package.json")).resolve("axe-core/axe.min.js"), "utf8");
  return axeText;
}

/** Waits until something is so; otherwise fails with the words. */
export async function until(isSo: () => Promise<boolean>, words: string | (() => Promise<string>), ms = 10_000): Promise<void> {
  const end = Date.now() + ms;
  while (Date.now() < end) {
    if (await isSo().catch(() => false)) return;
    await new Promise((done) => setTimeout(done, 25));
  }
  assert.fail(typeof words === "string" ? words : await words().catch((error: unknown) => `not so after ${ms} ms: ${String(error)}`));
}

export interface TestContext {
  /** Opens the page in a browser of its own. At the end of the test the console must be without errors. */
  opened(options?: OpenOptions): Promise<Opened>;
  /** The address of the server. */
  server(): Promise<string>;
  /** Skips the rest of the test. */
  skip(why: string): never;
  browser: Browser;
}

interface Registered {
  spec: string;
  name: string;
  run: (context: TestContext) => Promise<void>;
}

class Skip extends Error {}

// Several bundles share one list.
const shared = globalThis as unknown as { tesujiTests?: Registered[]; tesujiSpec?: string };
const tests = (shared.tesujiTests ??= []);

/** Registers a test. */
export function test(name: string, run: (context: TestContext) => Promise<void>): void {
  tests.push({ spec: shared.tesujiSpec ?? "", name, run });
}

const root = resolve(process.cwd(), "..");
const isRequired = process.env.TESUJI_PEERS === "required";
export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
export const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
  "--disable-sync",
];

function binary(): string | null {
  const named = process.env.TESUJI_BIN;
  const found = [named ?? "", join(root, "target/release/tesuji"), join(root, "target/debug/tesuji")].find((path) => path !== "" && existsSync(path));
  return found ?? null;
}

async function freePort(): Promise<number> {
  const socket = createSocket();
  await new Promise<void>((done) => socket.listen(0, "127.0.0.1", done));
  const { port } = socket.address() as AddressInfo;
  await new Promise((done) => socket.close(done));
  return port;
}

/** A server of our own: its address, and how it ends. */
export async function startServer(folder = mkdtempSync(join(tmpdir(), "tesuji-web-")), at: number | null = null): Promise<{ url: string; process: ChildProcess; folder: string }> {
  const program = binary();
  if (!program) throw new Skip("there is no tesuji: set TESUJI_BIN, or build it");
  const port = at ?? (await freePort());
  const assets = resolve(process.cwd(), "dist");
  const args = ["serve", "--no-open", "--port", String(port), "--folder", folder, "--assets", assets];
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stdout?.on("data", (data: Buffer) => (said += data.toString()));
  child.stderr?.on("data", (data: Buffer) => (said += data.toString()));
  const url = `http://127.0.0.1:${port}/`;
  await until(async () => child.exitCode !== null || (await fetch(`${url}api/about`)).ok, async () => `the server did not start: ${said}`, 20_000);
  assert.equal(child.exitCode, null, `the server ended: ${said}`);
  return { url, process: child, folder };
}

const TYPES: Record<string, string> = {
  ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml",
  ".json": "application/json", ".webp": "image/webp", ".png": "image/png",
};

/** The static site from a plain server in a folder, as any host would serve it. */
function startSite(): Promise<{ url: string; server: Server }> {
  const site = resolve(process.env.TESUJI_SITE ?? "");
  if (!existsSync(join(site, "index.html"))) throw new Skip(`there is no static site in ${site}: make site-test`);
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname).replace(/^\/folder\//, "");
    const file = resolve(site, path === "" ? "index.html" : path);
    if (!file.startsWith(site) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/folder/`, server })));
}

/** Where `npm run screenshots` leaves its pictures. */
const PICTURES = resolve(process.cwd(), "../docs/pictures/page");

/** A picture of the page as it is, small: WebP, made by the browser itself. */
export async function shot(p: Opened, name: string): Promise<void> {
  await p.page.mouse.move(0, 0);
  await p.page.waitForTimeout(250);
  const png = await p.page.screenshot({ animations: "disabled" });
  const blank = await p.page.context().newPage();
  const webp = await blank.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", 0.8).split(",")[1] ?? "";
  }, png.toString("base64"));
  await blank.close();
  mkdirSync(PICTURES, { recursive: true });
  writeFileSync(join(PICTURES, `${name}.webp`), Buffer.from(webp, "base64"));
  if (process.env.TESUJI_PNG) writeFileSync(join(process.env.TESUJI_PNG, `${name}.png`), png);
}

/** Runs what was registered. Returns the exit status. */
export async function runAll(words: readonly string[]): Promise<number> {
  const chosen = tests.filter((each) => words.length === 0 || words.some((word) => each.spec.includes(word) || each.name.includes(word)));
  if (!existsSync(CHROMIUM)) {
    console.log(`0 passed, ${isRequired ? chosen.length : 0} failed, ${chosen.length} skipped: there is no ${CHROMIUM} (Debian's package chromium)`);
    return isRequired ? 1 : 0;
  }
  let server: Promise<{ url: string; process: ChildProcess; folder: string }> | null = null;
  let site: Promise<{ url: string; server: Server }> | null = null;
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  const count = { passed: 0, failed: 0, skipped: 0 };
  // A test that fails is tried once more: a machine that is busy with other things may be too slow for a person's patience.
  const again = new Set<(typeof chosen)[number]>();
  const done = new Set<(typeof chosen)[number]>();
  for (const each of chosen.flatMap((each) => [each, each])) {
    if (done.has(each)) continue;
    const contexts: { context: BrowserContext; errors: string[] }[] = [];
    const serverUrl = async (): Promise<string> => process.env.TESUJI_URL ?? (await (server ??= startServer())).url;
    const opened = async (options: OpenOptions = {}): Promise<Opened> => {
      const url = options.url ?? (options.by === "worker" ? (await (site ??= startSite())).url : await serverUrl());
      const context = options.beside?.page.context() ?? await browser.newContext({
        viewport: { width: options.width ?? 1280, height: options.height ?? 860 },
        hasTouch: options.isTouch ?? false, locale: "en-GB", permissions: ["clipboard-read", "clipboard-write"], acceptDownloads: true,
      });
      const errors: string[] = [];
      contexts.push({ context, errors });
      const settings = { theme: options.theme ?? "light", reviews: options.reviews ?? false };
      if (options.first) await context.addInitScript(options.first);
      if (!options.beside) await context.addInitScript(({ language, settings }) => {
        try {
          localStorage.setItem("tesuji.language", localStorage.getItem("tesuji.language") ?? language);
          localStorage.setItem("tesuji.settings", localStorage.getItem("tesuji.settings") ?? JSON.stringify(settings));
          localStorage.setItem("tesuji.tour", localStorage.getItem("tesuji.tour") ?? "seen");
        } catch {
          // A test may refuse the storage.
        }
      }, { language: options.language ?? "en", settings });
      const page = await context.newPage();
      const hear = (text: string): void => void (options.expected?.test(text) || errors.push(text));
      page.on("pageerror", (error) => hear(`${error.message}\n${error.stack ?? ""}`));
      // Without the checker in the build the Proof panel says so; the browser notes that the file is missing.
      page.on("console", (message) => message.type() === "error" && !message.location().url.endsWith("engine/tesuji_checker.js") && hear(`${message.text()} (${message.location().url})`));
      page.setDefaultTimeout(15_000);
      await page.goto(url + (options.hash ?? ""));
      const found = new Opened(page);
      await found.idle();
      if (options.text !== undefined) await found.load(options.text);
      if (options.panel) await found.open(options.panel);
      return found;
    };
    const skip = (why: string): never => {
      throw new Skip(why);
    };
    const began = performance.now();
    try {
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<never>((_, fail) => (timer = setTimeout(() => fail(new Error("the test took longer than 90 s")), 90_000)));
      await Promise.race([each.run({ opened, server: serverUrl, skip, browser }), limit]).finally(() => clearTimeout(timer));
      const errors = contexts.flatMap(({ errors }) => errors);
      assert.deepEqual(errors, [], `errors on the console:\n${errors.join("\n")}`);
      count.passed += 1;
      done.add(each);
      console.log(`ok      ${each.spec}: ${each.name} (${Math.round(performance.now() - began)} ms)`);
    } catch (error) {
      if (error instanceof Skip && isRequired) {
        count.failed += 1;
        done.add(each);
        console.log(`FAILED  ${each.spec}: ${each.name}: nothing may be skipped, and ${error.message}`);
      } else if (error instanceof Skip) {
        count.skipped += 1;
        done.add(each);
        console.log(`skipped ${each.spec}: ${each.name}: ${error.message}`);
      } else if (!again.has(each)) {
        again.add(each);
        console.log(`again   ${each.spec}: ${each.name}: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`);
      } else {
        count.failed += 1;
        const seen = contexts.flatMap(({ errors }) => errors);
        console.log(`FAILED  ${each.spec}: ${each.name}\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}${seen.length > 0 ? `\nconsole:\n${seen.join("\n")}` : ""}`);
      }
    }
    for (const { context } of contexts) await context.close();
  }
  await browser.close();
  const running = await (server as Promise<{ url: string; process: ChildProcess; folder: string }> | null)?.catch(() => null);
  running?.process.kill();
  if (running) rmSync(running.folder, { recursive: true, force: true });
  (await (site as Promise<{ url: string; server: Server }> | null)?.catch(() => null))?.server.close();
  console.log(`${count.passed} passed, ${count.failed} failed${count.skipped > 0 ? `, ${count.skipped} skipped` : ""}`);
  return count.failed > 0 ? 1 : 0;
}
