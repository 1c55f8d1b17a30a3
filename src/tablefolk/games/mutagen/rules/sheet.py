"""Reading a sheet: what is on it, what is owned, what it is rated, how many boxes there are.

Marks and points are kept by the item's id and read against the playbooks as they are now, so
those of an item that has vanished wait there until it comes back (MU-158).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from tablefolk.core.game import must
from tablefolk.games.mutagen.playbooks.effects import Buy, PermanentStatus
from tablefolk.games.mutagen.playbooks.model import (
    AnyItem,
    Aptitude,
    Deed,
    Hook,
    Item,
    Move,
    Rank,
    Resource,
    Section,
    Story,
    WriteIn,
)
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Box, Character

T = TypeVar("T", bound=Item)
KINDS: dict[type[Item], str] = {
    Resource: "a resource",
    Aptitude: "an aptitude",
    Story: "a story move",
    Move: "a move",
    Deed: "a move",
}


# -- What is on it (MU-1, MU-4) ----------------------------------------------------------------


def items(show: Show, hero: Character) -> tuple[AnyItem, ...]:
    """Everything on a sheet, Meta at its back."""
    return show.shelf.items(hero.playbooks)


def sections(show: Show, playbooks: tuple[str, ...]) -> tuple[Section, ...]:
    """The sections in which circles can be filled, in the order of the sheet."""
    books = (book for book in show.shelf.of(playbooks) if book.role != "meta")
    return tuple(one for book in books for one in book.sections if any(map(circled, one.items)))


def first_section(show: Show, playbooks: tuple[str, ...]) -> str:
    """The section in which filling circles begins; "" where there is none."""
    return next((one.id for one in sections(show, playbooks)), "")


def circled(item: Item) -> bool:
    """Whether an item has a circle for players to fill."""
    if isinstance(item, Resource):
        return item.mark == "buy" or any(rank.mark == "buy" for rank in item.ranks)
    if isinstance(item, Aptitude):
        return item.dots > item.prebought
    return isinstance(item, Deed) and item.mark == "buy"


def on_sheet(show: Show, hero: Character, id: str) -> bool:
    home = show.shelf.home(id)
    there = home is not None and (home[0].id in hero.playbooks or home[0].role == "meta")
    return there or show.shelf.worn(id, hero.playbooks) is not None


def own(show: Show, hero: Character, item: T) -> T:
    """An item as it stands on this sheet: a set's Common may have its own words and boxes."""
    worn = show.shelf.worn(item.id, hero.playbooks)
    return worn if isinstance(worn, type(item)) else item


def found(show: Show, hero: Character, id: str, kind: type[T], rule: str = "MU-4") -> T:
    """An item of this sheet, of this kind; else a refusal."""
    item = show.shelf.worn(id, hero.playbooks) or show.shelf.item(id)
    why = f"That is not on {hero.name}’s sheet."
    must(on_sheet(show, hero, id), rule, "not_on_sheet", why)
    why = f"“{show.called(id)}” is not {KINDS.get(kind, 'of that kind')}."
    must(isinstance(item, kind), "MU-4", "wrong_kind", why)
    assert isinstance(item, kind)
    return item


def resources(show: Show, hero: Character) -> tuple[Resource, ...]:
    return show.shelf.kind(Resource, hero.playbooks)


def aptitudes(show: Show, hero: Character) -> tuple[Aptitude, ...]:
    return show.shelf.kind(Aptitude, hero.playbooks)


# -- What is owned (MU-6, MU-7, MU-8, MU-9) -----------------------------------------------------


def owned(hero: Character, item: Item) -> bool:
    """Free, bought from the start, or filled since."""
    if item.mark in ("free", "prebought") or item.granted:
        return True
    return bool(hero.marks.get(item.id)) or (isinstance(item, Aptitude) and item.prebought > 0)


def deeds(show: Show, hero: Character) -> Iterator[Deed]:
    """The moves and story moves a character has."""
    every = show.shelf.kind(Deed, hero.playbooks)
    return (deed for deed in every if owned(hero, deed))


def hooks(show: Show, hero: Character, on: str) -> Iterator[tuple[Deed, Hook]]:
    """What happens by itself at such a moment, from the moves a character has (MU-53)."""
    for deed in deeds(show, hero):
        yield from ((deed, hook) for hook in deed.hooks if hook.on == on)


