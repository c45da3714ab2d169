"""Plays and trains at the same time, on a GPU:
`python -m hexnet.live --start CHECKPOINT --records FILE --out FOLDER --seconds 600`.

`hexnet.improve` does it in generations, with the program as player, on processors. Here PyTorch plays (`hexnet.lockstep`): thousands of
games at once, always by the newest weights. Each third move is searched, the others are drawn from the policy. FOLDER/log.jsonl has a
line for each report; a report now and then has the log-loss on held-out games and a match by first guesses against the net that it
began with. Goes on from FOLDER/checkpoint.pt, with fresh games, if it exists.
"""

from __future__ import annotations

import argparse
import json
import time
import warnings
from pathlib import Path
from typing import Callable

import torch
from torch import Tensor

from .export import load
from .lockstep import Folded, Judge, Player, Trees, duel, finished, guesser, gumbel, openings, played, search, searcher
from .model import HexNet
from .records import Positions
from .self_play import PER_GAME
from .train import held_out, learn, optimizer_of, rate_at, split

#: How many random stones a game begins with: the chances of 0, 1, 2 and 3.
STONES = [0.02, 0.45, 0.43, 0.1]

#: After this many moves for each row of the board, moves without a search are drawn by sharper chances.
SHARP_AFTER, SHARPNESS = 0.5, 3.0

#: A game is given up at a search that finds a lower value, in this share of the games.
HOPELESS, MAY_GIVE_UP = 0.015, 0.75


class Ring:
    """The latest positions: boards, chances of moves (or none), the value and the weight of the policy in the loss."""

    def __init__(self, size: int, capacity: int, policy: bool, device: torch.device):
        cells = size * size
        self.cells = torch.zeros(capacity, cells, dtype=torch.int8, device=device)
        self.chances = torch.zeros(capacity if policy else 1, cells, dtype=torch.float16, device=device)
        self.value = torch.zeros(capacity, device=device)
        self.size, self.capacity, self.policy, self.added = size, capacity, policy, 0

    def __len__(self) -> int:
        return min(self.added, self.capacity)

    def add(self, cells: Tensor, value: Tensor, chances: Tensor | None = None) -> None:
        at = (self.added + torch.arange(len(cells), device=cells.device)) % self.capacity
        self.cells[at], self.value[at] = cells, value
        if chances is not None:
            self.chances[at] = chances
        self.added += len(cells)

    def draw(self, count: int) -> tuple[Tensor, ...]:
        at = torch.randint(len(self), (count,), device=self.cells.device)
        cells, one = self.cells[at], torch.ones(count, device=self.cells.device)
        chances = self.chances[at].float() if self.policy else torch.zeros_like(cells, dtype=torch.float32)
        return cells, chances, self.value[at], one if self.policy else torch.zeros_like(one), one


class Recorded:
    """Positions of people's games."""

    def __init__(self, data: Positions, device: torch.device):
        self.cells, self.move, self.won, self.policy_weight, self.value_weight = (
            torch.from_numpy(numbers).to(device)
            for numbers in (data.cells.reshape(len(data), -1), data.move, data.won, data.policy_weight, data.value_weight))

    def __len__(self) -> int:
        return len(self.move)

    def draw(self, count: int) -> tuple[Tensor, ...]:
        at = torch.randint(len(self), (count,), device=self.cells.device)
        cells = self.cells[at]
        target = torch.zeros_like(cells, dtype=torch.float32).scatter_(1, self.move[at][:, None], 1.0)
        return cells, target, self.won[at], self.policy_weight[at], self.value_weight[at]


