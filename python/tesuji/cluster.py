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
from dataclasses import dataclass, field
from pathlib import Path
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

    def submit(self, task: str) -> Any:
        """Begins a task, and returns something that stands for it."""

    def wait(self, running: Sequence[Any], seconds: float) -> list[Any]:
        """Those of the tasks that have ended, after at most this time."""

    def result(self, running: Any) -> tuple[str, float]:
        """The outcome of a task that has ended, and its seconds. Raises what went wrong."""


class Ray:
    """A Ray cluster that runs already."""

    def __init__(self, do: Callable[[str], tuple[str, float]] = execute) -> None:
        import ray

        self._ray = ray
        # Whether a task is tried again is decided here, not by Ray.
        self._do = ray.remote(num_cpus=1, max_retries=0)(do)

    def submit(self, task: str) -> Any:
        return self._do.remote(task)

    def wait(self, running: Sequence[Any], seconds: float) -> list[Any]:
        ended, _ = self._ray.wait(list(running), num_returns=1, timeout=seconds)
        return list(ended)

    def result(self, running: Any) -> tuple[str, float]:
        outcome, seconds = self._ray.get(running)
        return outcome, seconds

    def n_cores(self) -> int:
        """The number of tasks that can run at a time."""
        return int(self._ray.cluster_resources().get("CPU", 1))


@dataclass
class Report:
    """What a run did."""

    n_kept: int = 0
    #: Outcomes that were not believed, with the reason.
    refused: list[str] = field(default_factory=list)
    #: Tasks that were lost or failed, with the reason. They were handed out again.
    lost: list[str] = field(default_factory=list)
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

    `at_a_time` is how many tasks are handed out at a time. Ctrl-C stops; what was kept stays, and another run goes on.
    """
    report, since = Report(), time.perf_counter()
    running: dict[Any, tuple[str, str]] = {}
    # Tasks are asked for in lots as long as what runs, so that one of them costs the same however many are open.
    waiting: deque[tuple[str, str]] = deque()
    tries: dict[str, int] = {}
    while not work.is_over:
        if not waiting and len(running) < min(at_a_time, work.n_pending):
            out = {id for id, _ in running.values()}
            waiting.extend(task for task in work.pending(len(running) + at_a_time) if task[0] not in out)
        while waiting and len(running) < at_a_time:
            id, task = waiting.popleft()
            running[executor.submit(task)] = (id, task)
        if not running:
            raise RuntimeError("nothing is running, and the work is not over: please report it")
        for ended in executor.wait(list(running), 1.0):
            id, task = running.pop(ended)
            try:
                outcome, seconds = executor.result(ended)
                if work.keep(task, outcome):
                    report.n_kept += 1
                    report.task_seconds.append(seconds)
            except _tesuji.RefusedError as error:
                report.refused.append(str(error))
                tries[id] = tries.get(id, 0) + 1
            except KeyboardInterrupt:
                raise
            except Exception as error:
                report.lost.append(f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}")
                tries[id] = tries.get(id, 0) + 1
            if tries.get(id, 0) >= MOST_TRIES:
                reason = (report.refused + report.lost)[-1]
                raise RuntimeError(f"task {json.loads(task)['number']} failed {MOST_TRIES} times: {reason}")
            on(report, work)
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
    found: dict[str, Any] = {"kept": report.n_kept, "refused": len(report.refused), "lost": len(report.lost)}
    found |= {"seconds": round(report.seconds, 3), "summary": report.summary}
    print(json.dumps(found if given.json else report.summary, indent=None if given.json else 2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
