"""Training that does not depend on the game: a net, the running average of its weights, and its optimizer."""

from __future__ import annotations

import copy
import os
from pathlib import Path

import torch
from torch import Tensor, nn

#: Steps in which the average of the weights forgets: the average is what is kept and measured.
MEMORY = 1000

#: Gradients are clipped to this norm.
LONGEST_GRADIENT = 2.0

#: Steps in which the rate rises to its value.
WARM_UP = 200


def optimizer_of(net: nn.Module, rate: float) -> torch.optim.Optimizer:
    """Weights decay, what shifts and scales channels does not."""
    decayed = [p for p in net.parameters() if p.ndim > 1]
    plain = [p for p in net.parameters() if p.ndim == 1]
    groups = [{"params": decayed, "weight_decay": 1e-2}, {"params": plain, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, fused=decayed[0].is_cuda)


class Learner:
    """A net that is trained, the running average of its weights, and what training needs. `figures` are sums for reports."""

    def __init__(self, net: nn.Module, rate: float, device: torch.device, figures: int):
        self.net = net
        self.average = [p.detach().clone() for p in self.net.parameters()]
        self.optimizer = optimizer_of(self.net, rate)
        self.rate, self.device = rate, device
        self.steps = self.samples = 0
        self.sums = torch.zeros(1 + figures, device=device)

    def descend(self, loss: Tensor, rate: float, samples: int, figures: list[Tensor]) -> None:
        """One step of training by this loss."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate * min(1.0, (self.steps + 1) / WARM_UP)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), LONGEST_GRADIENT)
        self.optimizer.step()
        self.steps += 1
        self.samples += samples
        with torch.no_grad():
            torch._foreach_lerp_(self.average, list(self.net.parameters()), max(1 / MEMORY, 1 / self.steps))
            self.sums += torch.stack([torch.ones_like(loss), *figures])

    def averaged(self) -> nn.Module:
        """The net with the average of its weights."""
        net = copy.deepcopy(self.net).eval()
        with torch.no_grad():
            for mine, average in zip(net.parameters(), self.average):
                mine.copy_(average)
        return net

    def figures(self) -> list[float]:
        """Means of the figures since the last call."""
        steps, *sums = self.sums.tolist()
        self.sums.zero_()
        return [total / max(steps, 1) for total in sums]

    def state(self) -> dict:
        return {"net": self.net.state_dict(), "average": self.average, "optimizer": self.optimizer.state_dict(), "steps": self.steps,
                "samples": self.samples, "shape": self.net.shape}

    def resume(self, state: dict) -> None:
        self.net.load_state_dict(state["net"])
        for mine, kept in zip(self.average, state["average"]):
            mine.copy_(kept)
        self.optimizer.load_state_dict(state["optimizer"])
        self.steps, self.samples = state["steps"], state["samples"]


def write(data: dict, path: Path) -> None:
    """Writes a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + ".new")
    torch.save(data, fresh)
    os.replace(fresh, path)


def publish(learner: Learner, path: Path) -> None:
    """Writes the average of the weights with 16 bits: a checkpoint for export and for the next start."""
    weights = {key: value.half().cpu() if value.is_floating_point() else value.cpu() for key, value in learner.averaged().state_dict().items()}
    write({"net": weights, "shape": learner.net.shape, "step": learner.steps, "samples": learner.samples}, path)
