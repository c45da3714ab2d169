"""Positions that searches have decided, from the folders that `tesuji work run lessons` fills.

In a search both players try everything, and cells are filled in. So these positions look unlike those of games.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Iterator

import numpy as np

from .model import ClaimNet, HexNet
from .records import HELD_OUT_EVERY, Positions, cell

#: What a position counts that took 256 nodes or more; one that took two counts a half.
MOST = 4.0


#: By letter of a line: its code (`model`). Only claims have small letters.
CODE_OF = np.zeros(128, np.int8)
CODE_OF[[ord(letter) for letter in ".BWbw"]] = range(5)


def solved(folder: Path) -> Iterator[dict]:
    """All positions that a folder of lessons holds, in the order of their tasks."""
    for path in sorted((folder / "outcomes").glob("*/*.json")):
        yield from json.loads(path.read_text())["record"]


def seen_by(board: np.ndarray, player: int) -> np.ndarray:
    """The board with `player` as the one who joins top and bottom."""
    return board if player == 1 else np.choose(board.T, (0, 2, 1, 4, 3)).astype(np.int8)


def lessons(folders: list[Path]) -> tuple[type[HexNet], dict[int, Positions], dict[int, Positions]]:
    """The kind of net that sees these lessons, and for each size those to train on and those held out: all that come from every
    twentieth solved position, or of claims from every twentieth task, because the claims of a task are alike."""
    found: tuple[dict[int, list], dict[int, list]] = ({}, {})
    number, kinds = 0, set()
    for folder in folders:
        for position in solved(folder):
            number += 1
            for line in position["lessons"]:
                cells = line.partition(" ")[0]
                kind = HexNet if cells == cells.upper() else ClaimNet
                kinds.add(kind)
                row = lesson(line, kind)
                group = number if kind is HexNet else (number + 9) // 10
                found[group % HELD_OUT_EVERY == 0].setdefault(len(row[0]) - 2 * kind.margin, []).append(row)
    if len(kinds) != 1:
        raise ValueError(f"expected lessons of boards alone or of claims alone, found {len(kinds)} kinds in {', '.join(map(str, folders))}")
    train, test = ({size: together(size, rows) for size, rows in sorted(part.items())} for part in found)
    for data in test.values():
        data.value_weight[:] = 1
        data.policy_weight[:] = data.policy_weight > 0
    return kinds.pop(), train, test


def lesson(line: str, kind: type[HexNet]) -> tuple[np.ndarray, int, bool, int]:
    """The board as the player to move sees it, the index of the move that wins or -1, whether that player wins, and nodes."""
    cells, mover, winner, move, nodes = line.split(" ")
    wide = math.isqrt(len(cells))
    board = CODE_OF[np.frombuffer(cells.encode(), np.uint8)].reshape(wide, wide)
    player = 1 if mover == "B" else 2
    at = -1
    if move != "-":
        row, column = cell(move) if player == 1 else cell(move)[::-1]
        at = row * (wide - 2 * kind.margin) + column
    return seen_by(board, player), at, mover == winner, int(nodes)


def together(size: int, rows: list) -> Positions:
    """Nobody learns a move from a position that is lost, nor much from one that took few nodes."""
    boards, moves, won, nodes = zip(*rows)
    moves, nodes = np.array(moves, np.int64), np.array(nodes, np.int32)
    weight = np.minimum(np.log2(np.maximum(nodes, 2)) / 2, MOST).astype(np.float32)
    return Positions(size, np.array(boards, np.int8), np.maximum(moves, 0), np.array(won, np.float32),
                     weight * (moves >= 0), weight, nodes)
