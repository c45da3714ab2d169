"""Compares teachers at equal compute: `python -m hexnet.teachers --teacher NAME --out FOLDER --seconds N`.

Each trains the same net for the same processor time, by games that it plays against itself; docs/NETWORK.md has what came of it. `results`,
`one`, `several`, `empty` and `bootstrapped` are `hexnet.games` with other settings; `searched` draws moves by a search and learns its chances; `mixed` learns
what moves are worth by results and by searches; with `--lessons` a quarter of each batch are positions that the solver has decided.
"""

from __future__ import annotations

import argparse
import json
import time
import warnings
from dataclasses import replace
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional as F

from .campaign import Learner, Lessons, opened, publish
from .games import Games, Ring, Teacher
from .lessons import lessons
from .lockstep import Folded, Judge, Trees, finished, gumbel, played, search

#: What differs from the teacher of the campaign.
TEACHERS = {
    "results": {},
    "bootstrapped": {"trust": 0.9},
    "empty": {"stones": (1.0,)},
    "one": {"stones": (0.0, 1.0)},
    "several": {"stones": (0.05, 0.15, 0.2, 0.15, 0.15, 0.1, 0.1, 0.05, 0.05)},
    "warm": {"sharpness": 0.7, "sharper": 1.5},
    "cold": {"sharpness": 3.0, "sharper": 6.0},
    "searched": {},
    "mixed": {},
}

#: How many moves a search looks at; it judges four times as many positions. Every third move is searched.
CONSIDERED = 16


