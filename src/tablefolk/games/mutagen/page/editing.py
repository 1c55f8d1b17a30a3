"""A playbook on the workbench: its text, every fault with its line, and how it would be printed.

Nothing of it is at the table until it is loaded (MU-156); what was read out of prose waits for
the GM's word (MU-160).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import get_args

from msgspec import Struct, field
from msgspec.structs import replace

from tablefolk.games.mutagen.page.view import pages
from tablefolk.games.mutagen.page.view.pages import BookShown, Term, anchors
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.playbooks import sets
from tablefolk.games.mutagen.playbooks.faults import Fault, errors
from tablefolk.games.mutagen.playbooks.library import key
from tablefolk.games.mutagen.playbooks.markup import counted, is_electronic, undressed, write_markup
from tablefolk.games.mutagen.playbooks.markup.printing import signed
from tablefolk.games.mutagen.playbooks.model import Mark, Playbook, Suggestion
from tablefolk.games.mutagen.rules import books
from tablefolk.games.mutagen.rules.books import MOST_LENGTH, MOST_LINES, LoadPlaybook
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.wording import counts
from tablefolk.games.mutagen.words import say

ROLES = ("pc", "gm", "meta")
COUNTED = (
    "gates", "consult", "rolls", "results", "section_results", "fields", "ranks", "costs",
    "suggested",
)  # fmt: skip
MOST_SHOWN = 60  # faults at a time


class Draft(Struct, frozen=True):
    """What was typed, or came in files."""

    text: str
    name: str = "mine"  # the file's, from which ids are made
    role: str = ""
    title: str = ""  # what its set calls it
    included: dict[str, str] = field(default_factory=dict)  # texts that came along

    @property
    def lines(self) -> tuple[str, ...]:
        return lines_of(self.text)

    @property
    def command(self) -> LoadPlaybook:
        inside = {name: lines_of(text) for name, text in self.included.items()}
        return LoadPlaybook(
            self.lines, self.file, role=self.role, included=inside, title=self.title  # type: ignore[arg-type]
        )  # fmt: skip

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


class Looked(Struct, frozen=True):
    """A playbook as it would be, or what keeps it from being one."""

    book: BookShown | None = None
    terms: tuple[Term, ...] = ()
    faults: tuple[FaultShown, ...] = ()
    counts: str = ""
    more: tuple[str, ...] = ()
    suggestions: tuple[SuggestionShown, ...] = ()
    taken: Taken | None = None

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
    return tuple(
        Draft(one.text, one.name, one.role or told_role(one.name), one.title, one.included)
        for one in sets.found_in(texts)
    )


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


def rows_of(show: Show, texts: Mapping[str, str]) -> tuple[Row, ...]:
    """Every playbook that files make up, looked over beside those of the table."""
    found = ((one, looked_over(show, one)) for one in drafts_in(texts))
    return tuple(
        Row(
            one.name,
            looked.book.name if looked.book else one.title or one.name,
            looked.book.role if looked.book else one.role or "pc",
            looked,
            tuple(one.included),
        )
        for one, looked in found
    )


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
    if too_long := tuple(measured(lines)):
        return Looked(faults=(*odd, *shown(too_long, lines)))
    read = books.read_text("\n".join(lines), draft.command, show.shelf.playbooks)
    faults = (*odd, *shown(read.faults, lines))
    if read.playbook is None or errors(read.faults):
        seen = printed(show, read.sketch) if read.sketch else Looked()
        return replace(seen, faults=faults, suggestions=())
    taken = taken_by(show, draft, read.playbook.id)
    return replace(printed(show, read.playbook), faults=faults, taken=taken)


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
            yield SuggestionShown(item.id, show.called(item.id), place, one.words, does(show, one))


def does(show: Show, one: Suggestion) -> str:
    """What a suggestion would do, in words."""
    if one.cost:
        return say("suggests.cost", n=one.cost.n, name=show.called(one.cost.resource))
    if said := ruled(show, one):
        return said
    if one.requires:
        wanted = show.called(one.requires.item) if one.requires.item else one.requires.text
        return say("suggests.requires", name=wanted)
    match one.effect:
        case op.Restore(resource=resource, n=n) | op.Lose(resource=resource, n=n):
            key = "restore" if isinstance(one.effect, op.Restore) else "lose"
            return say(f"suggests.{key}", n=n, name=show.called(resource))
        case op.Spend(resource=resource, n=n):
            return say("suggests.spend", n=n, name=show.called(resource))
        case op.Harm(n=n):
            return say("suggests.harm", n=n)
        case op.Tick(n=n):
            return say("suggests.tick", n=n)
        case op.FollowRolls():
            return say("suggests.if_all")
    return say("suggests.other")


def ruled(show: Show, one: Suggestion) -> str:
    """What a rule in the text would do: a way to a story move, a bonus, a moment."""
    if one.child:
        cost = f"{one.cost.n} {show.called(one.cost.resource)}" if one.cost else ""
        key = "leads" if one.need else "child_cost" if cost else "child"
        return say(f"suggests.{key}", cost=cost)
    if one.mod:
        name, value = show.called(one.mod.on), signed(one.mod.value)
        key = "mod_fact" if one.mod.fact else "mod"
        return say(f"suggests.{key}", value=value, name=name, fact=one.mod.fact)
    if one.when:
        return say("suggests.when")
    grant = one.hook.then[0] if one.hook else None
    if isinstance(grant, op.Grant):
        return say("suggests.grant", n=grant.rank, name=show.called(grant.item))
    return say("suggests.hook") if one.hook else ""
