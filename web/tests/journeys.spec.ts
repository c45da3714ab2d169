// Journeys from a first visit on, each within its number of clicks, in three windows and both schemes, by touch on the phone.
import { readFileSync } from "node:fs";
import { assert, everywhere, type Opened, test, until } from "./harness";
import { overflows } from "./games";

const ZIGGURAT = readFileSync("../examples/ziggurat.toml", "utf8");
const LINK = "https://hexworld.org/board/#6c1,b2c3d4b5";

/** The end of each journey: few enough clicks, no sideways scrolling, nothing that axe finds. */
async function within(p: Opened, most: number): Promise<void> {
  assert.ok(p.clicks <= most, `${p.clicks} clicks, not ${most}`);
  assert.ok(p.clicks > 0, "no click was counted");
  assert.equal(await overflows(p), false, "the page is wider than its window");
  await p.axe();
}

everywhere(() => {
  test("the first move of a game: 1 click", async ({ opened }) => {
    const p = await opened({ isFirst: true });
    await p.play("f6");
    await p.cellIs("f6", "Black stone");
    await within(p, 1);
  });

  test("from a template to its certificate: 5 clicks", async ({ opened }) => {
    const p = await opened({ isFirst: true });
    await p.paste(ZIGGURAT);
    const panel = p.panel("proof");
    await p.press(panel.getByTestId("prove"));
    await p.sees(panel.getByTestId("verdict"), /Proved/, 30_000);
    const [file] = await Promise.all([p.page.waitForEvent("download"), p.press(panel.getByRole("button", { name: "Download certificate" }))]);
    assert.ok(readFileSync(await file.path()).subarray(0, 7).equals(Buffer.from("TSJCERT")), "no certificate was saved");
    await within(p, 5);
  });

  test("from a pasted game to candidates on the board: 2 clicks", async ({ opened }) => {
    const p = await opened({ isFirst: true });
    await p.paste(LINK);
    await p.cellIs("b2", "Black stone");
    await p.press(p.page.locator("#tab-analysis"));
    const panel = p.panel("analysis");
    await p.press(panel.getByTestId("analyze"));
    await p.page.locator('[data-testid="board"] .bubble').first().waitFor();
    await within(p, 2);
  });
});

test("clicks are counted as a person makes them", async ({ opened }) => {
  const p = await opened();
  await p.play("c3", "d4");
  assert.equal(p.clicks, 2);
  // Into the field, and what is written.
  await p.page.keyboard.press("c");
  const comment = p.page.getByRole("textbox").first();
  await comment.fill("one");
  await comment.fill("two");
  await until(async () => p.clicks === 3, async () => `${p.clicks} clicks`);
  // The list, and the line in it.
  await p.page.getByTestId("settings").click();
  await p.page.getByLabel("Colours").selectOption("dark");
  await until(async () => p.clicks === 6, async () => `${p.clicks} clicks`);
});
