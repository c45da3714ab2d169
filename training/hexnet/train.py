"""Trains a network to foretell the moves of people from their games, or for proofs from lessons of the solver:
`python -m hexnet.train --records FILE --out FOLDER --steps N`.

Goes on from FOLDER/checkpoint.pt if it exists. FOLDER/log.jsonl has a line for each report.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from campaigns.learner import optimizer_of

from .export import load
from .lessons import lessons
from .model import HexNet
from .records import HELD_OUT_EVERY, Positions, little_golem, positions


#: Whether this processor multiplies numbers of 16 bits faster than those of 32.
HALF_WIDTH = torch.cpu._is_avx512_bf16_supported()


def losses(net: HexNet, cells, target, won, policy_weight, value_weight):
    """The policy's logits, the value's, and the loss of each for each position. `target` is a chance for each cell."""
    # Products of 16 bits cost half the time; weights, sums and losses keep 32.
    with torch.autocast(cells.device.type, torch.bfloat16, enabled=net.training and (cells.is_cuda or HALF_WIDTH)):
        policy, value = net(cells)
    policy, value = policy.float(), value.float()
    policy = policy.masked_fill(net.inside(cells).flatten(1) != 0, -1e9)
    chosen = -(target * F.log_softmax(policy, 1)).sum(1) * policy_weight
    outcome = F.binary_cross_entropy_with_logits(value, won, reduction="none") * value_weight
    return policy, value, chosen, outcome


def tensors(data: Positions, index: np.ndarray, turn: bool):
    cells, target = data.cells[index], data.target(index)
    if turn:
        # A half turn keeps every edge with its player.
        cells, target = cells[:, ::-1, ::-1].copy(), target[:, ::-1].copy()
    arrays = cells, target, data.won[index], data.policy_weight[index], data.value_weight[index]
    return tuple(torch.from_numpy(a) for a in arrays)


class Mixture:
    """Positions of several board sizes; a batch has one size."""

    def __init__(self, data: dict[int, Positions], batch: int):
        self.data = {size: found for size, found in data.items() if len(found)}
        self.sizes = list(self.data)
        # Small boards have fewer games: they are shown more often than their share, but not equally often.
        share = np.sqrt([len(found) for found in self.data.values()])
        self.share, self.batch = share / share.sum(), batch

    def draw(self, random: np.random.Generator):
        data = self.data[self.sizes[random.choice(len(self.sizes), p=self.share)]]
        return tensors(data, random.integers(len(data), size=self.batch), bool(random.integers(2)))


def learn(net, optimizer: torch.optim.Optimizer, rate: float, batch):
    """One step of training; the policy's logits before it, and both losses for each position."""
    for group in optimizer.param_groups:
        group["lr"] = rate
    logits, _, chosen, outcome = losses(net, *batch)
    optimizer.zero_grad(set_to_none=True)
    (chosen.mean() + outcome.mean()).backward()
    parameters = [parameter for group in optimizer.param_groups for parameter in group["params"]]
    torch.nn.utils.clip_grad_norm_(parameters, 2.0)
    optimizer.step()
    return logits, chosen, outcome


def rate_at(rate: float, step: int, part: float) -> float:
    """The rate of a step, `part` of the way through training: it rises for 200 steps and falls to nearly nothing along half a wave."""
    return max(rate * min(1.0, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * min(part, 1.0))), rate * 0.003)


def fit(net: HexNet, mixture: Mixture, test: dict[int, Positions], out: Path, steps: int, rate: float, report: int) -> dict:
    """Trains up to `steps` steps, going on from `out/checkpoint.pt` if it exists; returns the last report. `out/log.jsonl` has all
    reports."""
    optimizer = optimizer_of(net, rate)
    step, line = 0, {}
    out.mkdir(parents=True, exist_ok=True)
    checkpoint = out / "checkpoint.pt"
    if checkpoint.exists():
        kept = torch.load(checkpoint, weights_only=True)
        net.load_state_dict(kept["net"])
        optimizer.load_state_dict(kept["optimizer"])
        step, line = kept["step"], kept.get("report", {})
    # What is drawn follows from where training goes on, so a second start does not repeat the first.
    random = np.random.default_rng([1, step])
    print(f"{sum(p.numel() for p in net.parameters())} parameters (with places that are masked), from step {step}", flush=True)

    net.train()
    started, sums, count = time.time(), np.zeros(5), 0
    while step < steps:
        batch = mixture.draw(random)
        logits, chosen, outcome = learn(net, optimizer, rate_at(rate, step, step / steps), batch)
        step += 1
        guessed = (logits.argmax(1) == batch[1].argmax(1)).float() * (batch[3] > 0)
        sums += [chosen.sum().item(), batch[3].sum().item(), outcome.sum().item(), batch[4].sum().item(), guessed.sum().item()]
        count += 1
        if step % report == 0 or step == steps:
            line = {"step": step, "seconds": round(time.time() - started), "policy_loss": round(sums[0] / max(sums[1], 1), 4),
                    "value_loss": round(sums[2] / max(sums[3], 1), 4), "first_guess": round(sums[4] / max(sums[1], 1), 4)}
            if step % (report * 4) == 0 or step == steps:
                for size, data in test.items():
                    line[f"held_out_{size}"] = held_out(net, data)
            sums, count = np.zeros(5), 0
            # Plain numbers, which a checkpoint may hold.
            line = json.loads(json.dumps(line))
            print(json.dumps(line), flush=True)
            with (out / "log.jsonl").open("a") as log:
                log.write(json.dumps(line) + "\n")
            state = {"net": net.state_dict(), "optimizer": optimizer.state_dict(), "step": step, "shape": net.shape, "margin": net.margin, "report": line}
            torch.save(state, checkpoint.with_suffix(".new"))
            checkpoint.with_suffix(".new").replace(checkpoint)
    return line


