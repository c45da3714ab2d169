// Texts in and out: pasted, dropped, opened, saved, shared.
import { readFileSync } from "node:fs";
import { unpacked } from "../src/lib/state/link";
import { assert, test, until } from "./harness";

const SGF = "(;FF[4]GM[11]SZ[5]PB[Ada]PW[Bob];B[c3]C[the centre];W[b4](;B[d2]LB[e1:X])(;B[a5]))";

test("a pasted game is read with its names, variations, comments and marks", async ({ opened }) => {
  const p = await opened();
  await p.load(SGF);
  await p.sees(p.page.getByTestId("notice"), /Read: .*Hex/);
  const tree = p.page.getByTestId("tree");
  await p.sees(tree, /c3[\s\S]*b4[\s\S]*d2/);
  await p.sees(tree, "a5");
  await p.page.keyboard.press("End");
  await p.idle();
  await p.cellIs("d2", "Black stone");
  await p.sees(p.page.locator('[data-testid="board"] svg text'), "X");
  const panel = await p.open("game");
  assert.equal(await panel.getByLabel("Black", { exact: true }).inputValue(), "Ada");
  // On a tab the arrows go from panel to panel.
  await p.page.getByTestId("read").click();
  await p.page.keyboard.press("Home");
  await p.page.keyboard.press("ArrowRight");
  await until(async () => (await panel.getByLabel("Comment on this position").inputValue()) === "the centre", "the comment is not shown");
});

test("files are opened and dropped", async ({ opened }) => {
  const p = await opened();
  await p.page.keyboard.press("Control+o");
  await p.page.locator('dialog input[type="file"]').setInputFiles({ name: "game.sgf", mimeType: "text/plain", buffer: Buffer.from(SGF) });
  await p.sees(p.page.getByTestId("tree"), "b4");
  await p.page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["d1-d7/g7 a7-b7/b8"], "amazons.txt", { type: "text/plain" }));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await p.sees(p.page.getByTestId("notice"), /Amazons/);
  await p.idle();
  await p.cellIs("d7", "Black amazon");
  await p.cellIs("g7", "arrow");
});

test("links and lists of other sites are read", async ({ opened }) => {
  const p = await opened();
  await p.load("https://hexworld.org/board/#5c1,c3b2d4");
  await p.sees(p.page.getByTestId("notice"), /HexWorld/i);
  await p.sees(p.page.getByTestId("tree"), /c3[\s\S]*b2[\s\S]*d4/);
});

test("the game is saved in each form that can hold it, and the SGF holds all", async ({ opened }) => {
  const p = await opened();
  await p.load(SGF);
  await p.page.keyboard.press("Control+s");
  const dialog = p.page.getByRole("dialog");
  const text = dialog.locator("#save-text");
  await until(async () => (await text.inputValue()).includes("the centre"), "the SGF has no comment");
  const forms = await dialog.getByLabel("Form").locator("option").evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  assert.ok(forms.length >= 3, `only ${forms.join(", ")}`);
  for (const form of forms) {
    await dialog.getByLabel("Form").selectOption(form);
    await until(async () => (await text.inputValue()) !== "", `${form} writes nothing`);
  }
  await dialog.getByLabel("Form").selectOption("sgf");
  await until(async () => (await text.inputValue()).startsWith("(;"), "no SGF");
  const [download] = await Promise.all([p.page.waitForEvent("download"), dialog.getByRole("button", { name: "Download" }).click()]);
  assert.match(download.suggestedFilename(), /\.sgf$/);
  const saved = readFileSync((await download.path()) ?? "", "utf8");
  for (const part of ["Ada", "Bob", "the centre", "a5", "LB"]) assert.ok(saved.includes(part), `the file has no ${part}`);
});

test("the position is saved as SVG and PNG", async ({ opened }) => {
  const p = await opened();
  await p.play("c3");
  await p.page.keyboard.press("Control+s");
  const dialog = p.page.getByRole("dialog");
  const [svg] = await Promise.all([p.page.waitForEvent("download"), dialog.getByRole("button", { name: "SVG" }).click()]);
  assert.match(readFileSync((await svg.path()) ?? "", "utf8"), /^<(\?xml|svg)/);
  const [png] = await Promise.all([p.page.waitForEvent("download"), dialog.getByRole("button", { name: "PNG" }).click()]);
  assert.deepEqual([...readFileSync((await png.path()) ?? "").subarray(1, 4)], [0x50, 0x4e, 0x47]);
});

