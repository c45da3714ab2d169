"""Positions of which it is proved who wins and by which moves: `python -m hexnet.solved --tesuji PROGRAM --net FILE --size 7 --out FILE`.

They come from games of the net NET against itself. The program solves each; those that it does not solve within the bound are left out.
`python -m hexnet.solved --out FILE --judge NET..` reports how often other nets name the winner and choose a move that wins, and what each wins against
each other by first guesses.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from .campaign import opened
from .games import positions
from .lockstep import Folded, Judge, duel, guesser, openings
from .records import cell


def written(boards: np.ndarray) -> str:
    """A file of positions as `tesuji solve` reads it: Black is the player to move, who joins top and bottom."""
    rows = []
    for at, board in enumerate(boards):
        size = len(board)
        lines = ["   " + " ".join(chr(ord("a") + column) for column in range(size))]
        lines += [" " * row + f"{row + 1:2} " + " ".join(".BW"[stone] for stone in line) for row, line in enumerate(board)]
        rows.append(f"[[position]]\nid = 'p{at}'\nto_move = 'black'\ndiagram = '''\n" + "\n".join(lines) + "\n'''\n")
    return "\n".join(rows)


def solve(tesuji: Path, boards: np.ndarray, nodes: int, jobs: int, moves: bool = True) -> list[dict]:
    """Answers of the program, one for each solved board, in the order in which they finish."""
    options = ["--nodes", str(nodes), "--jobs", str(jobs), "--json"] + (["--moves"] if moves else [])
    told = subprocess.run([tesuji, "solve", "-", "--game", "hex", *options], input=written(boards), capture_output=True, text=True)
    if told.returncode not in (0, 1, 3):
        raise RuntimeError(told.stderr)
    return [json.loads(line) for line in told.stdout.splitlines()]


def judged(judge: Judge, solved: dict, bounds: list[int]) -> list[dict]:
    """Accuracy of a net on solved positions, grouped by number of stones; each bound begins a group."""
    rows = []
    cells, won, winning = (torch.from_numpy(solved[key]) for key in ("cells", "won", "winning"))
    logits, value = judge(cells)
    best = logits.argmax(1, keepdim=True)
    stones = (cells != 0).sum((1, 2))
    chooses = winning.gather(1, best).squeeze(1)
    for low, high in zip(bounds, [*bounds[1:], 10_000]):
        here = (stones >= low) & (stones < high)
        # Where every move wins, or none does, there is nothing to choose.
        free = (cells.flatten(1) == 0).sum(1)
        choice = here & won & (winning.sum(1) < free)
        rows.append({"stones": low, "positions": int(here.sum()), "winner": round(((value > 0.5) == won)[here].float().mean().item(), 4),
                     "loss": round(F.binary_cross_entropy(value.clamp(1e-6, 1 - 1e-6)[here], won[here].float()).item(), 4),
                     "choices": int(choice.sum()), "move": round(chooses[choice].float().mean().item(), 4)})
    return rows


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--tesuji", type=Path)
    arguments.add_argument("--net", help="the net that plays: as `hexnet.campaign --start` takes it")
    arguments.add_argument("--judge", nargs="+", default=[], help="nets to be judged by the positions of OUT")
    arguments.add_argument("--games", type=int, default=400, help="of each pair of them")
    arguments.add_argument("--bounds", type=int, nargs="+", default=[1, 6, 12, 18, 24], help="stones at which groups of positions begin")
    arguments.add_argument("--size", type=int, default=7)
    arguments.add_argument("--count", type=int, default=1000)
    arguments.add_argument("--stones", type=int, nargs=2, default=[1, 10_000], help="the least and the most stones")
    arguments.add_argument("--nodes", type=int, default=20_000)
    arguments.add_argument("--jobs", type=int, default=1)
    arguments.add_argument("--winner-only", action="store_true", help="who wins, without the moves that win")
    arguments.add_argument("--seed", type=int, default=7)
    arguments.add_argument("--out", type=Path, required=True)
    given = arguments.parse_args()
    torch.manual_seed(given.seed)
    if given.judge:
        compare(given)
        return
    with torch.no_grad():
        judge = Folded(opened(given.net))
    found = np.zeros((0, given.size, given.size), np.int8)
    while len(found) < given.count:
        fresh = positions(judge, given.size, 4 * given.count).numpy()
        stones = (fresh != 0).sum((1, 2))
        found = np.unique(np.concatenate([found, fresh[(stones >= given.stones[0]) & (stones <= given.stones[1])]]), axis=0)
    found = found[np.random.default_rng(given.seed).permutation(len(found))[: given.count]]
    told = solve(given.tesuji, found, given.nodes, given.jobs, not given.winner_only)
    told = {int(line["id"][1:]): line for line in told}
    kept = [at for at in range(len(found)) if told[at]["winner"] and (given.winner_only or told[at]["decided"])]
    winning = np.zeros((len(kept), given.size**2), bool)
    for row, at in enumerate(kept):
        for name in told[at].get("winning_moves") or []:
            winning[row, cell(name)[0] * given.size + cell(name)[1]] = True
    won = np.array([told[at]["winner"] == "black" for at in kept])
    np.savez_compressed(given.out, cells=found[kept], won=won, winning=np.packbits(winning, 1))
    stones = (found[kept] != 0).sum((1, 2))
    print(f"{given.out}: {len(kept)} of {len(found)} positions solved, {won.sum()} won by the player to move, {stones.min()} to {stones.max()} stones")


def compare(given: argparse.Namespace) -> None:
    """Prints how right each net is, and how many games each wins against each other."""
    solved = positions_of(given.out)
    with torch.no_grad():
        judges = [Folded(opened(name)) for name in given.judge]
        for name, judge in zip(given.judge, judges):
            for row in judged(judge, solved, given.bounds):
                print(json.dumps({"net": name} | row))
        size = solved["cells"].shape[1]
        for one, (name, judge) in enumerate(zip(given.judge, judges)):
            won = []
            for other, rival in enumerate(judges):
                # The same openings, from all boards with two stones, for every pair.
                torch.manual_seed(given.seed + min(one, other) * 1000 + max(one, other))
                start = openings(judge, size, given.games // 2, judge.device, torch.full((given.games // 2,), 2), tries=1)
                won.append(None if one == other else duel(guesser(judge), guesser(rival), start))
            print(json.dumps({"net": name, "games": given.games, "won": won}), flush=True)


def positions_of(path: Path) -> dict[str, np.ndarray]:
    """What `main` has written."""
    kept = dict(np.load(path))
    kept["winning"] = np.unpackbits(kept["winning"], 1, count=kept["cells"].shape[1] ** 2).astype(bool)
    return kept


if __name__ == "__main__":
    main()
