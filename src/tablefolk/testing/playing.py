"""A table to try a game at: Gil is the GM; Ana, Ben and Cy play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from tablefolk.core import play
from tablefolk.core import recap as recaps
from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Entry, Event, Game, Line, Offer, Refusal, Seat
from tablefolk.core.recap import Heard, Recap
from tablefolk.core.table import takeback
from tablefolk.core.table.at import GameAtTable
from tablefolk.core.table.judging import Answer
from tablefolk.core.table.seats import Join, OpenTable
from tablefolk.core.table.state import Table
from tablefolk.core.table.takeback import TakeBack, TakenBack

HOUSE = Seat("", "house")
B = TypeVar("B")


class Evening:
    """A log that grows act by act, as the hosting layer would keep it."""

    def __init__(self, game: Game, members: Sequence[str] = ("Ana", "Ben", "Cy")) -> None:
        self.at = GameAtTable(game)
        self.start = self.table = self.at.new({})
        self.entries: list[Entry] = []
        self.begun = 0  # entries that were there before anybody played at random
        if members:
            self.house(OpenTable("Friday", "Gil"))
            for name in members:
                self.house(Join(name))

    @classmethod
    def of(cls, at: GameAtTable, table: Table, entries: Sequence[Entry]) -> Evening:
        """An evening that was begun elsewhere."""
        evening = cls(at.game, members=())
        evening.at, evening.start = at, at.new({})
        evening.table, evening.entries = table, list(entries)
        return evening

    def now(self) -> Evening:
        """The evening as it is, whatever comes."""
        kept = copy(self)
        kept.entries = list(self.entries)
        return kept

    # -- Acting --

    def do(self, who: str | Seat, command: Command, *faces: int) -> Entry:
        """Somebody acts; the entry, or a refusal."""
        seat = self.seat(who) if isinstance(who, str) else who
        command = self._meant(command)
        if isinstance(command, TakeBack):
            return self.add(self._taken_back(seat, command))
        return self.add(play.act_with(self.at, self.table, seat, command, faces)[0])

    def decided(self, seat: Seat, command: Command, dice: Dice) -> Entry:
        """What would come of it; or a refusal."""
        command = self._meant(command)
        if isinstance(command, TakeBack):
            return self._taken_back(seat, command)
        entry, _ = play.act(self.at, self.table, seat, command, dice)
        by_hand = bool(entry.faces) and self.table.options.get("dice") == "hand"
        return replace(entry, by_hand=by_hand)

    def _taken_back(self, seat: Seat, command: TakeBack) -> Entry:
        return takeback.take_back(self.at, self.start, self.entries, self.table, seat, command)

    def add(self, entry: Entry) -> Entry:
        """What was decided comes to be."""
        self.entries.append(entry)
        if any(isinstance(event, TakenBack) for event in entry.events):
            self.table = takeback.fold(self.at, self.start, self.entries)
        else:
            self.table = play.evolve(self.at, self.table, entry.events)
        return entry

    def house(self, command: Command) -> Entry:
        return self.do(HOUSE, command)

    def _meant(self, command: Command) -> Command:
        """To grant a taking back is to take back."""
        request = self.table.requests.get(getattr(command, "number", 0))
        if isinstance(command, Answer) and command.yes and request and request.kind == "takeback":
            return TakeBack(request.command["entry"])
        return command

    def refused(self, who: str | Seat, command: Command, *faces: int) -> Refusal:
        """The refusal that this gets, having changed nothing."""
        before, length = self.table, len(self.entries)
        try:
            self.do(who, command, *faces)
        except Refusal as no:
            assert self.table == before
            assert len(self.entries) == length
            return no
        raise AssertionError(f"{command} was not refused")

    # -- Looking --

    def seat(self, who: str, by: str = "") -> Seat:
        return replace(self.table.seat(who), by=by)

    def menu(self, who: str | Seat) -> tuple[Offer, ...]:
        return play.menu(self.at, self.table, self.seat(who) if isinstance(who, str) else who)

    def offer(self, who: str | Seat, command: type, **fixed: object) -> Offer | None:
        """The first offer of that command to that seat."""
        found = (
            o
            for o in self.menu(who)
            if o.command is command and all(o.fixed.get(k) == v for k, v in fixed.items())
        )
        return next(found, None)

    def block(self, who: str | Seat, kind: type[B]) -> B | None:
        seat = self.seat(who) if isinstance(who, str) else who
        page = self.at.view(self.table, seat)
        return next((b for b in page.blocks if isinstance(b, kind)), None)

    def told(self, who: str | Seat, entry: Entry | None = None) -> list[Line]:
        """What a seat is told of the latest entry."""
        seat = self.seat(who) if isinstance(who, str) else who
        return [line for _, line in self._told(seat, (entry or self.entries[-1]).events)]

    def _told(self, seat: Seat, events: Iterable[Event]) -> list[tuple[Event, Line]]:
        every = ((event, self.at.tell(self.table, event, seat)) for event in events)
        return [(event, line) for event, line in every if line]

    def says(self, who: str | Seat, entry: Entry | None = None) -> str:
        return " ".join(line.text for line in self.told(who, entry))

    def heard(self, session: int = 1, scene: int = 0) -> list[Heard]:
        """What stood of that evening, or of a scene of it, in an onlooker's words."""
        every = recaps.placed(takeback.standing(self.entries))
        wanted = (p for p in every if p.session == session and scene in (0, p.scene))
        stood = recaps.outlasting(self.at, wanted)
        return [Heard(p, self._told(recaps.EVERYBODY, events)) for p, events in stood]

    def recap(self, session: int = 1, scene: int = 0) -> Recap:
        """That evening as an onlooker may look back at it."""
        return recaps.recap(self.at, self.table, session, scene, self.heard(session, scene))

    def receives(self, who: str | Seat) -> bytes:
        """Everything a seat gets: its page, its menu, and the whole story."""
        return received(
            self.at, self.table, self.entries, self.seat(who) if isinstance(who, str) else who
        )


def received(at: GameAtTable, table: Table, entries: Sequence[Entry], seat: Seat) -> bytes:
    """Every byte of page, menu, told lines and records of one seat."""
    lines = [[at.tell(table, event, seat) for event in entry.events] for entry in entries]
    story = [told for told in lines if any(told)]
    parts = (at.view(table, seat), play.menu(at, table, seat), story, at.records(table, seat))
    return msgspec.json.encode(parts, enc_hook=_plain)


def _plain(value: object) -> object:
    if isinstance(value, Refusal):
        return [value.rule, value.code, value.why, value.firm]
    if isinstance(value, type):
        return value.__name__
    raise NotImplementedError(type(value))
