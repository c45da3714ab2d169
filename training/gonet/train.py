"""Trains a net of Go from games: `python -m gonet.train --data FILE [FILE ...] --out FOLDER --steps N`.

Goes on from FOLDER/state.pt if it exists. FOLDER/log.jsonl has a line for each report: losses while training, and figures of the
averaged weights on games that were held out, for each kind of board.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from campaigns import learner as generic
from campaigns.learner import publish, write

from .model import GraphNet, Opinion
from .shards import Batch, Mixture, Part, batch, shard, split

#: Weights of the losses beside those of moves and results.
OWN, SCORE = 0.7, 0.06

#: Stages of a game: moves played, over the points of the board.
STAGES = {"opening": (0.0, 0.2), "middle": (0.2, 0.5), "end": (0.5, 99.0)}

#: Whether this processor multiplies numbers of 16 bits faster than those of 32.
HALF_WIDTH = torch.cpu._is_avx512_bf16_supported()


def opinion(net: GraphNet, of: Batch) -> Opinion:
    """The outputs of the net. Products of 16 bits cost half the time; weights, sums and losses keep 32."""
    with torch.autocast(of.planes.device.type, torch.bfloat16, enabled=of.planes.is_cuda or HALF_WIDTH):
        return net(of)


def sides(of: Batch) -> Tensor:
    """The unit of scores for each position."""
    return torch.cat([torch.full((count,), graph.size / 4, device=of.win.device) for graph, count in of.groups])


def of_positions(of: Batch, points: Tensor) -> Tensor:
    """The mean over the points of each position."""
    return torch.cat([part.view(count, -1).mean(1) for part, (_, count) in zip(points.split([g.n * k for g, k in of.groups]), of.groups)])


def losses(output: Opinion, of: Batch) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Losses of moves, results, scores and owners for each position. Without a target of moves that loss is 0."""
    moves = -(of.policy * F.log_softmax(output.policy, 1)).sum(1)
    win = F.binary_cross_entropy_with_logits(output.win, of.win, reduction="none")
    score = F.smooth_l1_loss(output.score, of.score / sides(of), reduction="none")
    own = of_positions(of, F.binary_cross_entropy_with_logits(output.own, (of.own + 1) / 2, reduction="none"))
    return moves, win, score, own


class Learner(generic.Learner):
    """A net of Go that is trained."""

    def __init__(self, net: GraphNet, rate: float, device: torch.device):
        super().__init__(net.to(device).train(), rate, device, figures=5)

    def learn(self, of: Batch, rate: float) -> None:
        of = of.to(self.device)
        output = opinion(self.net, of)
        moves, win, score, own = losses(output, of)
        known = of.policy.sum(1).clamp(max=1)
        chosen = moves.sum() / known.sum().clamp(min=1)
        guessed = ((output.policy.argmax(1) == of.policy.argmax(1)) * known).sum() / known.sum().clamp(min=1)
        loss = chosen + win.mean() + SCORE * score.mean() + OWN * own.mean()
        self.descend(loss, rate, len(of), [figure.detach() for figure in (chosen, guessed, win.mean(), score.mean(), own.mean())])

    def report(self) -> dict:
        names = ("move_loss", "first_guess", "win_loss", "score_loss", "own_loss")
        return {"steps": self.steps, "samples": self.samples} | {name: round(value, 4) for name, value in zip(names, self.figures())}


def rate_at(rate: float, part: float) -> float:
    """The rate after this part of training: even for three fifths, then falling along half a wave."""
    return rate * (0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * min(1.0, max(0.0, (part - 0.4) / 0.6)))))


