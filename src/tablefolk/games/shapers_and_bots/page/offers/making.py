"""How an offer is put together, and whose things are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tablefolk.core.game import Choice, Seat
from tablefolk.core.verbs import Verbs
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Character
from tablefolk.games.shapers_and_bots.rules.wording import say

verbs = Verbs(say)
do, asked = verbs.do, verbs.asked
text, number, numbers, flag, pick = (
    verbs.text, verbs.number, verbs.numbers, verbs.flag, verbs.pick,
)  # fmt: skip


# -- Choices, and whose things are ------------------------------------------------------------


def people(some: Iterable[Character]) -> tuple[Choice, ...]:
    """These people to pick from; of those with one name, the second and third with a number."""
    times, found = Counter[str](), list[Choice]()
    for one in some:
        name = one.name or one.id
        times[name] += 1
        found.append(Choice(one.id, f"{name} ({times[name]})" if times[name] > 1 else name))
    return tuple(found)


def members(world: World) -> tuple[Choice, ...]:
    """The players at this table."""
    return tuple(Choice(member, world.name(member)) for member in world.company.seats)


def own(world: World, seat: Seat) -> tuple[Character, ...]:
    """The characters that belong to this seat; to the Director, the extras (SB-2)."""
    if seat.gm:
        return tuple(world.extras())
    return tuple(hero for hero in world.cast.values() if hero.player and hero.player == seat.id)
