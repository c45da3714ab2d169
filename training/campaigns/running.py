"""A campaign of any game: a process in the background that plays and trains until it is stopped, and goes on where it was."""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import resource
import signal
import time
import warnings
from pathlib import Path
from typing import Callable

import torch

from .learner import Learner, publish, write

#: Seconds in which a campaign may end by itself.
PATIENCE = 10


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


class Campaign:
    """What every campaign does. A game gives `turn`, some play and some training, and `line`, a report; and `learner`."""

    #: The checkpoint that is published.
    checkpoint = "net.pt"
    learner: Learner

    def __init__(self, given: argparse.Namespace):
        self.given = given
        self.began, self.stopped = time.time(), False
        self.start_samples = 0

    def turn(self) -> None:
        raise NotImplementedError

    def line(self, thorough: bool) -> dict:
        raise NotImplementedError

    def ended(self) -> bool:
        return self.stopped or bool(self.given.seconds and time.time() - self.began >= self.given.seconds)

    def head(self) -> dict:
        """How each report begins."""
        seconds = time.time() - self.began
        return {"date": time.strftime("%Y-%m-%d"), "device": self.learner.device.type, "seconds": round(seconds),
                "samples_a_second": round((self.learner.samples - self.start_samples) / max(seconds, 1))}

    def run(self) -> None:
        given = self.given
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: setattr(self, "stopped", True))
        self.next_save, self.next_report, self.next_measure = given.save, given.report, given.measure
        while not self.ended():
            self.turn()
            self.tick()
        self.save()
        self.log(self.line(thorough=not self.stopped))

    def tick(self) -> None:
        """Saves and reports, if it is time."""
        given, now = self.given, time.time() - self.began
        if now >= self.next_save:
            self.save()
            self.next_save = now + given.save
        if now >= self.next_report:
            thorough = now >= self.next_measure
            self.log(self.line(thorough))
            self.next_report, self.next_measure = now + given.report, now + given.measure if thorough else self.next_measure

    def state(self) -> dict:
        return self.learner.state()

    def save(self) -> None:
        if not torch.isfinite(self.learner.sums).all():
            raise FloatingPointError(f"the losses are no numbers any more; {self.given.out / 'state.pt'} is from before: a lower --rate helps")
        write(self.state(), self.given.out / "state.pt")

    def log(self, line: dict) -> None:
        print(json.dumps(line), flush=True)
        with (self.given.out / "log.jsonl").open("a") as log:
            log.write(json.dumps(line) + "\n")

    def publish(self, lines: Callable[[dict], bool]) -> str:
        """Writes the checkpoint into the folder of what is published, with those reports that are missing there."""
        given = self.given
        publish(self.learner, given.published / self.checkpoint)
        log, ours = given.published / "log.jsonl", given.out / "log.jsonl"
        known = log.read_text() if log.exists() else ""
        last = json.loads(known.splitlines()[-1])["samples"] if known else -1
        reports = [(line, json.loads(line)) for line in ours.read_text().splitlines()] if ours.exists() else []
        fresh = [line for line, report in reports if lines(report) and report["samples"] > last]
        log.write_text(known + "".join(line + "\n" for line in fresh))
        return f"{given.published}: {self.learner.samples:,} samples, {len(fresh)} new reports"


def background(output: Path) -> None:
    """Goes on as a process of its own; what it prints goes to a file."""
    if os.fork():
        os._exit(0)
    os.setsid()
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for number in (1, 2):
        os.dup2(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644), number)


def options(arguments: argparse.ArgumentParser) -> None:
    """The options of every campaign."""
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--published", type=Path, help="the folder of what outlasts a machine")
    arguments.add_argument("--publish", action="store_true", help="write the last state into the folder of --published, and end")
    arguments.add_argument("--background", action="store_true", help="go on as a process of its own")
    arguments.add_argument("--stop", action="store_true", help="end the campaign that uses this folder")
    arguments.add_argument("--seconds", type=float, default=0.0, help="how long to go on; 0: until it is stopped")
    arguments.add_argument("--batch", type=int, default=256)
    arguments.add_argument("--threads", type=int, default=1)
    arguments.add_argument("--memory", type=int, default=4, help="GiB at most, without a GPU")
    arguments.add_argument("--save", type=float, default=60, help="seconds between two states")
    arguments.add_argument("--report", type=float, default=300, help="seconds between reports")
    arguments.add_argument("--measure", type=float, default=1800, help="seconds between thorough reports")
    arguments.add_argument("--seed", type=int, default=1)


def start(arguments: argparse.ArgumentParser, campaign: type[Campaign], lines: Callable[[dict], bool]) -> None:
    """Does what the options ask for. `lines` chooses the reports that are published."""
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
        campaign(given).run()
    elif not given.published or not (given.out / "state.pt").exists():
        arguments.error(f"expected a folder with --published, and a state in {given.out}")
    else:
        print(campaign(given).publish(lines))
