"""The shelf: the playbooks a table has loaded, and everything that is looked up in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, TypeVar

import msgspec

from tablefolk.core.words import toml
from tablefolk.games.mutagen.playbooks.model import (
    AnyItem,
    Checklist,
    Engine,
    Gm,
    Move,
    Playbook,
    Procedure,
    Section,
    Story,
)

GAME = "tablefolk.games.mutagen"
MOST_WORKED_OUT = 32
MOST_LISTS = 256
OURS = ("meta", "common", "sorcerer")
LINK = re.compile("⌞([^⌞⌝]*)⌝")
T = TypeVar("T")
Found = AnyItem | Section


# -- What the game comes with ----------------------------------------------------------------


@cache
def engine() -> Engine:
    """The engine's own figures."""
    return msgspec.convert(toml(GAME, "data/engine.toml"), Engine)


@cache
def our_playbook(id: str) -> Playbook:
    """Meta, Common or Sorcerer."""
    return playbook_of(toml(GAME, f"data/{id}.toml"))


@cache
def our_playbooks() -> tuple[Playbook, ...]:
    """Meta, Common and Sorcerer."""
    return tuple(our_playbook(id) for id in OURS)


def playbook_of(tree: dict[str, object]) -> Playbook:
    """A playbook from the tree of a TOML or JSON file; or msgspec.ValidationError."""
    return msgspec.convert(tree, Playbook)


# -- Names that are nearly the same (MU-3) ---------------------------------------------------


def exact(name: str) -> str:
    """A name without case, quotes, punctuation and 🗣."""
    words = re.sub(r"[^\w\s]", " ", re.sub(r"['’]", "", name))
    return " ".join(words.split()).casefold()


BRACKETED = re.compile(r"\([^()]*\)")


@lru_cache(maxsize=4096)
def near(name: str) -> str:
    """A name as links compare it: also without simple endings, a plural -s or an -ing."""
    return " ".join(_stem(word) for word in exact(name).split())


def _stem(word: str) -> str:
    if len(word) > 5 and word.endswith("ing"):
        word = word[:-3]
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        word = word[:-1]
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


def key(name: str) -> str:
    """A short readable id made from a name."""
    return re.sub(r"[^a-z0-9]+", "_", exact(name)).strip("_")[:60] or "x"


# -- The shelf -------------------------------------------------------------------------------


