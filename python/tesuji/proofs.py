"""Claims, certificates, strategies and templates."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _tesuji
from ._wire import Table, View, ask, budget
from .drawing import Svg, picture, proof_page

if TYPE_CHECKING:
    from .answers import Checked, ClaimView, Defence, Minimized, Repaired, SplitView, StrategyView, Verdict

__all__ = ["Certificate", "Claim", "Strategy", "templates"]


def sealed(view: View) -> Any:
    """The same answer with certificates and claims as objects."""
    for name in ("certificate", "refutation"):
        if isinstance(view.get(name), str):
            view[name] = Certificate(view[name])
    for name in ("claim", "minimal"):
        if isinstance(view.get(name), dict):
            view[name] = Claim.of_view(view[name])
    return view


class Claim:
    """A claim about part of a board of Hex: a player reaches a goal, whatever the opponent does.

    >>> claim = Claim.mark(4, 3, owner="black", stones=["c1"], goal="c1-bottom",
    ...                    region="d1 b2 c2 d2 a3 b3 c3 d3".split())
    >>> claim.verify().holds
    True
    >>> claim.minimize().droppable
    []
    """

    def __init__(self, text: str) -> None:
        """From a problem file with one claim, or any form of a claim that `tesuji.open` reads."""
        views = [view for view in _claims(text)]
        if len(views) != 1:
            raise _tesuji.TesujiError(f"the text has {len(views)} claims: tesuji.open(text).claims lists them")
        self.text: str = views[0].text
        self.view: ClaimView = views[0]

    @classmethod
    def of_view(cls, view: ClaimView) -> Claim:
        """From what the workbench says of a claim."""
        claim = cls.__new__(cls)
        claim.text, claim.view = view.text, view
        return claim

    @classmethod
    def mark(
        cls,
        columns: int,
        rows: int,
        *,
        owner: str,
        stones: Sequence[str],
        region: Sequence[str],
        goal: str,
        owner_first: bool = False,
        id: str = "",
    ) -> Claim:
        """A claim on a board of Hex: the owner's stones, the empty cells that may be used, and the goal."""
        fields: dict[str, Any] = {"columns": columns, "rows": rows, "owner": owner, "stones": list(stones), "region": list(region)}
        return cls.of_view(ask("claim", id=id, goal=goal, owner_first=owner_first, **fields))

    @property
    def id(self) -> str:
        """Its name."""
        return self.view.id

    def verify(self, *, nodes: int | None = None, seconds: float | None = None) -> Verdict:
        """Whether it holds: `holds` is None if a limit came first. `certificate` is a `Certificate`."""
        return sealed(ask("verify", text=self.text, budget=budget(nodes, seconds)))

    def minimize(self, *, nodes: int | None = None, seconds: float | None = None) -> Minimized:
        """What of its region is needed; `minimal` is the smaller claim."""
        return sealed(ask("minimize", text=self.text, budget=budget(nodes, seconds)))

    def repair(self, *, nodes: int | None = None, seconds: float | None = None) -> Repaired:
        """How a false claim can be made true: the smallest sets of cells or stones to add."""
        found = ask("repair", text=self.text, budget=budget(nodes, seconds))
        found["repairs"] = [sealed(repair) for repair in found.repairs]
        return found

    def split(self, *, nodes: int | None = None, seconds: float | None = None) -> SplitView:
        """Parts of it that hold side by side."""
        found = sealed(ask("split", text=self.text, budget=budget(nodes, seconds)))
        found["parts"] = [sealed(part) for part in found.parts]
        return found

    def svg(self, theme: str = "light", title: str = "") -> Svg:
        """The claim as SVG."""
        return picture({"kind": "claim", "text": self.text}, theme=theme, title=title)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<tesuji claim {self.id or 'without a name'}: {self.view.words}>"


def _claims(text: str) -> list[ClaimView]:
    content = ask("open", text=text).content
    if content.kind != "claims":
        raise _tesuji.TesujiError(f"this is no claim: it holds {content.kind}")
    return content.claims


