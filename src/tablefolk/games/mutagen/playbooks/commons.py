"""A set's own Common beside the table's: nobody has anything twice (MU-1, MU-156).

What both have by name and kind is one thing, with one id: so a cost, a cure or a ready-made chain
means it on every sheet. A set's Common stands either *instead of* the table's on the sheets of its
set, in its own words and with its own boxes, or *beside* it with only what that one lacks.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from tablefolk.games.mutagen.playbooks.library import near
from tablefolk.games.mutagen.playbooks.markup.printing import printed
from tablefolk.games.mutagen.playbooks.markup.signs import bare
from tablefolk.games.mutagen.playbooks.model import (
    AnyItem,
    Aptitude,
    Checklist,
    Deed,
    Playbook,
    Resource,
    Section,
    Statement,
    Story,
    WriteIn,
)

Takes = Literal["", "instead", "beside"]
LEAST = 4  # so many things in common, and a playbook holds a Common


def shared(book: Playbook, common: Playbook) -> dict[str, AnyItem]:
    """What a playbook has of a Common, by its own ids: things of one name and kind."""
    named = {(item.kind, near(item.name)): item for item in common.items}
    found: dict[str, AnyItem] = {}
    for item in book.items:
        there = named.get((item.kind, near(item.name)))
        if there and there not in found.values():
            found[item.id] = there
    return found


def holds_common(book: Playbook, common: Playbook) -> bool:
    """Whether whoever had both would have Health, Resist and the story moves twice."""
    apart = book.role == "pc" and not book.every_pc and not book.instead
    return apart and len(shared(book, common)) >= LEAST


def taken(book: Playbook, common: Playbook, takes: Takes) -> Playbook:
    """A playbook that holds a Common, as it stands instead of the table's, or beside it."""
    both = shared(book, common)
    ids = {id: there.id for id, there in both.items()}
    sections = tuple(_section(one, both, takes == "instead") for one in book.sections)
    kept = tuple(new for new, was in zip(sections, book.sections, strict=True)
                 if new.items or not was.items)  # fmt: skip
    whole = _renamed(replace(book, sections=kept), ids)
    if takes != "instead":
        return whole
    return _with_lists(replace(whole, instead=common.id, order=common.order), common)


def _with_lists(book: Playbook, common: Playbook) -> Playbook:
    """With its own statements where it lists some: what earns XP is what its text says (MU-135)."""
    lists = {
        item.id: own
        for item in book.items
        if isinstance(item, Deed)
        for ours in common.checklists
        if ours.id == item.checklist and (own := _stated(book, item, ours))
    }
    sections = tuple(
        replace(one, items=tuple(
            replace(item, checklist=lists[item.id].id) if item.id in lists else item
            for item in one.items
        ))
        for one in book.sections
    )  # fmt: skip
    return replace(book, sections=sections, checklists=tuple(lists.values()))


def _stated(book: Playbook, deed: Deed, ours: Checklist) -> Checklist | None:
    """The points of its text as a checklist; as many as ours are ours, in other words."""
    texts = [bare(one.text) for one in deed.body if one.kind == "bullet"]
    if len(texts) == len(ours.statements):
        pairs = zip(ours.statements, texts, strict=True)
        every = tuple(replace(said, text=text, mild="") for said, text in pairs)
    else:
        every = tuple(Statement(f"said{n}", text) for n, text in enumerate(texts, 1))
    return replace(ours, id=f"{book.id}.{ours.id}", statements=every) if every else None


def _section(section: Section, both: dict[str, AnyItem], instead: bool) -> Section:
    items = (
        _worded(both[item.id], item) if item.id in both else item
        for item in section.items
        if instead or item.id not in both
    )
    return replace(section, items=tuple(items))


def _worded(ours: AnyItem, theirs: AnyItem) -> AnyItem:
    """A thing of the table's Common in a set's words, with its boxes, circles and lines."""
    more: dict[str, Any] = {
        name: getattr(theirs, name)
        for name in ("name", "text", "mark", "gate", "consult", "granted", "alert", "marks")
    }
    more |= {"body": printed(theirs), "fields": _fields(ours.fields, theirs.fields)}
    if isinstance(theirs, Resource) and theirs.ranks:
        more["ranks"] = theirs.ranks
    if isinstance(theirs, Aptitude):
        more |= {"dots": theirs.dots, "prebought": theirs.prebought}
    if isinstance(theirs, Story) and theirs.want:
        more |= {"want": theirs.want, "how": theirs.how}
    return replace(ours, **more)


def _fields(ours: tuple[WriteIn, ...], theirs: tuple[WriteIn, ...]) -> tuple[WriteIn, ...]:
    """Their lines to write on, under the keys of ours; those they leave out stay."""
    pairs = zip(ours, theirs, strict=False)
    known = tuple(replace(new, key=was.key, required=was.required) for was, new in pairs)
    return (*known, *theirs[len(ours) :], *ours[len(theirs) :])


def _renamed(book: Playbook, ids: dict[str, str]) -> Playbook:
    """A playbook in which everything that names one of these names the other instead."""
    return msgspec.convert(_replaced(msgspec.to_builtins(book), ids), Playbook)


def _replaced(tree: Any, ids: dict[str, str]) -> Any:
    if isinstance(tree, dict):
        return {name: _replaced(value, ids) for name, value in tree.items()}
    if isinstance(tree, list | tuple):
        return [_replaced(value, ids) for value in tree]
    return ids.get(tree, tree) if isinstance(tree, str) else tree
