"""What an environment shows of a game and how it is played: planes, masks, actions. Needs NumPy alone."""

from __future__ import annotations

import io
from abc import ABC, abstractmethod
from typing import Any, ClassVar, TypeAlias

import numpy
from numpy.typing import NDArray

from .._tesuji import TesujiError
from ..position import Position, amazons, go, hex

__all__ = ["AmazonsScene", "Bits", "GoScene", "HexScene", "PLAYERS", "RENDER_MODES", "Scene"]

Bits: TypeAlias = NDArray[numpy.int8]

PLAYERS = ("black", "white")
RENDER_MODES = ("ansi", "svg", "rgb_array")


class Scene(ABC):
    """A game under way. `tesuji.environments` lists the planes.

    >>> scene = HexScene.of(3)
    >>> scene.act(4)
    True
    >>> scene.planes("white")[1].tolist()
    [[0, 0, 0], [0, 1, 0], [0, 0, 0]]
    """

    n_planes: ClassVar[int]

    def __init__(self, start: Position, board: tuple[int, ...]) -> None:
        """From a position to begin with, and the shape of its arrays of cells."""
        self.start = start
        self.board = board
        self.position: Position = start.copy()

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the planes."""
        return (self.n_planes, *self.board)

    @property
    def n_actions(self) -> int:
        """How many actions there are, legal here or not."""
        return int(self.start.n_actions)

    def reset(self) -> None:
        """Begins again."""
        self.position = self.start.copy()

    def act(self, action: int) -> bool:
        """Plays an action, and says whether this ended a move. A `TesujiError` if it is not legal."""
        self.position.play(action)
        return True

    def play(self, text: str) -> None:
        """Plays a whole move, given as text."""
        self.act(self.position.action_of(text))

    def mask(self) -> Bits:
        """A 1 for each action that is legal now."""
        mask: Bits = numpy.zeros(self.n_actions, numpy.int8)
        mask[self.position.legal_actions()] = 1
        return mask

    def planes(self, player: str) -> Bits:
        """What a player sees."""
        planes: Bits = numpy.zeros((self.n_planes, self.start.n_cells), numpy.int8)
        stones = self.stones()
        own = PLAYERS.index(player) + 1
        planes[0] = stones == own
        planes[1] = stones == 3 - own
        planes[2] = own == 1
        self._fill(planes, stones)
        return planes.reshape(self.shape)

    @abstractmethod
    def _fill(self, planes: Bits, stones: Bits) -> None:
        """Fills the planes from number 3 on."""

    def stones(self) -> Bits:
        """What is on each cell: 0 nothing, 1 Black, 2 White, 3 an arrow."""
        stones: Bits = self.position.stones()
        return stones

    def reward(self, player: str) -> int:
        """1 for the winner, -1 for the loser, 0 for a draw or while the game goes on."""
        winner = self.position.winner
        return 0 if winner is None else 1 if winner == player else -1

    def render(self, mode: str) -> str | NDArray[numpy.uint8]:
        """The position as text (`ansi`), as a picture (`svg`), or as its pixels (`rgb_array`: rows, columns, 3).

        >>> print(GoScene.of(3).render("ansi"))
        3 . . .
        2 . . .
        1 . . .
          A B C
        black to move
        """
        if mode == "svg":
            return self.position.svg(title=self.note())
        if mode == "rgb_array":
            from PIL import Image

            return numpy.asarray(Image.open(io.BytesIO(self.position.png(title=self.note()))).convert("RGB"))
        return f"{self.drawing()}\n{self.note()}"

    def drawing(self) -> str:
        """The board as text."""
        return str(self.position.write("diagram")).rstrip("\n")

    def note(self) -> str:
        """What is to be done now, or who has won."""
        if not self.position.is_over:
            return f"{self.position.to_move} to move"
        return f"{self.position.winner} has won" if self.position.winner else "a draw"


class HexScene(Scene):
    """Hex.

    >>> scene = HexScene.of(3, swap=True)
    >>> scene.act(0), int(scene.mask().sum()), int(scene.planes("white")[3].sum())
    (True, 9, 9)
    """

    n_planes = 4

    @classmethod
    def of(cls, columns: int = 11, rows: int | None = None, *, swap: bool = False) -> HexScene:
        """An empty board."""
        return cls(hex(columns, rows, swap=swap), (columns if rows is None else rows, columns))

    def _fill(self, planes: Bits, stones: Bits) -> None:
        planes[3] = not self.position.is_over and self.position.is_legal(self.n_actions - 1)


class GoScene(Scene):
    """Go on any board.

    >>> scene = GoScene.of("torus:5")
    >>> scene.act(25), int(scene.planes("black")[3].sum())
    (True, 25)
    """

    n_planes = 5

    @classmethod
    def of(cls, board: int | str = 9, *, komi: float = 7.5, rules: str = "chinese") -> GoScene:
        """An empty board."""
        start = go(board, komi=komi, rules=rules)
        columns, cross, rows = str(board).partition("x")
        if columns.isdigit() and (rows.isdigit() or not cross):
            return cls(start, (int(rows or columns), int(columns)))
        return cls(start, (start.n_cells,))

    def __init__(self, start: Position, board: tuple[int, ...]) -> None:
        super().__init__(start, board)
        self._has_passed = False

    def reset(self) -> None:
        super().reset()
        self._has_passed = False

    def act(self, action: int) -> bool:
        super().act(action)
        self._has_passed = action == self.n_actions - 1
        return True

    def _fill(self, planes: Bits, stones: Bits) -> None:
        planes[3] = self._has_passed
        if not self.position.is_over:
            planes[4] = (stones == 0) & (self.mask()[:-1] == 0)

    def drawing(self) -> str:
        if len(self.board) == 2:
            return super().drawing()
        names, stones = numpy.array(self.position.cells()), self.stones()
        return "\n".join(f"{player}: {' '.join(names[stones == idx + 1])}" for idx, player in enumerate(PLAYERS))


class AmazonsScene(Scene):
    """Amazons, with moves in three stages.

    >>> scene = AmazonsScene.of(4)
    >>> scene.stage, scene.mask().nonzero()[0].tolist()
    ('from', [8, 11, 13, 14])
    >>> scene.act(8), scene.stage, scene.act(5), scene.stage, scene.act(8), scene.position.moves
    (False, 'to', False, 'arrow', True, ['a2-b3/a2'])
    """

    n_planes = 7
    stages: ClassVar[tuple[str, ...]] = ("from", "to", "arrow")

    @classmethod
    def of(cls, board: int | str = 10) -> AmazonsScene:
        """The usual start of a board, or FEN, or a diagram."""
        start = amazons(board)
        places = [cell.place for cell in start.board().cells if cell.place is not None]
        columns, rows = (max(place[axis] for place in places) + 1 for axis in range(2))
        return cls(start, (rows, columns))

    def __init__(self, start: Position, board: tuple[int, ...]) -> None:
        super().__init__(start, board)
        self._chosen: list[int] = []
        self._moves = self._legal()

    @property
    def stage(self) -> str:
        """What the next action chooses: `from`, `to` or `arrow`."""
        return self.stages[len(self._chosen)]

    @property
    def n_actions(self) -> int:
        return int(self.start.n_cells)

    def _legal(self) -> NDArray[numpy.uint32]:
        """The legal moves: a row (from, to, arrow) for each."""
        n = self.n_actions
        actions = self.position.legal_actions()
        return numpy.stack((actions // (n * n), actions // n % n, actions % n), axis=1)

    def reset(self) -> None:
        super().reset()
        self._chosen = []
        self._moves = self._legal()

    def act(self, action: int) -> bool:
        depth = len(self._chosen)
        moves = self._moves[self._moves[:, depth] == action]
        if not len(moves):
            raise TesujiError(f"`{action}` is not a legal choice of the square `{self.stage}`")
        self._chosen.append(int(action))
        if depth < 2:
            self._moves = moves
            return False
        start, end, arrow = self._chosen
        self.position.play((start * self.n_actions + end) * self.n_actions + arrow)
        self._chosen = []
        self._moves = self._legal()
        return True

    def play(self, text: str) -> None:
        action, n = self.position.action_of(text), self.n_actions
        for square in (action // (n * n), action // n % n, action % n):
            self.act(square)

    def mask(self) -> Bits:
        mask: Bits = numpy.zeros(self.n_actions, numpy.int8)
        mask[self._moves[:, len(self._chosen)]] = 1
        return mask

    def stones(self) -> Bits:
        stones = super().stones()
        if len(self._chosen) == 2:
            start, end = self._chosen
            stones[end], stones[start] = stones[start], 0
        return stones

    def _fill(self, planes: Bits, stones: Bits) -> None:
        planes[3] = stones == 3
        if self._chosen:
            planes[4, self._chosen[-1]] = 1
            planes[4 + len(self._chosen)] = 1

    def drawing(self) -> str:
        return super().drawing().rpartition("\n")[0]

    def note(self) -> str:
        note = super().note()
        names: list[Any] = self.position.cells()
        return " ".join([note, *(names[square] for square in self._chosen)])
