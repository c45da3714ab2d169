import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { translate } from "../src/lib/i18n/said/all";
import { japanese } from "../src/panels/studies/japanese";
import { assert, program, startSite, test, until, type Opened } from "./harness";
import { overflows } from "./games";
import type { Locator } from "playwright-core";

/** The rows of a file of CSV without quotes in it, and that its lines end as RFC 4180 has it. */
async function saved(p: Opened, button: Locator): Promise<{ name: string; rows: string[][] }> {
  const [file] = await Promise.all([p.page.waitForEvent("download"), button.click()]);
  const text = readFileSync(await file.path(), "utf8");
  assert.ok(text.endsWith("\r\n"), "the last line has no end");
  return { name: file.suggestedFilename(), rows: text.trimEnd().split("\r\n").map((line) => line.split(",")) };
}

/** Chooses a study: from the list, or where there is no room for one, from the menu. */
async function choose(panel: Locator, id: string): Promise<void> {
  const menu = panel.locator("select").first();
  await panel.locator("[data-study]").waitFor();
  if (await menu.isVisible()) await menu.selectOption(id);
  else {
    const button = panel.locator(`[data-choice="${id}"]`);
    if (!(await button.isVisible())) await panel.locator("details", { has: panel.page().locator(`[data-choice="${id}"]`) }).locator("summary").click();
    await button.click();
  }
  await panel.locator(`[data-study="${id}"]`).waitFor();
}

test("three clicks on a fresh page run a study and save its numbers as CSV", async ({ opened }) => {
  const p = await opened({ width: 1440, height: 900 });
  await p.page.locator("#task-lab").click();
  const panel = p.panel("studies");
  await panel.getByTestId("quick-run").click();
  await panel.getByTestId("study-rows").waitFor({ timeout: 60_000 });
  const { name, rows } = await saved(p, panel.getByTestId("csv").first());
  assert.match(name, /^[\w-]+-small\.csv$/);
  assert.deepEqual(rows[0], ["study", "size", "number", "ours", "low", "high", "games", "published", "published_games", "agreement"]);
  assert.equal(rows.length - 1, await panel.getByTestId("study-rows").locator("tbody tr").count());
  // A number without chance has no interval.
  assert.ok(rows.slice(1).every((row) => row[3] !== "" && (row[4] === "" || (Number(row[3]) >= Number(row[4]) && Number(row[3]) <= Number(row[5])))), JSON.stringify(rows));
  assert.deepEqual(rows.slice(1).map((row) => row[2]), await panel.getByTestId("study-rows").locator("tbody td:first-child").allInnerTexts());
  await p.axe();
});

test("a study that compares nothing says so plainly, and not that numbers disagree", async ({ opened }) => {
  const p = await opened({ width: 1440, height: 900, theme: "dark" });
  const panel = await p.open("studies");
  await choose(panel, "saijo1999/table3");
  await p.sees(panel.locator("[data-study]"), "It has not been run here yet.");
  await panel.getByTestId("published").waitFor();
  await panel.getByTestId("quick-run").click();
  await panel.getByTestId("study-verdict").waitFor({ timeout: 60_000 });
  await p.sees(panel.getByTestId("study-verdict"), /too few games to compare \(\d+ a pairing; the paper has [\d,]+\)\. Run the full one: it takes \d+ (s|min|h)\./);
  assert.doesNotMatch(await panel.innerText(), /of \d+ agree/);
  assert.equal(await panel.locator('[data-agreement="other"]').count(), await panel.getByTestId("study-rows").locator("tbody tr").count());
  await p.axe();
});

test("a study that has run shows our values beside the published ones, with verdicts, and its tables as CSV", async ({ opened }) => {
  const p = await opened({ width: 1440, height: 900 });
  const panel = await p.open("studies");
  await choose(panel, "sato2016/table2");
  await panel.getByTestId("quick-run").click();
  await panel.getByTestId("study-verdict").waitFor({ timeout: 60_000 });
  await p.sees(panel.getByTestId("study-verdict"), /Verdict: \d+ of 26 numbers agree, but the paper leaves open/);
  const table = panel.getByTestId("study-rows");
  for (const head of ["Number", "Ours", "Published", "Verdict"]) await table.getByRole("columnheader", { name: head, exact: true }).waitFor();
  const rows = await table.locator("tbody tr").evaluateAll((found) => found.map((row) => [...row.children].map((cell) => cell.textContent ?? "")));
  assert.ok(rows.length > 0 && rows.every(([, ours, published]) => /\d/.test(ours ?? "") && /\d/.test(published ?? "")), JSON.stringify(rows));
  const other = panel.locator("details", { has: p.page.getByTestId("study-table") }).first();
  if ((await other.getAttribute("open")) === null) await other.locator("summary").click();
  const csv = await saved(p, other.getByTestId("csv"));
  assert.deepEqual(csv.rows[0], await other.locator("thead th").allInnerTexts());
  await other.getByTestId("copy-csv").click();
  const copied = await p.page.evaluate(() => navigator.clipboard.readText());
  assert.ok(copied.startsWith(csv.rows[0]!.join(",")), copied);
  // The study that was chosen is there after the page is loaded again.
  await p.page.waitForTimeout(600);
  await p.page.reload();
  await p.idle();
  await p.panel("studies").locator('[data-study="sato2016/table2"]').getByTestId("study-verdict").waitFor();
});

