"""Positions that the solver has decided, from the folders that `tesuji work run lessons` fills.

In a search both players try everything, and cells are filled in. So these positions look unlike those of games.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from .records import HELD_OUT_EVERY, Positions, cell
from .self_play import games, seen_by

#: What a position counts that took 256 nodes or more; one that took two counts a half.
MOST = 4.0


def lessons(folders: list[Path]) -> tuple[dict[int, Positions], dict[int, Positions]]:
    """For each size the lessons to train on and those held out: all that come from every twentieth solved position."""
    found: tuple[dict[int, list], dict[int, list]] = ({}, {})
    number = 0
    for folder in folders:
        for solved in games(folder):
            number += 1
            rows = found[number % HELD_OUT_EVERY == 0].setdefault(solved["side"], [])
            rows.extend(lesson(line, solved["side"]) for line in solved["lessons"])
    train, test = ({size: together(size, rows) for size, rows in part.items() if rows} for part in found)
    for data in test.values():
        data.value_weight[:] = 1
        data.policy_weight[:] = data.policy_weight > 0
    return train, test


def lesson(line: str, size: int) -> tuple[np.ndarray, int, bool, int]:
    """The board as the player to move sees it, the index of the move that wins or -1, whether that player wins, and nodes."""
    cells, mover, winner, move, nodes = line.split(" ")
    letters = np.frombuffer(cells.encode(), np.uint8).reshape(size, size)
    board = np.where(letters == ord("B"), 1, np.where(letters == ord("W"), 2, 0)).astype(np.int8)
    player = 1 if mover == "B" else 2
    at = -1
    if move != "-":
        row, column = cell(move) if player == 1 else cell(move)[::-1]
        at = row * size + column
    return seen_by(board, player), at, mover == winner, int(nodes)


def together(size: int, rows: list) -> Positions:
    """Nobody learns a move from a position that is lost, nor much from one that took few nodes."""
    boards, moves, won, nodes = zip(*rows)
    moves, nodes = np.array(moves, np.int64), np.array(nodes, np.int32)
    weight = np.minimum(np.log2(np.maximum(nodes, 2)) / 2, MOST).astype(np.float32)
    return Positions(size, np.array(boards, np.int8), np.maximum(moves, 0), np.array(won, np.float32),
                     weight * (moves >= 0), weight, nodes)
