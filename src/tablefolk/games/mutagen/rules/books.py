"""Playbooks at a running table: loaded, replaced, removed; items of one's own (MU-155 … MU-160).

A text is a data file (TOML or JSON) or Mutagen Markup. Every fault is told with its line; errors
refuse the whole, warnings go along. Characters keep what vanishes, until it comes back (MU-158).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from typing import Annotated, Literal, TypeVar

from msgspec import Meta, Struct, field
from msgspec.json import encode
from msgspec.structs import replace

from tablefolk.core.book import after
from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Event, Refusal, Seat, must
from tablefolk.core.words import listing
from tablefolk.games.mutagen.playbooks import commons
from tablefolk.games.mutagen.playbooks.changing import confirmed, declined, with_item
from tablefolk.games.mutagen.playbooks.checking import MOST_TEXT, check
from tablefolk.games.mutagen.playbooks.commons import Takes, holds_common
from tablefolk.games.mutagen.playbooks.faults import Fault, errors
from tablefolk.games.mutagen.playbooks.files import read_data, write_data
from tablefolk.games.mutagen.playbooks.library import OURS, our_playbook
from tablefolk.games.mutagen.playbooks.markup import (
    Counts,
    counted,
    is_electronic,
    read_electronic,
    read_markup,
    write_electronic,
    write_markup,
)
from tablefolk.games.mutagen.playbooks.model import AnyItem, Deed, Playbook, Role, Section
from tablefolk.games.mutagen.rules import effects, sheet
from tablefolk.games.mutagen.rules.state import Show, the_gm
from tablefolk.games.mutagen.rules.values import Key, Line
from tablefolk.games.mutagen.rules.wording import Noted, Words, book_names, counts
from tablefolk.games.mutagen.words import say

MOST_LINES, MOST_LENGTH, MOST_BOOKS, MOST_TOLD = 6_000, 2_000, 24, 5
Lines = Annotated[
    tuple[Annotated[str, Meta(max_length=MOST_LENGTH)], ...], Meta(max_length=MOST_LINES)
]
Included = Annotated[dict[Key, Lines], Meta(max_length=40)]
Intro = Annotated[str, Meta(max_length=MOST_TEXT)]
Kind = Literal["", "data", "markup"]
Form = Literal["data", "markup", "electronic"]  # of a file
DATA = re.compile(r"\A\s*(\{(?!\{)|\[\[?\s*(sections|playbook)\b)|^id\s*=", re.MULTILINE)

# -- Loading (MU-156) --------------------------------------------------------------------------


A = TypeVar("A", bound=Act[Show])
Doing = Callable[[A, Show, Seat, Dice], Iterator[Event]]


def by_the_shelf(rule: Doing[A]) -> Doing[A]:
    """A rule that looks at nothing but the playbooks: to check them for every menu is slow."""

    def do(self: A, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        asked = encode((seat.gm, self))
        said = show.shelf.once(asked, lambda: answered(rule(self, show, seat, dice)))
        if isinstance(said, Refusal):
            raise Refusal(said.rule, said.code, said.why, firm=said.firm)
        yield from said

    return do


class LoadPlaybook(Act[Show], frozen=True):
    """A playbook from the lines of its file; one of the same id is replaced only with `replaces`.

    `name` is the file's, without ending; `kind` says how to read it, else the text does; `included`
    are files that markup may include; `role` where neither name nor text tells it; `title` is
    what a set calls it, `intro` how it describes it. Of a set with a Common of its own, that one
    `takes` the place of the table's or stands beside it, and the others name it as `common`.
    """

    may = "gm"
    lines: Lines
    name: Key = "playbook"
    kind: Kind = ""
    role: Literal["", "meta", "pc", "gm"] = ""
    included: Included = field(default_factory=dict)
    title: Line = ""
    replaces: bool = False
    intro: Intro = ""
    takes: Takes = ""
    common: Key = ""

    @by_the_shelf
    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "MU-156")
        read = read_text("\n".join(self.lines), self, show.shelf.playbooks)
        book = of_its_set(show, good(read), self)
        there = show.shelf.playbook(book.id) is not None
        must(self.replaces or not there, "MU-156", "taken", taken(show, book.id))
        room = there or len(show.shelf.playbooks) < MOST_BOOKS
        must(room, "MU-156", "out_of_range", f"There is room for {MOST_BOOKS} playbooks.")
        standing(show, book)
        yield loaded(book, read.faults, there)


def of_its_set(show: Show, book: Playbook, c: LoadPlaybook) -> Playbook:
    """A playbook with what its set says of it: a description, and which Common goes with it."""
    why = "There is no item in it: it can only describe a playbook of that name."
    must(book.items or book.every_pc or book.role != "pc", "MU-156", "empty", why)
    if c.intro.strip():
        book = replace(book, intro=c.intro.strip())
    if c.common:
        book = replace(book, common=a_book(show, c.common).id)
    common = the_common(show)
    if common is None or book.id == common.id or not holds_common(book, common):
        return book
    why = (
        f"“{book.name}” has a Common of its own: say whether its characters have that instead of "
        f"the {common.name}, or beside it."
    )
    must(c.takes, "MU-1", "two_commons", why)
    book = commons.taken(book, common, c.takes)
    must(book.items, "MU-156", "empty", f"The {common.name} has all of that already.")
    found = check(book, [one for one in show.shelf.playbooks if one.id != book.id])
    must(not errors(found), "MU-156", "bad_playbook", faults_told(errors(found)))
    return book


def the_common(show: Show) -> Playbook | None:
    """The playbook that every character of this table has, unless their set says otherwise."""
    return next((one for one in show.shelf.playbooks if one.every_pc), None)


class PlaybookLoaded(Noted, frozen=True):
    """With what was counted in it, what should be mended, and what waits to be confirmed."""

    playbook: Playbook
    counts: Counts
    warnings: tuple[str, ...] = ()
    replaced: bool = False

    def onto(self, show: Show) -> Show:
        return with_book(show, self.playbook)

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "_again" if self.replaced else ""

    def in_words(self, show: Show, seat: Seat) -> Words:
        n = self.counts.suggested
        waiting = say("told.waiting", n=n) if n else ""
        warned = say("told.warned", n=len(self.warnings)) if self.warnings else ""
        return {"counts": counts(self.playbook), "more": waiting + warned}


class Text(Struct, frozen=True):
    """A playbook as somebody wrote it, or why it is none; `sketch` is it as far as it goes."""

    playbook: Playbook | None
    faults: tuple[Fault, ...]
    sketch: Playbook | None = None


def taken(show: Show, id: str) -> str:
    """That a playbook of this id is here, and whose sheets another one would change."""
    book = show.shelf.playbook(id)
    names = wearers(show, id)
    sheets = f", on {'the sheet' if len(names) == 1 else 'the sheets'} of {listing(names)}"
    return (
        f"“{book.name if book else id}” is on the table already{sheets if names else ''}: "
        "replace it, or bring this one beside it under another name."
    )


def wearers(show: Show, id: str) -> tuple[str, ...]:
    """Whose sheets hold a playbook."""
    return tuple(hero.name for hero in show.cast.values() if hero.alive and id in hero.playbooks)


def another_name(show: Show, name: str) -> str:
    """A short name that no playbook here has: the same with a number."""
    there = {one.id for one in show.shelf.playbooks}
    return next(f"{name}_{n}" for n in range(2, 999) if f"{name}_{n}" not in there)


def loaded(book: Playbook, faults: tuple[Fault, ...], replaced: bool) -> PlaybookLoaded:
    warnings = tuple(str(fault) for fault in faults if fault.warning)
    return PlaybookLoaded(book, counted(book), warnings, replaced)


def read_text(text: str, c: LoadPlaybook, known: Sequence[Playbook]) -> Text:
    """Data or markup, or markup in tags, whichever it is."""
    role: Role | None = c.role or None
    if not c.kind and is_electronic(text):
        found = read_electronic(text, c.name or "playbook", known=known, role=role)
        return Text(found.playbook, found.faults)
    if (c.kind or ("data" if DATA.search(text) else "markup")) == "data":
        data = read_data(text, known)
        return Text(data.playbook, data.faults)
    texts = {name: "\n".join(lines) for name, lines in c.included.items()}
    found = read_markup(
        text, c.name or "playbook", texts=texts, known=known, role=role, title=c.title
    )
    return Text(found.playbook, found.faults, found.sketch)


def good(read: Text, before: int = 0) -> Playbook:
    """The playbook, or a refusal that names the faults, each with its line (MU-156)."""
    if read.playbook is not None:
        return read.playbook
    faults = [replace(f, line=max(0, f.line - before)) for f in errors(read.faults)]
    raise Refusal("MU-156", "bad_playbook", faults_told(faults), firm=True)


def faults_told(faults: Sequence[Fault]) -> str:
    sentences = [str(fault) for fault in faults]
    more = [f"And {len(faults) - MOST_TOLD} more."] if len(faults) > MOST_TOLD else []
    shown = " ".join([*sentences[:MOST_TOLD], *more])
    return shown[:1].upper() + shown[1:]


def standing(show: Show, book: Playbook) -> None:
    """Every other playbook is still without fault beside this one."""
    after = [*(one for one in show.shelf.playbooks if one.id != book.id), book]
    sound(after, but=book.id)


def sound(books: Sequence[Playbook], but: str = "") -> None:
    for one in books:
        if one.id != but:
            broken = errors(check(one, [other for other in books if other.id != one.id]))
            why = f"“{one.name}” would break: {faults_told(broken)}"
            must(not broken, "MU-156", "bad_playbook", why)


def with_book(show: Show, book: Playbook) -> Show:
    """A playbook in its place, or after the others; points and marks wait by their ids."""
    books = show.shelf.playbooks
    if any(one.id == book.id for one in books):
        return replace(show, books=tuple(book if one.id == book.id else one for one in books))
    return replace(show, books=(*books, book))


# -- Removing and bringing back (MU-158) -------------------------------------------------------


class RemovePlaybook(Act[Show], frozen=True):
    """A playbook leaves the table; whoever has it keeps their marks and points aside."""

    may = "gm"
    playbook: Key

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        book = show.shelf.playbook(self.playbook)
        worn = wearers(show, book.id) if book and book.instead else ()
        must(not worn, "MU-1", "playbook_required", f"It is the Common of {listing(worn)}.")
        yield from self.removed(show, seat, dice)

    @by_the_shelf
    def removed(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "MU-158")
        book = a_book(show, self.playbook)
        left = tuple(one for one in show.shelf.playbooks if one.id != book.id)
        everybodys = any(one.every_pc for one in left)
        why = "Every character needs the playbook that everybody has."
        must(everybodys, "MU-1", "playbook_required", why)
        needing = [one.name for one in left if book.id in (one.common, *one.requires)]
        why = f"“{needing[0] if needing else ''}” needs it."
        must(not needing, "MU-1", "playbook_required", why)
        sound(left)
        yield PlaybookRemoved(book.id, book.name)


class PlaybookRemoved(Noted, frozen=True):
    playbook: str
    name: str

    def onto(self, show: Show) -> Show:
        return replace(show, books=tuple(b for b in show.shelf.playbooks if b.id != self.playbook))


class BringBack(Act[Show], frozen=True):
    """One of the playbooks the game comes with, as it was printed."""

    may = "gm"
    playbook: Key

    @by_the_shelf
    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "MU-158")
        must(
            self.playbook in OURS, "MU-156", "unknown_playbook", "The game does not come with that."
        )
        book = our_playbook(self.playbook)
        was = show.shelf.playbook(book.id)
        must(was != book, "MU-158", "same", "It is on the table as it was printed.")
        others = [one for one in show.shelf.playbooks if one.id != book.id]
        broken = errors(check(book, others))
        must(not broken, "MU-156", "bad_playbook", faults_told(broken))
        standing(show, book)
        yield loaded(book, (), was is not None)


def a_book(show: Show, id: str) -> Playbook:
    found = show.shelf.playbook(id)
    return must(found, "MU-156", "unknown_playbook", "No such playbook is on the table.")


# -- Items of one's own (MU-157) ---------------------------------------------------------------


class AddItem(Act[Show], frozen=True):
    """A homebrew item at the end of a section: as markup, or as one table of data."""

    may = "gm"
    section: Key
    lines: Lines
    kind: Kind = ""

    @by_the_shelf
    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "MU-157")
        book, section = a_section(show, self.section)
        item = written(show, book, section, self.lines, self.kind)
        taken = show.shelf.item(item.id) is not None
        must(not taken, "MU-156", "bad_playbook", f"There is a “{item.name}” already; replace it.")
        warnings = fitting(show, with_item(book, item, section.id))
        yield ItemAdded(book.id, section.id, item, warnings)


class ItemAdded(Noted, frozen=True):
    playbook: str
    section: str
    item: AnyItem
    warnings: tuple[str, ...] = ()

    def onto(self, show: Show) -> Show:
        return with_book(show, with_item(a_book(show, self.playbook), self.item, self.section))

    def in_words(self, show: Show, seat: Seat) -> Words:
        return {"book": book_names(show, (self.playbook,))}


class ReplaceItem(Act[Show], frozen=True):
    """An item in other words, or with other effects; it keeps its id, and so its marks."""

    may = "gm"
    item: Key
    lines: Lines
    kind: Kind = ""

    @by_the_shelf
    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "MU-157")
        was = show.item(self.item, "MU-157")
        home = show.shelf.home(was.id)
        assert home is not None
        item = replace(written(show, *home, self.lines, self.kind, was.id), id=was.id)
        must(item != was, "MU-157", "same", "It says that already.")
        warnings = fitting(show, with_item(home[0], item))
        yield ItemReplaced(home[0].id, item, warnings)


class ItemReplaced(Noted, frozen=True):
    playbook: str
    item: AnyItem
    warnings: tuple[str, ...] = ()

    def onto(self, show: Show) -> Show:
        return with_book(show, with_item(a_book(show, self.playbook), self.item))

    def in_words(self, show: Show, seat: Seat) -> Words:
        return {"name": show.called(self.item.id)}


class RemoveItem(Act[Show], frozen=True):
    """A homebrew item leaves the sheets; what was filled in stays aside."""

    may = "gm"
    item: Key

    @by_the_shelf
    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "MU-157")
        item = show.item(self.item, "MU-157")
        must(item.homebrew, "MU-157", "wrong_kind", "Only homebrew is taken out again.")
        home = show.shelf.home(item.id)
        assert home is not None
        fitting(show, without(home[0], item.id))
        yield ItemRemoved(home[0].id, item.id, item.name)


class ItemRemoved(Noted, frozen=True):
    playbook: str
    item: str
    name: str

    def onto(self, show: Show) -> Show:
        return with_book(show, without(a_book(show, self.playbook), self.item))


def a_section(show: Show, id: str) -> tuple[Playbook, Section]:
    for book in show.shelf.playbooks:
        for section in book.sections:
            if section.id == id:
                return book, section
    return must(None, "MU-157", "unknown", "There is no such section.")


HOME = "homebrew"


def written(
    show: Show,
    book: Playbook,
    section: Section,
    lines: Sequence[str],
    kind: Kind,
    instead: str = "",
) -> AnyItem:
    """The one item in these lines, read as if it stood in that section, instead of another."""
    text = "\n".join(lines)
    data = kind == "data" or (not kind and re.match(r"\s*(\w+\s*=|\[\[)", text) is not None)
    head = data_head(section) if data else markup_head(section)
    command = LoadPlaybook((), HOME, "data" if data else "markup", book.role)
    known = [without(one, instead) for one in show.shelf.playbooks]
    read = read_text(f"{head}{text}", command, known)
    made = good(read, head.count("\n")).items
    must(len(made) == 1, "MU-157", "bad_playbook", "Write one item.")
    return replace(made[0], homebrew=True)


def markup_head(section: Section) -> str:
    group = f"{section.group}: " if section.group else ""
    return f"§ {group}{section.label or 'Moves'}\n"


def data_head(section: Section) -> str:
    """What goes before one item's table, so that it can be read as a whole playbook."""
    label = section.label.replace('"', "") or "Moves"
    rows = (f'id = "{HOME}"', 'name = "Homebrew"', "[[sections]]", f'id = "{HOME}.items"')
    return "\n".join((*rows, f'label = "{label}"', "[[sections.items]]", ""))


