"""Our own static files and those of others: read once, named by what is in them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from pathlib import Path

from msgspec import Struct

from tablefolk.web import assets, brought, light, vendored

FOLDER = Path(__file__).parent / "static"
# One stylesheet reaches every page; these are its parts, in order, and every game's palette. At a
# table, and on what belongs to one, a second one follows: the looks of its game.
SHEETS = (
    "tokens", "base", "forms", "cards", "dice", "parts", "people", "story", "table", "stage",
    "moment", "front", "recap",
)  # fmt: skip
SCRIPT = "table.js"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}


class File(Struct, frozen=True):
    """A file as it is sent."""

    body: bytes
    kind: str
    mark: str


@cache
def file(name: str) -> File:
    """The file of that name; LookupError where nobody may have it."""
    made = MADE.get(name)
    body = made() if made else _of_a_game(name) or _read(name)
    mark = blake2b(body, digest_size=8).hexdigest()
    return File(body, TYPES[Path(name).suffix], mark)


@cache
def packed(name: str, coding: str) -> bytes:
    """The same at its smallest; packed when it is first asked for."""
    return light.BEST[coding](file(name).body)


def url(name: str) -> str:
    """Where a page asks for a file, changing whenever the file does."""
    return f"/static/{name}?v={file(name).mark}"


def _read(name: str) -> bytes:
    if name in vendored.PUBLIC:
        return vendored.file(name).read_bytes()
    path = FOLDER / name
    if name not in _ours() or path.suffix not in TYPES:
        raise LookupError(name)
    return path.read_bytes()


@cache
def _ours() -> frozenset[str]:
    found = (path for path in FOLDER.rglob("*") if path.is_file())
    return frozenset(path.relative_to(FOLDER).as_posix() for path in found)


def _of_a_game(name: str) -> bytes:
    """What a game brings: its looks as one sheet, or a file of its own."""
    key = name.removeprefix("css/").removesuffix(".css")
    if name == look(key):
        return b"\n".join(part.read_bytes() for part in brought.sheets(key))
    path = brought.static(name)
    return path.read_bytes() if path and path.suffix in TYPES else b""


def look(key: str) -> str:
    """The name of the sheet with a game's looks."""
    return f"css/{key}.css"


def looks(key: str) -> str:
    """Where a page asks for them; nowhere for a game that has none."""
    return url(look(key)) if key and brought.sheets(key) else ""


def script(key: str) -> str:
    """Where a table asks for its game's script, if it has one."""
    return url(f"{key}/{SCRIPT}") if brought.static(f"{key}/{SCRIPT}") else ""


def _sheet() -> bytes:
    ours = (FOLDER / "css" / f"{name}.css" for name in SHEETS)
    return b"\n".join(part.read_bytes() for part in (*ours, *brought.palettes()))


# Put together here.
MADE: dict[str, Callable[[], bytes]] = {"css/all.css": _sheet, assets.SYMBOLS: assets.symbols}
