"""Games that a net plays against itself with a search at every third move, as `hexnet.games` without.

A search teaches either the chance of each move, as what the net would say if it knew what was found, or what each move that it looked at is
worth. It judges four times as many positions as it considers moves, so that a position costs as much as twenty without a search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor
from torch.nn import functional as F

from .games import Games, Ring, Teacher
from .lockstep import Judge, Trees, finished, gumbel, played, search

if TYPE_CHECKING:
    from .campaign import Learner, Lessons

#: How many moves a search looks at.
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

    def __init__(self, size: int, count: int, teacher: Teacher, capacity: int, device: torch.device):
        super().__init__(size, count, teacher, capacity, device)
        self.ring = SearchedRing(size, capacity, device)
        self.trees, self.chances = Trees(size, count, CONSIDERED, device), teacher.search == "chances"
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

    def teach(self, learner: Learner, batch: int, lessons: Lessons | None, few: int, rate: float) -> None:
        cells, move, worth, said = self.ring.drawn(batch - few)
        if few:
            solved, answer, won = lessons.draw(few)
            told = torch.full((few, self.size**2), -1.0, device=self.device)
            # A move that wins has all the chance; a lost position says nothing of moves.
            best = F.one_hot(answer, self.size**2).float()
            told = torch.where(won[:, None] > 0.5, best if self.chances else torch.where(best > 0, best, told), told)
            cells, move, worth, said = (torch.cat(pair) for pair in zip((cells, move, worth, said), (solved, answer, won, told)))
        logits, value = learner.logits(cells)
        if self.chances:
            logits = logits.masked_fill(cells.flatten(1) != 0, -1e9)
            searched = (said[:, :1] >= 0).float()
            chosen = (-(said.clamp(min=0) * F.log_softmax(logits, 1)).sum(1, keepdim=True) * searched).sum() / searched.sum().clamp(min=1)
        else:
            told = (said >= 0).float()
            of_search = (F.binary_cross_entropy_with_logits(logits, said.clamp(min=0), reduction="none") * told).sum() / told.sum().clamp(min=1)
            chosen = of_search + F.binary_cross_entropy_with_logits(logits.gather(1, move[:, None]).squeeze(1), worth)
        learner.step(chosen, value, worth, rate)