def fitting(show: Show, book: Playbook) -> tuple[str, ...]:
    """The playbook with its change has no error, nor has any beside it; its new warnings."""
    others = [one for one in show.shelf.playbooks if one.id != book.id]
    faults = check(book, others)
    must(not errors(faults), "MU-156", "bad_playbook", faults_told(errors(faults)))
    standing(show, book)
    was = show.shelf.playbook(book.id)
    known = set(check(was, others)) if was else set()
    return tuple(str(fault) for fault in faults if fault not in known)


def without(book: Playbook, id: str) -> Playbook:
    sections = (
        replace(s, items=tuple(item for item in s.items if item.id != id)) for s in book.sections
    )
    return replace(book, sections=tuple(sections))


# -- Confirming what was read out of prose (MU-160) --------------------------------------------


class ConfirmAutomation(Act[Show], frozen=True):
    """What the importer suggests holds from now on, or is put aside.

    `item` none: all of `playbook` at once, or of all playbooks; `which` are places among the item's
    suggestions, from 0; none: all of them. What it gives for good reaches those in play, too.
    """

    may = "gm"
    item: Key = ""
    playbook: Key = ""
    which: Annotated[tuple[int, ...], Meta(max_length=60)] = ()
    decline: bool = False

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        events = tuple(self.confirming(show, seat, dice))
        yield from events
        if not self.decline:
            yield from reaching(show, after(show, events), events, dice)

    @by_the_shelf
    def confirming(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "MU-160")
        if self.item:
            item = show.item(self.item, "MU-160")
            home = show.shelf.home(item.id)
            assert home is not None
            about: tuple[Playbook, ...] = (home[0],)
        else:
            about = (a_book(show, self.playbook),) if self.playbook else show.shelf.playbooks
        wanted = [(book, tuple(self.waiting(book))) for book in about]
        must(any(items for _, items in wanted), "MU-160", "same", "Nothing waits to be confirmed.")
        which = self.which if self.item and self.which else None
        turn = declined if self.decline else confirmed
        for book, items in wanted:
            changed = tuple(turn(item, which) for item in items)
            if changed:
                fitting(show, reduce(with_item, changed, book))
                yield AutomationConfirmed(book.id, changed, self.decline)

    def waiting(self, book: Playbook) -> Iterator[AnyItem]:
        return (item for item in book.items if item.suggested and self.item in ("", item.id))


