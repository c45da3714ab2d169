"""Matches between players, and studies: the tables and figures of papers, run again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from . import _tesuji
from ._wire import Table, View, read
from .position import settings_of

__all__ = ["Match", "Study", "player", "studies", "study"]


def player(text: str) -> dict[str, Any]:
    """The settings of a player from its short text.

    >>> player("uct:playouts=50")["playouts"]
    50
    """
    return settings_of(text)


class Match:
    """A match between players, kept in one file. A match that was stopped goes on.

    >>> import tempfile
    >>> control = '''
    ... format = "match"
    ... games = 4
    ... seed = 1
    ... game = { game = "hex", columns = 4, rows = 4 }
    ... [[player]]
    ... name = "search"
    ... kind = "uct"
    ... playouts = 50
    ... [[player]]
    ... name = "chance"
    ... kind = "random"
    ... '''
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     match = Match(folder + "/first.match")
    ...     match.play(control)
    ...     len(match.games())
    'complete'
    4
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """A match in this file, which need not exist yet."""
        self.path = Path(path)

    def play(self, control: str | os.PathLike[str], *, threads: int = 1) -> str:
        """Plays what is still to be played of a control file (docs/MATCH.md), given as text or as its name.

        Says `complete`, or `decided` if a sequential test ended it. The games do not depend on `threads`.
        """
        folder = Path.cwd()
        if isinstance(control, os.PathLike) or "\n" not in control:
            folder = Path(control).resolve().parent
            control = Path(control).read_text(encoding="utf-8")
        finish, _ = _tesuji.play_match(control, folder, self.path, threads)
        return finish

    def games(self) -> Table:
        """The games: number, black, white, winner, reason, n_moves, seconds, moves."""
        return Table(_tesuji.match_games(self.path))

    def report(self) -> View:
        """What the games add up to, as `tesuji match report --json`: ratings, pairings, tests, with intervals."""
        return read(_tesuji.match_report(self.path))


class Study:
    """A table or figure of a paper, or a study of our own."""

    def __init__(self, id: str, title: str, paper: str) -> None:
        self.id, self.title, self.paper = id, title, paper

    def run(
        self,
        *,
        full: bool = False,
        games: int | None = None,
        folder: str | os.PathLike[str] | None = None,
        threads: int = 1,
    ) -> View:
        """Runs it, and gives the record that `tesuji study run --json` writes. `folder` keeps games, and goes on."""
        return read(_tesuji.run_study(self.id, full, games, folder, threads))

    @staticmethod
    def table(record: View) -> Table:
        """Ours beside the published numbers, with interval and verdict."""
        rows = Table()
        for comparison in record.judgement.comparisons:
            ours = comparison.get("ours") or {}
            low, high = ours.get("interval") or (None, None)
            rows.append(
                {
                    "name": comparison.published.name,
                    "published": comparison.published.get("value"),
                    "ours": ours.get("value"),
                    "low": low,
                    "high": high,
                    "agreement": comparison.agreement,
                }
            )
        return rows

    def __repr__(self) -> str:
        return f"<tesuji study {self.id}: {self.title}>"


def studies() -> list[Study]:
    """All studies."""
    return [Study(*entry) for entry in _tesuji.studies()]


def study(id: str) -> Study:
    """The study of this id.

    >>> study("sato2016/table2").paper
    'sato2016'
    """
    for found in studies():
        if found.id == id:
            return found
    raise _tesuji.TesujiError(f"there is no study {id}; tesuji.studies() lists them")
