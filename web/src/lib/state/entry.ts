// How moves are put in: by one cell, or in Amazons by three.

/** The cells of a move of Amazons: `D1 - D7 (G7)`. */
export function threeCells(mv: string): readonly [string, string, string] | null {
  const found = /^\s*(\S+?)\s*-\s*(\S+?)\s*[(/]\s*(\S+?)\s*\)?\s*$/.exec(mv);
  return found ? [found[1] ?? "", found[2] ?? "", found[3] ?? ""] : null;
}

/** The cells that may come next after the first cells of a move, and the move if it is complete. */
export function nextCells(legal: readonly string[], begun: readonly string[]): { cells: string[]; mv: string | null } {
  const cells = new Set<string>();
  for (const mv of legal) {
    const three = threeCells(mv);
    if (!three || !begun.every((cell, index) => three[index] === cell)) continue;
    if (begun.length === 3) return { cells: [], mv };
    cells.add(three[begun.length] ?? "");
  }
  return { cells: [...cells], mv: null };
}
