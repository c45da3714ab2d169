"""Plays and trains for as long as it is left running: `python -m hexnet.campaign --start NET --out FOLDER`.

A net plays against itself without a search (`hexnet.games`) and is trained on how its moves came out, over and over, on a GPU or on
processors. FOLDER/state.pt is written each minute and has all that goes on; games under way when it stops are begun anew. FOLDER/log.jsonl
has a line for each report; in some of them `won` says what the net wins by first guesses against the one of `--start`.

What outlasts the machine is a small checkpoint and the lines of the reports: `--published FOLDER` goes on from there if more samples were
seen there, and `--publish` writes both from the last state and ends.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import math
import os
import re
import resource
import signal
import time
import warnings
from dataclasses import replace
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional as F

from .export import load
from .games import Games, Teacher
from .lessons import lessons
from .lockstep import Folded, duel, guesser, openings, searcher
from .model import HexNet, fresh
from .records import Positions
from .restore import read, restore
from .searched import SearchedGames
from .train import optimizer_of

#: Steps in which the average of the weights forgets: the average is what is kept and measured.
MEMORY = 1000

#: Gradients are clipped to this norm.
LONGEST_GRADIENT = 2.0

#: Seconds in which a campaign may end by itself.
PATIENCE = 10


class Learner:
    """A net that is trained, the running average of its weights, and what training needs."""

    def __init__(self, net: HexNet, rate: float, device: torch.device):
        self.net = net.to(device, memory_format=torch.channels_last).eval()
        self.average = [p.detach().clone() for p in self.net.parameters()]
        self.optimizer = optimizer_of(self.net, rate)
        self.rate, self.device = rate, device
        self.steps = self.samples = 0
        self.sums = torch.zeros(4, device=device)
        # Gradients need the range of 32 bits; of a GPU's kinds with 16 bits one has it.
        self.kind = torch.bfloat16 if device.type == "cuda" else torch.float32

    def learn(self, cells: Tensor, move: Tensor, worth: Tensor, rate: float) -> None:
        """One step: how a move came out is what the net should have said of it and of the position."""
        logits, value = self.logits(cells)
        chosen = F.binary_cross_entropy_with_logits(logits.gather(1, move[:, None]).squeeze(1), worth)
        self.step(chosen, value, worth, rate)

    def logits(self, cells: Tensor) -> tuple[Tensor, Tensor]:
        """The logits of all cells and of the chance to win, to be trained through."""
        return Folded(self.net, self.kind).logits(cells)

    def step(self, chosen: Tensor, value: Tensor, worth: Tensor, rate: float) -> None:
        """One step, by a loss of moves and by the values of positions beside what they were worth."""
        outcome = F.binary_cross_entropy_with_logits(value, worth)
        for group in self.optimizer.param_groups:
            group["lr"] = rate * min(1.0, (self.steps + 1) / 200)
        self.optimizer.zero_grad(set_to_none=True)
        (chosen + outcome).backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), LONGEST_GRADIENT)
        self.optimizer.step()
        self.steps += 1
        self.samples += len(worth)
        with torch.no_grad():
            torch._foreach_lerp_(self.average, list(self.net.parameters()), max(1 / MEMORY, 1 / self.steps))
            right = ((value > 0) == (worth > 0.5)).float().mean()
            self.sums += torch.stack([torch.ones_like(right), chosen, outcome, right])

    def averaged(self) -> HexNet:
        """The net with the average of its weights."""
        net = HexNet(**self.net.shape).to(self.device, memory_format=torch.channels_last).eval()
        net.load_state_dict(self.net.state_dict())
        with torch.no_grad():
            for mine, average in zip(net.parameters(), self.average):
                mine.copy_(average)
        return net

    def report(self) -> dict:
        steps, chosen, outcome, right = self.sums.tolist()
        self.sums.zero_()
        steps = max(steps, 1)
        return {"steps": self.steps, "samples": self.samples, "move_loss": round(chosen / steps, 4), "value_loss": round(outcome / steps, 4),
                "winner_right": round(right / steps, 4)}

    def state(self) -> dict:
        return {"net": self.net.state_dict(), "average": self.average, "optimizer": self.optimizer.state_dict(), "steps": self.steps,
                "samples": self.samples, "shape": self.net.shape}

    def resume(self, state: dict) -> None:
        self.net.load_state_dict(state["net"])
        for mine, kept in zip(self.average, state["average"]):
            mine.copy_(kept)
        self.optimizer.load_state_dict(state["optimizer"])
        self.steps, self.samples = state["steps"], state["samples"]


def write(data: dict, path: Path) -> None:
    """Writes a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + ".new")
    torch.save(data, fresh)
    os.replace(fresh, path)


