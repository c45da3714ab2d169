"""Work in tasks: on executors that lose, double and lie; and on a real Ray cluster of which one machine is killed."""

import json
import os
import random
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from tesuji import _tesuji, cluster

ROOT = Path(__file__).resolve().parents[2]
ZIGGURAT = str(ROOT / "examples/ziggurat.toml")
MATCH = """
format = "match"
games = 6
seed = 5
game = { game = "hex", columns = 4, rows = 4 }
[[player]]
name = "chance"
kind = "random"
[[player]]
name = "search"
kind = "uct"
playouts = 50
"""
POSITION = "[[position]]\nid = \"a3\"\nboard = \"5x5\"\nblack = \"a3\"\nto_move = \"white\"\n"


def works(folder):
    """The kinds of work with a small control each, and options."""
    (folder / "match.toml").write_text(MATCH)
    (folder / "templates.toml").write_text("row = 2\nwidth = 3\n")
    (folder / "position.toml").write_text(POSITION)
    return [
        ("match", str(folder / "match.toml"), {}),
        ("claims", ZIGGURAT, {}),
        ("openings", "4", {}),
        ("templates", str(folder / "templates.toml"), {}),
        ("study", "sato2016/table1", {}),
        ("proof", str(folder / "position.toml"), {"nodes": 1}),
    ]


class Careless:
    """Does tasks here on three threads, in any order, each with as many tries as Ray gives it. Loses some of these."""

    def __init__(self, seed, do=cluster.execute, loses=0.3):
        self.random, self.do, self.loses = random.Random(seed), do, loses
        self.pool = ThreadPoolExecutor(3)

    def submit(self, task):
        return self.pool.submit(self.attempt, task, [self.random.random() for _ in range(cluster.MOST_TRIES)])

    def attempt(self, task, luck):
        for chance in luck:
            time.sleep(chance / 1000)
            if chance >= self.loses:
                return self.do(task)
        raise ConnectionError("the machine is gone")


def settled(kind, summary):
    """What of a summary may not depend on who did the work. A proof grows as its leaves come in."""
    if kind == "proof":
        return summary["winner"]
    text = json.dumps(summary, sort_keys=True)
    return text


@pytest.mark.parametrize("number", range(6))
def test_a_careless_cluster_keeps_what_one_machine_keeps(tmp_path, number):
    kind, control, options = works(tmp_path)[number]
    alone = cluster.open_work(kind, control, tmp_path / "alone", **options)
    assert alone.run(threads=2) == "complete"
    careless = cluster.open_work(kind, control, tmp_path / "careless", **options)
    report = None
    for seed in range(50):
        try:
            report = cluster.run(careless, Careless(seed), at_a_time=3)
            break
        except RuntimeError as error:
            assert "machine is gone" in str(error)
    assert report is not None and careless.is_over
    if kind != "match":
        assert settled(kind, report.summary) == settled(kind, json.loads(alone.summary()))
    else:
        games = [_tesuji.match_games(tmp_path / name) for name in ("alone", "careless")]
        for rows in games:
            for row in rows:
                row.pop("black_seconds"), row.pop("white_seconds")
        assert games[0] == games[1]


class Many:
    """Work of many tasks, which counts how often one is written out."""

    def __init__(self, n):
        self.open, self.last, self.n_written = {number: None for number in range(1, n + 1)}, n, 0

    n_pending = property(lambda self: len(self.open))
    is_over = property(lambda self: not self.open)

    def pending(self, last, most):
        numbers = (number for number in range(last + 1, self.last + 1) if number in self.open)
        tasks = [(number, str(number)) for number, _ in zip(numbers, range(most))]
        self.n_written += len(tasks)
        return tasks

    def keep(self, task, outcome):
        del self.open[int(task)]
        return True

    def summary(self):
        return "null"


