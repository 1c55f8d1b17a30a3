"""Sheets: of the players' characters, and of the people whom the GM runs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tablefolk.core.game import Block, Offer, Seat
from tablefolk.core.stage import Part
from tablefolk.games.wheel_of_fate.page.offers import creation, desk, fate
from tablefolk.games.wheel_of_fate.page.view import people
from tablefolk.games.wheel_of_fate.page.view.desk import npc as npc_block
from tablefolk.games.wheel_of_fate.rules.state import Character, Wheel


def parts(wheel: Wheel, seat: Seat) -> Iterator[Part]:
    for hero in wheel.cast.values():
        if has_sheet(wheel, seat, hero):
            yield Part(
                key=f"who:{hero.id}",
                place="sheet",
                title=hero.name,
                icon="scroll",
                who=hero.owner,
                blocks=partial(_sheet, wheel, seat, hero),
                offers=partial(_offers, wheel, seat, hero),
            )


def has_sheet(wheel: Wheel, seat: Seat, hero: Character) -> bool:
    """Once there is something on it; of an NPC whom the seat has met."""
    if hero.kind == "npc":
        return wheel.seen(seat, hero)
    return bool(hero.attributes) or wheel.playing


def _sheet(wheel: Wheel, seat: Seat, hero: Character) -> tuple[Block, ...]:
    if hero.kind == "npc":
        return (npc_block(wheel, seat, hero),)
    return (people.sheet(wheel, seat, hero),)


def _offers(wheel: Wheel, seat: Seat, hero: Character) -> Iterator[Offer]:
    if hero.kind == "npc":
        if seat.gm:
            yield from desk.changing(wheel, hero)
            yield from desk.corrections(wheel, hero)
        return
    if not creation.making(wheel, hero):
        yield from creation.remark(wheel, hero)
        if seat.gm or hero.owner == seat.id:
            yield from creation.on_the_sheet(wheel, hero)
            yield from desk.on_sheet(wheel, hero)
    if seat.gm:
        if wheel.playing:
            yield from fate.declaring_for(hero, f"who:{hero.id}")
        yield from desk.corrections(wheel, hero)
    elif hero.owner != seat.id and wheel.playing:
        yield from fate.suggesting(hero, f"who:{hero.id}")
