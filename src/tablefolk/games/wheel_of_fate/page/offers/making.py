"""How an offer is put together: its words from the file, its blanks from a few short verbs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Literal

from msgspec import Struct, convert

from tablefolk.core.game import Blank, Choice, Command, Count, Flag, Offer, Pick, Seat, Words
from tablefolk.core.words import phrases
from tablefolk.games.wheel_of_fate.rules.state import ATTRIBUTES, Character, Pool, Roll, Wheel

say = phrases("tablefolk.games.wheel_of_fate.page")  # what buttons and fields say
book = phrases("tablefolk.games.wheel_of_fate")  # what the game itself says


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
    label, rule, hint, advice, confirm, tone = (
        say(f"do.{key}.{part}", **dict(facts)) if f"do.{key}.{part}" in say else ""
        for part in ("label", "rule", "hint", "advice", "confirm", "tone")
    )
    hint = book(f"advice.{advice}") if advice else hint
    parts = {"label": label, "rule": rule, "hint": hint, "confirm": confirm}
    return convert({**parts, "tone": tone or "plain"}, Said)


# -- Blanks ----------------------------------------------------------------------------------


def label(key: str, facts: Mapping[str, Any]) -> str:
    """What a field is called: by command and name, or by the name alone."""
    return called_field(key, tuple(facts.items()))


@lru_cache(maxsize=4096)
def called_field(key: str, facts: tuple[tuple[str, Any], ...]) -> str:
    name = key.rpartition(".")[2]
    return say(f"ask.{key}" if f"ask.{key}" in say else f"ask.{name}", **dict(facts))


def text(
    key: str,
    start: str = "",
    *,
    optional: bool = False,
    long: bool = False,
    most: int = 2000,
    **facts: Any,
) -> Words:
    """A place for words."""
    name = key.rpartition(".")[2]
    return Words(name, label(key, facts), most=most, optional=optional, long=long, start=start)


def number(key: str, low: int, high: int, start: int, name: str = "", **facts: Any) -> Count:
    """A place for a number; its name is the last part of the key, unless it has its own."""
    name = name or key.rpartition(".")[2]
    return Count(name, label(key, facts), low=low, high=high, start=start)


def flag(key: str, start: bool = False, **facts: Any) -> Flag:
    """A place for yes or no."""
    return Flag(key.rpartition(".")[2], label(key, facts), start=start)


def pick(
    key: str,
    choices: Iterable[Choice],
    *,
    start: str | int | bool = "",
    most: int = 1,
    least: int = 1,
    each: bool = False,
    **facts: Any,
) -> Pick:
    """A place for one of these, or for several; with `each`, the rules may close some of them."""
    return Pick(
        key.rpartition(".")[2],
        label(key, facts),
        choices=tuple(choices),
        most=most,
        least=least,
        alike=not each,
        start=start,
    )


# -- Choices ---------------------------------------------------------------------------------


def people(heroes: Iterable[Character]) -> tuple[Choice, ...]:
    return tuple(Choice(hero.id, hero.name) for hero in heroes)


def words_for(*keys: str, prefix: str = "") -> tuple[Choice, ...]:
    """Choices whose value is the key and whose label is its word."""
    return tuple(Choice(key, say(f"pick.{prefix}{key}")) for key in keys)


def attributes(*keys: str) -> tuple[Choice, ...]:
    return words_for(*(keys or ATTRIBUTES))


def bases(wheel: Wheel) -> tuple[str, ...]:
    """What a roll may start from: the attributes, and pools that are dice of their own (WF-27)."""
    own = (p for p in wheel.pools.values() if p.offered and p.rolled_as == "base")
    return (*ATTRIBUTES, *(f"pool:{p.id}" for p in own))


def starts(wheel: Wheel, keys: Iterable[str]) -> tuple[Choice, ...]:
    return tuple(Choice(key, called(wheel, key)) for key in keys)


def aspects(hero: Character) -> tuple[Choice, ...]:
    return tuple(Choice(a.id, a.text) for a in hero.aspects if a.active)


def called(wheel: Wheel, attribute: str) -> str:
    """The name of what a roll starts from: an attribute, or a special pool."""
    if attribute.startswith("pool:"):
        pool = wheel.pools.get(attribute.removeprefix("pool:"))
        return pool.name if pool else attribute
    return say(f"pick.{attribute}")


def place(roll: Roll) -> str:
    """Where a roll's offers belong: rolls against each other lie side by side."""
    return f"roll:{roll.id}" if roll.task else f"clash:{roll.id}"


def fitting(wheel: Wheel, hero: Character, taken: Iterable[str]) -> tuple[Pool, ...]:
    """The pools somebody has bonus dice in, without those that are in already (WF-98)."""
    mine = (p for p in wheel.pools.values() if hero.pools.get(p.id) and p.rolled_as == "bonus")
    return tuple(pool for pool in mine if pool.id not in taken)


# -- Whose -----------------------------------------------------------------------------------


def own(wheel: Wheel, seat: Seat) -> tuple[Character, ...]:
    """The characters this seat speaks for: the GM for all, a player for theirs (WF-1)."""
    return tuple(c for c in wheel.cast.values() if seat.gm or c.owner == seat.id)


def mine(wheel: Wheel, seat: Seat, who: str) -> bool:
    """Whether the table waits for this seat when it waits for that character."""
    hero = wheel.cast.get(who)
    return hero is not None and (hero.owner == seat.id or (hero.kind == "npc" and seat.gm))
