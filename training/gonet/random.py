"""Random positions with the shape of the real ones, and simple targets: for checks without the program."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from .shards import record


def links(points: int, random: np.random.Generator, chance: float = 0.05) -> list[list[int]]:
    """A cycle with some chords; the last point has no links."""
    near: list[set[int]] = [set() for _ in range(points)]
    pairs = [(at, (at + 1) % (points - 1)) for at in range(points - 1)]
    pairs += [pair for pair in zip(*np.triu_indices(points - 1, 2)) if random.random() < chance]
    for a, b in pairs:
        if a != b:
            near[a].add(int(b))
            near[b].add(int(a))
    return [sorted(of) for of in near]


def chains(stones: np.ndarray, near: list[list[int]]) -> np.ndarray:
    """The lowest point of the chain of each point; an empty point is its own."""
    found = np.arange(len(stones))
    for first in range(len(stones)):
        if found[first] < first or not stones[first]:
            continue
        todo = [first]
        while todo:
            for other in near[todo.pop()]:
                if stones[other] == stones[first] and found[other] > first:
                    found[other] = first
                    todo.append(other)
    return found


def rows(near: list[list[int]], planes: int, count: int, random: np.random.Generator) -> np.ndarray:
    """Positions of which every target follows from the stones: a player owns a point if most of its stones and neighbours are his, and
    plays where most neighbours are the other's."""
    n = len(near)
    made = np.zeros(count, record(n, planes))
    for at, row in enumerate(made):
        stones = random.choice(3, n, p=[0.4, 0.3, 0.3])
        lead = np.array([sum((stones[o] == 1) * 1 - (stones[o] == 2) * 1 for o in [p, *near[p]]) for p in range(n)])
        row["planes"] = random.integers(0, 128, (planes, n)) * (random.random((planes, 1)) < 0.5)
        row["planes"][0], row["planes"][1], row["planes"][-1] = 127 * (stones == 1), 127 * (stones == 2), 127
        row["chain"] = chains(stones, near)
        row["legal"] = [*(stones == 0), 1]
        row["policy"][:n] = np.where((stones == 0) & (lead == lead[stones == 0].min(initial=0)), 10, 0)
        row["policy"][n] = 0 if row["policy"].any() else 10
        row["own"], row["score"] = np.sign(lead), 2 * np.sign(lead).sum()
        row["win"] = 1 + np.sign(row["score"])
        row["game"], row["move"] = at // 10, (stones > 0).sum()
    return made


def write(path: Path, board: str, points: int, planes: int, count: int, seed: int) -> None:
    """Writes a file as `go_games` does."""
    random = np.random.default_rng(seed)
    near = links(points, random)
    head = json.dumps({"board": board, "points": points, "planes": planes, "links": near})
    path.write_bytes(head.encode() + b"\n" + rows(near, planes, count, random).tobytes())


def main() -> None:
    """Writes games as the program's `go_games` would; takes its options."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--first", type=int, default=0)
    arguments.add_argument("--planes", type=int, default=5)
    arguments.add_argument("--seed", type=int, default=1)
    given, _ = arguments.parse_known_args()
    for board, points in (("small", 9), ("random-16", 16)):
        write(given.out / f"{board}-{given.seed}.go", board, points, given.planes, 400, given.seed + given.first)


if __name__ == "__main__":
    main()
