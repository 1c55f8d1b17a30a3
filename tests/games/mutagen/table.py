"""A table of Mutagen for tests: a GM, and P1, P2, P3 with S, F and M of the digest's session."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace
from tests.games.played import AtTable

from tablefolk.core.table.at import GameAtTable
from tablefolk.games import mutagen
from tablefolk.games.mutagen.playbooks.effects import BandId
from tablefolk.games.mutagen.playbooks.model import Playbook, Resource
from tablefolk.games.mutagen.rules import outcomes, rating, reading, sheet
from tablefolk.games.mutagen.rules.buying import AskAbout, GrantMark
from tablefolk.games.mutagen.rules.creation import FillMark, FinishCharacter, MakeCharacter
from tablefolk.games.mutagen.rules.leading import Follow
from tablefolk.games.mutagen.rules.outcomes import AcceptOutcome, WriteOutcome
from tablefolk.games.mutagen.rules.proposing import Propose
from tablefolk.games.mutagen.rules.resources import SetPoints
from tablefolk.games.mutagen.rules.responding import Respond
from tablefolk.games.mutagen.rules.rolling import RollMove, Settle
from tablefolk.games.mutagen.rules.speaking import GiveModifier, LetPass
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Entity, OpenMove, Staged, Status
from tablefolk.games.mutagen.rules.writing import WriteIn

GAME = GameAtTable(mutagen)
PLAYERS = ("p1", "p2", "p3")
ARCHETYPES = {"s": "sorcerer", "f": "", "m": ""}
BUYS = {  # step 2 of the digest's session
    "s": ("conjure_elements", "conjure_elements", "affect_at_range", "relations", "research"),
    "f": ("fighting", "fighting", "fighting", "athletics", "athletics"),
    "m": ("spooky_shit", "nurturing", "nurturing", "nurturing", "operation"),
}


class Played(AtTable):
    """A table of Mutagen, with short ways to say what most tests begin with."""

    GAME = GAME

    def __init__(
        self,
        players: Sequence[str] = PLAYERS,
        options: dict[str, Any] | None = None,
        books: tuple[Playbook, ...] = (),
    ) -> None:
        super().__init__(players, options)
        if books:  # as loading them would leave the table
            self.put(replace(self.show, books=(*self.show.shelf.playbooks, *books)))

    # -- Looking -------------------------------------------------------------------------------

    @property
    def show(self) -> Show:
        show = self.table.play
        assert isinstance(show, Show)
        return show

    @property
    def move(self) -> OpenMove:
        """The move proposed last."""
        return self.show.moves[max(self.show.moves)]

    def points(self, who: str, resource: str) -> int:
        return sheet.points(self.show, self.hero(who), resource)

    def capacity(self, who: str, resource: str) -> int:
        item = self.show.shelf.item(resource)
        assert isinstance(item, Resource)
        return sheet.capacity(self.show, self.hero(who), item)

    # -- Given -----------------------------------------------------------------------------------

    def put(self, show: Show) -> None:
        """The table as it stands before the example begins; the log begins here."""
        self.table = self.start = replace(self.table, play=show)
        self.log = []

    def status(self, on: str, text: str) -> int:
        """Somebody or something has a status."""
        new = Status(self.show.count + 1, text)
        held = self.show.cast.get(on) or self.show.entities[on]
        self.put(self.show.with_statuses(on, (*held.statuses, new)).counted(new.id))
        return new.id

    def entity(self, name: str, kind: str = "npc", living: bool = True) -> str:
        """An NPC, a thing or a place of the GM's."""
        made = Entity(name.casefold(), kind, name, living=living)  # type: ignore[arg-type]
        self.put(replace(self.show, entities={**self.show.entities, made.id: made}))
        return made.id

    # -- Making characters ---------------------------------------------------------------------

    def draft(self, who: str, player: str, archetype: str = "") -> None:
        self.do(player, MakeCharacter(who.upper(), archetype))

    def fill(self, who: str, *items: str) -> None:
        for item in items:
            id, _, rank = item.partition(":")
            if self.show.item(id).consult and not self.show.consulted(who, id):
                self.as_(who, AskAbout(who, id))
            self.as_(who, FillMark(who, id, int(rank or 0)))

    def finish(self, who: str) -> tuple[Any, ...]:
        self.as_(who, WriteIn(who, "concept", "concept", "Seen once, never forgotten"))
        self.as_(who, WriteIn(who, "drives", "drive1", "To get to the bottom of it"))
        return self.as_(who, FinishCharacter(who))

    def make(self, who: str, player: str) -> None:
        """One of the digest's characters."""
        self.draft(who, player, ARCHETYPES[who])
        self.fill(who, *BUYS[who])
        self.finish(who)

    def set(self, who: str, resource: str, n: int) -> None:
        """The GM sets points, where they differ."""
        if self.points(who, resource) != n:
            self.do("gm", SetPoints(who, resource, n, "for the example"))

    def give(self, who: str, item: str, times: int = 1, rank: int = 0) -> None:
        for _ in range(times):
            self.do("gm", GrantMark(who, item, rank, "for the example"))

    # -- Making moves --------------------------------------------------------------------------

    def propose(self, who: str, make: str, **more: Any) -> int:
        self.as_(who, Propose(who, make, more.pop("how", "like so"), **more))
        return self.move.id

    def ready(self, who: str, make: str, **more: Any) -> int:
        """Proposed, and let pass."""
        number = self.propose(who, make, **more)
        self.do("gm", LetPass(number))
        return number

    def roll(self, *faces: int, number: int = 0) -> tuple[Any, ...]:
        move = self.show.moves[number or self.move.id]
        return self.as_(move.who, RollMove(move.id), faces)

    def rolled(self, who: str, make: str, *faces: int, **more: Any) -> int:
        """A whole move up to its dice."""
        number = self.ready(who, make, **more)
        self.roll(*faces, number=number)
        return number

    def settle(self, number: int = 0) -> tuple[Any, ...]:
        move = self.show.moves[number or self.move.id]
        if move.stage != "result":
            return ()
        return self.as_(move.who, Settle(move.id))

    def banded(self, who: str, make: str, band: BandId, **more: Any) -> int:
        """A move that comes out like this: the dice are chosen to fit the modifier."""
        number = self.ready(who, make, **more)
        self.roll(*self.faces_for(number, band), number=number)
        return number

    def faces_for(self, number: int, band: BandId) -> tuple[int, int]:
        move = self.show.moves[number]
        modifier = rating.modifier(self.show, move)
        crit = reading.crit_from(self.show, self.hero(move.who))
        every = [(a, b) for a in range(1, 7) for b in range(1, 7)]
        return next(f for f in every if reading.read(sum(f) + modifier, crit) == band)

    def boost(self, number: int, value: int) -> None:
        self.do("gm", GiveModifier(number, value, "for the example"))

    def respond(self, who: str, item: str, number: int = 0) -> tuple[Any, ...]:
        return self.as_(who, Respond(who, item, number or self.move.id))

    def outcome(self, *staged: Staged, number: int = 0) -> tuple[Any, ...]:
        return self.do("gm", WriteOutcome(number or self.move.id, "It gets complicated.", staged))

    def accept(self, number: int = 0) -> tuple[Any, ...]:
        """Everybody who is asked takes it as it is."""
        move = self.show.moves[number or self.move.id]
        asked = outcomes.questions(self.show, move)
        every = (self.as_(who, AcceptOutcome(move.id, who)) for who in asked)
        return tuple(event for events in every for event in events)

    def follow(self, who: str, number: int, band: BandId, **more: Any) -> None:
        self.as_(who, Follow(who, number, more.pop("how", "behind them"), **more))
        mine = self.move.id
        self.roll(*self.faces_for(mine, band), number=mine)


def created(options: dict[str, Any] | None = None, books: tuple[Playbook, ...] = ()) -> Played:
    """S, a Sorcerer; F, a fighter; M, a carer: all in play."""
    played = Played(options=options, books=books)
    for who, player in zip(BUYS, PLAYERS, strict=True):
        played.make(who, player)
    return played