def levels(deed: Deed) -> bool:
    """Whether a move is one that levels somebody up: a choice of circles or statuses (MU-139)."""
    bought = (Buy, PermanentStatus)
    return any(isinstance(e, bought) for choice in deed.choices for e in choice.effects)


# -- Aptitudes (MU-38 … MU-41) -----------------------------------------------------------------


def dots(hero: Character, aptitude: Aptitude) -> int:
    """Filled circles, those from the start included; never more than are printed (MU-40)."""
    first = max(aptitude.prebought, int(aptitude.mark in ("free", "prebought")))
    return min(first + len(hero.marks.get(aptitude.id, ())), aptitude.dots)


def rating(show: Show, hero: Character, aptitude: Aptitude) -> int:
    """The first circle gives +0 and each further one +1; none at all is -1 (MU-38, MU-41).

    A fifth one gives +4, which only soaks penalties, for sums are clamped (MU-39).
    """
    engine, filled = show.engine, dots(hero, aptitude)
    return engine.first_dot_rating + filled - 1 if filled else engine.unowned_rating


# -- Boxes (MU-25) -----------------------------------------------------------------------------


def ranks(hero: Character, resource: Resource) -> tuple[Rank, ...]:
    """The ranks a character owns, of a resource that is theirs."""
    if not owned(hero, resource):
        return ()
    filled = {mark.rank for mark in hero.marks.get(resource.id, ())}
    return tuple(rank for rank in resource.ranks if from_start(rank) or rank.n in filled)


def from_start(rank: Rank) -> bool:
    return rank.mark in ("free", "prebought") or rank.granted


def boxes_of(show: Show, rank: Rank) -> int:
    """How many boxes a rank has; an option of the table may say so (MU-155)."""
    return show.number(rank.boxes_option, rank.boxes) if rank.boxes_option else rank.boxes


def capacity(show: Show, hero: Character, resource: Resource) -> int:
    """The boxes of the ranks a character owns (MU-25)."""
    return sum(boxes_of(show, rank) for rank in ranks(hero, own(show, hero, resource)))


def boxes(show: Show, hero: Character, resource: Resource) -> tuple[Box, ...]:
    """The boxes as they stand; those that are new stand as the resource starts (MU-21, MU-32)."""
    room, kept = capacity(show, hero, resource), hero.points.get(resource.id, ())
    fresh = Box(filled=resource.start == "full")
    return kept[:room] + (fresh,) * (room - len(kept))


def points(show: Show, hero: Character, resource: str) -> int:
    """Filled boxes of a resource; none where it is not on the sheet."""
    item = show.shelf.item(resource)
    if not isinstance(item, Resource) or not on_sheet(show, hero, resource):
        return 0
    return sum(box.filled for box in boxes(show, hero, item))


def full(show: Show, hero: Character, resource: str) -> bool:
    """Whether every box of it is filled, and there are any."""
    item = show.shelf.item(resource)
    if not isinstance(item, Resource) or not on_sheet(show, hero, resource):
        return False
    row = boxes(show, hero, item)
    return bool(row) and all(box.filled for box in row)


def held(show: Show, hero: Character, resource: str = "") -> tuple[tuple[Resource, str], ...]:
    """What is held on the boxes of a resource, or of every one (MU-30)."""
    every = (one for one in resources(show, hero) if one.holds and resource in ("", one.id))
    return tuple(
        (one, box.note)
        for one in every
        for box in boxes(show, hero, one)
        if box.note and not box.filled
    )


def holds(show: Show, hero: Character, resource: str) -> bool:
    """Whether anything is held; where boxes do not say what for, nobody knows."""
    item = show.shelf.item(resource)
    says = isinstance(item, Resource) and item.holds
    return not says or bool(held(show, hero, resource))


# -- Words (MU-17, MU-18, MU-31) ---------------------------------------------------------------


def written(hero: Character, item: str, key: str) -> str:
    return hero.writings.get(f"{item}.{key}", "")


def unwritten(show: Show, hero: Character) -> Iterator[tuple[Item, str]]:
    """Required write-ins of owned items that are still empty."""
    return ((item, field.key) for item, field in begun(show, hero) if field.required)


def begun(show: Show, hero: Character) -> Iterator[tuple[Item, WriteIn]]:
    """Write-ins that are still empty of owned items with a required one: Drive 2 beside Drive 1."""
    for item in items(show, hero):
        wanted = owned(hero, item) and any(field.required for field in item.fields)
        for field in item.fields if wanted else ():
            if not written(hero, item.id, field.key):
                yield item, field
