"""The examples of the documentation, run as they stand."""

import doctest
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(("page", "least"), [("docs/PYTHON.md", 40), ("docs/guides/programmers.md", 2)])
def test_examples_of_the_page(page, least, monkeypatch):
    monkeypatch.chdir(ROOT)
    found = doctest.testfile(str(ROOT / page), module_relative=False)
    assert found.attempted >= least and found.failed == 0


def test_types_of_answers_are_those_of_the_workbench():
    written = runpy.run_path(str(ROOT / "python" / "write_answers.py"))["answers"]()
    found = (ROOT / "python" / "tesuji" / "answers.py").read_text(encoding="utf-8")
    assert found == written, "run PYTHONPATH=python python3 python/write_answers.py"
