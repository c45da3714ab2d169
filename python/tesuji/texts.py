"""Texts of every kind: games, positions, claims, certificates, strategies, boards."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _tesuji
from ._wire import View, ask
from .position import Position, go
from .proofs import Certificate, Claim, Strategy

if TYPE_CHECKING:
    from .answers import GameTree, ReviewView

__all__ = ["Opened", "Record", "open"]

#: The first bytes of a certificate in its compact form.
_CERTIFICATE = b"TSJCERT"

#: What is more likely a path than a short text.
_PATH = re.compile(r"[\w./\\~-]*[./\\][\w-]+")


class Record:
    """A game that was read, with its variations in `tree`."""

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self.id: str = tree.id
        self.players: list[str] = tree.get("players", ["", ""])
        self.result: str = tree.get("result", "")

    def main_line(self) -> list[Any]:
        """The moves of the main line."""
        nodes = self.tree.nodes
        first: dict[int, int] = {}
        for number, node in enumerate(nodes):
            parent = node.get("parent")
            if parent is not None:
                first.setdefault(parent, number)
        moves, at = [], 0
        while at in first:
            at = first[at]
            if nodes[at].get("mv") is not None:
                moves.append(nodes[at].mv)
        return moves

    def position(self, n_moves: int | None = None) -> Position:
        """The position after the first `n_moves` moves of the main line; after all without a number."""
        return Position.from_state({**self.tree.start, "moves": self.main_line()[:n_moves]})

    def positions(self) -> list[Position]:
        """The positions of the main line, that of the start first."""
        return [self.position(number) for number in range(len(self.main_line()) + 1)]

    def write(self, form: str) -> str:
        """The game with its variations in a form of the catalogue: `sgf`, `hexworld`, `psn` .."""
        return ask("write", tree=self.tree, form=form).text

    def review(self, **limits: Any) -> ReviewView:
        """The whole game judged, as `Position.review`."""
        return self.position().review(**limits)

    def _repr_svg_(self) -> str:
        return self.position().svg()

    def __repr__(self) -> str:
        names = " - ".join(name or "?" for name in self.players)
        return f"<tesuji record {self.id}: {names}, {len(self.main_line())} moves, {self.result or 'no result'}>"


class Opened:
    """What a text holds. `kind` is `games`, `claims`, `strategy`, `certificate` or `board`."""

    def __init__(self, view: View) -> None:
        content = view.content
        self.kind: str = content.kind
        self.what: str = view.what
        self.notices: list[str] = view.get("notices", [])
        self.games = [Record(tree) for tree in content.get("games", [])]
        self.claims = [Claim.of_view(claim) for claim in content.get("claims", [])]
        self.strategy = Strategy(content.text) if self.kind == "strategy" else None
        self.certificate = Certificate(content.certificate) if self.kind == "certificate" else None
        self.board: str | None = content.get("board")

    def position(self) -> Position:
        """The position of the only game, or the empty board."""
        if self.board is not None:
            return go(self.board)
        if len(self.games) != 1:
            raise _tesuji.TesujiError(f"the text holds {self.what}: expected one game")
        return self.games[0].position()

    def __repr__(self) -> str:
        return f"<tesuji: {self.what}>"


def open(source: str | bytes | os.PathLike[str], *, game: str | None = None, size: int | None = None) -> Opened:
    """Reads a text of any kind, or the file of this name: SGF, HexWorld links, lists of moves, boards of HexWiki, FEN,
    diagrams, problem files, strategies, certificates, boards of Go.

    `game` and `size` help where a text does not say.

    >>> open("https://hexworld.org/board/#5n,c3b4").games[0].main_line()
    ['c3', 'b4']
    >>> open("(;GM[11]SZ[5];B[a1];W[zz])")
    Traceback (most recent call last):
    ...
    tesuji.TesujiError: line 1, column 21: W[zz]: expected a move on this board
    """
    if isinstance(source, os.PathLike) or (isinstance(source, str) and _is_path(source)):
        data = Path(source).read_bytes()
    else:
        data = source.encode() if isinstance(source, str) else source
    if data.startswith(_CERTIFICATE):
        certificate = Certificate(data)
        content = View(kind="certificate", certificate=certificate.text)
        return Opened(View(what="a certificate", notices=[], content=content))
    text = data.decode("utf-8", "replace")
    fields: dict[str, Any] = {"text": text, "game": game}
    if size is not None:
        fields["size"] = [size, size]
    try:
        return Opened(ask("open", **fields))
    except _tesuji.TesujiError as error:
        if isinstance(source, str) and _PATH.fullmatch(source):
            raise _tesuji.TesujiError(f"there is no file {source}, and as a text: {error.what}") from None
        raise


def _is_path(source: str) -> bool:
    """Whether the text is the name of a file rather than a content."""
    try:
        return len(source) < 4096 and "\n" not in source and Path(source).is_file()
    except (OSError, ValueError):
        return False
