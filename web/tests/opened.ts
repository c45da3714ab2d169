// A page that is open in a browser, and what a person does with it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { until } from "./servers";

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
  /** What the system of the person prefers; the page then follows it. */
  scheme?: "light" | "dark";
  /** A first visit: nothing is chosen, and the welcome has not been seen. */
  isFirst?: boolean;
  /** A browser that refuses its storage to the page, or has no room in it. */
  storage?: "denied" | "full";
  /** 400 ms for each request, and 50 kB/s. */
  network?: "slow";
  /** Another tab of the same browser, in place of a browser of its own. */
  beside?: Opened;
  /** Runs in the page before anything else. */
  first?: () => void;
  /** A server of the test's own. */
  url?: string;
  /** Errors on the console that this test expects. */
  expected?: RegExp;
}

/** The task of each panel. */
const TASKS: Record<string, string> = {
  welcome: "play", play: "play", puzzles: "play", review: "review", analysis: "review", game: "review",
  solve: "prove", proof: "prove", strategy: "prove", life: "prove", boards: "boards", studies: "lab", matches: "lab", jobs: "lab",
};

/** A page that is open in a browser. */
export class Opened {
  readonly page: Page;
  /** How often the person has clicked or tapped since the page was opened: `countClicks`. */
  clicks = 0;
  readonly #isTouch: boolean;

  constructor(page: Page, isTouch = false) {
    this.page = page;
    this.#isTouch = isTouch;
  }

  /** Clicks, or taps where there is a finger. */
  async press(where: Locator): Promise<void> {
    await (this.#isTouch ? where.tap() : where.click());
  }

  /** Counts from now on. A person also clicks into a field before writing in it, and twice to choose from a list. */
  async countClicks(): Promise<void> {
    await this.page.exposeFunction("tesujiClicked", (n: number) => void (this.clicks += n));
    await this.page.addInitScript(countClicks);
  }

  /** Leaves no room in the storage. */
  async fillStorage(): Promise<void> {
    await this.page.evaluate(fillStorage);
  }

  /** Gives back the room that was filled. */
  async freeStorage(): Promise<void> {
    await this.page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith("other.")) localStorage.removeItem(key);
    });
  }

  /** Makes each request wait for 400 ms, at 50 kB/s. */
  async slow(): Promise<void> {
    const cdp = await this.page.context().newCDPSession(this.page);
    await cdp.send("Network.enable");
    await cdp.send("Network.emulateNetworkConditions", { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 });
  }

  /** Pastes a text, and waits for nothing. */
  async paste(text: string): Promise<void> {
    await this.page.evaluate((content) => {
      const data = new DataTransfer();
      data.setData("text/plain", content);
      window.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }, text);
  }

  /** Opens a panel and waits until it is there. */
  async open(panel: string): Promise<Locator> {
    const task = TASKS[panel] ?? panel;
    if ((await this.page.locator(`#task-${task}[aria-current]`).count()) === 0) await this.page.locator(`#task-${task}`).click();
    await this.page.locator(`#task-${task}[aria-current]`).waitFor();
    if (!(await this.panel(panel).isVisible()) || (await this.page.locator(`#tab-${panel}[aria-selected="false"]`).count()) > 0) await this.page.locator(`#tab-${panel}`).click();
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
      await this.press(this.cell(name));
      await this.idle();
    }
  }

  /** Waits until the board shows the node that the tree has. */
  async idle(): Promise<void> {
    await this.page.locator('[data-testid="board"][data-fresh="true"], main.isWide').first().waitFor();
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
    await this.paste(text);
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

/** In the page: a browser that refuses its storage. */
export function denyStorage(): void {
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, { get: () => { throw new DOMException("denied", "SecurityError"); } });
  }
}

/** In the page: a storage without room. */
export function fillStorage(): void {
  let text = "x".repeat(1 << 20);
  for (let n = 0; text.length > 0; n += 1) {
    try {
      localStorage.setItem(`other.${n}`, text);
    } catch {
      text = text.slice(0, text.length >> 1);
    }
  }
}

/** In the page: tells the test of each click. */
function countClicks(): void {
  const { tesujiClicked } = window as unknown as { tesujiClicked(n: number): Promise<void> };
  // The field that a click has reached already.
  let last: EventTarget | null = null;
  window.addEventListener("pointerdown", (event) => {
    last = event.target;
    if (event.isTrusted) void tesujiClicked(1);
  }, true);
  const on = (kind: string, is: (target: EventTarget | null) => boolean, most: number): void => window.addEventListener(kind, ({ target }) => {
    if (!is(target)) return;
    const n = target === last ? most - 1 : most;
    last = target;
    if (n > 0) void tesujiClicked(n);
  }, true);
  on("input", (target) => target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit"].includes(target.type)), 1);
  on("change", (target) => target instanceof HTMLSelectElement, 2);
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
