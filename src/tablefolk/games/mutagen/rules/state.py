"""Mutagen as one value: the people, the playbooks on the table, the sheets, and what is under way.

It is called a show because the game asks to think like the camera of one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from tablefolk.core.book import Overheard
from tablefolk.core.game import Act, Seat, must, need
from tablefolk.core.table.company import Company
from tablefolk.games.mutagen.playbooks.library import Shelf, engine, our_playbooks
from tablefolk.games.mutagen.playbooks.model import AnyItem, Engine, Playbook
from tablefolk.games.mutagen.rules.values import (
    Bar,
    Character,
    Delayed,
    Dispute,
    Entity,
    Erased,
    Fact,
    Injury,
    Limit,
    OpenMove,
    Owed,
    Status,
)

ALL = "*"  # where an answer of the GM's holds for everybody (MU-12)


class Consult(Struct, frozen=True, omit_defaults=True):
    """The GM's standing answer about a 🗣 item, with its condition (MU-12)."""

    answer: Literal["yes", "no"]
    note: str = ""


class Asked(Struct, frozen=True):
    """A question about a 🗣 item that lies on the GM's desk."""

    who: str
    item: str


class Show(Struct, frozen=True, omit_defaults=True):
    """A table of Mutagen."""

    options: dict[str, str | int | bool] = field(default_factory=dict)
    company: Company = Company()
    books: tuple[Playbook, ...] = ()  # all that are loaded; none: those the game comes with
    confirmed: tuple[str, ...] = ()  # items whose suggested automation the GM confirmed (MU-160)
    gm_items: tuple[str, ...] = ()  # △ of GM playbooks that are switched on (MU-151)
    cast: dict[str, Character] = field(default_factory=dict)
    entities: dict[str, Entity] = field(default_factory=dict)
    consults: dict[str, Consult] = field(default_factory=dict)  # "who:item" or "*:item" (MU-12)
    asked: dict[int, Asked] = field(default_factory=dict)  # by the number of the request
    called_for: dict[str, str] = field(default_factory=dict)  # who -> a move (MU-59)
    called_why: dict[str, str] = field(default_factory=dict)  # who -> what the GM said to it
    moves: dict[int, OpenMove] = field(default_factory=dict)
    injuries: dict[int, Injury] = field(default_factory=dict)
    owed: dict[int, Owed] = field(default_factory=dict)
    delayed: dict[int, Delayed] = field(default_factory=dict)
    erased: dict[int, Erased] = field(default_factory=dict)  # statuses of late (MU-111)
    bars: dict[int, Bar] = field(default_factory=dict)
    facts: dict[int, Fact] = field(default_factory=dict)
    disputes: dict[int, Dispute] = field(default_factory=dict)
    limits: dict[int, Limit] = field(default_factory=dict)
    paused: bool = False  # as the table tells (TF-33)
    frozen: tuple[int, ...] = ()  # moves and harm a limit has stopped, until somebody says how
    stopped_by: str = ""  # who stated that limit, where they gave their name
    knows_meta: tuple[str, ...] = ()  # members who put the pointer to Meta away (MU-2)
    session: int = 0
    phase: Literal["closed", "play", "xp"] = "closed"
    scene: int = 0
    scene_title: str = ""
    scene_open: bool = False
    count: int = 0  # numbers given to moves, statuses, bars, facts and the like so far

    # -- Finding -----------------------------------------------------------------------------

    @property
    def shelf(self) -> Shelf:
        """The playbooks on the table, with everything that is looked up in them."""
        return _shelf_of(self.books) if self.books else _our_shelf()

    @property
    def engine(self) -> Engine:
        """The figures of dice, ratings, harm and bars."""
        return engine()

    @property
    def gm(self) -> str:
        return self.company.gm

    @property
    def mild(self) -> bool:
        return bool(self.options.get("mild_labels", False))

    def number(self, option: str, usual: int) -> int:
        """A table option that is a number."""
        value = self.options.get(option, usual)
        return value if isinstance(value, int) else usual

    def item(self, id: str, rule: str = "MU-4") -> AnyItem:
        """An item of a loaded playbook; else a refusal."""
        found: AnyItem | None = self.shelf.item(id)
        must(found is not None, rule, "not_on_sheet", "No playbook here has that.")
        assert found is not None
        return found

    def called(self, id: str) -> str:
        """What an item is called at this table."""
        return self.shelf.called(id, self.mild)

    def character(self, who: str) -> Character:
        return must(self.cast.get(who), "MU-1", "unknown", "There is no such character.")

    def entity(self, who: str) -> Entity:
        return must(self.entities.get(who), "MU-154", "unknown", "There is no such thing or NPC.")

    def own(self, seat: Seat, who: str, rule: str) -> Character:
        """A character played from this seat: what is a player's choice is theirs alone."""
        hero = self.character(who)
        why = f"That is for {hero.name}’s player to do."
        need(hero.player == seat.id, rule, "not_your_character", why)
        return hero

    def tended(self, seat: Seat, who: str, rule: str) -> Character:
        """A character that its player or the GM may write on."""
        hero = self.character(who)
        mine = seat.gm or hero.player == seat.id
        need(mine, rule, "not_your_character", f"{hero.name} is not your character.")
        return hero

    def of(self, member: str) -> Character | None:
        """The character a member plays now; one that is retired is not played."""
        mine = (hero for hero in self.cast.values() if hero.player == member and hero.alive)
        return next(mine, None)

    @property
    def playing(self) -> tuple[Character, ...]:
        """Everybody who is in the scene."""
        return tuple(hero for hero in self.cast.values() if hero.state == "in_play")

    def name(self, who: str) -> str:
        """The name of a character, an NPC, a thing, a place or a member, for sentences."""
        known = self.cast.get(who) or self.entities.get(who)
        return known.name if known else self.company.people.get(who, who)

    def open_move(self, number: int, rule: str = "MU-50") -> OpenMove:
        return must(self.moves.get(number), rule, "unknown", "There is no such move.")

    def running(self, who: str = "") -> Iterator[OpenMove]:
        """Moves that are under way, perhaps only somebody's."""
        return (m for m in self.moves.values() if m.running and who in ("", m.who))

    def hurting(self, who: str) -> Iterator[Injury]:
        """Injuries somebody is just taking."""
        return (i for i in self.injuries.values() if i.on == who and not i.over)

    def statuses(self) -> Iterator[tuple[str, Status]]:
        """Every status that is written anywhere, and whose it is."""
        holders: tuple[Character | Entity, ...]
        there = (entity for entity in self.entities.values() if not entity.gone)
        holders = (*self.cast.values(), *there)
        return ((holder.id, status) for holder in holders for status in holder.statuses)

    def status(self, number: int) -> tuple[str, Status] | None:
        """A written status and whose it is."""
        return next((found for found in self.statuses() if found[1].id == number), None)

    def consulted(self, who: str, item: str) -> Consult | None:
        """The GM's answer about an item: for this character, else for the whole table (MU-12)."""
        return self.consults.get(f"{who}:{item}") or self.consults.get(f"{ALL}:{item}")

    # -- Changing ----------------------------------------------------------------------------

    def with_hero(self, who: str, **changes: object) -> Show:
        changed = replace(self.cast[who], **changes)
        return replace(self, cast={**self.cast, who: changed})

    def with_entity(self, who: str, **changes: object) -> Show:
        changed = replace(self.entities[who], **changes)
        return replace(self, entities={**self.entities, who: changed})

    def with_move(self, number: int, **changes: object) -> Show:
        changed = replace(self.moves[number], **changes)
        return replace(self, moves={**self.moves, number: changed})

    def with_injury(self, number: int, **changes: object) -> Show:
        changed = replace(self.injuries[number], **changes)
        return replace(self, injuries={**self.injuries, number: changed})

    def with_statuses(self, who: str, statuses: tuple[Status, ...]) -> Show:
        """The statuses of a character, an NPC, a thing or a place."""
        if who in self.cast:
            return self.with_hero(who, statuses=statuses)
        return self.with_entity(who, statuses=statuses)

    def counted(self, *numbers: int) -> Show:
        """Numbers up to these are given away."""
        return replace(self, count=max(self.count, *numbers))


# -- The shelf, made once for the playbooks of a table -----------------------------------------

MOST_SHELVES = 16
_shelves: dict[int, tuple[tuple[Playbook, ...], Shelf]] = {}


@cache
def _our_shelf() -> Shelf:
    return Shelf(our_playbooks())


def _shelf_of(books: tuple[Playbook, ...]) -> Shelf:
    """Found by identity: comparing whole playbooks at every look-up would be slow."""
    found = _shelves.get(id(books))
    if found is None or found[0] is not books:
        if len(_shelves) >= MOST_SHELVES:
            _shelves.clear()
        found = _shelves[id(books)] = books, Shelf(books)
    return found[1]


# -- Conditions that several chapters share ----------------------------------------------------


def the_gm(seat: Seat, rule: str, code: str = "gm_only") -> None:
    must(seat.gm, rule, code, "Only the GM does this.")


def words(text: str, rule: str, why: str, code: str = "text_needed") -> str:
    """A text that is really there."""
    return must(text.strip(), rule, code, why)


overheard = Overheard[Show]()


class SetsOff(Act[Show], frozen=True):
    """An act whose events are followed by what they set off (MU-36, MU-53; `effects.py`)."""
