"""Plays and trains a net of Go on all boards for as long as it is left running: `python -m gonet.campaign --generator PROGRAM --out FOLDER`.

The example `go_games` plays with the last net for a while (without one at first, by the player that needs none), then the net is trained
on the games of the last generations, in turns. FOLDER/state.pt is written each minute, FOLDER/games has the games, FOLDER/go.net the net as
the program reads it. FOLDER/log.jsonl has a line for each report; some have figures of games that were held out.

`--published FOLDER` goes on from what outlasts the machine if more samples were seen there, and `--publish` writes it and ends.
"""

from __future__ import annotations

import argparse
import ctypes
import shlex
import shutil
import signal
import subprocess
import time
from pathlib import Path

import numpy as np
import torch

from campaigns import running
from campaigns.learner import WARM_UP

from .export import exported, load
from .model import GraphNet
from .shards import Mixture, shard, split
from .train import Learner, averaged_judge, game_files, held_out

#: Games of a generation are numbered from this many times its number.
NUMBERS = 100_000


def die_with_parent() -> None:
    """A player that is left alone would go on until its time is over."""
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)


class Campaign(running.Campaign):
    """Generations of games and the net that learns from them."""

    checkpoint = "go.pt"

    def __init__(self, given: argparse.Namespace):
        super().__init__(given)
        device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.manual_seed(given.seed)
        published, samples, net = given.published and given.published / self.checkpoint, 0, None
        if published and published.exists():
            net, kept = load(published)
            samples = kept["samples"]
        self.generation, self.due = 0, 0.0
        self.first_games = game_files(given.games)
        state = torch.load(given.out / "state.pt", weights_only=True, map_location=device) if (given.out / "state.pt").exists() else None
        if state and state["samples"] >= samples:
            net = GraphNet(**state["shape"])
            self.generation, self.due = state["generation"], state["due"]
        else:
            state = None
        # What it knows is worth playing with; a new net is not.
        self.plays = net is not None
        self.learner = Learner(net or GraphNet(given.planes, given.channels, given.blocks), given.rate, device)
        self.learner.samples = samples
        if state:
            self.learner.resume(state)
        self.random = np.random.default_rng([given.seed, self.learner.samples])
        self.start_samples = self.learner.samples
        self.played = 0
        self.mixture: Mixture | None = None
        if not given.publish:
            self.read()

    def state(self) -> dict:
        return super().state() | {"generation": self.generation, "due": self.due}

    def folders(self) -> list[Path]:
        return sorted((path for path in (self.given.out / "games").glob("*") if path.is_dir()), key=lambda path: int(path.name))

    def read(self) -> None:
        """Takes up the games of the last generations; older ones are removed."""
        for folder in self.folders()[: -self.given.window]:
            shutil.rmtree(folder)
        self.shards = [shard(path) for path in [*self.first_games, *game_files(self.folders())]]
        self.train, self.test = split(self.shards)
        positions = sum(len(part) for part in self.train)
        self.mixture = Mixture(self.train, self.given.batch) if positions >= self.given.fill else None

    def play(self) -> None:
        """Games of one generation."""
        given, folder = self.given, self.given.out / "games" / str(self.generation)
        folder.mkdir(parents=True, exist_ok=True)
        command = [given.generator, "--out", folder, "--seconds", str(given.play), "--seed", str(given.seed + self.generation),
                   "--first", str(NUMBERS * self.generation), "--threads", str(given.threads), *given.player]
        if self.plays:
            exported(self.learner.averaged().cpu(), [one for one in self.shards if len(one.rows)], given.out / "go.net")
            command += ["--net", given.out / "go.net", *given.net_player]
        player = subprocess.Popen(command, preexec_fn=die_with_parent, stdout=subprocess.DEVNULL)
        while player.poll() is None:
            if self.stopped:
                player.terminate()
            self.tick()
            time.sleep(0.2)
        if player.returncode and not self.stopped:
            raise RuntimeError(f"{given.generator} ended with {player.returncode}")
        before = sum(len(part) for part in self.train)
        self.read()
        found = sum(len(shard(path).rows) for path in game_files([folder]))
        self.played += found
        self.due += found * given.samples_per_position
        self.generation += 1
        if before == 0 and found == 0:
            raise RuntimeError(f"{given.generator} has played no game in {given.play} seconds: a longer --play helps")

    def turn(self) -> None:
        """Some steps of training, or games if what was played is used up."""
        if self.mixture is None or self.due < self.given.batch:
            self.play()
            return
        until = time.time() + 1
        while time.time() < until and self.due >= self.given.batch:
            self.learner.learn(self.mixture.draw(self.random), self.given.rate)
            self.due -= self.given.batch
        self.plays = self.plays or self.learner.steps >= 5 * WARM_UP

    def line(self, thorough: bool) -> dict:
        line = self.head() | self.learner.report() | {"generation": self.generation, "positions": self.played}
        if thorough and self.test:
            line["held_out"] = held_out(averaged_judge(self.learner), self.test)
        return line


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--generator", type=Path, default=Path("target/release/examples/go_games"), help="the program that plays")
    arguments.add_argument("--games", type=Path, nargs="*", default=[], help="further files of games, or folders of them")
    arguments.add_argument("--channels", type=int, default=48)
    arguments.add_argument("--blocks", type=int, default=6)
    arguments.add_argument("--planes", type=int, default=28)
    arguments.add_argument("--play", type=int, default=300, help="seconds that a generation of games takes")
    arguments.add_argument("--player", type=shlex.split, default=[], help="options of the generator: --player='--share 20'")
    arguments.add_argument("--net-player", type=shlex.split, default="--playouts 60 --quick 15", help="further ones, once there is a net")
    arguments.add_argument("--window", type=int, default=50, help="generations that are kept")
    arguments.add_argument("--fill", type=int, default=5_000, help="positions before training begins")
    arguments.add_argument("--samples-per-position", type=float, default=4.0)
    arguments.add_argument("--rate", type=float, default=1e-3)
    running.options(arguments)
    running.start(arguments, Campaign, lambda report: "held_out" in report)


if __name__ == "__main__":
    main()
