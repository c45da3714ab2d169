import { assert, test } from "./harness";

test("the tour shows three real examples, by keyboard too, and can be left and started again", async ({ opened }) => {
  const p = await opened({ width: 360 });
  const panel = await p.open("tour");
  await panel.getByRole("button", { name: "Start the tour" }).click();
  await p.sees(panel.getByTestId("tour-step"), /Step 1 of 3/);
  await p.axe();
  await p.page.keyboard.press("ArrowRight");
  await p.sees(panel.getByTestId("tour-step"), /Step 2 of 3/);
  await p.page.keyboard.press("Escape");
  await panel.getByRole("button", { name: "Start again" }).click();
  await panel.getByRole("button", { name: "Open this example" }).click();
  await p.panel("proof").getByTestId("claim-counts").waitFor();
  await p.sees(p.panel("proof").getByTestId("claim-counts"), "8 cells");
});

test("a new person sees the tour once", async ({ server, browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(await server());
  const panel = page.getByTestId("panel-tour");
  await panel.getByRole("button", { name: "Start the tour" }).waitFor();
  const words = await panel.innerText();
  assert.match(words, /New here\?/);
  assert.doesNotMatch(words, /You have seen the tour/);
  await page.reload();
  await page.locator('[data-testid="board"][data-fresh="true"]').waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem("tesuji.tour")), "seen");
  await context.close();
});
