"""Sheets behind faces: everybody's at a glance, one's own in four pages (MU-1, MU-146)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tablefolk.core.game import Offer, Seat
from tablefolk.core.stage import Part
from tablefolk.games.mutagen.page.offers import bars, cast, harm, sessions, sheets
from tablefolk.games.mutagen.page.offers.making import grow_at, notes_at
from tablefolk.games.mutagen.page.stage.playing import one
from tablefolk.games.mutagen.page.view import sheets as shown
from tablefolk.games.mutagen.page.view import world
from tablefolk.games.mutagen.page.view.making import KINDS
from tablefolk.games.mutagen.rules import sheet
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Character, Entity
from tablefolk.games.mutagen.words import say


def parts(show: Show, seat: Seat) -> Iterator[Part]:
    for hero in show.cast.values():
        yield glance(show, seat, hero)
        if hero.player == seat.id and hero.alive and hero.state != "draft" and not seat.gm:
            yield from own_pages(show, hero)
    for entity in show.entities.values():
        if not entity.gone:
            yield card(show, seat, entity)


# -- Characters --------------------------------------------------------------------------------


def glance(show: Show, seat: Seat, hero: Character) -> Part:
    return Part(
        key=f"sheet:{hero.id}",
        place="sheet",
        title=hero.name,
        note=show.name(hero.player),
        blocks=partial(one, shown.glance, show, seat, hero),
        offers=partial(at_sheet, show, seat, hero),
        who=hero.player,
    )


def at_sheet(show: Show, seat: Seat, hero: Character) -> Iterator[Offer]:
    """Statuses and armor; for the GM also the pencil."""
    yield from bars.marking(show, seat, hero)
    if hero.alive and (seat.gm or hero.player == seat.id):
        yield from sheets.wear(show, hero, f"sheet:{hero.id}:wear")
    if seat.gm and hero.alive:
        yield from sheets.by_gm(show, hero)
        yield from sessions.granting(hero)
        yield from harm.death(hero)


def own_pages(show: Show, hero: Character) -> Iterator[Part]:
    yield Part(
        key=f"moves:{hero.id}",
        place="sheet",
        title=say("stage.moves", name=hero.name),
        blocks=partial(one, shown.moves_page, show, hero),
        who=hero.player,
    )
    yield Part(
        key=grow_at(hero.id),
        place="sheet",
        title=say("stage.grow", name=hero.name),
        blocks=partial(one, shown.grow_page, show, hero),
        offers=lambda: sheets.asking(show, hero, sheet.items(show, hero), grow_at(hero.id)),
        who=hero.player,
    )
    yield Part(
        key=notes_at(hero.id),
        place="sheet",
        title=say("stage.notes", name=hero.name),
        blocks=partial(one, shown.notes_page, show, hero),
        offers=partial(sheets.by_hand, show, hero, notes_at(hero.id)),
        who=hero.player,
    )


# -- Somebody and something of the GM's (MU-154) -----------------------------------------------


def card(show: Show, seat: Seat, entity: Entity) -> Part:
    """An NPC is among the people; a thing or a place lies on the table."""
    statuses = ", ".join(status.text for status in entity.statuses)
    return Part(
        key=f"around:{entity.id}",
        place="sheet" if entity.kind == "npc" else "shelf",
        title=entity.name,
        note=statuses,
        blocks=partial(one, world.around, show, seat, entity),
        offers=partial(at_card, show, seat, entity),
        icon=KINDS[entity.kind],
    )


def at_card(show: Show, seat: Seat, entity: Entity) -> Iterator[Offer]:
    if seat.gm:
        yield from harm.opening_for(entity)
        yield bars.writing(show, seat, entity, None)
    yield from bars.marking(show, seat, entity)
    if seat.gm:
        yield from cast.tending(show, entity)
