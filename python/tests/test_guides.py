"""The commands of the README, the start page and the guides, run as they stand; their output is compared.

A line `...` stands for any lines, `...` in a line for the rest of it, and decimal fractions, which are mostly seconds, for any others.
"""

import os
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / "debug" / "tesuji"
PAGES = ["README.md", "docs/START.md", *sorted(f"docs/guides/{path.name}" for path in (ROOT / "docs/guides").glob("*.md"))]
# In Japanese. Their commands are not run again, since they have the blocks of the English pages.
TRANSLATIONS = sorted(path.name for path in (ROOT / "docs/ja").glob("*.md"))
# They play for minutes, wait for a browser, need a second engine, or depend on the speed of the machine.
LEFT_OUT = ("./tesuji serve", "tesuji match", "tesuji tune", "tesuji gtp", "tesuji convert game.sgf")
TIMED = "--player-time"
PROMPT = re.compile(r"^(?:\d+\. \w+ to move)?> (.+)$")


def blocks(page, language="text"):
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def prepare(folder, page):
    """The files that a reader of the page has: those of the repository, and those that the page shows."""
    for name in ("examples", "testdata", "python"):
        (folder / name).symlink_to(ROOT / name)
    for block in blocks(page):
        if found := re.match(r"id: (\w+)\n", block):
            (folder / f"{found[1].lower()}.txt").write_text(block)
            less = block.replace(found[1], "less").replace("    4  . ", "    4  # ")
            (folder / "less.txt").write_text(less)


def run(folder, command, typed):
    # Several pages review the same game, which takes a while and writes nothing.
    return run_once(ROOT if command.startswith("tesuji review") else folder, command, typed)


@cache
def run_once(folder, command, typed):
    path = f"{PROGRAM.parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, env={**os.environ, "PATH": path}, input=typed, capture_output=True, text=True, timeout=300
    )
    return done.stdout


def pattern(expected):
    """Of lines as a page shows them; blanks and the length of blanks do not count."""
    parts = []
    for line in expected:
        words = " ".join(line.split())
        if words == "...":
            parts.append(r"(?:.*\n)*?")
            continue
        escaped = re.sub(r"(?:\\ )?\\\.\\\.\\\.(?:\\ )?", ".*", re.escape(words))
        parts.append(re.sub(r"\d+\\\.\d+", r"\\d+\\.\\d+", escaped) + r"\n")
    return "".join(parts)


def commands(block):
    """Each command of a block with the lines that follow it."""
    found = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found:
            found[-1][1].append(line)
    return found


@pytest.mark.skipif(not PROGRAM.exists(), reason="cargo test builds the program")
@pytest.mark.parametrize("page", PAGES)
def test_commands_of_the_page_print_what_it_shows(page, tmp_path):
    prepare(tmp_path, page)
    for block in blocks(page):
        for command, expected in commands(block):
            if command.startswith(LEFT_OUT) or TIMED in command:
                continue
            typed = "".join(found[1] + "\n" for line in expected if (found := PROMPT.match(line)))
            printed = run(tmp_path, command, typed)
            lines = "".join(" ".join(line.split()) + "\n" for line in printed.splitlines() if line.strip())
            shown = [line for line in expected if line.strip()]
            assert re.search(r"(?m)^" + pattern(shown), lines), f"{page}: {command}\n{printed}"


@pytest.mark.parametrize("name", TRANSLATIONS)
def test_a_translation_shows_the_commands_of_its_original(name):
    original = "docs/START.md" if name == "START.md" else f"docs/guides/{name}"
    any_language = r"\w*"
    assert blocks(f"docs/ja/{name}", any_language) == blocks(original, any_language)
