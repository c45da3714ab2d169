// Positions that a person sets up by hand, and the one line that holds a position of Amazons.
import type { BoardView, Colour, PositionView, Setup } from "../api";

export type Brush = Colour | "arrow" | "erase";

/** What stands where while a position is set up. */
export interface Placing {
  readonly stones: ReadonlyMap<string, Brush>;
  readonly toMove: Colour;
}

export function placingOf(position: PositionView): Placing {
  const stones = new Map<string, Brush>(position.stones.map((stone) => [stone.cell, stone.player]));
  for (const cell of position.blocked) stones.set(cell, "arrow");
  return { stones, toMove: position.to_move };
}

/** Puts something on a cell. */
export function painted(placing: Placing, cell: string, brush: Brush): Placing {
  const stones = new Map(placing.stones);
  if (brush === "erase") stones.delete(cell);
  else stones.set(cell, brush);
  return { ...placing, stones };
}

export function setupOf(placing: Placing): Setup {
  const of = (colour: Colour): string[] => [...placing.stones].filter(([, there]) => there === colour).map(([cell]) => cell);
  return { black: of("black"), white: of("white"), to_move: placing.toMove };
}

/** A position of Amazons in one line. The rows are given from the top, as on the board. */
export function fenOf(placing: Placing, board: BoardView): string {
  const rows = new Map<number, { column: number; sign: string }[]>();
  for (const cell of board.cells) {
    if (!cell.place) continue;
    const there = placing.stones.get(cell.name);
    const sign = there === "black" ? "q" : there === "white" ? "Q" : there === "arrow" ? "*" : "";
    const row = rows.get(cell.place[1]) ?? [];
    row.push({ column: cell.place[0], sign });
    rows.set(cell.place[1], row);
  }
  const texts = [...rows.entries()].sort(([a], [b]) => a - b).map(([, row]) => {
    let text = "";
    let empty = 0;
    for (const { sign } of row.sort((a, b) => a.column - b.column)) {
      if (sign === "") empty += 1;
      else {
        text += (empty > 0 ? String(empty) : "") + sign;
        empty = 0;
      }
    }
    return text + (empty > 0 ? String(empty) : "");
  });
  return `${texts.join("/")} ${placing.toMove === "black" ? "b" : "w"}`;
}
