"""The environments pass the tests of PettingZoo and Gymnasium, and play by the rules of `tesuji.Position`."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import numpy
import pytest

import tesuji
from tesuji.environments import amazons_env, go_env, hex_env

gymnasium = pytest.importorskip("gymnasium")
pettingzoo_test = pytest.importorskip("pettingzoo.test")

MAKERS: dict[str, Callable[..., Any]] = {
    "hex": lambda **settings: hex_env(5, 4, **settings),
    "hex-swap": lambda **settings: hex_env(4, swap=True, **settings),
    "go": lambda **settings: go_env(5, **settings),
    "go-wide": lambda **settings: go_env("4x3", komi=0.0, **settings),
    "go-torus": lambda **settings: go_env("torus:4", **settings),
    "go-hexagon": lambda **settings: go_env("hexagon:3", **settings),
    "amazons": lambda **settings: amazons_env(6, **settings),
}
STARTS: dict[str, Callable[[], tesuji.Position]] = {
    "hex": lambda: tesuji.hex(5, 4),
    "hex-swap": lambda: tesuji.hex(4, swap=True),
    "go": lambda: tesuji.go(5),
    "go-wide": lambda: tesuji.go("4x3", komi=0.0),
    "go-torus": lambda: tesuji.go("torus:4"),
    "go-hexagon": lambda: tesuji.go("hexagon:3"),
    "amazons": lambda: tesuji.amazons(6),
}
LEARNERS: list[tuple[str, dict[str, Any]]] = [
    ("tesuji/Hex-v0", {"columns": 5}),
    ("tesuji/Hex-v0", {"columns": 4, "swap": True, "colour": "random", "opponent": "uct:playouts=20"}),
    ("tesuji/Go-v0", {"board": 5, "colour": "white"}),
    ("tesuji/Go-v0", {"board": "torus:4", "most_moves": 30}),
    ("tesuji/Amazons-v0", {"board": 6, "colour": "random"}),
]


def actions_of(position: tesuji.Position, action: int) -> list[int]:
    """The actions of an environment for a move of a position."""
    if position.game != "amazons":
        return [action]
    n = position.n_cells
    return [action // (n * n), action // n % n, action % n]


def bare(env: Any, board: tuple[int, ...]) -> Any:
    """The planes of the player to move, with one axis for cells."""
    planes = env.last()[0]["observation"]
    assert planes.shape[1:] == board
    return planes.reshape(len(planes), -1)


@pytest.mark.parametrize("name", MAKERS)
def test_pettingzoo_accepts_the_api(name: str) -> None:
    env = MAKERS[name](render_mode="ansi")
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        pettingzoo_test.api_test(env, num_cycles=300)
    # PettingZoo says these two of every environment with a dict that it does not know by name.
    usual = ("Observation is not a NumPy array", "Observation space for each agent probably should be")
    others = [str(warning.message) for warning in said if not str(warning.message).startswith(usual)]
    assert others == []


@pytest.mark.parametrize("name", MAKERS)
def test_pettingzoo_finds_the_same_game_for_a_seed(name: str) -> None:
    pettingzoo_test.seed_test(MAKERS[name], num_cycles=200)


@pytest.mark.parametrize("name", MAKERS)
def test_random_games_are_those_of_positions(name: str) -> None:
    rng = numpy.random.default_rng(7)
    board = {"hex": (4, 5), "hex-swap": (4, 4), "go": (5, 5), "go-wide": (3, 4), "amazons": (6, 6)}.get(name)
    env = MAKERS[name]()
    for _ in range(20):
        env.reset()
        position = STARTS[name]()
        while not any(env.terminations.values()):
            assert env.agent_selection == f"{position.to_move}_0"
            own = 1 if position.to_move == "black" else 2
            stones, planes = position.stones(), bare(env, board or (position.n_cells,))
            assert (planes[0] == (stones == own)).all() and (planes[1] == (stones == 3 - own)).all()
            assert (planes[2] == (own == 1)).all()
            if position.game == "hex":
                assert (planes[3] == position.is_legal(position.n_actions - 1)).all()
            legal = [actions_of(position, int(action)) for action in position.legal_actions()]
            chosen: list[int] = []
            for stage in range(len(legal[0])):
                mask = env.last()[0]["action_mask"]
                others = {actions[stage] for actions in legal if actions[:stage] == chosen}
                assert set(mask.nonzero()[0].tolist()) == others
                chosen.append(int(rng.choice(sorted(others))))
                env.step(chosen[-1])
            n = position.n_cells
            position.play(chosen[0] if len(chosen) == 1 else (chosen[0] * n + chosen[1]) * n + chosen[2])
        assert not any(env.truncations.values())
        assert position.is_over
        rewards = {"black_0": 0, "white_0": 0}
        if position.winner is not None:
            loser = "white" if position.winner == "black" else "black"
            rewards = {f"{position.winner}_0": 1, f"{loser}_0": -1}
        assert env.rewards == rewards


def test_a_player_who_waits_sees_its_own_view_and_no_actions() -> None:
    env = hex_env(3)
    env.reset()
    env.step(4)
    seen = env.observe("black_0")
    assert env.agent_selection == "white_0" and seen["action_mask"].sum() == 0
    assert seen["observation"][0, 1, 1] == 1 and env.observe("white_0")["observation"][1, 1, 1] == 1


def test_an_illegal_action_loses() -> None:
    env = go_env(5)
    env.reset()
    env.step(12)
    env.step(12)
    assert env.rewards["white_0"] == -1 and all(env.terminations.values())
    bare_env = hex_env(3).unwrapped
    bare_env.reset()
    bare_env.step(0)
    with pytest.raises(tesuji.TesujiError):
        bare_env.step(0)
    bare_env = amazons_env(6).unwrapped
    bare_env.reset()
    with pytest.raises(tesuji.TesujiError, match="`from`"):
        bare_env.step(0)


def test_a_long_game_is_cut_short() -> None:
    env = amazons_env(6, most_moves=2)
    env.reset()
    n_actions = 0
    while not any(env.truncations.values()):
        env.step(int(env.last()[0]["action_mask"].argmax()))
        n_actions += 1
    assert n_actions == 6 and env.unwrapped.scene.position.n_moves == 2
    assert set(env.rewards.values()) == {0} and not any(env.terminations.values())
    learner = gymnasium.make("tesuji/Hex-v0", columns=5, most_moves=3).unwrapped
    learner.reset(seed=1)
    ends = [learner.step(int(learner.action_masks().argmax()))[2:4] for _ in range(2)]
    assert ends == [(False, False), (False, True)] and learner.scene.position.n_moves == 3


def test_planes_of_go_show_a_pass_and_a_ko() -> None:
    env = go_env(5)
    env.reset()
    # White's stone at B3 takes one stone and stands in a ko.
    for mv in ("B4", "C4", "B2", "C2", "A3", "D3", "C3", "B3"):
        env.step(env.unwrapped.scene.position.action_of(mv))
    seen = env.last()[0]
    assert seen["observation"][4].nonzero()[0].tolist() == [2] and seen["observation"][4].nonzero()[1].tolist() == [2]
    assert seen["observation"][3].sum() == 0 and seen["action_mask"][12] == 0
    env.step(25)
    assert env.last()[0]["observation"][3].all()


def test_stages_of_amazons_are_seen() -> None:
    env = amazons_env(6, render_mode="ansi")
    env.reset()
    position = tesuji.amazons(6)
    first = actions_of(position, position.action_of("a2-d5/c6"))
    stages = []
    for action in first:
        planes = env.last()[0]["observation"]
        stages.append((planes[4].ravel().nonzero()[0].tolist(), bool(planes[5].all()), bool(planes[6].all())))
        at = planes[0].ravel().nonzero()[0].tolist()
        assert (first[0] in at, first[1] in at) == ((True, False) if len(stages) < 3 else (False, True))
        env.step(action)
    assert stages == [([], False, False), (first[:1], True, False), (first[1:2], False, True)]
    assert env.unwrapped.scene.position.moves == ["a2-d5/c6"]
    assert env.render().endswith("white to move")


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("mode", ["ansi", "svg"])
def test_positions_are_shown(name: str, mode: str) -> None:
    env = MAKERS[name](render_mode=mode)
    env.reset()
    before = env.render()
    env.step(int(env.last()[0]["action_mask"].argmax()))
    assert env.render() != before
    assert before.startswith("<svg") if mode == "svg" else before.endswith("black to move")


@pytest.mark.parametrize("name", MAKERS)
def test_positions_are_pixels(name: str) -> None:
    pytest.importorskip("PIL")
    env = MAKERS[name](render_mode="rgb_array")
    env.reset()
    before = env.render()
    assert before.dtype == numpy.uint8 and before.shape[2] == 3 and max(before.shape) == 800
    env.step(int(env.last()[0]["action_mask"].argmax()))
    assert (env.render() != before).any()


@pytest.mark.parametrize(("name", "settings"), LEARNERS)
def test_gymnasium_accepts_the_api(name: str, settings: dict[str, Any]) -> None:
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(name, **settings).unwrapped)


@pytest.mark.parametrize(("name", "settings"), LEARNERS)
def test_learners_play_whole_games_that_a_seed_repeats(name: str, settings: dict[str, Any]) -> None:

    def games() -> list[tuple[list[str], float]]:
        env = gymnasium.make(name, **settings)
        rng = numpy.random.default_rng(3)
        found = []
        for number in range(4):
            _, info = env.reset(seed=number)
            ended, reward = False, 0.0
            while not ended:
                assert (env.unwrapped.action_masks() == info["action_mask"]).all() and info["action_mask"].any()
                action = rng.choice(info["action_mask"].nonzero()[0])
                _, reward, terminated, truncated, info = env.step(action)
                ended = terminated or truncated
            position = env.unwrapped.scene.position
            replay = tesuji.Position.from_state({**position.game_state})
            assert replay == position and position.is_over == (not truncated)
            expected = 0 if not position.winner else 1 if position.winner == env.unwrapped.player else -1
            assert reward == expected
            found.append((position.moves, reward))
        return found

    first = games()
    assert first == games()
    assert len({tuple(moves) for moves, _ in first}) > 1


def test_the_seed_chooses_the_colour_and_the_replies() -> None:
    env = gymnasium.make("tesuji/Hex-v0", columns=9, colour="random")
    seen = {number: env.reset(seed=number)[1]["reply"] for number in range(12)}
    assert {len(replies) for replies in seen.values()} == {0, 1}
    assert len({replies[0] for replies in seen.values() if replies}) > 1
    env.reset(seed=5)
    games = {tuple(env.reset()[1]["reply"]) for _ in range(12)}
    assert len(games) > 2


def test_an_opponent_may_be_a_function_and_its_position_is_a_copy() -> None:
    def spoils(position: tesuji.Position) -> int:
        action = int(position.legal_actions()[-1])
        position.play(action)
        return action

    env = gymnasium.make("tesuji/Hex-v0", columns=3, opponent=spoils)
    env.reset(seed=1)
    _, _, _, _, info = env.step(0)
    assert info["reply"] == ["c3"] and env.unwrapped.scene.position.moves == ["a1", "c3"]
    _, reward, terminated, _, info = env.step(0)
    assert (reward, terminated, info["is_illegal"]) == (-1.0, True, True)


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(tesuji.TesujiError):
        gymnasium.make("tesuji/Hex-v0", opponent="no-such-player")
    with pytest.raises(ValueError, match="colour"):
        gymnasium.make("tesuji/Hex-v0", colour="red")
    with pytest.raises(ValueError, match="render mode"):
        hex_env(render_mode="human")


def printed(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip()


def test_importing_tesuji_loads_neither_library() -> None:
    program = "import sys, tesuji; print([name for name in ('gymnasium', 'pettingzoo') if name in sys.modules])"
    assert printed(program) == "[]"


def test_gymnasium_imports_the_module_that_a_name_begins_with() -> None:
    program = "import gymnasium; print(gymnasium.make('tesuji.environments:tesuji/Hex-v0', columns=3).observation_space.shape)"
    assert printed(program) == "(4, 3, 3)"
