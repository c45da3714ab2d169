"""Pictures of the workbench, and a small page for proofs that one clicks through."""

from __future__ import annotations

import base64
import html
import json
from typing import Any

from ._wire import ask

__all__ = ["Svg", "picture", "png"]


class Svg(str):
    """A picture as SVG text that a notebook draws."""

    def _repr_svg_(self) -> str:
        return str(self)


def picture(subject: dict[str, Any], *, theme: str = "light", title: str = "") -> Svg:
    """A picture of the workbench as SVG."""
    return Svg(ask("picture", subject=subject, theme=theme, title=title).data)


def png(subject: dict[str, Any], *, theme: str = "light", title: str = "", pixels: int = 800) -> bytes:
    """A picture of the workbench as PNG."""
    data = ask("picture", subject=subject, theme=theme, title=title, form="png", pixels=pixels).data
    return base64.b64decode(data)


_PAGE = """<div class="tesuji-proof" style="max-width: 30rem; font-family: sans-serif">
<div role="status" aria-live="polite"></div><div></div><div></div>
<script type="application/json">%s</script>
<script>(() => {
  const root = document.currentScript.parentElement;
  const [words, board, buttons, data] = root.children;
  const pages = JSON.parse(data.textContent);
  let path = [""];
  const button = (text, act) => {
    const made = document.createElement("button");
    made.textContent = text; made.style.margin = "2px"; made.onclick = act; buttons.append(made);
  };
  const show = () => {
    const page = pages[path[path.length - 1]];
    words.textContent = page.words; board.innerHTML = page.svg; buttons.replaceChildren();
    if (path.length > 1) button("Back", () => { path.pop(); show(); });
    for (const [move, next] of page.next) button(move, () => { path.push(next); show(); });
  };
  show();
})();</script></div>
"""


def proof_page(certificate: str, *, most: int = 200) -> str:
    """A certificate as HTML that one clicks through: each intrusion shows the answer. It needs no network and no Python.

    The first `most` positions are in it, those near the start first.
    """
    pages: dict[str, dict[str, Any]] = {}
    wanted: list[tuple[str, ...]] = [()]
    while wanted and len(pages) < most:
        moves = wanted.pop(0)
        defence = ask("defend", certificate=certificate, moves=list(moves))
        key = " ".join(moves)
        subject = {"kind": "defence", "certificate": certificate, "moves": list(moves)}
        next_moves = [] if defence.is_over else [(*moves, move) for move in defence.open]
        pages[key] = {"words": defence.words, "svg": picture(subject), "next": next_moves}
        wanted += next_moves
    for page in pages.values():
        there = [(moves[-1], " ".join(moves)) for moves in page["next"]]
        page["next"] = [(move, key) for move, key in there if key in pages]
    data = json.dumps(pages).replace("<", "\\u003c")
    return _PAGE % data


def escaped(text: str) -> str:
    """A text inside HTML."""
    return html.escape(text)
