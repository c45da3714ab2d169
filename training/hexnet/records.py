"""Positions of recorded games, as arrays.

Every position is seen by the player to move: that player joins top and bottom. If White is to move, the board is transposed
(column and row change places), which turns White's left and right into top and bottom.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Iterator

import numpy as np

EMPTY, MOVER, OTHER = 0, 1, 2

#: Games whose number leaves this remainder are kept back from training.
HELD_OUT_EVERY = 20


@dataclass
class Positions:
    """Positions of one board size: `cells` (count, size, size), `move` (index of the cell played), `won` (1 if the player to
    move won, 0 if not), and the weights of the two targets."""

    size: int
    cells: np.ndarray
    move: np.ndarray
    won: np.ndarray
    policy_weight: np.ndarray
    value_weight: np.ndarray
    ply: np.ndarray

    def __len__(self) -> int:
        return len(self.move)

    def target(self, index: np.ndarray) -> np.ndarray:
        """What to play in these positions, as a chance for each cell."""
        target = np.zeros((len(index), self.size * self.size), np.float32)
        target[np.arange(len(index)), self.move[index]] = 1
        return target


@dataclass
class Game:
    number: int
    size: int
    winner: int
    resigned: bool
    moves: list[str]


def little_golem(path: Path) -> Iterator[Game]:
    """The games of `little-golem-games.txt`: see the comment at its head for the columns."""
    for place, line in enumerate(path.read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        try:
            head, moves = line.split(" | ")
            number, size, winner, _swapped, end, _players = head.split(maxsplit=5)
            yield Game(int(number), int(size), int(winner), end in ("resign", "connected"), moves.split())
        except ValueError as error:
            raise ValueError(f"{path}, line {place}: not a game: {error}") from None


def cell(name: str) -> tuple[int, int]:
    """Row and column of `c5`, from zero."""
    return int(name[1:]) - 1, ord(name[0]) - ord("a")


def positions(games: Iterator[Game], size: int) -> Positions:
    """Every position of these games on a board of this size but the empty one: with the swap rule the first move is chosen to
    be no better than fair, so it says nothing about the best move."""
    cells, move, won, policy_weight, value_weight, plies = [], [], [], [], [], []
    for game in games:
        if game.size != size or len(game.moves) < 8:
            continue
        # 1 is the first player, Black, who joins top and bottom.
        board = np.zeros((size, size), np.int8)
        player = 1
        for ply, name in enumerate(game.moves):
            if name == "S":
                row, column = np.argwhere(board)[0]
                board[row, column] = 0
                board[column, row] = 2
            else:
                row, column = cell(name)
                if not (0 <= row < size and 0 <= column < size) or board[row, column]:
                    break
                if ply:
                    seen = board if player == 1 else np.choose(board.T, (0, 2, 1))
                    at = (row, column) if player == 1 else (column, row)
                    cells.append(seen.astype(np.int8))
                    move.append(at[0] * size + at[1])
                    won.append(float(game.winner == player))
                    policy_weight.append(1.0)
                    value_weight.append(1.0 if game.winner and game.resigned else 0.0)
                    plies.append(ply)
                board[row, column] = player
            player = 3 - player
    return Positions(
        size,
        np.array(cells, np.int8).reshape(-1, size, size),
        np.array(move, np.int64),
        np.array(won, np.float32),
        np.array(policy_weight, np.float32),
        np.array(value_weight, np.float32),
        np.array(plies, np.int32),
    )
