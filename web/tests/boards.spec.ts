import { readFileSync } from "node:fs";
import type { Locator } from "playwright-core";
import { assert, test, until, type Opened } from "./harness";
import { overflows } from "./games";

test("points and links are drawn by pointer events, undone, and Go is played on them", async ({ opened }) => {
  const p = await opened();
  const panel = await p.open("boards");
  await p.sees(panel.getByTestId("board-checks"), "There are no points yet");
  const canvas = panel.getByTestId("canvas");
  await panel.getByRole("button", { name: "Point", exact: true }).click();
  const click = ([x, y]: readonly [number, number]): Promise<void> =>
    canvas.evaluate((svg, [x, y]) => {
      const at = new DOMPoint(x, y).matrixTransform((svg as SVGSVGElement).getScreenCTM() ?? new DOMMatrix());
      svg.dispatchEvent(new PointerEvent("pointerdown", { clientX: at.x, clientY: at.y, bubbles: true, pointerId: 1 }));
      svg.dispatchEvent(new PointerEvent("pointerup", { clientX: at.x, clientY: at.y, bubbles: true, pointerId: 1 }));
    }, [x, y] as const);
  for (const at of [[2, 2], [4, 2], [3, 4]] as const) await click(at);
  await p.sees(panel.getByTestId("board-counts"), "3 points, 0 links");
  await p.sees(panel.getByTestId("board-checks"), "3 unconnected parts");
  await panel.getByRole("button", { name: "Draw", exact: true }).click();
  for (const [from, to] of [[[2, 2], [4, 2]], [[4, 2], [3, 4]], [[3, 4], [2, 2]]] as const) {
    await click(from);
    await click(to);
  }
  await p.sees(panel.getByTestId("board-counts"), "3 points, 3 links");
  await panel.locator("summary", { hasText: "Symmetry" }).click();
  await panel.getByRole("button", { name: "Mirror" }).click();
  await p.sees(panel.getByTestId("board-counts"), "6 points, 6 links");
  await panel.getByRole("button", { name: "Undo", exact: true }).click();
  // Below, the three points have images of their own; a line through two of them adds one image; its own middle none.
  const axis = panel.getByLabel("Mirror line");
  await axis.selectOption("below");
  await panel.getByRole("button", { name: "Mirror" }).click();
  await p.sees(panel.getByTestId("board-counts"), "6 points, 6 links");
  await panel.getByRole("button", { name: "Undo", exact: true }).click();
  await axis.selectOption("upright");
  await panel.getByRole("button", { name: "Mirror" }).click();
  await p.sees(panel.getByTestId("board-counts"), "3 points, 3 links");
  await axis.selectOption("chosen");
  assert.ok(await panel.getByRole("button", { name: "Mirror" }).isDisabled(), "no line without two points");
  await panel.getByRole("button", { name: "Select", exact: true }).click();
  await click([2, 2]);
  await click([3, 4]);
  await panel.getByRole("button", { name: "Mirror" }).click();
  await p.sees(panel.getByTestId("board-counts"), "4 points, 5 links");
  await panel.getByRole("button", { name: "Undo", exact: true }).click();
  await p.sees(panel.getByTestId("board-checks"), "No problems found");
  await p.axe();
  await panel.getByTestId("play-on-it").click();
  await until(async () => (await p.page.locator('[data-testid="board"] [role="gridcell"]').count()) === 3, "the board has not three points");
});

test("a lattice is made and saved in both forms, a board is read, on a phone", async ({ opened }) => {
  const p = await opened({ width: 360, language: "en" });
  const panel = await p.open("boards");
  await panel.getByRole("combobox", { name: "Start from a lattice" }).selectOption("torus");
  await panel.getByRole("button", { name: "Create" }).click();
  await p.sees(panel.getByTestId("board-counts"), "25 points, 50 links");
  await panel.locator("summary").filter({ hasText: "Import and export" }).click();
  const [file] = await Promise.all([p.page.waitForEvent("download"), panel.getByRole("button", { name: "Save for Go Variants" }).click()]);
  const text = readFileSync(await file.path(), "utf8");
  assert.equal((JSON.parse(text) as { adjacencyList: number[][] }).adjacencyList.length, 25);
  await panel.getByRole("button", { name: "Clear", exact: true }).click();
  await panel.locator("#board-text").fill(text);
  await panel.getByRole("button", { name: "Read it" }).click();
  await p.sees(panel.getByTestId("board-counts"), "25 points, 50 links");
  await panel.getByTestId("canvas").focus();
  assert.ok(!(await overflows(p)), "wider than the phone");
  await p.axe();
});

/** A hand that draws, and counts what it does: each click and each drag is one action. */
function handOf(p: Opened, panel: Locator): { n: () => number; click: (x: number, y: number, button?: "right") => Promise<void>; drag: (...way: (readonly [number, number])[]) => Promise<void>; press: (what: Locator) => Promise<void> } {
  let n = 0;
  const screen = async (x: number, y: number): Promise<[number, number]> =>
    panel.getByTestId("canvas").evaluate((svg, [x, y]) => {
      const at = new DOMPoint(x, y).matrixTransform((svg as SVGSVGElement).getScreenCTM() ?? new DOMMatrix());
      return [at.x, at.y] as [number, number];
    }, [x, y] as const);
  return {
    n: () => n,
    click: async (x, y, button) => {
      n += 1;
      await p.page.mouse.click(...(await screen(x, y)), { button: button ?? "left" });
    },
    drag: async (...way) => {
      n += 1;
      for (const [at, [x, y]] of way.entries()) {
        await p.page.mouse.move(...(await screen(x, y)), { steps: at === 0 ? 1 : 3 });
        if (at === 0) await p.page.mouse.down();
      }
      await p.page.mouse.up();
    },
    press: async (what) => {
      n += 1;
      await what.click();
    },
  };
}

