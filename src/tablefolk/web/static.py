"""Our own static files and those of others: read once, named by what is in them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from pathlib import Path

from msgspec import Struct

from tablefolk.web import assets, light

FOLDER = Path(__file__).parent / "static"
# One stylesheet reaches the browser; these are its parts, in order. Games' own files follow.
SHEETS = (
    "tokens", "base", "forms", "cards", "dice", "parts", "people", "story", "table", "stage",
    "front", "recap",
)  # fmt: skip
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
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
    body = made() if made else _read(name)
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
    if name in assets.PUBLIC:
        return assets.file(name).read_bytes()
    path = FOLDER / name
    if name not in _ours() or path.suffix not in TYPES:
        raise LookupError(name)
    return path.read_bytes()


@cache
def _ours() -> frozenset[str]:
    found = (path for path in FOLDER.rglob("*") if path.is_file())
    return frozenset(path.relative_to(FOLDER).as_posix() for path in found)


def _sheet() -> bytes:
    folder = FOLDER / "css"
    games = sorted({path.stem for path in folder.glob("*.css")} - set(SHEETS))
    parts = (folder / f"{name}.css" for name in (*SHEETS, *games))
    return b"\n".join(part.read_bytes() for part in parts if part.is_file())


# Put together here.
MADE: dict[str, Callable[[], bytes]] = {"css/all.css": _sheet, assets.SYMBOLS: assets.symbols}