class Games:
    """Games on boards of one size, all of them under way, and the positions of those that ended."""

    def __init__(self, size: int, count: int, considered: int, capacity: int, device: torch.device):
        self.size, self.count, self.device = size, count, device
        self.trees = Trees(size, count, considered, device)
        self.searched, self.plain = Ring(size, capacity, True, device), Ring(size, capacity, False, device)
        cells, longest = size * size, size * size + 4
        self.boards = torch.zeros(count, size, size, dtype=torch.int8, device=device)
        self.ply = torch.zeros(count, dtype=torch.long, device=device)
        self.may_give_up = torch.zeros(count, dtype=torch.bool, device=device)
        # Who wins by the other's giving up: the player to move at even plies (0) or at odd ones (1), or nobody yet (-1).
        self.given = torch.full((count,), -1, device=device)
        self.history = torch.zeros(count, longest, cells, dtype=torch.int8, device=device)
        self.chances = torch.zeros(count, longest, cells, dtype=torch.float16, device=device)
        self.value = torch.zeros(count, longest, device=device)
        self.was_searched = torch.zeros(count, longest, dtype=torch.bool, device=device)
        self.ended = self.moves = 0

    def begin(self, index: Tensor, judge: Judge) -> None:
        """Begins these games anew."""
        stones = torch.multinomial(torch.tensor(STONES, device=self.device), len(index), replacement=True)
        self.boards[index] = openings(judge, self.size, len(index), self.device, stones)
        self.ply[index], self.given[index], self.was_searched[index] = 0, -1, False
        self.may_give_up[index] = torch.rand(len(index), device=self.device) < MAY_GIVE_UP

    @torch.no_grad()
    def cycle(self, judge: Judge) -> None:
        """A searched move in every game, two without a search; then games that are over begin anew."""
        every = torch.arange(self.count, device=self.device)
        if self.moves == 0:
            self.begin(every, judge)
        for step in range(3):
            logits, value = judge(self.boards)
            self.history[every, self.ply] = self.boards.flatten(1)
            if step == 0:
                chances, move, value = search(judge, self.trees, self.boards, logits, value)
                self.chances[every, self.ply], self.value[every, self.ply] = chances.half(), value
                self.was_searched[every, self.ply] = True
                self.given = torch.where(self.may_give_up & (value < HOPELESS), 1 - self.ply % 2, self.given)
            else:
                sharp = torch.where(self.ply < SHARP_AFTER * self.size, 1.0, SHARPNESS)
                move = (logits * sharp[:, None] + gumbel(logits)).argmax(1)
            self.boards = played(self.boards, move)
            self.ply += 1
        self.moves += 3
        over, mine = finished(self.boards)
        winner = torch.where(over, (self.ply + ~mine) % 2, self.given)
        over = (winner >= 0).nonzero().squeeze(1)
        if len(over):
            self.keep(over, winner[over])
            self.begin(over, judge)

    def keep(self, over: Tensor, winner: Tensor) -> None:
        """Keeps the positions of these games: those that were searched, and a few others, which only say who won."""
        ply = torch.arange(self.history.shape[1], device=self.device)[None]
        length = self.ply[over][:, None]
        won = (ply % 2 == winner[:, None]).float()
        searched = self.was_searched[over] & (ply < length)
        game, at = searched.nonzero(as_tuple=True)
        rows = over[game]
        # A game is a rough sample of who wins, so the search has a say.
        self.searched.add(self.history[rows, at], (won[game, at] + self.value[rows, at]) / 2, self.chances[rows, at])
        few = (ply < length) & ~self.was_searched[over] & (torch.rand(len(over), ply.shape[1], device=self.device) < PER_GAME / length)
        game, at = few.nonzero(as_tuple=True)
        self.plain.add(self.history[over[game], at], won[game, at])
        self.ended += len(over)


def drawn(sources: list[tuple[Ring | Recorded, float]], batch: int, size: int) -> tuple[Tensor, ...]:
    """A batch of boards of one size, a part of it from each source; half of them after a half turn of the board."""
    total = sum(weight for _, weight in sources)
    parts = [source.draw(max(1, round(batch * weight / total))) for source, weight in sources]
    cells, target, *rest = (torch.cat(column) for column in zip(*parts))
    turn = torch.rand(len(cells), 1, device=cells.device) < 0.5
    cells, target = (torch.where(turn, numbers.flip(1), numbers) for numbers in (cells, target))
    return cells.view(len(cells), size, size), target, *rest


