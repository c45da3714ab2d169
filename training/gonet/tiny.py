"""Writes a tiny net with weights drawn at random and what it makes of random positions: `python -m gonet.tiny --net FILE --reference FILE`.

The program's tests compare with these numbers. They come from NumPy's generator and not from training, so that every machine writes the
same file.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from hexnet.quantize import Convolution, Whole

from .export import reference
from .quantize import Quantized
from .random import links, rows
from .shards import Graph

PLANES, CHANNELS, HEAD, HIDDEN = 5, 8, 8, 8


def tiny(sees: tuple[str, ...] = ("self", "mean", "chain")) -> Quantized:
    random = np.random.default_rng(7)

    def layer(inputs: int, outputs: int, carry: int = 0) -> Convolution:
        weights = random.integers(-127, 128, (outputs, 1, inputs * len(sees)))
        bias = random.integers(-10_000, 20_000, outputs)
        return Convolution(0, weights, bias, 2, random.integers(1500, 6000, outputs), carry)

    def whole(inputs: int, outputs: int, gain: int, bits: int) -> Whole:
        weights = random.integers(-127, 128, (outputs, 2 * inputs))
        return Whole(weights, random.integers(gain // 2, gain, outputs), random.integers(-(1 << bits + 6), 1 << bits + 6, outputs),
                     random.integers(-(1 << bits + 10), 1 << bits + 10, outputs))

    shape = {"planes": PLANES, "channels": CHANNELS, "blocks": 2, "head": HEAD, "hidden": HIDDEN, "sees": list(sees)}
    blocks = [(layer(CHANNELS, CHANNELS), whole(CHANNELS, CHANNELS, 4000, 20) if index else None, layer(CHANNELS, CHANNELS, 2500))
              for index in range(2)]
    return Quantized(
        shape, layer(PLANES, CHANNELS), blocks, layer(CHANNELS, HEAD), random.integers(-127, 128, HEAD), 0.001, layer(CHANNELS, HIDDEN),
        random.integers(-127, 128, HIDDEN), -1234, 0.0005, whole(HIDDEN, HIDDEN, 1200, 12), random.integers(-(1 << 20), 1 << 20, (3, HIDDEN)),
        random.integers(-(1 << 30), 1 << 30, 3),
    )


def positions() -> list[tuple[Graph, np.ndarray]]:
    """Positions on six small boards."""
    random = np.random.default_rng(8)
    boards = [[[]], [[1], [0]], *(links(points, random, chance) for points, chance in ((5, 0.3), (9, 0.1), (14, 0.5), (20, 0.9)))]
    return [(Graph(near), rows(near, PLANES, 1, random)[0]) for near in boards]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--net", type=Path, required=True)
    arguments.add_argument("--reference", type=Path, required=True)
    given = arguments.parse_args()
    given.net.write_bytes(tiny().to_bytes())
    lines = [json.dumps(line, separators=(",", ":")) + "\n" for line in reference(tiny(), positions())]
    given.reference.write_text("".join(lines))


if __name__ == "__main__":
    main()
