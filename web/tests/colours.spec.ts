// What must be told apart by eye: the edges of Hex, and stones under heat.
import { readFileSync } from "node:fs";
import { assert, type Opened, test, until } from "./harness";
import { newHex } from "./games";

type Colour = readonly [number, number, number];

/** Relative luminance and contrast as WCAG 2 has them. */
function contrast(one: Colour, other: Colour): number {
  const luminance = (colour: Colour): number => {
    const [r, g, b] = colour.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)) as [number, number, number];
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Colours of a screenshot, at points of the window. */
async function colours(p: Opened, points: readonly (readonly [number, number])[]): Promise<Colour[]> {
  const png = (await p.page.screenshot({ animations: "disabled" })).toString("base64");
  return p.page.evaluate(async ({ png, points }) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext("2d");
    context?.drawImage(image, 0, 0);
    return points.map(([x, y]) => [...(context?.getImageData(Math.round(x), Math.round(y), 1, 1).data ?? [])].slice(0, 3) as unknown as [number, number, number]);
  }, { png, points });
}

/** Points from outside of the board to a cell, which cross its edge. */
async function across(p: Opened, cell: string, dx: number, dy: number): Promise<(readonly [number, number])[]> {
  const box = await p.cell(cell).boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  // From the middle of the cell outwards, to 1.1 widths.
  return Array.from({ length: 80 }, (_, at) => [x + dx * box.width * (at / 72), y + dy * box.width * (at / 72)] as const);
}

for (const theme of ["light", "dark", "safe", "safe-dark"] as const) {
  test(`both players' edges stand out from the page, ${theme}`, async ({ opened }) => {
    const p = await opened({ theme });
    await newHex(p, 5, 5);
    // Without letters, nothing else lies there.
    await p.page.keyboard.press("Shift+L");
    await p.page.mouse.move(2, 2);
    for (const [player, cell, dx, dy] of [["Black", "c1", 0, -1], ["Black", "c5", 0, 1], ["White", "a3", -1, 0], ["White", "e3", 1, 0]] as const) {
      const found = await colours(p, await across(p, cell, dx, dy));
      const page = found.at(-1);
      assert.ok(page);
      // The last colours before the page: rim, then edge. A pixel between two colours does not count.
      const seen = Math.max(...found.filter((colour, at) => at > 30 && String(colour) === String(found[at + 1])).map((colour) => contrast(colour, page)));
      // Inside of its rim the edge has the colour of its player's stones.
      assert.ok(seen >= 3, `${player} at ${cell}: ${seen.toFixed(2)} : 1`);
      const outermost = found.findLast((colour, at) => at > 0 && String(colour) === String(found[at - 1]) && contrast(colour, page) > 1.2);
      assert.ok(outermost && contrast(outermost, page) >= 3, `${player} at ${cell}: its rim has ${outermost ? contrast(outermost, page).toFixed(2) : "no contrast"}`);
    }
  });
}

for (const theme of ["light", "dark"] as const) {
  test(`in a picture that is saved the edges stand out too, ${theme}`, async ({ opened }) => {
    const p = await opened({ theme });
    await newHex(p, 3, 3);
    await p.page.keyboard.press("Control+s");
    const [file] = await Promise.all([p.page.waitForEvent("download"), p.page.getByRole("dialog").getByRole("button", { name: "SVG" }).click()]);
    const svg = readFileSync((await file.path()) ?? "", "utf8");
    const colour = (text: string): Colour => [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16)) as unknown as Colour;
    const page = colour(/<rect[^>]*fill="(#[0-9a-f]{6})"/i.exec(svg)?.[1] ?? "");
    // Outlines come first, then what lies in them.
    const bands = [...svg.matchAll(/<(?:path|polyline)[^>]*stroke="(#[0-9a-f]{6})"/gi)].slice(0, 4).map(([, found]) => colour(found ?? ""));
    assert.equal(bands.length, 4, svg.slice(0, 2000));
    for (const band of bands) assert.ok(contrast(band, page) >= 3, `${band.join()} on ${page.join()}: ${contrast(band, page).toFixed(2)}`);
  });
}

for (const theme of ["light", "dark"] as const) {
  test(`Ownership lies under the stones, ${theme}`, async ({ opened }) => {
    const p = await opened({ theme });
    await p.load("(;FF[4]GM[1]SZ[5]KM[0.5]RU[Chinese];B[cc];W[dc];B[bb];W[dd];B[cd];W[ce])");
    const cells = ["C3", "D3", "B4", "D2", "C2"];
    // Beside the mark of the last move, well inside of the stone.
    const stones = async (): Promise<Colour[]> => {
      await p.page.mouse.move(2, 2);
      const points: (readonly [number, number])[] = [];
      for (const cell of cells) {
        const box = await p.cell(cell).boundingBox();
        assert.ok(box);
        points.push([box.x + box.width / 2, box.y + box.height * 0.28], [box.x + box.width / 2, box.y + box.height * 0.72]);
      }
      return colours(p, points);
    };
    const before = await stones();
    const panel = await p.open("analysis");
    await panel.getByRole("button", { name: /^Ownership/ }).first().click();
    await until(async () => (await p.page.locator('[data-testid="board"] .heat').count()) > 0, "no Ownership", 20_000);
    await p.page.waitForTimeout(200);
    assert.deepEqual(await stones(), before, "the stones have other colours");
  });
}
