"""The network in whole numbers: what `tesuji` reads and computes, bit for bit.

An activation is a whole number from 0 to 127, times a scale of its layer. A convolution adds products of activations and
weights (-127 to 127) in 32 bits, and goes on to the next layer in four steps, the same for every channel `o`:

    sum[o]  = bias[o] + activations . weights[o]            (+ what the whole board says, in some layers)
    small   = sum[o] >> shift                               clamped to 16 bits
    fine    = round(small * multiplier[o] / 2^15)           sixteenths of the next scale
            + round(128 * before * carry / 2^15)            in the second layer of a block: what came into the block
    next    = clamp((fine + 8) >> 4, 0, 127)

docs/NETWORK.md describes the file.
"""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass

import numpy as np
import torch
from torch.nn import functional as F

from .model import HexNet, hexagon

MAGIC = b"tesuji network 1\n"

#: What stands for 1 in the planes that go in.
PLANE = 64

#: Fractional bits of what the whole board adds to a sum, and of the value head.
WHOLE_BITS, HIDDEN_BITS, VALUE_BITS = 20, 24, 28


def taps(radius: int) -> list[tuple[int, int]]:
    """The steps of a kernel, row by row."""
    mask, side = hexagon(radius), 2 * radius + 1
    return [(r - radius, c - radius) for r in range(side) for c in range(side) if mask[r, c]]


@dataclass
class Convolution:
    radius: int
    weights: np.ndarray  # (outputs, taps, inputs), -127 to 127
    bias: np.ndarray  # (outputs,), 32 bits
    shift: int
    multiplier: np.ndarray  # (outputs,), 0 to 32767
    carry: int  # 0 to 32767; 0 if nothing came in before

    def to_bytes(self) -> bytes:
        return (self.weights.astype("<i1").tobytes() + self.bias.astype("<i4").tobytes() + struct.pack("<B", self.shift)
                + self.multiplier.astype("<i2").tobytes() + struct.pack("<h", self.carry))

    def sums(self, x: np.ndarray) -> np.ndarray:
        """`x` is (rows, columns, inputs) without padding, for the stem with two cells of edge on each side."""
        if self.weights.shape[1] > 1 and self.radius == 1:
            x = np.pad(x, ((1, 1), (1, 1), (0, 0)))
        reach = self.radius
        rows, columns = x.shape[0] - 2 * reach, x.shape[1] - 2 * reach
        sums = np.zeros((rows, columns, len(self.bias)), np.int64) + self.bias
        for at, (row, column) in enumerate(taps(reach)):
            part = x[reach + row : reach + row + rows, reach + column : reach + column + columns].astype(np.int64)
            sums += part @ self.weights[:, at].T.astype(np.int64)
        return sums

    def next(self, sums: np.ndarray, before: np.ndarray | None = None) -> np.ndarray:
        small = np.clip(sums >> self.shift, -32768, 32767)
        fine = (small * self.multiplier.astype(np.int64) + 0x4000) >> 15
        if before is not None:
            fine = fine + ((before.astype(np.int64) * 128 * self.carry + 0x4000) >> 15)
        return np.clip((fine + 8) >> 4, 0, 127)


