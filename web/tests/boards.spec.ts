import { readFileSync } from "node:fs";
import { assert, test, until } from "./harness";
import { overflows } from "./games";

test("points and links are drawn by pointer events, undone, and Go is played on them", async ({ opened }) => {
  const p = await opened();
  const panel = await p.open("boards");
  await p.sees(panel.getByTestId("board-checks"), "There are no points yet");
  const canvas = panel.getByTestId("canvas");
  const click = ([x, y]: readonly [number, number]): Promise<void> =>
    canvas.evaluate((svg, [x, y]) => {
      const at = new DOMPoint(x, y).matrixTransform((svg as SVGSVGElement).getScreenCTM() ?? new DOMMatrix());
      svg.dispatchEvent(new PointerEvent("pointerdown", { clientX: at.x, clientY: at.y, bubbles: true, pointerId: 1 }));
      svg.dispatchEvent(new PointerEvent("pointerup", { clientX: at.x, clientY: at.y, bubbles: true, pointerId: 1 }));
    }, [x, y] as const);
  for (const at of [[2, 2], [4, 2], [3, 4]] as const) await click(at);
  await p.sees(panel.getByTestId("board-counts"), "3 points, 0 links");
  await p.sees(panel.getByTestId("board-checks"), "3 pieces");
  await panel.getByRole("button", { name: "Link", exact: true }).click();
  for (const [from, to] of [[[2, 2], [4, 2]], [[4, 2], [3, 4]], [[3, 4], [2, 2]]] as const) {
    await click(from);
    await click(to);
  }
  await p.sees(panel.getByTestId("board-counts"), "3 points, 3 links");
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
  await p.sees(panel.getByTestId("board-checks"), "Nothing to remark");
  await p.axe();
  await panel.getByTestId("play-on-it").click();
  await until(async () => (await p.page.locator('[data-testid="board"] [role="gridcell"]').count()) === 3, "the board has not three points");
});

test("a lattice is made and saved in both forms, a board is read, on a phone", async ({ opened }) => {
  const p = await opened({ width: 360, language: "en" });
  const panel = await p.open("boards");
  await panel.locator("summary").filter({ hasText: "Begin with a lattice" }).click();
  await panel.locator("select").first().selectOption("torus");
  await panel.getByRole("button", { name: "Make it" }).click();
  await p.sees(panel.getByTestId("board-counts"), "25 points, 50 links");
  await panel.locator("summary").filter({ hasText: "In and out" }).click();
  const [file] = await Promise.all([p.page.waitForEvent("download"), panel.getByRole("button", { name: "Save for Go Variants" }).click()]);
  const text = readFileSync(await file.path(), "utf8");
  assert.equal((JSON.parse(text) as { adjacencyList: number[][] }).adjacencyList.length, 25);
  await panel.getByRole("button", { name: "Empty", exact: true }).click();
  await panel.locator("#board-text").fill(text);
  await panel.getByRole("button", { name: "Read it" }).click();
  await p.sees(panel.getByTestId("board-counts"), "25 points, 50 links");
  await panel.getByTestId("canvas").focus();
  assert.ok(!(await overflows(p)), "wider than the phone");
  await p.axe();
});