test("a picture of a run is saved as SVG and as PNG", async ({ opened }) => {
  const p = await opened({ width: 1440, height: 900 });
  const panel = await p.open("studies");
  await choose(panel, "ishida2016/table8");
  await panel.getByTestId("quick-run").click();
  const figure = panel.locator("figure").first();
  await figure.waitFor({ timeout: 60_000 });
  for (const [kind, begin] of [["SVG", "<svg"], ["PNG", "\x89PNG"]] as const) {
    const [file] = await Promise.all([p.page.waitForEvent("download"), figure.getByRole("button", { name: new RegExp(`^${kind}`) }).click()]);
    assert.ok(readFileSync(await file.path(), "latin1").startsWith(begin), kind);
  }
});

test("on a phone and in Japanese a study is chosen from one list, run and stopped", async ({ opened }) => {
  const p = await opened({ width: 390, height: 844, language: "ja", theme: "dark" });
  const panel = await p.open("studies");
  await panel.getByLabel("論文と表").first().selectOption("takada2014/table2");
  await p.sees(panel.getByTestId("quick-run"), "簡易実行（4 秒）");
  await p.sees(panel.getByTestId("full-run"), "本実行（60 時間）");
  await panel.getByText("簡易実行について").click();
  await panel.getByTestId("full-run").click();
  await panel.locator('[data-run="running"], [data-run="waiting"]').first().waitFor();
  await panel.getByRole("button", { name: "止める" }).click();
  await panel.locator('[data-run="stopped"]').first().waitFor({ timeout: 30_000 });
  await until(async () => !(await overflows(p)), "wider than the phone");
  await p.axe();
});

/** The English of which the Japanese is a translation, of all titles and texts of a paper: when it changes, read the Japanese again. */
const ENGLISH: Record<string, string> = {
  takada2014: "76497f8f", mishima2008: "10c6f813", ishida2016: "436083ca", saijo1999: "361bc97f", sato2016: "a5304807", beyond: "4b8330ab",
};

/** Names and symbols that stay in a Japanese text. */
const NAMES = /\b(?:Hexy?|Wolve|MoHex|UCT|Ev|Brandes|Anshelevich|Little Golem|Saijo|Kotani|JC|OCR?|beyond|predictors|resistance)\b|[A-Z_]+[bw]?\(.*?\)/g;
const isJapanese = (text: string): boolean => !/[A-Za-z]{3,}/.test(text.replace(NAMES, ""));

test("each study has a Japanese title and text, of the English that it has now, and so have its numbers", async ({ opened }) => {
  const p = await opened();
  const get = (path: string): Promise<unknown> => p.page.evaluate(async (from) => (await fetch(from)).json(), path);
  interface Found { id: string; paper: string; item: string; title: string; says: string; unknown: string | null; small_is: string | null; numbers: [string, string][] }
  const { studies } = (await get("api/studies")) as { studies: Found[] };
  assert.ok(studies.length > 60, `${studies.length} studies`);
  assert.deepEqual(Object.keys(japanese).sort(), studies.map(({ id }) => id).sort());
  const lacks = new Set<string>();
  const english = new Map<string, string>();
  for (const { id, paper, title, says } of studies) {
    english.set(paper, `${english.get(paper) ?? ""}${id}\n${title}\n${says}\n`);
    const study = (await get(`api/studies/${id}`)) as Found;
    const [ourTitle, ourText, item] = japanese[id] ?? ["", ""];
    for (const text of [ourTitle, ourText, item ?? translate(study.item), ...[study.unknown, study.small_is, ...study.numbers.flat()].map((each) => translate(each ?? ""))]) {
      if (!isJapanese(text)) lacks.add(`${id}: ${text}`);
    }
  }
  assert.deepEqual([...lacks], []);
  const digests = Object.fromEntries([...english].map(([paper, text]) => [paper, createHash("sha256").update(text).digest("hex").slice(0, 8)]));
  assert.deepEqual(digests, ENGLISH);
});

test("a study in Japanese has no English but names, what we learnt and the names of papers", async ({ opened }) => {
  const p = await opened({ language: "ja", width: 1440, height: 900 });
  const panel = await p.open("studies");
  await choose(panel, "mishima2008/table1");
  await p.sees(panel.locator("[data-study] h3").first(), "7×7 の必勝法の部分盤とプログラム A");
  await p.sees(panel.locator("[data-study] .says").first(), "合併連結");
  await p.sees(panel.getByTestId("published"), "論文との比");
  const items = await panel.locator("[data-choice]").allInnerTexts();
  assert.deepEqual(items.filter((text) => !isJapanese(text)), []);
});

test("without a server the kept runs are read: verdict, table, pictures and CSV", async ({ opened }) => {
  const folder = mkdtempSync(join(tmpdir(), "tesuji-report-"));
  const copy = await startSite().then(({ server }) => (server.close(), cpSync(process.env.TESUJI_SITE ?? "", folder, { recursive: true }), startSite(folder)));
  try {
    execFileSync(program(), ["study", "report", "../docs/papers", "--out", join(folder, "report")]);
    const p = await opened({ url: copy.url, width: 1440, height: 900 });
    const panel = await p.open("studies");
    await choose(panel, "sato2016/table2");
    await panel.getByTestId("study-rows").waitFor();
    assert.ok((await panel.locator("svg, img").count()) > 0, "no picture");
    const { rows } = await saved(p, panel.getByTestId("csv").first());
    assert.equal(rows.length - 1, await panel.getByTestId("study-rows").locator("tbody tr").count());
    await p.sees(panel.getByTestId("run-yourself"), "tesuji study run sato2016/table2 --full");
    assert.equal(await panel.getByTestId("quick-run").count(), 0);
    await p.axe();
    // Its service worker asks for its script again, which would fail without the server.
    await p.page.close();
  } finally {
    copy.server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
