"""How an offer is put together: its words from the files, its blanks from a few short verbs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Literal

from msgspec import Struct, convert

from tablefolk.core.game import (
    Blank,
    Choice,
    Command,
    Count,
    Counts,
    Flag,
    Offer,
    Pick,
    Seat,
    Words,
)
from tablefolk.games.mutagen.page.words import say
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Character


def do(
    command: type[Command],
    about: str,
    *blanks: Blank,
    key: str = "",
    owed: bool = False,
    facts: Mapping[str, Any] | None = None,
    fixed: Mapping[str, Any] | None = None,
    **more: Any,
) -> Offer:
    """An offer of this command; what it says stands under its key in the words."""
    said = spoken(key or command.__name__, tuple((facts or {}).items()))
    return Offer(
        command,
        said.label,
        {**(fixed or {}), **more},
        blanks,
        owed=owed,
        about=about,
        rule=said.rule,
        hint=said.hint,
        tone=said.tone,
        confirm=said.confirm,
    )


class Said(Struct, frozen=True):
    """What an offer says."""

    label: str
    rule: str
    hint: str
    confirm: str
    tone: Literal["main", "plain", "quiet", "grave"]


@lru_cache(maxsize=4096)
def spoken(key: str, facts: tuple[tuple[str, Any], ...]) -> Said:
    """The words of an offer; menus are made often, and mostly say the same."""
    label, rule, hint, confirm, tone = (
        say(f"do.{key}.{part}", **dict(facts)) if f"do.{key}.{part}" in say else ""
        for part in ("label", "rule", "hint", "confirm", "tone")
    )
    parts = {"label": label, "rule": rule, "hint": hint, "confirm": confirm}
    return convert({**parts, "tone": tone or "plain"}, Said)


# -- Blanks ------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def asked(key: str) -> tuple[str, str, str]:
    """A field's name, what it is called, and what stands beneath it; by command, or by name."""
    name = key.rpartition(".")[2]
    label = say(f"ask.{key}" if f"ask.{key}" in say else f"ask.{name}")
    hint = next((say(f"hint.{k}") for k in (key, name) if f"hint.{k}" in say), "")
    return name, label, hint


def text(
    key: str, start: str = "", *, optional: bool = False, long: bool = False, most: int = 2000
) -> Words:
    """A place for words."""
    return Words(*asked(key), most=most, optional=optional, long=long, start=start)


def number(key: str, low: int, high: int, start: int = 0) -> Count:
    """A place for a number."""
    return Count(*asked(key), low=low, high=high, start=start)


def numbers(
    key: str, rows: Iterable[Choice], low: int, high: int, start: Iterable[int] = ()
) -> Counts:
    """A place for several numbers, each under its name."""
    return Counts(*asked(key), rows=tuple(rows), low=low, high=high, start=tuple(start))


def flag(key: str, start: bool = False) -> Flag:
    """A place for yes or no."""
    return Flag(*asked(key), start=start)


def pick(
    key: str,
    choices: Iterable[Choice],
    *,
    start: str | int | bool = "",
    most: int = 1,
    least: int = 1,
    each: bool = False,
) -> Pick:
    """A place for one of these, or for several; with `each`, the rules may close some of them."""
    found = tuple(choices)
    return Pick(*asked(key), choices=found, most=most, least=least, alike=not each, start=start)


# -- Choices, and whose things are -------------------------------------------------------------


def people(heroes: Iterable[Character]) -> tuple[Choice, ...]:
    return tuple(Choice(hero.id, hero.name or hero.id) for hero in heroes)


def members(show: Show) -> tuple[Choice, ...]:
    """The players at this table."""
    return tuple(Choice(member, show.name(member)) for member in show.company.seats)


def own(show: Show, seat: Seat) -> Character | None:
    """The character this seat plays now."""
    return None if seat.gm else show.of(seat.id)


def tended(show: Show, seat: Seat) -> tuple[Character, ...]:
    """The characters this seat may write on: its own; to the GM, all that are not retired."""
    return tuple(h for h in show.cast.values() if h.alive and (seat.gm or h.player == seat.id))


def move_at(who: str, item: str) -> str:
    """What offers to make a move from a sheet are about."""
    return f"move:{who}:{item}"
