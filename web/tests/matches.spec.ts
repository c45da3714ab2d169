import { assert, test, until } from "./harness";
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
  // A point with its interval for each pair of games, and again after the panel was left and the page loaded anew.
  await panel.locator('[data-testid="curve"][data-points="5"] .band').waitFor({ state: "attached" });
  await p.page.waitForTimeout(600);
  await p.page.reload();
  await p.idle();
  await p.open("matches");
  await panel.getByRole("button", { name: "Open: Two of chance" }).first().click();
  await panel.locator('[data-testid="curve"][data-points="5"] .band').waitFor({ state: "attached" });
  if (await overflows(p)) throw new Error("wider than the phone");
  await p.axe();
  await panel.getByText("Games of this match").click();
  await panel.getByRole("button", { name: "Game 1 on the board" }).click();
  await p.page.getByTestId("notice").last().waitFor();
});

test("a match that its sequential test has ended says the verdict, with its bounds", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 4, 4);
  const panel = await p.open("matches");
  const text = (first: string, second: string, games: number): string =>
    `title = "${first} first"\nformat = "match"\ngames = ${games}\nseed = 1\nsprt = { elo0 = 0, elo1 = 100, alpha = 0.05, beta = 0.05 }\n[game]\ngame = "hex"\ncolumns = 4\nrows = 4\n` +
    [first, second].map((name) => `[[player]]\nname = "${name}"\n${name === "chance" ? 'kind = "random"' : 'kind = "uct"\nplayouts = 100'}\n`).join("");
  const play = async (first: string, second: string, games: number): Promise<string> => {
    await panel.locator("#match-text").fill(text(first, second, games));
    await panel.getByTestId("start-match").click();
    await p.sees(panel.getByTestId("match"), `${first} first`);
    await panel.locator('[data-testid="match"][data-state="done"]').waitFor({ timeout: 60_000 });
    return panel.getByTestId("match").innerText();
  };
  const better = await play("strong", "chance", 400);
  assert.match(better, /done, \d+ of at most 400 games/);
  assert.match(better, /Decided after game \d+: H1 is accepted\. strong is \+100 Elo against chance rather than \+0\./);
  assert.match(better, /LLR (\d+\.\d+); H0 is accepted at -2\.94, H1 at 2\.94/);
  assert.ok(Number(/LLR (\d+\.\d+)/.exec(better)?.[1]) >= 2.94);
  const worse = await play("chance", "strong", 400);
  assert.match(worse, /H0 is accepted\. chance is \+0 Elo against strong rather than \+100\./);
  assert.match(await play("strong", "chance", 4), /All games are played, and the test between \+0 Elo \(H0\) and \+100 Elo \(H1\) has not decided\./);
  await p.axe();
});

test("the form asks for a sequential test", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 3, 3);
  const panel = await p.open("matches");
  await panel.getByLabel(/End as soon as the result is clear/).check();
  await panel.getByLabel("Elo of H1").fill("80");
  await until(async () => /sprt = \{ elo0 = 0, elo1 = 80, alpha = 0.05, beta = 0.05 \}/.test(await panel.locator("#match-text").inputValue()), "the text says nothing of it");
  await panel.getByLabel("Games", { exact: true }).fill("4");
  await panel.getByTestId("start-match").click();
  await panel.getByTestId("sprt").waitFor({ timeout: 60_000 });
});

test("the form writes a control file that the server takes; the match is stopped and forgotten", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 3, 3);
  const panel = await p.open("matches");
  const details = panel.locator("details", { has: p.page.locator("#match-text") });
  if ((await details.getAttribute("open")) === null) await details.locator("summary").click();
  await panel.getByLabel("Games", { exact: true }).fill("1000");
  await panel.getByTestId("start-match").click();
  await panel.locator('[data-testid="match"][data-state="running"]').waitFor();
  await panel.getByTestId("match").getByRole("button", { name: "Stop" }).click();
  await panel.locator('[data-testid="match"][data-state="stopped"]').waitFor();
  await panel.getByTestId("match").getByRole("button", { name: "Forget" }).click();
  await panel.getByTestId("match").waitFor({ state: "detached" });
});

test("more players meet each other in a round robin", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 3, 3);
  const panel = await p.open("matches");
  const titles = await panel.getByLabel("First player").locator("option").allInnerTexts();
  const choose = async (label: string, title: string): Promise<void> => void (await panel.getByLabel(label).selectOption({ label: title }));
  await choose("First player", titles.at(-1) ?? "");
  await choose("Second player", titles.at(-2) ?? "");
  await panel.getByText("More players: each meets each").click();
  await panel.getByLabel(titles.at(-3) ?? "", { exact: true }).check();
  await panel.getByLabel("Games", { exact: true }).fill("2");
  await until(async () => /round-robin/.test(await panel.locator("#match-text").inputValue()), "the text says nothing of it");
  await panel.getByTestId("start-match").click();
  await panel.locator('[data-testid="match"][data-state="done"]').waitFor({ timeout: 60_000 });
  assert.equal(await panel.getByTestId("match").locator("tbody tr").count(), 3);
  assert.equal(await panel.getByTestId("curve").count(), 3);
  await p.axe();
});
