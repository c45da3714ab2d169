"""Legal moves and random games: tesuji against OpenSpiel, on one machine in one run.

    python python/tests/bench_openspiel.py [--json] [--rounds 20] [--seconds 0.05] [--threads 1] [--bar 10]

Before anything is timed, both list the same legal moves in the same positions, and OpenSpiel plays the random games of
tesuji to the same end (in Go it has another rule of repetition, so that its games are not replayed). The contenders
then take turns; the figure of each is its best round. OpenSpiel has no batches: its way stands against all of ours.

A move of Amazons is a whole move. OpenSpiel has three actions for it, so that a list of its moves is a walk through the
stages. Its random games choose each stage at random, ours the whole move; both have about as many moves.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy
import pyspiel

import tesuji

GAMES = {
    "Hex 11x11": ("hex(board_size=11)", lambda: tesuji.hex(11)),
    "Amazons 10x10": ("amazons(board_size=10)", lambda: tesuji.amazons(10)),
    "Go 9x9": ("go(board_size=9,komi=7.5)", lambda: tesuji.go(9)),
}
N_POSITIONS = 64
N_REPLAYED = 20

Work = Callable[[], int]


class Row(NamedTuple):
    """How often a second each did something."""

    game: str
    task: str
    unit: str
    openspiel: float
    tesuji: float

    @property
    def ratio(self) -> float:
        """How much faster tesuji is."""
        return self.tesuji / self.openspiel


def stages_of(action: int, n: int) -> list[int]:
    """The three actions that a move of Amazons is in OpenSpiel."""
    return [action // (n * n), action // n % n, action % n]


def apply(state: Any, position: tesuji.Position, action: int) -> None:
    """Plays an action of tesuji in a state of OpenSpiel."""
    for part in stages_of(action, position.n_cells) if position.game == "amazons" else [action]:
        state.apply_action(part)


def walk(state: Any, n: int) -> list[int]:
    """All whole moves of Amazons."""
    moves = []
    for start in state.legal_actions():
        state.apply_action(start)
        for end in state.legal_actions():
            state.apply_action(end)
            moves += [(start * n + end) * n + arrow for arrow in state.legal_actions()]
            state.undo_action(state.current_player(), end)
        state.undo_action(state.current_player(), start)
    return moves


def pairs(name: str, start: tesuji.Position) -> list[tuple[tesuji.Position, Any]]:
    """Positions from random games, the same for both."""
    rng = random.Random(11)
    game = pyspiel.load_game(name)
    found: list[tuple[tesuji.Position, Any]] = []
    while len(found) < N_POSITIONS:
        position, state = start.copy(), game.new_initial_state()
        for _ in range(rng.randrange(60)):
            if position.is_over or state.is_terminal():
                break
            action = int(rng.choice(position.legal_actions()))
            apply(state, position, action)
            position.play(action)
        if not position.is_over and not state.is_terminal():
            found.append((position, state))
    return found


def assert_same_moves(found: Iterable[tuple[tesuji.Position, Any]]) -> int:
    """Both list the same moves; returns how many."""
    n_moves = 0
    for position, state in found:
        listed = walk(state, position.n_cells) if position.game == "amazons" else state.legal_actions()
        assert sorted(listed) == sorted(position.legal_actions().tolist()), position
        n_moves += len(listed)
    return n_moves


def assert_same_games(name: str, start: tesuji.Position) -> None:
    """OpenSpiel ends random games of tesuji where tesuji ends them, with the same winner."""
    game = pyspiel.load_game(name)
    for seed in range(N_REPLAYED):
        played, position, state = start.copy(), start.copy(), game.new_initial_state()
        played.play_randomly(seed)
        for mv in played.moves:
            assert not state.is_terminal()
            action = position.action_of(mv)
            apply(state, position, action)
            position.play(action)
        assert state.is_terminal()
        assert played.winner == ("black" if state.returns()[0] > 0 else "white")


def rates(contenders: dict[str, Work], rounds: int, seconds: float) -> dict[str, float]:
    """How much each does a second, in its best of the rounds, in which all take turns."""
    best = dict.fromkeys(contenders, 0.0)
    for _ in range(rounds):
        for name, work in contenders.items():
            done, begin = 0, time.perf_counter()
            while (passed := time.perf_counter() - begin) < seconds:
                done += work()
            best[name] = max(best[name], done / passed)
    return best


def listing(found: list[tuple[tesuji.Position, Any]], n_moves: int) -> dict[str, Work]:
    """The ways to list the legal moves of all positions. Each returns the number of moves."""
    positions, states = [pair[0] for pair in found], [pair[1] for pair in found]
    batch = tesuji.Batch(positions)
    n, is_staged = positions[0].n_cells, positions[0].game == "amazons"

    def openspiel() -> int:
        return sum(len(walk(state, n)) if is_staged else len(state.legal_actions()) for state in states)

    works: dict[str, Work] = {
        "openspiel": openspiel,
        "one": lambda: sum(len(position.legal_actions()) for position in positions),
        "batch": lambda: len(batch.legal_actions()[0]),
    }
    for name, work in works.items():
        assert work() == n_moves, name
    if not is_staged:
        # A mask of Amazons has a million entries, and OpenSpiel has none of whole moves.
        assert int(batch.legal_mask().sum()) == n_moves
        assert sum(sum(state.legal_actions_mask()) for state in states) == n_moves

        def masks() -> int:
            for state in states:
                state.legal_actions_mask()
            return n_moves

        def batch_masks() -> int:
            batch.legal_mask()
            return n_moves

        works |= {"openspiel masks": masks, "batch masks": batch_masks}
    return works


def playing(name: str, start: tesuji.Position, threads: int) -> dict[str, Work]:
    """The ways to play random games. Each returns the number of games."""
    game, rng, chance = pyspiel.load_game(name), random.Random(5), numpy.random.default_rng(5)
    bots = [pyspiel.make_uniform_random_bot(player, 7 + player) for player in range(2)]
    size = 100 * threads
    seeds = iter(range(1, sys.maxsize))

    def openspiel() -> int:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        return 1

    def native() -> int:
        pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))
        return 1

    def loop() -> int:
        position = start.copy()
        while not position.is_over:
            actions = position.legal_actions()
            position.play(int(actions[rng.randrange(len(actions))]))
        return 1

    def one() -> int:
        start.copy().play_randomly(next(seeds))
        return 1

    def many() -> int:
        batch = tesuji.Batch.repeat(start, size)
        batch.play_randomly(next(seeds), threads=threads)
        return size

    def many_by_moves() -> int:
        batch = tesuji.Batch.repeat(start, size)
        while True:
            actions, ends = batch.legal_actions()
            counts = numpy.diff(ends)
            if not len(actions):
                return size
            # A game that is over has no actions, and plays none.
            chosen = ends[:-1] + (chance.random(size) * counts).astype(numpy.int64)
            found = actions[numpy.minimum(chosen, len(actions) - 1)].astype(numpy.int64)
            batch.play(numpy.where(counts > 0, found, -1))

    batch = tesuji.Batch.repeat(start, size)
    batch.play_randomly(1, threads=threads)
    assert batch.is_over().all()
    works = {"openspiel": openspiel, "openspiel native": native, "loop": loop, "one": one, "batch": many}
    return {**works, "batch loop": many_by_moves}


def measure(title: str, rounds: int, seconds: float, threads: int) -> list[Row]:
    """The rows of a game."""
    name, begin = GAMES[title]
    start = begin()
    found = pairs(name, start)
    n_moves = assert_same_moves(found)
    if start.game != "go":
        assert_same_games(name, start)
    listed = rates(listing(found, n_moves), rounds, seconds)
    played = rates(playing(name, start, threads), rounds, seconds)

    def row(task: str, unit: str, figures: dict[str, float], theirs: str, ours: str) -> Row:
        return Row(title, task, unit, figures[theirs], figures[ours])

    rows = [
        row("legal moves, one position", "moves", listed, "openspiel", "one"),
        row("legal moves, batch", "moves", listed, "openspiel", "batch"),
    ]
    if "batch masks" in listed:
        rows.append(row("masks, batch", "moves", listed, "openspiel masks", "batch masks"))
    return rows + [
        row("random games, move by move", "games", played, "openspiel", "loop"),
        row("random games, one call each", "games", played, "openspiel", "one"),
        row("random games, batch move by move", "games", played, "openspiel", "batch loop"),
        row("random games, batch", "games", played, "openspiel", "batch"),
        row("random games, batch against bots in C++", "games", played, "openspiel native", "batch"),
    ]


def main() -> int:
    """Measures, prints, and returns 1 if a bar is given that a row does not reach."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="print JSON, not a table")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.05, help="of each contender in each round")
    parser.add_argument("--threads", type=int, default=1, help="of our batches of games")
    parser.add_argument("--bar", type=float, help="fail if a ratio is below this")
    parser.add_argument("--game", choices=GAMES, action="append", help="only this game")
    given = parser.parse_args()
    rows = [
        row
        for title in given.game or GAMES
        for row in measure(title, given.rounds, given.seconds, given.threads)
    ]
    if given.json:
        machine = {"machine": platform.machine(), "cores": os.cpu_count(), "threads": given.threads}
        answer = {**machine, "tesuji": tesuji.__version__, "python": platform.python_version()}
        print(json.dumps({**answer, "rows": [{**row._asdict(), "ratio": row.ratio} for row in rows]}, indent=2))
    else:
        print("| game | task | OpenSpiel | tesuji | ratio |\n| --- | --- | ---: | ---: | ---: |")
        for row in rows:
            figures = f"{row.openspiel:,.0f} {row.unit}/s | {row.tesuji:,.0f} {row.unit}/s | {row.ratio:.1f}"
            print(f"| {row.game} | {row.task} | {figures} |")
    return int(given.bar is not None and any(row.ratio < given.bar for row in rows))


if __name__ == "__main__":
    sys.exit(main())
