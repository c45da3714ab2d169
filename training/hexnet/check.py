"""Plays and trains with a tiny network for a minute and checks that it grows stronger, that a run goes on where it was killed, that player,
export and program agree, that a wider copy says the same, and that another learns from lessons: `python -m hexnet.check --tesuji PROGRAM`."""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np
import torch

from .export import load
from .games import positions
from .lockstep import TAKEN, Folded, finished, joined, turned
from .model import HexNet
from .quantize import Quantized, quantize
from .widen import widen

SIDE = 5


def shown(tesuji: Path, net: Path, moves: list[str]) -> tuple[dict[str, float], float]:
    """What the program says of a position with these weights: the chance of each move, and the chance to win."""
    lines = [f"play {'bw'[at % 2]} {move}" for at, move in enumerate(moves)]
    colour = "black" if len(moves) % 2 == 0 else "white"
    asked = "\n".join([f"boardsize {SIDE}", *lines, f"tesuji-overlay policy {colour}", f"tesuji-overlay chance {colour}", "quit", ""])
    told = subprocess.run([tesuji, "--net", net, "gtp", "--game", "hex"], input=asked, check=True, capture_output=True, text=True).stdout
    *_, policy, chance, _ = [answer.removeprefix("=").split() for answer in told.strip().split("\n\n")]
    return {cell: float(value) for cell, value in zip(policy[::2], policy[1::2])}, float(chance[1])


def compare(tesuji: Path, numbers: Quantized, net: Path, moves: list[str]) -> None:
    board = np.zeros((SIDE, SIDE), np.int8)
    for at, move in enumerate(moves):
        board[int(move[1:]) - 1, ord(move[0]) - ord("a")] = 1 + at % 2
    if len(moves) % 2:
        board = np.choose(board.T, (0, 2, 1)).astype(np.int8)
    sums, value = numbers.judge(board)
    logits = np.where(board.ravel() == 0, sums.ravel() * np.float32(numbers.policy_scale), -np.inf).astype(np.float64)
    chances = np.exp(logits - logits.max())
    chances = (chances / chances.sum()).reshape(SIDE, SIDE)
    if len(moves) % 2:
        chances = chances.T
    win = 1 / (1 + np.exp(-value / 2.0**28))
    policy, chance = shown(tesuji, net, moves)
    worst = max(abs(chances[int(cell[1:]) - 1, ord(cell[0]) - ord("a")] - told) for cell, told in policy.items())
    assert len(policy) == SIDE * SIDE - len(moves), f"after {moves}: {len(policy)} moves"
    assert worst < 1e-3 and abs(win - chance) < 1e-3, f"after {moves}: off by {worst} and {win - chance}"


@torch.no_grad()
def compare_wider(net: HexNet, cells: torch.Tensor) -> None:
    """A wider copy says the same, and its channels are not copies of each other for those that read them."""
    wide = widen(net, channels=40, blocks=3)
    for mine, theirs in zip(wide(cells), net(cells)):
        assert torch.allclose(mine, theirs, atol=1e-3), f"a wider copy is off by {(mine - theirs).abs().max()}"
    read = wide.blocks[0].first.weight
    assert not torch.allclose(read[:, :8], read[:, 16:24]), "copies of a channel are read alike"


@torch.no_grad()
def compare_folded(net: HexNet, numbers: Quantized, cells: torch.Tensor) -> None:
    """A net that judges games in lockstep says what the net says, and nearly what the exported one does."""
    logits, value = net.eval()(cells)
    told, chance = Folded(net)(cells)
    free = cells.flatten(1) == 0
    assert torch.allclose(logits[free], told[free], atol=1e-3), f"folded moves are off by {(logits - told)[free].abs().max()}"
    assert torch.allclose(value.sigmoid(), chance, atol=1e-3), f"folded values are off by {(value.sigmoid() - chance).abs().max()}"
    apart, same = 0.0, 0
    for board, said, win in zip(cells.numpy(), told, chance):
        policy, sum_of_value = numbers.judge(board)
        policy = torch.from_numpy(policy.ravel() * numbers.policy_scale).masked_fill(torch.from_numpy(board.ravel() != 0), TAKEN)
        same += int(said[policy.argmax()] > said.max() - 0.2)
        apart += abs(1 / (1 + np.exp(-sum_of_value / 2.0**28)) - win.item())
    assert same > 0.95 * len(cells), f"the exported net chooses other moves in {len(cells) - same} of {len(cells)} positions"
    assert apart < 0.03 * len(cells), f"the exported net's values are off by {apart / len(cells)} on average"


