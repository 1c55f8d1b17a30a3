"""The GM's tools."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from tablefolk.core.game import Block, Offer
from tablefolk.core.stage import Part
from tablefolk.games.wheel_of_fate.page.blocks import Acting, Desk
from tablefolk.games.wheel_of_fate.page.offers import contests, creation, desk, fate
from tablefolk.games.wheel_of_fate.page.offers import pools as pooling
from tablefolk.games.wheel_of_fate.page.stage.bodies import body
from tablefolk.games.wheel_of_fate.page.view import creation as making
from tablefolk.games.wheel_of_fate.page.view import desk as shown
from tablefolk.games.wheel_of_fate.page.view.hints import advice
from tablefolk.games.wheel_of_fate.rules.creation import without
from tablefolk.games.wheel_of_fate.rules.order import running
from tablefolk.games.wheel_of_fate.rules.state import Pool, Wheel
from tablefolk.games.wheel_of_fate.rules.wording import say

Blocks = Callable[[], Iterable[Block]]
Offers = Callable[[], Iterable[Offer]]


STAGED = {"call", "trouble", "fight"}  # what asks others for something, and is then put away


def tool(key: str, group: str, icon: str, blocks: Blocks, offers: Offers) -> Part:
    return Part(
        key=key,
        place="tool",
        staged=key in STAGED,
        title=say(f"part.{key}"),
        group=say(f"group.{group}"),
        icon=icon,
        blocks=blocks,
        offers=offers,
    )


def parts(wheel: Wheel) -> Iterator[Part]:
    if wheel.playing:
        yield from rolling(wheel)
    yield tool(
        "npc", "people", "user-plus", body(shown.npc_list, wheel), partial(desk.somebody_new, wheel)
    )
    if wheel.creation_open and without(wheel):
        yield acting("newcomer", "people", "user-check", partial(creation.begin_for, wheel))
    if creation.asks(wheel):
        asked = partial(creation.questions, wheel)
        yield acting("questions", "table", "circle-question", asked)
    if len(wheel.company.seats) > 1:
        seats = body(Desk, "seating", "desk")
        yield tool("seating", "table", "rotate", seats, partial(desk.seating, wheel))
    if making.openings(wheel):
        yield tool("openings", "story", "bolt", body(making.situation, wheel), tuple)
    yield pools(wheel, gm=True)
    special = [pool for pool in wheel.pools.values() if pool.special]
    yield from (designer(wheel, pool) for pool in special if not pooling.sketched(wheel, pool))


def sketches(wheel: Wheel) -> Iterator[Part]:
    """Special pools that nobody can choose yet, with their questions (WF-104)."""
    every = wheel.pools.values()
    return (designer(wheel, pool) for pool in every if pooling.sketched(wheel, pool))


def acting(key: str, group: str, icon: str, offers: Offers, *hints: str) -> Part:
    """A tool that is its forms, and a sentence."""
    none = say(f"none.{key}") if f"none.{key}" in say else ""
    how = say(f"part.{key}_how")
    block = partial(Acting, key, "desk", text=how, none=none, hints=advice(*hints))
    return tool(key, group, icon, body(block), offers)


def rolling(wheel: Wheel) -> Iterator[Part]:
    call = body(shown.call, wheel)
    yield tool("call", "rolls", "dice", call, partial(desk.calling, wheel))
    yield acting("trouble", "rolls", "coins", partial(fate.offering, wheel), "offer_gm")
    if running(wheel) is None:
        yield acting("fight", "rolls", "hand-fist", partial(contests.opening, wheel), "order")
    if any(hero.attributes for hero in wheel.pcs()):
        yardstick = body(shown.yardstick, wheel)
        yield tool("yardstick", "rolls", "ruler", yardstick, tuple)


def pools(wheel: Wheel, gm: bool) -> Part:
    region = "desk" if gm else "people"
    offers: Offers = partial(pooling.listed, wheel) if gm else creation.propose
    return tool("pool", "table", "layer-group", body(shown.pool_list, wheel, region), offers)


def designer(wheel: Wheel, pool: Pool) -> Part:
    now = pooling.sketched(wheel, pool)
    return Part(
        key=f"pool:{pool.id}",
        place="now" if now else "tool",
        title=say("part.sketch", name=pool.name) if now else pool.name,
        eyebrow=say("part.sketch_by"),
        note=say("part.special"),
        group=say("group.table"),
        icon="wand-magic-sparkles",
        blocks=body(shown.designer, wheel, pool),
        offers=partial(pooling.designing, wheel, pool),
    )
