"""Writes a trained network as whole numbers: `python -m hexnet.export --checkpoint FILE --out FILE`.

With `--reference FILE` it also writes positions and what the network says of them, computed here, for the tests of the
program. With `--origin FILE` it writes where the network comes from.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import warnings
from pathlib import Path

import numpy as np
import torch

from .games import positions
from .lessons import lessons
from .lockstep import Folded
from .model import ClaimNet, HexNet
from .quantize import Quantized, quantize


def load(path: Path) -> tuple[HexNet, dict]:
    kept = torch.load(path, weights_only=True, map_location="cpu")
    net = (ClaimNet if kept.get("margin") else HexNet)(**kept["shape"])
    net.load_state_dict(kept["net"])
    return net.eval(), kept


def save(net: HexNet, path: Path) -> None:
    """Writes a checkpoint from which training begins."""
    torch.save({"net": net.state_dict(), "step": 0, "shape": net.shape, "margin": net.margin}, path)
    print(f"{path}: {net.shape}")


def sample(net: HexNet, sizes: tuple[int, ...] = (7, 9, 11, 13)) -> list[torch.Tensor]:
    """Positions of games that the net plays against itself, of each size, by which scales are chosen."""
    with torch.no_grad():
        return [positions(Folded(net), size, 200) for size in sizes]


def sample_lessons(folders: list[Path]) -> list[torch.Tensor]:
    """The same for parts of boards, from lessons."""
    test = lessons(folders)[2]
    return [torch.from_numpy(data.cells[:: max(1, len(data) // 300)]) for _, data in sorted(test.items())]


def reference(net: Quantized, batches: list[torch.Tensor]) -> list[dict]:
    """Positions of many sizes, empty, random and played, each with the sums of the policy and the value."""
    if net.kind is ClaimNet:
        return said(net, [batch[at].numpy() for batch in batches for at in range(0, len(batch), max(1, len(batch) // 4))])
    random = np.random.default_rng(3)
    boards = [np.zeros((size, size), np.int8) for size in (1, 2, 3, 6, 14)]
    for size in (3, 4, 5, 7, 8, 9, 10, 12):
        cells = random.permutation(size * size)[: random.integers(size * size)]
        board = np.zeros(size * size, np.int8)
        board[cells[::2]], board[cells[1::2]] = 1, 2
        boards.append(board.reshape(size, size))
    boards += [batch[at].numpy() for batch in batches for at in (20, 90, 170)]
    return said(net, boards)


def said(net: Quantized, boards: list[np.ndarray]) -> list[dict]:
    rows = []
    for board in boards:
        policy, value = net.judge(board)
        rows.append({"board": ["".join(".MOmo"[stone] for stone in row) for row in board], "policy": policy.tolist(), "value": value})
    return rows


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--checkpoint", type=Path, required=True)
    arguments.add_argument("--lessons", type=Path, nargs="+", help="for a net for claims: folders of lessons, by which scales are chosen")
    arguments.add_argument("--sharpen", type=float, default=1.0, help="a factor of the policy's logits: see docs/NETWORK.md")
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--reference", type=Path)
    arguments.add_argument("--origin", type=Path)
    arguments.add_argument("--said", default="", help="how the checkpoint was trained, for the origin")
    given = arguments.parse_args()
    warnings.filterwarnings("ignore", category=UserWarning)

    net, kept = load(given.checkpoint)
    if net.margin and not given.lessons:
        arguments.error("a net for claims needs --lessons")
    torch.manual_seed(1)
    batches = sample_lessons(given.lessons) if net.margin else sample(net)
    with torch.no_grad():
        net.policy_out.weight.mul_(given.sharpen)
    numbers = quantize(net, batches)
    data = numbers.to_bytes()
    given.out.write_bytes(data)
    print(f"{given.out}: {len(data)} bytes, step {kept['step']}")
    if given.reference:
        lines = [json.dumps(row, separators=(",", ":")) for row in reference(numbers, batches)]
        given.reference.write_text("\n".join(lines) + "\n")
    if given.origin:
        given.origin.write_text(
            f'# Where this net comes from. Written by `python -m hexnet.export`.\nsha256 = "{hashlib.sha256(data).hexdigest()}"\n'
            f"steps = {kept['step']}\nparameters = {parameters(numbers)}\norigin = {json.dumps(given.said)}\n"
        )


def parameters(net: Quantized) -> int:
    """Weights that are used: those of places outside the hexagon are not."""
    layers = [net.stem, net.policy, net.value, *(layer for block in net.blocks for layer in (block[0], block[2]))]
    boards = [net.value_hidden, *(block[1] for block in net.blocks if block[1])]
    return sum(layer.weights.size + layer.bias.size for layer in layers) + sum(
        board.weights.size + board.bias.size + board.size.size for board in boards
    ) + net.policy_out.size + net.value_out.size + 1


if __name__ == "__main__":
    main()
