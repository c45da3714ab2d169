"""Plays and trains for as long as it is left running: `python -m hexnet.campaign --start NET --out FOLDER`.

A net plays against itself without a search (`hexnet.games`) and is trained on how its moves came out, over and over, on a GPU or on
processors. FOLDER/state.pt is written each minute and has all that goes on; games under way when it stops are begun anew. FOLDER/log.jsonl
has a line for each report; in some of them `won` says what the net wins by first guesses against the one of `--start`.

What outlasts the machine is a small checkpoint and the lines of the reports: `--published FOLDER` goes on from there if more samples were
seen there, and `--publish` writes both from the last state and ends.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import time
from dataclasses import replace
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional as F

from campaigns import learner as generic
from campaigns import running

from .export import load
from .games import Games, Teacher
from .lessons import lessons
from .lockstep import Folded, duel, guesser, openings, searcher
from .model import HexNet, fresh
from .records import Positions
from .restore import read, restore
from .searched import SearchedGames


class Learner(generic.Learner):
    """A net of Hex that is trained."""

    def __init__(self, net: HexNet, rate: float, device: torch.device):
        super().__init__(net.to(device, memory_format=torch.channels_last).eval(), rate, device, figures=3)
        # Gradients need the range of 32 bits; of a GPU's kinds with 16 bits one has it.
        self.kind = torch.bfloat16 if device.type == "cuda" else torch.float32

    def learn(self, cells: Tensor, move: Tensor, worth: Tensor, rate: float) -> None:
        """One step: how a move came out is what the net should have said of it and of the position."""
        logits, value = self.logits(cells)
        chosen = F.binary_cross_entropy_with_logits(logits.gather(1, move[:, None]).squeeze(1), worth)
        self.step(chosen, value, worth, rate)

    def logits(self, cells: Tensor) -> tuple[Tensor, Tensor]:
        """The logits of all cells and of the chance to win, to be trained through."""
        return Folded(self.net, self.kind).logits(cells)

    def step(self, chosen: Tensor, value: Tensor, worth: Tensor, rate: float) -> None:
        """One step, by a loss of moves and by the values of positions beside what they were worth."""
        outcome = F.binary_cross_entropy_with_logits(value, worth)
        with torch.no_grad():
            right = ((value > 0) == (worth > 0.5)).float().mean()
        self.descend(chosen + outcome, rate, len(worth), [chosen, outcome, right])

    def report(self) -> dict:
        chosen, outcome, right = self.figures()
        return {"steps": self.steps, "samples": self.samples, "move_loss": round(chosen, 4), "value_loss": round(outcome, 4),
                "winner_right": round(right, 4)}


def winners(learner: Learner, first: Folded, size: int, games: int, player) -> dict:
    """How many of two games from each opening of two stones the average wins against the net of the start."""
    with torch.no_grad():
        start = openings(first, size, games // 2, learner.device, torch.full((games // 2,), 2, device=learner.device))
        one, other = (player(judge) for judge in (Folded(learner.averaged()), first))
        return {"games": 2 * len(start), "won": duel(one, other, start)}


def kind_of(teacher: Teacher) -> type[Games]:
    return SearchedGames if teacher.search else Games


class Lessons:
    """Positions of one size that the solver has decided: a move that wins is worth 1, and every move of a lost position nothing."""

    def __init__(self, data: Positions, device: torch.device):
        self.size = data.size
        self.cells, self.move, self.won, self.known = (torch.from_numpy(numbers).to(device)
                                                       for numbers in (data.cells, data.move, data.won, data.policy_weight > 0))
        # What is won by a move that nobody has named teaches nothing here.
        self.of_use = (self.known | (self.won < 0.5)).nonzero().squeeze(1)

    def draw(self, count: int) -> tuple[Tensor, Tensor, Tensor]:
        at = self.of_use[torch.randint(len(self.of_use), (count,), device=self.of_use.device)]
        cells = self.cells[at]
        some = torch.rand(count, self.size**2, device=cells.device).masked_fill(cells.flatten(1) != 0, -1).argmax(1)
        return cells, torch.where(self.known[at], self.move[at], some), self.won[at]


def opened(name: str) -> HexNet:
    """The net of a checkpoint, one that the program reads, or one of this shape that knows nothing."""
    if shape := re.fullmatch(r"(\d+)x(\d+)", name):
        torch.manual_seed(1)
        return fresh(*map(int, shape.groups()))
    return restore(read(Path(name).read_bytes())) if name.endswith(".net") else load(Path(name))[0]


class Campaign(running.Campaign):
    """Games of all sizes and the net that learns from them."""

    checkpoint = "hex.pt"

    def __init__(self, given: argparse.Namespace):
        super().__init__(given)
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        with torch.no_grad():
            self.first = Folded(opened(given.start).to(self.device))
        net, samples = opened(given.start), 0
        if given.published and (given.published / "hex.pt").exists():
            net, kept = load(given.published / "hex.pt")
            samples = kept["samples"]
        self.learner = Learner(net, given.rate, self.device)
        self.learner.samples = samples
        if (given.out / "state.pt").exists():
            state = torch.load(given.out / "state.pt", weights_only=True, map_location=self.device)
            if state["samples"] >= samples:
                self.learner.resume(state)
        teacher = replace(Teacher(), **json.loads(given.teacher))
        kind = kind_of(teacher)
        self.games = {size: kind(size, max(2, given.games * 121 // size**2), teacher, given.capacity, self.device) for size in given.sizes}
        self.share = dict(zip(given.sizes, given.shares, strict=True))
        found = lessons(given.lessons)[1] if given.lessons else {}
        self.lessons = {size: Lessons(data, self.device) for size, data in found.items()}
        # Seeded by how far training has come, so that a second start does not repeat the first.
        torch.manual_seed(given.seed + self.learner.samples)
        self.began, self.start_samples = time.time(), self.learner.samples

    def rate(self) -> float:
        """Even while there is no end in sight; near the end of a run with a bound it falls along half a wave."""
        if not self.given.seconds:
            return self.given.rate
        part = (time.time() - self.began) / self.given.seconds
        return self.given.rate * (0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * min(1.0, max(0.0, (part - 0.6) / 0.4)))))

    def turn(self) -> None:
        """A few moves of the size whose turn it is, and as many samples of training as positions were played."""
        size = min(self.games, key=lambda size: self.games[size].played / self.share[size])
        games, given = self.games[size], self.given
        before = games.played
        with torch.no_grad():
            games.cycle(Folded(self.learner.net))
        if len(games.ring) < given.fill:
            return
        games.due += (games.played - before) * given.samples_per_position
        while games.due >= given.batch:
            few = int(given.batch * given.lessons_share) if size in self.lessons else 0
            games.teach(self.learner, given.batch, self.lessons.get(size), few, self.rate())
            games.due -= given.batch

    def line(self, thorough: bool) -> dict:
        line = self.head() | self.learner.report()
        line["games"] = {size: of.ended for size, of in self.games.items()}
        line["positions"] = sum(of.played for of in self.games.values())
        if thorough and self.given.match:
            size = 11 if 11 in self.games else self.given.sizes[-1]
            line["won"] = winners(self.learner, self.first, size, self.given.match, guesser)
            if self.given.searched_match:
                line["won_searched"] = winners(self.learner, self.first, size, self.given.searched_match, lambda judge: searcher(judge, 16))
        return line


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--start", required=True, help="the net to begin with and to be measured against: a checkpoint, a .net, or 32x6 for a fresh one")
    arguments.add_argument("--lessons", type=Path, nargs="+", default=[], help="folders that `tesuji work run lessons` has filled")
    arguments.add_argument("--lessons-share", type=float, default=0.15, help="of a batch, where there are lessons of its size")
    arguments.add_argument("--sizes", type=int, nargs="+", default=[7, 9, 11, 13])
    arguments.add_argument("--shares", type=float, nargs="+", default=[0.05, 0.1, 0.5, 0.35], help="of the positions, for each size")
    arguments.add_argument("--games", type=int, default=64, help="games at once on 11x11; on other boards by their cells")
    arguments.add_argument("--capacity", type=int, default=200_000, help="positions of each size that are kept")
    arguments.add_argument("--fill", type=int, default=5_000, help="positions of a size before it is trained on")
    arguments.add_argument("--samples-per-position", type=float, default=1.0)
    arguments.add_argument("--rate", type=float, default=5e-4)
    arguments.add_argument("--teacher", default="{}", help="what differs from `hexnet.games.Teacher`, as JSON")
    arguments.add_argument("--match", type=int, default=200, help="games of a match")
    arguments.add_argument("--searched-match", type=int, default=0, help="games of another with a small search")
    running.options(arguments)
    running.start(arguments, Campaign, lambda report: "won" in report)


if __name__ == "__main__":
    main()
