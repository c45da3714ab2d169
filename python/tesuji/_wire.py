"""Questions and answers of the workbench as Python objects."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from . import _tesuji

if TYPE_CHECKING:
    from .answers import Catalogue

__all__ = ["Table", "View", "ask", "asking", "budget", "catalogue"]


class View(dict[str, Any]):
    """An answer: a dict whose entries are attributes as well.

    >>> view = View(winner="black", nodes=7)
    >>> view.winner, view["nodes"]
    ('black', 7)
    """

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"the answer has no {name}; it has {', '.join(self)}") from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self]


def read(text: str) -> Any:
    """JSON as Python objects, with views for its objects."""
    return json.loads(text, object_hook=View)


def ask(question: str, *, threads: int = 1, **fields: Any) -> Any:
    """Answers a question of the workbench; docs/SERVER.md lists them all. Ctrl-C stops it.

    The answer is a `View` with the entries of a class of `tesuji.answers`.

    >>> ask("board", text="hexagon:2").cells[0].name
    'A3'
    """
    return read(_tesuji.ask(json.dumps({"ask": question, **fields}), threads))


def asking(question: str, *, threads: int = 1, **fields: Any) -> Iterator[Any]:
    """Answers a question, and yields on the way what is known so far. The last view is the answer.

    A view of progress has the entry `update`, an answer the entry `answer`. Leaving the loop stops the work.
    """
    work = _tesuji.Asking(json.dumps({"ask": question, **fields}), threads)
    try:
        for news in work:
            yield read(news)
    finally:
        work.close()


def catalogue() -> Catalogue:
    """What there is: games, players, overlays, forms, boards, examples."""
    return ask("catalogue")


def budget(nodes: int | None, seconds: float | None) -> dict[str, float]:
    """How much work an answer may take."""
    if seconds is not None and not (isinstance(seconds, (int, float)) and 0 <= seconds < math.inf):
        raise _tesuji.TesujiError(f"seconds: expected a number, 0 or more; found {seconds!r}")
    given = {"nodes": nodes, "seconds": seconds}
    return {name: value for name, value in given.items() if value is not None}


class Table(list[dict[str, Any]]):
    """Rows, each a dict with the same keys: what `pandas.DataFrame` takes.

    >>> Table([{"move": "c3", "visits": 7}]).columns
    ['move', 'visits']
    """

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self[0]) if self else []

    def column(self, name: str) -> list[Any]:
        """The values of a column."""
        return [row[name] for row in self]

    def to_pandas(self) -> Any:
        """The table as a `pandas.DataFrame`. Needs pandas."""
        return needed("pandas").DataFrame(list(self))

    def to_arrow(self) -> Any:
        """The table as a `pyarrow.Table`. Needs pyarrow."""
        return needed("pyarrow").Table.from_pylist(list(self))


def needed(package: str) -> ModuleType:
    """A package that only part of `tesuji` needs."""
    try:
        return import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package:
            raise
        message = f"this needs {package}: pip install {package}, or pip install 'tesuji[tables]'"
        raise ModuleNotFoundError(message, name=package) from None
