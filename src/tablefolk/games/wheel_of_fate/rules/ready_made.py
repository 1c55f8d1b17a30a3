"""Ready-made characters: complete people from a box, legal at any table (WF-109, WF-111)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tablefolk.core import sheets
from tablefolk.core.game import Event
from tablefolk.core.words import slug
from tablefolk.games.wheel_of_fate.rules import pools
from tablefolk.games.wheel_of_fate.rules.state import Character, Connection, Wheel
from tablefolk.games.wheel_of_fate.rules.steps import (
    POOL_DICE,
    ConnectionWritten,
    attribute_dice,
    numbered,
    spread,
)

GAME = "tablefolk.games.wheel_of_fate"


class ReadyMade(sheets.Ready, frozen=True):
    """A character from the box: complete, and with something to say about everybody."""

    summary: str
    attributes: dict[str, int]
    more: tuple[str, ...]  # where a ninth and a tenth die go
    answers: tuple[str, ...]
    aspects: tuple[str, ...]
    pools: dict[str, int]
    tools: tuple[str, ...]
    last_answer: str
    stranger: Connection  # what they say about somebody who is not from the box
    connections: dict[str, Connection]


@cache
def ready_mades() -> dict[str, ReadyMade]:
    """The characters in the box, by key."""
    return sheets.box(GAME, ReadyMade)


def from_ready_made(wheel: Wheel, ready: ReadyMade, owner: str) -> Character:
    """The sheet of a ready-made character at this table: legal here, and ready.

    Where the table's pools do not take three dice, that step is the player's (WF-116).
    """
    offered = pools.offered(wheel)
    laid = spread(offered.values(), ready.pools)
    settled = sum(laid.values()) == POOL_DICE or not offered
    attributes = dict(ready.attributes)
    for key in ready.more[: attribute_dice(wheel) - sum(attributes.values())]:
        attributes[key] += 1
    return Character(
        id=slug(ready.name, wheel.cast),
        name=ready.name,
        owner=owner,
        summary=ready.summary,
        connections={o.id: ready.connections.get(o.id, ready.stranger) for o in wheel.pcs()},
        attributes=attributes,
        aspects=numbered(wheel, ready.aspects, (1, 2, 3, 4, 5)),
        answers=ready.answers,
        last_answer=ready.last_answer,
        pools={pool: n for pool, n in laid.items() if n and settled},
        pools_settled=settled,
        tools=ready.tools,
        ready=settled,
    )


def met(wheel: Wheel, ready: ReadyMade, who: str) -> Iterator[Event]:
    """Those from the same box already here know the newcomer."""
    box = ready_mades()
    for hero in wheel.pcs():
        if hero.id in box and (known := box[hero.id].connections.get(ready.key)):
            yield ConnectionWritten(hero.id, who, known.how_known, known.feeling)