def publish(learner: Learner, path: Path) -> None:
    """Writes the average of the weights with 16 bits: a checkpoint for `hexnet.export` and for the next start."""
    weights = {key: value.half().cpu() if value.is_floating_point() else value.cpu() for key, value in learner.averaged().state_dict().items()}
    write({"net": weights, "shape": learner.net.shape, "step": learner.steps, "samples": learner.samples}, path)


def published(given: argparse.Namespace, learner: Learner) -> str:
    """Writes the checkpoint into the folder of what is published, with the reports that are missing there."""
    publish(learner, given.published / "hex.pt")
    log, ours = given.published / "log.jsonl", given.out / "log.jsonl"
    known = log.read_text() if log.exists() else ""
    last = json.loads(known.splitlines()[-1])["samples"] if known else -1
    fresh = [line for line in ours.read_text().splitlines() if "won" in line and json.loads(line)["samples"] > last] if ours.exists() else []
    log.write_text(known + "".join(line + "\n" for line in fresh))
    return f"{given.published}: {learner.samples:,} samples, {len(fresh)} new reports"


def winners(learner: Learner, first: Folded, size: int, games: int, player) -> dict:
    """How many of two games from each opening of two stones the average wins against the net of the start."""
    with torch.no_grad():
        start = openings(first, size, games // 2, learner.device, torch.full((games // 2,), 2, device=learner.device))
        one, other = (player(judge) for judge in (Folded(learner.averaged()), first))
        return {"games": 2 * len(start), "won": duel(one, other, start)}


def kind_of(teacher: Teacher) -> type[Games]:
    return SearchedGames if teacher.search else Games


class Held:
    """A folder that one campaign at a time may use; `pid` in it says which process does."""

    def __init__(self, folder: Path):
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / "pid"
        self.file = self.path.open("a+")

    def take(self) -> bool:
        """Whether the folder was free; it is held until the process ends, however it ends."""
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        self.file.truncate(0)
        self.file.write(str(os.getpid()))
        self.file.flush()
        return True

    def stop(self) -> str:
        """Asks the process that holds the folder to end. On a busy machine it may hardly run; then it is killed, and what it did
        since the last save is lost."""
        if self.take():
            return "no campaign is running"
        self.file.seek(0)
        number = int(self.file.read())
        os.kill(number, signal.SIGTERM)
        until = time.time() + PATIENCE
        while not self.take():
            if time.time() > until:
                os.kill(number, signal.SIGKILL)
            time.sleep(0.2)
        return "stopped; the next start goes on from here"


class Lessons:
    """Positions of one size that the solver has decided: a move that wins is worth 1, and every move of a lost position nothing."""

    def __init__(self, data: Positions, device: torch.device):
        self.size = data.size
        self.cells, self.move, self.won, self.known = (torch.from_numpy(numbers).to(device)
                                                       for numbers in (data.cells, data.move, data.won, data.policy_weight > 0))
        # What is won by a move that nobody has named teaches nothing here.
        self.of_use = (self.known | (self.won < 0.5)).nonzero().squeeze(1)

    def draw(self, count: int) -> tuple[Tensor, Tensor, Tensor]:
        at = self.of_use[torch.randint(len(self.of_use), (count,), device=self.of_use.device)]
        cells = self.cells[at]
        some = torch.rand(count, self.size**2, device=cells.device).masked_fill(cells.flatten(1) != 0, -1).argmax(1)
        return cells, torch.where(self.known[at], self.move[at], some), self.won[at]


def opened(name: str) -> HexNet:
    """The net of a checkpoint, one that the program reads, or one of this shape that knows nothing."""
    if shape := re.fullmatch(r"(\d+)x(\d+)", name):
        torch.manual_seed(1)
        return fresh(*map(int, shape.groups()))
    return restore(read(Path(name).read_bytes())) if name.endswith(".net") else load(Path(name))[0]


class Campaign:
    """Games of all sizes and the net that learns from them."""

    def __init__(self, given: argparse.Namespace):
        self.given = given
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        with torch.no_grad():
            self.first = Folded(opened(given.start).to(self.device))
        net, samples = opened(given.start), 0
        if given.published and (given.published / "hex.pt").exists():
            net, kept = load(given.published / "hex.pt")
            samples = kept["samples"]
        self.learner = Learner(net, given.rate, self.device)
        self.learner.samples = samples
        if (given.out / "state.pt").exists():
            state = torch.load(given.out / "state.pt", weights_only=True, map_location=self.device)
            if state["samples"] >= samples:
                self.learner.resume(state)
        teacher = replace(Teacher(), **json.loads(given.teacher))
        kind = kind_of(teacher)
        self.games = {size: kind(size, max(2, given.games * 121 // size**2), teacher, given.capacity, self.device) for size in given.sizes}
        self.share = dict(zip(given.sizes, given.shares, strict=True))
        found = lessons(given.lessons)[1] if given.lessons else {}
        self.lessons = {size: Lessons(data, self.device) for size, data in found.items()}
        # Seeded by how far training has come, so that a second start does not repeat the first.
        torch.manual_seed(given.seed + self.learner.samples)
        self.began, self.start_samples = time.time(), self.learner.samples
        self.stopped = False

    def rate(self) -> float:
        """Even while there is no end in sight; near the end of a run with a bound it falls along half a wave."""
        if not self.given.seconds:
            return self.given.rate
        part = (time.time() - self.began) / self.given.seconds
        return self.given.rate * (0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * min(1.0, max(0.0, (part - 0.6) / 0.4)))))

    def turn(self) -> None:
        """A few moves of the size whose turn it is, and as many samples of training as positions were played."""
        size = min(self.games, key=lambda size: self.games[size].played / self.share[size])
        games, given = self.games[size], self.given
        before = games.played
        with torch.no_grad():
            games.cycle(Folded(self.learner.net))
        if len(games.ring) < given.fill:
            return
        games.due += (games.played - before) * given.samples_per_position
        while games.due >= given.batch:
            few = int(given.batch * given.lessons_share) if size in self.lessons else 0
            games.teach(self.learner, given.batch, self.lessons.get(size), few, self.rate())
            games.due -= given.batch

    def line(self, thorough: bool) -> dict:
        seconds = time.time() - self.began
        line = {"date": time.strftime("%Y-%m-%d"), "device": self.device.type, "seconds": round(seconds)} | self.learner.report()
        line["games"] = {size: of.ended for size, of in self.games.items()}
        line["positions"] = sum(of.played for of in self.games.values())
        line["samples_a_second"] = round((self.learner.samples - self.start_samples) / max(seconds, 1))
        if thorough and self.given.match:
            size = 11 if 11 in self.games else self.given.sizes[-1]
            line["won"] = winners(self.learner, self.first, size, self.given.match, guesser)
            if self.given.searched_match:
                line["won_searched"] = winners(self.learner, self.first, size, self.given.searched_match, lambda judge: searcher(judge, 16))
        return line

    def run(self) -> None:
        given = self.given
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: setattr(self, "stopped", True))
        next_save, next_report, next_match = given.save, given.report, given.measure
        while not self.stopped and not (given.seconds and time.time() - self.began >= given.seconds):
            self.turn()
            now = time.time() - self.began
            if now >= next_save:
                self.save()
                next_save = now + given.save
            if now >= next_report:
                thorough = now >= next_match
                self.log(self.line(thorough))
                next_report, next_match = now + given.report, now + given.measure if thorough else next_match
        self.save()
        self.log(self.line(thorough=not self.stopped))

    def save(self) -> None:
        if not torch.isfinite(self.learner.sums).all():
            raise FloatingPointError(f"the losses are no numbers any more; {self.given.out / 'state.pt'} is from before: a lower --rate helps")
        write(self.learner.state(), self.given.out / "state.pt")

    def log(self, line: dict) -> None:
        print(json.dumps(line), flush=True)
        with (self.given.out / "log.jsonl").open("a") as log:
            log.write(json.dumps(line) + "\n")


def background(output: Path) -> None:
    """Goes on as a process of its own; what it prints goes to a file."""
    if os.fork():
        os._exit(0)
    os.setsid()
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for number in (1, 2):
        os.dup2(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644), number)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--start", required=True, help="the net to begin with and to be measured against: a checkpoint, a .net, or 32x6 for a fresh one")
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--published", type=Path, help="the folder of what outlasts a machine")
    arguments.add_argument("--publish", action="store_true", help="write the last state into the folder of --published, and end")
    arguments.add_argument("--background", action="store_true", help="go on as a process of its own")
    arguments.add_argument("--stop", action="store_true", help="end the campaign that uses this folder")
    arguments.add_argument("--lessons", type=Path, nargs="+", default=[], help="folders that `tesuji work run lessons` has filled")
    arguments.add_argument("--lessons-share", type=float, default=0.15, help="of a batch, where there are lessons of its size")
    arguments.add_argument("--seconds", type=float, default=0.0, help="how long to go on; 0: until it is stopped")
    arguments.add_argument("--sizes", type=int, nargs="+", default=[7, 9, 11, 13])
    arguments.add_argument("--shares", type=float, nargs="+", default=[0.05, 0.1, 0.5, 0.35], help="of the positions, for each size")
    arguments.add_argument("--games", type=int, default=64, help="games at once on 11x11; on other boards by their cells")
    arguments.add_argument("--capacity", type=int, default=200_000, help="positions of each size that are kept")
    arguments.add_argument("--fill", type=int, default=5_000, help="positions of a size before it is trained on")
    arguments.add_argument("--samples-per-position", type=float, default=1.0)
    arguments.add_argument("--batch", type=int, default=256)
    arguments.add_argument("--rate", type=float, default=5e-4)
    arguments.add_argument("--teacher", default="{}", help="what differs from `hexnet.games.Teacher`, as JSON")
    arguments.add_argument("--threads", type=int, default=1)
    arguments.add_argument("--memory", type=int, default=4, help="GiB at most, without a GPU")
    arguments.add_argument("--save", type=float, default=60, help="seconds between two states")
    arguments.add_argument("--report", type=float, default=300, help="seconds between reports")
    arguments.add_argument("--measure", type=float, default=1800, help="seconds between reports with a match")
    arguments.add_argument("--match", type=int, default=200, help="games of a match")
    arguments.add_argument("--searched-match", type=int, default=0, help="games of another with a small search")
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    warnings.filterwarnings("ignore", category=UserWarning)
    torch.set_num_threads(given.threads)
    held = Held(given.out)
    if given.stop:
        print(held.stop())
        return
    if not given.publish and not held.take():
        arguments.error(f"another campaign uses {given.out}: --stop ends it")
    if given.background:
        print(f"{given.out / 'log.jsonl'} has a line every {given.report:.0f} seconds; --stop ends it", flush=True)
        background(given.out / "output")
        # The process is another one now.
        held.take()
    if torch.cuda.is_available():
        torch.backends.cudnn.benchmark = True
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    else:
        # Beyond this an allocation fails, and the next start goes on from what was kept.
        resource.setrlimit(resource.RLIMIT_DATA, (given.memory << 30, given.memory << 30))
    if not given.publish:
        Campaign(given).run()
    elif not given.published or not (given.out / "state.pt").exists():
        arguments.error(f"expected a folder with --published, and a state in {given.out}")
    else:
        print(published(given, Campaign(given).learner))


if __name__ == "__main__":
    main()
