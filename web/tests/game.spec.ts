import { assert, test } from "./harness";

test("a game of Hex is played with the mouse, taken back and played again", async ({ opened }) => {
  const p = await opened();
  await p.play("c3");
  await p.cellIs("c3", "Black stone, last move");
  await p.play("d4");
  await p.cellIs("d4", "White stone, last move");
  await p.cellIs("c3", "Black stone");
  await p.page.keyboard.press("Control+z");
  await p.cellIs("d4", "empty");
  await p.page.keyboard.press("Control+y");
  await p.cellIs("d4", "White stone");
  await p.page.getByRole("button", { name: "Back", exact: true }).click();
  await p.cellIs("d4", "empty");
  assert.equal((await p.page.getByTestId("count").innerText()).trim(), "1 / 2");
});
