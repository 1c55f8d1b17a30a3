"""Lays out templates and stylesheets: no line over 120 characters, and nobody sees a difference.

python -m tools.layout [--check]    all below src and examples

Only lines that are too long are touched; whatever fits stays as it was written. How a template may
be cut is said in templates.py.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools.layout.stylesheets import keeping, stylesheet
from tools.layout.templates import WIDTH, template

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("src", "examples")


def files(root: Path, ending: str) -> list[Path]:
    return sorted(path for folder in FOLDERS for path in (root / folder).rglob(f"*{ending}"))


def laid_out(root: Path) -> Iterator[tuple[Path, str, str]]:
    """Every template and stylesheet: as it is, and as it should be."""
    sheets = {path: path.read_text("utf-8") for path in files(root, ".css")}
    classes = frozenset[str]().union(*map(keeping, sheets.values()))
    for path, text in sheets.items():
        yield path, text, stylesheet(text)
    for path in files(root, ".html"):
        text = path.read_text("utf-8")
        yield path, text, template(text, classes)


def complaints(path: str, text: str, better: str) -> Iterator[str]:
    if text != better:
        yield f"{path} has lines that are too long: python3 dev.py format mends it."
    for number, line in enumerate(better.split("\n"), 1):
        if len(line) > WIDTH:
            yield f"{path}:{number} has {len(line)} characters, and no place where it could end."


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    """Lay out all files, or with --check say of which it would change something."""
    found = list[str]()
    for path, text, better in laid_out(root):
        if "--check" in arguments:
            found += complaints(path.relative_to(root).as_posix(), text, better)
        elif text != better:
            path.write_text(better, "utf-8")
    print(*found, sep="\n", end="\n" if found else "")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
