"""Environments of Gymnasium: one learner against a player of tesuji. Needs Gymnasium."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, SupportsInt, TypeAlias

import gymnasium
import numpy
from gymnasium import spaces

from ..position import Position, settings_of
from .scenes import PLAYERS, RENDER_MODES, AmazonsScene, Bits, GoScene, HexScene, Scene

__all__ = ["Learner", "Opponent", "amazons_learner", "go_learner", "hex_learner"]

Opponent: TypeAlias = "str | dict[str, Any] | Callable[[Position], str | int]"


class Learner(gymnasium.Env[Bits, numpy.int64]):
    """One learner against an opponent.

    An observation is the planes of `tesuji.environments`, without the mask. The mask is `info["action_mask"]`, and
    `action_masks` for libraries that call it. An illegal action loses the game, and `info["is_illegal"]` says that.

    >>> learner = go_learner(5, opponent=lambda position: "pass", render_mode="ansi")
    >>> planes, info = learner.reset(seed=1)
    >>> planes, reward, terminated, truncated, info = learner.step(12)
    >>> reward, terminated, info["reply"]
    (0.0, False, ['pass'])
    >>> learner.step(25)[1:3]
    (1.0, True)
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 1}

    def __init__(
        self,
        scene: Scene,
        *,
        opponent: Opponent = "random",
        colour: str = "black",
        most_moves: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """The opponent is the short text of a player (`uct:playouts=50`), its settings, or a function from the position
        to a move. `colour` is `black`, `white`, or `random` for one that each reset chooses. `most_moves` cuts a game
        short after that many moves of both players.
        """
        if colour not in (*PLAYERS, "random"):
            raise ValueError(f"`{colour}` is no colour: expected black, white or random")
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"`{render_mode}` is no render mode: expected one of {', '.join(RENDER_MODES)}")
        self.scene = scene
        self.opponent = opponent if callable(opponent) else settings_of(opponent)
        self.colour = colour
        self.most_moves = most_moves
        self.render_mode = render_mode
        self.player = PLAYERS[0]
        self.n_moves = 0
        self.observation_space = spaces.Box(0, 1, scene.shape, numpy.int8)
        self.action_space = spaces.Discrete(scene.n_actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Bits, dict[str, Any]]:
        """Begins a game, with a move of the opponent if that is first."""
        super().reset(seed=seed)
        self.scene.reset()
        self.n_moves = 0
        self.player = PLAYERS[int(self.np_random.integers(2))] if self.colour == "random" else self.colour
        return self._seen(self._replies())

    def step(self, action: SupportsInt) -> tuple[Bits, float, bool, bool, dict[str, Any]]:
        """Plays an action, and the opponent's reply where the turn goes to it."""
        if not self.scene.mask()[int(action)]:
            planes, info = self._seen([])
            return planes, -1.0, True, False, {**info, "is_illegal": True}
        self.n_moves += self.scene.act(int(action))
        planes, info = self._seen(self._replies())
        is_over = self.scene.position.is_over
        return planes, float(self.scene.reward(self.player)), is_over, not is_over and self._is_cut(), info

    def _is_cut(self) -> bool:
        return self.most_moves is not None and self.n_moves >= self.most_moves

    def _replies(self) -> list[str]:
        """Plays the opponent's moves until it is the learner's turn."""
        replies = []
        position = self.scene.position
        while position.to_move != self.player and not position.is_over and not self._is_cut():
            mv = self._choice(position)
            text = position.text_of(int(mv)) if not isinstance(mv, str) else mv
            self.scene.play(text)
            replies.append(text)
            self.n_moves += 1
        return replies

    def _choice(self, position: Position) -> str | int:
        """The opponent's move."""
        if callable(self.opponent):
            return self.opponent(position.copy())
        return str(position.reply(self.opponent, seed=int(self.np_random.integers(1 << 31))).mv)

    def _seen(self, replies: list[str]) -> tuple[Bits, dict[str, Any]]:
        return self.scene.planes(self.player), {"action_mask": self._mask(), "reply": replies}

    def _mask(self) -> Bits:
        mask = self.scene.mask()
        if self.scene.position.is_over or self.scene.position.to_move != self.player:
            mask[:] = 0
        return mask

    def action_masks(self) -> numpy.typing.NDArray[numpy.bool_]:
        """Which actions are legal now."""
        return self._mask().astype(numpy.bool_)

    def render(self) -> str | numpy.typing.NDArray[numpy.uint8] | None:
        """The position as text, as SVG or as pixels, by the render mode."""
        return None if self.render_mode is None else self.scene.render(self.render_mode)


def hex_learner(columns: int = 11, rows: int | None = None, *, swap: bool = False, **settings: Any) -> Learner:
    """Hex against an opponent: `tesuji/Hex-v0`. The settings are those of `Learner`.

    >>> hex_learner(5).action_space
    Discrete(26)
    """
    return Learner(HexScene.of(columns, rows, swap=swap), **settings)


def go_learner(board: int | str = 9, *, komi: float = 7.5, rules: str = "chinese", **settings: Any) -> Learner:
    """Go on any board against an opponent: `tesuji/Go-v0`. The settings are those of `Learner`.

    >>> go_learner("9x13").observation_space.shape
    (5, 13, 9)
    """
    return Learner(GoScene.of(board, komi=komi, rules=rules), **settings)


def amazons_learner(board: int | str = 10, **settings: Any) -> Learner:
    """Amazons against an opponent: `tesuji/Amazons-v0`. The settings are those of `Learner`.

    >>> learner = amazons_learner(6, opponent="random")
    >>> planes, info = learner.reset(seed=1)
    >>> info["action_mask"].nonzero()[0].tolist()
    [24, 29, 31, 34]
    """
    return Learner(AmazonsScene.of(board), **settings)
