"""The package as a whole: what it loads, that answers are those of the program, and that its stub is complete."""

import ast
import contextlib
import copy
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy
import pytest

import tesuji
from tesuji import _tesuji
from tesuji.checker import check_certificate

ROOT = Path(__file__).resolve().parents[2]


def test_importing_loads_nothing_large():
    loaded = "import sys, tesuji; print(sorted({name.split('.')[0] for name in sys.modules} & set(sys.argv[1:])))"
    large = ["numpy", "pandas", "networkx", "gymnasium", "pettingzoo", "ray", "matplotlib", "asyncio"]
    done = subprocess.run([sys.executable, "-c", loaded, *large], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_stub_names_what_there_is():
    tree = ast.parse((ROOT / "python/tesuji/_tesuji.pyi").read_text())
    named = {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    constants = {node.target.id for node in tree.body if isinstance(node, ast.AnnAssign)}
    assert set(dir(_tesuji)) >= constants
    there = {name for name in dir(_tesuji) if not name.startswith("__")}
    assert there == set(named) | {name for name in constants if not name.startswith("__")}
    for name, node in named.items():
        if isinstance(node, ast.ClassDef) and not issubclass(getattr(_tesuji, name), Exception):
            methods = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
            public = {method for method in vars(getattr(_tesuji, name)) if not method.startswith("_")}
            assert public == {method for method in methods if not method.startswith("_")}, name


def problems():
    """Problem files of the data suite that state their answers."""
    return sorted((ROOT / "testdata").rglob("*.toml"))


@pytest.mark.parametrize("path", problems(), ids=lambda path: str(path.relative_to(ROOT / "testdata")))
def test_the_data_suite_has_the_same_answers(path):
    """Each claim that is decided within a few thousand nodes has the answer that the file expects, and a certificate
    that the second checker accepts."""
    try:
        opened = tesuji.open(path)
    except tesuji.TesujiError:
        pytest.skip("another kind of file")
    if opened.kind != "claims":
        pytest.skip("no claims")
    n_decided = 0
    for claim in opened.claims[:40]:
        verdict = claim.verify(nodes=300)
        if verdict.holds is None:
            continue
        n_decided += 1
        assert claim.view.expected in (None, verdict.holds), claim.id
        if len(verdict.certificate.text) < 20_000:
            words = check_certificate(verdict.certificate.to_bytes())
            assert words.startswith("holds" if verdict.holds else "fails"), claim.id
    assert n_decided > 0 or len(opened.claims) < 3


def test_positions_have_one_answer_behind_every_door():
    start = tesuji.hex(5)
    for move in ("c3", "b4"):
        start.play(move)
    alone = list(start.analyze("uct", nodes=300, seed=3))[-1]
    again = list(tesuji.Position(start.state()).analyze("uct", nodes=300, seed=3))[-1]
    alone.pop("seconds"), again.pop("seconds")
    assert alone == again
    values, certain = tesuji.Batch([start] * 3).evaluate("resistance", threads=2)
    assert values.tolist() == [start.evaluate("resistance")] * 3 and certain.tolist() == [0, 0, 0]


@pytest.mark.parametrize("start", [tesuji.hex(4, swap=True), tesuji.go("torus:4"), tesuji.amazons(6)], ids=lambda start: start.game)
def test_games_of_a_batch_do_not_depend_on_threads(start):
    batches = [tesuji.Batch.repeat(start, 50) for _ in range(2)]
    moves = [batch.play_randomly(seed=9, threads=threads, most=60) for batch, threads in zip(batches, (1, 3))]
    assert (moves[0] == moves[1]).all() and (batches[0].hashes() == batches[1].hashes()).all()
    assert (batches[0].stones() == batches[1].stones()).all()
    assert len(set(batches[0].hashes().tolist())) > 10


def test_symmetries_keep_value_and_rules():
    for start in (tesuji.hex(4), tesuji.go("3x4"), tesuji.go("hexagon:2"), tesuji.amazons(4)):
        start.play_randomly(seed=2, most=3)
        images = start.symmetries()
        assert images[0] == start
        assert {image.n_legal() for image in images} == {start.n_legal()}
        if start.game != "go":
            evaluator = "resistance" if start.game == "hex" else "first-reach"
            values = [image.evaluate(evaluator) for image in images]
            assert numpy.allclose(values, values[0])


def test_statistics_do_not_depend_on_threads():
    one, two = (tesuji.go(5).playouts(600, orders=True, threads=threads) for threads in (1, 2))
    assert one.pop("cells") == two.pop("cells")
    for name, values in one.items():
        assert numpy.array_equal(values, two[name], equal_nan=True), name
    assert abs(one.ownership).max() <= 1 and one.orders.shape == (50, 50)


def test_faults_name_the_place():
    with pytest.raises(tesuji.TesujiError, match="move 2") as caught:
        tesuji.Position(json.dumps({"game": {"game": "hex", "columns": 3, "rows": 3}, "moves": ["a1", "z9"]}))
    assert "z9" in str(caught.value)
    with pytest.raises(tesuji.TesujiError) as caught:
        tesuji.Claim("id: x\ngoal: top-c3\n\n. o\n")
    assert (caught.value.line, caught.value.column) == (2, 11)
    with pytest.raises(tesuji.TesujiError, match="cell is taken"):
        board = tesuji.hex(3)
        board.play("a1")
        board.play("a1")
    with pytest.raises(tesuji.TesujiError, match="position 1"):
        tesuji.Batch.repeat(board, 2).play(numpy.array([3, 0]))


def test_faults_name_the_argument():
    board = tesuji.hex(3)
    calls = {
        "columns": lambda: tesuji.hex(-1),
        "rows": lambda: tesuji.hex(3, 1.5),
        "komi": lambda: tesuji.go(5, komi="much"),
        "nodes": lambda: board.solve(nodes=-1),
        "seconds": lambda: board.solve(seconds=-1),
        "playouts": lambda: tesuji.go(5).playouts(-2),
        "move": lambda: board.play(-1),
        "there is no file nofile.sgf": lambda: tesuji.open("nofile.sgf"),
    }
    for name, call in calls.items():
        with pytest.raises(tesuji.TesujiError) as caught:
            call()
        text = str(caught.value)
        assert text.startswith(name), text
        assert "usize" not in text and "u64" not in text and " column " not in text, text


@pytest.mark.parametrize("start", [tesuji.hex(4, swap=True), tesuji.go("torus:4"), tesuji.amazons(6)], ids=lambda start: start.game)
def test_a_batch_is_the_same_after_pickle(start):
    batch = tesuji.Batch.repeat(start, 3)
    batch.play_randomly(seed=2, most=4)
    first = [int(batch.legal_actions()[0][begin]) for begin in batch.legal_actions()[1][:-1]]
    batch.play(numpy.array([first[0], -1, first[2]]))
    again = pickle.loads(pickle.dumps(batch))
    assert (again.hashes() == batch.hashes()).all() and (again.legal_mask() == batch.legal_mask()).all()
    batch.play_randomly(seed=5), again.play_randomly(seed=5)
    assert (again.hashes() == batch.hashes()).all()
    pair = tesuji.Batch([start, start])
    assert (copy.deepcopy(pair).hashes() == pair.hashes()).all()


def test_what_is_no_text_is_an_error():
    for text in ("", "\0", "(;GM[2])", "[[problem]]", "{", "TSJCERT", "\U0001f9e0" * 50):
        with pytest.raises(tesuji.TesujiError):
            tesuji.open(text).certificate.check()


#: Calls that would take minutes or hours.
LONG = {
    "solve": "tesuji.hex(11).solve()",
    "analyze": "list(tesuji.hex(11).analyze('strong'))",
    "genmove": "tesuji.Session(tesuji.go(19)).genmove('strong', seconds=3600)",
    "playouts": "tesuji.go(19).playouts(10**6)",
    "verify": "tesuji.Claim('id: x\\ngoal: top-bottom\\n\\n' + ('. ' * 11 + '\\n') * 11).verify()",
    "templates": "tesuji.templates(5, 11)",
    "play_randomly": "tesuji.Batch.repeat(tesuji.go(19), 10**5).play_randomly()",
    "evaluate": "tesuji.Batch.repeat(tesuji.hex(19), 10**5).evaluate('resistance')",
    "match": "tesuji.Match(folder + '/a.match').play(CONTROL)",
    "study": "tesuji.study('takada2014/table1').run(full=True, folder=folder)",
}
CONTROL = """
format = "match"
games = 1000
game = { game = "hex", columns = 11, rows = 11 }
[[player]]
name = "a"
kind = "uct"
playouts = 1000000
[[player]]
name = "b"
kind = "uct"
playouts = 1000001
"""


@pytest.mark.parametrize("call", LONG.values(), ids=LONG.keys())
def test_ctrl_c_ends_every_long_call(call, tmp_path):
    """The interrupt comes once the call has begun; how long that takes decides nothing."""
    names = f"folder = {str(tmp_path)!r}; CONTROL = {CONTROL!r}"
    search = f"import tesuji, numpy; {names}; print('begun', flush=True); {call}"
    process = subprocess.Popen([sys.executable, "-c", search], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "begun\n"
    stop = threading.Event()

    def interrupt():
        while not stop.wait(0.2):
            process.send_signal(signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    _, errors = process.communicate()
    stop.set()
    thread.join()
    assert process.returncode != 0 and "KeyboardInterrupt" in errors


def test_leaving_a_loop_ends_its_search():
    for view in tesuji.hex(9).analyze("strong", seconds=600):
        assert view.best
        break
    # Without the end of that search this would wait for it.
    assert threading.active_count() < 20 and time.monotonic() > 0


def test_proofs_can_be_clicked_through():
    claim = tesuji.open(ROOT / "examples/ziggurat.toml").claims[0]
    certificate = claim.verify().certificate
    page = certificate.html(most=30)
    data = page.split('<script type="application/json">')[1].split("</script>")[0]
    pages = json.loads(data)
    assert len(pages) == 30 and pages[""]["next"]
    for move, following in pages[""]["next"]:
        assert following == move and "<svg" in pages[following]["svg"]
    assert "http://" not in page.replace("http://www.w3.org", "")


def test_peers_are_there_where_they_must_be():
    if os.environ.get("TESUJI_PEERS") == "required":
        for name in ("gymnasium", "networkx", "pandas", "pettingzoo", "pyspiel", "ray"):
            __import__(name)


def on_threads(n, act):
    """What `act` raises on threads that begin together."""
    faults, begin = [], threading.Barrier(n)

    def run():
        begin.wait()
        try:
            act()
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=run) for _ in range(n)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return faults


def test_threads_share_a_position_and_a_batch():
    shared, batch = tesuji.hex(9), tesuji.Batch.repeat(tesuji.hex(7), 200)

    def use():
        for _ in range(100):
            shared.play_randomly(1)
            assert shared.copy().n_moves <= 81 and shared == shared and len(shared.stones()) == 81
            with contextlib.suppress(tesuji.TesujiError):
                shared.play("z99")
            with contextlib.suppress(tesuji.TesujiError):
                shared.undo()
        batch.play_randomly(1, 2)
        assert len(batch.copy()) == 200 and batch.evaluate("resistance", 2)[0].shape == (200,)

    assert on_threads(8, use) == []
    # Nobody's moves are lost: eight times two, in each position.
    assert all((row > 0).sum() == 16 for row in batch.stones())


def test_absurd_sizes_are_exceptions():
    for n in (10**12, 2**63):
        with pytest.raises(MemoryError, match="too large"):
            tesuji.Batch.repeat(tesuji.hex(3), n)
    batch = tesuji.Batch.repeat(tesuji.hex(3), 2)
    with pytest.raises(tesuji.TesujiError, match="at most 1024"):
        batch.play_randomly(threads=10**9)
    with pytest.raises(tesuji.TesujiError, match="at most 1024"):
        tesuji.hex(3).solve(threads=10**9)


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ModuleNotFoundError, match="needs pyarrow: pip install pyarrow"):
        tesuji.Table([{"a": 1}]).to_arrow()


def test_gymnasium_knows_the_names():
    pytest.importorskip("gymnasium")
    for names in ("gymnasium, tesuji", "tesuji, gymnasium; prefix = 'tesuji.environments:'"):
        made = f"prefix = ''; import {names}; gymnasium.make(prefix + 'tesuji/Hex-v0', columns=3)"
        subprocess.run([sys.executable, "-c", made], check=True)


def test_tables_become_frames():
    pandas = pytest.importorskip("pandas")
    networkx = pytest.importorskip("networkx")
    board = tesuji.hex(4)
    frame = board.connections("black", "north", "south") if board.n_moves else tesuji.Table([{"a": 1}, {"a": 2}])
    assert isinstance(frame.to_pandas(), pandas.DataFrame)
    cells = tesuji.go(3).playouts(100).table().to_pandas()
    assert cells.cell.tolist() == tesuji.go(3).cells() and cells.ownership.dtype == float
    pyarrow = pytest.importorskip("pyarrow")
    assert board.measures().black.table().to_arrow().column("cell").type == pyarrow.string()
    network = board.network("black")
    graph = network.to_networkx()
    assert networkx.shortest_path_length(graph, *network.terminals) == network.distance
