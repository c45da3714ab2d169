// What the tests of several panels do first: begin a game as a person does.
import type { Opened } from "./harness";

/** Begins an empty game of Hex by the window New game. */
export async function newHex(p: Opened, columns: number, rows: number): Promise<void> {
  await p.page.keyboard.press("n");
  const dialog = p.page.locator("dialog");
  await dialog.getByLabel("Hex", { exact: true }).check();
  await dialog.getByLabel("Columns").fill(String(columns));
  await dialog.getByLabel("Rows").fill(String(rows));
  await dialog.getByLabel("White may swap the first move").uncheck();
  await dialog.getByRole("button", { name: "Start", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await p.page.locator('[data-testid="board"] [role="gridcell"]').nth(columns * rows - 1).waitFor();
  await p.page.waitForFunction((n) => document.querySelectorAll('[data-testid="board"] [role="gridcell"]').length === n, columns * rows);
  await p.idle();
}

/** Begins a game of Go or Amazons on a rectangle. */
export async function newGame(p: Opened, name: "Go" | "Amazons", columns: number, rows: number): Promise<void> {
  await p.page.keyboard.press("n");
  const dialog = p.page.locator("dialog");
  await dialog.getByLabel(name, { exact: true }).check();
  await dialog.getByLabel("Columns").fill(String(columns));
  await dialog.getByLabel("Rows").fill(String(rows));
  await dialog.getByRole("button", { name: "Start", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await p.page.waitForFunction((n) => document.querySelectorAll('[data-testid="board"] [role="gridcell"]').length === n, columns * rows);
  await p.idle();
}

/** Whether the page is wider than its window. */
export async function overflows(p: Opened): Promise<boolean> {
  return p.page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth + 1);
}
