"""Long work on a Ray cluster: the same control files, the same results, the same stores.

    python -m tesuji.cluster claims problems.toml --out answers --address 127.0.0.1:6379

The machine that runs this asks for open tasks, hands them out, and keeps what comes back. Workers need nothing but this
package. A worker that is lost costs the tasks that it was doing; they are handed out again. A worker that lies is refused:
proofs are believed only if the checker accepts their certificates. Needs `pip install tesuji[ray]`.
"""

from __future__ import annotations

import argparse
import contextlib
import heapq
import json
import socket
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Protocol

from . import _tesuji

__all__ = ["Executor", "Ray", "Report", "execute", "open_work", "run", "simulate"]

#: The kinds of work.
KINDS = ("match", "claims", "openings", "templates", "study", "proof", "lessons")
#: How often a task may fail before the run ends: as often as in a run on one machine.
MOST_TRIES = _tesuji.MOST_TRIES


def execute(task: str) -> tuple[str, float]:
    """Does a task (JSON). Returns its outcome (JSON) and the seconds that it took."""
    since = time.perf_counter()
    outcome = _tesuji.execute(task)
    return outcome, time.perf_counter() - since


def open_work(kind: str, control: str, out: str | Path, **options: Any) -> _tesuji.Work:
    """Opens work, or goes on with it: see docs/CLUSTERS.md for the kinds, their controls and options."""
    return _tesuji.Work(kind, control, Path(out), json.dumps(options))


class Executor(Protocol):
    """Whatever does tasks elsewhere."""

    def submit(self, task: str) -> Future[tuple[str, float]]:
        """Begins a task. The future has what `execute` returns, or what went wrong in the last of its tries."""


class Ray:
    """A Ray cluster that runs already. Ray itself tries a task again when it fails or its machine is lost."""

    def __init__(self, do: Callable[[str], tuple[str, float]] = execute) -> None:
        import ray

        self._ray = ray
        self._do = ray.remote(num_cpus=1, max_retries=MOST_TRIES - 1, retry_exceptions=True)(do)

    def submit(self, task: str) -> Future[tuple[str, float]]:
        future: Future[tuple[str, float]] = self._do.remote(task).future()
        return future

    def n_cores(self) -> int:
        """The number of tasks that can run at a time."""
        return int(self._ray.cluster_resources().get("CPU", 1))


@dataclass
class Report:
    """What a run did."""

    n_kept: int = 0
    #: Outcomes that were not believed, with the reason. Their tasks were handed out again.
    refused: list[str] = field(default_factory=list)
    #: Tasks that cannot be done, by number, with the reason of the last try.
    stuck: dict[int, str] = field(default_factory=dict)
    #: The seconds of each task whose outcome was kept.
    task_seconds: list[float] = field(default_factory=list)
    #: The seconds of the whole run.
    seconds: float = 0.0
    summary: Any = None


def run(
    work: _tesuji.Work,
    executor: Executor,
    *,
    at_a_time: int,
    on: Callable[[Report, _tesuji.Work], None] = lambda report, work: None,
) -> Report:
    """Does everything that is open. What is kept does not depend on who did it, or in which order.

    `at_a_time` is how many tasks are handed out at a time. Ctrl-C stops; what was kept stays, and another run goes on. A
    task that fails in all its tries is left out, and raises RuntimeError when the others are done.
    """
    report, since = Report(), time.perf_counter()
    ended: SimpleQueue[tuple[int, str, Future[tuple[str, float]]]] = SimpleQueue()
    running: set[int] = set()
    n_refused: dict[int, int] = {}
    # Tasks are asked for in lots, after the last number that was handed out. So one of them costs the same however many are
    # open or running.
    waiting: deque[tuple[int, str]] = deque()
    last = 0

    def next_task() -> tuple[int, str] | None:
        nonlocal last
        n_left = work.n_pending - len(running) - len(report.stuck)
        for _ in range(3 if n_left > 0 else 0):
            while waiting:
                number, task = waiting.popleft()
                if number not in running and number not in report.stuck:
                    return number, task
            lot = work.pending(last, at_a_time)
            waiting.extend(lot)
            # After the last of all come those that were refused.
            last = lot[-1][0] if lot else 0
        return None

    def report_end(number: int, task: str, future: Future[tuple[str, float]]) -> None:
        ended.put((number, task, future))

    while not work.is_over:
        while len(running) < at_a_time and (found := next_task()):
            number, task = found
            running.add(number)
            executor.submit(task).add_done_callback(partial(report_end, number, task))
        if not running:
            break
        number, task, future = ended.get()
        running.remove(number)
        try:
            outcome, seconds = future.result()
        except Exception as error:
            report.stuck[number] = f"{type(error).__name__}: {(str(error).splitlines() or [''])[0]}"
        else:
            try:
                if work.keep(task, outcome):
                    report.n_kept += 1
                    report.task_seconds.append(seconds)
            except _tesuji.RefusedError as error:
                report.refused.append(str(error))
                n_refused[number] = n_refused.get(number, 0) + 1
                if n_refused[number] >= MOST_TRIES:
                    report.stuck[number] = str(error)
        on(report, work)
    if report.stuck:
        number, reason = next(iter(report.stuck.items()))
        raise RuntimeError(f"task {number} failed {MOST_TRIES} times: {reason}")
    if not work.is_over:
        raise RuntimeError("nothing is running, and the work is not over: please report it")
    report.seconds = time.perf_counter() - since
    report.summary = json.loads(work.summary())
    return report