test("one link holds the whole state", async ({ opened }) => {
  const p = await opened();
  await p.load(SGF);
  await p.open("solve");
  await p.page.keyboard.press("Control+s");
  const field = p.page.locator("#save-link");
  await until(async () => (await field.inputValue()).includes("#state="), "there is no link");
  const link = await field.inputValue();
  assert.ok(link.length < 1500, `the link has ${link.length} characters`);
  await p.page.getByRole("button", { name: "Copy the link" }).click();
  assert.equal(await p.page.evaluate(() => navigator.clipboard.readText()), link);
  const other = await opened({ hash: link.slice(link.indexOf("#")) });
  await other.sees(other.page.getByTestId("tree"), "a5");
  await other.panel("solve").waitFor();
  const game = await other.open("game");
  assert.equal(await game.getByLabel("White", { exact: true }).inputValue(), "Bob");
});

test("a link of version 1 is read for ever", async () => {
  const link = "bY-9TsRADIRfBX21Cw6OZjueA12xl1hHxP5E3k1yKNp3R0mQjoLKns8jeWZlVitDTriTUE0VtzL0OBBK9VY3cPNRH5NPvSN0OUwxFdybYHk5lrL4EVdt0ibEPGvBfVyaMAb_rbYp3nuPwEUwLVOox7OU-928MnrTVHFpCqHJQz8LccbRvfIXn37x9byHinGn-KerDf1N__V2Z9qWqpvsOLwIo08acJjOgy4IXzpu7Vv7AQ";
  const found = await unpacked(link);
  assert.ok(found);
  assert.deepEqual([found.panel, found.current, found.tree.players], ["review", 2, ["Ada", ""]]);
  assert.deepEqual(found.tree.nodes.map((node) => node.mv), [undefined, "c3", "b4", "c4"]);
});

test("a link to this machine says so, and what others can open stands beside it", async ({ opened }) => {
  const p = await opened();
  await p.load("https://hexworld.org/board/#5c1,c3b2d4");
  await p.page.keyboard.press("Control+s");
  const dialog = p.page.getByRole("dialog");
  await p.sees(dialog.getByTestId("reach"), "Only this computer can open the link");
  const hexworld = dialog.getByTestId("public-hexworld");
  await until(async () => (await hexworld.inputValue()) === "https://hexworld.org/board/#5c1,c3b2d4", async () => `the link is ${await hexworld.inputValue()}`);
  await dialog.getByRole("button", { name: "Copy: Link to HexWorld" }).click();
  assert.equal(await p.page.evaluate(() => navigator.clipboard.readText()), "https://hexworld.org/board/#5c1,c3b2d4");
  const sgf = await dialog.getByTestId("public-sgf").inputValue();
  await p.axe();
  await p.page.keyboard.press("Escape");
  // The text opens the game anywhere.
  const other = await opened({ text: sgf });
  await other.cellIs("d4", "Black stone");
  // Go has no such link, but its text.
  const go = await opened({ text: "(;FF[4]GM[1]SZ[5]KM[0.5]RU[Chinese];B[cc])" });
  await go.page.keyboard.press("Control+s");
  await until(async () => (await go.page.getByTestId("public-sgf").inputValue()).includes("GM[1]"), "no text of the game");
  assert.equal(await go.page.getByTestId("public-hexworld").count(), 0);
});

test("a broken link is said, and the page works", async ({ opened }) => {
  const p = await opened({ hash: "#state=AAAAbroken" });
  await p.sees(p.page.getByTestId("notice"), "The link could not be read");
  await p.play("c3");
  await p.cellIs("c3", "Black stone");
});

test("the board is there again after a reload", async ({ opened }) => {
  const p = await opened();
  await p.play("c3", "d4");
  await p.page.waitForTimeout(500);
  await p.page.reload();
  await p.idle();
  await p.cellIs("d4", "White stone, last move");
});

test("of several games one is chosen", async ({ opened }) => {
  const p = await opened();
  await p.page.keyboard.press("Control+o");
  await p.page.getByLabel(/Paste a game/).fill(`${SGF}\n(;FF[4]GM[11]SZ[7]PB[Cleo];B[d4];W[e5])`);
  await p.page.getByRole("button", { name: "Read", exact: true }).click();
  await p.page.getByRole("button", { name: /Cleo/ }).click();
  await p.sees(p.page.getByTestId("tree"), /d4[\s\S]*e5/);
});

test("the server keeps a board under a name, also for another browser", async ({ opened }) => {
  const p = await opened();
  await p.play("c3", "d4");
  await p.page.keyboard.press("Control+s");
  await p.page.getByLabel("Name").fill("my first board");
  await p.page.getByRole("button", { name: "Keep", exact: true }).click();
  await p.page.getByRole("button", { name: "Kept as my-first-board" }).waitFor();
  const other = await opened();
  await other.page.keyboard.press("Control+o");
  await other.page.getByRole("button", { name: "my-first-board", exact: true }).click();
  await other.cellIs("d4", "White stone");
  await other.page.keyboard.press("Control+o");
  await other.page.getByRole("button", { name: "Delete my-first-board" }).click();
  await other.page.getByRole("button", { name: "my-first-board", exact: true }).waitFor({ state: "detached" });
});
