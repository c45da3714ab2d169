"""Improves a network by games against itself:
`python -m hexnet.improve --records FILE --tesuji PROGRAM --start CHECKPOINT --out FOLDER`.

Each generation plays games, trains on the latest of them together with the records, and has to win a match against the network
before it. FOLDER/log.jsonl has a line for each generation. Everything goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import warnings
from pathlib import Path

import torch

from .export import load, sample
from .model import HexNet
from .quantize import quantize
from .self_play import RANDOM_STONES, self_play
from .train import Mixture, fit, sources_of, split


def self_play_control(sides: list[int], games: int, rounds: int, thorough: float, seed: int) -> str:
    """Quick games say who wins; their thorough searches say what to play."""
    return (f"sides = {sides}\ngames = {games}\nseed = {seed}\n[play]\nstones = {RANDOM_STONES}\nrounds = {rounds}\n"
            f"quick_rounds = 0\nthorough = {thorough}\nfinished = 0.0\n")


def match_control(tesuji: Path, nets: list[Path], side: int, games: int, leaves: int, seed: int, may_end: bool = True) -> str:
    """The new network against the one before, with equally many judged leaves a move. It ends when a sequential test is sure,
    if it may. One leaf is the policy alone."""
    # In the settings of the player a leaf counts as ten playouts, and a part of ten is as good as ten.
    playouts = 10 * leaves - 9
    players = "".join(
        f"[[player]]\nname = \"{name}\"\nkind = \"gtp\"\ncommand = {json.dumps([str(tesuji), '--net', str(net), 'gtp', '--game', 'hex', '--size', str(side), '--set', 'network=small', '--set', f'playouts={playouts}', '--set', 'net.solver_nodes=0'])}\n"
        for name, net in zip(("new", "old"), nets))
    return (f"title = \"new against old\"\nformat = \"match\"\ngames = {games}\nseed = {seed}\n"
            f"[game]\ngame = \"hex\"\ncolumns = {side}\nrows = {side}\n"
            "[openings]\nrandom-plies = 2\nbalance = { playouts = 300, within = 0.1 }\n"
            + ("[sprt]\nelo0 = 0\nelo1 = 40\nalpha = 0.05\nbeta = 0.05\n" if may_end else "") + players)


def write_net(net: HexNet, records: Path, path: Path) -> None:
    path.write_bytes(quantize(net.eval(), sample(records)).to_bytes())


def result(tesuji: Path, store: Path) -> dict:
    """Games of the new network and how many it won, and what the sequential test says."""
    told = json.loads(subprocess.run([str(tesuji), "match", "report", str(store), "--json"], check=True, capture_output=True).stdout)
    versus = told["pairings"][0]
    return {"games": told["games"], "wins": versus["wins"], "elo": versus["elo"], "sprt": told.get("sprt")}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--records", type=Path, required=True)
    arguments.add_argument("--tesuji", type=Path, required=True, help="the program, target/release/tesuji")
    arguments.add_argument("--start", type=Path, required=True, help="the checkpoint to begin with")
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--generations", type=int, default=1_000_000)
    arguments.add_argument("--sides", type=int, nargs="+", default=[7, 9, 11, 13])
    arguments.add_argument("--games", type=int, default=4_000, help="games of a generation on each board")
    arguments.add_argument("--rounds", type=int, default=100, help="judged leaves of a thorough search")
    arguments.add_argument("--thorough", type=float, default=0.1, help="the share of moves that are searched thoroughly")
    arguments.add_argument("--records-weight", type=float, default=0.4, help="the share of records in a batch, beside 2 of self-play")
    arguments.add_argument("--window", type=int, default=4, help="generations whose games are trained on")
    arguments.add_argument("--steps", type=int, default=2_000)
    arguments.add_argument("--batch", type=int, default=256)
    arguments.add_argument("--rate", type=float, default=1e-3)
    arguments.add_argument("--match", type=int, default=200, help="the most games that decide about a network; 0: it is kept")
    arguments.add_argument("--leaves", type=int, default=20, help="judged leaves a move in these games")
    arguments.add_argument("--jobs", type=int, default=1, help="threads of self-play, of training and of the match")
    arguments.add_argument("--report", type=int, default=100)
    given = arguments.parse_args()
    warnings.filterwarnings("ignore", category=UserWarning)
    torch.set_num_threads(given.jobs)
    given.out.mkdir(parents=True, exist_ok=True)

    train, test = split(given.records)
    best, log = given.start, given.out / "log.jsonl"
    done = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
    for line in done:
        if line["kept"]:
            best = given.out / f"generation-{line['generation']}" / "checkpoint.pt"
    for generation in range(len(done) + 1, given.generations + 1):
        folder = given.out / f"generation-{generation}"
        folder.mkdir(exist_ok=True)
        line = improve(given, generation, folder, best, train, test)
        print(json.dumps(line), flush=True)
        with log.open("a") as out:
            out.write(json.dumps(line) + "\n")
        if line["kept"]:
            best = folder / "checkpoint.pt"


def improve(given: argparse.Namespace, generation: int, folder: Path, best: Path, train: dict, test: dict) -> dict:
    """One generation: games, training, export, match."""
    tesuji, old, new = given.tesuji.resolve(), folder / "old.net", folder / "new.net"
    if not old.exists():
        write_net(load(best)[0], given.records, old)
    control = folder / "self-play.toml"
    control.write_text(self_play_control(given.sides, given.games, given.rounds, given.thorough, generation))
    subprocess.run([tesuji, "--net", old, "work", "run", "--quiet", "-j", str(given.jobs), "--out", folder / "games", "self-play", control],
                   check=True, stdout=subprocess.DEVNULL)

    latest = [given.out / f"generation-{n}" / "games" for n in range(max(1, generation - given.window + 1), generation + 1)]
    sources = sources_of(train, self_play(latest), given.records_weight)
    if not (folder / "checkpoint.pt").exists():
        # The weights of the best network, with a fresh start of the optimizer.
        net, _ = load(best)
    else:
        net = HexNet(**torch.load(folder / "checkpoint.pt", weights_only=True)["shape"])
    last = fit(net, Mixture(sources, given.batch), test, folder, given.steps, given.rate, given.report)
    write_net(net, given.records, new)

    line = {"generation": generation, "from": str(best), "held_out": {k: v for k, v in last.items() if k.startswith("held_out")}}
    if not given.match:
        return line | {"kept": True}
    side = 11 if 11 in given.sides else given.sides[-1]
    play = folder / "new-against-old.match.toml"
    play.write_text(match_control(tesuji, [new.resolve(), old.resolve()], side, given.match, given.leaves, generation))
    store = folder / "new-against-old.match"
    subprocess.run([tesuji, "match", play, "--store", store, "-j", str(given.jobs), "--quiet"], check=True, stdout=subprocess.DEVNULL)
    found = result(tesuji, store)
    return line | found | {"kept": 2 * found["wins"] > found["games"]}


if __name__ == "__main__":
    main()
