// How soon the page answers, and whether it ever stops answering: by the server, and as a static site.
import { assert, type Opened, type OpenOptions, test } from "./harness";

const N = 5;
const MOST_PAINT_MS = 1000;
const MOST_CANDIDATES_MS = 500;
const MOST_TASK_MS = 100;

/** Milliseconds after which the page has painted something. */
const painted = (p: Opened): Promise<number> => p.page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN);

for (const by of ["server", "worker"] as const) {
  test(`${by}: the first paint`, async ({ opened }) => {
    const paints: number[] = [];
    for (let run = 0; run < N; run += 1) {
      const p = await opened({ by });
      paints.push(await painted(p));
      await p.page.close();
    }
    console.log(`        ${by}: first paint after ${paints.map(Math.round).join(", ")} ms`);
    // The best is held to the bar: other work on the machine only adds to the rest.
    assert.ok(Math.min(...paints) < MOST_PAINT_MS, `first paint after ${paints.map(Math.round).join(", ")} ms`);
  });

  test(`${by}: the first candidates`, async ({ opened }) => {
    const waits: number[] = [];
    for (let run = 0; run < N; run += 1) {
      const p = await opened({ by, panel: "analysis" });
      // A person needs a moment until the first click.
      await p.page.waitForTimeout(1500);
      waits.push(await p.page.evaluate(async () => {
        const began = performance.now();
        document.querySelector<HTMLElement>('[data-testid="analyze"]')?.click();
        while (!document.querySelector('[data-testid="board"] .bubble')) {
          if (performance.now() - began > 20_000) return NaN;
          await new Promise((done) => requestAnimationFrame(done));
        }
        return performance.now() - began;
      }));
      await p.page.close();
    }
    console.log(`        ${by}: the first candidates on the board after ${waits.map(Math.round).join(", ")} ms`);
    assert.ok(Math.min(...waits) < MOST_CANDIDATES_MS, `the first candidates came after ${waits.map(Math.round).join(", ")} ms`);
  });

  test(`${by}: no task keeps the page from answering`, async ({ opened, browser }) => {
    const p = await opened({ by });
    await browser.startTracing(p.page, { categories: ["toplevel", "blink.user_timing", "__metadata"] });
    const at = async (words: string, act: () => Promise<unknown>): Promise<void> => {
      await p.page.evaluate((words) => void performance.mark(`doing ${words}`), words);
      await act();
      await p.page.waitForTimeout(400);
    };
    await at("panels are loaded", () => p.page.waitForTimeout(2500));
    await at("moves", () => p.play("c3", "d4", "e5", "f6"));
    await at("a panel is opened", () => p.open("analysis"));
    await at("an analysis runs", async () => {
      await p.page.getByTestId("analyze").click();
      await p.page.locator('[data-testid="board"] .bubble').first().waitFor();
      await p.page.waitForTimeout(1500);
    });
    await at("a move while it thinks", () => p.play("g7"));
    await at("a step back", () => p.page.keyboard.press("ArrowLeft"));
    await at("a text is pasted", () => p.load("https://hexworld.org/board/#11,a2b2c3d4e5f6g7h8i9"));
    const tasks = tasksOf(JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] });
    assert.ok(tasks.length > 100, `only ${tasks.length} tasks were seen`);
    const longest = tasks.toSorted((a, b) => b.ms - a.ms);
    const words = longest.slice(0, 5).map(({ ms, doing }) => `${ms.toFixed(1)} ms (${doing})`).join(", ");
    console.log(`        ${by}: processor time of the longest tasks after the start: ${words}`);
    assert.ok((longest[0]?.ms ?? NaN) <= MOST_TASK_MS, words);
  });
}

interface TraceEvent { ph: string; name: string; pid: number; tid: number; ts: number; dur?: number; tdur?: number; args?: { name?: string } }

/**
 * The tasks of the page's own thread, with what was being done, and their processor time: what else the machine does counts little in it.
 */
function tasksOf({ traceEvents }: { traceEvents: TraceEvent[] }): { ms: number; doing: string }[] {
  const marks = traceEvents.filter(({ name }) => name.startsWith("doing ")).sort((a, b) => a.ts - b.ts);
  const { pid } = marks[0] ?? { pid: -1 };
  const main = traceEvents.find((event) => event.name === "thread_name" && event.pid === pid && event.args?.name === "CrRendererMain");
  return traceEvents
    .filter((event) => event.name === "ThreadControllerImpl::RunTask" && event.pid === pid && event.tid === main?.tid && event.tdur !== undefined)
    .map(({ ts, tdur = 0 }) => ({ ms: tdur / 1000, doing: marks.findLast((mark) => mark.ts <= ts)?.name.slice("doing ".length) ?? "the start" }));
}
