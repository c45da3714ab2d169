"""The network: a residual network on the hexagonal neighbourhood, for a board of any size.

Shapes: `cells` is (batch, size, size) with 0 empty, 1 the player to move (who joins top and bottom), 2 the other player. The
result is a logit of each cell, (batch, size * size), and the logit that the player to move wins, (batch,).
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

PLANES = 3


def hexagon(radius: int) -> Tensor:
    """Which places of a square kernel lie within `radius` steps on the hexagonal grid."""
    side = 2 * radius + 1
    mask = torch.zeros(side, side)
    for row in range(-radius, radius + 1):
        for column in range(-radius, radius + 1):
            if abs(row + column) <= radius:
                mask[row + radius, column + radius] = 1
    return mask


class HexConvolution(nn.Conv2d):
    """A convolution that sees only the cells within `radius` steps."""

    def __init__(self, inputs: int, outputs: int, radius: int, padding: bool = True):
        super().__init__(inputs, outputs, 2 * radius + 1, padding=radius if padding else 0, bias=False)
        self.register_buffer("mask", hexagon(radius), persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        return F.conv2d(x, self.weight * self.mask, None, 1, self.padding)


def pooled(x: Tensor, size: int) -> Tensor:
    """What the whole board looks like: mean and maximum of each channel, and the size of the board."""
    return torch.cat([x.mean((2, 3)), x.amax((2, 3)), torch.full((len(x), 1), size / 16, dtype=x.dtype, device=x.device)], 1)


class Block(nn.Module):
    def __init__(self, channels: int, whole: bool):
        super().__init__()
        self.first = HexConvolution(channels, channels, 1)
        self.first_norm = nn.BatchNorm2d(channels)
        self.second = HexConvolution(channels, channels, 1)
        self.second_norm = nn.BatchNorm2d(channels)
        self.whole = nn.Linear(2 * channels + 1, channels, bias=False) if whole else None

    def forward(self, x: Tensor, size: int) -> Tensor:
        y = self.first_norm(self.first(x))
        if self.whole is not None:
            y = y + self.whole(pooled(x, size))[:, :, None, None]
        y = self.second_norm(self.second(F.relu(y)))
        return F.relu(x + y)


class HexNet(nn.Module):
    """`more` is how many planes beside the stones a position comes with; nets for the program have none (`hexnet.planes`)."""

    #: How many places beyond each edge come with the cells.
    margin = 0

    def __init__(self, channels: int = 32, blocks: int = 6, head: int = 16, hidden: int = 32, more: int = 0):
        super().__init__()
        self.shape = {"channels": channels, "blocks": blocks, "head": head, "hidden": hidden}
        self.stem = HexConvolution(PLANES + more, channels, 2, padding=False)
        self.stem_norm = nn.BatchNorm2d(channels)
        self.blocks = nn.ModuleList(Block(channels, whole=index % 3 == 1) for index in range(blocks))
        self.policy = HexConvolution(channels, head, 1)
        self.policy_norm = nn.BatchNorm2d(head)
        self.policy_out = nn.Conv2d(head, 1, 1, bias=False)
        self.value = nn.Conv2d(channels, hidden, 1, bias=False)
        self.value_norm = nn.BatchNorm2d(hidden)
        self.value_hidden = nn.Linear(2 * hidden + 1, hidden)
        self.value_out = nn.Linear(hidden, 1)

    @staticmethod
    def planes(cells: Tensor) -> Tensor:
        """Stones of both players and which cells are on the board, with two rows of edge around it: the edges of a player are
        stones of that player; the corners are stones of both."""
        cells = cells.to(torch.float32)
        count, size, _ = cells.shape
        planes = torch.zeros(count, PLANES, size + 4, size + 4, device=cells.device)
        planes[:, 0, :2, :] = 1
        planes[:, 0, -2:, :] = 1
        planes[:, 1, :, :2] = 1
        planes[:, 1, :, -2:] = 1
        inside = planes[:, :, 2:-2, 2:-2]
        inside[:, 0] = cells == 1
        inside[:, 1] = cells == 2
        inside[:, 2] = 1
        return planes

    @classmethod
    def inside(cls, cells: Tensor) -> Tensor:
        """The cells without the places around them."""
        margin = cls.margin
        return cells[:, margin : cells.shape[1] - margin, margin : cells.shape[2] - margin]

    def forward(self, cells: Tensor, more: Tensor | None = None) -> tuple[Tensor, Tensor]:
        size = self.inside(cells).shape[1]
        x = self.planes(cells)
        if more is not None:
            x = torch.cat([x, F.pad(more, (2, 2, 2, 2))], 1)
        x = x.to(memory_format=torch.channels_last)
        x = F.relu(self.stem_norm(self.stem(x)))
        for block in self.blocks:
            x = block(x, size)
        policy = self.policy_out(F.relu(self.policy_norm(self.policy(x)))).flatten(1)
        value = pooled(F.relu(self.value_norm(self.value(x))), size)
        return policy, self.value_out(F.relu(self.value_hidden(value))).squeeze(1)


@torch.no_grad()
def measure_norms(net: HexNet, cells: Tensor) -> None:
    """Sets what the normalisations have measured to what these boards bring, after which it stays as it is."""
    norms = [module for module in net.modules() if isinstance(module, nn.BatchNorm2d)]
    for norm in norms:
        norm.momentum = 1.0
    net.train()(cells)
    net.eval()
    for norm in norms:
        norm.momentum = 0.1
    # At first every move and every position is as good as another.
    for layer in (net.policy_out, net.value_out):
        layer.weight.mul_(0.1)
    net.value_out.bias.zero_()


def fresh(channels: int, blocks: int) -> HexNet:
    """A network that knows nothing, its normalisations measured on random boards."""
    net = HexNet(channels, blocks)
    stones, share = torch.rand(512, 9, 9), 0.8 * torch.rand(512, 1, 1)
    measure_norms(net, torch.where(stones < share / 2, 1, torch.where(stones < share, 2, 0)).to(torch.int8))
    return net


class ClaimNet(HexNet):
    """The same network for a part of a board, which comes with the two places beyond each edge of its square: (batch, size + 4,
    size + 4). 3 is what always was the mover's, an edge or a stone that is to be connected, and 4 what always was the other's."""

    margin = 2

    @staticmethod
    def planes(cells: Tensor) -> Tensor:
        planes = torch.stack([(cells == 1) | (cells == 3), (cells == 2) | (cells == 4), cells < 3], 1)
        return planes.to(torch.float32)
