// Each table of the page is saved as CSV, as RFC 4180 has it.
import { readFileSync } from "node:fs";
import type { Locator } from "playwright-core";
import { assert, test, type Opened } from "./harness";
import { newHex } from "./games";

/** The rows of a file: quotes are taken off, CRLF ends each. */
async function rows(p: Opened, button: Locator): Promise<string[][]> {
  const [file] = await Promise.all([p.page.waitForEvent("download"), button.click()]);
  const text = readFileSync(await file.path(), "utf8");
  assert.ok(text.endsWith("\r\n"), JSON.stringify(text.slice(-20)));
  assert.doesNotMatch(text, /(^|[^\r])\n(?=[^"]*$)/, "a line ends without CR");
  return text.split("\r\n").slice(0, -1).map((line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? ""));
}

test("candidates, the moves of the players and the map of openings are saved as CSV", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 3, 3);
  const analysis = await p.open("analysis");
  await analysis.getByTestId("analyze").click();
  await analysis.getByTestId("moves").locator("tbody tr").first().waitFor({ timeout: 30_000 });
  const moves = await rows(p, analysis.getByRole("button", { name: "CSV: Analysis" }));
  assert.deepEqual(moves[0], ["rank", "move", "value", "certainty", "visits", "share", "prior", "line"]);
  assert.ok(moves.length > 1 && moves.slice(1).every((row) => /^[abc][123]$/.test(row[1] ?? "") && row[7]?.startsWith(row[1] ?? "-")), JSON.stringify(moves));
  await analysis.getByTestId("analyze").click();
  await analysis.getByTestId("ask-levels").click();
  await analysis.getByTestId("levels").locator("tbody tr").first().waitFor({ timeout: 60_000 });
  const levels = await rows(p, analysis.getByRole("button", { name: /^CSV: .*strength/i }));
  assert.deepEqual(levels[0], ["player", "rating", "rating_low", "rating_high", "move", "value", "certainty"]);
  // Names of players have commas, so they are quoted.
  assert.ok(levels.slice(1).every((row) => row.length === 7 && Number(row[2]) <= Number(row[1])), JSON.stringify(levels));
  const solve = await p.open("solve");
  await solve.getByLabel("Columns").fill("3");
  await solve.getByLabel("Rows").fill("3");
  await solve.getByLabel("Rows").press("Enter");
  await solve.getByTestId("openings-counts").waitFor({ timeout: 30_000 });
  const openings = await rows(p, solve.getByRole("button", { name: /^CSV: / }));
  assert.deepEqual(openings[0], ["opening", "winner", "decided"]);
  assert.equal(openings.length, 10);
});

test("mistakes and positions of a review are saved as CSV", async ({ opened }) => {
  const p = await opened({ text: "https://hexworld.org/board/#4c1,a1b2d4c2b3" });
  const panel = await p.open("review");
  await panel.getByTestId("review").click();
  await panel.getByTestId("verdict").waitFor({ timeout: 60_000 });
  const positions = await rows(p, panel.getByRole("button", { name: "CSV: positions" }));
  assert.deepEqual(positions[0], ["moves", "black", "black_low", "black_high", "certainty", "winning", "sentence"]);
  assert.equal(positions.length, 7);
  assert.ok(positions.slice(1).every((row) => row.length === 7), JSON.stringify(positions));
  const mistakes = await rows(p, panel.getByRole("button", { name: "CSV: mistakes" }));
  assert.deepEqual(mistakes[0], ["number", "player", "move", "loss", "certainty", "better", "sentence"]);
  assert.ok(mistakes.slice(1).every((row) => /^\d+$/.test(row[0] ?? "") && /^(black|white)$/.test(row[1] ?? "")), JSON.stringify(mistakes));
});
