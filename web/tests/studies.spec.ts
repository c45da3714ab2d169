import { test } from "./harness";
import { overflows } from "./games";

test("studies are listed by paper, with what a small one is", async ({ opened }) => {
  const p = await opened({ width: 360 });
  const panel = await p.open("studies");
  await panel.locator("details > summary").first().click();
  await panel.getByRole("button", { name: "Details" }).first().click();
  await p.sees(panel, "What the small one is");
  await panel.getByRole("button", { name: "Run the small one" }).first().click();
  await panel.locator("[data-run]").first().waitFor();
  const stop = panel.locator("[data-run]").getByRole("button", { name: "Stop" });
  await stop.click({ timeout: 3000 }).catch(() => null);
  await panel.locator('[data-run="stopped"], [data-run="done"]').first().waitFor({ timeout: 30_000 });
  if (await overflows(p)) throw new Error("wider than the phone");
  await p.axe();
});