class Shelf:
    """Playbooks side by side, with look-ups; ids are unique over all of them."""

    def __init__(self, playbooks: Sequence[Playbook]) -> None:
        self.playbooks = tuple(sorted(playbooks, key=lambda p: p.order))
        self._playbooks = {p.id: p for p in self.playbooks}
        self._items: dict[str, AnyItem] = {}
        self._homes: dict[str, tuple[Playbook, Section]] = {}
        self._own: dict[tuple[str, str], AnyItem] = {}  # of a Common that takes another's place
        for playbook, section, item in _all(sorted(self.playbooks, key=lambda p: bool(p.instead))):
            self._items.setdefault(item.id, item)
            self._homes.setdefault(item.id, (playbook, section))
            if playbook.instead:
                self._own[playbook.id, item.id] = item
        self._basic = {p.id for p in self.playbooks if p.every_pc}
        self._basic |= {p.common for p in self.playbooks}
        self._worked_out: dict[bytes, Any] = {}
        self._lists: dict[tuple[object, ...], tuple[Any, ...]] = {}

    def once(self, question: bytes, work: Callable[[], T]) -> T:
        """What follows from these playbooks alone, worked out once; of late, for so many."""
        if question not in self._worked_out:
            if len(self._worked_out) >= MOST_WORKED_OUT:
                self._worked_out.clear()
            self._worked_out[question] = work()
        found: T = self._worked_out[question]
        return found

    def playbook(self, id: str) -> Playbook | None:
        """A loaded playbook by its id."""
        return self._playbooks.get(id)

    def item(self, id: str) -> AnyItem | None:
        """An item of any loaded playbook by its id."""
        return self._items.get(id)

    def worn(self, id: str, ids: Sequence[str]) -> AnyItem | None:
        """An item as these playbooks have it: the Common of a set has some in its own words."""
        own = (self._own[one, id] for one in ids if (one, id) in self._own)
        return next(own, None) if self._own else None

    def basic(self, id: str) -> bool:
        """Whether a playbook is everybody's, at this table or in its set: a Common."""
        return id in self._basic

    def home(self, id: str) -> tuple[Playbook, Section] | None:
        """The playbook and section an item stands in."""
        return self._homes.get(id)

    def of(self, ids: Sequence[str]) -> tuple[Playbook, ...]:
        """These playbooks in the order of a sheet; Meta comes last, for reference (MU-1)."""
        return self._listed(("of", *ids), lambda: self._of(ids))

    def _listed(
        self, key: tuple[object, ...], listing: Callable[[], tuple[T, ...]]
    ) -> tuple[T, ...]:
        """A list that every look at a sheet asks for, made once."""
        found = self._lists.get(key)
        if found is None:
            if len(self._lists) >= MOST_LISTS:
                self._lists.clear()
            found = self._lists[key] = listing()
        return found

    def _of(self, ids: Sequence[str]) -> tuple[Playbook, ...]:
        chosen = [p for p in self.playbooks if p.id in ids and p.role != "meta"]
        return (*chosen, *(p for p in self.playbooks if p.role == "meta"))

    def items(self, ids: Sequence[str]) -> tuple[AnyItem, ...]:
        """Every item of these playbooks, in the order of a sheet."""
        every = (item for playbook in self.of(ids) for item in playbook.items)
        return self._listed(("items", *ids), lambda: tuple(every))

    def kind(self, kind: type[T], ids: Sequence[str]) -> tuple[T, ...]:
        """Every item of one kind in these playbooks: `shelf.kind(Aptitude, ids)`."""
        every = (item for item in self.items(ids) if isinstance(item, kind))
        return self._listed((kind, *ids), lambda: tuple(every))

    def labelled(self, label: str, ids: Sequence[str]) -> tuple[AnyItem, ...]:
        """All items of every section that carries a label, subsections included (MU-5)."""
        wanted = near(label)
        return tuple(
            item
            for playbook in self.of(ids)
            for section in playbook.sections
            if wanted in self._labels(playbook, section)
            for item in section.items
        )

    def _labels(self, playbook: Playbook, section: Section) -> set[str]:
        by_id = {one.id: one for one in playbook.sections}
        labels, seen = set[str](), set[str]()
        one: Section | None = section
        while one and one.id not in seen:
            labels |= {near(one.label), near(one.group)} if one.group else {near(one.label)}
            seen.add(one.id)
            one = by_id.get(one.parent)
        return labels

    def gate_moves(self, id: str) -> tuple[AnyItem, ...]:
        """The other moves that count for an item's gate: those of its own section (MU-11)."""
        home = self.home(id)
        items = home[1].items if home else ()
        return tuple(i for i in items if i.id != id and isinstance(i, (Move, Story)))

    def procedure(self, id: str) -> Procedure | None:
        """A procedure by its id."""
        return self._first(lambda p: p.procedures, id)

    def checklist(self, id: str) -> Checklist | None:
        """A checklist by its id."""
        return self._first(lambda p: p.checklists, id)

    def _first(self, listed: Callable[[Playbook], Sequence[T]], id: str) -> T | None:
        every = (one for p in self.playbooks for one in listed(p))
        return next((one for one in every if getattr(one, "id", "") == id), None)

    # -- Links (MU-3) ------------------------------------------------------------------------

    def linked(self, term: str, playbook: str = "") -> Found | None:
        """What a term in corner brackets, written in that playbook, points to."""
        order = sorted(self.playbooks, key=lambda p: _closeness(p, playbook))
        for alike in (exact, near):
            for one in order:
                if found := _named(one, alike(term), alike):
                    return found
        return None

    def co_move(self, id: str) -> tuple[Gm | Section, ...]:
        """The GM's side of an item: GM items and GM sections of the same name (MU-151)."""
        item = self.item(id)
        if item is None:
            return ()
        return tuple(
            one
            for playbook in self.playbooks
            if playbook.role == "gm"
            for one in _gm_side(playbook)
            if one.co_move_of == id or (not one.co_move_of and _called(one) == near(item.name))
        )

    # -- Mild labels -------------------------------------------------------------------------

    def called(self, id: str, mild: bool = False) -> str:
        """An item's name at this table."""
        item = self.item(id)
        return (item.mild if mild and item.mild else item.name) if item else id

    def worded(self, text: str, mild: bool = False) -> str:
        """A text whose links to items with a mild name are worded mildly."""
        return LINK.sub(self._mildly, text) if mild else text

    def _mildly(self, link: re.Match[str]) -> str:
        found = self.linked(link[1])
        mild = "" if found is None or isinstance(found, Section) else found.mild
        return f"⌞{mild}⌝" if mild else link[0]


def _all(playbooks: Sequence[Playbook]) -> Iterator[tuple[Playbook, Section, AnyItem]]:
    for playbook in playbooks:
        for section in playbook.sections:
            for item in section.items:
                yield playbook, section, item


def _closeness(playbook: Playbook, here: str) -> int:
    if playbook.id == here:
        return 0
    if playbook.every_pc:
        return 1
    return 2 if playbook.role == "meta" else 3


def _named(playbook: Playbook, wanted: str, alike: Callable[[str], str]) -> Found | None:
    for item in playbook.items:
        names = (item.name, item.mild, *item.aliases)
        if alike is near:  # “(Progress) Bars” are bars
            names = (*names, BRACKETED.sub("", item.name))
        if wanted and wanted in (alike(name) for name in names if name):
            return item
    return next((s for s in playbook.sections if alike(s.label) == wanted), None)


def _gm_side(playbook: Playbook) -> Iterator[Gm | Section]:
    for section in playbook.sections:
        if section.bands or section.not_this or section.co_move_of:
            yield section
        yield from (item for item in section.items if isinstance(item, Gm))


def _called(one: Gm | Section) -> str:
    return near(one.label if isinstance(one, Section) else one.name)


@lru_cache(maxsize=64)
def shelf(playbooks: tuple[Playbook, ...]) -> Shelf:
    """The shelf of these playbooks, made once."""
    return Shelf(playbooks)
