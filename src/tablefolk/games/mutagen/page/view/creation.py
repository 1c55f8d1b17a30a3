"""Characters in the making, as everybody sees them, and where a newcomer begins (MU-2, MU-16)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from tablefolk.core.game import Block, Seat
from tablefolk.games.mutagen.page.offers import creation as offered
from tablefolk.games.mutagen.page.offers.making import draft_at
from tablefolk.games.mutagen.page.view import pages, sheets
from tablefolk.games.mutagen.page.view.pages import BookShown, Term
from tablefolk.games.mutagen.page.view.printing import Part
from tablefolk.games.mutagen.page.view.sheets import AptitudeLine, Missing
from tablefolk.games.mutagen.playbooks.model import Item, Section
from tablefolk.games.mutagen.rules import buying, creation, sheet
from tablefolk.games.mutagen.rules.ready_made import ReadyMade, from_ready_made
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Character
from tablefolk.games.mutagen.rules.wording import plain
from tablefolk.games.mutagen.words import say

FINISH = "finish"  # the last step of making somebody


class Pointer(Block, frozen=True):
    """Where a newcomer begins: with Meta (MU-2)."""

    book: str = ""
    name: str = ""
    hint: str = ""


def pointer(show: Show) -> Iterator[Pointer]:
    meta = next((one for one in show.shelf.playbooks if one.role == "meta"), None)
    if meta:
        yield Pointer(
            about="pointer", region="self", book=meta.id, name=meta.name, hint=say("advice.sheet")
        )


class Creation(Block, frozen=True):
    """Who are you? Ready-made characters, a beginning of one's own, and how far the others are."""

    begin: bool = False
    box: tuple[ReadyShown, ...] = ()
    makers: tuple[Maker, ...] = ()
    without: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()  # what the first lines are about


def making(show: Show, seat: Seat) -> Iterator[Creation]:
    without = offered.without(show)
    drafts = [hero for hero in sheets.in_seat_order(show, seat) if hero.state == "draft"]
    begin = seat.id in without
    yield Creation(
        about="creation",
        begin=begin,
        box=tuple(boxed(show, ready) for ready in offered.box(show)) if begin else (),
        makers=tuple(maker(show, seat, hero) for hero in drafts),
        without=tuple(show.name(member) for member in without),
        hints=(say("advice.welcome"),),
        asks=tuple(plain(item.text) for item in first_items(show)) if begin else (),
    )


def first_items(show: Show) -> Iterator[Item]:
    """What is written first, in the order of the lines that ask for it."""
    nobody = Character("", "", "", creation.basics(show))
    return (item for item, _ in sheet.unwritten(show, nobody))


class Maker(Part, frozen=True):
    """Somebody's character in the making, as everybody sees it."""

    who: str
    name: str
    player: str
    mine: bool = False
    books: tuple[str, ...] = ()
    concept: str = ""
    total: int = 0
    spent: int = 0
    missing: tuple[str, ...] = ()


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


class ReadyShown(Part, frozen=True):
    """A character from the box."""

    key: str
    name: str
    blurb: str
    concept: str
    books: tuple[str, ...] = ()
    aptitudes: tuple[AptitudeLine, ...] = ()


def boxed(show: Show, ready: ReadyMade) -> ReadyShown:
    hero = from_ready_made(ready, "", "", 0)
    concept = ready.writings.get("concept.concept", "")
    have = tuple(sheets.aptitudes(show, hero))
    return ReadyShown(
        ready.key, ready.name, ready.blurb, concept, names(show, ready.playbooks), have
    )


# -- Step by step (MU-16, MU-22) ---------------------------------------------------------------


def at_step(show: Show, hero: Character) -> str:
    """Where somebody in the making stands: words, the section filled last, or the last look.

    What others write into a playbook meanwhile moves nobody: whoever has begun to fill circles
    stays with them, and circles begin with the section that came first when the sheet was chosen.
    """
    to_write = any(True for _ in sheet.unwritten(show, hero))
    if offered.left(show, hero) <= 0:
        return "" if to_write else FINISH
    every = sheet.sections(show, hero.playbooks)
    begun = [one.id for one in every if any(made(hero, item) for item in one.items)]
    if begun or to_write:
        return begun[-1] if begun else ""
    ids = [one.id for one in every]
    return hero.first if hero.first in ids else next(iter(ids), FINISH)


def made(hero: Character, item: Item) -> bool:
    return any(mark.origin == "creation" for mark in hero.marks.get(item.id, ()))