class SearchedRing(Ring):
    """Positions with what a search said of them: a chance or a worth for each move, less than zero where it said nothing."""

    def __init__(self, size: int, capacity: int, device: torch.device):
        super().__init__(size, capacity, device)
        self.said = torch.zeros(capacity, size * size, dtype=torch.float16, device=device)

    def keep(self, cells: Tensor, move: Tensor, worth: Tensor, said: Tensor) -> None:
        self.said[(self.added + torch.arange(len(cells), device=cells.device)) % self.capacity] = said
        self.add(cells, move, worth)

    def drawn(self, count: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        at = torch.randint(len(self), (count,), device=self.cells.device)
        turn = torch.rand(count, 1, device=self.cells.device) < 0.5
        cells, said = (torch.where(turn, rows[at].flip(1), rows[at]) for rows in (self.cells, self.said))
        move = torch.where(turn[:, 0], self.size**2 - 1 - self.move[at].long(), self.move[at].long())
        return cells.view(count, self.size, self.size), move, self.worth[at], said.float()


class SearchedGames(Games):
    """Games in which every third move is searched."""

    def __init__(self, size: int, count: int, teacher: Teacher, capacity: int, device: torch.device, chances: bool):
        super().__init__(size, count, teacher, capacity, device)
        self.ring = SearchedRing(size, capacity, device)
        self.trees, self.chances = Trees(size, count, CONSIDERED, device), chances
        self.said = torch.zeros(*self.history.shape, dtype=torch.float16, device=device)
        self.found = torch.zeros(*self.moves.shape, device=device)

    @torch.no_grad()
    def cycle(self, judge: Judge) -> None:
        if self.played == 0:
            self.begin(self.every, judge)
        teacher = self.teacher
        for step in range(3):
            logits, value = judge(self.boards)
            self.history[self.every, self.ply] = self.boards.flatten(1)
            if step == 0:
                found = search(judge, self.trees, self.boards, logits, value)
                move, chance = found.best, found.value
                said = found.chances
                if not self.chances:
                    worth = torch.where(found.allowed, found.worth, torch.full_like(found.worth, -1))
                    said = torch.full_like(said, -1).scatter(1, found.candidates, worth)
            else:
                sharpness = torch.where(self.ply < 0.5 * self.size, 1.0, 3.0) if self.chances else teacher.sharpness + teacher.sharper * self.ply / self.size
                move = (logits * sharpness[:, None] + gumbel(logits)).argmax(1)
                chance, said = value if self.chances else logits.amax(1).sigmoid(), torch.full_like(logits, -1)
            self.said[self.every, self.ply], self.found[self.every, self.ply] = said.half(), chance if step == 0 else -1
            self.moves[self.every, self.ply], self.chance[self.every, self.ply] = move, chance
            hopeless = self.may_give_up & (chance < teacher.hopeless) & (self.given < 0)
            self.given = torch.where(hopeless, 1 - self.ply % 2, self.given)
            self.boards = played(self.boards, move)
            self.ply += 1
        self.played += 3 * self.count
        over, mine = finished(self.boards)
        winner = torch.where(over, (self.ply + ~mine) % 2, self.given)
        over = (winner >= 0).nonzero().squeeze(1)
        if len(over):
            ply = torch.arange(self.history.shape[1], device=self.device)[None]
            game, at = (ply < self.ply[over][:, None]).nonzero(as_tuple=True)
            won, rows = (ply % 2 == winner[over][:, None]).float()[game, at], over[game]
            found = self.found[rows, at]
            worth = torch.where(found >= 0, (won + found) / 2, won)
            self.ring.keep(self.history[rows, at], self.moves[rows, at], worth, self.said[rows, at])
            self.ended += len(over)
            self.begin(over, judge)


def learn_searched(learner: Learner, batch: tuple[Tensor, ...], rate: float, chances: bool) -> None:
    """One step by what searches said."""
    cells, move, worth, said = batch
    logits, value = learner.logits(cells)
    if chances:
        logits = logits.masked_fill(cells.flatten(1) != 0, -1e9)
        searched = (said[:, :1] >= 0).float()
        chosen = (-(said.clamp(min=0) * F.log_softmax(logits, 1)).sum(1, keepdim=True) * searched).sum() / searched.sum().clamp(min=1)
    else:
        told = (said >= 0).float()
        of_search = (F.binary_cross_entropy_with_logits(logits, said.clamp(min=0), reduction="none") * told).sum() / told.sum().clamp(min=1)
        chosen = of_search + F.binary_cross_entropy_with_logits(logits.gather(1, move[:, None]).squeeze(1), worth)
    learner.step(chosen, value, worth, rate)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--teacher", choices=TEACHERS, required=True)
    arguments.add_argument("--start", default="24x4")
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--seconds", type=float, required=True, help="of processor time")
    arguments.add_argument("--size", type=int, default=7)
    arguments.add_argument("--games", type=int, default=128)
    arguments.add_argument("--batch", type=int, default=128)
    arguments.add_argument("--rate", type=float, default=1e-3)
    arguments.add_argument("--samples-per-position", type=float, default=1.0)
    arguments.add_argument("--lessons", type=Path, nargs="+", default=[])
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    warnings.filterwarnings("ignore", category=UserWarning)
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    device = torch.device("cpu")
    teacher = replace(Teacher(), **TEACHERS[given.teacher])
    searches = given.teacher in ("searched", "mixed")
    chances = given.teacher == "searched"
    learner = Learner(opened(given.start), given.rate, device)
    kind = (given.size, given.games, teacher, 100_000, device)
    games = SearchedGames(*kind, chances) if searches else Games(*kind)
    solved = Lessons(lessons(given.lessons)[1][given.size], device) if given.lessons else None
    given.out.mkdir(parents=True, exist_ok=True)
    began, playing, trained, next_report = time.process_time(), 0.0, 0.0, 0.0
    while (spent := time.process_time() - began) < given.seconds:
        part = spent / given.seconds
        rate = given.rate * (1 if part < 0.5 else max(0.02, 2 - 2 * part))
        with torch.no_grad():
            games.cycle(Folded(learner.net))
        playing += time.process_time() - began - spent
        while len(games.ring) >= 4000 and trained + given.batch <= games.played * given.samples_per_position:
            if searches:
                learn_searched(learner, games.ring.drawn(given.batch), rate, chances)
            else:
                few = given.batch // 4 if solved else 0
                parts = [games.ring.draw(given.batch - few)] + ([solved.draw(few)] if solved else [])
                learner.learn(*(torch.cat(column) for column in zip(*parts)), rate)
            trained += given.batch
        if spent >= next_report:
            next_report = spent + given.seconds / 10
            line = {"teacher": given.teacher, "seconds": round(spent), "playing": round(playing), "positions": games.played} | learner.report()
            print(json.dumps(line), flush=True)
            with (given.out / "log.jsonl").open("a") as log:
                log.write(json.dumps(line) + "\n")
    publish(learner, given.out / "checkpoint.pt")


if __name__ == "__main__":
    main()
