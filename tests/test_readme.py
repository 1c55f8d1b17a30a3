"""What README and docs show in Python is run, and prints what they say it prints."""

from __future__ import annotations

import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.M | re.S)


def blocks(page: Path) -> list[tuple[str, str | None]]:
    """Every block of Python on a page, with what it is said to print where that stands below it."""
    found = FENCE.finditer(page.read_text("utf-8"))
    return [(m[2], m[3]) for m in found if m[1] == "python"]


PAGES = [
    page for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))) if blocks(page)
]


def test_readme_and_the_page_about_python_are_among_them() -> None:
    assert {"README.md", "python.md"} <= {page.name for page in PAGES}


def test_readme_begins_with_ten_lines_to_paste() -> None:
    code, _ = blocks(ROOT / "README.md")[0]
    assert len([line for line in code.splitlines() if line.strip()]) <= 10


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_code_on_a_page_runs_as_written(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    known: dict[str, object] = {"__name__": "page"}
    for code, says in blocks(page):
        printed = StringIO()
        with redirect_stdout(printed):
            exec(compile(code, page.name, "exec"), known)
        if says is not None:
            assert printed.getvalue() == says
        else:
            assert "print" not in code or printed.getvalue().strip()
