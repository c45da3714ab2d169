"""Compares shapes of a net that cost about the same: `python -m hexnet.shapes --net FILE --out FOLDER`.

All train on the same positions, of games that the net NET plays against itself, in the same order, and are compared on games that were held out.
FOLDER/log.jsonl has a line for each shape: products for each cell, processor time of training, and both losses.
"""

from __future__ import annotations

import argparse
import json
import time
import warnings
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from campaigns.learner import optimizer_of

from .games import Games, Teacher
from .lockstep import Folded
from .model import HexConvolution, HexNet, measure_norms, pooled
from .restore import read, restore


class Shape(HexNet):
    """The network with another first layer, and another view of the whole board."""

    def __init__(self, channels: int, blocks: int, radius: int = 2, whole: str = "third", lines: bool = False):
        super().__init__(channels, blocks)
        if radius != 2:
            self.stem = HexConvolution(3, channels, radius, padding=False)
        self.radius = radius
        for index, block in enumerate(self.blocks):
            if whole == "none":
                block.whole = None
            elif whole == "all" and block.whole is None:
                block.whole = nn.Linear(2 * channels + 1, channels, bias=False)
        # Means of each row and of each column, added to the cells of that line.
        self.lines = nn.ModuleList(nn.Conv1d(channels, channels, 1, bias=False) for _ in range(2 * blocks)) if lines else None

    def forward(self, cells: Tensor) -> tuple[Tensor, Tensor]:
        size = cells.shape[1]
        planes = self.planes(cells)
        if self.radius == 1:
            planes = planes[:, :, 1:-1, 1:-1]
        elif self.radius == 3:
            planes = F.pad(planes, (1, 1, 1, 1), mode="replicate")
        x = F.relu(self.stem_norm(self.stem(planes.to(memory_format=torch.channels_last))))
        for index, block in enumerate(self.blocks):
            if self.lines is not None:
                x = x + self.lines[2 * index](x.mean(3))[:, :, :, None] + self.lines[2 * index + 1](x.mean(2))[:, :, None, :]
            x = block(x, size)
        policy = self.policy_out(F.relu(self.policy_norm(self.policy(x)))).flatten(1)
        value = pooled(F.relu(self.value_norm(self.value(x))), size)
        return policy, self.value_out(F.relu(self.value_hidden(value))).squeeze(1)

    def products(self) -> int:
        """Products for each cell of a board, without those of whole boards and lines, which hardly count."""
        taps = {0: 1, 1: 7, 2: 19, 3: 37}
        channels, head, hidden = (self.shape[key] for key in ("channels", "head", "hidden"))
        return taps[self.radius] * 3 * channels + 2 * len(self.blocks) * 7 * channels**2 + 7 * channels * head + head + channels * hidden


#: The first is today's shape in small.
SHAPES = {
    "4 blocks of 24": {"channels": 24, "blocks": 4},
    "9 blocks of 16": {"channels": 16, "blocks": 9},
    "2 blocks of 34": {"channels": 34, "blocks": 2},
    "first layer of one step": {"channels": 24, "blocks": 4, "radius": 1},
    "first layer of three steps": {"channels": 24, "blocks": 4, "radius": 3},
    "no term for the board": {"channels": 24, "blocks": 4, "whole": "none"},
    "a term in every block": {"channels": 24, "blocks": 4, "whole": "all"},
    "rows and columns": {"channels": 24, "blocks": 4, "lines": True},
    "8 blocks of 24": {"channels": 24, "blocks": 8},
    "4 blocks of 34": {"channels": 34, "blocks": 4},
}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--net", type=Path, required=True, help="the net that plays, as the program reads it")
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--size", type=int, default=9)
    arguments.add_argument("--positions", type=int, default=200_000)
    arguments.add_argument("--samples", type=int, default=400_000)
    arguments.add_argument("--only", nargs="+", default=list(SHAPES))
    given = arguments.parse_args()
    warnings.filterwarnings("ignore", category=UserWarning)
    torch.set_num_threads(1)
    given.out.mkdir(parents=True, exist_ok=True)
    kept = given.out / f"positions-{given.size}.pt"
    if not kept.exists():
        torch.manual_seed(1)
        games = Games(given.size, 256, Teacher(trust=1.0), given.positions, torch.device("cpu"))
        with torch.no_grad():
            judge = Folded(restore(read(given.net.read_bytes())))
        while len(games.ring) < given.positions:
            games.cycle(judge)
        torch.save({"cells": games.ring.cells, "move": games.ring.move, "worth": games.ring.worth}, kept)
    data = torch.load(kept, weights_only=True)
    # Positions of a game follow each other, so the last ones are of other games.
    cells, move, worth = data["cells"].view(-1, given.size, given.size), data["move"].long(), data["worth"]
    held = len(cells) // 20
    for name in given.only:
        torch.manual_seed(2)
        net = Shape(**SHAPES[name])
        measure_norms(net, cells[:512])
        net.to(memory_format=torch.channels_last)
        optimizer = optimizer_of(net, 1e-3)
        began, steps = time.process_time(), given.samples // 128
        for step in range(steps):
            part = step / steps
            for group in optimizer.param_groups:
                group["lr"] = 1e-3 * min(1, (step + 1) / 200) * (1 if part < 0.5 else max(0.02, 2 - 2 * part))
            at = torch.randint(len(cells) - held, (128,))
            turn = torch.rand(128) < 0.5
            board = torch.where(turn[:, None, None], cells[at].flip(1, 2), cells[at])
            chosen = torch.where(turn, given.size**2 - 1 - move[at], move[at])
            logits, value = net(board)
            loss = F.binary_cross_entropy_with_logits(logits.gather(1, chosen[:, None]).squeeze(1), worth[at])
            loss = loss + F.binary_cross_entropy_with_logits(value, worth[at])
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
            optimizer.step()
        spent = time.process_time() - began
        with torch.no_grad():
            said = [net(part) for part in cells[-held:].split(1000)]
        logits, value = (torch.cat(column) for column in zip(*said))
        of_moves = F.binary_cross_entropy_with_logits(logits.gather(1, move[-held:, None]).squeeze(1), worth[-held:])
        line = {"shape": name, "products": net.products(), "seconds": round(spent), "move_loss": round(of_moves.item(), 4),
                "value_loss": round(F.binary_cross_entropy_with_logits(value, worth[-held:]).item(), 4)}
        print(json.dumps(line), flush=True)
        with (given.out / "log.jsonl").open("a") as log:
            log.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
