"""Games that a net plays against itself without a search, many at once, and the positions that they leave for training.

The policy's logit of a cell is the logit of the chance to win by a stone there. So a game teaches, at each of its positions, how the
move that was played came out, and the net needs no search to know what to play. Moves are drawn by their chances, sharper as the game
goes on. Every position is seen by the player to move, as in `hexnet.lockstep`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from .lockstep import Judge, finished, gumbel, openings, played

if TYPE_CHECKING:
    from .campaign import Learner, Lessons

#: Moves between two looks at which games are over: what follows the end does no harm.
EVERY = 4


@dataclass(frozen=True)
class Teacher:
    """How games are played and what they say of a position."""

    #: How many random stones a game begins with: the chances of 0, 1, 2 and more.
    stones: tuple[float, ...] = (0.1, 0.4, 0.4, 0.1)
    #: By how much logits are multiplied at the first move before a move is drawn, and how much more for each row of moves.
    sharpness: float = 1.5
    sharper: float = 3.0
    #: Whether every third move is searched (`hexnet.searched`), and what is learnt from that: "", "chances" or "worth".
    search: str = ""
    #: What the later moves say of an earlier one: 1 is the result alone; less gives the value of the next position this much weight.
    trust: float = 1.0
    #: In this share of the games a player gives up whose best move has a lower chance.
    may_give_up: float = 0.75
    hopeless: float = 0.01


class Ring:
    """The latest positions of one size: boards, the move that was played, how it came out, and how the position did."""

    def __init__(self, size: int, capacity: int, device: torch.device):
        self.size, self.capacity, self.added = size, capacity, 0
        self.cells = torch.zeros(capacity, size * size, dtype=torch.int8, device=device)
        self.move = torch.zeros(capacity, dtype=torch.int16, device=device)
        self.worth = torch.zeros(capacity, dtype=torch.float32, device=device)

    def __len__(self) -> int:
        return min(self.added, self.capacity)

    def add(self, cells: Tensor, move: Tensor, worth: Tensor) -> None:
        at = (self.added + torch.arange(len(cells), device=cells.device)) % self.capacity
        self.cells[at], self.move[at], self.worth[at] = cells, move.to(torch.int16), worth
        self.added += len(cells)

    def draw(self, count: int) -> tuple[Tensor, Tensor, Tensor]:
        """Boards, moves and what they are worth; half of the boards are given half a turn."""
        at = torch.randint(len(self), (count,), device=self.cells.device)
        cells, move = self.cells[at], self.move[at].long()
        turn = torch.rand(count, device=cells.device) < 0.5
        cells = torch.where(turn[:, None], cells.flip(1), cells)
        move = torch.where(turn, self.size**2 - 1 - move, move)
        return cells.view(count, self.size, self.size), move, self.worth[at]


class Games:
    """Games on boards of one size, all of them under way, and the positions of those that ended."""

    def __init__(self, size: int, count: int, teacher: Teacher, capacity: int, device: torch.device):
        self.size, self.count, self.teacher, self.device = size, count, teacher, device
        self.ring = Ring(size, capacity, device)
        longest = size * size + EVERY
        self.every = torch.arange(count, device=device)
        self.boards = torch.zeros(count, size, size, dtype=torch.int8, device=device)
        self.ply = torch.zeros(count, dtype=torch.long, device=device)
        self.may_give_up = torch.zeros(count, dtype=torch.bool, device=device)
        # Who wins by the other's giving up: the player to move at even plies (0) or at odd ones (1), or nobody yet (-1).
        self.given = torch.full((count,), -1, device=device)
        self.history = torch.zeros(count, longest, size * size, dtype=torch.int8, device=device)
        self.moves = torch.zeros(count, longest, dtype=torch.long, device=device)
        self.chance = torch.zeros(count, longest, device=device)
        self.ended = self.played = 0
        # Samples of training that are still to be drawn from here.
        self.due = 0.0

    def begin(self, index: Tensor, judge: Judge) -> None:
        """Begins these games anew."""
        stones = torch.multinomial(torch.tensor(self.teacher.stones, device=self.device), len(index), replacement=True)
        self.boards[index] = openings(judge, self.size, len(index), self.device, stones)
        self.ply[index], self.given[index] = 0, -1
        self.may_give_up[index] = torch.rand(len(index), device=self.device) < self.teacher.may_give_up

    @torch.no_grad()
    def cycle(self, judge: Judge) -> None:
        """A few moves in every game; games that are over begin anew."""
        if self.played == 0:
            self.begin(self.every, judge)
        teacher = self.teacher
        for _ in range(EVERY):
            logits, _ = judge(self.boards)
            sharpness = teacher.sharpness + teacher.sharper * self.ply / self.size
            move = (logits * sharpness[:, None] + gumbel(logits)).argmax(1)
            chance = logits.amax(1).sigmoid()
            self.history[self.every, self.ply] = self.boards.flatten(1)
            self.moves[self.every, self.ply], self.chance[self.every, self.ply] = move, chance
            hopeless = self.may_give_up & (chance < teacher.hopeless) & (self.given < 0)
            self.given = torch.where(hopeless, 1 - self.ply % 2, self.given)
            self.boards = played(self.boards, move)
            self.ply += 1
        self.played += EVERY * self.count
        over, mine = finished(self.boards)
        winner = torch.where(over, (self.ply + ~mine) % 2, self.given)
        over = (winner >= 0).nonzero().squeeze(1)
        if len(over):
            self.keep(over, winner[over])
            self.begin(over, judge)

    def teach(self, learner: Learner, batch: int, lessons: Lessons | None, few: int, rate: float) -> None:
        """One step of training; `few` of its positions are from lessons."""
        parts = [self.ring.draw(batch - few)] + ([lessons.draw(few)] if few else [])
        learner.learn(*(torch.cat(column) for column in zip(*parts)), rate)

    def keep(self, over: Tensor, winner: Tensor) -> None:
        """Keeps the positions of these games, with what their moves were worth."""
        ply = torch.arange(self.history.shape[1], device=self.device)[None]
        there = ply < self.ply[over][:, None]
        worth = (ply % 2 == winner[:, None]).float()
        if self.teacher.trust < 1:
            worth = mixed(worth, self.chance[over], self.ply[over], self.teacher.trust)
        game, at = there.nonzero(as_tuple=True)
        self.ring.add(self.history[over[game], at], self.moves[over[game], at], worth[game, at])
        self.ended += len(over)


def mixed(worth: Tensor, chance: Tensor, length: Tensor, trust: float) -> Tensor:
    """Lambda returns of the moves of each game, from its results and the net's chances at each ply: worth[t] = 1 - trust worth[t + 1] - (1 - trust) chance[t + 1], and the last move is worth the result."""
    ply = torch.arange(worth.shape[1], device=worth.device)
    last = (length - 1)[:, None]
    # Seen by one player all along, and even is 0.
    sides = 1 - 2 * (ply % 2)
    later = (ply[None] - ply[:, None] - 1).clamp(min=0)
    weight = torch.where(ply[None] > ply[:, None], (1 - trust) * trust**later.float(), 0.0)
    told = torch.where(ply <= last, (2 * chance - 1) * sides, 0.0) @ weight.T
    end = ((2 * worth - 1) * sides).gather(1, last) * trust ** (last - ply).clamp(min=0).float()
    return (1 + (told + end) * sides) / 2


@torch.no_grad()
def positions(judge: Judge, size: int, count: int, teacher: Teacher = Teacher()) -> Tensor:
    """Boards of this many games that `judge` plays against itself, one of each game that is not over."""
    device = torch.device("cpu")
    boards = openings(judge, size, count, device, torch.multinomial(torch.tensor(teacher.stones), count, replacement=True))
    seen, over = [boards], torch.zeros(count, dtype=torch.bool)
    length = torch.ones(count, dtype=torch.long)
    for ply in range(size * size):
        logits, _ = judge(boards)
        boards = played(boards, (logits * (teacher.sharpness + teacher.sharper * ply / size) + gumbel(logits)).argmax(1))
        over |= finished(boards)[0]
        if over.all():
            break
        length += ~over
        seen.append(boards)
    at = (torch.rand(count) * length).long()
    return torch.stack(seen)[at, torch.arange(count)]
