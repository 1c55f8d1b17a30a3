"""Characters in the making, as everybody sees them, and where a newcomer begins (MU-2, MU-16)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Block, Seat
from tablefolk.games.mutagen.page.blocks.sheets import Creation, Maker, Pointer, ReadyShown
from tablefolk.games.mutagen.page.offers import creation as offered
from tablefolk.games.mutagen.page.offers.making import own
from tablefolk.games.mutagen.page.view import sheets
from tablefolk.games.mutagen.page.words import say
from tablefolk.games.mutagen.rules import creation, sheet
from tablefolk.games.mutagen.rules.ready_made import ReadyMade, from_ready_made
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Character


def blocks(show: Show, seat: Seat) -> Iterator[Block]:
    if seat.role == "player" and seat.id not in show.knows_meta:
        yield from pointer(show)
    without = offered.without(show)
    drafts = [hero for hero in sheets.in_seat_order(show, seat) if hero.state == "draft"]
    if without or drafts or not show.cast:
        yield making(show, seat, without, drafts)
    mine = own(show, seat)
    if mine and mine.state == "draft":
        yield sheets.own_sheet(show, mine)


def comes_first(show: Show, seat: Seat) -> bool:
    """Whether making a character is what matters now: to this seat, or to everybody."""
    mine = own(show, seat)
    draft = mine is not None and mine.state == "draft"
    return seat.id in offered.without(show) or draft or not show.playing


def pointer(show: Show) -> Iterator[Pointer]:
    meta = next((one for one in show.shelf.playbooks if one.role == "meta"), None)
    if meta:
        yield Pointer(about="pointer", book=meta.id, name=meta.name, hint=say("advice.sheet"))


def making(show: Show, seat: Seat, without: list[str], drafts: list[Character]) -> Creation:
    begin = seat.id in without
    return Creation(
        about="creation",
        begin=begin,
        box=tuple(boxed(show, ready) for ready in offered.box(show)) if begin else (),
        makers=tuple(maker(show, seat, hero) for hero in drafts),
        without=tuple(show.name(member) for member in without),
        hints=(say("advice.welcome"),),
    )


def maker(show: Show, seat: Seat, hero: Character) -> Maker:
    return Maker(
        hero.id,
        hero.name,
        show.name(hero.player),
        hero.player == seat.id,
        names(show, hero.playbooks),
        sheet.written(hero, "concept", "concept"),
        show.number("creation_buys", creation.CREATION_BUYS),
        creation.spent(show, hero),
        tuple(one.text for one in sheets.missing(show, hero)),
    )


def names(show: Show, books: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sheets.short(b.name) for b in show.shelf.of(books) if b.role != "meta")


def boxed(show: Show, ready: ReadyMade) -> ReadyShown:
    hero = from_ready_made(ready, "", "", 0)
    concept = ready.writings.get("concept.concept", "")
    have = tuple(sheets.aptitudes(show, hero))
    return ReadyShown(
        ready.key, ready.name, ready.blurb, concept, names(show, ready.playbooks), have
    )
