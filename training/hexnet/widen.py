"""Makes a larger network that says what a smaller one says, so that training goes on from there:
`python -m hexnet.widen --checkpoint FILE --channels 64 --blocks 8 --out CHECKPOINT`.

Each new channel is a copy of an old one, and what is read from both is divided between them at random, so that they learn
different things. Each new block adds nothing at first.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import Tensor, nn

from .export import load, save
from .model import HexNet


def divided(weight: Tensor, new: int) -> Tensor:
    """Weights (outputs, inputs, ...) for `new` inputs, of which input `i` is a copy of `i` modulo the old number."""
    source = torch.arange(new) % weight.shape[1]
    share = torch.rand(weight.shape[0], new, *weight.shape[2:]) + 0.5
    total = torch.zeros_like(weight).index_add_(1, source, share)
    return (weight / total)[:, source] * share


def copied(numbers: Tensor, new: int) -> Tensor:
    """Rows for `new` outputs, of which output `i` is a copy of `i` modulo the old number."""
    return numbers[torch.arange(new) % len(numbers)]


def widen_layer(layer: nn.Conv2d, norm: nn.BatchNorm2d, old_layer: nn.Conv2d, old_norm: nn.BatchNorm2d) -> None:
    outputs, inputs = layer.weight.shape[:2]
    layer.weight.copy_(copied(divided(old_layer.weight, inputs), outputs))
    for mine, old in zip([*norm.parameters(), *norm.buffers()], [*old_norm.parameters(), *old_norm.buffers()]):
        mine.copy_(copied(old, outputs) if old.ndim else old)


@torch.no_grad()
def widen(old: HexNet, channels: int, blocks: int) -> HexNet:
    """A network of this shape that says the same."""
    before = old.shape["channels"]
    if channels < before or blocks < old.shape["blocks"]:
        raise ValueError("the new network has to be at least as large")
    net = HexNet(**{**old.shape, "channels": channels, "blocks": blocks}).eval()
    widen_layer(net.stem, net.stem_norm, old.stem, old.stem_norm)
    for mine, theirs in zip(net.blocks, old.blocks):
        widen_layer(mine.first, mine.first_norm, theirs.first, theirs.first_norm)
        widen_layer(mine.second, mine.second_norm, theirs.second, theirs.second_norm)
        if theirs.whole is not None:
            means, maxima, size = theirs.whole.weight.split([before, before, 1], 1)
            mine.whole.weight.copy_(copied(torch.cat([divided(means, channels), divided(maxima, channels), size], 1), channels))
    for mine in net.blocks[len(old.blocks) :]:
        mine.second_norm.weight.zero_()
        if mine.whole is not None:
            mine.whole.weight.zero_()
    widen_layer(net.policy, net.policy_norm, old.policy, old.policy_norm)
    widen_layer(net.value, net.value_norm, old.value, old.value_norm)
    for name in ("policy_out", "value_hidden", "value_out"):
        getattr(net, name).load_state_dict(getattr(old, name).state_dict())
    return net


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--checkpoint", type=Path, required=True)
    arguments.add_argument("--channels", type=int, required=True)
    arguments.add_argument("--blocks", type=int, required=True)
    arguments.add_argument("--out", type=Path, required=True)
    given = arguments.parse_args()
    torch.manual_seed(1)
    net = widen(load(given.checkpoint)[0], given.channels, given.blocks)
    save(net, given.out)


if __name__ == "__main__":
    main()
