"""Positions of games of self-play, from the folders that `tesuji work run self-play` fills."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Iterator

import numpy as np

from .records import Positions, cell

#: How many positions of a game are kept only for who won: neighbours say nearly the same.
PER_GAME = 12

#: Stones at the start of a game that are placed at random, at most.
RANDOM_STONES = 2


def games(folder: Path) -> Iterator[dict]:
    """All games that a folder of self-play holds, in the order of their tasks."""
    for path in sorted((folder / "outcomes").glob("*/*.json")):
        yield from json.loads(path.read_text())["record"]


def seen_by(board: np.ndarray, player: int) -> np.ndarray:
    """The board with `player` as the one who joins top and bottom."""
    return board if player == 1 else np.choose(board.T, (0, 2, 1, 4, 3)).astype(np.int8)


def self_play(folders: list[Path], random_stones: int = RANDOM_STONES, seed: int = 1) -> dict[int, list[Positions]]:
    """For each size the positions that were searched, and a sample of the others, which only say who won.

    The value of a searched position is half who won and half what the search found, because one game is a rough sample.

    Positions before `random_stones` stones are left out: what was random there says nothing about the position."""
    random = np.random.default_rng(seed)
    found: dict[int, tuple[list, list]] = {}
    for folder in folders:
        for game in games(folder):
            size = game["side"]
            searched_rows, plain_rows = found.setdefault(size, ([], []))
            searched = {at["ply"]: at for at in game["searched"]}
            chosen = set(random.permutation(len(game["moves"]))[:PER_GAME].tolist())
            board = np.zeros((size, size), np.int8)
            winner = 1 if game["winner"] == "black" else 2
            for ply in range(len(game["moves"]) + 1):
                player = 1 + ply % 2
                if ply in searched:
                    chances = np.zeros((size, size), np.float32)
                    for name, chance in searched[ply]["chances"]:
                        chances[cell(name)] = chance
                    chances = (chances if player == 1 else chances.T) / chances.sum()
                    searched_rows.append((seen_by(board, player).copy(), chances.ravel(),
                                          (float(winner == player) + searched[ply]["value"]) / 2, ply))
                elif ply in chosen and ply >= random_stones and ply < len(game["moves"]):
                    plain_rows.append((seen_by(board, player).copy(), float(winner == player), ply))
                if ply < len(game["moves"]):
                    board[cell(game["moves"][ply])] = player
    return {size: [with_chances(size, searched), results(size, plain)] for size, (searched, plain) in found.items()}


def with_chances(size: int, rows: list) -> Positions:
    count = len(rows)
    chances = np.array([row[1] for row in rows], np.float16).reshape(-1, size * size)
    ones = np.ones(count, np.float32)
    return Positions(size, np.array([row[0] for row in rows], np.int8).reshape(-1, size, size), chances.argmax(1) if count else
                     np.zeros(0, np.int64), np.array([row[2] for row in rows], np.float32), ones, ones,
                     np.array([row[3] for row in rows], np.int32), chances)


def results(size: int, rows: list) -> Positions:
    count = len(rows)
    return Positions(size, np.array([row[0] for row in rows], np.int8).reshape(-1, size, size), np.zeros(count, np.int64),
                     np.array([row[1] for row in rows], np.float32), np.zeros(count, np.float32), np.ones(count, np.float32),
                     np.array([row[2] for row in rows], np.int32))
