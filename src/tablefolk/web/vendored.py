"""The scripts, typefaces and icons of others, taken from npm's packages and never committed.

An installed Tablefolk carries them in `vendor/`, where `tools/build.py` puts them; a checkout has
them where npm put them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

CARRIED: Final = Path(__file__).resolve().parent / "vendor"
CHECKOUT: Final = Path(__file__).resolve().parents[3]
MODULES: Final = CHECKOUT / "node_modules"

_READING: Final = "@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next"
_HEADING: Final = "@fontsource-variable/fraunces/files/fraunces"

PUBLIC: Final[Mapping[str, str]] = {
    "htmx.js": "htmx.org/dist/htmx.min.js",
    "hx-sse.js": "htmx.org/dist/ext/hx-sse.min.js",
    "fonts/reading.woff2": f"{_READING}-latin-wght-normal.woff2",
    "fonts/reading-ext.woff2": f"{_READING}-latin-ext-wght-normal.woff2",
    "fonts/reading-italic.woff2": f"{_READING}-latin-wght-italic.woff2",
    "fonts/reading-italic-ext.woff2": f"{_READING}-latin-ext-wght-italic.woff2",
    "fonts/heading.woff2": f"{_HEADING}-latin-soft-normal.woff2",
    "fonts/heading-ext.woff2": f"{_HEADING}-latin-ext-soft-normal.woff2",
}
"""The files that may be served, by the name a page asks for, and where npm puts each."""

ICONS: Final = "icons.json"
"""All icons in one file (2,000 of them, read in 3 ms): name, viewBox and path of each."""
SOLID: Final = "@fortawesome/fontawesome-free/svgs/solid"

Drawing = tuple[str, str]
_DRAWING: Final = re.compile(r'viewBox="([\d .-]+)".*?(<path .*?)</svg>', re.DOTALL)


class MissingAsset(LookupError):
    """A file that is not there, or that nobody may ask for."""


def need() -> None:
    """Refuse to serve half of the pages: what is missing, and what helps, in one sentence."""
    if lacking := missing():
        raise FileNotFoundError(f"cannot serve without {', '.join(lacking)}: {remedy()}.")


def missing() -> list[str]:
    """What is not there of all that pages need."""
    places = {name: place(name) for name in PUBLIC} | {"its icons": _icons()}
    return [name for name, path in places.items() if not path.exists()]


def remedy() -> str:
    """What helps whoever misses a file."""
    checkout = not CARRIED.is_dir() and (CHECKOUT / "package-lock.json").is_file()
    return "`python3 dev.py run` fetches it" if checkout else "install Tablefolk again"


def place(name: str) -> Path:
    """Where the file of a public name should be."""
    return CARRIED / name if CARRIED.is_dir() else MODULES / PUBLIC[name]


def file(name: str) -> Path:
    """The file of a public name."""
    found = place(name)
    if not found.is_file():
        raise MissingAsset(f"“{name}” is not there: {remedy()}")
    return found


def icons() -> frozenset[str]:
    """The names of all icons."""
    if CARRIED.is_dir():
        return frozenset(_packed())
    return frozenset(path.stem for path in _icons().glob("*.svg"))


def drawing(name: str) -> Drawing:
    """The viewBox and the path of an icon."""
    try:
        if CARRIED.is_dir():
            return _packed()[name]
        return read((_icons() / f"{name}.svg").read_text("utf-8"))
    except (KeyError, FileNotFoundError):
        raise MissingAsset(f"there is no icon “{name}”") from None


def read(svg: str) -> Drawing:
    """What is drawn in a file of Font Awesome's."""
    found = _DRAWING.search(svg)
    if found is None:
        raise MissingAsset("an icon's file has no drawing")
    return found[1], found[2]


def _icons() -> Path:
    return CARRIED / ICONS if CARRIED.is_dir() else MODULES / SOLID


@cache
def _packed() -> dict[str, Drawing]:
    return msgspec.json.decode((CARRIED / ICONS).read_bytes(), type=dict[str, Drawing])