for (const [width, height, theme] of [[1440, 900, "light"], [390, 844, "dark"]] as const) {
  test(`a board of 17 points and 32 links takes at most 40 actions, with its analysis, at ${width}`, async ({ opened }) => {
    const p = await opened({ width, height, theme });
    const panel = p.panel("boards");
    const { click, drag, press, n } = handOf(p, panel);
    await press(p.page.locator("#task-boards"));
    await panel.getByTestId("canvas").scrollIntoViewIfNeeded();
    // Two chains that close, a hub, and four strokes across: nothing of it is a lattice or a stamp.
    const outer = [[6, 0.5], [9, 1.5], [10, 4.5], [9, 7.5], [6, 8.5], [3, 7.5], [2, 4.5], [3, 1.5]] as const;
    const inner = [[6, 2.5], [7.5, 3], [8, 4.5], [7.5, 6], [6, 6.5], [4.5, 6], [4, 4.5], [4.5, 3]] as const;
    for (const ring of [outer, inner]) for (const [x, y] of [...ring, ring[0]]) await click(x, y);
    await p.sees(panel.getByTestId("board-counts"), "16 points, 16 links");
    await p.sees(panel.getByTestId("board-checks"), "2 unconnected parts");
    await click(6, 4.5);
    await click(6, 4.5);
    for (let at = 0; at < 4; at += 1) await drag(outer[at]!, inner[at]!, [6, 4.5], inner[at + 4]!, outer[at + 4]!);
    await p.sees(panel.getByTestId("board-counts"), "17 points, 32 links");
    await p.sees(panel.getByTestId("board-checks"), "No problems found");
    await p.axe();
    assert.ok(!(await overflows(p)), "wider than the window");
    await press(panel.getByTestId("play-on-it"));
    await until(async () => (await p.page.locator('[data-testid="board"] [role="gridcell"]').count()) === 17, "the board has not 17 points");
    await p.panel("analysis").waitFor();
    assert.ok(n() <= 40, `${n()} actions`);
    console.log(`        ${n()} actions`);
  });
}

test("a row is one stroke, a stroke is one undo, the right button deletes, and a stamp is laid and copied", async ({ opened }) => {
  const p = await opened({ width: 1440, height: 900 });
  const panel = await p.open("boards");
  const { click, drag } = handOf(p, panel);
  const counts = panel.getByTestId("board-counts");
  await drag([1, 1], [5, 1]);
  await p.sees(counts, "5 points, 4 links");
  await drag([1, 2], [5, 2]);
  await p.sees(counts, "10 points, 8 links");
  // From a point into empty ground too.
  await drag([3, 2], [3, 4]);
  await p.sees(counts, "12 points, 10 links");
  await panel.getByRole("button", { name: "Undo", exact: true }).click();
  for (const x of [1, 3, 5]) await drag([x, 1], [x, 2]);
  await p.sees(counts, "10 points, 11 links");
  await panel.getByRole("button", { name: "Undo", exact: true }).click();
  await p.sees(counts, "10 points, 10 links");
  await panel.getByRole("button", { name: "Redo", exact: true }).click();
  await p.sees(counts, "10 points, 11 links");
  await click(2.5, 1, "right");
  await p.sees(counts, "10 points, 10 links");
  await click(2, 2, "right");
  await p.sees(counts, "9 points, 8 links");
  await panel.getByRole("button", { name: "Clear", exact: true }).click();
  await panel.getByRole("button", { name: "Stamp", exact: true }).click();
  await panel.getByLabel("Stamp", { exact: true }).last().selectOption("wheel");
  await panel.getByLabel("Size", { exact: true }).fill("6");
  await click(3, 3);
  await p.sees(counts, "7 points, 12 links");
  await panel.getByRole("button", { name: "Select", exact: true }).click();
  await panel.getByRole("button", { name: "Copy", exact: true }).click();
  await click(8, 3);
  await p.sees(counts, "14 points, 24 links");
  await p.axe();
});

test("keys draw, a point gets a name that lasts, and lists of links and places are read", async ({ opened }) => {
  const p = await opened({ width: 1440, height: 900, language: "en" });
  const panel = await p.open("boards");
  const counts = panel.getByTestId("board-counts");
  await panel.getByTestId("canvas").focus();
  for (const key of ["Enter", "ArrowRight", "ArrowRight", "Enter", "ArrowDown", "ArrowDown", "Enter"]) await p.page.keyboard.press(key);
  await p.sees(counts, "3 points, 2 links");
  const name = panel.getByLabel("Name of the point");
  await name.fill("hub");
  await name.press("Enter");
  await p.sees(panel.locator('[data-testid="canvas"] text').last(), "hub");
  await panel.getByTestId("canvas").focus();
  await p.page.keyboard.press("Escape");
  for (const key of ["ArrowRight", "ArrowRight", "Enter", "Delete"]) await p.page.keyboard.press(key);
  await p.sees(counts, "3 points, 2 links");
  await panel.locator("summary", { hasText: "Import and export" }).click();
  const [file] = await Promise.all([p.page.waitForEvent("download"), panel.getByTestId("csv").click()]);
  assert.match(readFileSync(await file.path(), "utf8"), /^point,degree,neighbours,right,down\r\n[\s\S]*hub,1,/);
  await panel.locator("#board-text").fill("a b\nb-c\nc, a\nc d");
  await panel.getByRole("button", { name: "Read it" }).click();
  await p.sees(counts, "4 points, 4 links");
  await panel.locator("#board-text").fill("0 0\n1.5 0\n0 1.5");
  await panel.getByRole("button", { name: "Read it" }).click();
  await p.sees(counts, "3 points, 0 links");
});