class Draft(Block, frozen=True):
    """One step of somebody in the making: words, the circles of a section, or the last look."""

    who: str = ""
    name: str = ""
    step: Literal["words", "circles", "finish"] = "words"
    steps: tuple[DraftStep, ...] = ()
    books: tuple[BookShown, ...] = ()
    terms: tuple[Term, ...] = ()
    total: int = 0  # creation buys (MU-16)
    spent: int = 0
    missing: tuple[Missing, ...] = ()
    bought: tuple[str, ...] = ()
    allowed: tuple[tuple[str, str], ...] = ()  # the GM said yes: the step where it can be filled
    reads: tuple[tuple[str, str], ...] = ()  # the playbooks in full

    @property
    def here(self) -> dict[str, str]:
        return pages.anchors(self.books, self.terms)

    @property
    def next(self) -> DraftStep | None:
        """The step after this one."""
        found = [n for n, one in enumerate(self.steps) if one.state == "now"]
        after = self.steps[found[0] + 1 :] if found else ()
        return next(iter(after), None)


def draft(show: Show, hero: Character, step: str) -> Iterator[Draft]:
    """One step of somebody in the making."""
    books = [one for one in show.shelf.of(hero.playbooks) if one.role != "meta"]
    here = {i.id for s in sheet.sections(show, hero.playbooks) if s.id == step for i in s.items}
    shown = tuple(pages.book(show, one, hero, lambda i: taken_up(show, hero, i, step, here))
                  for one in books)  # fmt: skip
    yield Draft(
        about=draft_at(hero.id, step),
        who=hero.id,
        name=hero.name,
        step="words" if not step else "finish" if step == FINISH else "circles",
        steps=tuple(steps(show, hero, step)),
        books=tuple(one for one in shown if one.sections),
        terms=pages.terms(show, shown),
        total=show.number("creation_buys", creation.CREATION_BUYS),
        spent=creation.spent(show, hero),
        missing=tuple(sheets.missing(show, hero)),
        bought=tuple(bought(show, hero)),
        allowed=tuple(allowed(show, hero, step)),
        reads=tuple((one.id, sheets.short(one.name)) for one in books),
    )


def taken_up(show: Show, hero: Character, item: Item, step: str, here: set[str]) -> bool:
    """Whether an item is part of this step: its words, its circles, or neither."""
    if step == FINISH:
        return False
    return item.id in here if step else sheets.noted(hero, item) or item.id in loose(show, hero)


def loose(show: Show, hero: Character) -> frozenset[str]:
    """What is to be talked over with the GM and stands in no section with circles."""
    listed = {item.id for one in sheet.sections(show, hero.playbooks) for item in one.items}
    every = (item for item in sheet.items(show, hero) if item.id not in listed)
    return frozenset(i.id for i in every if buying.to_ask(show, hero, i))


def allowed(show: Show, hero: Character, step: str) -> Iterator[tuple[str, str]]:
    """What the GM has said yes to and nothing is filled of yet, in the other steps (MU-12)."""
    for section in sheet.sections(show, hero.playbooks) if offered.left(show, hero) > 0 else ():
        for item in section.items if section.id != step else ():
            said = show.consulted(hero.id, item.id) if item.wants_a_word else None
            if said and said.answer == "yes" and not hero.marks.get(item.id):
                yield draft_at(hero.id, section.id), show.called(item.id)


class DraftStep(Part, frozen=True):
    """A step of making somebody, and the part that shows it."""

    part: str
    label: str
    state: Literal["past", "now", "next"] = "next"
    note: str = ""
    done: bool = False  # something was written or filled in it


def steps(show: Show, hero: Character, step: str) -> Iterator[DraftStep]:
    circles = sheet.sections(show, hero.playbooks)
    every = ("", *(one.id for one in circles), FINISH)
    labels = (say("draft.words"), *(named(show, one) for one in circles), say("draft.finish"))
    now = every.index(step)
    for n, (key, label) in enumerate(zip(every, labels, strict=True)):
        state: Literal["past", "now", "next"] = "past" if n < now else "now" if n == now else "next"
        items = next((one.items for one in circles if one.id == key), ())
        written = not key and not any(True for _ in sheet.unwritten(show, hero))
        done = written or any(made(hero, item) for item in items)
        yield DraftStep(draft_at(hero.id, key), label, state, done=done)


def named(show: Show, section: Section) -> str:
    """The label of a section; with its playbook’s name, Sorcerer Moves, where several have it."""
    home = next(b for b in show.shelf.playbooks if section in b.sections)
    alike = [s for b in show.shelf.playbooks for s in b.sections if s.label == section.label]
    return section.label if len(alike) < 2 else f"{sheets.short(home.name)} {section.label}"


def bought(show: Show, hero: Character) -> Iterator[str]:
    for item in sheet.items(show, hero):
        if n := sum(mark.origin == "creation" for mark in hero.marks.get(item.id, ())):
            yield f"{show.called(item.id)}{f' × {n}' if n > 1 else ''}"
