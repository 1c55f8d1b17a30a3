"""Whatever README and the documentation show is run, and does what they say it does."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest
from tests.docs.blocks import ROOT, alike, blocks, forget, pages, run
from tests.docs.commands import perform, read

EXAMPLE = ROOT / "examples" / "lanterns"
WRITTEN = (".py", ".toml", ".md", ".html", ".css")
TUTORIAL = ROOT / "docs" / "write-a-game.md"
PAGES = [page for page in pages() if blocks(page) and page != TUTORIAL]
INLINE = re.compile(r"`tablefolk ((?:[^`…|<]|\n)+)`")


def short(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=short)
def test_what_a_page_shows_happens(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    run(page, tmp_path)


def test_the_tutorial_followed_gives_the_example(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its tests and its evening in a browser are tried where it lies (tests/test_example.py)."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    run(TUTORIAL, tmp_path)
    forget("lanterns")
    given, wanted = lines_in(tmp_path), lines_in(EXAMPLE)
    assert given.keys() == wanted.keys()
    for name, lines in wanted.items():
        assert given[name] == lines, f"the tutorial has another {name}"


def lines_in(folder: Path) -> dict[str, list[str]]:
    """The lines of all files that people write; empty ones do not count."""
    files = (path for path in folder.rglob("*.*") if path.suffix in WRITTEN)
    return {
        path.relative_to(folder).as_posix(): [
            one for one in path.read_text("utf-8").splitlines() if one
        ]
        for path in files
    }


def test_readme_begins_with_ten_lines_to_paste() -> None:
    first = next(block for block in blocks(ROOT / "README.md") if block.language == "python")
    assert len([line for line in first.text.splitlines() if line.strip()]) <= 10


def test_commands_named_in_a_sentence_are_understood() -> None:
    named = [match[1] for page in pages() for match in INLINE.finditer(page.read_text("utf-8"))]
    assert named
    for words in map(shlex.split, named):
        read(words if words[1:] else [words[0], "--help"])


WRONG = {
    "another output": "```python\nprint(1 + 1)\n```\n\n```text\n3\n```\n",
    "a fault": "```python\nprint(here_is_nothing)\n```\n",
    "no such option": "```console\n$ tablefolk serve --quickly\n```\n",
    "no such command": "```console\n$ tablefolk dance\n```\n",
    "other odds": "```console\n$ tablefolk odds 1d6\nTwo dice\n```\n",
    "unknown to all": "```console\n$ rm -rf everything\n```\n",
    "an unknown language": "```klingon\nqapla\n```\n",
    "no language": "Look:\n\n    tablefolk serve\n",
    "no TOML": "```toml\na = = 1\n```\n",
}


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_a_page_that_is_wrong_is_noticed(text: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(text)
    with pytest.raises((AssertionError, NameError, tomllib.TOMLDecodeError)):
        run(page, tmp_path)


def test_dots_stand_for_what_varies_and_nothing_else() -> None:
    assert alike("a 17 b\n", "a … b")
    assert alike("first\nsecond\nand\nthird\n", "first\n…\nthird\n")
    assert not alike("first\nsecond\nthird\n", "first\nthird\n")
    assert not alike("a b\nc\n", "a …")


def test_options_of_what_would_serve_are_looked_at() -> None:
    assert perform("tablefolk serve --port 8080 --open", expected=False) == ""
    with pytest.raises(AssertionError):
        perform("python3 dev.py run --speed 9", expected=False)
