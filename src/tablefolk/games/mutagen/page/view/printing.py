"""Playbook texts as the page prints them; at a table with mild labels, in mild words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal
from weakref import WeakKeyDictionary

from msgspec import Struct

from tablefolk.core.words import listing
from tablefolk.games.mutagen.playbooks.effects import BandId
from tablefolk.games.mutagen.playbooks.library import Shelf
from tablefolk.games.mutagen.playbooks.markup.inline import Span, spans
from tablefolk.games.mutagen.playbooks.markup.printing import HOW, WANT, printed
from tablefolk.games.mutagen.playbooks.model import (
    AnyItem,
    Deed,
    Item,
    Paragraph,
    Section,
    Story,
)
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.words import say

# Playbooks change seldom and are looked at all the time: their print is kept with the shelf.
_printed: WeakKeyDictionary[Shelf, Print] = WeakKeyDictionary()


class Part(Struct, frozen=True, omit_defaults=True):
    """A piece of a block."""


class Print:
    """What was printed of the playbooks of a shelf; the first of a key is whether it is mild."""

    def __init__(self) -> None:
        self.bits: dict[tuple[bool, str, str], tuple[Bit, ...]] = {}
        self.paras: dict[tuple[bool, str, str], tuple[Para, ...]] = {}
        self.chips: dict[tuple[bool, str], tuple[Chip, ...]] = {}


def kept(show: Show) -> Print:
    return _printed.setdefault(show.shelf, Print())


# -- Text (MU-3) -------------------------------------------------------------------------------


def bits(show: Show, text: str, book: str = "") -> tuple[Bit, ...]:
    """A text cut into runs, its links resolved from the playbook it stands in."""
    known, key = kept(show).bits, (show.mild, book, text)
    if key not in known:
        cut = spans(show.shelf.worded(text, show.mild))
        known[key] = tuple(_bit(show, span, book) for span in cut)
    return known[key]


class Bit(Part, frozen=True):
    """A run of text of one sort; a link knows the item or section it points to (MU-3)."""

    kind: Literal[
        "text", "link", "roll", "sum", "bold", "italic", "underline", "results", "speak"
    ] = "text"
    text: str = ""
    to: str = ""
    arrows: tuple[Arrow, ...] = ()
    inside: tuple[Bit, ...] = ()


def _bit(show: Show, span: Span, book: str) -> Bit:
    target = show.shelf.linked(span.text, book) if span.kind == "link" else None
    return Bit(
        span.kind,
        span.text,
        target.id if target else "",
        arrows(show, span.on),
        tuple(_bit(show, one, book) for one in span.inside),
    )


class Arrow(Part, frozen=True):
    """A result: drawn as its arrow, spoken by its name (MU-48)."""

    id: BandId
    name: str


def arrows(show: Show, on: tuple[BandId, ...]) -> tuple[Arrow, ...]:
    """Results with their names (MU-48)."""
    names = {reading.id: reading.name for reading in show.engine.readings}
    return tuple(Arrow(band, names[band]) for band in on)


def paragraphs(show: Show, one: AnyItem | Section, book: str = "") -> tuple[Para, ...]:
    """All that is printed of an item or a section."""
    known, key = kept(show).paras, (show.mild, type(one).__name__, one.id)
    if key not in known:
        shown = (p for p in printed(one) if not _wish(one, p))
        known[key] = tuple(_para(show, p, book) for p in shown)
    return known[key]


def _wish(one: AnyItem | Section, paragraph: Paragraph) -> bool:
    """What a story move is for has a place of its own."""
    return isinstance(one, Story) and paragraph.text in (f"{WANT} {one.want}", f"{HOW} {one.how}")


class Para(Part, frozen=True):
    """A printed paragraph; `rank` and `field` stand for number `n` of the item's own."""

    kind: Literal["plain", "result", "bullet", "numbered", "rank", "field", "notthis"] = "plain"
    bits: tuple[Bit, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    n: int = 0
    tight: bool = False


def _para(show: Show, p: Paragraph, book: str) -> Para:
    return Para(p.kind, bits(show, p.text, book), arrows(show, p.on), p.n, p.tight)


def story_results(show: Show) -> tuple[Para, ...]:
    """The results that all story moves share (MU-70)."""
    bands = show.engine.story.bands
    return tuple(Para("result", bits(show, b.text), arrows(show, b.on)) for b in bands)


# -- Remarks at a name (MU-11, MU-12, MU-15, MU-27) --------------------------------------------


def chips(show: Show, item: Item) -> tuple[Chip, ...]:
    known, key = kept(show).chips, (show.mild, item.id)
    if key not in known:
        known[key] = tuple(_chips(show, item))
    return known[key]


class Chip(Part, frozen=True):
    """A short remark at an item's name: what it costs, what it needs first."""

    kind: Literal["cost", "gate", "speak", "self", "must", "needs", "home", "waits"]
    text: str
    rule: str = ""


def _chips(show: Show, item: Item) -> Iterator[Chip]:
    if item.consult:
        yield Chip("speak", say("chip.speak"), "MU-12")
    if item.gate is not None:
        yield Chip("gate", say("chip.gate", n=item.gate), "MU-11")
    for one in item.requires:
        wanted = show.called(one.item) if one.item else one.text
        yield Chip("needs", say("chip.needs", what=wanted), "MU-15")
    if isinstance(item, Deed):
        yield from _deed_chips(show, item)
    if item.homebrew:
        yield Chip("home", say("chip.home"), "MU-157")
    if item.suggested:
        yield Chip("waits", say("chip.waits", n=len(item.suggested)), "MU-160")


def _deed_chips(show: Show, deed: Deed) -> Iterator[Chip]:
    if deed.cost:
        yield Chip("cost", cost(show, deed), "MU-27")
    if deed.automatic:
        yield Chip("self", say("chip.self"), "MU-53")
    elif deed.required:
        yield Chip("must", say("chip.must"), "MU-53")


def cost(show: Show, deed: Deed) -> str:
    """What making a move costs: 1 Resist; all XP."""
    parts = (
        say("chip.all", name=show.called(c.resource)) if c.n == "all"
        else f"{c.n} {show.called(c.resource)}"
        for c in deed.cost
    )  # fmt: skip
    return say("chip.cost", what=listing(parts))
