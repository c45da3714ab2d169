import { readFileSync } from "node:fs";
import type { Locator } from "playwright-core";
import { assert, test, until } from "./harness";
import { newHex, overflows } from "./games";

const ZIGGURAT = readFileSync("../examples/ziggurat.toml", "utf8");

test("a claim that the search alone decided is no proof, and the page says so", async ({ opened }) => {
  const p = await opened();
  // The answer of a server whose limit came before the certificate was made.
  await p.page.route("**/api/**", async (route) => {
    if (!/"verify"/.test(route.request().postData() ?? "")) return route.continue();
    const response = await route.fetch();
    const body = (await response.text()).replace(/"holds":true/g, '"holds":null').replace(/"decided":null/g, '"decided":true')
      .replace(/"certificate":"[^"]*"/g, '"certificate":null');
    await route.fulfill({ response, body });
  });
  await p.paste(ZIGGURAT);
  const panel = await p.open("proof");
  await panel.getByTestId("prove").click();
  const verdict = panel.getByTestId("verdict");
  await p.sees(verdict, "The search decided that the claim holds; the certificate is not made yet.", 30_000);
  await p.sees(verdict, "This is no proof yet");
  assert.equal(await verdict.locator(".certain").count(), 0, "it must not look proved");
  assert.equal(await panel.getByRole("button", { name: "Play against it" }).count(), 0);
  await p.axe();
});

test("a template is marked by mouse, proved, played against and shrunk", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 5, 5);
  const panel = await p.open("proof");
  await panel.getByRole("button", { name: "Stones", exact: true }).click();
  await p.cell("c4").click();
  await panel.getByRole("button", { name: "Region", exact: true }).click();
  for (const cell of ["b5", "c5", "d5"]) await p.cell(cell).click();
  await p.sees(panel.getByTestId("claim-counts"), "1 stone, 3 cells");
  await panel.getByRole("button", { name: "Goal", exact: true }).click();
  await p.cell("c4").click();
  await panel.getByRole("button", { name: "bottom", exact: true }).click();
  assert.equal(await panel.getByLabel("Connect", { exact: true }).inputValue(), "c4-bottom");
  await p.axe();
  await panel.getByTestId("prove").click();
  await p.sees(panel.getByTestId("verdict"), /Proved/, 30_000);
  // The drawing stays; the proof is a mode that is entered and left.
  assert.equal(await panel.getByTestId("defence").count(), 0);
  await panel.getByRole("button", { name: "Play against it" }).click();
  await panel.getByTestId("defence").waitFor();
  await p.cell("c5").click();
  await until(async () => /c5/.test(await panel.getByTestId("defence").innerText()), "the move is not listed");
  await p.sees(panel.getByTestId("defence"), /c5\s+b5/);
  await panel.getByRole("button", { name: "Back to the drawing" }).click();
  await p.sees(panel.getByTestId("claim-counts"), "1 stone, 3 cells");
  // Without another question: what is needed, what may go, and the answers, all on the board.
  await p.sees(panel.getByTestId("cell-counts"), /2 needed, 1 removable/, 30_000);
  await p.cellIs("d5", "d5 is not needed: it may be removed");
  await p.cellIs("c5", "If White plays c5, Black answers b5. c5 is needed.");
  assert.equal(await panel.getByRole("button", { name: "Ask", exact: true }).getAttribute("aria-pressed"), "true");
  await p.cell("b5").click();
  await p.sees(panel.getByTestId("asked"), "If White plays b5, Black answers c5.");
  await p.sees(p.page.getByTestId("doing"), "If White plays b5, Black answers c5.");
  await p.cell("d5").click();
  await p.sees(panel.getByTestId("asked"), "d5 is not needed: it may be removed.");
  await p.axe();
  await panel.getByRole("button", { name: "Shrink the region" }).click();
  await p.sees(panel.getByTestId("minimized"), /b5 c5/, 30_000);
  await panel.getByRole("button", { name: "Use the minimal claim" }).click();
  await p.sees(panel.getByTestId("claim-counts"), "1 stone, 2 cells");
  // It is proved at once, and the verdict is in sight.
  await p.sees(panel.getByTestId("cell-counts"), /2 needed/, 30_000);
  assert.ok(await panel.getByTestId("verdict").evaluate((card) => card.getBoundingClientRect().bottom < innerHeight), "the verdict is out of sight");
  await p.axe();
});

