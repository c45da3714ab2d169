"""Hex and Amazons have the rules of OpenSpiel: the same legal moves, turns, stones and results in random games.

OpenSpiel ends a game of Go as a draw where a position would come again, so that its Go is another game and is not here.
Its Hex needs two rows: on a board of one row, one stone wins by the rules, and OpenSpiel 2.0 does not see that.
"""

from __future__ import annotations

import os
from typing import Any

import numpy
import pytest

import tesuji

try:
    import pyspiel
except ImportError:
    if os.environ.get("TESUJI_PEERS") == "required":
        raise
    pytest.skip("OpenSpiel is not installed: pip install open_spiel", allow_module_level=True)

PLAYERS = ("black", "white")


def stones_of(state: Any, black: str, white: str) -> list[int]:
    """What is on each cell of a board of OpenSpiel, as `Position.stones` has it."""
    numbers = {".": 0, **dict.fromkeys(black, 1), **dict.fromkeys(white, 2), "#": 3}
    return [numbers[letter] for letter in str(state) if letter in numbers]


def assert_same_end(position: tesuji.Position, state: Any) -> None:
    """Both games are over or neither is, with the same winner or player to move."""
    assert position.is_over == state.is_terminal()
    if not position.is_over:
        assert position.to_move == PLAYERS[state.current_player()]
        return
    returns = state.returns()
    assert position.winner == ("black" if returns[0] > 0 else "white" if returns[0] < 0 else None)
    assert returns[0] == -returns[1]


@pytest.mark.parametrize(
    ("columns", "rows", "swap", "n_games"),
    [(2, 2, False, 20), (3, 3, False, 40), (4, 4, True, 40), (5, 3, False, 40), (3, 6, False, 40)]
    + [(7, 7, True, 15), (11, 11, False, 8), (13, 13, True, 5), (19, 19, False, 2)],
)
def test_hex_is_that_of_openspiel(columns: int, rows: int, swap: bool, n_games: int) -> None:
    game = pyspiel.load_game(f"hex(num_cols={columns},num_rows={rows},swap={swap})")
    rng = numpy.random.default_rng(columns * 100 + rows)
    n_swaps = 0
    for number in range(n_games):
        position, state = tesuji.hex(columns, rows, swap=swap), game.new_initial_state()
        while not state.is_terminal():
            assert_same_end(position, state)
            legal = state.legal_actions()
            assert position.legal_actions().tolist() == legal
            is_swap = swap and position.n_moves == 1 and number % 2 == 0
            action = columns * rows if is_swap else int(rng.choice(legal))
            n_swaps += is_swap
            state.apply_action(action)
            position.play(action)
            # The letters of OpenSpiel say which edges a stone is connected with.
            assert position.stones().tolist() == stones_of(state, "xyzX", "opqO")
        assert_same_end(position, state)
        assert len(position.legal_actions()) == 0
    assert n_swaps == (0 if not swap else (n_games + 1) // 2)


def whole_moves(state: Any, n: int) -> set[int]:
    """The moves of Amazons in a state of OpenSpiel, which has three actions to a move, as actions of `Position`."""
    moves = set()
    for start in state.legal_actions():
        chosen = state.child(start)
        for end in chosen.legal_actions():
            moves.update((start * n + end) * n + arrow for arrow in chosen.child(end).legal_actions())
    return moves


@pytest.mark.parametrize(("size", "n_games", "every"), [(6, 12, 1), (8, 4, 4), (10, 3, 8)])
def test_amazons_is_that_of_openspiel(size: int, n_games: int, every: int) -> None:
    """All moves are compared in every `every`-th position, and on the way to the move that is played in each."""
    game = pyspiel.load_game(f"amazons(board_size={size})")
    rng = numpy.random.default_rng(size)
    n = size * size
    for _ in range(n_games):
        position, state = tesuji.amazons(size), game.new_initial_state()
        while not state.is_terminal():
            assert_same_end(position, state)
            assert position.stones().tolist() == stones_of(state, "X", "O")
            legal = position.legal_actions()
            if position.n_moves % every == 0:
                assert set(legal.tolist()) == whole_moves(state, n)
                assert position.n_legal() == len(legal)
            action = int(rng.choice(legal))
            parts = numpy.stack((legal // (n * n), legal // n % n, legal % n), axis=1)
            for stage, square in enumerate((action // (n * n), action // n % n, action % n)):
                assert sorted(set(parts[:, stage].tolist())) == state.legal_actions()
                parts = parts[parts[:, stage] == square]
                state.apply_action(square)
            position.play(action)
        assert_same_end(position, state)
        assert position.stones().tolist() == stones_of(state, "X", "O")
        assert len(position.legal_actions()) == 0
