import { assert, test } from "./harness";
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

test("a study that has run shows our values beside the published ones, with verdicts", async ({ opened }) => {
  const p = await opened();
  const panel = await p.open("studies");
  const card = panel.locator('[data-study="sato2016/table2"]');
  await panel.locator("details > summary", { hasText: "Sato" }).click();
  await card.getByRole("button", { name: "Details" }).click();
  await card.getByRole("button", { name: "Run the small one" }).click();
  await card.getByTestId("study-verdict").first().waitFor({ timeout: 60_000 });
  await p.sees(card.getByTestId("study-verdict").first(), /Verdict: \S+/);
  const table = card.getByTestId("study-rows").first();
  for (const head of ["Number", "Ours", "Published", "Verdict"]) await table.getByRole("columnheader", { name: head }).waitFor();
  const rows = await table.locator("tbody tr").evaluateAll((found) => found.map((row) => [...row.children].map((cell) => cell.textContent ?? "")));
  assert.ok(rows.length > 0 && rows.every(([, ours, published]) => /\d/.test(ours ?? "") && /\d/.test(published ?? "")), JSON.stringify(rows));
  await p.axe();
});