def split(records: Path) -> tuple[dict[int, Positions], dict[int, Positions]]:
    """The recorded positions of each size: those to train on and those held out."""
    games = list(little_golem(records))
    train, test = {}, {}
    for size in sorted({game.size for game in games}):
        train[size] = positions((g for g in games if g.number % HELD_OUT_EVERY), size)
        test[size] = positions((g for g in games if g.number % HELD_OUT_EVERY == 0), size)
    return shown(train, test)


def shown(train: dict, test: dict) -> tuple[dict[int, Positions], dict[int, Positions]]:
    """Both as they are, after a line for each size."""
    for size, data in sorted(train.items()):
        print(f"{size}x{size}: {len(data)} positions, {len(test.get(size, ()))} held out", flush=True)
    return train, test


@torch.no_grad()
def held_out(net: torch.nn.Module, data: Positions, at=lambda net, index: net) -> dict[str, float]:
    """What the net says of these positions; `at` gives it for those with these numbers, if it sees more of them than stones."""
    was_training, device = net.training, next(net.parameters()).device
    net.eval()
    first = policy = value = right = 0.0
    for index in np.split(np.arange(len(data)), range(512, len(data), 512)):
        batch = [numbers.to(device) for numbers in tensors(data, index, False)]
        logits, won, chosen, outcome = losses(at(net, index), *batch)
        first += ((logits.argmax(1) == batch[1].argmax(1)) * batch[3]).sum().item()
        policy += chosen.sum().item()
        value += outcome.sum().item()
        right += (((won > 0) == (batch[2] > 0.5)).float() * batch[4]).sum().item()
    net.train(was_training)
    weight, moves = max(data.value_weight.sum(), 1.0), max(data.policy_weight.sum(), 1.0)
    return {
        "first_guess": round(first / float(moves), 4),
        "policy_loss": round(policy / float(moves), 4),
        "value_loss": round(value / float(weight), 4),
        "value_right": round(right / float(weight), 4),
    }


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--records", type=Path, help="games of Little Golem")
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--steps", type=int, required=True)
    arguments.add_argument("--start", type=Path, help="the checkpoint to begin with")
    arguments.add_argument("--lessons", type=Path, nargs="+", help="folders of lessons, trained on alone: a net for proofs")
    arguments.add_argument("--batch", type=int, default=192)
    arguments.add_argument("--rate", type=float, default=3e-3)
    arguments.add_argument("--channels", type=int, default=32)
    arguments.add_argument("--blocks", type=int, default=6)
    arguments.add_argument("--threads", type=int, default=1)
    arguments.add_argument("--report", type=int, default=500)
    given = arguments.parse_args()
    torch.set_num_threads(given.threads)
    torch.manual_seed(1)
    if (given.records is None) == (given.lessons is None):
        arguments.error("expected either --records or --lessons")
    if given.lessons:
        kind, train, test = lessons(given.lessons)
        shown(train, test)
    else:
        kind = HexNet
        train, test = split(given.records)
    mixture = Mixture(train, given.batch)
    if given.start:
        before = load(given.start)[0]
        net = kind(**before.shape)
        net.load_state_dict(before.state_dict())
    else:
        net = kind(given.channels, given.blocks)
    net = net.to(memory_format=torch.channels_last)
    fit(net, mixture, test, given.out, given.steps, given.rate, given.report)


if __name__ == "__main__":
    main()
