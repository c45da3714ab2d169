"""Draws how strong the generations of `hexnet.improve` are:
`python -m hexnet.curve --generations FOLDER --tesuji PROGRAM --against NET --out PICTURE.svg`.

Each network plays a match against NET, with its search and with its policy alone. FOLDER/curve.jsonl has a line for each
generation, so the command goes on where it was stopped and plays only what is missing. Needs Matplotlib.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from pathlib import Path

import matplotlib

from .improve import match_control, result

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "hexnet"

from matplotlib import pyplot  # noqa: E402


def strength(given: argparse.Namespace, net: Path, leaves: int) -> dict:
    """What a network wins against the one that all are compared with, with this many judged leaves a move."""
    control = net.parent / f"curve-{leaves}.match.toml"
    control.write_text(match_control(given.tesuji, [net.resolve(), given.against.resolve()], given.side, given.games, leaves,
                                     1, False))
    store = net.parent / f"curve-{leaves}.match"
    subprocess.run([given.tesuji, "match", control, "--store", store, "-j", str(given.jobs), "--quiet"], check=True,
                   stdout=subprocess.DEVNULL)
    found = result(given.tesuji, store)
    return {"leaves": leaves, "games": found["games"], "wins": found["wins"], "elo": [round(found["elo"][key], 1) for key in ("elo", "low", "high")]}


def draw(lines: list[dict], given: argparse.Namespace) -> None:
    figure, axes = pyplot.subplots(figsize=(6.4, 3.4))
    for index, leaves in enumerate(given.leaves):
        found = [next(one for one in line["strength"] if one["leaves"] == leaves) for line in lines]
        numbers = [0] + [line["generation"] for line in lines]
        means = [0.0] + [one["elo"][0] for one in found]
        low = [0.0] + [one["elo"][0] - one["elo"][1] for one in found]
        high = [0.0] + [one["elo"][2] - one["elo"][0] for one in found]
        name = "policy alone" if leaves == 1 else f"{leaves} judged leaves a move"
        shift = 0.06 * (index - (len(given.leaves) - 1) / 2)
        axes.errorbar([n + shift for n in numbers], means, yerr=[low, high], marker="o", markersize=4, capsize=3, linewidth=1.4, label=name)
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.set_xlabel("generation (0: the network at the start)")
    axes.set_ylabel(f"Elo against generation 0, {given.side}x{given.side}")
    axes.set_xticks(range(len(lines) + 1))
    axes.legend()
    figure.tight_layout()
    figure.savefig(given.out, metadata={"Date": None, "Creator": None})


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--generations", type=Path, required=True, help="the folder that `hexnet.improve` filled")
    arguments.add_argument("--tesuji", type=Path, required=True, help="the program, target/release/tesuji")
    arguments.add_argument("--against", type=Path, required=True, help="the network that all are compared with")
    arguments.add_argument("--out", type=Path, required=True, help="the picture, SVG")
    arguments.add_argument("--games", type=int, default=200, help="games of each match")
    arguments.add_argument("--leaves", type=int, nargs="+", default=[1, 10], help="judged leaves a move; 1: the policy alone")
    arguments.add_argument("--side", type=int, default=11)
    arguments.add_argument("--jobs", type=int, default=1)
    given = arguments.parse_args()
    given.tesuji = given.tesuji.resolve()

    log = given.generations / "curve.jsonl"
    lines = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
    for generation in range(len(lines) + 1, 1_000_000):
        net = given.generations / f"generation-{generation}" / "new.net"
        if not net.exists():
            break
        line = {"generation": generation, "strength": [strength(given, net, leaves) for leaves in given.leaves]}
        print(json.dumps(line), flush=True)
        with log.open("a") as out:
            out.write(json.dumps(line) + "\n")
        lines.append(line)
    draw(lines, given)


if __name__ == "__main__":
    main()
