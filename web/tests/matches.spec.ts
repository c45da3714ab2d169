import { readFileSync } from "node:fs";
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

test("before a match is open an example stands beside the form, and its settings play the same games", async ({ opened }) => {
  const p = await opened({ width: 1440, height: 900 });
  const panel = await p.open("matches");
  const guide = panel.getByTestId("match-guide");
  const [form, beside] = [await panel.locator(".form").boundingBox(), await guide.boundingBox()];
  assert.ok(form && beside && beside.x >= form.x + form.width && beside.x + beside.width > 1100, "the right half is empty");
  const verdict = await guide.locator("strong").innerText();
  await p.axe();
  await guide.getByRole("button", { name: "Take these settings" }).click();
  await panel.getByTestId("start-match").click();
  await panel.getByTestId("sprt").getByText(verdict).waitFor({ timeout: 60_000 });
  await p.sees(panel.getByTestId("pairing"), "score 71.7 % (61.2 % to 82.0 %), Elo 162 (79 to 263)");
  assert.equal(await guide.count(), 0);
});

test("the form asks for a sequential test", async ({ opened }) => {
  const p = await opened();
  await newHex(p, 3, 3);
  const panel = await p.open("matches");
  await panel.getByLabel(/End as soon as the result is clear/).check();
  await panel.getByLabel("Elo of H1").fill("80");
  await until(async () => /sprt = \{ elo0 = 0, elo1 = 80, alpha = 0.05, beta = 0.05 \}/.test(await panel.locator("#match-text").inputValue()), "the text says nothing of it");
  const games = panel.getByLabel("Games, at most");
  assert.equal(await games.inputValue(), "1000", "too few games for a decision");
  await games.fill("4");
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
  await panel.getByText("More players: round robin").click();
  await panel.getByLabel(titles.at(-3) ?? "", { exact: true }).check();
  await panel.getByLabel("Games", { exact: true }).fill("2");
  await until(async () => /round-robin/.test(await panel.locator("#match-text").inputValue()), "the text says nothing of it");
  await panel.getByTestId("start-match").click();
  await panel.locator('[data-testid="match"][data-state="done"]').waitFor({ timeout: 60_000 });
  assert.equal(await panel.getByTestId("match").locator("tbody tr").count(), 3);
  assert.equal(await panel.getByTestId("curve").count(), 3);
  await p.axe();
});

test("board and test are chosen in the form, and results are saved as CSV", async ({ opened }) => {
  const p = await opened({ width: 1440, height: 900 });
  const panel = await p.open("matches");
  const text = panel.locator("#match-text");
  const says = (words: RegExp): Promise<void> => until(async () => words.test(await text.inputValue()), async () => `${await text.inputValue()} has no ${String(words)}`);
  await panel.getByLabel("Game", { exact: true }).selectOption("go");
  await says(/game = "go"\ncolumns = 9\nrows = 9\nkomi = 7.5\nrules = "tromp-taylor"/);
  await panel.getByLabel("Board", { exact: true }).selectOption("hexagon:5");
  await says(/board = "hexagon:5"/);
  await panel.getByLabel("Game", { exact: true }).selectOption("amazons");
  await panel.getByLabel("Columns").fill("4");
  await panel.getByLabel("Columns").blur();
  await panel.getByLabel("Rows").fill("4");
  await panel.getByLabel("Rows").blur();
  await says(/game = "amazons"\ncolumns = 4\nrows = 4/);
  const titles = await panel.getByLabel("First player").locator("option").allInnerTexts();
  await panel.getByLabel("First player").selectOption({ label: titles.at(-1) ?? "" });
  await panel.getByLabel("Second player").selectOption({ label: titles.at(-1) ?? "" });
  await panel.getByLabel("Games", { exact: true }).fill("6");
  await panel.getByTestId("start-match").click();
  await panel.locator('[data-testid="match"][data-state="done"]').waitFor({ timeout: 60_000 });
  // Six games of a player against itself show nothing, and are shown as that.
  await panel.locator('[data-testid="pairing"][data-noise="true"]').waitFor();
  await p.sees(panel.getByTestId("pairing"), /50 % is inside the interval/);
  for (const tick of ["0 %", "50 %", "100 %", "6", "games", "score"]) await panel.getByTestId("curve").getByText(tick, { exact: true }).waitFor();
  const rows = async (name: string): Promise<string[][]> => {
    const [file] = await Promise.all([p.page.waitForEvent("download"), panel.getByRole("button", { name }).click()]);
    return readFileSync(await file.path(), "utf8").trimEnd().split("\r\n").map((line) => line.split(","));
  };
  assert.deepEqual((await rows("CSV: Pairings"))[0], ["player", "opponent", "wins", "draws", "losses", "score", "score_low", "score_high", "elo", "elo_low", "elo_high"]);
  assert.equal((await rows("CSV: Player")).length, 3);
  await panel.getByText("Games of this match").click();
  assert.equal((await rows("CSV: Games of this match")).length, 7);
  await panel.getByLabel(/End as soon as the result is clear/).check();
  await panel.getByLabel(/^Alpha/).fill("0.01");
  await p.sees(panel, /H1 is accepted by mistake in 1 % of such tests/);
  await says(/sprt = \{ elo0 = 0, elo1 = 50, alpha = 0.01, beta = 0.05 \}/);
  // A command is typed nowhere but in the text, which is then for the command line.
  await p.sees(panel.getByTestId("engines-note"), /started without other engines.*tesuji serve --engine/s);
  assert.equal(await panel.getByTestId("programs-note").count(), 0);
  await text.fill(`${await text.inputValue()}\n[[player]]\nname = "Invader"\nkind = "gtp"\ncommand = ["invader", "--gtp"]\n`);
  await p.sees(panel.getByTestId("programs-note"), "tesuji match match.toml");
  await p.axe();
});

test("the bar of a sequential test stands between its bounds, on a phone, in the dark and in Japanese", async ({ opened }) => {
  const p = await opened({ width: 390, height: 844, theme: "dark", language: "ja" });
  const panel = await p.open("matches");
  await panel.locator("#match-text").fill(TEXT.replace("games = 10", "games = 100\nsprt = { elo0 = 0, elo1 = 200, alpha = 0.05, beta = 0.05 }").replaceAll('name = "b"', 'name = "第二"'));
  await panel.getByTestId("start-match").click();
  await panel.locator('[data-testid="match"][data-state="done"]').waitFor({ timeout: 60_000 });
  await panel.locator('[data-testid="sprt"][data-accepted="H0"]').waitFor();
  await panel.getByTestId("llr").getByText("-2.94").waitFor();
  await p.sees(panel.getByTestId("sprt"), "H0 を採択");
  if (await overflows(p)) throw new Error("wider than the phone");
  await p.axe();
});
