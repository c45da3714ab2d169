"""Many games of self-play in lockstep, as one batch of boards on a GPU (or, slowly, on a processor).

Every board is seen by the player to move, who joins top and bottom, as in `hexnet.records`; a move is an index of that view. After a
move the board is turned, so that the other player joins top and bottom.

A search gives each of a few candidates a small tree of its own. Candidates are drawn by Gumbel's noise; half of them stay after each
round, and those that stay are visited twice as often. Trees of different candidates and games share nothing, so all of them grow at
once. Source: Danihelka, Guez, Schrittwieser and Silver, Policy improvement by planning with Gumbel, ICLR 2022.

Nothing here knows when a game in a tree is over. It need not: stones after the end never change who has won, and the net learns
finished boards as well.
"""

from __future__ import annotations

from functools import cache
from typing import Callable, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from .model import HexNet, pooled

#: The logit of a cell that is taken.
TAKEN = -1e4

#: What values are worth beside the policy: as in `crates/engine/src/games/hex/self_play.rs`.
VALUE_SCALE, BASE_VISITS = 0.3, 50

#: Weight of likely moves in a tree, and by how much a move is worth less before its first visit: as the strong player's.
EXPLORATION, REDUCTION = 1.2, 0.3

#: Positions that are judged at once.
AT_ONCE = 16_384

#: Logits of the moves and the chance that the player to move wins, for a batch of boards.
Judge = Callable[[Tensor], tuple[Tensor, Tensor]]

#: A move for each of a batch of boards.
Player = Callable[[Tensor], Tensor]


def turned(cells: Tensor) -> Tensor:
    """The same boards seen by the other player."""
    seen = cells.transpose(1, 2)
    return torch.where(seen == 0, seen, 3 - seen).contiguous()


def played(cells: Tensor, move: Tensor) -> Tensor:
    """The boards after a move, seen by the player who moves next. A cell that is taken stays as it is."""
    flat = cells.flatten(1)
    stone = flat.gather(1, move[:, None])
    return turned(flat.scatter(1, move[:, None], torch.where(stone == 0, torch.ones_like(stone), stone)).view_as(cells))


def joined(cells: Tensor) -> Tensor:
    """Whether the player to move has joined top and bottom."""
    stones = cells == 1
    reached = stones.clone()
    reached[:, 1:] = False
    while True:
        before = reached
        for _ in range(8):
            wide = F.pad(reached, (1, 1, 1, 1))
            near = wide[:, :-2, 1:-1] | wide[:, 2:, 1:-1] | wide[:, 1:-1, :-2] | wide[:, 1:-1, 2:] | wide[:, :-2, 2:] | wide[:, 2:, :-2]
            reached = stones & (reached | near)
        if torch.equal(reached, before):
            return reached[:, -1].any(1)


class Fused(torch.autograd.Function):
    """Convolution, bias, what comes in from before the block, and what is below zero cut off: one kernel of a GPU, and its gradients."""

    @staticmethod
    def forward(ctx, x: Tensor, weight: Tensor, bias: Tensor, padding: tuple[int, int], more: Tensor | None) -> Tensor:
        if more is None:
            y = torch.cudnn_convolution_relu(x, weight, bias, (1, 1), padding, (1, 1), 1)
        else:
            y = torch.cudnn_convolution_add_relu(x, weight, more, 1.0, bias, (1, 1), padding, (1, 1), 1)
        ctx.save_for_backward(x, weight, y)
        ctx.padding, ctx.adds = padding, more is not None
        return y

    @staticmethod
    def backward(ctx, gradient: Tensor):
        x, weight, y = ctx.saved_tensors
        # NaN times false is NaN, so what is cut off is chosen and not multiplied.
        gradient = torch.ops.aten.threshold_backward(gradient.contiguous(memory_format=torch.channels_last), y, 0)
        of_x, of_weight, of_bias = torch.ops.aten.convolution_backward(
            gradient, x, weight, [len(weight)], (1, 1), ctx.padding, (1, 1), False, (0, 0), 1, (ctx.needs_input_grad[0], True, True))
        return of_x, of_weight, of_bias, None, gradient if ctx.adds else None