test("a template hunter proves IV1a, finds that no cell can go, and saves a picture and a diagram to post", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 7, 7);
  const panel = await p.open("proof");
  await panel.getByRole("button", { name: "Stones", exact: true }).click();
  await p.cell("e4").click();
  await panel.getByRole("button", { name: "Rectangle", exact: true }).click();
  for (const [from, to] of [["a7", "g7"], ["b6", "g6"], ["c5", "g5"]] as const) {
    await p.cell(from).click();
    await p.cell(to).click();
  }
  await panel.getByRole("button", { name: "Region", exact: true }).click();
  await p.cell("f4").click();
  await p.sees(panel.getByTestId("claim-counts"), "1 stone, 19 cells");
  await panel.getByRole("button", { name: "Goal", exact: true }).click();
  await p.cell("e4").click();
  await panel.getByRole("button", { name: "bottom", exact: true }).click();
  await panel.getByTestId("prove").click();
  await p.sees(panel.getByTestId("verdict"), /Proved/, 60_000);
  await panel.getByRole("button", { name: "Play against it" }).click();
  // It is played against, and what it needs after an intrusion is fewer cells.
  await p.cell("d6").click();
  await until(async () => /d6/.test(await panel.getByTestId("defence").innerText()), "the move is not listed");
  await panel.getByRole("button", { name: "Back to the drawing" }).click();
  await panel.getByRole("button", { name: "Shrink the region" }).click();
  await p.sees(panel.getByTestId("minimized"), /every cell of the region is needed/i, 60_000);
  const download = async (name: string): Promise<Buffer> => {
    const [file] = await Promise.all([p.page.waitForEvent("download"), panel.getByRole("button", { name, exact: true }).click()]);
    return readFileSync(await file.path());
  };
  assert.equal((await download("PNG")).subarray(1, 4).toString("latin1"), "PNG");
  assert.match((await download("SVG")).toString("utf8"), /19 empty cells/);
  assert.match((await download("HexWiki")).toString("utf8"), /<hexboard/);
  await p.axe();
});

test("a search says what it does, for how long, its nodes and its memory, and is stopped", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 9, 9);
  const panel = await p.open("proof");
  await panel.getByRole("button", { name: "All empty cells" }).click();
  await panel.getByLabel("Connect", { exact: true }).fill("top-bottom");
  await panel.getByTestId("prove").click();
  const searching = panel.getByTestId("searching");
  await p.sees(searching.getByTestId("progress"), /proving .*, [\d,]+ nodes, [\d,]+ MB of memory/, 20_000);
  await p.sees(searching, /\d\.\d s/);
  await p.axe();
  await searching.getByRole("button", { name: "Stop" }).click();
  await searching.waitFor({ state: "detached" });
});

test("a false claim is refuted and repaired, by keyboard", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 5, 5);
  const panel = await p.open("proof");
  await panel.getByRole("button", { name: "Stones", exact: true }).press("Enter");
  await p.cell("c4").focus();
  await p.page.keyboard.press("Enter");
  await panel.getByRole("button", { name: "Region", exact: true }).press("Enter");
  await p.cell("c5").focus();
  await p.page.keyboard.press("Enter");
  await panel.getByLabel("Connect", { exact: true }).fill("c4-bottom");
  await panel.getByTestId("prove").click();
  await p.sees(panel.getByTestId("verdict"), /Refuted/, 30_000);
  await p.sees(panel.getByTestId("verdict"), "c5 refutes it");
  await p.cellIs("c5", "c5 refutes it");
  await panel.getByRole("button", { name: "Repair" }).click();
  await p.sees(panel.getByTestId("repaired"), /b5|Use it/, 30_000);
  await panel.getByRole("button", { name: "Use it" }).first().click();
  await panel.getByTestId("prove").click();
  await p.sees(panel.getByTestId("verdict"), /Proved/, 30_000);
});

