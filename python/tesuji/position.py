"""Positions of Hex, Go and Amazons, and what can be asked about them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from . import _tesuji
from ._wire import Table, View, ask, asking, budget, needed, read
from .drawing import Svg, picture, png

if TYPE_CHECKING:
    import networkx
    import numpy
    from numpy.typing import NDArray

    from ._judging import Judge
    from .answers import AnalysisView, BoardView, LifeView, OverlayView, PositionView, ReplyView, ReviewView, SolvedView

__all__ = ["Network", "Position", "Session", "Statistics", "amazons", "go", "hex"]

#: A player: its short text, or its settings.
Settings: TypeAlias = str | dict[str, Any]


def settings_of(player: Settings) -> dict[str, Any]:
    """The settings of a player, from its short text (`strong:playouts=1000`) or as they are."""
    return json.loads(_tesuji.player(player)) if isinstance(player, str) else dict(player)


class Position(_tesuji.Position):
    """A position of any game, and the moves that led to it.

    Moves are texts (`"c3"`, `"pass"`, `"D1 - D7 (G7)"`) or *actions*: numbers that fit arrays. In Hex and Go an action
    is the number of the cell, row by row; one more is the swap or the pass. In Amazons with n squares it is
    `(from * n + to) * n + arrow`.

    >>> board = hex(3)
    >>> board.play("b2")
    >>> board.legal_moves()
    ['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'b3', 'c3']
    >>> board.stones().tolist()
    [0, 0, 0, 0, 1, 0, 0, 0, 0]
    >>> board.undo()
    >>> board.n_moves
    0
    """

    @property
    def game_state(self) -> dict[str, Any]:
        """The game as the workbench takes it: which game, what stood there first, and the moves."""
        return json.loads(self.state())

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> Position:
        """From a game state, as `game_state` has it."""
        return cls(json.dumps(state))

    @classmethod
    def setup(
        cls,
        start: Position,
        black: Sequence[str] = (),
        white: Sequence[str] = (),
        to_move: str = "black",
        blocked: Sequence[str] = (),
    ) -> Position:
        """A position with these stones on the board of `start`; `blocked` are the arrows of Amazons.

        >>> Position.setup(hex(3), black=["b2"], white=["a1"], to_move="white").n_legal()
        7
        """
        setup: dict[str, Any] = {"black": list(black), "white": list(white), "to_move": to_move}
        if blocked:
            setup["blocked"] = list(blocked)
        return cls.from_state({"game": start.game_state["game"], "setup": setup, "moves": []})

    def __repr__(self) -> str:
        moves = " ".join(self.moves[-6:])
        before = "... " if self.n_moves > 6 else ""
        return f"<tesuji {self.game}, {self.n_cells} cells, {self.n_moves} moves: {before}{moves}>"

    def __str__(self) -> str:
        return self.write("diagram") if self.game != "go" else self.write("json")

    def view(self) -> PositionView:
        """Everything that the page shows about the position: stones, last move, result, captures, ko, score."""
        return ask("position", state=self.game_state)

    def board(self) -> BoardView:
        """How the board is drawn: cells with names and places, links, edges."""
        return ask("board", game=self.game_state["game"])

    def cells(self) -> list[str]:
        """The names of the cells, in the order of arrays."""
        return [cell.name for cell in self.board().cells]

    def write(self, form: str) -> str:
        """The game as text in a form of the catalogue: `sgf`, `hexworld`, `hexwiki`, `fen`, `diagram` ..

        >>> hex(3).write("hexworld").strip()
        'https://hexworld.org/board/#3c1,'
        """
        return ask("write", tree=self.tree(), form=form).text

    def tree(self) -> dict[str, Any]:
        """The game as a tree without variations, as the workbench takes it."""
        state = self.game_state
        nodes: list[dict[str, Any]] = [{"parent": None}]
        nodes += [{"parent": number, "mv": mv} for number, mv in enumerate(state["moves"])]
        return {"id": "", "start": {**state, "moves": []}, "players": ["", ""], "result": "", "nodes": nodes}

    def symmetries(self) -> list[Position]:
        """The images of the game under the symmetries of its board, itself first.

        >>> len(hex(3).symmetries()), len(go(5).symmetries()), len(go("torus:5").symmetries())
        (2, 8, 200)
        """
        return [type(self)(state) for state in _tesuji.symmetries(self)]

    def evaluate(self, evaluator: str) -> float:
        """The value of an evaluator of Hex or Amazons for the player to move; inf or -inf if it is certain.

        >>> hex(5).evaluate("resistance") > 0
        True
        """
        return float(_tesuji.Batch([self]).evaluate(evaluator)[0][0])

    def measures(self) -> View:
        """Hex: d, L, C, C', resistance of both players' networks, and their numbers of cells as arrays.

        >>> black = hex(5).measures().black
        >>> black.d, black.table().columns[:3]
        (2, ['cell', 'betweenness_of_cells', 'brandes_of_cells'])
        """
        found = _tesuji.measures(self)
        return View({player: CellValues(numbers, cells=self.cells()) for player, numbers in found.items()})

    def network(self, player: str, plain: bool = False) -> Network:
        """Hex: the position network of a player; `plain`: before virtual connections are added."""
        return Network(_tesuji.network(self, player, plain))

    def connections(self, player: str, start: str, end: str) -> Table:
        """Hex: the virtual connections of a player between two chains or edges (`north`, `south`, `west`, `east`), the
        smallest first. A row with a key is a semi-connection: the player moves there first.

        >>> board = hex(5)
        >>> board.play("c4")
        >>> board.connections("black", "c4", "south")[0]
        {'key': None, 'carrier': ['b5', 'c5']}
        """
        return Table({"key": key, "carrier": carrier} for key, carrier in _tesuji.connections(self, player, start, end))

    def must_play(self) -> list[str]:
        """Hex: the cells outside which every move of the player to move loses for certain."""
        return [note.cell for note in self.overlay("must-play").marks if note.mark == "must-play"]

    def overlay(self, name: str, cell: str | None = None, player: str | None = None) -> OverlayView:
        """Numbers and marks on the board, by a name of the catalogue: `criticality`, `current`, `regions` .."""
        return ask("overlay", state=self.game_state, name=name, cell=cell, player=player)

    def playouts(
        self,
        playouts: int = 10_000,
        *,
        seed: int = 1,
        samples: int = 1,
        threshold: str = "median",
        orders: bool = False,
        threads: int = 1,
    ) -> Statistics:
        """Hex and Go: what random playouts say of cells, pairs and orders, as arrays. The same on any number of threads.

        `threshold` is the margin from which on a playout counts as won: `komi`, `median`, or points.
        """
        settings = {"playouts": playouts, "seed": seed, "samples": samples, "threshold": threshold, "threads": threads}
        return Statistics(_tesuji.playouts(self, json.dumps(settings), orders), cells=self.cells())

    def solve(
        self,
        *,
        moves: bool = False,
        certificate: bool = False,
        nodes: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
    ) -> SolvedView:
        """Who wins, for certain: `winner` is None if a limit came first. `moves` asks for all winning moves.

        The certificate is a `tesuji.Certificate`.
        """
        from .proofs import sealed

        limits = budget(nodes, seconds)
        return sealed(
            ask("solve", state=self.game_state, moves=moves, certificate=certificate, budget=limits, threads=threads)
        )

    def life(
        self,
        *group: str,
        all: bool = False,
        region: Iterable[str] | None = None,
        first: str | None = None,
        moves: bool = False,
        certificate: bool = False,
        tries: Iterable[str] = (),
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> LifeView:
        """Whether stones of Go live, whoever moves first and whoever has ko threats (docs/LIFE.md).

        `group` has a stone of each chain. `all`: they are dead only once all have been captured. `tries` are moves of the
        side that fails if `first` moves first; each is answered.

        >>> stones = {"black": ["A2", "B2", "C2", "D2", "D1"], "white": ["A3", "B3", "C3", "D3", "E3", "E2", "E1"]}
        >>> corner = Position.from_state({**go(5).game_state, "setup": stones})
        >>> [(answer.first, answer.status, answer.moves) for answer in corner.life("A2", moves=True).answers]
        [('black', 'alive', ['B1']), ('white', 'dead', ['B1'])]
        """
        fields: dict[str, Any] = {"target": group, "all": all, "moves": moves, "certificate": certificate}
        if region is not None:
            fields["region"] = list(region)
        if first is not None:
            fields["first"] = first
        return ask("life", state=self.game_state, tries=list(tries), budget=budget(nodes, seconds), **fields)

    def analyze(
        self,
        player: Settings | None = None,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        lines: int | None = None,
        seed: int = 0,
        threads: int = 1,
    ) -> Iterator[AnalysisView]:
        """What a player thinks of the moves: views that get better, of which the last is the answer.

        With `nodes` there is one view, the same on any machine; with `seconds` there are several.

        >>> view = list(hex(4).analyze("uct", nodes=500))[-1]
        >>> view.best in hex(4).legal_moves(), view.moves[0].visits > 0
        (True, True)
        """
        fields: dict[str, Any] = {"state": self.game_state, "budget": budget(nodes, seconds), "seed": seed}
        if player is not None:
            fields["player"] = settings_of(player)
        for view in asking("analyze", threads=threads, lines=lines, **fields):
            if "answer" in view:
                yield view

    def planes(self) -> NDArray[numpy.float32]:
        """The planes that a net sees, from the view of the player to move; docs/PYTHON.md lists them.

        >>> hex(3).planes().shape, go(5).planes().shape
        ((3, 3, 3), (28, 5, 5))
        """
        return _tesuji.Batch([self]).planes()[0]

    def search(
        self,
        judge: Judge,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        batch: int = 16,
        player: Settings | None = None,
        threads: int = 1,
    ) -> AnalysisView:
        """Hex and Go: what the strong player thinks with a net of yours. In Hex its solver and its knowledge stay.

        `judge` is a `torch.nn.Module`, or gets planes (n, ..) as an array. It gives a policy (n, actions) of logits and
        values (n,), from -1 (loss) to 1 (win) for the player to move. `batch` is the most leaves that it gets at once, a
        node is a leaf, and nothing is random.

        >>> import numpy
        >>> def uniform(planes):
        ...     return numpy.zeros((len(planes), 26)), numpy.zeros(len(planes))
        >>> hex(5).search(uniform, nodes=50).best in hex(5).legal_moves()
        True
        """
        from ._judging import judged

        fields: dict[str, Any] = {"ask": "analyze", "state": self.game_state, "budget": budget(nodes, seconds)}
        if player is not None:
            fields["player"] = settings_of(player)
        return read(_tesuji.search(self, json.dumps(fields), judged(judge), batch, threads))

    def reply(
        self,
        player: Settings,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        seed: int = 0,
        threads: int = 1,
    ) -> ReplyView:
        """The move of a player (`mv`) and what it thought (`analysis`). It is not played."""
        fields = {"state": self.game_state, "player": settings_of(player), "budget": budget(nodes, seconds)}
        return ask("reply", threads=threads, seed=seed, **fields)

    def review(self, *, nodes: int | None = None, seconds: float | None = None, threads: int = 1) -> ReviewView:
        """The whole game judged: `verdict` in sentences, `mistakes`, `losing_move`, and a point for each position."""
        return ask("review", tree=self.tree(), budget=budget(nodes, seconds), threads=threads)

    def svg(
        self,
        overlay: str | None = None,
        player: str | None = None,
        theme: str = "light",
        title: str = "",
        marks: Mapping[str, str] | None = None,
    ) -> Svg:
        """The position as SVG, with marks, or with an overlay: `criticality`, `joint D4`, `current` ..

        `marks` has a text for each cell, or a shape: `triangle`, `square`, `circle`, `cross`.

        >>> svg = hex(3).svg(marks={"b2": "here", "a1": "triangle"})
        >>> ">here</text>" in svg, ">triangle</text>" in svg
        (True, False)
        """
        marked = [_mark(cell, text) for cell, text in (marks or {}).items()]
        subject = {"kind": "position", "state": self.game_state, "overlay": overlay, "player": player, "marks": marked}
        return picture(subject, theme=theme, title=title)

    def png(self, theme: str = "light", title: str = "", pixels: int = 800) -> bytes:
        """The position as PNG, `pixels` on its longer side."""
        return png({"kind": "position", "state": self.game_state}, theme=theme, title=title, pixels=pixels)

    def heat_map(self, values: Sequence[float], title: str = "", theme: str = "light") -> Svg:
        """The position as SVG with a number on each cell, in the order of `cells`; NaN shows none."""
        return Svg(_tesuji.heat_map(self, [float(value) for value in values], title, theme))

    def _repr_svg_(self) -> str:
        return self.svg()


def _mark(cell: str, text: str) -> dict[str, str]:
    """A mark of a picture: a shape, or a label with a text."""
    if text in ("triangle", "square", "circle", "cross"):
        return {"cell": cell, "shape": text}
    return {"cell": cell, "shape": "label", "text": text}


class Network:
    """A network of cells: its nodes, two terminals, and links.

    >>> network = hex(3).network("black")
    >>> network.distance, network.terminals
    (2, ('top', 'bottom'))
    """

    def __init__(self, found: dict[str, Any]) -> None:
        self.names: list[str] = found["names"]
        source, sink = found["terminals"]
        self.terminals: tuple[str, str] = (self.names[source], self.names[sink])
        self.distance: int | None = found["distance"]
        self.n_paths: float = found["n_paths"]
        self.from_source: list[int | None] = found["from_source"]
        self.shares: list[float | None] = found["shares"]
        self.links = Table(
            {"a": self.names[a], "b": self.names[b], "is_virtual": is_virtual, "is_on_path": is_on_path}
            for a, b, is_virtual, is_on_path in found["links"]
        )

    def to_networkx(self) -> networkx.Graph:
        """The network as a `networkx.Graph`: nodes are names, links have `is_virtual`. Needs networkx."""
        graph = needed("networkx").Graph(source=self.terminals[0], sink=self.terminals[1])
        for link in self.links:
            graph.add_edge(link["a"], link["b"], is_virtual=link["is_virtual"], is_on_path=link["is_on_path"])
        for name, distance, share in zip(self.names, self.from_source, self.shares, strict=True):
            if name in graph:
                graph.nodes[name].update(from_source=distance, share=share)
        return graph

    def __repr__(self) -> str:
        return f"<tesuji network: {len(self.names)} nodes, {len(self.links)} links, d = {self.distance}>"


class CellValues(View):
    """Numbers, and arrays with a value for each cell, whose names are in `cells`."""

    def table(self) -> Table:
        """A row for each cell, with its name and its values."""
        columns = {
            name: values.tolist()
            for name, values in self.items()
            if getattr(values, "shape", None) == (len(self.cells),) and name != "margins"
        }
        names = ["cell", *columns]
        return Table(dict(zip(names, row, strict=True)) for row in zip(self.cells, *columns.values(), strict=True))


class Statistics(CellValues):
    """Statistics of playouts as NumPy arrays by cell, with the names in `cells`; what has no value is NaN.

    `ownership` (1 Black, -1 White), `criticality`, `owner_criticality`, `first_black`, `first_white`,
    `win_first_black`, `win_first_white`: (n,). `joint_criticality`, `joint_excess`: (2, n, n), for Black and for White.
    `orders`: (2n, 2n), by how much it is better for Black that the first stone comes before the second. `black_wins`,
    `black_wins_error`, `margins` (half points before komi, ascending).

    >>> statistics = go(5).playouts(1000)
    >>> statistics.criticality.shape, statistics.joint_criticality.shape
    ((25,), (2, 25, 25))
    >>> statistics.table().column("cell")[:3]
    ['A5', 'B5', 'C5']
    """


class Session:
    """A game in play with players that remember their searches from move to move.

    >>> session = Session(hex(5))
    >>> session.genmove("uct", nodes=200).mv in hex(5).legal_moves()
    True
    """

    def __init__(self, position: Position) -> None:
        self._session = _tesuji.Session(position)

    @property
    def position(self) -> Position:
        """The position now."""
        return Position(self._session.state())

    @property
    def to_move(self) -> str:
        """Whose turn it is."""
        return self._session.to_move

    @property
    def is_over(self) -> bool:
        """Whether the game is over by its rules."""
        return self._session.is_over

    @property
    def moves(self) -> list[str]:
        """The moves played."""
        return self._session.moves

    def play(self, move: str, player: str | None = None) -> None:
        """Plays a move, by `player` if it is given."""
        self._session.play(move, player)

    def undo(self) -> None:
        """Takes the last move back."""
        self._session.undo()

    def genmove(
        self, player: Settings, *, nodes: int | None = None, seconds: float | None = None, seed: int = 1
    ) -> View:
        """Lets a player choose a move, and does not play it: `mv`, `value` for the player to move, `nodes`."""
        mv, value, searched = self._session.genmove(json.dumps(settings_of(player)), nodes, seconds, seed)
        return View(mv=mv, value=value, nodes=searched)


def hex(columns: int = 11, rows: int | None = None, *, swap: bool = False) -> Position:
    """An empty board of Hex: Black moves first and joins top and bottom.

    >>> hex(11).n_legal()
    121
    """
    game = {"game": "hex", "columns": columns, "rows": columns if rows is None else rows, "swap": swap}
    return Position.from_state({"game": game})


def go(board: int | str = 19, *, komi: float = 7.5, rules: str = "chinese") -> Position:
    """An empty board of Go, of any shape: `9`, `"9x13"`, `"torus:7"`, `"hexagon:5"`, or the text of a board file.

    >>> go("hexagon:3").n_cells
    19
    """
    text = f"{board}x{board}" if isinstance(board, int) else board
    return Position.from_state({"game": {"game": "go", "board": text, "komi": komi, "rules": rules}})


def amazons(board: int | str = 10) -> Position:
    """A game of Amazons from the usual start of a board (4, 5, 6, 8, 10), or from FEN or a diagram.

    >>> amazons(10).n_legal()
    2176
    """
    game: dict[str, Any] = {"game": "amazons"}
    if isinstance(board, int):
        game |= {"columns": board, "rows": board}
    else:
        game["setup"] = board
    return Position.from_state({"game": game})
