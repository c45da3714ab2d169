"""Trains a net of Amazons: `python -m amazonsnet.train --side 10 --data FILE [FILE ...] --out CHECKPOINT`.

The files are those of the example `amazons_positions`. Of every ten games one is held out. The target of a position mixes
the result of its game with the chance that the search saw in it. A position after a random move has no result.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

CLASSES, SECOND, HEADS = 25 + 49 + 16, 16, 7


def n_places(side: int) -> int:
    half = (side + 1) // 2
    return half * (half + 1) // 2


def record(side: int) -> np.dtype:
    """A record of `amazons_positions`."""
    features = ("features", "<u2", 2 * side * side + 16)
    return np.dtype([("game", "<u4"), ("won", "u1"), ("head", "u1"), ("score", "<i2"), features])


class AmazonsNet(torch.nn.Module):
    """The net with real numbers. The weights of a feature are those of its class and of its class at its place."""

    def __init__(self, side: int, hidden: int = 64):
        super().__init__()
        self.side, self.hidden, self.rows = side, hidden, CLASSES * n_places(side)
        normal = lambda *shape, scale: torch.nn.Parameter(torch.randn(*shape) * scale)  # noqa: E731
        self.by_class = normal(CLASSES, 1, hidden, scale=0.03)
        self.by_place = normal(CLASSES, n_places(side), hidden, scale=0.01)
        self.bias = torch.nn.Parameter(torch.full((hidden,), 0.4))
        self.second = normal(HEADS, hidden, SECOND, scale=0.12)
        self.second_bias = torch.nn.Parameter(torch.full((HEADS, 1, SECOND), 0.3))
        self.out = normal(HEADS, SECOND, 1, scale=0.1)
        self.out_bias = torch.nn.Parameter(torch.zeros(HEADS, 1, 1))

    def weights(self) -> torch.Tensor:
        return (self.by_class + self.by_place).reshape(self.rows, self.hidden)

    def forward(self, features: torch.Tensor, heads: torch.Tensor) -> torch.Tensor:
        """The logarithm of the odds that the player to move wins."""
        counts = torch.zeros(len(features), self.rows + 1, dtype=torch.bfloat16)
        counts.scatter_add_(1, features, torch.ones(1, dtype=torch.bfloat16).expand(features.shape))
        # The counts are small whole numbers, so 16 bits lose nothing of them.
        units = (counts[:, : self.rows] @ self.weights().bfloat16()).float() + self.bias
        second = torch.einsum("bh,khj->kbj", units.clamp(0, 1), self.second) + self.second_bias
        values = (torch.bmm(second.clamp(0, 1), self.out) + self.out_bias)[:, :, 0] * 4
        return values.gather(0, heads[None, :])[0]


def batch(net: AmazonsNet, rows: np.ndarray) -> torch.Tensor:
    features = torch.from_numpy(rows["features"].astype(np.int64)).clamp(max=net.rows)
    return net(features, torch.from_numpy(rows["head"].astype(np.int64)))


def log_loss(net: AmazonsNet, data: np.ndarray) -> float:
    """The mean log-loss of the results."""
    data = data[data["won"] < 2]
    with torch.no_grad():
        values = torch.cat([batch(net, data[at : at + 4096]) for at in range(0, len(data), 4096)])
    return F.binary_cross_entropy_with_logits(values, torch.from_numpy(data["won"].astype(np.float32))).item()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--side", type=int, required=True)
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="a checkpoint to continue from")
    parser.add_argument("--hidden", type=int, default=64, help="the program reads nets of 64")
    parser.add_argument("--epochs", type=float, default=5)
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--rate", type=float, default=4e-3)
    parser.add_argument("--decay", type=float, default=0.05)
    parser.add_argument("--results", type=float, default=0.4, help="weight of results against scores in the target")
    parser.add_argument("--scale", type=float, default=1.0, help="what scores are multiplied by")
    given = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    data = np.concatenate([np.fromfile(file, dtype=record(given.side)) for file in given.data])
    held = data["game"] % 10 == 0
    training, test = np.flatnonzero(~held), data[held]
    net = AmazonsNet(given.side, given.hidden)
    if given.start:
        net.load_state_dict(torch.load(given.start, weights_only=True)["net"])
    optimizer = torch.optim.AdamW(net.parameters(), lr=given.rate, weight_decay=given.decay)
    steps, random = int(given.epochs * len(training) / given.batch), np.random.default_rng(1)
    print(f"{len(training)} positions to learn from, {len(test)} held out, {steps} steps", flush=True)
    order = random.permutation(training)
    for step in range(steps):
        if len(order) < given.batch:
            order = random.permutation(training)
        rows, order = data[order[: given.batch]], order[given.batch :]
        fall = 0.02 + 0.49 * (1 + np.cos(np.pi * step / steps))
        for group in optimizer.param_groups:
            group["lr"] = given.rate * fall * min(1, (step + 1) / 100)
        chance = 1 / (1 + np.exp(-given.scale * np.clip(rows["score"] / 1000, -9, 9)))
        weight = np.where(rows["won"] < 2, given.results, 0)
        target = weight * rows["won"] + (1 - weight) * chance
        loss = F.binary_cross_entropy_with_logits(batch(net, rows), torch.from_numpy(target.astype(np.float32)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % max(1, steps // 4) == max(1, steps // 4) - 1 or step == steps - 1:
            print(f"step {step + 1}: loss {loss.item():.4f}, log-loss held out {log_loss(net, test):.4f}", flush=True)
            kept = {"side": given.side, "hidden": given.hidden, "net": net.state_dict(), "settings": str(vars(given))}
            torch.save(kept, given.out)


if __name__ == "__main__":
    main()
