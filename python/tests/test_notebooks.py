"""Every notebook, run from its first cell to its last: their assertions say what the story says."""

import json
import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BOOKS = sorted((ROOT / "docs/notebooks").glob("*.ipynb"))


def test_there_is_one_for_each_game_and_each_paper():
    tesuji = pytest.importorskip("tesuji")
    papers = {study.paper for study in tesuji.studies()} - {"beyond"}
    assert {book.stem for book in BOOKS} == {"hex", "go", "amazons"} | papers


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, monkeypatch):
    nbformat = pytest.importorskip("nbformat")
    client = pytest.importorskip("nbclient")
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "python") + os.pathsep + os.environ.get("PYTHONPATH", ""))
    book = nbformat.read(path, as_version=4)
    client.NotebookClient(book, timeout=300, resources={"metadata": {"path": str(ROOT)}}).execute()
    cells = [cell for cell in book.cells if cell.cell_type == "code"]
    assert any(cell.outputs for cell in cells)


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs(path):
    book = json.loads(path.read_text())
    assert set(book["metadata"]) == {"language_info"}
    for cell in book["cells"]:
        assert not cell.get("outputs") and cell.get("execution_count") is None
