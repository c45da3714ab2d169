"""Environments of PettingZoo: two players, one after the other. Needs PettingZoo."""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias, cast

import numpy
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from .scenes import PLAYERS, RENDER_MODES, Bits, Scene

__all__ = ["Environment", "environment"]

Observation: TypeAlias = dict[str, Bits]
Base: TypeAlias = AECEnv[str, Observation, int | None]


class Environment(Base):  # type: ignore[misc]
    """A game of two players, without the usual wrappers: an illegal action is a `TesujiError`.

    >>> from tesuji.environments.scenes import AmazonsScene
    >>> env = Environment(AmazonsScene.of(6), "tesuji_amazons_v0")
    >>> env.reset()
    >>> env.agent_selection, env.observe("black_0")["observation"].shape
    ('black_0', (7, 6, 6))
    """

    possible_agents: ClassVar[list[str]] = [f"{player}_0" for player in PLAYERS]

    def __init__(
        self, scene: Scene, name: str, *, render_mode: str | None = None, most_moves: int | None = None
    ) -> None:
        """`most_moves` cuts a game short after that many moves."""
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"`{render_mode}` is no render mode: expected one of {', '.join(RENDER_MODES)}")
        self.metadata = {
            "name": name,
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.scene = scene
        self.render_mode = render_mode
        self.most_moves = most_moves
        self.agents: list[str] = []
        n_actions = scene.n_actions
        self.observation_spaces = {
            agent: cast(
                "spaces.Space[Observation]",
                spaces.Dict(
                    {
                        "observation": spaces.Box(0, 1, scene.shape, numpy.int8),
                        "action_mask": spaces.Box(0, 1, (n_actions,), numpy.int8),
                    }
                ),
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: cast("spaces.Space[int | None]", spaces.Discrete(n_actions)) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """A dict of `observation` (planes) and `action_mask`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[int | None]:
        """The actions, legal or not."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. There is no chance in it, so that the seed changes nothing."""
        self.scene.reset()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.n_moves = 0
        self._look()

    def _look(self) -> None:
        """Says who is next, and whether the game is over."""
        position = self.scene.position
        self.agent_selection = f"{position.to_move}_0"
        if position.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = {agent: float(self.scene.reward(agent[:-2])) for agent in self.agents}
        elif self.most_moves is not None and self.n_moves >= self.most_moves:
            self.truncations = dict.fromkeys(self.agents, True)

    def observe(self, agent: str) -> Observation:
        """What an agent sees."""
        mask = self.scene.mask()
        if agent != self.agent_selection or self.scene.position.is_over:
            mask[:] = 0
        return {"observation": self.scene.planes(agent.partition("_")[0]), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays an action of the agent whose turn it is; None if its game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to act: the game is not over")
        has_moved = self.scene.act(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.n_moves += has_moved
        self._look()
        self._accumulate_rewards()

    def render(self) -> str | numpy.typing.NDArray[numpy.uint8] | None:
        """The position as text, as SVG or as pixels, by the render mode."""
        return None if self.render_mode is None else self.scene.render(self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


def environment(
    scene: Scene, name: str, *, render_mode: str | None = None, most_moves: int | None = None
) -> Environment:
    """An environment with the usual wrappers: an illegal action loses, and an action before `reset` is an error.

    >>> from tesuji.environments.scenes import GoScene
    >>> env = environment(GoScene.of(2), "tesuji_go_v0", render_mode="ansi")
    >>> env.reset()
    >>> env.step(0)
    >>> print(env.render())
    2 B .
    1 . .
      A B
    white to move
    """
    env: Base = Environment(scene, name, render_mode=render_mode, most_moves=most_moves)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return cast(Environment, wrappers.OrderEnforcingWrapper(env))