class Certificate:
    """A proof that a claim holds or fails, which `check` and `tesuji.checker` verify without any search."""

    def __init__(self, data: str | bytes) -> None:
        """From the bytes of a file, or from text (Base64, or the readable form)."""
        if isinstance(data, bytes):
            is_readable = data.lstrip().startswith(b"tesuji certificate")
            data = data.decode("utf-8", "replace") if is_readable else base64.b64encode(data).decode()
        self.text: str = data

    @classmethod
    def load(cls, path: str | Path) -> Certificate:
        """From a file."""
        return cls(Path(path).read_bytes())

    def save(self, path: str | Path) -> None:
        """Writes the compact form, which every checker reads."""
        Path(path).write_bytes(self.to_bytes())

    def to_bytes(self) -> bytes:
        """The compact form."""
        return base64.b64decode(self.check().compact)

    def check(self) -> Checked:
        """Whether it proves its claim: `is_valid`, `holds`, `claim`, `n_nodes`, and one sentence."""
        return sealed(ask("check", certificate=self.text))

    def answers(self) -> Table:
        """The answer of the proof to each intrusion."""
        return Table(ask("answers", certificate=self.text).answers)

    def defend(self, moves: Sequence[str] = ()) -> Defence:
        """How the proof goes on after moves of the opponent: its `reply`, what is `open`, whether it `is_over`."""
        return sealed(ask("defend", certificate=self.text, moves=list(moves)))

    def svg(self, moves: Sequence[str] | None = None, theme: str = "light", title: str = "") -> Svg:
        """Its answers as SVG; with `moves`, the position after them."""
        subject: dict[str, Any] = {"kind": "answers", "certificate": self.text}
        if moves is not None:
            subject = {"kind": "defence", "certificate": self.text, "moves": list(moves)}
        return picture(subject, theme=theme, title=title)

    def html(self, *, most: int = 200) -> str:
        """A page that one clicks through, with the first `most` positions. It needs no network."""
        return proof_page(self.text, most=most)

    def _repr_html_(self) -> str:
        return self.html(most=60)

    def __repr__(self) -> str:
        return f"<tesuji certificate, {len(self.text) * 3 // 4} bytes>"


class Strategy:
    """A strategy: moves and parts that together prove a claim (docs/STRATEGIES.md)."""

    def __init__(self, text: str) -> None:
        self.text = text

    def verify(self, *, nodes: int | None = None, seconds: float | None = None) -> StrategyView:
        """Which leaves hold, what is missing, and the certificate of the whole if nothing is."""
        found = sealed(ask("strategy", text=self.text, budget=budget(nodes, seconds)))
        found["leaves"] = [sealed(leaf) for leaf in found.leaves]
        return found

    def next(self, *, seconds: float | None = 10) -> View:
        """What is left to prove: `open`, what decides most first, and the `state` of the whole.

        Like `suggest`, `attempt` and `merge`, it looks the states in the text up, and changes `text`.

        >>> strategy = Strategy("id: x\\ngoal: top-bottom\\nboard: 3x3\\nstones: b2\\ncarrier: all\\n\\nstrategy:\\n")
        >>> strategy.attempt(".", "part b2-top: b1 c1\\npart b2-bottom: a3 b3").state
        'proved'
        >>> strategy.next().open
        []
        """
        return self._dialogue({"kind": "next"}, None, seconds)

    def suggest(self, place: str = ".", *, nodes: int | None = None, seconds: float | None = 10) -> View:
        """What the machine offers at a place such as `e3/d5`: `offers`, and a `region`."""
        return self._dialogue({"kind": "suggest", "place": place}, nodes, seconds)

    def attempt(
        self, place: str, lines: str, *, by: str | None = None, nodes: int | None = None, seconds: float | None = 1
    ) -> View:
        """What becomes of a reply (`e3`, `d5`) or of lines (`.`, `part d5-top: c1-d4`): `offers` has their states."""
        return self._dialogue({"kind": "try", "place": place, "lines": lines, "by": by}, nodes, seconds)

    def merge(self, other: Strategy | str, *, seconds: float | None = 10) -> View:
        """Takes in another strategy of the same claim. A contradiction is an error that names the place."""
        return self._dialogue({"kind": "merge", "other": str(getattr(other, "text", other))}, None, seconds)

    def book(self, *, seconds: float | None = 10) -> str | None:
        """A page (HTML) with a board for each case; `None` unless the whole is proved."""
        return self._dialogue({"kind": "book"}, None, seconds).book

    def _dialogue(self, request: dict[str, Any], nodes: int | None, seconds: float | None) -> View:
        view = ask("dialogue", text=self.text, request=request, budget=budget(nodes, seconds))
        self.text = view.text
        return view


def templates(row: int, width: int, *, nodes: int | None = None) -> tuple[list[Claim], bool]:
    """The minimal edge templates of a stone on this row (1 is the edge) within this many columns, and whether there are
    no others.

    >>> found, is_complete = templates(2, 3)
    >>> len(found), is_complete
    (1, True)
    """
    text, is_complete = _tesuji.templates(row, width, nodes)
    found = [Claim.of_view(view) for view in _claims(text)] if text.strip() else []
    return found, is_complete
