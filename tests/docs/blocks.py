"""The blocks of code on a page of the documentation, and everything that is done with them."""

from __future__ import annotations

import importlib
import re
import sys
import tomllib
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any

from msgspec import Struct
from tests.docs.commands import perform

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^( *)```(.*)$")
TITLE = re.compile(r'title="([^"]+)"')
INDENTED = re.compile(r"^    +\S")
LISTED = re.compile(r"^ *([-*]|\d+\.) ")


class Block(Struct, frozen=True):
    """A block as it stands on its page, from the line after its fence."""

    page: Path
    line: int
    language: str  # none: it does not say what it is
    text: str
    title: str = ""  # the file that it is a piece of

    @property
    def place(self) -> str:
        return f"{self.page.name}:{self.line}"

    @property
    def end(self) -> int:
        return self.line + self.text.count("\n")


def pages() -> list[Path]:
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


# -- Finding them ------------------------------------------------------------------------------


def blocks(page: Path) -> list[Block]:
    """Every block of a page, those that only stand further right as well."""
    return sorted((*fenced(page), *indented(page)), key=lambda block: block.line)


def fenced(page: Path) -> Iterator[Block]:
    lines = iter(enumerate(page.read_text("utf-8").splitlines(), 1))
    for number, line in lines:
        if opening := FENCE.match(line):
            indent, about = opening.groups()
            inside = [one.removeprefix(indent) for _, one in until_fence(lines)]
            language, title = (about.split() or [""])[0], TITLE.search(about)
            text = "".join(f"{one}\n" for one in inside)
            yield Block(page, number + 1, language, text, title[1] if title else "")


def until_fence(lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    for number, line in lines:
        if FENCE.match(line):
            return
        yield number, line


def indented(page: Path) -> Iterator[Block]:
    """Code that has no fence: four spaces after an empty line, and no list that goes on."""
    text = re.sub(r"^ *```.*?^ *```", lambda m: "\n" * m[0].count("\n"), page.read_text("utf-8"),
                  flags=re.M | re.S)  # fmt: skip
    listed = False
    for number, (before, line) in enumerate(pairwise(text.splitlines()), 2):
        listed = bool(LISTED.match(line)) or (listed and (not line or line.startswith(" ")))
        if INDENTED.match(line) and not before.strip() and not listed:
            yield Block(page, number, "", line)


# -- Running a page ------------------------------------------------------------------------------


def run(page: Path, folder: Path) -> None:
    """Do all that a page shows, from top to bottom, in a folder that was empty."""
    known: dict[str, Any] = {"__name__": "page"}
    found = blocks(page)
    for block, after in zip(found, [*found[1:], None], strict=True):
        assert block.language in LANGUAGES, f"{block.place}: no language that is known here"
        if block.title:
            add(block, folder)
        elif block.language == "python":
            python(block, known, said(block, after))
        else:
            LANGUAGES[block.language](block)


def said(block: Block, after: Block | None) -> str | None:
    """What a block is said to print: the text directly below it."""
    follows = after and after.language == "text" and after.line - block.end <= 3
    return after.text if after and follows else None


def python(block: Block, known: dict[str, Any], says: str | None) -> None:
    """Run it in the page's own namespace; faults name the page's own line."""
    printed = StringIO()
    code = compile("\n" * (block.line - 1) + block.text, str(block.page), "exec")
    with redirect_stdout(printed):
        exec(code, known)
    shown = printed.getvalue()
    if says is None:
        assert shown.strip() or "print(" not in block.text, f"{block.place} prints nothing"
    else:
        assert alike(shown, says), f"{block.place} prints:\n{shown}"


def console(block: Block) -> None:
    """Each command after its “$”, and what it prints where that is shown."""
    for command, shown in asked(block.text):
        printed = perform(command, expected=bool(shown))
        assert not shown or alike(printed, shown), f"{block.place}: {command} prints:\n{printed}"


def asked(text: str) -> Iterator[tuple[str, str]]:
    """The commands of a session at a terminal, each with what comes after it."""
    first, *parts = re.split(r"^\$ ", text, flags=re.M)
    assert not first, f"A command begins with “$ ”: {first}"
    for part in parts:
        command, _, shown = part.partition("\n")
        yield command, shown


def alike(printed: str, shown: str) -> bool:
    """Whether it is what the page shows; “…” stands for whatever varies, alone for any lines."""
    pattern = "\n".join(map(line_alike, shown.strip("\n").splitlines()))
    lines = (line.rstrip() for line in printed.strip("\n").splitlines())
    return re.fullmatch(pattern, "\n".join(lines)) is not None


def line_alike(shown: str) -> str:
    return "(?s:.+)" if shown == "…" else ".+".join(map(re.escape, shown.split("…")))


def toml(block: Block) -> None:
    tomllib.loads(block.text)


def not_run(block: Block) -> None:
    """It says by its language that it is there to be read."""


# -- Files that a page writes piece by piece -----------------------------------------------------


def add(block: Block, folder: Path) -> None:
    """A piece of a file that a tutorial writes: it comes after what the file has already."""
    file = folder / block.title
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as stream:
        stream.write(block.text)
    forget(block.title.partition("/")[0])


def forget(package: str) -> None:
    """What is imported next is what is written now; our own tests are called `tests`, too."""
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        if package != "tests":
            del sys.modules[name]
    importlib.invalidate_caches()


LANGUAGES = {
    "python": not_run,  # see python: it needs what went before
    "console": console,
    "toml": toml,
    "text": not_run,
    "ini": not_run,
    "html": not_run,
    "css": not_run,
    "markdown": not_run,
}