@cache
def fuses(kind: torch.dtype) -> bool:
    """Whether this GPU's cuDNN has the kernels of `Fused` for numbers of this kind."""
    x = torch.zeros(1, 8, 3, 3, dtype=kind, device="cuda").contiguous(memory_format=torch.channels_last)
    weight = torch.zeros(8, 8, 3, 3, dtype=kind, device="cuda").contiguous(memory_format=torch.channels_last)
    try:
        torch.cudnn_convolution_add_relu(x, weight, x, 1.0, weight[0, :, 0, 0].contiguous(), (1, 1), (1, 1), (1, 1), 1)
    except RuntimeError:
        return False
    return True


class Folded:
    """A network with each normalisation folded into its convolution: a `Judge`, several times as fast. On a GPU it has 16 bits.

    `logits` can be trained through: then what the normalisations have measured stays as it is."""

    def __init__(self, net: HexNet, kind: torch.dtype | None = None):
        self.device = next(net.parameters()).device
        on_gpu = self.device.type == "cuda"
        self.kind = kind or (torch.float16 if on_gpu else torch.float32)
        self.fused = on_gpu and fuses(self.kind)
        self.net = net
        self.stem = self.folded(net.stem, net.stem_norm)
        self.blocks = [(self.folded(block.first, block.first_norm), None if block.whole is None else block.whole.weight.to(self.kind),
                        self.folded(block.second, block.second_norm)) for block in net.blocks]
        self.policy = self.folded(net.policy, net.policy_norm)
        self.policy_out = net.policy_out.weight.to(self.kind)
        self.value = self.folded(net.value, net.value_norm)

    def folded(self, layer: nn.Conv2d, norm: nn.BatchNorm2d) -> tuple[Tensor, Tensor, tuple[int, int]]:
        factor = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        weight = layer.weight * getattr(layer, "mask", 1) * factor[:, None, None, None]
        bias = norm.bias - norm.running_mean * factor
        return weight.to(self.kind).contiguous(memory_format=torch.channels_last), bias.to(self.kind), layer.padding

    def relu(self, x: Tensor, layer: tuple[Tensor, Tensor, tuple[int, int]], more: Tensor | None = None) -> Tensor:
        weight, bias, padding = layer
        if self.fused:
            return Fused.apply(x, weight, bias, padding, more)
        y = F.conv2d(x, weight, bias, 1, padding)
        return F.relu(y if more is None else y + more, inplace=True)

    @torch.no_grad()
    def __call__(self, cells: Tensor) -> tuple[Tensor, Tensor]:
        parts = [self.logits(part) for part in cells.split(AT_ONCE)]
        logits, value = parts[0] if len(parts) == 1 else tuple(torch.cat(column) for column in zip(*parts))
        return logits.masked_fill(cells.flatten(1) != 0, TAKEN), value.sigmoid()

    def logits(self, cells: Tensor) -> tuple[Tensor, Tensor]:
        """The logits of all cells, those that are taken too, and of the chance to win."""
        size = cells.shape[1]
        x = HexNet.planes(cells).to(self.kind, memory_format=torch.channels_last)
        x = self.relu(x, self.stem)
        for first, whole, second in self.blocks:
            if whole is None:
                y = self.relu(x, first)
            else:
                weight, bias, padding = first
                y = F.conv2d(x, weight, bias, 1, padding)
                y = F.relu(y + F.linear(pooled(x, size), whole)[:, :, None, None], inplace=True)
            x = self.relu(y, second, x)
        logits = F.conv2d(self.relu(x, self.policy), self.policy_out).flatten(1).float()
        hidden = pooled(self.relu(x, self.value), size).float()
        return logits, self.net.value_out(F.relu(self.net.value_hidden(hidden))).squeeze(1)


def gumbel(like: Tensor) -> Tensor:
    return -torch.log(-torch.log(torch.rand_like(like).clamp_(1e-9, 1 - 1e-7)))


