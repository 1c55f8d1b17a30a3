"""A playbook on the workbench: its text, every fault with its line, and how it would be printed.

Nothing of it is at the table until it is loaded (MU-156); what was read out of prose waits for
the GM's word (MU-160).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import get_args

from msgspec import Struct, field
from msgspec.structs import replace

from tablefolk.core.words import listing
from tablefolk.games.mutagen.page.view import pages
from tablefolk.games.mutagen.page.view.pages import BookShown, Term, anchors
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.playbooks import sets
from tablefolk.games.mutagen.playbooks.checking import MOST_TEXT
from tablefolk.games.mutagen.playbooks.commons import Takes, holds_common, shared, taken
from tablefolk.games.mutagen.playbooks.faults import Fault, errors
from tablefolk.games.mutagen.playbooks.library import LINK, Shelf, key, near
from tablefolk.games.mutagen.playbooks.markup import counted, is_electronic, undressed, write_markup
from tablefolk.games.mutagen.playbooks.markup.printing import signed
from tablefolk.games.mutagen.playbooks.model import AnyItem, Deed, Mark, Playbook, Suggestion
from tablefolk.games.mutagen.playbooks.sets import Found
from tablefolk.games.mutagen.rules import books
from tablefolk.games.mutagen.rules.books import MOST_LENGTH, MOST_LINES, LoadPlaybook
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.wording import counts, plain, so_many
from tablefolk.games.mutagen.words import say

ROLES = ("pc", "gm", "meta")
COUNTED = (
    "gates", "consult", "rolls", "results", "section_results", "fields", "ranks", "costs",
    "suggested",
)  # fmt: skip
MOST_NAMED = 3  # playbooks by which a set goes
MOST_SHOWN = 60  # faults at a time


class Draft(Struct, frozen=True):
    """What was typed, or came in files."""

    text: str
    name: str = "mine"  # the file's, from which ids are made
    role: str = ""
    title: str = ""  # what its set calls it
    included: dict[str, str] = field(default_factory=dict)  # texts that came along
    intro: str = ""  # what another file says of it
    about: tuple[str, ...] = ()  # of a text without items: which playbook it describes
    takes: Takes = ""  # of one that holds a Common: instead of the table's, or beside it
    common: str = ""  # the Common of its set, which its characters have
    of: str = ""  # what its set is called

    @property
    def lines(self) -> tuple[str, ...]:
        return lines_of(self.text)

    @property
    def command(self) -> LoadPlaybook:
        inside = {name: lines_of(text) for name, text in self.included.items()}
        return LoadPlaybook(
            self.lines,
            self.file,
            role=self.role,  # type: ignore[arg-type]
            included=inside,
            title=self.title,
            intro=self.intro[:MOST_TEXT],
            takes=self.takes,
            common=self.common,
        )

    @property
    def file(self) -> str:
        return key(self.name.removesuffix(".txt"))


def lines_of(text: str) -> tuple[str, ...]:
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return tuple(plain.split("\n"))


class FaultShown(Struct, frozen=True):
    """What is to be put right, with the line it stands in."""

    why: str
    line: int = 0
    text: str = ""
    warning: bool = False
    file: str = ""  # one that is included


class SuggestionShown(Struct, frozen=True):
    """Something the importer read out of prose, and what it would do."""

    item: str
    name: str
    place: int
    words: str
    does: str


class Sign(Struct, frozen=True):
    """An arrow as it is typed, and what it means."""

    id: str
    name: str
    sign: str


class Taken(Struct, frozen=True):
    """That a name is taken: whose sheets would change, and the name beside it."""

    why: str
    id: str
    name: str
    sheets: tuple[str, ...] = ()
    beside: str = ""  # none where the text says itself what it is called


class OwnCommon(Struct, frozen=True):
    """That a playbook holds a Common: what is in it and in the table's, and in one of them only."""

    name: str  # of the table's
    both: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    less: tuple[str, ...] = ()
    there: str = ""  # the playbook that brought it to the table already
    there_name: str = ""
    nobodys: bool = False  # it is a Common and no more: what it has beside another is nobody's


class Looked(Struct, frozen=True):
    """A playbook as it would be, or what keeps it from being one."""

    book: BookShown | None = None
    terms: tuple[Term, ...] = ()
    faults: tuple[FaultShown, ...] = ()
    counts: str = ""
    more: tuple[str, ...] = ()
    suggestions: tuple[SuggestionShown, ...] = ()
    taken: Taken | None = None
    common: OwnCommon | None = None
    describes: str = ""  # of a text without items: the playbook of the table that it is about
    read: Playbook | None = None

    @property
    def empty(self) -> bool:
        """A playbook for characters in which there is nothing to have (MU-156)."""
        none = self.book is not None and not any(s.items for s in self.book.sections)
        return none and self.book is not None and self.book.role == "pc"

    @property
    def here(self) -> dict[str, str]:
        return anchors((self.book,), self.terms) if self.book else {}

    @property
    def bad(self) -> bool:
        return any(not fault.warning for fault in self.faults)