@dataclass
class Whole:
    """From mean and maximum of each channel, in sixteenths, and the size of the board, to a number for each output."""

    weights: np.ndarray  # (outputs, 2 * channels), -127 to 127
    gain: np.ndarray  # (outputs,), 32 bits
    size: np.ndarray  # (outputs,), 64 bits: times the number of columns
    bias: np.ndarray  # (outputs,), 64 bits

    def to_bytes(self) -> bytes:
        return (self.weights.astype("<i1").tobytes() + self.gain.astype("<i4").tobytes()
                + self.size.astype("<i8").tobytes() + self.bias.astype("<i8").tobytes())

    def of(self, x: np.ndarray, bits: int, size: int | None = None) -> np.ndarray:
        """`size` is the number of columns, if nothing else is given."""
        cells = x.shape[0] * x.shape[1]
        flat = x.reshape(cells, -1).astype(np.int64)
        pooled = np.concatenate([(16 * flat.sum(0) + cells // 2) // cells, 16 * flat.max(0)])
        sums = self.weights.astype(np.int64) @ pooled
        return (sums * self.gain + self.size * (x.shape[1] if size is None else size) + self.bias + (1 << (bits - 1))) >> bits


@dataclass
class Quantized:
    shape: dict
    stem: Convolution
    blocks: list[tuple[Convolution, Whole | None, Convolution]]
    policy: Convolution
    policy_out: np.ndarray  # (head,), -127 to 127
    policy_scale: float
    value: Convolution
    value_hidden: Whole
    value_out: np.ndarray  # (hidden,), 32 bits
    value_bias: int
    kind: type[HexNet] = HexNet  # what it sees; the file does not say

    def to_bytes(self) -> bytes:
        whole = [block[1] is not None for block in self.blocks]
        parts = [MAGIC, json.dumps({**self.shape, "whole": whole}).encode() + b"\n", self.stem.to_bytes()]
        for first, board, second in self.blocks:
            parts += [first.to_bytes(), board.to_bytes() if board else b"", second.to_bytes()]
        parts += [self.policy.to_bytes(), self.policy_out.astype("<i1").tobytes(), struct.pack("<f", self.policy_scale)]
        parts += [self.value.to_bytes(), self.value_hidden.to_bytes(), self.value_out.astype("<i4").tobytes()]
        return b"".join([*parts, struct.pack("<q", self.value_bias)])

    def judge(self, cells: np.ndarray) -> tuple[np.ndarray, int]:
        """For one position as `kind` sees it: the sums of the policy, (size * size,), and the value logit times 2^28."""
        x = self.kind.planes(torch.from_numpy(cells[None]))[0].permute(1, 2, 0).numpy().astype(np.int64) * PLANE
        x = self.stem.next(self.stem.sums(x))
        for first, board, second in self.blocks:
            sums = first.sums(x)
            if board is not None:
                sums = sums + board.of(x, WHOLE_BITS)
            x = second.next(second.sums(first.next(sums)), x)
        policy = self.policy.next(self.policy.sums(x)) @ self.policy_out.astype(np.int64)
        value = self.value.next(self.value.sums(x))
        hidden = np.clip(self.value_hidden.of(value, HIDDEN_BITS - 12), 0, 1 << 20)
        return policy.reshape(-1), int(hidden @ self.value_out.astype(np.int64)) + self.value_bias


def folded(convolution, norm) -> tuple[np.ndarray, np.ndarray]:
    """Weights (outputs, taps, inputs) and bias of a convolution with the normalisation after it."""
    factor = (norm.weight / torch.sqrt(norm.running_var + norm.eps)).detach().numpy().astype(np.float64)
    weight = convolution.weight.detach().numpy().astype(np.float64) * factor[:, None, None, None]
    radius = weight.shape[2] // 2
    steps = [weight[:, :, radius + r, radius + c] for r, c in taps(radius)]
    bias = norm.bias.detach().numpy() - norm.running_mean.numpy() * factor
    return np.stack(steps, 1), bias.astype(np.float64)


def whole_numbers(weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Weights from -127 to 127, and the scale of each output."""
    scale = np.maximum(np.abs(weights).reshape(len(weights), -1).max(1), 1e-9) / 127
    return np.rint(weights / scale.reshape(-1, *[1] * (weights.ndim - 1))).astype(np.int64), scale


def convolution(layers, scale_in: float, scale_out: float, carry_scale: float = 0.0) -> tuple[Convolution, np.ndarray]:
    """The layer, and the scale of its sums."""
    weights, bias = layers
    numbers, scale = whole_numbers(weights)
    unit = scale * scale_in
    # What makes one sixteenth of the next scale, and the shift that makes the largest of these fit.
    ratio = unit * 16 / scale_out
    shift = 0
    while ratio.max() * 2 ** (shift + 1) < 0.999:
        shift += 1
    multiplier = np.rint(ratio * 2**shift * 2**15)
    if multiplier.max() > 32767:
        raise ValueError("a channel of this network is too large for whole numbers")
    carry = round(carry_scale * 16 / scale_out / 128 * 2**15)
    if carry > 32767:
        raise ValueError("what comes into a block is too large for whole numbers")
    radius = {1: 0, 7: 1, 19: 2}[weights.shape[1]]
    return Convolution(radius, numbers, np.rint(bias / unit).astype(np.int64), shift, multiplier.astype(np.int64), carry), unit


def whole(weight: np.ndarray, bias: np.ndarray, scale_in: float, unit: np.ndarray, bits: int) -> Whole:
    """`weight` is (outputs, 2 * channels + 1), the last column for size / 16; the result is in `unit`."""
    numbers, scale = whole_numbers(weight[:, :-1])
    return Whole(
        numbers,
        np.rint(scale * scale_in / 16 / unit * 2**bits).astype(np.int64),
        np.rint(weight[:, -1] / 16 / unit * 2**bits).astype(np.int64),
        np.rint(bias / unit * 2**bits).astype(np.int64),
    )


@torch.no_grad()
def scales(net: HexNet, batches: list[torch.Tensor]) -> dict[str, float]:
    """The scale of each activation: where 127 lies, such that rounding and clipping together cost least."""
    seen: dict[str, list[np.ndarray]] = {}

    def keep(name: str, x: torch.Tensor) -> torch.Tensor:
        seen.setdefault(name, []).append(x.flatten()[:: max(1, x.numel() // 200_000)].numpy())
        return x

    for cells in batches:
        size = net.inside(cells).shape[1]
        x = keep("stem", F.relu(net.stem_norm(net.stem(net.planes(cells)))))
        for index, block in enumerate(net.blocks):
            y = block.first_norm(block.first(x))
            if block.whole is not None:
                from .model import pooled
                y = y + block.whole(pooled(x, size))[:, :, None, None]
            y = keep(f"first{index}", F.relu(y))
            x = keep(f"second{index}", F.relu(x + block.second_norm(block.second(y))))
        keep("policy", F.relu(net.policy_norm(net.policy(x))))
        keep("value", F.relu(net.value_norm(net.value(x))))
    found = {}
    for name, parts in seen.items():
        values = np.concatenate(parts)
        top = values.max()
        costs = []
        for share in np.linspace(0.3, 1.0, 36):
            scale = top * share / 127
            costs.append((((np.clip(np.rint(values / scale), 0, 127) * scale) - values) ** 2).mean())
        found[name] = float(top * np.linspace(0.3, 1.0, 36)[int(np.argmin(costs))] / 127)
    return found


def quantize(net: HexNet, batches: list[torch.Tensor]) -> Quantized:
    net.eval()
    scale = scales(net, batches)
    array = lambda tensor: tensor.detach().numpy().astype(np.float64)  # noqa: E731
    stem, _ = convolution(folded(net.stem, net.stem_norm), 1 / PLANE, scale["stem"])
    blocks, before = [], scale["stem"]
    for index, block in enumerate(net.blocks):
        inner, outer = scale[f"first{index}"], scale[f"second{index}"]
        first, unit = convolution(folded(block.first, block.first_norm), before, inner)
        board = None
        if block.whole is not None:
            board = whole(array(block.whole.weight), np.zeros(len(unit)), before, unit, WHOLE_BITS)
        second, _ = convolution(folded(block.second, block.second_norm), inner, outer, before)
        blocks.append((first, board, second))
        before = outer
    policy, _ = convolution(folded(net.policy, net.policy_norm), before, scale["policy"])
    policy_out, policy_scale = whole_numbers(array(net.policy_out.weight).reshape(1, -1))
    value, _ = convolution(folded(net.value, net.value_norm), before, scale["value"])
    # Hidden numbers have 12 fractional bits, the last sum 28.
    ones = np.full(net.shape["hidden"], 1.0)
    hidden = whole(array(net.value_hidden.weight), array(net.value_hidden.bias), scale["value"], ones, HIDDEN_BITS)
    out = np.rint(array(net.value_out.weight).reshape(-1) * 2 ** (VALUE_BITS - 12)).astype(np.int64)
    bias = int(np.rint(float(net.value_out.bias) * 2**VALUE_BITS))
    return Quantized(net.shape, stem, blocks, policy, policy_out.reshape(-1), float(np.float32(policy_scale[0] * scale["policy"])),
                     value, hidden, out, bias, type(net))