class Trees:
    """The trees of one search: `considered` for each board, with at most `considered - 1` positions each."""

    def __init__(self, size: int, boards: int, considered: int, device: torch.device):
        self.considered, self.nodes = considered, considered - 1
        trees, cells = boards * considered, size * size
        rows = trees * self.nodes
        self.cells = torch.zeros(rows, size, size, dtype=torch.int8, device=device)
        self.prior = torch.zeros(rows, cells, dtype=torch.float16, device=device)
        self.wins = torch.zeros(rows, cells, device=device)
        self.visits = torch.zeros(rows, cells, device=device)
        self.child = torch.zeros(rows, cells, dtype=torch.int16, device=device)
        self.value = torch.zeros(rows, device=device)
        # Of the first position of each tree: how often it was visited, and the sum of the values its player to move found.
        self.total = torch.zeros(trees, device=device)
        self.count = torch.zeros(trees, dtype=torch.long, device=device)

    def clear(self) -> None:
        for numbers in (self.wins, self.visits, self.total, self.count):
            numbers.zero_()
        self.child.fill_(-1)

    def keep(self, rows: Tensor, cells: Tensor, judge: Judge) -> Tensor:
        """Judges new positions and keeps them; their values."""
        logits, value = judge(cells)
        self.cells[rows] = cells
        self.prior[rows] = logits.softmax(1).half()
        self.value[rows] = value
        return value

    def plant(self, cells: Tensor, judge: Judge) -> None:
        """Begins every tree with its position."""
        self.total += self.keep(torch.arange(len(cells), device=cells.device) * self.nodes, cells, judge)
        self.count += 1

    def grow(self, trees: Tensor, judge: Judge) -> None:
        """One more position for each of these trees."""
        base = trees * self.nodes
        node, path, below = torch.zeros_like(trees), [], torch.ones_like(trees, dtype=torch.bool)
        while True:
            rows = base + node
            visits = self.visits[rows]
            prior = self.prior[rows].float()
            known = visits > 0
            worth = torch.where(known, self.wins[rows] / visits.clamp(min=1), (self.value[rows] - REDUCTION)[:, None])
            rating = worth + EXPLORATION * prior * torch.sqrt(visits.sum(1, keepdim=True) + 1) / (1 + visits)
            rating.masked_fill_(self.cells[rows].flatten(1) != 0, -1e9)
            move = rating.argmax(1)
            if path:
                # Trees that have found their leaf stay where they are.
                move = torch.where(below, move, path[-1][1])
            path.append((rows, move, below))
            child = self.child[rows, move].long()
            below = below & (child >= 0)
            if not below.any():
                break
            node = torch.where(below, child, node)
        rows, move, _ = path[-1]
        new = self.count[trees]
        self.child[rows, move] = new.to(torch.int16)
        value = self.keep(base + new, played(self.cells[rows], move), judge)
        depth = torch.stack([on for _, _, on in path]).sum(0)
        for at, (rows, move, on) in enumerate(path):
            # The leaf's value is that of its player to move; each step up changes sides.
            mine = torch.where((depth - at) % 2 == 1, 1 - value, value)
            self.wins[rows, move] += torch.where(on, mine, 0)
            self.visits[rows, move] += on.float()
        self.total[trees] += torch.where(depth % 2 == 1, 1 - value, value)
        self.count[trees] += 1


class Found(NamedTuple):
    """What a search says of each board."""

    #: The chance of each move: what the net would say if it knew what was found.
    chances: Tensor
    #: The move that was found best, and the value for the player to move.
    best: Tensor
    value: Tensor
    #: The moves that were looked at, what each is worth, and which of them are moves at all.
    candidates: Tensor
    worth: Tensor
    allowed: Tensor


