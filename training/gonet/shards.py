"""Positions of games of Go, as the example `go_games` writes them, and batches of them.

A file has the games of one board. Its first line is JSON: `board` (a name), `points`, `planes` and `links` (the neighbours of each point).
Records of equal length follow, each from the point of view of the player to move. Of every ten games one is held out.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

#: Games whose number is a multiple of this are held out.
HELD_OUT_EVERY = 10

#: The value that stands for 1 in the input planes.
PLANE = 64


def record(points: int, planes: int) -> np.dtype:
    """A record of a board with this many points."""
    return np.dtype([
        ("planes", "u1", (planes, points)), ("chain", "<u2", points), ("legal", "u1", points + 1), ("policy", "<u2", points + 1),
        ("win", "u1"), ("score", "<i2"), ("own", "i1", points), ("game", "<u4"), ("move", "<u2"),
    ])


class Graph:
    """The points of a board and their neighbours."""

    def __init__(self, links: list[list[int]]):
        self.links, self.n = links, len(links)
        self.mean = np.zeros((self.n, self.n), np.float32)
        for point, near in enumerate(links):
            for other in near:
                self.mean[point, other] += 1 / len(near)

    @property
    def size(self) -> int:
        """Four times the side of a square board with as many points, rounded."""
        return round((16 * self.n) ** 0.5)


@dataclass
class Shard:
    """The records of one file."""

    kind: str  # the name of the file without its last number, and no more than that of random graphs
    graph: Graph
    rows: np.ndarray


@dataclass
class Part(Shard):
    """Some of the records of a file."""

    index: np.ndarray

    def __len__(self) -> int:
        return len(self.index)


def shard(path: Path) -> Shard:
    with path.open("rb") as file:
        head = json.loads(file.readline())
        start = file.tell()
    kind = record(head["points"], head["planes"])
    # A file that is still being written may end within a record.
    count = (path.stat().st_size - start) // kind.itemsize
    rows = np.memmap(path, kind, "r", start, (count,)) if count else np.zeros(0, kind)
    name = path.stem.rpartition("-")[0] or path.stem
    return Shard("random" if name.startswith("random") else name, Graph(head["links"]), rows)


def split(shards: list[Shard]) -> tuple[list[Part], list[Part]]:
    """The records to train on and those held out. Records stay on disk; only their indices are in memory."""
    parts = []
    for held in (False, True):
        found = [(one, np.flatnonzero((one.rows["game"] % HELD_OUT_EVERY == 0) == held)) for one in shards if len(one.rows)]
        parts.append([Part(one.kind, one.graph, one.rows, index) for one, index in found if len(index)])
    return parts[0], parts[1]


@dataclass
class Batch:
    """Positions of several boards, the points of all of them in one row. `groups` has the boards in order: graph and positions."""

    groups: list[tuple[Graph, int]]
    means: list[Tensor]
    planes: Tensor  # (points, planes), 1 for `PLANE`
    linked: Tensor  # the points of chains of several stones
    chain: Tensor  # the numbers of their chains
    chains: int  # how many there are
    cell: Tensor  # (points,): where it stands in `policy`
    legal: Tensor  # (positions, most points + 1), passing last
    policy: Tensor  # the same shape; adds up to 1, or to 0 without a target
    win: Tensor
    score: Tensor  # in points
    own: Tensor  # (points,): 1 the mover's, -1 the other's, 0 nobody's
    stage: Tensor  # (positions,): moves played, over points

    def __len__(self) -> int:
        return len(self.win)

    def to(self, device: torch.device) -> Batch:
        moved = {name: value.to(device, non_blocking=True) if isinstance(value, Tensor) else value for name, value in vars(self).items()}
        return Batch(**moved | {"means": [mean.to(device, non_blocking=True) for mean in self.means]})


def batch(parts: list[tuple[Graph, np.ndarray]]) -> Batch:
    """One batch of these positions."""
    most = max(graph.n for graph, _ in parts) + 1
    count = sum(len(rows) for _, rows in parts)
    legal, policy = np.zeros((count, most), bool), np.zeros((count, most), np.float32)
    planes, chain, cell, own, first, position = [], [], [], [], 0, 0
    for graph, rows in parts:
        k, n = len(rows), graph.n
        planes.append(rows["planes"].transpose(0, 2, 1).reshape(k * n, -1))
        starts = first + n * np.arange(k)[:, None]
        chain.append((rows["chain"] + starts).ravel())
        cell.append(((position + np.arange(k))[:, None] * most + np.arange(n)).ravel())
        own.append(rows["own"].ravel())
        here = slice(position, position + k)
        legal[here, :n], legal[here, -1] = rows["legal"][:, :n] != 0, True
        policy[here, :n], policy[here, -1] = rows["policy"][:, :n], rows["policy"][:, n]
        first, position = first + k * n, position + k
    found = np.concatenate(chain).astype(np.int64)
    linked = np.flatnonzero(np.bincount(found, minlength=len(found))[found] > 1)
    numbers, of_linked = np.unique(found[linked], return_inverse=True)
    # Visits of moves that are not legal would be a fault of the generator; they cannot be learnt.
    policy *= legal
    policy /= np.maximum(policy.sum(1, keepdims=True), 1e-9)
    whole = lambda name: np.concatenate([rows[name] for _, rows in parts])  # noqa: E731
    stage = np.concatenate([rows["move"] / graph.n for graph, rows in parts])
    tensor = torch.from_numpy
    return Batch(
        [(graph, len(rows)) for graph, rows in parts], [tensor(graph.mean) for graph, _ in parts],
        tensor(np.concatenate(planes)).float() / PLANE, tensor(linked), tensor(of_linked), len(numbers),
        tensor(np.concatenate(cell)), tensor(legal), tensor(policy), tensor(whole("win").astype(np.float32) / 2), tensor(whole("score").astype(np.float32) / 2),
        tensor(np.concatenate(own).astype(np.float32)), tensor(stage.astype(np.float32)),
    )


#: The share of a batch that is drawn from positions with a target of moves.
LABELLED = 0.6


class Mixture:
    """Random batches, each of a few boards. Kinds with few records are drawn more often than their share, but not equally often, and so
    are positions with a target of moves."""

    def __init__(self, parts: list[Part], count: int, boards: int = 4):
        self.parts = parts
        size, total = np.array([len(part) for part in parts], float), {}
        for part in parts:
            total[part.kind] = total.get(part.kind, 0) + len(part)
        share = size / np.sqrt([total[part.kind] for part in parts])
        self.share = share / share.sum()
        self.count, self.boards = count // boards, boards
        self.labelled = [part.index[part.rows["policy"][part.index].any(1)] for part in parts]

    def draw(self, random: np.random.Generator) -> Batch:
        chosen = []
        for at in random.choice(len(self.parts), self.boards, p=self.share):
            part, labelled = self.parts[at], self.labelled[at]
            few = int(LABELLED * self.count) if len(labelled) else 0
            index = np.concatenate([random.choice(labelled, few), random.choice(part.index, self.count - few)])
            chosen.append((part.graph, part.rows[np.sort(index)]))
        return batch(chosen)
