// The first minutes of a person who has never been here.
import { assert, test } from "./harness";

test("a new person finds three doors, and each opens with one click", async ({ opened }) => {
  for (const width of [390, 1280]) {
    const play = await opened({ width, hash: "" });
    await play.panel("welcome").waitFor();
    await play.axe();
    assert.doesNotMatch(await play.panel("welcome").innerText(), /tour/i);
    await play.page.getByTestId("door-play").click();
    await play.page.getByRole("button", { name: "Resign" }).waitFor();
    await play.play("f6");
    await play.cellIs("f6", "Black stone");

    const game = await opened({ width });
    await game.page.getByTestId("door-game").click();
    await game.page.getByTestId("count").getByText("20 / 20").waitFor();

    const proof = await opened({ width });
    await proof.page.getByTestId("door-proof").click();
    await proof.sees(proof.panel("proof").getByTestId("claim-counts"), "8 cells");
  }
});

test("on a phone the three doors come before the board, and a door opens to the board", async ({ opened }) => {
  const p = await opened({ width: 390, height: 844, isTouch: true, isFirst: true });
  const bar = await p.page.locator("#task-play").boundingBox();
  for (const door of ["door-play", "door-game", "door-proof"]) {
    const box = await p.page.getByTestId(door).boundingBox();
    assert.ok(box && bar && box.y + box.height <= bar.y, `${door} is out of sight`);
  }
  await p.press(p.page.getByTestId("door-play"));
  await p.panel("play").getByTestId("running").waitFor();
  const board = await p.page.getByTestId("board").boundingBox();
  assert.ok(board && board.y >= 0 && board.y < 120, "the board is out of sight");
  await p.sees(p.panel("play").getByTestId("side-white"), "Level 1 (random)");
});

test("a game is read from the field of the first panel, and an error stands there", async ({ opened }) => {
  const p = await opened({ expected: /422/ });
  const panel = p.panel("welcome");
  await panel.getByLabel("A game, its link, or a position").fill("nothing that anybody can read 123 !!");
  await panel.getByRole("button", { name: "Review it" }).click();
  await p.page.locator("aside").getByRole("alert").waitFor();
  await panel.getByLabel("A game, its link, or a position").fill("https://hexworld.org/board/#5c1,c2d4b3");
  await panel.getByRole("button", { name: "Review it" }).click();
  await p.page.getByTestId("count").getByText("3 / 3").waitFor();
});

test("the tasks stand at the top, on a phone at the bottom, and each is a link to its panels", async ({ opened }) => {
  for (const [width, height] of [[390, 844], [1024, 768], [1440, 900]] as const) {
    const p = await opened({ width, height });
    for (const [task, panel] of [["review", "review"], ["prove", "solve"], ["boards", "boards"], ["lab", "studies"], ["play", "welcome"]] as const) {
      await p.page.locator(`#task-${task}`).click();
      await p.panel(panel).locator("h2").first().waitFor();
      assert.match(p.page.url(), new RegExp(`#panel=${panel}$`));
      assert.equal(await p.page.locator("[aria-current=page]").getAttribute("id"), `task-${task}`);
      assert.ok(await p.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `the page of ${panel} is wider than ${width}`);
    }
    const box = await p.page.locator("#task-lab").boundingBox();
    assert.ok(box && (width < 900 ? box.y > height - 80 : box.y < 60), "the tasks stand elsewhere");
    // The task opens the panel that was open last.
    await p.open("analysis");
    await p.page.locator("#task-lab").click();
    await p.page.locator("#task-review").click();
    await p.panel("analysis").waitFor();
    await p.page.goBack();
    await p.panel("studies").waitFor();
  }
});

test("the win bar stands at the board while the position is analysed", async ({ opened }) => {
  const p = await opened();
  assert.equal(await p.page.getByTestId("edge").count(), 0);
  await p.page.getByTestId("live").click();
  await p.sees(p.page.getByTestId("edge"), /\d+/, 20_000);
  assert.match((await p.page.getByTestId("edge").getAttribute("aria-label")) ?? "", /\d+ ?%/);
  await p.page.getByTestId("live").click();
});
