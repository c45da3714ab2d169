"""Nets of the caller that judge the leaves of a search."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy
from numpy.typing import NDArray

from ._tesuji import TesujiError

#: A net: planes in, policy and values out. A `torch.nn.Module`, or a function of arrays.
Judge: TypeAlias = Callable[[Any], tuple[Any, Any]]


def judged(judge: Judge) -> Callable[[NDArray[numpy.float32]], tuple[Any, Any]]:
    """The net as a function from an array to two arrays of float32."""
    if not callable(judge):
        raise TesujiError(f"`judge` is {type(judge).__name__}: expected a function or a torch.nn.Module")
    torch: Any = sys.modules.get("torch")
    is_module = torch is not None and isinstance(judge, torch.nn.Module)

    def opinions(planes: NDArray[numpy.float32]) -> tuple[Any, Any]:
        if is_module:
            weight = next(iter(judge.parameters()), None)  # type: ignore[attr-defined]
            with torch.inference_mode():
                found: Any = judge(torch.from_numpy(planes).to("cpu" if weight is None else weight.device))
        else:
            found = judge(planes)
        if not isinstance(found, (tuple, list)) or len(found) != 2:
            raise TesujiError(f"`judge` gave {type(found).__name__}: expected a policy and values")
        policy, values = (_array(part) for part in found)
        if policy.ndim != 2 or values.ndim != 1 and values.shape[1:] != (1,):
            shapes = f"shapes {policy.shape} and {values.shape}"
            raise TesujiError(f"`judge` gave arrays of {shapes}: expected (n, actions) and (n,)")
        return policy, values.reshape(-1)

    return opinions


def _array(part: Any) -> NDArray[numpy.float32]:
    """An array or a tensor, on whatever device, as an array of float32."""
    if hasattr(part, "detach"):
        part = part.detach().float().cpu().numpy()
    try:
        return numpy.asarray(part, numpy.float32)
    except (TypeError, ValueError) as error:
        raise TesujiError(f"`judge` gave what is no array of numbers: {error}") from error
