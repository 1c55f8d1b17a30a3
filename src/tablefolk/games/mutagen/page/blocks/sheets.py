"""Playbooks and sheets as a page shows them: printed items, circles, boxes, words by hand."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tablefolk.core.game import Block
from tablefolk.games.mutagen.playbooks.effects import BandId

Form = Literal["resources", "aptitudes", "story", "plain"]  # how a section is set


class Part(Struct, frozen=True, omit_defaults=True):
    """A piece of a block."""


# -- Print -------------------------------------------------------------------------------------


class Arrow(Part, frozen=True):
    """A result: drawn as its arrow, spoken by its name (MU-48)."""

    id: BandId
    name: str


class Bit(Part, frozen=True):
    """A run of text of one sort; a link knows the item or section it points to (MU-3)."""

    kind: Literal[
        "text", "link", "roll", "sum", "bold", "italic", "underline", "results", "speak"
    ] = "text"
    text: str = ""
    to: str = ""
    arrows: tuple[Arrow, ...] = ()
    inside: tuple[Bit, ...] = ()


class Para(Part, frozen=True):
    """A printed paragraph; `rank` and `field` stand for number `n` of the item's own."""

    kind: Literal["plain", "result", "bullet", "numbered", "rank", "field", "notthis"] = "plain"
    bits: tuple[Bit, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    n: int = 0
    tight: bool = False


class Chip(Part, frozen=True):
    """A short remark at an item's name: what it costs, what it needs first."""

    kind: Literal["cost", "gate", "speak", "self", "must", "needs", "home", "waits"]
    text: str
    rule: str = ""


# -- Items with what is filled in --------------------------------------------------------------


class Circle(Part, frozen=True):
    """A ○ or △: filled from the start, filled since, the next to be filled, or still open."""

    state: Literal["printed", "filled", "next", "open"] = "open"
    triangle: bool = False
    last: bool = False  # the one filled last, which a draft takes back


class BoxShown(Part, frozen=True):
    filled: bool = False
    note: str = ""


class RankShown(Part, frozen=True):
    """A row of boxes and the circle it comes with (MU-13)."""

    n: int
    circle: Circle | None = None
    label: str = ""
    owned: bool = True
    boxes: tuple[BoxShown, ...] = ()


class FieldShown(Part, frozen=True):
    """A line to write on, and what is written (MU-31)."""

    key: str
    label: str = ""
    lines: int = 1
    required: bool = False
    text: str = ""


class ItemShown(Part, frozen=True):
    """An item of a playbook, with all that a sheet has filled in on it."""

    id: str
    kind: str
    name: str
    owned: bool = True
    circles: tuple[Circle, ...] = ()
    rating: str = ""
    narrowed: str = ""  # a private limit on an aptitude (MU-20)
    want: str = ""
    how: str = ""
    chips: tuple[Chip, ...] = ()
    paras: tuple[Para, ...] = ()
    ranks: tuple[RankShown, ...] = ()
    fields: tuple[FieldShown, ...] = ()
    headed: bool = False  # its boxes stand behind the name
    rule: str = ""
    said: str = ""  # the GM's answer about it (MU-12)
    denied: bool = False
    warning: str = ""  # mentioned, never refused (MU-19)
    hint: str = ""  # advice for whoever fills it in
    makes: bool = False  # it can be made now: its part is open to lead to

    @property
    def buys(self) -> bool:
        """Whether a rank of it can be bought."""
        circles = (rank.circle for rank in self.ranks)
        return any(one and one.state != "printed" and not one.triangle for one in circles)

    @property
    def points(self) -> int:
        return sum(box.filled for rank in self.ranks for box in rank.boxes if rank.owned)

    @property
    def room(self) -> int:
        return sum(len(rank.boxes) for rank in self.ranks if rank.owned)


class SectionShown(Part, frozen=True):
    id: str
    label: str
    group: str = ""
    paras: tuple[Para, ...] = ()
    results: tuple[Para, ...] = ()  # the results all story moves share (MU-70)
    items: tuple[ItemShown, ...] = ()
    form: Form = "plain"
    hint: str = ""  # advice for whoever fills it in

    @property
    def fillable(self) -> bool:
        """Whether there is anything to fill in: a circle, a rank, a line."""
        return any(item.circles or item.fields or item.buys for item in self.items)


class BookShown(Part, frozen=True):
    """A playbook, printed."""

    id: str
    name: str
    role: str = "pc"
    intro: str = ""
    credit: str = ""
    licence: str = ""
    sections: tuple[SectionShown, ...] = ()

    @property
    def short(self) -> str:
        """Sorcerer, rather than Sorcerer Playbook."""
        return self.name.removesuffix(" Playbook").strip() or self.name


class Term(Part, frozen=True):
    """A word that a sheet links to and does not hold itself: shown where it is asked for."""

    id: str
    name: str
    paras: tuple[Para, ...] = ()


def anchors(books: tuple[BookShown, ...], terms: tuple[Term, ...]) -> dict[str, str]:
    """What links can lead to: a place on the page, or a note that opens (MU-3)."""
    sections = [section for book in books for section in book.sections]
    here = {section.id: "page" for section in sections}
    here |= {item.id: "page" for section in sections for item in section.items}
    return here | {term.id: "note" for term in terms}


# -- Sheets ------------------------------------------------------------------------------------


class ArmorShown(Part, frozen=True):
    id: int
    name: str
    rating: int
    level: str = ""  # the worst injury it stops
    covers: str = ""
    worn: bool = True


class StatusShown(Part, frozen=True):
    id: int
    text: str
    permanent: bool = False
    severe: bool = False
    source: str = ""


class Missing(Part, frozen=True):
    """What keeps a draft from being finished, and where it is filled in (MU-22)."""

    text: str
    item: str = ""


class Tab(Part, frozen=True):
    """A page of a sheet, and the part that shows it."""

    part: str
    label: str
    here: bool = False


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
        return anchors(self.books, self.terms)


class DraftStep(Part, frozen=True):
    """A step of making somebody, and the part that shows it."""

    part: str
    label: str
    state: Literal["past", "now", "next"] = "next"
    note: str = ""


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
    reads: tuple[tuple[str, str], ...] = ()  # the playbooks in full

    @property
    def here(self) -> dict[str, str]:
        return anchors(self.books, self.terms)

    @property
    def next(self) -> DraftStep | None:
        """The step after this one."""
        found = [n for n, one in enumerate(self.steps) if one.state == "now"]
        after = self.steps[found[0] + 1 :] if found else ()
        return next(iter(after), None)


class AptitudeLine(Part, frozen=True):
    id: str
    name: str
    rating: str
    narrowed: str = ""


class TrackLine(Part, frozen=True):
    """A resource with boxes, at a glance."""

    id: str
    name: str
    filled: int
    boxes: tuple[BoxShown, ...] = ()


class Words(Part, frozen=True):
    """What is written under an item."""

    label: str
    texts: tuple[str, ...]


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


# -- Making characters -------------------------------------------------------------------------


class ReadyShown(Part, frozen=True):
    """A character from the box."""

    key: str
    name: str
    blurb: str
    concept: str
    books: tuple[str, ...] = ()
    aptitudes: tuple[AptitudeLine, ...] = ()


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


class Creation(Block, frozen=True):
    """Who are you? Ready-made characters, a beginning of one's own, and how far the others are."""

    begin: bool = False
    box: tuple[ReadyShown, ...] = ()
    makers: tuple[Maker, ...] = ()
    without: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()  # what the first lines are about


class Pointer(Block, frozen=True):
    """Where a newcomer begins: with Meta (MU-2)."""

    book: str = ""
    name: str = ""
    hint: str = ""


# -- Playbooks at the table --------------------------------------------------------------------


class BookLine(Part, frozen=True):
    """A playbook on the shelf."""

    id: str
    name: str
    role: str
    intro: str = ""
    counts: str = ""
    ours: bool = False  # one the game comes with
    played: tuple[str, ...] = ()  # whose sheet it is on
    waiting: int = 0  # suggestions to confirm (MU-160)


class Answer(Part, frozen=True):
    """What the GM has said about a 🗣 item (MU-12)."""

    item: str
    name: str
    who: str  # "" for everybody
    yes: bool
    note: str = ""


class Shelf(Block, frozen=True):
    """The playbooks of this table (MU-156); to read for everybody, to change for the GM."""

    gm: bool = False
    books: tuple[BookLine, ...] = ()
    answers: tuple[Answer, ...] = ()
