"""Sheets: one's own playbooks to click, and everybody at a glance (MU-1, MU-6 …, MU-146)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Block, Seat
from tablefolk.games.mutagen.page.blocks.sheets import (
    AptitudeLine,
    ArmorShown,
    BoxShown,
    Glance,
    Missing,
    Sheet,
    StatusShown,
    TrackLine,
    Words,
)
from tablefolk.games.mutagen.page.offers.making import own
from tablefolk.games.mutagen.page.offers.moves import busy
from tablefolk.games.mutagen.page.view import pages
from tablefolk.games.mutagen.page.words import say
from tablefolk.games.mutagen.playbooks.markup.printing import signed
from tablefolk.games.mutagen.playbooks.model import Deed
from tablefolk.games.mutagen.rules import chain, creation, sheet
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Armor, Character


def blocks(show: Show, seat: Seat) -> Iterator[Block]:
    for hero in in_seat_order(show, seat):
        yield glance(show, seat, hero)
    mine = own(show, seat)
    if mine and mine.state != "draft":
        yield own_sheet(show, mine)


def in_seat_order(show: Show, seat: Seat) -> list[Character]:
    """Whoever looks first, then round the table; those who retired come last."""
    order = {member: place for place, member in enumerate(show.company.seats)}
    return sorted(
        show.cast.values(),
        key=lambda hero: (not hero.alive, hero.player != seat.id, order.get(hero.player, 99)),
    )


# -- One's own (MU-1, MU-16, MU-22) ------------------------------------------------------------


def own_sheet(show: Show, hero: Character) -> Sheet:
    draft = hero.state == "draft"
    books = [one for one in show.shelf.of(hero.playbooks) if one.role != "meta"]
    shown = tuple(pages.book(show, one, hero) for one in books)
    total = show.number("creation_buys", creation.CREATION_BUYS)
    return Sheet(
        about=f"move:{hero.id}",
        title=say("sheet.finish", name=hero.name) if draft else "",
        who=hero.id,
        name=hero.name,
        draft=draft,
        free=free(show, hero),
        state=hero.state,
        books=shown,
        terms=pages.terms(show, shown),
        total=total if draft else 0,
        spent=creation.spent(show, hero) if draft else 0,
        missing=tuple(missing(show, hero)) if draft else (),
        armor=armor(show, hero.armor),
        levels=tuple(f"{one.n}: {one.name}" for one in show.engine.harm_scale),
    )


def free(show: Show, hero: Character) -> bool:
    """Whether a move can be begun now: in the scene, with nothing that comes first (MU-53)."""
    idle = not busy(show, hero) and not chain.duties(show, hero)
    return idle and hero.state == "in_play" and not hero.dying


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
