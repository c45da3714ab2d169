"""Gathers the pages of the book: `.ci/book.py FOLDER`, run in the root of the repository.

`docs/SUMMARY.md` lists the pages. Files keep their paths, so that links between pages, to pictures and to examples work as
they do in the repository; a link that shows the name of a file shows the title of its page. A linked page that the list lacks,
such as the record of a run, goes into a last part. Links to folders and to sources become plain text.

Two pages are made here: the JSON of all questions and answers, from the types that `npm run types` makes of the Rust types, and
every class and function of the Python package, from its sources.
"""

import ast
import posixpath
import re
import shutil
import sys
from pathlib import Path

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
TYPES = Path("web/src/lib/api/types.ts")
MESSAGES = "docs/MESSAGES.md"
PACKAGE = Path("python/tesuji")
NATIVE = Path("crates/python/src")
REFERENCE = "docs/PYTHON-REFERENCE.md"
COPIED = (".webp", ".svg", ".png", ".html", ".json", ".toml", ".txt", ".strategy", ".moves", ".sgf")


def messages(types: str) -> str:
    """The page of all messages: a table of the questions, then every type with its fields."""
    _, *parts = re.split(r"^(?:/\*\* (.*) \*/\n)?export (interface|type) (\w+) (?:= )?", types, flags=re.MULTILINE)
    declared = {name: (kind, about, body) for about, kind, name, body in zip(*[iter(parts)] * 4, strict=True)}

    def cell(type_name: str) -> str:
        return f"[{type_name}](#{type_name.lower()})" if type_name in declared else "see [Question](#question)"

    answers = {name: given for given, name in re.findall(r'(\w+) & \{ answer: "([\w-]+)"', declared["Answer"][2])}
    lines = ["# Questions and answers", "", "The JSON of [questions](SERVER.md#questions), of `tesuji.ask` in Python, and of the page.", ""]
    lines += ["| `ask` | question | answer |", "| --- | --- | --- |"]
    for asked, name in re.findall(r'(\w+|\)) & \{ ask: "([\w-]+)"', declared["Question"][2]):
        lines.append(f"| `{name}` | {cell(asked)} | {cell(answers[name])} |")
    for name, (kind, about, body) in declared.items():
        lines += ["", f"## {name}", "", about or ""]
        lines.append("")
        if kind == "type":
            lines += ["```ts", body.strip(), "```"]
            continue
        # A field has a line; the rest of a longer type follows it.
        field = re.compile(r"^(?:/\*\* (.*?) \*/ )?(\w+)(\??): ((?:.|\n(?=\[k))*)", re.MULTILINE)
        for words, key, mark, given in field.findall(body.strip().removesuffix("}")):
            given = " ".join(given.split()).replace("{ [k: string]: unknown }", "object")
            given = re.sub(r"^\((.*)\)$", r"\1", given)
            lines.append(f"- `{key}{mark}: {given}`" + (f" {words}" if words else ""))
    return "\n".join(lines) + "\n"


def shown(doc: str) -> list[str]:
    """A docstring as Markdown: its examples become blocks."""
    blocks = [block for block in re.split(r"\n\s*\n", doc) if block.strip()]
    return [part for block in blocks for part in ([block, ""] if ">>> " not in block else ["```pycon", block, "```", ""])]


