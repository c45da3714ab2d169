"""The network: residual layers that see a point, the mean of its neighbours and the maximum of its chain, on a board of any shape.

No layer knows directions, so turning or renumbering a board changes nothing. Input and targets: `gonet.shards`.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from .shards import Batch

#: The inputs that a layer may gather of each channel. The program computes the first three; the others are for comparisons.
SEES = ("self", "mean", "chain", "sum", "most", "second")

#: Illegal moves have this logit.
ILLEGAL = -1e4


class Opinion(NamedTuple):
    """The outputs for a batch."""

    policy: Tensor  # (positions, most points + 1): logits, passing last
    win: Tensor  # (positions,): logits
    score: Tensor  # (positions,): points, over the side of a square board with as many points
    own: Tensor  # (points,): logit that the mover owns it in the end


class ChainMaximum(torch.autograd.Function):
    """The maximum over the chain of each point. All points that reach the maximum get the whole gradient; among activations of 0, where
    most ties are, none has any. Points of chains of one stone stay as they are, and most points are such."""

    @staticmethod
    def forward(ctx, x: Tensor, linked: Tensor, chain: Tensor, chains: int) -> Tensor:
        part = x[linked]
        most = x.new_zeros(chains, x.shape[1]).scatter_reduce_(0, chain[:, None].expand_as(part), part, "amax")[chain]
        ctx.save_for_backward(part == most, linked, chain)
        ctx.chains = chains
        return x.index_copy(0, linked, most)

    @staticmethod
    def backward(ctx, gradient: Tensor):
        reached, linked, chain = ctx.saved_tensors
        part = gradient[linked]
        sums = gradient.new_zeros(ctx.chains, gradient.shape[1]).scatter_add_(0, chain[:, None].expand_as(part), part)
        return gradient.index_copy(0, linked, sums[chain] * reached), None, None, None


def by_board(batch: Batch, x: Tensor):
    """The points of each board of the batch: (positions, points, channels), with its matrix of means."""
    parts = x.split([count * graph.n for graph, count in batch.groups])
    for part, (graph, count), mean in zip(parts, batch.groups, batch.means):
        yield part.view(count, graph.n, -1), mean.to(x.dtype), graph


def gathered(batch: Batch, x: Tensor, sees: tuple[str, ...]) -> Tensor:
    """The inputs of a layer at each point: (points, parts * channels)."""
    parts = {"self": x}
    if "mean" in sees:
        parts["mean"] = torch.cat([(mean @ of).flatten(0, 1) for of, mean, _ in by_board(batch, x)])
    if "sum" in sees:
        # Links, not their share: the edge of a board is seen in each layer.
        parts["sum"] = torch.cat([(((mean > 0).to(x.dtype) / 4) @ of).flatten(0, 1) for of, mean, _ in by_board(batch, x)])
    if "chain" in sees:
        parts["chain"] = ChainMaximum.apply(x, batch.linked, batch.chain, batch.chains)
    if "most" in sees:
        parts["most"] = torch.cat([torch.stack([of[:, torch.tensor(near, device=x.device)].amax(1) if near else torch.zeros_like(of[:, 0])
                                                for near in graph.links], 1).flatten(0, 1) for of, _, graph in by_board(batch, x)])
    if "second" in sees:
        parts["second"] = torch.cat([((mean @ mean) @ of).flatten(0, 1) for of, mean, _ in by_board(batch, x)])
    return torch.cat([parts[name] for name in sees], 1)


def pooled(batch: Batch, x: Tensor) -> Tensor:
    """Mean and maximum of each channel over the board, and the size of the board."""
    rows = []
    for of, _, graph in by_board(batch, x):
        rows.append(torch.cat([of.mean(1), of.amax(1), torch.full((len(of), 1), graph.size / 64, dtype=x.dtype, device=x.device)], 1))
    return torch.cat(rows)


def spread(batch: Batch, x: Tensor) -> Tensor:
    """A row for each position, repeated for each of its points."""
    parts = x.split([count for _, count in batch.groups])
    return torch.cat([part[:, None].expand(-1, graph.n, -1).flatten(0, 1) for part, (graph, _) in zip(parts, batch.groups)])


class Layer(nn.Module):
    """A linear layer over the inputs gathered at a point, and its normalisation."""

    def __init__(self, inputs: int, outputs: int, sees: tuple[str, ...]):
        super().__init__()
        self.sees = sees
        self.linear = nn.Linear(len(sees) * inputs, outputs, bias=False)
        self.norm = nn.BatchNorm1d(outputs)

    def forward(self, batch: Batch, x: Tensor) -> Tensor:
        return self.norm(self.linear(gathered(batch, x, self.sees)))


class Block(nn.Module):
    def __init__(self, channels: int, sees: tuple[str, ...], whole: bool):
        super().__init__()
        self.first = Layer(channels, channels, sees)
        self.second = Layer(channels, channels, sees)
        self.whole = nn.Linear(2 * channels + 1, channels, bias=False) if whole else None

    def inner(self, batch: Batch, x: Tensor) -> Tensor:
        y = self.first(batch, x)
        return F.relu(y if self.whole is None else y + spread(batch, self.whole(pooled(batch, x))))

    def forward(self, batch: Batch, x: Tensor) -> Tensor:
        return F.relu(x + self.second(batch, self.inner(batch, x)))


class GraphNet(nn.Module):
    def __init__(self, planes: int, channels: int = 32, blocks: int = 4, head: int = 16, hidden: int = 32,
                 sees: tuple[str, ...] = ("self", "mean", "chain"), whole: int = 2):
        """Every block whose number plus one is a multiple of `whole` sees the whole board; none, if it is 0."""
        super().__init__()
        sees = tuple(sees)
        if unknown := set(sees) - set(SEES):
            raise ValueError(f"layers cannot see {', '.join(sorted(unknown))}: expected some of {', '.join(SEES)}")
        self.shape = {"planes": planes, "channels": channels, "blocks": blocks, "head": head, "hidden": hidden, "sees": list(sees), "whole": whole}
        self.stem = Layer(planes, channels, sees)
        self.blocks = nn.ModuleList(Block(channels, sees, bool(whole) and index % whole == whole - 1) for index in range(blocks))
        self.policy = Layer(channels, head, sees)
        self.policy_out = nn.Linear(head, 1, bias=False)
        self.value = Layer(channels, hidden, sees)
        self.own_out = nn.Linear(hidden, 1)
        self.value_hidden = nn.Linear(2 * hidden + 1, hidden)
        #: Logit of a win, logit of passing, score.
        self.outs = nn.Linear(hidden, 3)
        for layer in (self.policy_out, self.own_out, self.outs):
            # An untrained net judges all moves and positions alike.
            nn.init.normal_(layer.weight, std=0.02)
        nn.init.zeros_(self.outs.bias)
        for block in self.blocks:
            # A block changes little at first.
            nn.init.constant_(block.second.norm.weight, 0.3)

    def forward(self, batch: Batch) -> Opinion:
        x = F.relu(self.stem(batch, batch.planes))
        for block in self.blocks:
            x = block(batch, x)
        moves = self.policy_out(F.relu(self.policy(batch, x)))[:, 0].float()
        value = F.relu(self.value(batch, x))
        outs = self.outs(F.relu(self.value_hidden(pooled(batch, value)))).float()
        logits = torch.full(batch.legal.shape, ILLEGAL, device=x.device).flatten().scatter(0, batch.cell, moves).view_as(batch.legal)
        logits = torch.cat([logits[:, :-1], outs[:, 1:2]], 1).masked_fill(~batch.legal, ILLEGAL)
        return Opinion(logits, outs[:, 0], outs[:, 2], self.own_out(value)[:, 0].float())

    def products(self, points: int = 81) -> int:
        """Products of whole numbers for a position, without those of whole boards, which hardly count."""
        count = sum(layer.linear.weight.numel() for layer in self.modules() if isinstance(layer, Layer))
        return points * (count + self.policy_out.weight.numel() + self.own_out.weight.numel())
