"""How an offer is put together: its words from the file, its blanks from a few short verbs."""

from __future__ import annotations

from collections.abc import Iterable

from tablefolk.core.game import Choice, Seat
from tablefolk.core.verbs import Verbs
from tablefolk.games.wheel_of_fate.rules.state import ATTRIBUTES, Character, Pool, Roll, Wheel
from tablefolk.games.wheel_of_fate.rules.wording import say

verbs = Verbs(say)
do, label, people = verbs.do, verbs.label, verbs.people
text, number, flag, pick = verbs.text, verbs.number, verbs.flag, verbs.pick


# -- Names ---------------------------------------------------------------------------------

ARTICLES = ("the", "a", "an")


def short(name: str) -> str:
    """The name one is called by: Nora for Nora Pell, Ilse for Dr. Ilse Voss."""
    first, *more = name.split() or [name]
    if first.casefold() in ARTICLES:
        return name
    return short(" ".join(more)) if first.endswith(".") and more else first


def by_name(wheel: Wheel, who: str) -> str:
    """What somebody is called at the table; an NPC by the whole name, which may begin with what
    they are: Harbour master Grimm."""
    hero = wheel.cast.get(who)
    return hero.name if hero and hero.kind == "npc" else short(wheel.name(who))


# -- Choices ---------------------------------------------------------------------------------


def words_for(*keys: str, prefix: str = "") -> tuple[Choice, ...]:
    """Choices whose value is the key and whose label is its word."""
    return tuple(Choice(key, say(f"pick.{prefix}{key}")) for key in keys)


def attributes(*keys: str) -> tuple[Choice, ...]:
    return words_for(*(keys or ATTRIBUTES))


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


def about_of(roll: Roll) -> str:
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