class Learner:
    """A net that is trained, and what its training needs."""

    def __init__(self, name: str, net: HexNet, rate: float, device: torch.device):
        self.name, self.rate, self.steps = name, rate, 0
        self.net = net.to(device, memory_format=torch.channels_last).train()
        for module in net.modules():
            if isinstance(module, torch.nn.BatchNorm2d):
                # Batches are of one size each: what the normalisation keeps has to last longer than a few of them.
                module.momentum = 0.02
        self.optimizer = optimizer_of(self.net, rate)
        self.sums = torch.zeros(5, device=device)

    def step(self, part: float, batch: tuple[Tensor, ...]) -> None:
        """One step; `part` is how much of the training is over."""
        logits, chosen, outcome = learn(self.net, self.optimizer, rate_at(self.rate, self.steps, part), batch)
        right = ((logits.argmax(1) == batch[1].argmax(1)) & (batch[3] > 0)).sum()
        self.sums += torch.stack([chosen.sum(), batch[3].sum(), outcome.sum(), batch[4].sum(), right]).detach()
        self.steps += 1

    def report(self) -> dict:
        policy, searched, value, judged, right = self.sums.tolist()
        self.sums.zero_()
        return {"steps": self.steps, "policy_loss": round(policy / max(searched, 1), 4), "value_loss": round(value / max(judged, 1), 4),
                "first_guess": round(right / max(searched, 1), 4)}

    def save(self, out: Path, seconds: float) -> None:
        state = {"net": self.net.state_dict(), "optimizer": self.optimizer.state_dict(), "step": self.steps, "shape": self.net.shape,
                 "seconds": seconds}
        path = out / f"{self.name}.pt"
        torch.save({key: value.cpu() if isinstance(value, Tensor) else value for key, value in state.items()}, path.with_suffix(".new"))
        path.with_suffix(".new").replace(path)

    def resume(self, out: Path, device: torch.device) -> float:
        """Goes on from what was saved, if it was; the seconds that were spent."""
        path = out / f"{self.name}.pt"
        if not path.exists():
            return 0.0
        kept = torch.load(path, weights_only=True, map_location=device)
        self.net.load_state_dict(kept["net"])
        self.optimizer.load_state_dict(kept["optimizer"])
        self.steps = kept["step"]
        return kept["seconds"]