@torch.no_grad()
def held_out(judge, parts: list[Part], most: int = 2000) -> dict[str, dict]:
    """Figures for each kind of board, of at most `most` positions each. `judge` makes an opinion of a batch."""
    sums: dict[str, dict[str, np.ndarray]] = {}
    kinds = [part.kind for part in parts]
    for part in parts:
        few = most // kinds.count(part.kind)
        index = part.index[:: max(1, len(part) // max(1, few))][: max(1, few)]
        for rows in np.split(part.rows[index], range(128, len(index), 128)):
            of = batch([(part.graph, rows)])
            output = judge(of)
            moves, win, score, own = losses(output, of)
            known = (of.policy.sum(1) > 0).float()
            best = of.policy.gather(1, output.policy.argmax(1, True))[:, 0] >= of.policy.amax(1)
            owned = (of.own != 0).float()
            found = sums.setdefault(part.kind, {})

            def add(name: str, values: Tensor, weights: Tensor) -> None:
                found[name] = found.get(name, 0) + np.array([(values * weights).sum().item(), weights.sum().item()])

            every = torch.ones(len(of))
            add("positions", every, 0 * every)
            add("first_guess", best.float(), known)
            add("move_loss", moves, known)
            right = ((output.win > 0) == (of.win > 0.5)).float()
            add("win_right", right, (of.win != 0.5).float())
            add("win_loss", win, every)
            for stage, (low, high) in STAGES.items():
                here = ((of.stage >= low) & (of.stage < high)).float()
                add(f"win_loss_{stage}", win, here)
                add(f"win_right_{stage}", right, here * (of.win != 0.5))
            add("score_error", (output.score * sides(of) - of.score).abs(), every)
            add("own_right", ((output.own > 0) == (of.own > 0)).float(), owned)
            found["positions"] = found["positions"] + np.array([len(of), 1])
    lines = {}
    for kind, found in sorted(sums.items()):
        lines[kind] = {"positions": int(found.pop("positions")[0])} | {name: round(a / b, 4) for name, (a, b) in found.items() if b}
    return lines


def averaged_judge(learner: Learner):
    net, device = learner.averaged(), learner.device
    return lambda of: Opinion(*(part.cpu() for part in opinion(net, of.to(device))))


def game_files(files: list[Path]) -> list[Path]:
    """These files, and those in these folders."""
    return sorted(path for name in files for path in (name.rglob("*.go") if name.is_dir() else [name]))


def read(files: list[Path]) -> tuple[list[Part], list[Part]]:
    """The positions to train on and those held out."""
    return split([shard(path) for path in game_files(files)])


def fit(learner: Learner, out: Path, given: argparse.Namespace) -> dict:
    """Trains until the steps or seconds of processor time are used up; returns the last report. The games are read again with each
    measurement, for their files may grow."""
    train, test = read(given.data)
    mixture, line = Mixture(train, given.batch, given.boards), {}
    random = np.random.default_rng([given.seed, learner.steps])
    began, clock, first = time.time(), time.process_time(), learner.steps
    measured = 0.0

    def part() -> float:
        spent = (time.process_time() - clock - measured) / given.seconds if given.seconds else 0.0
        return max(spent, learner.steps / given.steps if given.steps else 0.0)

    last = False
    while not last:
        learner.learn(mixture.draw(random), rate_at(given.rate, part()))
        last = part() >= 1
        if learner.steps % given.report == 0 or last:
            spent = time.process_time() - clock - measured
            line = {"wall": round(time.time() - began), "processor": round(spent)} | learner.report()
            line["samples_a_second"] = round((learner.steps - first) * given.batch / max(spent, 1))
            if learner.steps % (given.report * given.measure) == 0 or last:
                before = time.process_time()
                line["held_out"] = held_out(averaged_judge(learner), test)
                line["positions"] = sum(len(part) for part in train)
                train, test = read(given.data)
                mixture = Mixture(train, given.batch, given.boards)
                publish(learner, out / "net.pt")
                measured += time.process_time() - before
            print(json.dumps(line), flush=True)
            with (out / "log.jsonl").open("a") as log:
                log.write(json.dumps(line) + "\n")
            write(learner.state(), out / "state.pt")
    publish(learner, out / "net.pt")
    return line


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--data", type=Path, nargs="+", required=True, help="files of games, or folders of them")
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--steps", type=int, default=0)
    arguments.add_argument("--seconds", type=float, default=0.0, help="of processor time, instead of steps")
    arguments.add_argument("--start", type=Path, help="the checkpoint to begin with")
    arguments.add_argument("--batch", type=int, default=256)
    arguments.add_argument("--boards", type=int, default=4, help="boards of a batch")
    arguments.add_argument("--rate", type=float, default=2e-3)
    arguments.add_argument("--channels", type=int, default=32)
    arguments.add_argument("--blocks", type=int, default=4)
    arguments.add_argument("--sees", nargs="+", default=["self", "mean", "chain"])
    arguments.add_argument("--whole", type=int, default=2, help="every which block sees the whole board; 0: none")
    arguments.add_argument("--threads", type=int, default=1)
    arguments.add_argument("--report", type=int, default=100)
    arguments.add_argument("--measure", type=int, default=10, help="every which report measures held-out games")
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    if not given.steps and not given.seconds:
        arguments.error("expected --steps or --seconds")
    torch.set_num_threads(given.threads)
    torch.manual_seed(given.seed)
    train, _ = read(given.data)
    for part in train:
        print(f"{part.kind}: {part.graph.n} points, {len(part)} positions", flush=True)
    planes = train[0].rows.dtype["planes"].shape[0]
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if given.start:
        from .export import load
        net = load(given.start)[0]
    else:
        net = GraphNet(planes, given.channels, given.blocks, sees=tuple(given.sees), whole=given.whole)
    print(f"{sum(p.numel() for p in net.parameters())} parameters, {net.products():,} products on 81 points", flush=True)
    given.out.mkdir(parents=True, exist_ok=True)
    learner = Learner(net, given.rate, device)
    if (given.out / "state.pt").exists():
        learner.resume(torch.load(given.out / "state.pt", weights_only=True, map_location=device))
    fit(learner, given.out, given)


if __name__ == "__main__":
    main()
