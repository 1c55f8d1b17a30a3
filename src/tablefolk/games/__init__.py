"""The games on the shelf: whatever is installed under the entry point `tablefolk.games`.

The four in this folder are found like anybody else's: an entry point's name is the game's key, what
it names is the module or package that is the game (`core.game.Game`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from msgspec import Struct

from tablefolk.core.game import Game
from tablefolk.core.table.at import GameAtTable

GROUP = "tablefolk.games"
KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
# What a game must have; the rest it may have (core/game.py).
NEEDED = (
    "key", "edition", "about", "options", "commands", "events", "state",
    "new", "decide", "evolve", "offers", "odds", "view", "tell", "demo",
)  # fmt: skip


class Unfit(Exception):
    """A game that is installed and cannot be played; its text says why, in one sentence."""


class LeftOut(Struct, frozen=True):
    """A game that could not be put on the shelf, and the reason."""

    key: str
    why: str

    def __str__(self) -> str:
        return f"The game “{self.key}” is left out: {self.why}"


class Shelf(Struct, frozen=True):
    """All games that can be played here, in the order they are shown, and those left out."""

    games: tuple[Game, ...]
    left_out: tuple[LeftOut, ...] = ()

    def get(self, key: str) -> Game | None:
        return next((game for game in self.games if game.key == key), None)


def names() -> tuple[str, ...]:
    """The keys of all games that are installed; none of them is loaded for that."""
    return tuple(sorted(_installed()))


@cache
def load(key: str) -> Game:
    """One game by its key; Unfit where there is none, or where it cannot be played."""
    found = _installed().get(key)
    if found is None:
        raise Unfit(f"There is no game “{key}” here; there are: {', '.join(names())}.")
    try:
        game = found.load()
    except Exception as fault:
        raise Unfit(f"{type(fault).__name__}: {fault}.") from fault
    if found_wrong := next(faults(game, key), ""):
        raise Unfit(found_wrong)
    made: Game = game
    return made


@cache
def shelf() -> Shelf:
    """Every installed game that can be played; one that cannot never keeps the others away."""
    games, left_out = list[Game](), list[LeftOut]()
    for key in names():
        try:
            games.append(load(key))
        except Unfit as why:
            left_out.append(LeftOut(key, str(why)))
    left_out += (
        LeftOut(one.name, f"{_from(_installed()[one.name])} has that key.") for one in _doubles()
    )
    games.sort(key=lambda game: (game.about.shelf, game.about.title))
    return Shelf(tuple(games), tuple(left_out))


def faults(game: Any, key: str) -> Iterator[str]:
    """What keeps something from being a game, each in one sentence."""
    lacking = [name for name in NEEDED if not hasattr(game, name)]
    if lacking:
        yield f"It has no {', '.join(lacking)}."
        return
    if not KEY.fullmatch(str(game.key)):
        yield f"Its key “{game.key}” is not made of small letters, digits and hyphens."
    if game.key != key:
        yield f"It is installed as “{key}” and calls itself “{game.key}”."
    try:
        GameAtTable(game)
    except Exception as fault:
        yield f"It cannot be played at a table: {type(fault).__name__}: {fault}."


def module_of(key: str) -> str:
    """The module that is installed as a game, below which it may carry more (web/brought.py)."""
    found = _installed().get(key)
    return found.module if found else ""


def ours(key: str) -> bool:
    """Whether a game came with Tablefolk itself."""
    return module_of(key).startswith(f"{GROUP}.")


@cache
def _installed() -> dict[str, EntryPoint]:
    """By their keys; of several with one key ours, else the first by its module's name."""
    return {found.name: found for found in reversed(_every())}


def _doubles() -> list[EntryPoint]:
    return [found for found in _every() if found.value != _installed()[found.name].value]


def _every() -> list[EntryPoint]:
    found = entry_points(group=GROUP)
    return sorted(found, key=lambda one: (not one.value.startswith(f"{GROUP}."), one.value))


def _from(found: EntryPoint) -> str:
    """Where a game came from, as people know it."""
    return f"“{found.dist.name}”" if found.dist else f"“{found.value}”"