@pytest.mark.parametrize("n", [100, 10_000])
def test_a_task_costs_the_head_the_same_however_many_are_open(n):
    class Swift:
        def submit(self, task):
            future = Future()
            future.set_result((task, 0.0))
            return future

    work = Many(n)
    report = cluster.run(work, Swift(), at_a_time=50)
    assert report.n_kept == n and work.n_written == n


def test_a_task_that_always_fails_is_named_when_the_others_are_done():
    class Unlucky:
        def submit(self, task):
            future = Future()
            if task == "7":
                future.set_exception(ConnectionError("the machine is gone"))
            else:
                future.set_result((task, 0.0))
            return future

    work = Many(100)
    with pytest.raises(RuntimeError, match="task 7 failed 3 times: ConnectionError: the machine is gone"):
        cluster.run(work, Unlucky(), at_a_time=10)
    assert list(work.open) == [7]


def test_a_liar_is_refused_and_named(tmp_path):
    lies = []

    def lie(task):
        outcome, seconds = cluster.execute(task)
        changed = json.loads(outcome)
        if not lies and "holds" in outcome:
            lies.append(task)
            text = outcome.replace('"holds"', '"fails"') if '"holds"' in outcome else outcome
            changed = json.loads(text)
            if changed == json.loads(outcome):
                changed["result"]["holds"] = not changed["result"]["holds"]
        return json.dumps(changed), seconds

    work = cluster.open_work("claims", ZIGGURAT, tmp_path / "out")
    report = cluster.run(work, Careless(1, lie, loses=0), at_a_time=2)
    assert len(lies) == 1 and len(report.refused) == 1, report
    assert "refused" in report.refused[0]
    alone = cluster.open_work("claims", ZIGGURAT, tmp_path / "alone")
    alone.run()
    assert report.summary == json.loads(alone.summary())


def test_a_task_that_was_changed_is_not_done(tmp_path):
    work = cluster.open_work("openings", "3", tmp_path / "out")
    [(_, task)] = work.pending(0, 1)
    changed = json.loads(task)
    changed["content"]["side"] = 4
    with pytest.raises(_tesuji.TesujiError, match="id"):
        cluster.execute(json.dumps(changed))


def free_port():
    """A port that nobody uses just now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Nodes:
    """A Ray cluster on loopback: a head without processors, and workers with one each. Only what it began is ended."""

    def __init__(self, n_workers, folder):
        self.port = free_port()
        # Names of sockets are short, so this is not below the folder of the test.
        self.folder = tempfile.mkdtemp(prefix="ray")
        token = folder / "token"
        token.write_text(secrets.token_hex(32))
        token.chmod(0o600)
        self.environment = {
            **os.environ,
            "RAY_AUTH_MODE": "token",
            "RAY_AUTH_TOKEN_PATH": str(token),
            "RAY_USAGE_STATS_ENABLED": "0",
            "PYTHONPATH": str(ROOT / "python"),
        }
        self.address = f"127.0.0.1:{self.port}"
        ports = ["--node-ip-address=127.0.0.1", "--object-store-memory=100000000", "--disable-usage-stats", "--block"]
        head = ["--head", f"--port={self.port}", "--num-cpus=0", "--include-dashboard=false", f"--temp-dir={self.folder}"]
        self.processes = [self.start([*head, *ports])]
        self.wait_for(self.has_port)
        for _ in range(n_workers):
            # Two that start at once on one machine take the same names for their sockets, and one of them ends.
            self.wait_for(lambda: len(self.sockets()) == len(self.processes))
            self.processes.append(self.start([f"--address={self.address}", "--num-cpus=1", *ports]))
        self.wait_for(lambda: len(self.sockets()) == len(self.processes))

    def start(self, arguments):
        ray = Path(sys.executable).with_name("ray")
        return subprocess.Popen(
            [str(ray), "start", *arguments],
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def sockets(self):
        return list((Path(self.folder) / "session_latest" / "sockets").glob("raylet*"))

    def has_port(self):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    @staticmethod
    def wait_for(is_there):
        for _ in range(1200):
            if is_there():
                return
            time.sleep(0.1)
        raise AssertionError("a machine of the cluster did not start")

    def kill(self, number):
        """Ends a machine with everything that runs on it, as a power cut does."""
        try:
            os.killpg(self.processes[number].pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.processes[number].wait()

    def end(self):
        for number in reversed(range(len(self.processes))):
            self.kill(number)
        shutil.rmtree(self.folder, ignore_errors=True)


RUN = """
import json, os, signal, sys, time
import ray
from tesuji import cluster
address, kind, control, out, victim = sys.argv[1:]
ray.init(address=address, log_to_driver=False, logging_level="ERROR", include_dashboard=False)
while ray.cluster_resources().get("CPU", 0) < 2:
    time.sleep(0.1)
