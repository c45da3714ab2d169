"""Writes a trained net of Amazons as whole numbers: `python -m amazonsnet.export --checkpoint FILE --out FILE`.

With `--data FILE`, a file of the example `amazons_positions`, it also prints the log-loss of the whole numbers and that
of the real ones. With `--reference FILE` it writes features of some positions and the output for each, computed here, for
the tests of the program. The format is in docs/AMAZONS-EVALUATION.md.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch

from .train import HEADS, AmazonsNet, log_loss, record

ONE, WEIGHT_ONE = 1 << 10, 1 << 8


def whole(numbers: torch.Tensor, one: int, dtype: str) -> np.ndarray:
    rounded = np.rint(numbers.detach().double().numpy() * one)
    info = np.iinfo(dtype)
    if rounded.min() < info.min or rounded.max() > info.max:
        raise SystemExit(f"a weight is beyond {dtype}: {rounded.min()} to {rounded.max()}")
    return rounded.astype(dtype)


class WholeNet:
    """The net as the program computes it."""

    def __init__(self, net: AmazonsNet):
        self.side = net.side
        self.weights, self.bias = whole(net.weights(), ONE, "<i2"), whole(net.bias, ONE, "<i2")
        # By head, then by unit of the second layer.
        self.second = whole(net.second.transpose(1, 2), WEIGHT_ONE, "<i2")
        self.second_bias = whole(net.second_bias[:, 0], ONE * WEIGHT_ONE, "<i4")
        self.out = whole(net.out[:, :, 0] * 4, WEIGHT_ONE, "<i2")
        self.out_bias = whole(net.out_bias[:, 0, 0] * 4, ONE * WEIGHT_ONE, "<i4")

    def output(self, features: np.ndarray, head: int) -> int:
        units = self.weights[features[features < len(self.weights)]].sum(0, dtype=np.int64) + self.bias
        if abs(units).max() >= 1 << 15:
            raise SystemExit("a sum is beyond 16 bits")
        sums = self.second[head].astype(np.int64) @ units.clip(0, ONE) + self.second_bias[head]
        return int((sums // WEIGHT_ONE).clip(0, ONE) @ self.out[head].astype(np.int64) + self.out_bias[head])

    def bytes(self) -> bytes:
        content = bytes([self.side]) + self.weights.tobytes() + self.bias.tobytes()
        for head in range(HEADS):
            content += self.second[head].tobytes() + self.second_bias[head].tobytes()
            content += self.out[head].tobytes() + self.out_bias[head].tobytes()
        checksum = 0xCBF29CE484222325
        for byte in content:
            checksum = (checksum ^ byte) * 0x100000001B3 & (1 << 64) - 1
        return b"tesuji amazons net 1\n" + content + checksum.to_bytes(8, "little")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--reference", type=Path)
    given = parser.parse_args()
    kept = torch.load(given.checkpoint, weights_only=True)
    net = AmazonsNet(kept["side"], kept["hidden"])
    net.load_state_dict(kept["net"])
    numbers = WholeNet(net)
    given.out.write_bytes(numbers.bytes())
    if given.data:
        data = np.fromfile(given.data, dtype=record(net.side))[:20000]
        data = data[data["won"] < 2]
        outputs = np.array([numbers.output(row["features"], row["head"]) for row in data]) / (ONE * WEIGHT_ONE)
        loss = np.logaddexp(0, np.where(data["won"] == 1, -outputs, outputs)).mean()
        print(f"log-loss of whole numbers {loss:.5f}, of real ones {log_loss(net, data):.5f}")
        if given.reference:
            lines = []
            for row in data[:: len(data) // 40]:
                features = " ".join(str(feature) for feature in row["features"] if feature < net.rows)
                lines.append(f"{numbers.output(row['features'], row['head'])} {row['head']} {features}\n")
            given.reference.write_text("".join(lines))


if __name__ == "__main__":
    main()
