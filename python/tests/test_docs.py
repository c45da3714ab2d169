"""The examples of the documentation, run as they stand."""

import doctest
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("page", ["docs/PYTHON.md"])
def test_examples_of_the_page(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    found = doctest.testfile(str(ROOT / page), module_relative=False)
    assert found.attempted > 40 and found.failed == 0