def compare_ends() -> None:
    """On a full board exactly one side has joined its edges; a path that goes back and forth is found."""
    full = torch.randint(1, 3, (2000, SIDE, SIDE), dtype=torch.int8)
    over, _ = finished(full)
    assert over.all() and (joined(full) != joined(turned(full))).all(), "a full board has one winner"
    winding = torch.tensor([[1, 0, 0, 0, 0], [1, 0, 0, 1, 1], [1, 0, 1, 0, 1], [1, 1, 0, 0, 1], [0, 0, 0, 0, 1]], dtype=torch.int8)
    assert joined(winding[None]).item(), "a winding path joins top and bottom"
    winding[1, 4] = 0
    assert not joined(winding[None]).item(), "a broken path joins nothing"


def campaign(folder: Path, *options: str) -> list[dict]:
    """The reports of a campaign on a small board, from the first one in this folder."""
    subprocess.run([sys.executable, "-m", "hexnet.campaign", "--start", "16x2", "--out", folder / "campaign", "--published", folder / "published",
                    "--sizes", str(SIDE), "--shares", "1", "--games", "20", "--fill", "1000", "--batch", "128", "--rate", "2e-3", "--save", "1",
                    *options], check=True, stdout=subprocess.DEVNULL)
    log = folder / "campaign" / "log.jsonl"
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


def grown(state: Path, samples: int) -> int:
    """The samples of a campaign's state once there are more than these; a busy machine takes a while."""
    until = time.time() + 120
    while time.time() < until:
        found = torch.load(state, weights_only=True)["samples"] if state.exists() else 0
        if found > samples:
            return found
        time.sleep(0.5)
    raise AssertionError(f"a campaign has not learnt from more than {samples} samples")


def stronger(folder: Path) -> dict:
    """What a net wins against the one that it began as. It is stopped in between, killed, begun again and published."""
    state = folder / "campaign" / "state.pt"
    campaign(folder, "--background", "--seconds", "120")
    grown(state, 0)
    campaign(folder, "--stop")
    before = torch.load(state, weights_only=True)["samples"]
    campaign(folder, "--background", "--seconds", "120")
    grown(state, before)
    os.kill(int((folder / "campaign" / "pid").read_text()), signal.SIGKILL)
    between = torch.load(state, weights_only=True)["samples"]
    last = campaign(folder, "--seconds", "45", "--match", "600")[-1]
    assert 0 < before < between < last["samples"], f"it did not go on where it was killed: {before}, {between}, {last['samples']}"
    campaign(folder, "--publish")
    kept = torch.load(folder / "published" / "hex.pt", weights_only=True)
    assert kept["samples"] == last["samples"] and (folder / "published" / "log.jsonl").read_text().endswith(json.dumps(last) + "\n")
    return last["won"]


def taught(tesuji: Path, folder: Path, more: str = "") -> dict:
    """What a net that learnt from lessons says of lessons that were held out. `more` goes into the control."""
    control = f"sides = [{SIDE}]\npositions = 1500\nseed = 1\nleast_nodes = 1\n{more}"
    folder = folder / f"taught{len(more)}"
    subprocess.run([tesuji, "work", "run", "-q", "--out", folder / "lessons", "lessons", control], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([sys.executable, "-m", "hexnet.train", "--lessons", folder / "lessons", "--out", folder / "net", "--steps", "400",
                    "--channels", "16", "--blocks", "2", "--report", "100"], check=True, stdout=subprocess.DEVNULL)
    return json.loads((folder / "net" / "log.jsonl").read_text().splitlines()[-1])[f"held_out_{SIDE}"]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--tesuji", type=Path, required=True, help="the program, target/release/tesuji")
    tesuji = arguments.parse_args().tesuji.resolve()
    warnings.filterwarnings("ignore", category=UserWarning)
    torch.manual_seed(1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        compare_ends()
        found = stronger(folder)
        assert found["won"] > 0.7 * found["games"], f"games made it no stronger: {found}"
        net = load(folder / "published" / "hex.pt")[0]
        with torch.no_grad():
            cells = positions(Folded(net), SIDE, 200)
            numbers = quantize(net, [cells])
        (folder / "tiny.net").write_bytes(numbers.to_bytes())
        compare_folded(net, numbers, cells)
        compare_wider(net, cells)
        for moves in ([], ["c3"], ["a1", "c3"], ["b4", "c2", "d3"], ["e1", "a5", "c3", "b3"]):
            compare(tesuji, numbers, folder / "tiny.net", moves)
        learnt = taught(tesuji, folder)
        assert learnt["value_right"] > 0.8 and learnt["first_guess"] > 0.5, f"lessons taught little: {learnt}"
        learnt = taught(tesuji, folder, "claims = true\n")
        assert learnt["value_right"] > 0.75 and learnt["first_guess"] > 0.2, f"lessons of claims taught little: {learnt}"
    print(f"{found['won']} of {found['games']} games won after some minutes; player, export and program agree")


if __name__ == "__main__":
    main()
