"""What a task costs beside its work on a Ray cluster of two workers on this machine, and what that means for 1,000 cores.

    PYTHONPATH=python target/venv/bin/python python/tests/bench_cluster.py [--json] [--svg FILE]

First many tasks without work, which cost what handing out costs. Then problems whose times are measured; they are what the
simulation repeats. A simulation is no measurement: it leaves out the network, and machines that differ.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from test_cluster import ROOT, RUN, Nodes  # noqa: E402

from tesuji.cluster import simulate  # noqa: E402

EMPTY = 'format = "match"\ngames = 1000\nseed = 1\ngame = { game = "hex", columns = 2, rows = 2 }\n' + "".join(
    f'[[player]]\nname = "{name}"\nkind = "random"\n' for name in "ab"
)
CORES = [1, 2, 10, 30, 100, 300, 1000]


def run(nodes, kind, control, out):
    """One run on the cluster."""
    command = [sys.executable, "-c", RUN, nodes.address, kind, str(control), str(out), "0"]
    done = subprocess.run(command, env=nodes.environment, capture_output=True, text=True, timeout=900)
    if done.returncode:
        raise SystemExit(done.stderr[-2000:])
    return json.loads(done.stdout.splitlines()[-1])


def curve(rows):
    """The speed-up as SVG, both axes logarithmic."""
    from math import log10

    def at(cores, speed):
        return f"{60 + 140 * log10(cores):.1f},{460 - 140 * log10(max(speed, 1)):.1f}"

    lines = [f'<polyline points="{at(1, 1)} {at(1000, 1000)}" fill="none" stroke="#999" stroke-dasharray="4"/>']
    points = " ".join(at(row["cores"], row["speed_up"]) for row in rows)
    lines.append(f'<polyline points="{points}" fill="none" stroke="#06c" stroke-width="2"/>')
    for tick in (1, 10, 100, 1000):
        x, y = at(tick, tick).split(",")
        lines.append(f'<text x="{x}" y="485" text-anchor="middle">{tick}</text>')
        lines.append(f'<text x="50" y="{y}" text-anchor="end">{tick}</text>')
    lines.append('<text x="270" y="505" text-anchor="middle">cores</text>')
    lines.append('<text x="60" y="25">times as fast as one core (dashed: ideal)</text>')
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 520 515" font-family="sans-serif" font-size="14">'
    return head + '<rect width="520" height="515" fill="#fff"/>' + "".join(lines) + "</svg>\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--svg", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "empty.toml").write_text(EMPTY)
        nodes = Nodes(2, folder)
        try:
            empty = run(nodes, "match", folder / "empty.toml", folder / "empty.match")
            real = run(nodes, "claims", ROOT / "testdata/claims/yang7.toml", folder / "verify")
        finally:
            nodes.end()
    assert empty["kept"] == 1000 and not empty["refused"]
    overhead = empty["seconds"] / empty["kept"]
    tasks = real["task_seconds"]
    many = (tasks * (100_000 // len(tasks) + 1))[:100_000]
    alone = sum(many)
    rows = []
    for cores in CORES:
        seconds = simulate(many, overhead, cores)
        rows.append({"cores": cores, "seconds": round(seconds, 1), "speed_up": round(alone / seconds, 1)})
    slow = [{"cores": cores, "speed_up": round(alone * 100 / simulate([100 * t for t in many], overhead, cores), 1)} for cores in CORES]
    found = {
        "overhead_ms": round(1000 * overhead, 2),
        "tasks": len(tasks),
        "mean_task_ms": round(1000 * sum(tasks) / len(tasks), 2),
        "simulated": rows,
        "simulated_tasks_100_times_as_long": slow,
    }
    if given.svg:
        given.svg.write_text(curve(slow))
    print(json.dumps(found, indent=None if given.json else 1))


if __name__ == "__main__":
    main()
