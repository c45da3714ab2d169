import { test } from "./harness";
import { newHex, overflows } from "./games";

const TEXT = `title = "Two of chance"\nformat = "match"\ngames = 10\nseed = 1\n[game]\ngame = "hex"\ncolumns = 4\nrows = 4\n[[player]]\nname = "a"\nkind = "random"\n[[player]]\nname = "b"\nkind = "uct"\nplayouts = 50\n`;

test("a match is played from a control file, and a game of it opened", async ({ opened }) => {
  const p = await opened({ width: 360 });
  await newHex(p, 4, 4);
  const panel = await p.open("matches");
  const details = panel.locator("details", { has: p.page.locator("#match-text") });
  if ((await details.getAttribute("open")) === null) await details.locator("summary").click();
  await p.sees(panel, "First player");
  await panel.locator("#match-text").fill(TEXT);
  await panel.getByTestId("start-match").click();
  await panel.locator('[data-testid="match"][data-state="done"]').waitFor({ timeout: 40_000 });
  await p.sees(panel.getByTestId("match"), "10 of 10 games");
  await panel.getByTestId("curve").waitFor();
  if (await overflows(p)) throw new Error("wider than the phone");
  await p.axe();
  await panel.getByText("Games of this match").click();
  await panel.getByRole("button", { name: "Game 1 on the board" }).click();
  await p.page.getByTestId("notice").last().waitFor();
});