test("a claim that was pasted is proved and its certificate saved and read again, on a dark phone", async ({ opened }) => {
  const p = await opened({ width: 360, theme: "dark" });
  const panel = await p.open("proof");
  const paste = async (text: string): Promise<void> => {
    const details = panel.locator("details", { has: p.page.locator("#proof-paste") });
    if ((await details.getAttribute("open")) === null) await details.locator("summary").click();
    await panel.locator("#proof-paste").fill(text);
    await panel.getByRole("button", { name: "Read it" }).click();
  };
  await paste(ZIGGURAT);
  await p.sees(panel.getByTestId("claim-counts"), "1 stone, 8 cells");
  await panel.getByTestId("prove").click();
  await p.sees(panel.getByTestId("verdict"), /Proved/, 30_000);
  const [file] = await Promise.all([p.page.waitForEvent("download"), panel.getByRole("button", { name: "Download certificate" }).click()]);
  const bytes = readFileSync(await file.path());
  assert.ok(bytes.length > 10);
  const [toml] = await Promise.all([p.page.waitForEvent("download"), panel.getByRole("button", { name: "TOML" }).click()]);
  assert.match(readFileSync(await toml.path(), "utf8"), /goal/);
  const [picture] = await Promise.all([p.page.waitForEvent("download"), panel.getByRole("button", { name: "SVG" }).click()]);
  assert.match(readFileSync(await picture.path(), "utf8"), /<svg/);
  await panel.getByRole("button", { name: "Empty board" }).click();
  await paste(bytes.toString("base64"));
  await p.sees(panel.getByTestId("proof-certificate"), /Checked/, 20_000);
  assert.ok(!(await overflows(p)), "wider than the phone");
  await p.axe();
});

for (const touch of [false, true]) {
  test(`from a fresh page, a template comes to its certificate in 5 ${touch ? "taps in Japanese and dark" : "clicks"}`, async ({ opened }) => {
    const p = await opened(touch ? { width: 390, height: 780, isTouch: true, language: "ja", theme: "dark" } : {});
    await p.page.evaluate(() => addEventListener("click", () => document.documentElement.setAttribute("data-clicks", String(Number(document.documentElement.getAttribute("data-clicks")) + 1)), true));
    const press = async (where: Locator): Promise<void> => (touch ? where.tap() : where.click());
    const panel = p.panel("proof");
    await press(p.page.locator("#task-prove"));
    await press(p.page.locator("#tab-proof"));
    await press(panel.getByRole("button", { name: touch ? "辺のテンプレート" : "Edge template" }));
    await press(panel.getByTestId("prove"));
    await p.sees(panel.getByTestId("verdict"), touch ? "証明されました" : "Proved", 60_000);
    const [file] = await Promise.all([p.page.waitForEvent("download"), press(panel.getByRole("button", { name: touch ? "証明書を保存" : "Download certificate" }))]);
    assert.ok(readFileSync(await file.path()).length > 10);
    const clicks = Number(await p.page.locator("html").getAttribute("data-clicks"));
    assert.ok(clicks >= 3 && clicks <= 5, `${clicks} clicks`);
    await until(async () => (await panel.getByTestId("cell-counts").count()) === 1, "what is needed is not said", 30_000);
    // The needed cells and the answers are one view, and the board is not left while one reads the table.
    await panel.getByTestId("answers").locator("summary").click();
    const box = await panel.getByTestId("answers").getByRole("region").boundingBox();
    assert.ok(box && box.height <= 0.5 * (p.page.viewportSize()?.height ?? 0), `the table is ${box?.height} high`);
    assert.ok(!(await overflows(p)), "wider than the window");
    await p.axe();
  });
}

test("two stones and the whole board are ready to be proved", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 5, 5);
  const panel = await p.open("proof");
  await panel.getByRole("button", { name: "Two stones" }).click();
  await p.sees(panel.getByTestId("claim-counts"), "2 stones");
  await panel.getByTestId("prove").click();
  await p.sees(panel.getByTestId("verdict"), /Proved/, 30_000);
  await p.open("game");
  await p.play("c3", "a1");
  await p.open("proof");
  await panel.getByRole("button", { name: "Whole board" }).click();
  assert.equal(await panel.getByLabel("Connect", { exact: true }).inputValue(), "top-bottom");
  await p.sees(panel.getByTestId("claim-counts"), "1 stone, 23 cells");
  await panel.getByTestId("prove").click();
  await p.sees(panel.getByTestId("verdict"), /Proved/, 60_000);
});