def against(one: Folded, other: Folded, size: int, games: int, player: Callable[[Judge], Player]) -> dict:
    """How many of two games from each opening `one` wins."""
    start = openings(other, size, games // 2, other.device, torch.full((games // 2,), 2, device=other.device))
    return {"games": 2 * len(start), "won": duel(player(one), player(other), start)}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--records", type=Path, help="games of people, trained on beside self-play; each twentieth is held out")
    arguments.add_argument("--start", type=Path, required=True, help="the checkpoint to begin with")
    arguments.add_argument("--student", type=Path, help="the checkpoint of a smaller net that learns from the same games")
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--seconds", type=float, required=True, help="how long to play and train in all")
    arguments.add_argument("--sizes", type=int, nargs="+", default=[7, 9, 11, 13])
    arguments.add_argument("--shares", type=float, nargs="+", default=[0.05, 0.15, 0.5, 0.3], help="of the time, for each size")
    arguments.add_argument("--games", type=int, default=1024, help="games at once on 11x11; on other boards by their cells")
    arguments.add_argument("--considered", type=int, default=16, help="moves of a search: 2, 4, 8 or 16; it judges four times as many positions with 16")
    arguments.add_argument("--training", type=float, default=0.35, help="the share of the time in which the nets are trained")
    arguments.add_argument("--student-after", type=float, default=0.4, help="the part of the time after which the smaller net learns")
    arguments.add_argument("--capacity", type=int, default=1_500_000, help="positions of each kind and size that are kept")
    arguments.add_argument("--fill", type=int, default=20_000, help="searched positions of a size before it is trained on")
    arguments.add_argument("--records-weight", type=float, default=0.2, help="the share of records in a batch, beside 2 of self-play")
    arguments.add_argument("--batch", type=int, default=2048)
    arguments.add_argument("--rate", type=float, default=1.2e-3)
    arguments.add_argument("--report", type=float, default=20, help="seconds between reports; each third has matches and held-out games")
    arguments.add_argument("--match", type=int, default=800, help="games of a match against the net of the start")
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    warnings.filterwarnings("ignore", category=UserWarning)
    began = time.time()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cudnn.benchmark = True
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    given.out.mkdir(parents=True, exist_ok=True)

    first = Folded(load(given.start)[0].to(device))
    learners = [Learner("checkpoint", load(given.start)[0], given.rate, device)]
    if given.student:
        learners.append(Learner("student", load(given.student)[0], given.rate, device))
    spent = [learner.resume(given.out, device) for learner in learners][0]
    torch.manual_seed(given.seed + learners[0].steps)
    train, test = split(given.records) if given.records else ({}, {})
    recorded = {size: Recorded(data, device) for size, data in train.items() if size in given.sizes and len(data)}
    games = {size: Games(size, max(2, given.games * 121 // size**2), given.considered, given.capacity, device) for size in given.sizes}
    used, share = dict.fromkeys(given.sizes, 0.0), dict(zip(given.sizes, given.shares))
    started = time.time() - spent
    print(f"{device}, ready after {time.time() - began:.0f} s, {spent:.0f} s of training done", flush=True)

    def wait() -> float:
        if device.type == "cuda":
            torch.cuda.synchronize()
        return time.time()

    def report(seconds: float, thorough: bool, last: bool = False) -> None:
        line = {"seconds": round(seconds), "net": learners[0].report()} | ({"student": learners[1].report()} if learners[1:] else {})
        line |= {"games": {size: of.ended for size, of in games.items()}, "searched": {size: of.searched.added for size, of in games.items()},
                 "playing": round(sum(used.values())), "training": round(trained)}
        if thorough or last:
            side = 11 if 11 in games else given.sizes[-1]
            for learner in learners:
                learner.save(given.out, seconds)
                judge = Folded(learner.net)
                line |= {f"held_out_{learner.name}": {size: held_out(learner.net, data) for size, data in test.items()}} if test else {}
                line[f"guesses_{learner.name}"] = against(judge, first, side, given.match, guesser)
                if last:
                    line[f"searches_{learner.name}"] = against(judge, first, side, given.match // 2, lambda judge: searcher(judge, given.considered))
        print(json.dumps(line), flush=True)
        with (given.out / "log.jsonl").open("a") as log:
            log.write(json.dumps(line) + "\n")

    trained, reports, next_report = 0.0, 0, started + spent + given.report
    judge, seconds = Folded(learners[0].net), spent
    while seconds < given.seconds:
        before = wait()
        part = seconds / given.seconds
        size = min(games, key=lambda size: used[size] / share[size])
        if part < 0.93:
            games[size].cycle(judge)
            used[size] += wait() - before
        filled = [size for size, of in games.items() if len(of.searched) >= given.fill and len(of.plain)]
        weights = torch.tensor([share[size] for size in filled])
        while filled and (part >= 0.93 or trained < given.training / (1 - given.training) * sum(used.values())):
            before = wait()
            for _ in range(8):
                size = filled[int(torch.multinomial(weights, 1))]
                sources = [(games[size].searched, 1.0), (games[size].plain, 1.0)]
                sources += [(recorded[size], given.records_weight)] if size in recorded else []
                batch = drawn(sources, given.batch, size)
                for learner in learners[: 2 if part >= given.student_after else 1]:
                    learner.step(part, batch)
            trained += wait() - before
            judge = None
            if part >= 0.93:
                break
        judge = judge or Folded(learners[0].net)
        seconds = time.time() - started
        if time.time() >= next_report and seconds < given.seconds:
            reports += 1
            report(seconds, reports % 3 == 0)
            next_report = time.time() + given.report
    report(seconds, True, last=True)


if __name__ == "__main__":
    main()
