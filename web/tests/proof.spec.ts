import { readFileSync } from "node:fs";
import { assert, test, until } from "./harness";
import { newHex, overflows } from "./games";

const ZIGGURAT = readFileSync("../examples/ziggurat.toml", "utf8");

test("a template is marked by mouse, proved, played against and shrunk", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 5, 5);
  const panel = await p.open("proof");
  await panel.getByRole("button", { name: "Stones", exact: true }).click();
  await p.cell("c4").click();
  await panel.getByRole("button", { name: "Region", exact: true }).click();
  for (const cell of ["b5", "c5", "d5"]) await p.cell(cell).click();
  await p.sees(panel.getByTestId("claim-counts"), "1 stones, 3 cells");
  await panel.getByRole("button", { name: "Goal", exact: true }).click();
  await p.cell("c4").click();
  await panel.getByRole("button", { name: "bottom", exact: true }).click();
  assert.equal(await panel.getByLabel("Goal", { exact: true }).inputValue(), "c4-bottom");
  await p.axe();
  await panel.getByTestId("prove").click();
  await p.sees(panel.getByTestId("verdict"), /holds/, 30_000);
  await panel.getByTestId("defence").waitFor();
  await p.cell("c5").click();
  await until(async () => /c5/.test(await panel.getByTestId("defence").innerText()), "the move is not listed");
  await p.sees(panel.getByTestId("defence"), /c5\s+b5/);
  await panel.getByRole("button", { name: "Stop playing" }).click();
  await panel.getByRole("button", { name: "Shrink the region" }).click();
  await p.sees(panel.getByTestId("minimized"), /b5 c5/, 30_000);
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
  await p.sees(panel.getByTestId("claim-counts"), "1 stones, 19 cells");
  await panel.getByRole("button", { name: "Goal", exact: true }).click();
  await p.cell("e4").click();
  await panel.getByRole("button", { name: "bottom", exact: true }).click();
  await panel.getByTestId("prove").click();
  await p.sees(panel.getByTestId("verdict"), /holds/, 60_000);
  // It is played against, and what it needs after an intrusion is fewer cells.
  await p.cell("d6").click();
  await until(async () => /d6/.test(await panel.getByTestId("defence").innerText()), "the move is not listed");
  await panel.getByRole("button", { name: "Stop playing" }).click();
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
  await panel.getByLabel("Goal", { exact: true }).fill("top-bottom");
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
  await panel.getByLabel("Goal", { exact: true }).fill("c4-bottom");
  await panel.getByTestId("prove").click();
  await p.sees(panel.getByTestId("verdict"), /fails/, 30_000);
  await panel.getByRole("button", { name: "Stop playing" }).click();
  await panel.getByRole("button", { name: "Repair" }).click();
  await p.sees(panel.getByTestId("repaired"), /b5|Take it/, 30_000);
  await panel.getByRole("button", { name: "Take it" }).first().click();
  await panel.getByTestId("prove").click();
  await p.sees(panel.getByTestId("verdict"), /holds/, 30_000);
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
  await p.sees(panel.getByTestId("claim-counts"), "1 stones, 8 cells");
  await panel.getByTestId("prove").click();
  await p.sees(panel.getByTestId("verdict"), /holds/, 30_000);
  const [file] = await Promise.all([p.page.waitForEvent("download"), panel.getByRole("button", { name: "Download certificate" }).click()]);
  const bytes = readFileSync(await file.path());
  assert.ok(bytes.length > 10);
  await panel.getByRole("button", { name: "Stop playing" }).click();
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