work = cluster.open_work(kind, control, out)
killed = []
def on(report, work):
    if int(victim) and not killed and report.n_kept >= 2:
        killed.append(True)
        os.killpg(int(victim), signal.SIGKILL)
report = cluster.run(work, cluster.Ray(), at_a_time=4, on=on)
print(json.dumps({"kept": report.n_kept, "refused": report.refused, "summary": report.summary,
                  "task_seconds": report.task_seconds, "seconds": report.seconds, "killed": killed}))
"""


def test_a_real_cluster_that_loses_a_machine(tmp_path):
    pytest.importorskip("ray", reason="this needs Ray: pip install 'tesuji[ray]'")
    alone = cluster.open_work("openings", "5", tmp_path / "alone")
    assert alone.run(threads=2) == "complete"
    nodes = Nodes(2, tmp_path)
    try:
        done = subprocess.run(
            [sys.executable, "-c", RUN, nodes.address, "openings", "5", str(tmp_path / "out"), str(nodes.processes[2].pid)],
            env=nodes.environment,
            capture_output=True,
            text=True,
            timeout=300,
        )
    finally:
        nodes.end()
    assert done.returncode == 0, done.stderr[-3000:]
    report = json.loads(done.stdout.splitlines()[-1])
    assert report["killed"] and not report["refused"]
    assert report["summary"] == json.loads(alone.summary())
    assert report["kept"] == report["summary"]["tasks"], "nothing is lost, and nothing is doubled"
    names = {path.relative_to(tmp_path / "alone") for path in (tmp_path / "alone").rglob("*") if path.is_file()}
    assert names == {path.relative_to(tmp_path / "out") for path in (tmp_path / "out").rglob("*") if path.is_file()}
    for name in names:
        assert (tmp_path / "alone" / name).read_bytes() == (tmp_path / "out" / name).read_bytes(), name


def test_a_cluster_that_is_not_there_is_one_line(tmp_path):
    pytest.importorskip("ray", reason="this needs Ray: pip install 'tesuji[ray]'")
    arguments = ["openings", "3", "--out", str(tmp_path / "out"), "--address", "127.0.0.1:1"]
    done = subprocess.run([sys.executable, "-m", "tesuji.cluster", *arguments], capture_output=True, text=True, timeout=300)
    assert done.returncode == 1 and done.stdout == ""
    assert "Traceback" not in done.stderr and "cannot connect to the cluster at 127.0.0.1:1" in done.stderr


def test_standard_output_is_the_result_alone(tmp_path, capsys, monkeypatch):
    ray = pytest.importorskip("ray", reason="this needs Ray: pip install 'tesuji[ray]'")
    monkeypatch.setattr(ray, "init", lambda **_: print("(raylet) a message of Ray"))
    monkeypatch.setattr(ray, "shutdown", lambda: print("another"))
    executor = Careless(1, loses=0)
    executor.n_cores = lambda: 1
    monkeypatch.setattr(cluster, "Ray", lambda: executor)
    assert cluster.main(["openings", "3", "--out", str(tmp_path / "out"), "--json"]) == 0
    written = capsys.readouterr()
    assert json.loads(written.out)["refused"] == 0 and "a message of Ray" in written.err
