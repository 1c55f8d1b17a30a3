"""What is offered while characters are made (MU-1, MU-2, MU-7 … MU-24)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tablefolk.core.game import Blank, Choice, Lines, Offer, Seat
from tablefolk.games.mutagen.page.offers.making import asked, do, pick, text
from tablefolk.games.mutagen.playbooks.model import Item, Playbook, Resource
from tablefolk.games.mutagen.rules import buying, creation, sheet
from tablefolk.games.mutagen.rules.ready_made import ReadyMade, ready_mades
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import NAME, Character
from tablefolk.games.mutagen.rules.wording import blurb_of

# -- Beginning (MU-1, MU-2, MU-16, MU-24) ------------------------------------------------------


def without(show: Show) -> list[str]:
    """Players who have no character just now."""
    return [member for member in show.company.seats if show.of(member) is None]


def begin(show: Show, seat: Seat) -> Iterator[Offer]:
    """A player without a character begins one, or takes one from the box."""
    if show.of(seat.id) is None:
        yield do(creation.MakeCharacter, "creation", *first_words(show), owed=True)
        for ready in box(show):
            facts = {"name": ready.name}
            yield do(creation.TakeReadyMade, "creation", facts=facts, fixed={"key": ready.key})


def first_words(show: Show) -> tuple[Blank, ...]:
    chosen = archetypes(show)
    none = Choice("", "Common alone", "A person with a concept, drives and no powers.")
    listed = (*(Choice(one.id, one.name, blurb_of(one)) for one in chosen), none)
    which = pick("archetype", listed, start=listed[0].value)
    return (text("name", most=NAME), *first_lines(show), which)


def first_lines(show: Show) -> Iterator[Lines]:
    """What everybody has to write sooner or later: with it, circles are all that is left."""
    nobody = Character("", "", "", creation.basics(show))
    wanted = tuple(sheet.unwritten(show, nobody))
    if wanted:
        name, label, hint = asked("words")
        rows = tuple(show.called(item.id) for item, _ in wanted)
        keys = tuple(f"{item.id}.{key}" for item, key in wanted)
        yield Lines(name, label, hint, rows=rows, keys=keys, optional=True)


def archetypes(show: Show) -> tuple[Playbook, ...]:
    """Playbooks for characters, beside the one everybody has; an empty one is none."""
    every = (b for b in show.shelf.playbooks if b.role == "pc" and not b.every_pc and b.items)
    return tuple(b for b in every if b.instead or not show.shelf.basic(b.id))


def box(show: Show) -> tuple[ReadyMade, ...]:
    """The ready-made characters nobody plays."""
    taken = {hero.name for hero in show.cast.values()}
    return tuple(ready for ready in ready_mades().values() if ready.name not in taken)


def for_others(show: Show) -> Iterator[Offer]:
    """The GM begins a character for a player who has none."""
    if waiting := without(show):
        owner = pick("owner", (Choice(member, show.name(member)) for member in waiting))
        words = (owner, *first_words(show))
        yield do(creation.MakeCharacter, "creation", *words, key="MakeCharacterFor")
        if ready := box(show):
            which = pick("key", (Choice(one.key, one.name, one.blurb) for one in ready))
            yield do(creation.TakeReadyMade, "creation", owner, which, key="TakeReadyMadeFor")


def pointer() -> Iterator[Offer]:
    """Meta comes first; the pointer is put away, and comes back (MU-2)."""
    yield do(creation.PutPointerAway, "pointer")


def pointing(show: Show, seat: Seat) -> Iterator[Offer]:
    if seat.id in show.company.seats and seat.id in show.knows_meta:
        yield do(creation.ShowPointer, "books")


# -- The draft (MU-16, MU-22) ------------------------------------------------------------------


def left(show: Show, hero: Character) -> int:
    """Circles that are still to be filled."""
    return show.number("creation_buys", creation.CREATION_BUYS) - creation.spent(show, hero)


def finishing(show: Show, hero: Character, about: str) -> Iterator[Offer]:
    facts = {"name": hero.name}
    ready = not any(True for _ in sheet.unwritten(show, hero))
    more = {**facts, "n": max(left(show, hero), 0)}
    key = "FinishCharacter_left" if more["n"] else "FinishCharacter"
    owed = ready and not more["n"]
    yield do(creation.FinishCharacter, about, key=key, owed=owed, facts=more, who=hero.id)
    yield do(creation.DropDraft, about, facts=facts, who=hero.id)


def filling(show: Show, hero: Character, items: Iterable[Item], about: str) -> Iterator[Offer]:
    for item in items:
        at, named = f"{about}:{item.id}", {"item": show.called(item.id)}
        fixed = {"who": hero.id, "item": item.id}
        if buying.mark_of(hero, item, following(hero, item)) == "buy":
            yield do(creation.FillMark, at, facts=named, fixed=fixed)
        if any(mark.origin == "creation" for mark in hero.marks.get(item.id, ())):
            yield do(creation.UnfillMark, at, facts=named, fixed=fixed)


def following(hero: Character, item: Item) -> int:
    """The rank of a resource that comes next."""
    if not isinstance(item, Resource):
        return 0
    have = {rank.n for rank in sheet.ranks(hero, item)}
    return min((rank.n for rank in item.ranks if rank.n not in have), default=0)
