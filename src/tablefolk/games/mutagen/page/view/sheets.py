"""Sheets: one's own playbooks to click, and everybody at a glance (MU-1, MU-6 …, MU-146)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from tablefolk.core.game import Block, Refusal, Seat
from tablefolk.games.mutagen.page.offers.creation import following
from tablefolk.games.mutagen.page.offers.making import grow_at, notes_at
from tablefolk.games.mutagen.page.offers.sessions import xp_at
from tablefolk.games.mutagen.page.view import pages
from tablefolk.games.mutagen.page.view.pages import BookShown, BoxShown, Term
from tablefolk.games.mutagen.page.view.printing import Part
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


class Tab(Part, frozen=True):
    """A page of a sheet, and the part that shows it."""

    part: str
    label: str
    here: bool = False


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


class Sheet(Block, frozen=True):
    """One page of one's own sheet: the moves, what can still be bought, or what is written."""

    who: str = ""
    name: str = ""
    page: Literal["moves", "grow", "notes"] = "moves"
    tabs: tuple[Tab, ...] = ()
    books: tuple[BookShown, ...] = ()
    terms: tuple[Term, ...] = ()
    level: str = ""  # the part in which a full track is spent
    points: int = 0  # XP
    room: int = 0

    @property
    def here(self) -> dict[str, str]:
        return pages.anchors(self.books, self.terms)


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


class Missing(Part, frozen=True):
    """What keeps a draft from being finished, and where it is filled in (MU-22)."""

    text: str
    item: str = ""


def missing(show: Show, hero: Character) -> Iterator[Missing]:
    """What keeps a draft from play (MU-17, MU-18, MU-22)."""
    for item, key in sheet.unwritten(show, hero):
        label = next(field.label for field in item.fields if field.key == key)
        name = show.called(item.id)
        text = say("sheet.missing", name=name if label in ("", name) else f"{name} {label}")
        yield Missing(text.rstrip("."), item.id)


class ArmorShown(Part, frozen=True):
    id: int
    name: str
    rating: int
    level: str = ""  # the worst injury it stops
    covers: str = ""
    worn: bool = True


def armor(show: Show, worn: tuple[Armor, ...]) -> tuple[ArmorShown, ...]:
    levels = {one.n: one.name for one in show.engine.harm_scale}
    return tuple(
        ArmorShown(one.id, one.name, one.rating, levels.get(one.rating, ""), one.covers, one.worn)
        for one in worn
    )


# -- Everybody (MU-146) ------------------------------------------------------------------------


class Glance(Block, frozen=True):
    """A character as everybody sees it: nothing of it is secret (MU-146)."""

    who: str = ""
    name: str = ""
    player: str = ""
    mine: bool = False
    state: str = "in_play"
    books: tuple[str, ...] = ()
    tracks: tuple[TrackLine, ...] = ()
    statuses: tuple[StatusShown, ...] = ()
    words: tuple[Words, ...] = ()
    aptitudes: tuple[AptitudeLine, ...] = ()
    moves: tuple[str, ...] = ()
    armor: tuple[ArmorShown, ...] = ()
    levels: tuple[str, ...] = ()  # what the ratings of armor mean
    running: str = ""  # the magic they keep up
    running_on: str = ""
    tabs: tuple[Tab, ...] = ()  # of one's own


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


class TrackLine(Part, frozen=True):
    """A resource with boxes, at a glance."""

    id: str
    name: str
    filled: int
    boxes: tuple[BoxShown, ...] = ()


def tracks(show: Show, hero: Character) -> Iterator[TrackLine]:
    for one in sheet.resources(show, hero):
        row = sheet.boxes(show, hero, one)
        if row:
            boxes = tuple(BoxShown(box.filled, box.note) for box in row)
            filled = sum(box.filled for box in row)
            yield TrackLine(one.id, show.called(one.id), filled, boxes)


class StatusShown(Part, frozen=True):
    id: int
    text: str
    permanent: bool = False
    severe: bool = False
    source: str = ""


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


class Words(Part, frozen=True):
    """What is written under an item."""

    label: str
    texts: tuple[str, ...]


def words(show: Show, hero: Character) -> Iterator[Words]:
    for item in sheet.items(show, hero):
        lines = (sheet.written(hero, item.id, field.key) for field in item.fields)
        if texts := tuple(text for text in lines if text):
            yield Words(show.called(item.id), texts)


class AptitudeLine(Part, frozen=True):
    id: str
    name: str
    rating: str
    narrowed: str = ""


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
