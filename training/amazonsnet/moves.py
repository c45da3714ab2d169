"""Fits the ratings of moves: `python -m amazonsnet.moves --small MOVES --large MOVES --out FILE`.

Both files of moves are those of the example `amazons_positions`, of 8x8 and of 10x10. The fitted weights make the moves of
the games as likely as possible, if a move's chance grows with the exponential of its rating.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch

TERMS, STAGES, WIDTH, ONE = 214, 7, 14, 256


def read(path: Path) -> list[tuple[int, int, np.ndarray]]:
    """For each move its stage, its place among all moves, and their terms."""
    content, at, records = np.fromfile(path, dtype=np.uint8), 0, []
    while at < len(content):
        n_moves, place = content[at + 1 : at + 5].view("<u2")
        end = at + 5 + WIDTH * int(n_moves)
        records.append((int(content[at]), int(place), content[at + 5 : end].reshape(-1, WIDTH)))
        at = end
    return records


def fit(records: list[tuple[int, int, np.ndarray]], epochs: int, batch: int) -> np.ndarray:
    weights = torch.zeros(STAGES, TERMS, requires_grad=True)
    optimizer, random = torch.optim.Adam([weights], lr=0.03), np.random.default_rng(1)
    steps = epochs * (len(records) // batch)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1, 0.03, steps)
    for step in range(steps):
        loss = torch.zeros(())
        for idx in random.integers(len(records), size=batch):
            stage, place, terms = records[idx]
            known = torch.cat([weights[stage], torch.zeros(1)])
            ratings = known[torch.from_numpy(terms.astype(np.int64)).clamp(max=TERMS)].sum(1)
            loss = loss + torch.logsumexp(ratings, 0) - ratings[place]
        optimizer.zero_grad()
        (loss / batch).backward()
        optimizer.step()
        schedule.step()
        if step % 100 == 0:
            print(f"step {step} of {steps}: loss {loss.item() / batch:.4f}", flush=True)
    return weights.detach().numpy()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", type=Path, required=True)
    parser.add_argument("--large", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--batch", type=int, default=64)
    given = parser.parse_args()
    fitted = [fit(read(path), given.epochs, given.batch) for path in (given.small, given.large)]
    numbers = np.rint(np.stack(fitted) * ONE).clip(-32767, 32767).astype("<i2")
    given.out.write_bytes(numbers.tobytes())


if __name__ == "__main__":
    main()
