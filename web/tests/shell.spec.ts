// What concerns the whole page: keys, languages, colours, who answers.
import { assert, test, until } from "./harness";

const PANELS = ["welcome", "play", "review", "analysis", "game", "solve", "proof", "strategy", "boards", "studies", "matches"];

for (const theme of ["light", "dark", "safe", "safe-dark"] as const) {
  test(`axe finds nothing on any panel, ${theme}`, async ({ opened }) => {
    const p = await opened({ theme });
    await p.play("c3", "d4");
    for (const panel of PANELS) {
      await p.open(panel);
      await p.axe();
    }
  });
}

test("axe finds nothing in any window, in either language", async ({ opened }) => {
  for (const language of ["en", "ja"] as const) {
    const p = await opened({ language });
    for (const key of ["n", "Control+o", "Control+s", "j", "?"]) {
      await p.page.keyboard.press(key);
      await p.page.getByRole("dialog").waitFor();
      await p.axe();
      await p.page.keyboard.press("Escape");
      await p.page.getByRole("dialog").waitFor({ state: "detached" });
    }
  }
});

test("? lists every key, and each button in sight has one", async ({ opened }) => {
  const p = await opened();
  await p.page.keyboard.press("?");
  const dialog = p.page.getByRole("dialog", { name: "Keys" });
  await p.sees(dialog, "previous variation");
  const text = await dialog.innerText();
  for (const words of ["Undo", "Redo", "New game", "Open", "Save", "Jobs", "Pass", "Swap", "Resign", "Set up", "Comment", "next colours"]) {
    assert.ok(text.includes(words), `the list has no "${words}"`);
  }
  await p.page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  // The focus is back on the page, and keys work again.
  await p.page.keyboard.press("Alt+2");
  await p.panel("review").waitFor();
});

test("keys do nothing while a text is written", async ({ opened }) => {
  const p = await opened();
  const panel = await p.open("game");
  const comment = panel.getByLabel("Comment on this position");
  await comment.click();
  await p.page.keyboard.type("no pass, no t?");
  assert.equal(await comment.inputValue(), "no pass, no t?");
  assert.equal(await p.page.getByRole("dialog").count(), 0);
});

test("the page speaks Japanese and remembers it", async ({ opened }) => {
  const p = await opened();
  await p.page.getByTestId("settings").click();
  await p.page.getByRole("button", { name: "日本語" }).click();
  await p.sees(p.page.getByTestId("doing"), "黒番です");
  assert.equal(await p.page.evaluate(() => document.documentElement.lang), "ja");
  await p.page.reload();
  await p.idle();
  await p.sees(p.page.getByRole("navigation"), "証明");
  const shown = await p.page.locator("header, [role=tablist]").allInnerTexts();
  assert.doesNotMatch(shown.join(" ").replace(/Tesuji|English/g, ""), /[A-Za-z]{4,}/, "some strings stay English");
});

test("the colours are chosen and remembered, and follow the system otherwise", async ({ opened }) => {
  const p = await opened({ theme: "auto" });
  const paper = (): Promise<string> => p.page.evaluate(() => getComputedStyle(document.body.parentElement ?? document.body).backgroundColor);
  const light = await paper();
  await p.page.emulateMedia({ colorScheme: "dark" });
  const dark = await paper();
  assert.notEqual(light, dark, "the dark scheme of the system changes nothing");
  await p.page.getByTestId("settings").click();
  await p.page.getByLabel("Colours").selectOption("light");
  assert.equal(await paper(), light);
  await p.page.reload();
  await p.idle();
  assert.equal(await paper(), light);
});

test("the page says who answers", async ({ opened }) => {
  const p = await opened();
  await p.sees(p.page.getByTestId("who"), /Answers come from the server \(version \S+\)/);
});

test("what is printed is the board", async ({ opened }) => {
  const p = await opened();
  await p.play("c3");
  await p.page.emulateMedia({ media: "print" });
  assert.equal(await p.page.locator("header").isVisible(), false);
  assert.equal(await p.page.locator("aside").isVisible(), false);
  assert.equal(await p.page.getByTestId("board").isVisible(), true);
});

test("errors stand in the window that caused them, in sight and at the field", async ({ opened }) => {
  const p = await opened({ expected: /422|413/ });
  const dialog = p.page.getByRole("dialog");
  const isOnTop = (): Promise<boolean> => p.page.evaluate(() => {
    const alerts = [...document.querySelectorAll('[role="alert"]')];
    return alerts.length > 0 && alerts.every((alert) => {
      const box = alert.getBoundingClientRect();
      const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return box.height > 0 && (found === alert || alert.contains(found));
    });
  });
  await p.page.keyboard.press("Control+o");
  for (const width of [1280, 380]) {
    await p.page.setViewportSize({ width, height: 700 });
    await p.page.getByLabel(/Paste a game/).fill("this is nothing that anybody can read 123 !!");
    await p.page.getByRole("button", { name: "Read", exact: true }).click();
    await dialog.getByRole("alert").first().waitFor();
    assert.ok(await isOnTop(), "the error is not in sight");
    assert.equal(await p.page.getByLabel(/Paste a game/).getAttribute("aria-invalid"), "true");
    await p.axe();
  }
  // A file that cannot be read says so there too.
  await dialog.getByRole("button", { name: "Close" }).nth(1).click();
  await p.page.locator('dialog input[type="file"]').setInputFiles({ name: "x.sgf", mimeType: "text/plain", buffer: Buffer.from("nothing at all ((((") });
  await dialog.getByRole("alert").first().waitFor();
  await p.page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  // Then it is read beside the board.
  await p.page.locator("aside").getByRole("alert").first().waitFor();
  // In the window Save, whose buttons stand far below its top.
  await p.page.setViewportSize({ width: 900, height: 480 });
  await p.page.keyboard.press("Control+s");
  await p.page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true }));
  await p.page.getByRole("button", { name: "Copy the link" }).click();
  await dialog.getByRole("alert").waitFor();
  assert.ok(await p.page.evaluate(() => {
    const box = document.querySelector('dialog [role="alert"]')?.getBoundingClientRect();
    return !!box && box.top >= 0 && box.top < innerHeight - 20;
  }), "the error is out of sight");
});

test("a failing question is said with what to do, and the page goes on", async ({ opened }) => {
  const p = await opened({ expected: /422/ });
  await p.page.keyboard.press("Control+o");
  await p.page.getByLabel(/Paste a game/).fill("this is nothing that anybody can read 123 !!");
  await p.page.getByRole("button", { name: "Read", exact: true }).click();
  await p.page.getByRole("alert").waitFor();
  await p.page.keyboard.press("Escape");
  await p.play("c3");
  await p.cellIs("c3", "Black stone");
  await until(async () => (await p.page.getByRole("alert").count()) > 0, "the notice is gone");
});