def reaching(was: Show, show: Show, events: Iterable[Event], dice: Dice) -> Iterator[Event]:
    """What was confirmed just now and comes with having an item, for those who play with it."""
    items = (i for e in events if isinstance(e, AutomationConfirmed) for i in e.items)
    for item in items:
        before = was.shelf.item(item.id)
        hooks = before.hooks if isinstance(before, Deed) else ()
        for hero in tuple(show.cast.values()):
            if hero.state in ("draft", "retired") or not sheet.on_sheet(show, hero, item.id):
                continue
            if sheet.owned(hero, item):
                given = tuple(effects.come_with(show, hero.id, item.id, dice, but=hooks))
                yield from given
                show = after(show, given)


class AutomationConfirmed(Noted, frozen=True):
    """The items as they are from now on."""

    playbook: str
    items: tuple[AnyItem, ...]
    declined: bool = False

    def onto(self, show: Show) -> Show:
        book = a_book(show, self.playbook)
        for item in self.items:
            book = with_item(book, item)
        ids = () if self.declined else tuple(item.id for item in self.items)
        return replace(
            with_book(show, book), confirmed=tuple(dict.fromkeys((*show.confirmed, *ids)))
        )

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "_no" if self.declined else ""

    def in_words(self, show: Show, seat: Seat) -> Words:
        return {"items": listing(show.called(item.id) for item in self.items)}


# -- Taking one home (MU-159) ------------------------------------------------------------------


def exported(show: Show, id: str, kind: Form = "data") -> str:
    """A playbook of this table as a file, with credit and licence."""
    book = a_book(show, id)
    if kind == "data":
        return write_data(book)
    if kind == "electronic":
        return write_electronic(book)
    return write_markup(book, show.shelf.playbooks)  # read beside the same ones as here


# -- Once for each shelf -----------------------------------------------------------------------


def answered(events: Iterator[Event]) -> tuple[Event, ...] | Refusal:
    try:
        return tuple(events)
    except Refusal as no:
        return no.with_traceback(None)
