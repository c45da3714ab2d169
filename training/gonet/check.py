"""Trains tiny nets of graphs for half a minute on positions drawn at random and checks that losses fall, that the order of points does not
matter, that export and net agree, that a campaign goes on where it was killed, and that the program's test has today's file:
`python -m gonet.check`."""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import numpy as np
import torch

from hexnet.check import grown

from .export import load, reference, sample
from .model import GraphNet
from .quantize import Quantized, quantize
from .random import write
from .shards import Graph, Shard, batch, shard
from .tiny import positions, tiny

DATA = Path(__file__).parents[2] / "crates" / "neural" / "data"


def renumbered(of: Shard, random: np.random.Generator) -> Shard:
    """The same positions with the points in another order."""
    order = random.permutation(of.graph.n)
    place = np.argsort(order)
    rows = of.rows.copy()
    for name in ("planes", "own"):
        rows[name] = of.rows[name][..., order]
    for name in ("policy", "legal"):
        rows[name][:, :-1] = of.rows[name][:, :-1][:, order]
    for row, chain in zip(rows, of.rows["chain"]):
        # The lowest point of a chain in the new order stands for it.
        row["chain"] = [min(place[chain == number]) for number in chain[order]]
    return Shard(of.kind, Graph([[int(place[near]) for near in of.graph.links[point]] for point in order]), rows)


@torch.no_grad()
def compare_orders(net: GraphNet, numbers: Quantized, of: Shard) -> None:
    random = np.random.default_rng(1)
    other = renumbered(of, random)
    mine, theirs = net(batch([(of.graph, of.rows)])), net(batch([(other.graph, other.rows)]))
    assert torch.allclose(mine.win, theirs.win, atol=1e-4), f"the order of points matters: {(mine.win - theirs.win).abs().max()}"
    for row, turned in zip(of.rows, other.rows):
        one, two = numbers.judge(of.graph, row["chain"], row["planes"]), numbers.judge(other.graph, turned["chain"], turned["planes"])
        assert (one[2] == two[2]).all() and sorted(one[0]) == sorted(two[0]), "the order of points matters in integers"


@torch.no_grad()
def compare(net: GraphNet, numbers: Quantized, of: Shard) -> None:
    """The integers nearly agree with the net."""
    output, count = net(batch([(of.graph, of.rows)])), len(of.rows)
    owners = (output.own.view(count, -1) / 2).tanh().numpy()
    apart, same = np.zeros(3), 0
    for at, row in enumerate(of.rows):
        policy, own, outs = numbers.judge(of.graph, row["chain"], row["planes"])
        outs = outs / 2.0**28
        apart += [abs(1 / (1 + np.exp(-outs[0])) - output.win[at].sigmoid().item()), abs(outs[2] - output.score[at].item()),
                  np.abs(np.tanh(own * numbers.own_scale) - owners[at]).mean()]
        logits = np.where(row["legal"] != 0, [*(policy * numbers.policy_scale), outs[1]], -np.inf)
        theirs = output.policy[at].numpy()
        same += theirs[logits.argmax()] > theirs.max() - 0.2
    assert same > 0.95 * count, f"the exported net chooses other moves in {count - same} of {count} positions"
    assert (apart < 0.04 * count).all(), f"wins, scores and owners are off by {apart / count} on average"


def trained(folder: Path) -> dict:
    """The last report of two runs, the second of which goes on from the first."""
    for steps in (60, 150):
        subprocess.run([sys.executable, "-m", "gonet.train", "--data", folder / "data", "--out", folder / "net", "--steps", str(steps), "--rate",
                        "4e-3", "--channels", "16", "--blocks", "2", "--report", "30", "--batch", "128"], check=True, stdout=subprocess.DEVNULL)
    lines = [json.loads(line) for line in (folder / "net" / "log.jsonl").read_text().splitlines()]
    assert [line["steps"] for line in lines] == [30, 60, 90, 120, 150], "the second run goes on from the first"
    assert lines[-1]["move_loss"] < 0.8 * lines[0]["move_loss"] and lines[-1]["win_loss"] < 0.9 * lines[0]["win_loss"], f"it learnt little: {lines[-1]}"
    return lines[-1]["held_out"]


def campaign(folder: Path, *options: str) -> None:
    subprocess.run([sys.executable, "-m", "gonet.campaign", "--generator", folder / "player", "--out", folder / "campaign", "--published",
                    folder / "published", "--channels", "8", "--blocks", "1", "--planes", "5", "--fill", "500", "--batch", "64", "--save", "0.5",
                    "--samples-per-position", "4", *options], check=True, stdout=subprocess.DEVNULL)


def goes_on(folder: Path) -> int:
    """A campaign is stopped, begun again, killed, begun again and published; the samples that it has seen."""
    player = folder / "player"
    player.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m gonet.random "$@"\n')
    player.chmod(0o755)
    state = folder / "campaign" / "state.pt"
    seen = []
    for end in ("stop", "kill", "stop"):
        campaign(folder, "--background", "--seconds", "120")
        grown(state, (seen or [0])[-1])
        if end == "stop":
            campaign(folder, "--stop")
        else:
            os.kill(int((folder / "campaign" / "pid").read_text()), signal.SIGKILL)
        seen.append(torch.load(state, weights_only=True)["samples"])
    last = json.loads((folder / "campaign" / "log.jsonl").read_text().splitlines()[-1])
    assert 0 < seen[0] < seen[1] < seen[2] == last["samples"], f"it did not go on where it was: {seen}, {last['samples']}"
    campaign(folder, "--publish")
    kept = load(folder / "published" / "go.pt")[1]
    assert kept["samples"] == last["samples"] and (folder / "published" / "log.jsonl").exists()
    return last["samples"]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.parse_args()
    warnings.filterwarnings("ignore", category=UserWarning)
    torch.set_num_threads(1)
    torch.manual_seed(1)
    lines = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in reference(tiny(), positions()))
    assert (DATA / "graph-tiny.net").read_bytes() == tiny().to_bytes(), "graph-tiny.net is not what gonet.tiny writes"
    assert (DATA / "graph-tiny.reference.jsonl").read_text() == lines, "graph-tiny.reference.jsonl is not what gonet.tiny writes"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "data").mkdir()
        for seed, points in enumerate((9, 16, 25, 25)):
            write(folder / "data" / f"board{points}-{seed}.go", "board", points, 5, 1500, seed)
        found = trained(folder)
        net = load(folder / "net" / "net.pt")[0]
        shards = [shard(path) for path in sorted((folder / "data").glob("*.go"))]
        numbers = quantize(net, sample(shards))
        for of in shards:
            few = Shard(of.kind, of.graph, of.rows[:40])
            compare(net, numbers, few)
            compare_orders(net, numbers, few)
        samples = goes_on(folder)
    print(f"held out after 150 steps: {json.dumps(found)}; export and net agree; a campaign went on to {samples} samples")


if __name__ == "__main__":
    main()
