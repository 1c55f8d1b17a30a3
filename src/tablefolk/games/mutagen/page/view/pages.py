"""A playbook as a page: printed for anybody, or with all that one sheet has filled in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from msgspec.structs import replace

from tablefolk.core.game import Refusal
from tablefolk.games.mutagen.page.offers.moves import busy
from tablefolk.games.mutagen.page.offers.proposals import by_hand
from tablefolk.games.mutagen.page.view.printing import (
    Chip,
    Para,
    Part,
    chips,
    paragraphs,
    story_results,
)
from tablefolk.games.mutagen.playbooks.markup.printing import headed, signed
from tablefolk.games.mutagen.playbooks.model import (
    AnyItem,
    Aptitude,
    Deed,
    Item,
    Mark,
    Playbook,
    Rank,
    Resource,
    Section,
    Story,
)
from tablefolk.games.mutagen.rules import buying, chain, sheet, writing
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Character
from tablefolk.games.mutagen.rules.wording import plain
from tablefolk.games.mutagen.words import say

NOBODY = Character("", "", "")  # an empty sheet, for a playbook that is only read


Of = Callable[[AnyItem], bool]


def everything(one: AnyItem) -> bool:
    return True


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


def book(
    show: Show, playbook: Playbook, hero: Character = NOBODY, of: Of = everything
) -> BookShown:  # fmt: skip
    """A playbook, on somebody's sheet or on nobody's; perhaps only some of its items."""
    sections = (section(show, playbook, one, hero, of) for one in playbook.sections)
    return BookShown(
        playbook.id,
        playbook.name,
        playbook.role,
        plain(playbook.intro),
        playbook.credit,
        playbook.licence,
        tuple(one for one in sections if one.items or of is everything),
    )


def section(
    show: Show, playbook: Playbook, one: Section, hero: Character, of: Of = everything
) -> SectionShown:
    shown = tuple(item(show, playbook, each, hero) for each in one.items if of(each))
    head = head_of(show, one, playbook.id)
    taught = head.form == "aptitudes" and playbook.every_pc and hero.state == "draft"
    advice = say("advice.aptitudes") if taught and hero is not NOBODY else ""
    return replace(head, items=shown, hint=advice)


def form_of(section: Section) -> Form:
    """How a section is set: rows of boxes, columns of circles, wishes, or plain."""
    kinds = {type(item) for item in section.items}
    forms: dict[frozenset[type], Form] = {
        frozenset({Resource}): "resources",
        frozenset({Aptitude}): "aptitudes",
        frozenset({Story}): "story",
    }
    return forms.get(frozenset(kinds), "plain")


Form = Literal["resources", "aptitudes", "story", "plain"]  # how a section is set


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


def head_of(show: Show, section: Section, book: str) -> SectionShown:
    """A section without its items."""
    form = form_of(section)
    results = story_results(show) if form == "story" else ()
    paras = paragraphs(show, section, book)
    return SectionShown(section.id, section.label, section.group, paras, results, form=form)


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


def item(show: Show, playbook: Playbook, one: AnyItem, hero: Character) -> ItemShown:
    said = show.consulted(hero.id, one.id) if one.consult or one.requires else None
    aptitude = isinstance(one, Aptitude)
    return ItemShown(
        id=one.id,
        kind=one.kind,
        name=show.called(one.id),
        owned=sheet.owned(hero, one),
        circles=circles(hero, one),
        rating=rating(show, hero, one),
        narrowed=hero.narrowed.get(one.id, "") if aptitude else "",
        want=one.want if isinstance(one, Story) else "",
        how=one.how if isinstance(one, Story) else "",
        chips=tuple(chip for chip in chips(show, one) if chip.kind not in past(show, hero, one)),
        paras=paragraphs(show, one, playbook.id),
        ranks=tuple(ranks(show, hero, one)) if isinstance(one, Resource) else (),
        fields=tuple(fields(hero, one)),
        headed=isinstance(one, Resource) and headed(one),
        rule=one.rule,
        said=answer(said.answer == "yes", said.note) if said else "",
        denied=bool(said and said.answer == "no"),
        warning=warning(show, hero, one),
        hint=say(f"advice.{one.id}") if f"advice.{one.id}" in say and hero.state == "draft" else "",
        makes=isinstance(one, Deed)
        and sheet.owned(hero, one)
        and by_hand(one)
        and free(show, hero),
    )


def past(show: Show, hero: Character, one: AnyItem) -> Iterator[str]:
    """What no longer stands in the way: an open gate, the GM's yes (MU-11, MU-12)."""
    if not hero.id:
        return  # it is only read
    said = show.consulted(hero.id, one.id)
    if sheet.owned(hero, one) or (said and said.answer == "yes"):
        yield "speak"
    try:
        buying.gate_open(show, hero, one)
    except Refusal:
        return
    yield "gate"


def free(show: Show, hero: Character) -> bool:
    """Whether a move can be begun now: in the scene, with nothing that comes first (MU-53)."""
    here = hero.state == "in_play" and not hero.dying
    return here and not busy(show, hero) and not chain.duties(show, hero)


def rating(show: Show, hero: Character, one: AnyItem) -> str:
    if not isinstance(one, Aptitude) or hero is NOBODY:
        return ""
    return signed(sheet.rating(show, hero, one))


