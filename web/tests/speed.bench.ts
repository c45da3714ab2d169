// How long a person waits: first paint, the answer to a click, the first line of analysis. The numbers are printed.
import { assert, test } from "./harness";

const N = 7;

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

test("the first paint and the first board come soon", async ({ opened }) => {
  const paints: number[] = [];
  const boards: number[] = [];
  for (let run = 0; run < N; run += 1) {
    const p = await opened();
    const paint = await p.page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN);
    paints.push(paint);
    boards.push(await p.page.evaluate(() => performance.getEntriesByName("tesuji.board")[0]?.startTime ?? NaN));
    await p.page.close();
  }
  console.log(`        first paint ${Math.round(median(paints))} ms, first board ${Math.round(median(boards))} ms (medians of ${N})`);
  // The best of them is held to the bar: other work on the machine only adds to the rest.
  assert.ok(Math.min(...paints) < 300, `first paint after ${paints.map(Math.round).join(", ")} ms`);
  assert.ok(Math.min(...boards) < 1000, `first board after ${boards.map(Math.round).join(", ")} ms`);
});

test("the first board of the static site comes soon", async ({ opened }) => {
  const paints: number[] = [];
  const boards: number[] = [];
  for (let run = 0; run < N; run += 1) {
    const p = await opened({ by: "worker" });
    // No browser remembers anything here: the engine is loaded and compiled each time.
    paints.push(await p.page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN));
    boards.push(await p.page.evaluate(() => performance.getEntriesByName("tesuji.board")[0]?.startTime ?? NaN));
    await p.page.close();
  }
  console.log(`        static site: first paint ${Math.round(median(paints))} ms, first board ${Math.round(median(boards))} ms (medians of ${N})`);
  assert.ok(Math.min(...boards) < 1000, `first board after ${boards.map(Math.round).join(", ")} ms`);
});

test("a click is answered at once", async ({ opened }) => {
  const p = await opened();
  // From the click to the next frame in which the stone is on the board.
  const waits = await p.page.evaluate(async () => {
    const found: number[] = [];
    for (const name of ["c3", "d4", "e5", "f6", "g7", "h8", "i9", "c9", "d8"]) {
      const cell = document.querySelector(`[data-testid="board"] [data-cell="${name}"]`);
      const began = performance.now();
      cell?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      while (!cell?.getAttribute("aria-label")?.includes("stone") || !document.querySelector('[data-testid="board"][data-fresh="true"]')) {
        if (performance.now() - began > 5000) return [NaN];
        await new Promise((done) => requestAnimationFrame(done));
      }
      found.push(performance.now() - began);
    }
    return found;
  });
  console.log(`        a click is answered after ${Math.round(median(waits))} ms (median of ${waits.length})`);
  assert.ok(Math.min(...waits) < 50, `clicks were answered after ${waits.map(Math.round).join(", ")} ms`);
});

test("the first line of an analysis comes at once", async ({ opened }) => {
  const waits: number[] = [];
  for (let run = 0; run < N; run += 1) {
    const p = await opened();
    await p.open("analysis");
    waits.push(
      await p.page.evaluate(async () => {
        const began = performance.now();
        document.querySelector<HTMLElement>('[data-testid="analyze"]')?.click();
        while (!document.querySelector('[data-testid="moves"] tbody tr')) {
          if (performance.now() - began > 10_000) return NaN;
          await new Promise((done) => requestAnimationFrame(done));
        }
        return performance.now() - began;
      }),
    );
    await p.page.close();
  }
  console.log(`        the first line of an analysis of 11x11 comes after ${Math.round(median(waits))} ms (median of ${N})`);
  assert.ok(Math.min(...waits) < 300, `the first line came after ${waits.map(Math.round).join(", ")} ms`);
});