def draft_of(show: Show, playbook: Playbook) -> Draft:
    """A playbook of this table, to be changed."""
    known = [one for one in show.shelf.playbooks if one.id != playbook.id]
    return Draft(write_markup(playbook, known), playbook.id, playbook.role)


def arrow_signs(show: Show) -> tuple[Sign, ...]:
    """The arrows of results, which no keyboard has."""
    return tuple(Sign(one.id, one.name, one.icon) for one in show.engine.readings)


def new_draft() -> Draft:
    """Something to begin with, rather than an empty page."""
    return Draft(say.sentences["example.playbook"].strip() + "\n", "beekeeper", "pc")


# -- Files that were brought together (MU-156) -------------------------------------------------


def drafts_in(texts: Mapping[str, str]) -> tuple[Draft, ...]:
    """The playbooks that these files make up, each with its own name, title and role."""
    found = sets.found_in(texts)
    return tuple(
        Draft(
            one.text,
            one.name,
            one.role or told_role(one.name),
            one.title,
            one.included,
            one.intro,
            one.about,
            of=one.of or others(one, found),
        )
        for one in found
    )


def others(one: Found, found: tuple[Found, ...]) -> str:
    """A set that says nothing of its name goes by the playbooks for characters in it."""
    beside = [o for o in found if o is not one and (o.role or told_role(o.name) or "pc") == "pc"]
    names = [o.title or o.name.replace("_", " ").capitalize() for o in beside if not o.about]
    return listing(names) if len(names) <= MOST_NAMED else listing((*names[:2], say("set.others")))


def told_role(name: str) -> str:
    """For whom a playbook is, as the name of its file tells it."""
    parts = key(name).split("_")
    return "gm" if "gm" in parts else "meta" if parts == ["meta"] else ""


class Row(Struct, frozen=True):
    """One playbook of a set, looked over."""

    name: str
    title: str
    role: str
    looked: Looked
    includes: tuple[str, ...] = ()
    intro: str = ""  # what another file says of it
    describes: str = ""  # the playbook of the table that it says something of


def rows_of(show: Show, texts: Mapping[str, str]) -> tuple[Row, ...]:
    """Every playbook that files make up, looked over beside those of the table."""
    found = beside_each_other([(one, looked_over(show, one)) for one in drafts_in(texts)])
    return tuple(
        Row(
            one.name,
            looked.book.name if looked.book else one.title or one.name,
            looked.book.role if looked.book else one.role or "pc",
            looked,
            tuple(one.included),
            plain(one.intro) if one.intro and not one.about else "",
            called(show, looked.describes),
        )
        for one, looked in found
    )


def beside_each_other(found: list[tuple[Draft, Looked]]) -> Iterator[tuple[Draft, Looked]]:
    """Each as it will stand among the others: what is in one of them, a link of another finds."""
    shelf = Shelf([looked.read for _, looked in found if looked.read])
    for draft, looked in found:
        links = (
            (fault, LINK.search(fault.why) if fault.warning else None) for fault in looked.faults
        )
        kept = tuple(f for f, link in links if not (link and shelf.linked(link[1])))
        yield draft, replace(looked, faults=kept)


def called(show: Show, id: str) -> str:
    book = show.shelf.playbook(id)
    return book.name if book else ""


def opened(draft: Draft) -> tuple[Draft, tuple[FaultShown, ...]]:
    """An electronic playbook as the markup it holds, and what was odd about it; else as it is."""
    if not is_electronic(draft.text):
        return draft, ()
    found = undressed(draft.text)
    told = tuple(FaultShown(str(one), warning=one.warning) for one in found.faults[:MOST_SHOWN])
    return (draft if errors(found.faults) else replace(draft, text=found.text)), told


# -- Looking it over (MU-156) ------------------------------------------------------------------


