"""Makes a checkpoint of a network in whole numbers, so that training can go on from weights that were published without one:
`python -m hexnet.restore --net FILE --out CHECKPOINT`.

What rounding lost stays lost. Means and variances for the normalisation are taken from games that the net plays against itself.
"""

from __future__ import annotations

import argparse
import json
import struct
from pathlib import Path

import numpy as np
import torch
from torch import nn

from .export import save
from .games import positions
from .lockstep import Folded
from .model import HexNet
from .quantize import HIDDEN_BITS, MAGIC, PLANE, VALUE_BITS, WHOLE_BITS, Convolution, Quantized, Whole, taps


class Reader:
    """Numbers of a file in their order."""

    def __init__(self, data: bytes):
        self.data, self.at = data, 0

    def array(self, kind: str, *shape: int) -> np.ndarray:
        count = int(np.prod(shape))
        found = np.frombuffer(self.data, kind, count, self.at)
        self.at += found.nbytes
        return found.reshape(shape).astype(np.int64)

    def number(self, kind: str):
        found = struct.unpack_from(kind, self.data, self.at)[0]
        self.at += struct.calcsize(kind)
        return found

    def convolution(self, radius: int, inputs: int, outputs: int) -> Convolution:
        weights = self.array("<i1", outputs, len(taps(radius)), inputs)
        return Convolution(radius, weights, self.array("<i4", outputs), self.number("<B"), self.array("<i2", outputs), self.number("<h"))

    def whole(self, inputs: int, outputs: int) -> Whole:
        return Whole(self.array("<i1", outputs, 2 * inputs), self.array("<i4", outputs), self.array("<i8", outputs), self.array("<i8", outputs))


def read(data: bytes) -> Quantized:
    """The network that `Quantized.to_bytes` wrote."""
    if not data.startswith(MAGIC):
        raise ValueError("not a network of this version")
    end = data.index(b"\n", len(MAGIC)) + 1
    shape = json.loads(data[len(MAGIC) : end])
    whole, channels, head, hidden = shape.pop("whole"), shape["channels"], shape["head"], shape["hidden"]
    file = Reader(data[end:])
    stem = file.convolution(2, 3, channels)
    blocks = []
    for board in whole:
        first = file.convolution(1, channels, channels)
        blocks.append((first, file.whole(channels, channels) if board else None, file.convolution(1, channels, channels)))
    policy = file.convolution(1, channels, head)
    policy_out, policy_scale = file.array("<i1", head), file.number("<f")
    value = file.convolution(0, channels, hidden)
    value_hidden, value_out, value_bias = file.whole(hidden, hidden), file.array("<i4", hidden), file.number("<q")
    if file.at != len(file.data):
        raise ValueError(f"{len(file.data) - file.at} bytes follow the network")
    return Quantized(shape, stem, blocks, policy, policy_out, policy_scale, value, value_hidden, value_out, value_bias)


def fill(layer: nn.Conv2d, norm: nn.BatchNorm2d, numbers: Convolution, scale_in: float, scale_out: float) -> np.ndarray:
    """Sets a convolution; its bias waits in the normalisation. Returns what one unit of its sums is worth."""
    unit = numbers.multiplier / 2.0 ** (15 + numbers.shift + 4) * scale_out
    weight = np.zeros(layer.weight.shape)
    for at, (row, column) in enumerate(taps(numbers.radius)):
        weight[:, :, numbers.radius + row, numbers.radius + column] = numbers.weights[:, at]
    layer.weight.copy_(torch.from_numpy(weight * unit[:, None, None, None] / scale_in))
    norm.bias.copy_(torch.from_numpy(numbers.bias * unit))
    return unit


def filled_whole(numbers: Whole, scale_in: float, unit: np.ndarray, bits: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Weight and bias of what is said of the whole board."""
    factor = unit / 2.0**bits
    weight = numbers.weights * (numbers.gain * factor)[:, None] * 16 / scale_in
    size = numbers.size * factor * 16
    return torch.from_numpy(np.concatenate([weight, size[:, None]], 1)), torch.from_numpy(numbers.bias * factor)


@torch.no_grad()
def restore(numbers: Quantized) -> HexNet:
    """A network that says nearly the same as `numbers`."""
    net = HexNet(**numbers.shape).eval()
    # Any scale would do for the first layer; those after it follow from what comes into each block.
    scale = 1 / PLANE
    fill(net.stem, net.stem_norm, numbers.stem, 1 / PLANE, scale)
    for block, (first, board, second) in zip(net.blocks, numbers.blocks):
        unit = fill(block.first, block.first_norm, first, scale, scale)
        if board is not None:
            block.whole.weight.copy_(filled_whole(board, scale, unit, WHOLE_BITS)[0])
        after = scale / (8 * second.carry / 2**15)
        fill(block.second, block.second_norm, second, scale, after)
        scale = after
    fill(net.policy, net.policy_norm, numbers.policy, scale, 1 / PLANE)
    net.policy_out.weight.copy_(torch.from_numpy(numbers.policy_out * numbers.policy_scale * PLANE).reshape(net.policy_out.weight.shape))
    fill(net.value, net.value_norm, numbers.value, scale, 1 / PLANE)
    weight, bias = filled_whole(numbers.value_hidden, 1 / PLANE, np.ones(numbers.shape["hidden"]), HIDDEN_BITS)
    net.value_hidden.weight.copy_(weight)
    net.value_hidden.bias.copy_(bias)
    net.value_out.weight.copy_(torch.from_numpy(numbers.value_out / 2.0 ** (VALUE_BITS - 12)).reshape(1, -1))
    net.value_out.bias.fill_(numbers.value_bias / 2.0**VALUE_BITS)
    return net


def normalise(net: HexNet, cells: torch.Tensor) -> None:
    """Gives each normalisation the mean and variance of what comes in, and changes nothing of what comes out."""
    def settle(norm: nn.BatchNorm2d, inputs: tuple[torch.Tensor]) -> None:
        mean, variance = inputs[0].mean((0, 2, 3)), inputs[0].var((0, 2, 3))
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.copy_(torch.sqrt(variance + norm.eps))
        norm.bias.add_(mean)

    norms = [module for module in net.modules() if isinstance(module, nn.BatchNorm2d)]
    hooks = [norm.register_forward_pre_hook(settle) for norm in norms]
    net(cells)
    for hook in hooks:
        hook.remove()


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--net", type=Path, required=True)
    arguments.add_argument("--out", type=Path, required=True)
    given = arguments.parse_args()
    torch.manual_seed(1)
    net = restore(read(given.net.read_bytes()))
    normalise(net, positions(Folded(net), 11, 64))
    save(net, given.out)


if __name__ == "__main__":
    main()
