"""The examples of the documentation, run as they stand."""

import doctest
import re
import runpy
from pathlib import Path

import pytest

import tesuji

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(("page", "least"), [("docs/PYTHON.md", 40), ("docs/guides/programmers.md", 2)])
def test_examples_of_the_page(page, least, monkeypatch):
    monkeypatch.chdir(ROOT)
    found = doctest.testfile(str(ROOT / page), module_relative=False)
    assert found.attempted >= least and found.failed == 0


def test_the_book_has_every_question_and_type():
    types = (ROOT / "web" / "src" / "lib" / "api" / "types.ts").read_text(encoding="utf-8")
    page = runpy.run_path(str(ROOT / ".ci" / "book.py"))["messages"](types)
    asked = re.findall(r'\{ ask: "([\w-]+)"', types)
    assert len(asked) > 20 and all(f"| `{name}` |" in page for name in asked)
    names = re.findall(r"^export (?:interface|type) (\w+)", types, re.MULTILINE)
    assert all(f"\n## {name}\n" in page for name in names)
    # No field is lost: one is documented in each line that begins with a comment, if the type is no alternative.
    described = re.findall(r"^/\*\* (.*?) \*/ (\w+\??): ", types, re.MULTILINE)
    assert all(words in page and f"{field}: " in page for words, field in described)


def test_the_book_has_every_name_of_the_package():
    page = runpy.run_path(str(ROOT / ".ci" / "book.py"))["package"](ROOT / "python/tesuji", ROOT / "crates/python/src")
    for name in set(tesuji.__all__) - {"TesujiError", "__version__"}:
        assert f"\n## {name}\n" in page, name
        methods = vars(getattr(tesuji, name)) if isinstance(getattr(tesuji, name), type) else {}
        undocumented = [method for method in methods if method[0] != "_" and f"\n### {name}.{method}\n" not in page]
        assert not undocumented, (name, undocumented)


def test_types_of_answers_are_those_of_the_workbench():
    written = runpy.run_path(str(ROOT / "python" / "write_answers.py"))["answers"]()
    found = (ROOT / "python" / "tesuji" / "answers.py").read_text(encoding="utf-8")
    assert found == written, "run PYTHONPATH=python python3 python/write_answers.py"
