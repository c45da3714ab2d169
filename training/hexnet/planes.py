"""What is a number of a position worth to a net that already sees the stones? `python -m hexnet.planes --records FILE --out FOLDER`.

Trains small nets from the same start on the same recorded positions. One sees only the stones, each other one also the planes of
a family: currents, distances, shortest ways, must-play, inferior cells. Then it compares them on games that were held back, and in
games by first guesses against the net that sees stones only. FOLDER/planes.npz keeps the planes, FOLDER/results.jsonl what was
found; what is there is not done again. Needs the package `tesuji` (`make python`, then PYTHONPATH=python).
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
import torch

import tesuji

from .model import HexNet
from .records import HELD_OUT_EVERY, Positions, little_golem, positions
from .study import position
from .train import held_out, learn, tensors

#: The families and their planes. The player to move comes first.
FAMILIES = {
    "resistance": ["current of the mover", "current of the other", "resistance"],
    "distances": ["distance of the mover", "distance of the other", "length of the mover", "length of the other"],
    "shortest ways": ["share of the mover", "share of the other", "betweenness of the mover", "betweenness of the other"],
    "must-play": ["must-play"],
    "inferior cells": ["fill-in of the mover", "fill-in of the other", "dominated or vulnerable"],
}
#: The same without virtual connections, computed here: every cell is a conductor, a stone a perfect one.
PLAIN = ["plain current of the mover", "plain current of the other", "plain resistance"]
#: The net of stones with twice the blocks, to compare what planes bring with what time for the net itself brings.
TWICE = "stones, twice the blocks"
LIBRARY = [plane for planes in FAMILIES.values() for plane in planes]
PLANES = LIBRARY + PLAIN
NETS = {"stones": [], **FAMILIES, "all": LIBRARY, "plain resistance": PLAIN, TWICE: []}


def names(size: int) -> list[str]:
    return [f"{chr(ord('a') + column)}{row + 1}" for row in range(size) for column in range(size)]


def plain_currents(cells: np.ndarray, player: int) -> tuple[np.ndarray, float]:
    """The current through each cell, (size, size), and the resistance, if a voltage lies between the edges of a player. An empty cell
    has resistance 1, a stone of the player 0, one of the other player conducts nothing."""
    size = len(cells)
    seen = cells if player == 1 else cells.T
    half = np.where(seen == 0, 0.5, 1e-3)
    open_cells = seen != 3 - player
    # Two more cells, before and behind the board, are the edges.
    n = size * size
    conductance = np.zeros((n + 2, n + 2))
    index = np.arange(n).reshape(size, size)
    for down, right in ((0, 1), (1, 0), (1, -1)):
        a = (slice(0, size - down), slice(max(0, -right), size - max(0, right)))
        b = (slice(down, size), slice(max(0, right), size + min(0, right)))
        joins = np.where(open_cells[a] & open_cells[b], 1 / (half[a] + half[b]), 0)
        conductance[index[a].ravel(), index[b].ravel()] = joins.ravel()
    for edge, row in ((n, 0), (n + 1, size - 1)):
        conductance[index[row], edge] = np.where(open_cells[row], 1 / half[row], 0)
    conductance += conductance.T
    system = np.diag(conductance.sum(1) + 1e-9) - conductance
    voltage = np.zeros(n + 2)
    voltage[n] = 1
    voltage[:n] = np.linalg.solve(system[:n, :n], conductance[:n, n])
    currents = np.abs(conductance * (voltage[:, None] - voltage)).sum(1) / 2
    total = 2 * currents[n]
    found = (currents[:n] / max(total, 1e-9)).reshape(size, size)
    return (found if player == 1 else found.T), 1 / max(total, 1e-9)


def planes(cells: np.ndarray, wanted: list[str], spent: dict[str, float]) -> np.ndarray:
    """All planes of a position, (planes, size, size), those that are not wanted as zeros; `spent` grows by the seconds for each
    way to ask."""
    seen, size = position(cells), len(cells)
    at = {name: index for index, name in enumerate(names(size))}
    found = {plane: np.zeros(size * size, np.float32) for plane in PLANES}

    def timed(name: str, ask):
        started = time.perf_counter()
        answer = ask()
        spent[name] = spent.get(name, 0.0) + time.perf_counter() - started
        return answer

    def wants(*families: list[str]) -> bool:
        return any(plane in wanted for planes in families for plane in planes)

    if wants(FAMILIES["resistance"], FAMILIES["distances"], FAMILIES["shortest ways"]):
        numbers = timed("measures", seen.measures)
        for whose, player in (("mover", "black"), ("other", "white")):
            of = numbers[player]
            found[f"current of the {whose}"][:] = of.current_of_cells
            found[f"distance of the {whose}"][:] = np.minimum(of.distance_of_cells, 20) / 10
            found[f"length of the {whose}"][:] = np.minimum(of.length_of_cells, 10) / 5
            found[f"share of the {whose}"][:] = of.share_of_cells
            found[f"betweenness of the {whose}"][:] = of.betweenness_of_cells
        mine, theirs = (numbers[player].resistance or 0.0 for player in ("black", "white"))
        found["resistance"][:] = np.clip(math.log((theirs + 1e-3) / (mine + 1e-3)) / 3, -2, 2)
    if wants(PLAIN):
        (mine, my_resistance), (theirs, their_resistance) = timed("plain currents", lambda: [plain_currents(cells, 1), plain_currents(cells, 2)])
        found["plain current of the mover"][:], found["plain current of the other"][:] = mine.ravel(), theirs.ravel()
        found["plain resistance"][:] = np.clip(math.log(min(their_resistance, 1e6) / min(my_resistance, 1e6)) / 3, -2, 2)
    if wants(FAMILIES["must-play"]):
        for name in timed("must-play", seen.must_play):
            found["must-play"][at[name]] = 1
    if wants(FAMILIES["inferior cells"]):
        for note in timed("inferior", lambda: seen.overlay("inferior", player="black")).marks:
            if note.mark in ("dominated", "vulnerable"):
                found["dominated or vulnerable"][at[note.cell]] = 1
        for note in timed("fill-in", lambda: seen.overlay("fill-in", player="black")).marks:
            if note.player:
                found[f"fill-in of the {'mover' if note.player == 'black' else 'other'}"][at[note.cell]] = 1
    return np.nan_to_num(np.stack([found[plane] for plane in PLANES]), posinf=2, neginf=-2).reshape(-1, size, size)


def thinned(games, size: int, every: int) -> Positions:
    """The first position of these games, and each that stands `every` places after the one before."""
    data = positions(games, size)
    keep = np.arange(0, len(data), every)
    chosen = (data.cells, data.move, data.won, data.policy_weight, data.value_weight, data.ply)
    return Positions(size, *(array[keep] for array in chosen))


def kept_planes(path: Path, sets: list[Positions]) -> list[np.ndarray]:
    """The planes of each set of positions, from `path` if they are there."""
    if not path.exists():
        spent: dict[str, float] = {}
        arrays = []
        for data in sets:
            arrays.append(np.zeros((len(data), len(PLANES), data.size, data.size), np.float16))
            for index, cells in enumerate(data.cells):
                arrays[-1][index] = planes(cells, PLANES, spent)
                if index % 1000 == 0:
                    print(f"planes: {index} of {len(data)}", flush=True)
        count = sum(len(data) for data in sets)
        cost = {name: round(seconds / count * 1e6) for name, seconds in spent.items()}
        np.savez_compressed(path, cost=json.dumps(cost), **{f"set{number}": array for number, array in enumerate(arrays)})
    kept = np.load(path)
    print(f"microseconds a position: {kept['cost']}", flush=True)
    return [kept[f"set{number}"] for number in range(len(sets))]


def planes_at(more: np.ndarray, index: np.ndarray, turn: bool = False) -> torch.Tensor:
    extra = more[index].astype(np.float32)
    return torch.from_numpy(extra[:, :, ::-1, ::-1].copy() if turn else extra)


class Seeing(torch.nn.Module):
    """A net together with the planes that it sees."""

    def __init__(self, wanted: list[str], channels: int, blocks: int):
        super().__init__()
        self.wanted = wanted
        self.net = HexNet(channels, blocks, more=len(wanted)).to(memory_format=torch.channels_last)

    def at(self, more: torch.Tensor):
        """The net as a function of the stones alone."""
        seen = more[:, [PLANES.index(plane) for plane in self.wanted]]
        forward = lambda cells: self.net(cells, seen)
        forward.training, forward.inside = self.training, self.net.inside
        return forward


def fit(net: Seeing, data: Positions, more: np.ndarray, steps: int, batch: int, rate: float, seed: int) -> None:
    optimizer = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-2)
    random = np.random.default_rng(seed)
    net.train()
    for step in range(steps):
        now = rate * min(1.0, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * step / steps))
        index, turn = random.integers(len(data), size=batch), bool(random.integers(2))
        learn(net.at(planes_at(more, index, turn)), optimizer, now, tensors(data, index, turn))
    net.eval()


def winner(cells: np.ndarray) -> int:
    """Who has joined the edges: 1 top and bottom, 2 left and right, 0 nobody yet."""
    return {None: 0, "black": 1, "white": 2}[position(cells).winner]


@torch.no_grad()
def games(one: Seeing, other: Seeing, size: int, n: int, seed: int) -> int:
    """How many of `n` games by first guesses `one` wins. Two games begin with the same two stones, each net begins one."""
    random, won = np.random.default_rng(seed), 0
    openings = [random.choice(size * size, 2, replace=False) for _ in range(n // 2)]
    # Boards as Black sees them, Black to move after a stone of each; `one` is Black in the first half.
    boards = np.zeros((2 * len(openings), size, size), np.int8)
    for index, (black, white) in enumerate(openings * 2):
        boards[index].flat[black], boards[index].flat[white] = 1, 2
    black_is_one = np.arange(len(boards)) < len(openings)
    playing, black_moves = np.arange(len(boards)), True
    while len(playing):
        shown = boards[playing] if black_moves else np.choose(boards[playing].transpose(0, 2, 1), (0, 2, 1))
        shown = np.ascontiguousarray(shown, np.int8)
        for net, is_one in ((one, True), (other, False)):
            mine = np.flatnonzero((black_is_one[playing] == is_one) == black_moves)
            if not len(mine):
                continue
            extra = [planes(shown[index], net.wanted, {}) for index in mine]
            more = torch.from_numpy(np.stack(extra).astype(np.float32))
            logits = net.at(more)(torch.from_numpy(shown[mine]))[0].numpy()
            logits[shown[mine].reshape(len(mine), -1) != 0] = -np.inf
            for index, cell in zip(mine, logits.argmax(1)):
                row, column = divmod(int(cell), size)
                boards[playing[index]][(row, column) if black_moves else (column, row)] = 1 if black_moves else 2
        over = np.array([winner(boards[index]) for index in playing])
        won += int(((over > 0) & ((over == 1) == black_is_one[playing])).sum())
        playing, black_moves = playing[over == 0], not black_moves
    return won


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--records", type=Path, required=True)
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--size", type=int, default=13)
    arguments.add_argument("--every", type=int, default=8, help="train on each position with such a number: 8 means each eighth")
    arguments.add_argument("--held-out-every", type=int, default=2, help="the same for the positions that are held out")
    arguments.add_argument("--steps", type=int, default=2000)
    arguments.add_argument("--seeds", type=int, default=2, help="nets of each kind")
    arguments.add_argument("--games", type=int, default=200, help="games of each net against the net of stones with its seed")
    arguments.add_argument("--channels", type=int, default=24)
    arguments.add_argument("--blocks", type=int, default=4)
    given = arguments.parse_args()
    torch.set_num_threads(1)
    given.out.mkdir(parents=True, exist_ok=True)
    all_games = list(little_golem(given.records))
    train = thinned((game for game in all_games if game.number % HELD_OUT_EVERY), given.size, given.every)
    test = thinned((game for game in all_games if game.number % HELD_OUT_EVERY == 0), given.size, given.held_out_every)
    print(f"{len(train)} positions, {len(test)} held out", flush=True)
    train_planes, test_planes = kept_planes(given.out / "planes.npz", [train, test])

    results = given.out / "results.jsonl"
    done = [json.loads(line) for line in results.read_text().splitlines()] if results.exists() else []
    for seed in range(1, given.seeds + 1):
        for name, wanted in NETS.items():
            weights = given.out / f"{name} {seed}.pt"
            torch.manual_seed(seed)
            net = Seeing(wanted, given.channels, given.blocks * (2 if name == TWICE else 1))
            if not weights.exists():
                fit(net, train, train_planes, given.steps, 128, 3e-3, seed)
                torch.save(net.state_dict(), weights)
            net.load_state_dict(torch.load(weights, weights_only=True))
            net.eval()
            if not any(line["net"] == name and line["seed"] == seed for line in done):
                line = {"net": name, "seed": seed} | held_out(net, test, lambda net, index: net.at(planes_at(test_planes, index)))
                if name == "stones":
                    stones = net
                else:
                    line |= {"games": given.games, "won": games(net, stones, given.size, given.games, seed)}
                print(json.dumps(line), flush=True)
                with results.open("a") as log:
                    log.write(json.dumps(line) + "\n")
            elif name == "stones":
                stones = net


if __name__ == "__main__":
    main()
