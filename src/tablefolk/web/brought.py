"""What a game brings to the web: it lies in the folder `web` of its package, and its rules in words
in `rulebook` (rules.py).

    templates/         drawings of its blocks, by their names; `pages/` whole pages of its own;
                       `about.html`, if there is more to say of it among the credits
    css/palette.css    its colours, which its card on the front page shows as well
    css/*.css          the rest of its looks, sent with the pages of its tables alone
    static/            files to be served below /static/<key>/; `table.js` comes with its tables,
                       `faces.svg` holds drawings that may stand where an icon may: "face-<id>"
    __init__.py        ROUTES, its own addresses, and LARGE, how many bytes may be sent to one that
                       takes more than a form, by how the address ends

None of it is needed. A game is found without being loaded; only its routes are Python.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from tablefolk import games
from tablefolk.core.game import Game

log = logging.getLogger("tablefolk")
PALETTE = "palette.css"
FACES = "faces.svg"


class Pages(Struct, frozen=True):
    """The addresses that games answer to themselves, and what of them cannot be had."""

    routes: tuple[HTTPRouteHandler, ...] = ()
    large: Mapping[str, int] = {}  # bytes that may be sent, by how an address ends
    left_out: tuple[str, ...] = ()  # each in one sentence


@cache
def package(key: str) -> Path | None:
    """Where a game's package lies; one that is a single file has no such place."""
    module = games.module_of(key)
    spec = find_spec(module) if module else None
    found = spec.submodule_search_locations if spec else None
    return Path(found[0]) if found else None


@cache
def folder(key: str, part: str) -> Path | None:
    """A part of what this game brings, if it brings that."""
    at = package(key)
    found = at / "web" / part if at else None
    return found if found and found.is_dir() else None


def folders(part: str) -> dict[str, Path]:
    """That part of every game that has it, by the game's key."""
    every = {key: folder(key, part) for key in games.names()}
    return {key: found for key, found in every.items() if found}


def sheets(key: str) -> list[Path]:
    """The looks of a game, in the order they are sent; its palette is the house's to send."""
    found = folder(key, "css")
    return sorted(p for p in found.glob("*.css") if p.name != PALETTE) if found else []


def palettes() -> list[Path]:
    """The colours of all games; one that never ends would take those of the next with it."""
    every = [path for at in folders("css").values() if (path := at / PALETTE).is_file()]
    for path in every:
        if not _ends(path.read_text("utf-8")):
            log.warning("The colours in %s are left out: a { or /* is never closed.", path)
    return [path for path in every if _ends(path.read_text("utf-8"))]


def _ends(css: str) -> bool:
    bare = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    return "/*" not in bare and bare.count("{") == bare.count("}")


def static(name: str) -> Path | None:
    """A game's file by the name that a page asks for: its key, then its path."""
    key, _, rest = name.partition("/")
    found = folder(key, "static") if rest else None
    path = (found / rest).resolve() if found else None
    inside = found and path and path.is_relative_to(found.resolve())
    return path if inside and path and path.is_file() else None


def pages(of: Iterable[Game], taken: Iterable[HTTPRouteHandler]) -> Pages:
    """Their own addresses, beside those that are taken; whose cannot be had plays on without."""
    routes, large, left_out = list[HTTPRouteHandler](), dict[str, int](), list[str]()
    answered = {address for route in taken for address in _addresses(route)}
    for game in of:
        try:
            web = _module(game)
            theirs = list(getattr(web, "ROUTES", ()))
            asked = {address for route in theirs for address in _addresses(route)}
            if twice := sorted(answered & asked):
                raise ValueError(f"{' '.join(twice[0])} is somebody else’s address")
            more = {str(end): int(size) for end, size in dict(getattr(web, "LARGE", {})).items()}
            if theirs:
                Litestar(theirs, openapi_config=None, logging_config=None)  # so it says what is odd
        except Exception as fault:
            left_out.append(f"The pages of “{game.key}” are left out: {fault}.")
            continue
        answered |= asked
        routes += theirs
        large |= more
    return Pages(tuple(routes), large, tuple(left_out))


def _addresses(route: HTTPRouteHandler) -> set[tuple[str, str]]:
    """What a route answers to: methods and addresses, whatever their parts are called."""
    plain = {re.sub(r"\{[^}]*\}", "{}", path) for path in route.paths}
    return {(method, path) for method in route.http_methods for path in plain}


def _module(game: Game) -> ModuleType | None:
    name = f"{games.module_of(game.key)}.web"
    return import_module(name) if folder(game.key, "") and find_spec(name) else None
