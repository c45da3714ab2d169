"""The network of graphs with int8 weights: what `tesuji` computes, bit for bit, in plain integers.

Layers are those of `hexnet.quantize` with radius 0; their inputs are gathered first. With `d` neighbours and r = round(65536 / d),

    mean  = min(127, (sum of the neighbours * r + 32768) >> 16)        0 without neighbours
    chain = maximum over the points of the chain                       an empty point is a chain of its own

docs/NETWORK.md describes the file.
"""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass

import numpy as np
import torch
from torch.nn import functional as F

from hexnet.quantize import HIDDEN_BITS, VALUE_BITS, WHOLE_BITS, Convolution, Whole, convolution, whole, whole_numbers

from .model import GraphNet, Layer
from .shards import PLANE, Batch, Graph

MAGIC = b"tesuji graph network 1\n"

#: What the program can gather.
GATHERED = ("self", "mean", "chain")

#: The number of columns that `whole` takes for its size: here the unit is a quarter of a point's side, and 64 of them are 1.
SIZE = 16 / 64


def means(x: np.ndarray, links: list[list[int]]) -> np.ndarray:
    rows = np.zeros_like(x)
    for point, near in enumerate(links):
        if near:
            reciprocal = (65536 + len(near) // 2) // len(near)
            rows[point] = np.minimum(127, (x[near].sum(0) * reciprocal + 32768) >> 16)
    return rows


def chain_maxima(x: np.ndarray, chain: np.ndarray) -> np.ndarray:
    most = np.zeros_like(x)
    np.maximum.at(most, chain, x)
    return most[chain]


@dataclass
class Quantized:
    shape: dict
    stem: Convolution
    blocks: list[tuple[Convolution, Whole | None, Convolution]]
    policy: Convolution
    policy_out: np.ndarray  # (head,), -127 to 127
    policy_scale: float
    value: Convolution
    own_out: np.ndarray  # (hidden,), -127 to 127
    own_bias: int
    own_scale: float
    value_hidden: Whole
    outs: np.ndarray  # (3, hidden), 32 bits: win, pass, score
    out_biases: np.ndarray  # (3,), 64 bits

    def to_bytes(self) -> bytes:
        shape = {name: self.shape[name] for name in ("planes", "channels", "blocks", "head", "hidden", "sees")}
        shape["whole"] = [board is not None for _, board, _ in self.blocks]
        parts = [MAGIC, json.dumps(shape).encode() + b"\n", self.stem.to_bytes()]
        for first, board, second in self.blocks:
            parts += [first.to_bytes(), board.to_bytes() if board else b"", second.to_bytes()]
        parts += [self.policy.to_bytes(), self.policy_out.astype("<i1").tobytes(), struct.pack("<f", self.policy_scale)]
        parts += [self.value.to_bytes(), self.own_out.astype("<i1").tobytes(), struct.pack("<if", self.own_bias, self.own_scale)]
        parts += [self.value_hidden.to_bytes(), self.outs.astype("<i4").tobytes(), self.out_biases.astype("<i8").tobytes()]
        return b"".join(parts)

    def judge(self, graph: Graph, chain: np.ndarray, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """For one position, `planes` as in a record: the sums of the policy and of the owner of each point, and the three outputs
        times 2^28."""
        chain = chain.astype(np.int64)
        parts = {"self": lambda x: x, "mean": lambda x: means(x, graph.links), "chain": lambda x: chain_maxima(x, chain)}
        gathered = lambda x: np.concatenate([parts[name](x) for name in self.shape["sees"]], 1)[:, None]  # noqa: E731
        x = planes.T.astype(np.int64)
        x = self.stem.next(self.stem.sums(gathered(x)))[:, 0]
        for first, board, second in self.blocks:
            sums = first.sums(gathered(x))
            if board is not None:
                sums = sums + board.of(x[:, None], WHOLE_BITS, graph.size)
            inner = first.next(sums)[:, 0]
            x = second.next(second.sums(gathered(inner)), x[:, None])[:, 0]
        policy = self.policy.next(self.policy.sums(gathered(x)))[:, 0] @ self.policy_out.astype(np.int64)
        value = self.value.next(self.value.sums(gathered(x)))[:, 0]
        own = value @ self.own_out.astype(np.int64) + self.own_bias
        hidden = np.clip(self.value_hidden.of(value[:, None], HIDDEN_BITS - 12, graph.size), 0, 1 << 20)
        return policy, own, self.outs.astype(np.int64) @ hidden + self.out_biases


@torch.no_grad()
def scales(net: GraphNet, batches: list[Batch]) -> dict[str, float]:
    """What an activation of 1 stands for after each layer: of some scales the one that loses least on these positions."""
    seen: dict[str, list[np.ndarray]] = {}

    def keep(name: str, x):
        # Enough to choose a scale.
        seen.setdefault(name, []).append(x.flatten()[:: max(1, x.numel() // 200_000)].numpy())
        return x

    for of in batches:
        x = keep("stem", F.relu(net.stem(of, of.planes)))
        for index, block in enumerate(net.blocks):
            inner = keep(f"first{index}", block.inner(of, x))
            x = keep(f"second{index}", F.relu(x + block.second(of, inner)))
        keep("policy", F.relu(net.policy(of, x)))
        keep("value", F.relu(net.value(of, x)))
    found = {}
    for name, parts in seen.items():
        values = np.concatenate(parts)
        top, shares = max(values.max(), 1e-3), np.linspace(0.3, 1.0, 36)
        costs = [((np.clip(np.rint(values / (top * share / 127)), 0, 127) * (top * share / 127) - values) ** 2).mean() for share in shares]
        found[name] = float(top * shares[int(np.argmin(costs))] / 127)
    return found


def array(tensor) -> np.ndarray:
    return tensor.detach().numpy().astype(np.float64)


def folded(layer: Layer) -> tuple[np.ndarray, np.ndarray]:
    """Weights (outputs, 1, inputs) and bias of a layer with its normalisation."""
    factor = array(layer.norm.weight / torch.sqrt(layer.norm.running_var + layer.norm.eps))
    return (array(layer.linear.weight) * factor[:, None])[:, None], array(layer.norm.bias) - array(layer.norm.running_mean) * factor


def quantize(net: GraphNet, batches: list[Batch]) -> Quantized:
    if other := set(net.shape["sees"]) - set(GATHERED):
        raise ValueError(f"the program does not gather {', '.join(sorted(other))}")
    net.eval()
    scale = scales(net, batches)
    sized = lambda weight: np.concatenate([weight[:, :-1], weight[:, -1:] * SIZE], 1)  # noqa: E731
    stem, _ = convolution(folded(net.stem), 1 / PLANE, scale["stem"])
    blocks, before = [], scale["stem"]
    for index, block in enumerate(net.blocks):
        inner, outer = scale[f"first{index}"], scale[f"second{index}"]
        first, unit = convolution(folded(block.first), before, inner)
        board = whole(sized(array(block.whole.weight)), np.zeros(len(unit)), before, unit, WHOLE_BITS) if block.whole is not None else None
        second, _ = convolution(folded(block.second), inner, outer, before)
        blocks.append((first, board, second))
        before = outer
    policy, _ = convolution(folded(net.policy), before, scale["policy"])
    policy_out, policy_scale = whole_numbers(array(net.policy_out.weight))
    value, _ = convolution(folded(net.value), before, scale["value"])
    own_out, own_scale = whole_numbers(array(net.own_out.weight))
    unit = own_scale[0] * scale["value"]
    hidden = whole(sized(array(net.value_hidden.weight)), array(net.value_hidden.bias), scale["value"], np.ones(net.shape["hidden"]), HIDDEN_BITS)
    # Hidden numbers have 12 fractional bits, the outputs 28. Half a logit is the argument of tanh.
    outs = np.rint(array(net.outs.weight) * 2 ** (VALUE_BITS - 12)).astype(np.int64)
    single = lambda value: float(np.float32(value))  # noqa: E731
    return Quantized(
        net.shape, stem, blocks, policy, policy_out[0], single(policy_scale[0] * scale["policy"]), value, own_out[0],
        int(np.rint(array(net.own_out.bias)[0] / unit)), single(unit / 2), hidden, outs,
        np.rint(array(net.outs.bias) * 2**VALUE_BITS).astype(np.int64),
    )