def simulate(task_seconds: Iterable[float], overhead: float, cores: int) -> float:
    """The seconds that tasks of these lengths take on this many cores, in the order in which they are handed out, if one
    machine hands them out and each costs it `overhead` seconds. It is what a run would take if nothing else were slow.

    >>> simulate([1.0] * 8, 0.0, 4)
    2.0
    >>> simulate([1.0] * 8, 0.5, 1000)
    5.0
    """
    free = [0.0] * cores
    heapq.heapify(free)
    handed_out, end = 0.0, 0.0
    for seconds in task_seconds:
        handed_out += overhead
        begin = max(heapq.heappop(free), handed_out)
        heapq.heappush(free, begin + seconds)
        end = max(end, begin + seconds)
    return end


def reach(address: str | None) -> None:
    """Raises OSError if nothing listens at HOST:PORT, where Ray would wait for minutes."""
    host, separator, port = (address or "").rpartition(":")
    if separator and port.isdecimal() and "/" not in host:
        socket.create_connection((host, int(port)), timeout=10).close()


def main(arguments: Sequence[str] | None = None) -> int:
    """The command `python -m tesuji.cluster`."""
    parser = argparse.ArgumentParser(prog="python -m tesuji.cluster", description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=KINDS, help="what to do")
    parser.add_argument("control", help="the control file, as for `tesuji work`")
    parser.add_argument("--out", required=True, help="where outcomes are kept: a match file, or a folder")
    parser.add_argument("--address", help="the head of the cluster, such as 127.0.0.1:6379; without it Ray runs here")
    parser.add_argument("--options", default="{}", help="options of the work as JSON: {\"nodes\": 1000}")
    parser.add_argument("--ahead", type=int, default=2, help="tasks handed out for each core")
    parser.add_argument("--json", action="store_true", help="print what the run did as JSON")
    given = parser.parse_args(arguments)
    try:
        import ray
    except ImportError:
        print("this needs Ray: pip install 'tesuji[ray]'", file=sys.stderr)
        return 2
    try:
        options = json.loads(given.options)
        work = open_work(given.kind, given.control, given.out, **options)
    except (_tesuji.TesujiError, json.JSONDecodeError, TypeError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2

    def show(report: Report, work: _tesuji.Work) -> None:
        print(f"\r{work.n_tasks - work.n_pending} of {work.n_tasks} tasks", end="", file=sys.stderr)

    # Ray prints messages to standard output, which is for the result alone.
    with contextlib.redirect_stdout(sys.stderr):
        try:
            reach(given.address)
            ray.init(address=given.address, log_to_driver=False, logging_level="ERROR", include_dashboard=False)
        except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
            where = f"cannot connect to the cluster at {given.address}" if given.address else "Ray does not start here"
            print(f"error: {where}: {(str(error).splitlines() or ['no reason given'])[0]}", file=sys.stderr)
            return 1
        try:
            executor = Ray()
            report = run(work, executor, at_a_time=max(1, given.ahead) * executor.n_cores(), on=show)
        except KeyboardInterrupt:
            print("\nstopped; run it again to go on", file=sys.stderr)
            return 130
        except RuntimeError as error:
            print(f"\nerror: {error}", file=sys.stderr)
            return 1
        finally:
            # Of a cluster that was there before, only this connection ends.
            ray.shutdown()
    print(file=sys.stderr)
    for reason in report.refused:
        print(f"refused: {reason}", file=sys.stderr)
    found: dict[str, Any] = {"kept": report.n_kept, "refused": len(report.refused)}
    found |= {"seconds": round(report.seconds, 3), "summary": report.summary}
    print(json.dumps(found if given.json else report.summary, indent=None if given.json else 2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
