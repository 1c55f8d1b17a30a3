"""Sheets: one's own playbooks to click, and everybody at a glance (MU-1, MU-6 …, MU-146)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from tablefolk.core.game import Refusal, Seat
from tablefolk.games.mutagen.page.blocks.sheets import (
    AptitudeLine,
    ArmorShown,
    BoxShown,
    Glance,
    Missing,
    Sheet,
    StatusShown,
    Tab,
    TrackLine,
    Words,
)
from tablefolk.games.mutagen.page.offers.creation import following
from tablefolk.games.mutagen.page.offers.making import grow_at, notes_at
from tablefolk.games.mutagen.page.offers.sessions import xp_at
from tablefolk.games.mutagen.page.view import pages
from tablefolk.games.mutagen.playbooks.markup.printing import signed
from tablefolk.games.mutagen.playbooks.model import Aptitude, Deed, Item, Resource
from tablefolk.games.mutagen.rules import buying, leveling, sheet
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Armor, Character
from tablefolk.games.mutagen.words import say

Which = Literal["moves", "grow", "notes"]


def in_seat_order(show: Show, seat: Seat) -> list[Character]:
    """Whoever looks first, then round the table; those who retired come last."""
    order = {member: place for place, member in enumerate(show.company.seats)}
    return sorted(
        show.cast.values(),
        key=lambda hero: (not hero.alive, hero.player != seat.id, order.get(hero.player, 99)),
    )


# -- One's own (MU-1, MU-6) --------------------------------------------------------------------


def tabs(hero: Character, here: str) -> tuple[Tab, ...]:
    """The pages of one's own sheet."""
    parts = (f"sheet:{hero.id}", f"moves:{hero.id}", grow_at(hero.id), notes_at(hero.id))
    names = ("play", "moves", "grow", "notes")
    return tuple(Tab(p, say(f"tab.{n}"), n == here) for p, n in zip(parts, names, strict=True))


def moves_page(show: Show, hero: Character) -> Sheet:
    return page(show, hero, "moves", lambda one: isinstance(one, Deed) and sheet.owned(hero, one))


def grow_page(show: Show, hero: Character) -> Sheet:
    """What is not theirs yet, or has another circle; and what there is to be talked over."""
    return page(show, hero, "grow", lambda one: grows(show, hero, one))


def grows(show: Show, hero: Character, one: Item) -> bool:
    if not isinstance(one, (Aptitude, Deed, Resource)):
        return False
    more = buying.mark_of(hero, one, following(hero, one)) in ("buy", "grant")
    return more or buying.to_ask(show, hero, one)


def notes_page(show: Show, hero: Character) -> Sheet:
    return page(show, hero, "notes", lambda one: noted(hero, one))


def noted(hero: Character, one: Item) -> bool:
    """Whether there is something to write at an item: lines, or boxes that hold something."""
    boxes = isinstance(one, Resource) and any(rank.note for rank in one.ranks)
    return sheet.owned(hero, one) and bool(one.fields or boxes)


def page(show: Show, hero: Character, which: Which, of: pages.Of) -> Sheet:
    books = [one for one in show.shelf.of(hero.playbooks) if one.role != "meta"]
    shown = tuple(pages.book(show, one, hero, of) for one in books)
    points, room = experience(show, hero)
    return Sheet(
        about=f"{which}:{hero.id}",
        region="self",
        who=hero.id,
        name=hero.name,
        page=which,
        tabs=tabs(hero, which),
        books=tuple(one for one in shown if one.sections),
        terms=pages.terms(show, shown),
        level=xp_at(hero) if room and points >= room else "",
        points=points,
        room=room,
    )


def experience(show: Show, hero: Character) -> tuple[int, int]:
    """The boxes of XP that are filled, and how many there are."""
    try:
        _, resource = leveling.levelling(show, hero)
    except Refusal:
        return 0, 0
    item = show.shelf.item(resource)
    room = sheet.capacity(show, hero, item) if isinstance(item, Resource) else 0
    return sheet.points(show, hero, resource), room


def missing(show: Show, hero: Character) -> Iterator[Missing]:
    """What keeps a draft from play (MU-17, MU-18, MU-22)."""
    for item, key in sheet.unwritten(show, hero):
        label = next(field.label for field in item.fields if field.key == key)
        name = show.called(item.id)
        text = say("sheet.missing", name=name if label in ("", name) else f"{name} {label}")
        yield Missing(text.rstrip("."), item.id)


def armor(show: Show, worn: tuple[Armor, ...]) -> tuple[ArmorShown, ...]:
    levels = {one.n: one.name for one in show.engine.harm_scale}
    return tuple(
        ArmorShown(one.id, one.name, one.rating, levels.get(one.rating, ""), one.covers, one.worn)
        for one in worn
    )


# -- Everybody (MU-146) ------------------------------------------------------------------------


def glance(show: Show, seat: Seat, hero: Character) -> Glance:
    books = [one for one in show.shelf.of(hero.playbooks) if one.role != "meta"]
    return Glance(
        about=f"sheet:{hero.id}",
        region="people",
        who=hero.id,
        name=hero.name,
        player=show.name(hero.player),
        mine=hero.player == seat.id,
        state=hero.state,
        books=tuple(short(one.name) for one in books),
        tracks=tuple(tracks(show, hero)) if hero.state != "draft" else (),
        levels=tuple(f"{one.n}: {one.name}" for one in show.engine.harm_scale),
        tabs=tabs(hero, "play") if hero.player == seat.id and hero.state != "draft" else (),
        statuses=statuses(show, hero),
        words=tuple(words(show, hero)),
        aptitudes=tuple(aptitudes(show, hero)),
        moves=tuple(bought(show, hero)),
        armor=armor(show, hero.armor),
        running=hero.running.text if hero.running else "",
        running_on=show.name(hero.running.target) if hero.running and hero.running.target else "",
    )


def short(name: str) -> str:
    """Sorcerer, rather than Sorcerer Playbook."""
    return name.removesuffix(" Playbook").strip() or name


def tracks(show: Show, hero: Character) -> Iterator[TrackLine]:
    for one in sheet.resources(show, hero):
        row = sheet.boxes(show, hero, one)
        if row:
            boxes = tuple(BoxShown(box.filled, box.note) for box in row)
            filled = sum(box.filled for box in row)
            yield TrackLine(one.id, show.called(one.id), filled, boxes)


def statuses(show: Show, hero: Character) -> tuple[StatusShown, ...]:
    return tuple(
        StatusShown(
            one.id,
            one.text,
            one.permanent,
            one.severe,
            show.called(one.origin) if one.origin else "",
        )
        for one in hero.statuses
    )


def words(show: Show, hero: Character) -> Iterator[Words]:
    for item in sheet.items(show, hero):
        lines = (sheet.written(hero, item.id, field.key) for field in item.fields)
        if texts := tuple(text for text in lines if text):
            yield Words(show.called(item.id), texts)


def aptitudes(show: Show, hero: Character) -> Iterator[AptitudeLine]:
    """Those they have, the best first."""
    have = [one for one in sheet.aptitudes(show, hero) if sheet.dots(hero, one)]
    for one in sorted(have, key=lambda one: -sheet.dots(hero, one)):
        rating = signed(sheet.rating(show, hero, one))
        yield AptitudeLine(one.id, show.called(one.id), rating, hero.narrowed.get(one.id, ""))


def bought(show: Show, hero: Character) -> Iterator[str]:
    """Moves that not everybody with these playbooks has."""
    for deed in sheet.deeds(show, hero):
        if deed.mark != "free" and isinstance(deed, Deed):
            yield show.called(deed.id)