def package(python: Path, native: Path) -> str:
    """The page of the Python package: what `tesuji` exports, with the methods of native classes from Rust."""

    def declared(path: Path) -> dict:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        return {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}

    found = stub = declared(python / "_tesuji.pyi")
    for path in sorted(python.glob("*.py")):
        # Its classes are only names of types.
        found = found if path.name == "answers.py" else {**found, **declared(path)}
    rust = {name: (native / f"{name.lower()}.rs").read_text(encoding="utf-8") for name in ("Batch", "Position")}
    exported = next(node.value for node in ast.parse((python / "__init__.py").read_text(encoding="utf-8")).body if isinstance(node, ast.Assign))
    lines = ["# The Python package", "", "Every class and function of `tesuji`; [PYTHON.md](PYTHON.md) shows how they are used."]

    def entry(level: str, name: str, node: ast.FunctionDef, doc: str) -> None:
        is_property = any(ast.unparse(each) == "property" for each in node.decorator_list)
        arguments = re.sub(r"^(self|cls)(, )?", "", ast.unparse(node.args))
        result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
        lines.extend(["", f"{level} {name}", "", f"`{name}{'' if is_property else f'({arguments})'}{result}`", "", *shown(doc)])

    for name in ast.literal_eval(exported):
        node = found.get(name)
        if isinstance(node, ast.FunctionDef):
            entry("##", name, node, ast.get_docstring(node) or "")
            continue
        if node is None or name in ("TesujiError",):
            continue
        about = ast.get_docstring(node) or "\n".join(re.findall(r"^/// (.*)(?=(?:\n///.*)*\n#\[pyclass)", rust.get(name, ""), re.MULTILINE))
        lines += ["", f"## {name}", "", *shown(about)]
        members = {each.name: each for each in node.body if isinstance(each, ast.FunctionDef)}
        for method in members.values():
            doc = ast.get_docstring(method)
            if doc and not (method.name.startswith("_") and method.name != "__init__"):
                entry("###", name if method.name == "__init__" else f"{name}.{method.name}", method, doc)
        for method in stub[name].body if name in rust else []:
            docs = re.search(rf"((?:^ +///.*\n)+)(?:^ +#.*\n)*^ +fn {method.name}\b", rust[name], re.MULTILINE)
            if docs and not method.name.startswith("_"):
                words = re.sub(r"^ +/// ?", "", docs[1], flags=re.MULTILINE)
                entry("###", f"{name}.{method.name}", method, words)
    return "\n".join(lines) + "\n"


def main(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    pages: dict[str, str] = {}
    records: list[str] = []

    def place(page: str, target: str) -> str:
        return posixpath.normpath(posixpath.join(posixpath.dirname(page), target.partition("#")[0]))

    def summary_link(match: re.Match) -> str:
        page = place("docs/SUMMARY.md", match[3])
        pages[page] = match[2]
        return f"[{match[2]}]({page})"

    summary = LINK.sub(summary_link, Path("docs/SUMMARY.md").read_text(encoding="utf-8"))
    server = "  - [The server](docs/SERVER.md)\n"
    summary = summary.replace(server, f"{server}  - [Questions and answers]({MESSAGES})\n")
    python = "- [Python](docs/PYTHON.md)\n"
    summary = summary.replace(python, f"{python}  - [Every class and function]({REFERENCE})\n")

    def write(path: str, text: str) -> None:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")

    def link_in(page: str):
        def link(match: re.Match) -> str:
            target = match[3]
            if "://" in target or target.startswith(("#", "mailto:")):
                return match[0]
            path = place(page, target)
            if Path(path, "README.md").is_file():
                path, target = path + "/README.md", target.rstrip("/") + "/README.md"
            if path == "docs/SUMMARY.md":
                return match[2]
            if path.endswith(".md"):
                if path not in pages and path not in records:
                    records.append(path)
            elif path.endswith(COPIED):
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, folder / path)
            else:
                return match[2]
            is_name = match[2] == posixpath.basename(path) or path.endswith("/" + match[2])
            text = pages[path] if is_name and path in pages else match[2]
            return f"{match[1]}[{text}]({target})"

        return link

    def gather(page: str) -> None:
        write(page, LINK.sub(link_in(page), Path(page).read_text(encoding="utf-8")))

    for page in pages:
        gather(page)
    write(MESSAGES, messages(TYPES.read_text(encoding="utf-8")))
    write(REFERENCE, package(PACKAGE, NATIVE))
    # Records link to records: the list grows while it is read.
    for page in records:
        gather(page)

    def title(page: str) -> str:
        heading = re.search(r"^# (.+)$", Path(page).read_text(encoding="utf-8"), re.MULTILINE)
        return heading[1] if heading and heading[1] != "Bench run" else posixpath.basename(posixpath.dirname(page))

    lines = [f"- [{title(page)}]({page})" for page in records]
    write("SUMMARY.md", summary + "\n# Linked pages and records of runs\n\n" + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