def answer(yes: bool, note: str) -> str:
    return say("sheet.said_yes" if yes else "sheet.said_no", note=f": {note}" if note else ".")


def warning(show: Show, hero: Character, one: Item) -> str:
    if not one.pairs_with or hero is NOBODY:
        return ""
    found = dict(writing.warnings(show, hero)).get(one.id)
    return say("sheet.unpaired", name=show.called(found)) if found else ""


# -- Circles (MU-7 … MU-10, MU-14) -------------------------------------------------------------


def circles(hero: Character, one: AnyItem) -> tuple[Circle, ...]:
    """The circles or the triangle before an item's name."""
    if isinstance(one, Aptitude):
        return dots(hero, one)
    if one.mark == "free" or not isinstance(one, (Deed, Resource)):
        return ()
    return (circle(one.mark, bool(hero.marks.get(one.id)), one.granted),)


class Circle(Part, frozen=True):
    """A ○ or △: filled from the start, filled since, the next to be filled, or still open."""

    state: Literal["printed", "filled", "next", "open"] = "open"
    triangle: bool = False
    last: bool = False  # the one filled last, which a draft takes back


def dots(hero: Character, one: Aptitude) -> tuple[Circle, ...]:
    have, since = sheet.dots(hero, one), len(hero.marks.get(one.id, ()))
    printed = have - min(since, have)
    states = ("printed",) * printed + ("filled",) * (have - printed)
    row = [Circle(state, last=n == have - 1) for n, state in enumerate(states)]  # type: ignore[arg-type]
    row += [Circle("next" if n == have else "open") for n in range(have, one.dots)]
    if one.mark == "grant" and row:
        row[0] = replace(row[0], triangle=True)
    return tuple(row)


def circle(mark: Mark, filled: bool, granted: bool = False) -> Circle:
    triangle = mark == "grant"
    if mark in ("prebought", "free") or granted:
        return Circle("printed", triangle)
    return Circle("filled" if filled else "next", triangle, filled)


# -- Boxes and lines (MU-13, MU-25, MU-31) -----------------------------------------------------


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


def ranks(show: Show, hero: Character, one: Resource) -> Iterator[RankShown]:
    """The rows of boxes; those of ranks one has not got are printed empty."""
    row = list(sheet.boxes(show, hero, one))
    have = {rank.n for rank in sheet.ranks(hero, one)}
    following = min((rank.n for rank in one.ranks if rank.n not in have), default=0)
    for rank in one.ranks:
        size = sheet.boxes_of(show, rank)
        owned = rank.n in have
        drawn = [BoxShown(box.filled, box.note) for box in row[:size]]
        boxes = drawn if owned and hero is not NOBODY else [BoxShown()] * size
        row = row[size:] if owned else row
        marked = rank_circle(rank, owned, rank.n == following)
        yield RankShown(rank.n, marked, rank.label, owned, tuple(boxes))


def rank_circle(rank: Rank, owned: bool, following: bool) -> Circle | None:
    if rank.mark == "free":
        return None
    if sheet.from_start(rank):
        return Circle("printed", rank.mark == "grant")
    state = "filled" if owned else "next" if following else "open"
    return Circle(state, rank.mark == "grant", owned)  # type: ignore[arg-type]


class FieldShown(Part, frozen=True):
    """A line to write on, and what is written (MU-31)."""

    key: str
    label: str = ""
    lines: int = 1
    required: bool = False
    text: str = ""


def fields(hero: Character, one: Item) -> Iterator[FieldShown]:
    for field in one.fields:
        text = sheet.written(hero, one.id, field.key)
        yield FieldShown(field.key, field.label, field.lines, field.required, text)


# -- Words that are linked to and stand elsewhere (MU-3) ---------------------------------------


def terms(show: Show, books: tuple[BookShown, ...]) -> tuple[Term, ...]:
    """What these playbooks link to and do not hold themselves."""
    sections = [sec for shown in books for sec in shown.sections]
    here = {sec.id for sec in sections} | {one.id for sec in sections for one in sec.items}
    wanted = dict.fromkeys(to for shown in books for to in links(shown) if to not in here)
    found = (term(show, id) for id in wanted)
    return tuple(one for one in found if one)


class Term(Part, frozen=True):
    """A word that a sheet links to and does not hold itself: shown where it is asked for."""

    id: str
    name: str
    paras: tuple[Para, ...] = ()


def term(show: Show, id: str) -> Term | None:
    one, home = show.shelf.item(id), show.shelf.home(id)
    if one is None or home is None:
        return None
    return Term(id, show.called(id), paragraphs(show, one, home[0].id))


def links(shown: BookShown) -> Iterator[str]:
    for sec in shown.sections:
        for para in (*sec.paras, *sec.results, *(p for i in sec.items for p in i.paras)):
            yield from _links(para)


def _links(para: Para) -> Iterator[str]:
    every = (*para.bits, *(inner for bit in para.bits for inner in bit.inside))
    return (one.to for one in every if one.kind == "link" and one.to)


def anchors(books: tuple[BookShown, ...], terms: tuple[Term, ...]) -> dict[str, str]:
    """What links can lead to: a place on the page, or a note that opens (MU-3)."""
    sections = [section for book in books for section in book.sections]
    here = {section.id: "page" for section in sections}
    here |= {item.id: "page" for section in sections for item in section.items}
    return here | {term.id: "note" for term in terms}
