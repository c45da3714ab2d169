"""Writes a trained net of graphs for the program: `python -m gonet.export --checkpoint FILE --data FILE [FILE ...] --out FILE`.

Positions of the data choose the scales. With `--reference FILE` the first positions of some files are written with what the integers make
of them, for the tests of the program; with `--origin FILE` where the net comes from.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import warnings
from pathlib import Path

import numpy as np
import torch

from .model import GraphNet
from .quantize import Quantized, quantize
from .shards import Batch, Graph, Shard, batch, shard
from .train import game_files


def load(path: Path) -> tuple[GraphNet, dict]:
    kept = torch.load(path, weights_only=True, map_location="cpu")
    net = GraphNet(**kept["shape"])
    net.load_state_dict(kept["net"])
    return net.eval(), kept


def sample(shards: list[Shard], count: int = 2000) -> list[Batch]:
    """Positions by which scales are chosen, spread over all files."""
    few = max(8, count // max(1, len(shards)))
    return [batch([(of.graph, of.rows[:: max(1, len(of.rows) // few)])]) for of in shards if len(of.rows)]


def reference(net: Quantized, positions: list[tuple[Graph, np.ndarray]]) -> list[dict]:
    """These positions with what the net makes of them."""
    lines = []
    for graph, row in positions:
        policy, own, outs = net.judge(graph, row["chain"], row["planes"])
        lines.append({"links": graph.links, "chain": row["chain"].tolist(), "planes": row["planes"].tolist(), "policy": policy.tolist(),
                      "own": own.tolist(), "outs": outs.tolist()})
    return lines


def parameters(net: Quantized) -> int:
    layers = [net.stem, net.policy, net.value, *(layer for block in net.blocks for layer in (block[0], block[2]))]
    boards = [net.value_hidden, *(block[1] for block in net.blocks if block[1])]
    return (sum(layer.weights.size + layer.bias.size for layer in layers) + net.policy_out.size + net.own_out.size + 1 + net.outs.size + 3
            + sum(board.weights.size + board.bias.size + board.size.size for board in boards))


@torch.no_grad()
def normalised(net: GraphNet, shards: list[Shard], batches: int = 16, count: int = 16) -> GraphNet:
    """The net with means and variances taken anew from all boards. Those of training hang on the boards of the last steps, and on other
    weights than the averages."""
    random = np.random.default_rng(1)
    layers = [layer for layer in net.modules() if isinstance(layer, torch.nn.BatchNorm1d)]
    for layer in layers:
        layer.reset_running_stats()
        # The mean of all batches.
        layer.momentum = None
    net.float().train()
    shards = [of for of in shards if len(of.rows)]
    for _ in range(batches):
        net(batch([(of.graph, of.rows[np.sort(random.choice(len(of.rows), min(count, len(of.rows)), replace=False))]) for of in shards]))
    return net.eval()


def exported(net: GraphNet, shards: list[Shard], out: Path) -> Quantized:
    """Writes the file whole or not at all."""
    numbers = quantize(normalised(net, shards), sample(shards))
    fresh = out.with_name(out.name + ".new")
    fresh.write_bytes(numbers.to_bytes())
    fresh.replace(out)
    return numbers


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--checkpoint", type=Path, required=True)
    arguments.add_argument("--data", type=Path, nargs="+", required=True, help="files of games, or folders of them")
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--reference", type=Path)
    arguments.add_argument("--origin", type=Path)
    arguments.add_argument("--said", default="", help="how the checkpoint was trained, for the origin")
    given = arguments.parse_args()
    warnings.filterwarnings("ignore", category=UserWarning)
    net, kept = load(given.checkpoint)
    shards = [shard(path) for path in game_files(given.data)]
    numbers = exported(net, shards, given.out)
    data = given.out.read_bytes()
    print(f"{given.out}: {len(data)} bytes, step {kept['step']}")
    if given.reference:
        lines = reference(numbers, [(of.graph, of.rows[len(of.rows) // 2]) for of in shards[:8]])
        given.reference.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))
    if given.origin:
        given.origin.write_text(
            f'# Where this net comes from. Written by `python -m gonet.export`.\nsha256 = "{hashlib.sha256(data).hexdigest()}"\n'
            f"steps = {kept['step']}\nparameters = {parameters(numbers)}\norigin = {json.dumps(given.said)}\n"
        )


if __name__ == "__main__":
    main()