def looked_over(show: Show, draft: Draft) -> Looked:
    """The draft read, checked and printed, as if it were on the table."""
    draft, odd = opened(draft)
    if any(not fault.warning for fault in odd):
        return Looked(faults=odd)
    lines = draft.lines
    if line := sets.meant_to_define(draft.text):
        return Looked(faults=(FaultShown(say("set.one_sign"), line, lines[line - 1].strip()),))
    if too_long := tuple(measured(lines)):
        return Looked(faults=(*odd, *shown(too_long, lines)))
    read = books.read_text("\n".join(lines), draft.command, show.shelf.playbooks)
    faults = (*odd, *shown(read.faults, lines))
    if read.playbook is None or errors(read.faults):
        seen = printed(show, read.sketch) if read.sketch else Looked()
        return replace(seen, faults=faults, suggestions=())
    return replace(
        printed(show, read.playbook),
        faults=faults,
        taken=taken_by(show, draft, read.playbook.id),
        common=common_in(show, draft, read.playbook),
        describes=next((b.id for b in described_by(show, draft)), ""),
        read=read.playbook,
    )


def common_in(show: Show, draft: Draft, playbook: Playbook) -> OwnCommon | None:
    """Whether it holds a Common of its own: then it is asked what becomes of it (MU-1)."""
    ours = books.the_common(show)
    if ours is None or not holds_common(playbook, ours):
        return None
    both = shared(playbook, ours)
    theirs = {item.id for item in both.values()}
    there = brought_before(show, draft, playbook, ours)
    return OwnCommon(
        ours.name,
        tuple(item.name for item in both.values()),
        tuple(i.name for i in playbook.items if i.id not in both and i.kind != "meta"),
        tuple(show.called(item.id) for item in ours.items if item.id not in theirs),
        there.id if there else "",
        there.name if there else "",
        is_common(show, draft),
    )


def brought_before(show: Show, draft: Draft, playbook: Playbook, ours: Playbook) -> Playbook | None:
    """As what this Common came to the table before: of that name, or with the same things."""
    ways: tuple[Takes, ...] = ("instead", "beside")
    for takes in ways:
        title = as_common(show, draft, takes).title if draft.of else ""
        things = contents(taken(playbook, ours, takes))
        for one in show.shelf.playbooks:
            alike = one.name == title or (things and contents(one) == things)
            if one.role == "pc" and not one.every_pc and alike:
                return one
    return None


def contents(book: Playbook) -> set[tuple[str, str]]:
    return {(item.kind, near(item.name)) for item in book.items}


def is_common(show: Show, draft: Draft) -> bool:
    """Whether a text is called as the table's Common is: it is nobody's playbook by itself."""
    ours, name = books.the_common(show), draft.title or draft.file
    return bool(ours and key(name).removesuffix("_playbook") in (ours.id, key(ours.name)))


def as_common(show: Show, draft: Draft, takes: Takes) -> Draft:
    """The Common of a set, called so that nobody takes it for the table's."""
    key_ = "set.more" if takes == "beside" else "set.common"
    title = say(key_ if draft.of else f"{key_}_alone", of=draft.of)
    return replace(draft, takes=takes, title=title if is_common(show, draft) else draft.title)


def described_by(show: Show, draft: Draft) -> Iterator[Playbook]:
    """The playbooks of the table that a text without items is about, by name."""
    for book in show.shelf.playbooks:
        names = (book.id, key(book.name).removesuffix("_playbook"))
        if book.role == "pc" and any(name in draft.about for name in names):
            yield book


def describing(show: Show, draft: Draft) -> Draft:
    """The playbook that a text is about, as it is on the table, described by it."""
    book = next(described_by(show, draft))
    return replace(draft_of(show, book), intro=draft.intro)


def taken_by(show: Show, draft: Draft, id: str) -> Taken | None:
    """Whether a playbook of that id is here; beside it there is room under another name."""
    there = show.shelf.playbook(id)
    if there is None:
        return None
    beside = books.another_name(show, draft.file) if id == draft.file else ""
    return Taken(books.taken(show, id), id, there.name, books.wearers(show, id), beside)


def measured(lines: tuple[str, ...]) -> Iterator[Fault]:
    if len(lines) > MOST_LINES:
        yield Fault(f"A playbook has at most {MOST_LINES} lines.", MOST_LINES + 1)
    for number, line in enumerate(lines, 1):
        if len(line) > MOST_LENGTH:
            yield Fault(f"A line has at most {MOST_LENGTH} characters.", number)


def shown(faults: tuple[Fault, ...], lines: tuple[str, ...]) -> tuple[FaultShown, ...]:
    ordered = sorted(faults, key=lambda fault: (fault.warning, fault.line))
    return tuple(
        FaultShown(one.why, one.line, line_of(one, lines), one.warning, one.file)
        for one in ordered[:MOST_SHOWN]
    )


def line_of(fault: Fault, lines: tuple[str, ...]) -> str:
    there = 0 < fault.line <= len(lines) and not fault.file
    return lines[fault.line - 1].strip()[:160] if there else ""


