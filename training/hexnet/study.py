"""Who wins, by the net and by the numbers of papers: `python -m hexnet.study --checkpoint FILE --records FILE`.

On games that were held back: the log-loss of the net's chance to win at each stage of the game, beside what the logarithm of the
resistances' ratio and Ev' say, each made a chance by a logistic fit on games that were not held back; and how often the player
wins whom the net gives a chance of so much. Needs the package `tesuji` (`make python`, then PYTHONPATH=python).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import torch

import tesuji

from .export import load
from .records import HELD_OUT_EVERY, Game, little_golem, positions

#: The stages of a game, by the share of cells that are taken.
STAGES = [(0.0, 0.08), (0.08, 0.16), (0.16, 0.24), (0.24, 0.32), (0.32, 1.0)]
EVALUATORS = ["resistance", "ev'"]


def position(cells: np.ndarray) -> tesuji.Position:
    """The position that a net sees: its mover is Black and joins top and bottom."""
    name = lambda row, column: f"{chr(ord('a') + column)}{row + 1}"
    black, white = ([name(*cell) for cell in np.argwhere(cells == player)] for player in (1, 2))
    return tesuji.Position.setup(tesuji.hex(len(cells)), black, white, "black")


def boards(games: list[Game], size: int, every: int, rest: int):
    """Some positions of these games: cells for the net, positions of the package, who won, and the share of cells taken."""
    data = positions(iter(games), size)
    keep = np.arange(rest, len(data), every)
    keep = keep[data.value_weight[keep] > 0]
    rows = [position(cells) for cells in data.cells[keep]]
    return data.cells[keep], rows, data.won[keep], (data.cells[keep] != 0).mean((1, 2))


def features(rows, evaluator: str) -> np.ndarray:
    values, certain = tesuji.Batch(rows).evaluate(evaluator)
    values = np.where(certain != 0, 20.0 * certain, values)
    return np.clip(np.nan_to_num(values, posinf=20, neginf=-20), -20, 20)


def logistic(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The constant and slope that make x the logit of y, by Newton's method."""
    design = np.stack([np.ones_like(x), x], 1)
    weights = np.zeros(2)
    for _ in range(50):
        p = 1 / (1 + np.exp(-design @ weights))
        gradient = design.T @ (y - p) - 1e-6 * weights
        curvature = (design * (p * (1 - p))[:, None]).T @ design + 1e-6 * np.eye(2)
        weights += np.linalg.solve(curvature, gradient)
    return weights


def loss(logit: np.ndarray, won: np.ndarray) -> float:
    return float(np.mean(np.logaddexp(0, np.where(won > 0.5, -logit, logit))))


def stage_of(share: np.ndarray) -> np.ndarray:
    return np.digitize(share, [low for low, _ in STAGES]) - 1


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--checkpoint", type=Path, required=True)
    arguments.add_argument("--records", type=Path, required=True)
    arguments.add_argument("--size", type=int, default=11)
    arguments.add_argument("--every", type=int, default=7, help="of the held-out positions this share is used")
    given = arguments.parse_args()
    games = list(little_golem(given.records))
    held = [game for game in games if game.number % HELD_OUT_EVERY == 0]
    fit_on = [game for game in games if game.number % HELD_OUT_EVERY == 1]
    cells, rows, won, share = boards(held, given.size, given.every, 0)
    _, fit_rows, fit_won, fit_share = boards(fit_on, given.size, given.every, 0)

    net, _ = load(given.checkpoint)
    with torch.no_grad():
        logit = np.concatenate([net(torch.from_numpy(part))[1].numpy() for part in np.array_split(cells, max(1, len(cells) // 256))])
    logits = {"net": logit.astype(np.float64)}
    stages, fit_stages = stage_of(share), stage_of(fit_share)
    for evaluator in EVALUATORS:
        x, fit_x = features(rows, evaluator), features(fit_rows, evaluator)
        found = np.zeros(len(x))
        # A fit for each stage, so that the number is taken at its best.
        for stage in range(len(STAGES)):
            constant, slope = logistic(fit_x[fit_stages == stage], fit_won[fit_stages == stage])
            found[stages == stage] = constant + slope * x[stages == stage]
        logits[evaluator] = found

    for stage, (low, high) in enumerate(STAGES):
        here = stages == stage
        line = {"taken": [low, high], "positions": int(here.sum())}
        print(json.dumps(line | {name: round(loss(found[here], won[here]), 4) for name, found in logits.items()}))
    print(json.dumps({"all": int(len(won))} | {name: round(loss(found, won), 4) for name, found in logits.items()}))
    chance = 1 / (1 + np.exp(-logits["net"]))
    for low in np.arange(0, 1, 0.1):
        here = (chance >= low) & (chance < low + 0.1)
        if here.any():
            print(json.dumps({"said": round(float(chance[here].mean()), 3), "won": round(float(won[here].mean()), 3), "positions": int(here.sum())}))


if __name__ == "__main__":
    main()
