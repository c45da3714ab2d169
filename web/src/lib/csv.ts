// Tables as CSV, as RFC 4180 describes it: a line of headings, CRLF after each line, quotes where a cell needs them.
import { download } from "./state/files";

export type Cell = string | number | boolean | null | undefined;

/** A table: the names of the columns are those of `--csv` on the command line (docs/COMMANDS.md), where it writes the same. */
export interface Sheet {
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
}

/** An absent value is an empty cell. */
function quoted(cell: Cell): string {
  const text = cell == null ? "" : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csv({ columns, rows }: Sheet): string {
  return [columns, ...rows].map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
}

/** A name that every system takes as that of a file. */
export function fileName(words: string, ending: string): string {
  return `${words.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-").replaceAll(/^-+|-+$/g, "").slice(0, 80) || "tesuji"}.${ending}`;
}

/** Gives the table to the person as a file in UTF-8. */
export function downloadCsv(name: string, sheet: Sheet): void {
  download(fileName(name, "csv"), "text/csv;charset=utf-8", csv(sheet));
}
