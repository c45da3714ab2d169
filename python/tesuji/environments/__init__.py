"""Environments for learning: Hex, Go on any board and Amazons, for PettingZoo and for Gymnasium.

Two players, one after the other (PettingZoo, AEC). `hex_env`, `go_env` and `amazons_env` make them:

>>> env = hex_env(5)
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
>>> env.agents
[]

One learner against a player of tesuji (Gymnasium). Importing this module, or `tesuji` after Gymnasium, makes three names known
to Gymnasium: `tesuji/Hex-v0`, `tesuji/Go-v0` and `tesuji/Amazons-v0`. `tesuji.environments:tesuji/Hex-v0` imports it by itself:

>>> import gymnasium
>>> env = gymnasium.make("tesuji/Hex-v0", columns=5, opponent="uct:playouts=20")
>>> planes, info = env.reset(seed=1)
>>> planes.shape, int(info["action_mask"].sum())
((4, 5, 5), 25)

Observations are planes of zeros and ones (int8), from the view of one player. Hex, Amazons and Go on a board such as
`9` or `9x13` have them as (planes, rows, columns), the top row first; other boards of Go as (planes, points), in the
order of `Position.cells`.

| plane | Hex: 4 planes | Go: 5 planes | Amazons: 7 planes |
| --- | --- | --- | --- |
| 0 | the player's stones | the player's stones | the player's amazons |
| 1 | the opponent's stones | the opponent's stones | the opponent's amazons |
| 2 | all 1: the player is Black | all 1: the player is Black | all 1: the player is Black |
| 3 | all 1: the swap is legal | all 1: the last move was a pass | arrows |
| 4 | | empty points where the player to move may not play | the amazon that moves, where it stands now |
| 5 | | | all 1: the stage is `to` |
| 6 | | | all 1: the stage is `arrow` |

An action of Hex or Go is the number of a cell; one more is the swap or the pass. A move of Amazons has three actions,
each the number of a square: `from`, `to` and `arrow`. From stage `arrow` on, the board shows the amazon on its new
square. The mask (int8) has a 1 for each legal action; it is all 0 for a player who is not to move.

The result is the reward: 1 for the winner, -1 for the loser, 0 for a draw. Go counts all stones as alive after two
passes. A game that is cut short by `most_moves` is truncated, with the reward 0. Nothing in the games is random: only
an opponent is, and it follows the seed. `render_mode` is `ansi`, `svg`, or `rgb_array`, which needs Pillow. PettingZoo and Gymnasium come with `pip install tesuji[environments]`.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .aec import Environment

__all__ = ["amazons_env", "go_env", "hex_env"]


def hex_env(columns: int = 11, rows: int | None = None, *, swap: bool = False, **settings: Any) -> Environment:
    """Hex for PettingZoo. The settings are those of `tesuji.environments.aec.environment`.

    >>> hex_env(5, swap=True).action_space("black_0")
    Discrete(26)
    """
    from .aec import environment
    from .scenes import HexScene

    return environment(HexScene.of(columns, rows, swap=swap), "tesuji_hex_v0", **settings)


def go_env(board: int | str = 9, *, komi: float = 7.5, rules: str = "chinese", **settings: Any) -> Environment:
    """Go for PettingZoo, on any board: `9`, `"9x13"`, `"torus:7"`, `"hexagon:5"`, or the text of a board file.

    >>> go_env("hexagon:3").observation_space("white_0")["observation"].shape
    (5, 19)
    """
    from .aec import environment
    from .scenes import GoScene

    return environment(GoScene.of(board, komi=komi, rules=rules), "tesuji_go_v0", **settings)


def amazons_env(board: int | str = 10, **settings: Any) -> Environment:
    """Amazons for PettingZoo, from the usual start of a board (4, 5, 6, 8, 10), or from FEN or a diagram.

    >>> amazons_env(6).action_space("black_0")
    Discrete(36)
    """
    from .aec import environment
    from .scenes import AmazonsScene

    return environment(AmazonsScene.of(board), "tesuji_amazons_v0", **settings)


def _register() -> None:
    from gymnasium.envs.registration import register, registry

    for game in ("Hex", "Go", "Amazons"):
        if f"tesuji/{game}-v0" not in registry:
            register(f"tesuji/{game}-v0", entry_point=f"tesuji.environments.single:{game.lower()}_learner")


if find_spec("gymnasium") is not None:
    _register()
