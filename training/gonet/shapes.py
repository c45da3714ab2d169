"""Compares shapes of the net of graphs that train for the same processor time: `python -m gonet.shapes --data FILE [FILE ...] --out FOLDER`.

All begin from the same seed and draw the same positions in the same order, as far as they come. FOLDER/log.jsonl has a line for each shape:
products of a position of 81 points, samples seen, and figures of games that were held out, over all boards.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch

from .model import GraphNet
from .shards import Mixture
from .train import Learner, averaged_judge, held_out, rate_at, read

BOTH = ("self", "mean", "chain")

#: The first is the shape that the program computes.
SHAPES = {
    "mean and chain, whole board": {"sees": BOTH},
    "no chain": {"sees": ("self", "mean")},
    "sum over 4 instead of the mean": {"sees": ("self", "sum", "chain")},
    "no whole board": {"sees": BOTH, "whole": 0},
    "maximum of the neighbours too": {"sees": (*BOTH, "most")},
    "neighbours of neighbours too": {"sees": (*BOTH, "second")},
}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--data", type=Path, nargs="+", required=True)
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--channels", type=int, default=32)
    arguments.add_argument("--blocks", type=int, default=4)
    arguments.add_argument("--seconds", type=float, default=600, help="of processor time for each shape")
    arguments.add_argument("--batch", type=int, default=128)
    arguments.add_argument("--rate", type=float, default=2e-3)
    arguments.add_argument("--only", nargs="+", default=list(SHAPES))
    given = arguments.parse_args()
    torch.set_num_threads(1)
    given.out.mkdir(parents=True, exist_ok=True)
    train, test = read(given.data)
    for name in given.only:
        torch.manual_seed(2)
        net = GraphNet(train[0].rows.dtype["planes"].shape[0], given.channels, given.blocks, **SHAPES[name])
        learner, mixture, random = Learner(net, given.rate, torch.device("cpu")), Mixture(train, given.batch), np.random.default_rng(2)
        began = time.process_time()
        while (part := (time.process_time() - began) / given.seconds) < 1:
            learner.learn(mixture.draw(random), rate_at(given.rate, part))
        lines = held_out(averaged_judge(learner), test, 10_000)
        total = sum(line["positions"] for line in lines.values())
        names = ("first_guess", "move_loss", "win_right", "win_loss", "score_error", "own_right")
        found = {key: round(sum(line[key] * line["positions"] for line in lines.values() if key in line) / total, 4) for key in names}
        line = {"shape": name, "products": net.products(), "seconds": round(time.process_time() - began), "samples": learner.samples,
                "held_out": total} | found
        print(json.dumps(line), flush=True)
        with (given.out / "log.jsonl").open("a") as log:
            log.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