def search(judge: Judge, trees: Trees, cells: Tensor, logits: Tensor, value: Tensor, noise: float = 1.0) -> Found:
    """Looks at the likeliest moves of each board. `logits` and `value` are what the net says of the boards."""
    boards, considered = len(cells), trees.considered
    wish = logits + noise * gumbel(logits)
    candidates = wish.topk(considered, 1).indices
    allowed = logits.gather(1, candidates) > TAKEN / 2
    trees.clear()
    trees.plant(played(cells.repeat_interleave(considered, 0), candidates.flatten()), judge)
    first = torch.arange(boards, device=cells.device)[:, None] * considered
    order = torch.arange(considered, device=cells.device).expand(boards, considered)
    width, visits = considered, 1
    while width > 1:
        if visits > 1:
            active = (first + order).flatten()
            for _ in range(visits):
                trees.grow(active, judge)
        found = (1 - trees.total / trees.count).view(boards, considered)
        scale = (BASE_VISITS + trees.count.view(boards, considered).amax(1, keepdim=True)) * VALUE_SCALE
        rating = (wish.gather(1, candidates) + scale * found).masked_fill(~allowed, -1e9)
        order = order.gather(1, rating.gather(1, order).argsort(1, descending=True))
        best = order[:, :1]
        width, visits = width // 2, visits * 2
        order = order[:, :width]

    policy = logits.softmax(1)
    count = trees.count.view(boards, considered).float() * allowed
    share = policy.gather(1, candidates) * allowed + 1e-9
    visits = count.sum(1, keepdim=True)
    mixed = (value[:, None] + visits * (share * found).sum(1, keepdim=True) / share.sum(1, keepdim=True)) / (1 + visits)
    complete = mixed.expand_as(logits).scatter(1, candidates, torch.where(allowed, found, mixed))
    chances = (logits + scale * complete).softmax(1)
    certain = chances.gather(1, candidates) * allowed
    value = (certain * found).sum(1) / certain.sum(1).clamp(min=1e-9)
    return Found(chances, candidates.gather(1, best).squeeze(1), value, candidates, found, allowed)


def openings(judge: Judge, size: int, count: int, device: torch.device, stones: Tensor, tries: int = 6, fair: float = 0.75) -> Tensor:
    """A board with each number of random stones. The net chooses most of them as the fairest of a few tries."""
    cells = size * size
    order = torch.rand(count * tries, cells, device=device).argsort(1)
    boards = torch.zeros(count * tries, cells, dtype=torch.int8, device=device)
    # The player to move placed the stones before that of the other: of an odd number the other has one more.
    stones = stones.repeat_interleave(tries)
    for at in range(int(stones.max()) if len(stones) else 0):
        stone = torch.where((stones - at) % 2 == 0, 1, 2).to(torch.int8)
        placed = torch.where(at < stones, stone, 0).to(torch.int8)
        boards.scatter_(1, order[:, at : at + 1], placed[:, None])
    boards = boards.view(count * tries, size, size)
    unfair = (judge(boards)[1] - 0.5).abs().view(count, tries)
    pick = torch.where(torch.rand(count, device=device) < fair, unfair.argmin(1), torch.zeros(count, dtype=torch.long, device=device))
    return boards[torch.arange(count, device=device) * tries + pick]


def finished(cells: Tensor) -> tuple[Tensor, Tensor]:
    """Which games are over, and in which of all the player to move has won."""
    mine, theirs = joined(cells), joined(turned(cells))
    return mine | theirs, mine


def guesser(judge: Judge) -> Player:
    """Plays what the net likes best."""
    return lambda cells: judge(cells)[0].argmax(1)


def searcher(judge: Judge, considered: int) -> Player:
    """Plays what a search without noise finds best."""
    def moves(cells: Tensor) -> Tensor:
        trees = Trees(cells.shape[1], len(cells), considered, cells.device)
        return search(judge, trees, cells, *judge(cells), noise=0.0).best

    return moves


@torch.no_grad()
def duel(one: Player, other: Player, start: Tensor) -> int:
    """How many games `one` wins of two from each of these boards, in which each side begins once."""
    half = len(start)
    cells = torch.cat([start, start])
    one_begins = torch.arange(2 * half, device=start.device) < half
    won, over = torch.zeros_like(one_begins), torch.zeros_like(one_begins)
    for ply in range(start.shape[1] ** 2 + 4):
        players = (one, other) if ply % 2 == 0 else (other, one)
        cells = played(cells, torch.cat([player(part) for player, part in zip(players, cells.chunk(2))]))
        if ply % 4 == 3:
            # The player to move is who began.
            done, begun_wins = finished(cells)
            won = torch.where(over, won, begun_wins == one_begins)
            over |= done
            if over.all():
                break
    return int((won & over).sum())