def printed(show: Show, playbook: Playbook) -> Looked:
    """A playbook as it is printed beside those of the table."""
    after = books.with_book(show, playbook)
    book = pages.book(after, playbook)
    return Looked(
        book,
        pages.terms(after, (book,)),
        counts=found_in(playbook),
        more=tuple(report(playbook)),
        suggestions=tuple(suggestions(after, playbook)),
    )


def found_in(playbook: Playbook) -> str:
    """4 sections, 44 items: 13 aptitudes, 13 moves, 12 story moves and 6 resources."""
    found = counted(playbook)
    parts = (say("report.sections", n=found.sections), say("report.items", n=found.items))
    return f"{', '.join(parts)}: {counts(playbook)}" if found.items else ", ".join(parts)


def report(playbook: Playbook) -> Iterator[str]:
    """What else was counted, for whoever brings a playbook: as the digest counts it (MU-156)."""
    found = counted(playbook)
    for mark in get_args(Mark):
        if n := found.marks.get(mark, 0):
            yield say(f"report.{mark}", n=n)
    for kind in COUNTED:
        if n := getattr(found, kind):
            yield say(f"report.{kind}", n=n)


# -- What was read out of prose (MU-160) -------------------------------------------------------


def suggestions(show: Show, playbook: Playbook) -> Iterator[SuggestionShown]:
    for item in playbook.items:
        for place, one in enumerate(item.suggested):
            what = does(show, one, item)
            yield SuggestionShown(item.id, show.called(item.id), place, one.words, what)


def does(show: Show, one: Suggestion, item: AnyItem) -> str:
    """What a suggestion would do, in words: on which result, and to whom."""
    if one.cost:
        return say("suggests.cost", points=so_many(show, one.cost.n, one.cost.resource))
    if said := ruled(show, one):
        return said
    if one.requires:
        wanted = show.called(one.requires.item) if one.requires.item else one.requires.text
        return say("suggests.requires", name=wanted)
    who = op.whom(one.effect) or "self"
    facts = {"when": on_result(show, one, item), "who": say(f"suggests.{who}")}
    match one.effect:
        case op.Restore(resource=resource, n=n) | op.Lose(resource=resource, n=n):
            key = "restore" if isinstance(one.effect, op.Restore) else "lose"
            return say(f"suggests.{key}", points=so_many(show, n, resource), **facts)
        case op.Spend(resource=resource, n=n):
            return say("suggests.spend", points=so_many(show, n, resource), **facts)
        case op.Harm(n=n):
            return say("suggests.harm", n=n, **facts)
        case op.Tick(n=n):
            return say("suggests.tick", n=n, **facts)
        case op.FollowRolls():
            return say("suggests.if_all", **facts)
    return say("suggests.other", **facts)


def on_result(show: Show, one: Suggestion, item: AnyItem) -> str:
    """When the effect of a suggestion would come: on which result, with which pick."""
    if one.band < 0 or not isinstance(item, Deed):
        return say("suggests.always")
    band = item.bands[one.band]
    names = listing((r.name for r in show.engine.readings if r.id in band.on), "or")
    if one.option < 0:
        return say("suggests.on", result=names)
    option = plain(band.options[one.option].text).rstrip(".")
    return say("suggests.on_pick", result=names, option=option)


def ruled(show: Show, one: Suggestion) -> str:
    """What a rule in the text would do: a way to a story move, a bonus, a moment."""
    if one.child:
        cost = so_many(show, one.cost.n, one.cost.resource) if one.cost else ""
        key = "leads" if one.need else "child_cost" if cost else "child"
        return say(f"suggests.{key}", cost=cost)
    if one.mod:
        name, value = show.called(one.mod.on), signed(one.mod.value)
        key = "mod_fact" if one.mod.fact else "mod"
        return say(f"suggests.{key}", value=value, name=name, fact=one.mod.fact)
    if one.when:
        held = one.need.resource if one.need and one.need.held else ""
        return say("suggests.when_held" if held else "suggests.when", name=show.called(held))
    if one.holds:
        return say("suggests.holds")
    if one.input:
        return say("suggests.lowest", label=one.input.label)
    if one.harm_cap:
        return say("suggests.harm_cap", name=show.called(one.harm_cap.move))
    if one.need:
        return say("suggests.need", name=show.called(one.need.resource))
    grant = one.hook.then[0] if one.hook else None
    if isinstance(grant, op.Grant):
        return say("suggests.grant", n=grant.rank, name=show.called(grant.item))
    return say("suggests.hook") if one.hook else ""
