"""Compares teachers at equal compute: `python -m hexnet.teachers --teacher NAME --out FOLDER --seconds N`.

Each trains the same net for the same processor time, by games that it plays against itself; docs/NETWORK.md has what came of it. `results`,
`one`, `several`, `empty` and `bootstrapped` are `hexnet.games` with other settings; `searched` and
`mixed` are `hexnet.searched`; with `--lessons` a quarter of each batch are positions that the solver has decided.
"""

from __future__ import annotations

import argparse
import json
import time
import warnings
from dataclasses import replace
from pathlib import Path

import torch

from .campaign import Learner, Lessons, kind_of, opened, publish
from .games import Teacher
from .lessons import lessons
from .lockstep import Folded

#: What differs from the teacher of the campaign.
TEACHERS = {
    "results": {},
    "bootstrapped": {"trust": 0.9},
    "empty": {"stones": (1.0,)},
    "one": {"stones": (0.0, 1.0)},
    "several": {"stones": (0.05, 0.15, 0.2, 0.15, 0.15, 0.1, 0.1, 0.05, 0.05)},
    "warm": {"sharpness": 0.7, "sharper": 1.5},
    "cold": {"sharpness": 3.0, "sharper": 6.0},
    "searched": {"search": "chances"},
    "mixed": {"search": "worth"},
}

def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--teacher", choices=TEACHERS, required=True)
    arguments.add_argument("--start", default="24x4")
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--seconds", type=float, required=True, help="of processor time")
    arguments.add_argument("--size", type=int, default=7)
    arguments.add_argument("--games", type=int, default=128)
    arguments.add_argument("--batch", type=int, default=128)
    arguments.add_argument("--rate", type=float, default=1e-3)
    arguments.add_argument("--samples-per-position", type=float, default=1.0)
    arguments.add_argument("--lessons", type=Path, nargs="+", default=[])
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    warnings.filterwarnings("ignore", category=UserWarning)
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    device = torch.device("cpu")
    teacher = replace(Teacher(), **TEACHERS[given.teacher])
    learner = Learner(opened(given.start), given.rate, device)
    games = kind_of(teacher)(given.size, given.games, teacher, 100_000, device)
    solved = Lessons(lessons(given.lessons)[1][given.size], device) if given.lessons else None
    given.out.mkdir(parents=True, exist_ok=True)
    began, playing, trained, next_report = time.process_time(), 0.0, 0.0, 0.0
    while (spent := time.process_time() - began) < given.seconds:
        part = spent / given.seconds
        rate = given.rate * (1 if part < 0.5 else max(0.02, 2 - 2 * part))
        with torch.no_grad():
            games.cycle(Folded(learner.net))
        playing += time.process_time() - began - spent
        while len(games.ring) >= 4000 and trained + given.batch <= games.played * given.samples_per_position:
            games.teach(learner, given.batch, solved, given.batch // 4 if solved else 0, rate)
            trained += given.batch
        if spent >= next_report:
            next_report = spent + given.seconds / 10
            line = {"teacher": given.teacher, "seconds": round(spent), "playing": round(playing), "positions": games.played} | learner.report()
            print(json.dumps(line), flush=True)
            with (given.out / "log.jsonl").open("a") as log:
                log.write(json.dumps(line) + "\n")
    publish(learner, given.out / "checkpoint.pt")


if __name__ == "__main__":
    main()
