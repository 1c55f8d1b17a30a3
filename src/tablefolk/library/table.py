"""A table in Python: people sit down, act by the rules, look, and are told; saved and loaded.

It is the server's table without the server: the same rules decide, the same log is kept, and the
file it is saved to is the one that a server exports and imports (TF-39).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from functools import cache, partial
from operator import index
from os import PathLike
from pathlib import Path
from typing import Self

from msgspec.structs import replace

from tablefolk import games
from tablefolk.core import play
from tablefolk.core.dice import Dice, Throw
from tablefolk.core.game import Command, Entry, Game, Line, Refusal, Role, Seat, WordAsked, must
from tablefolk.core.play import Discrepancy
from tablefolk.core.table import takeback, telling
from tablefolk.core.table.at import GameAtTable, written
from tablefolk.core.table.checking import check
from tablefolk.core.table.judging import Allow, Answer
from tablefolk.core.table.seats import Join, OpenTable, Seated
from tablefolk.core.table.state import Table as State
from tablefolk.core.table.takeback import EVERYBODY, TakeBack
from tablefolk.core.words import listing
from tablefolk.games import Unfit
from tablefolk.hosting import keeping, randomness
from tablefolk.hosting.pictures.drawing import Drawing
from tablefolk.hosting.pictures.travelling import together, unpacked
from tablefolk.library import acts, chances, looking
from tablefolk.library.acts import Act, Fields, Happened, Menu
from tablefolk.library.chances import Chances
from tablefolk.library.looking import Story, Told, View
from tablefolk.library.showing import Node, as_html, as_text

HOUSE = Seat("", "house")
Who = str | Seat  # somebody by their id or name, or their seat
Clock = Callable[[], float]


class Table:
    """A game at a table: made by `tablefolk.open` and `tablefolk.load`.

    `state` is the table as it is, `state.play` the game's own part of it, and `log` every entry
    since the beginning: they are there to be looked at. What changes them is `do`.
    """

    def __init__(
        self, game: GameAtTable, throw: Throw = randomness.throw, clock: Clock = time.time
    ) -> None:
        self.game = game
        self.start: State = game.new({})
        self.state: State = self.start
        self.log: list[Entry] = []
        self._throw, self._clock = throw, clock
        self._drawings: tuple[Drawing, ...] = ()
        self._then: dict[int, State] = {}  # the table as it was before an entry was struck

    def copy(self) -> Self:
        """Another table that goes its own way from here; seeded dice fall the same at both."""
        made = object.__new__(type(self))
        made.__dict__ |= self.__dict__
        made.log, made._then, made._throw = [*self.log], {**self._then}, copy(self._throw)
        return made

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return _unpacked, (self.save(), self._throw, self._clock)

    # -- Who sits here ---------------------------------------------------------------------------

    def sit(self, name: str, role: Role = "player") -> str:
        """Somebody sits down, to play or as an onlooker; the id by which they are known."""
        fits = role in ("player", "onlooker")
        must(fits, "TF-5", "bad_role", "Whoever sits down is a player or an onlooker.")
        done = self._act(HOUSE, acts.readable(Join(name, role == "onlooker")))
        return next(event.member for event in done.events if isinstance(event, Seated))

    def seat(self, who: Who) -> Seat:
        """The seat of somebody, by their id or their name."""
        if isinstance(who, Seat):
            return who
        named = {m.name.casefold(): id for id, m in self.state.members.items()}
        said = str(who)
        found = said if said in self.state.members else named.get(said.strip().casefold(), "")
        sit = listing(member.name for member in self.state.members.values())
        why = f"Nobody called “{who}” sits at this table: there are {sit}."
        return self.state.seat(must(found, "TF-2", "unknown", why))

    @property
    def waiting(self) -> dict[str, tuple[str, ...]]:
        """Whom the table waits for, and what for in a word."""
        every = self.game.waits_of(self.state)
        return {member: tuple(wait.words for wait in some) for member, some in every.items()}

    # -- Acting ----------------------------------------------------------------------------------

    def menu(self, who: Who, all: bool = False) -> Menu:
        """What somebody can do now; with `all`, what they cannot as well, each with the reason."""
        every = acts.menu(self.game, self.state, self.seat(who))
        return every if all else Menu(offer for offer in every if offer.open)

    def do(self, who: Who, act: Act, /, faces: Iterable[int] = (), **fields: object) -> Happened:
        """Somebody does something; a `Refusal` says why not, and nothing has changed then.

        `act` is an offer from the menu, the name of a command, or a command. Its fields are given
        by name; what is not said is taken from the menu, if only one thing there can be meant. The
        dice are thrown, unless their `faces` are given. Where the rules leave it to the GM, `asks`
        of what comes back is the request that waits for `grant` or `deny`.
        """
        seat = self.seat(who)
        command, drawings = self._brought(self._meant(seat, act, fields))
        return self._act(seat, command, faces, drawings)

    def grant(
        self,
        asked: Happened | WordAsked | int | None = None,
        note: str = "",
        *,
        faces: Iterable[int] = (),
        who: Who | None = None,
        fields: Fields | None = None,
    ) -> Happened:
        """The GM says yes to a request (the latest), and it happens; `fields`: what is theirs.

        The dice of an act that is allowed are then thrown by its asker: `who`.
        """
        answer = Answer(self._request(asked), yes=True, note=note, fields=dict(fields or {}))
        return self._act(self._gm(who), acts.readable(answer), faces)

    def deny(
        self,
        asked: Happened | WordAsked | int | None = None,
        note: str = "",
        *,
        who: Who | None = None,
    ) -> Happened:
        """The GM says no to a request (the latest)."""
        answer = Answer(self._request(asked), yes=False, note=note)
        return self._act(self._gm(who), acts.readable(answer))

    def allow(
        self, who: Who, act: Act, why: str = "", /, faces: Iterable[int] = (), **fields: object
    ) -> Happened:
        """The GM allows somebody, this once, what the rules refuse."""
        seat = self.seat(who)
        command, drawings = self._brought(self._meant(seat, act, fields))
        allow = acts.readable(Allow(written(command), seat.id, why))
        return self._act(self._gm(), allow, faces, drawings)

    def take_back(
        self, entry: Happened | int | None = None, *, who: Who | None = None, why: str = ""
    ) -> Happened:
        """Strike an entry (the latest act), and what could not have been without it.

        The GM does, or `who`, who may have to ask for it first.
        """
        number = self._latest() if entry is None else entry
        number = number.number if isinstance(number, Happened) else number
        return self._act(self._gm(who), acts.readable(TakeBack(number, why)))

    # -- Looking ---------------------------------------------------------------------------------

    def view(self, who: Who) -> View:
        """What somebody sees of the table now."""
        return looking.view(self.game, self.state, self.seat(who))

    def story(self, who: Who | None = None) -> Story:
        """What somebody was told since the beginning; of nobody, what everybody was told."""
        seat = EVERYBODY if who is None else self.seat(who)
        gone = takeback.struck(self.log)
        told = (self._told(number, entry, seat, gone) for number, entry in enumerate(self.log, 1))
        return Story(one for one in told if one.lines)

    def odds(self, who: Who, act: Act, /, **fields: object) -> Chances | None:
        """How something would turn out, exactly; None where no dice decide it, or it is secret."""
        seat = self.seat(who)
        command = self._meant(seat, act, fields)
        found = self.game.odds(self.state, seat, command)
        return None if found is None else chances.told(type(command).__name__, found)

    def __repr__(self) -> str:
        return "\n".join((self._heading, *as_text(self._outline(), 1)))

    def _repr_html_(self) -> str:
        return as_html(self._heading, self._outline())

    # -- Keeping ---------------------------------------------------------------------------------

    def save(self, path: str | PathLike[str] | None = None) -> bytes:
        """The whole table as one file, as a server exports and imports it (TF-39)."""
        bodies = [self.game.codec.dump(entry) for entry in self.log]
        data = keeping.export(self.game, self.state.name, bodies, self._drawings)
        if path is not None:
            Path(path).write_bytes(data)
        return data

    def check(self) -> tuple[Discrepancy, ...]:
        """Every entry decided again: what the rules would not decide just so; nothing, if all."""
        return tuple(check(self.game, self.log)[0])

    # -- Deciding and entering -------------------------------------------------------------------

    def _act(
        self,
        seat: Seat,
        command: Command,
        faces: Iterable[int] = (),
        drawings: tuple[Drawing, ...] | None = None,
    ) -> Happened:
        command = takeback.granted(self.state, seat, command)
        entry = replace(self._decided(seat, command, _written_down(faces)), at=self._clock())
        self._enter(entry)
        self._drawings = self._drawings if drawings is None else drawings
        tell = partial(self._lines, self.state, entry, seat)
        return Happened(len(self.log), entry, tell, self.game.about.gm)

    def _decided(self, seat: Seat, command: Command, faces: tuple[int, ...]) -> Entry:
        """The entry a command becomes; or a refusal."""
        if isinstance(command, TakeBack):
            return takeback.take_back(self.game, self.start, self.log, self.state, seat, command)
        where = self.state.options.get("dice", "server")
        if faces:
            entry, _ = play.act_with(self.game, self.state, seat, command, faces)
            return replace(entry, by_hand=where != "server")
        dice = Dice(randomness.typed_in if where == "hand" else self._throw)
        return play.act(self.game, self.state, seat, command, dice)[0]

    def _enter(self, entry: Entry) -> None:
        """What was decided comes to be."""
        before = self.state
        self.log.append(entry)
        if gone := takeback.struck((entry,)):
            self._then |= dict.fromkeys(gone, before)
            self.state = takeback.fold(self.game, self.start, self.log)
        else:
            self.state = play.evolve(self.game, before, entry.events)

    def _meant(self, seat: Seat, act: Act, fields: Fields) -> Command:
        return acts.meant(self.game, self.state, seat, act, fields)

    def _brought(self, command: Command) -> tuple[Command, tuple[Drawing, ...]]:
        """A command as the log keeps it, and the drawings here with those a character brings."""
        if type(command) is not self.game.further.bring:
            return command, self._drawings
        sheet, drawn = unpacked(getattr(command, "sheet", {}))
        return replace(command, sheet=sheet), together(self._drawings, drawn)

    def _gm(self, who: Who | None = None) -> Seat:
        return self.seat(self.state.gm if who is None else who)

    def _request(self, asked: Happened | WordAsked | int | None) -> int:
        """The number of a request: the one that is meant, or the latest that waits."""
        if isinstance(asked, Happened):
            asked = must(asked.asks, "TF-16", "answered", "That asks for nothing.")
        if asked is None:
            asked = max(self.state.requests, default=0)
            must(asked, "TF-16", "answered", "Nothing waits for an answer.")
        return asked.number if isinstance(asked, WordAsked) else asked

    def _latest(self) -> int:
        """The newest act that still stands."""
        gone = takeback.struck(self.log)
        for number in range(len(self.log), 0, -1):
            entry = self.log[number - 1]
            fits = entry.seat.role != "house" and not isinstance(entry.command, TakeBack)
            if fits and number not in gone:
                return number
        raise Refusal("TF-25", "not_yours", "There is nothing to take back.", firm=True)

    # -- Telling ---------------------------------------------------------------------------------

    def _told(self, number: int, entry: Entry, seat: Seat, gone: frozenset[int]) -> Told:
        """What was struck is told as it was then: what it names may be gone from the table."""
        then = self._then.get(number, self.state)
        state = then if seat.id in then.members or not seat.id else self.state
        by = "" if entry.seat.role == "house" else entry.seat.id
        return Told(number, by, self._lines(state, entry, seat), number in gone)

    def _lines(self, state: State, entry: Entry, seat: Seat) -> tuple[Line, ...]:
        told = (self.game.tell(state, event, seat) for event in entry.events)
        lines = [line for line in told if line is not None]
        return telling.signed(self.game, self.state, entry, lines)

    @property
    def _heading(self) -> str:
        return f"{self.state.name} ({self.game.about.title}), {len(self.log)} entries"

    def _outline(self) -> tuple[Node, ...]:
        waits = self.waiting
        return tuple(
            Node(m.name, ", ".join(filter(None, (m.role, *map(_waited, waits.get(m.id, ()))))))
            for m in self.state.present
        )


def _waited(words: str) -> str:
    return f"waited for: {words}" if words else "waited for"


def _written_down(faces: Iterable[int]) -> tuple[int, ...]:
    """Faces as they were typed: whole numbers, in a row."""
    try:
        return tuple(index(face) for face in faces)
    except TypeError:
        why = "Faces are whole numbers in the order in which they fell."
        raise Refusal("TF-21", "bad_dice", why, firm=True) from None


# -- Opening and loading -------------------------------------------------------------------------


def open(
    game: str | Game | GameAtTable,
    *,
    gm: str = "GM",
    name: str = "A table",
    options: Mapping[str, str | int | bool] | None = None,
    seed: int | None = None,
    dice: Throw | None = None,
    clock: Clock = time.time,
    demo: bool = False,
) -> Table:
    """A new table of a game, by its key, with a GM of that name; `demo`: with a scene under way.

    With a `seed` the dice fall the same way every time; `dice(count, sides)` are your own. Without,
    they are fair, from the operating system. `clock` says when something was done.
    """
    at = _playable(game)
    table = Table(at, _thrower(seed, dice), clock)
    if demo:
        alone = not options and (gm, name) == ("GM", "A table")
        must(alone, "TF-1", "bad_setting", "A demo has a name, people and options of its own.")
        for step in at.demo():
            seat = HOUSE if step.who == "house" else table.seat(step.who)
            table._act(seat, step.command, step.faces)
    else:
        options = options or {}
        must(
            isinstance(options, Mapping), "TF-1", "bad_setting", "Options are values by their keys."
        )
        table._act(HOUSE, acts.readable(OpenTable(name, gm, at.chosen(options))))
    return table


def load(
    source: str | PathLike[str] | bytes,
    *,
    seed: int | None = None,
    dice: Throw | None = None,
    clock: Clock = time.time,
) -> Table:
    """A table from its file, or from what was in it; every entry is judged anew (TF-40)."""
    data = source if isinstance(source, bytes) else Path(source).read_bytes()
    return _unpacked(data, _thrower(seed, dice), clock)


def _unpacked(data: bytes, throw: Throw, clock: Clock) -> Table:
    at, entries, _ = keeping.read(data, Shelved())
    table = Table(at, throw, clock)
    table._drawings = tuple(keeping.drawings(data))
    for entry in entries:
        table._enter(entry)
    return table


class Shelved(Mapping[str, GameAtTable]):
    """The installed games by their keys, each loaded when it is asked for."""

    def __getitem__(self, key: str) -> GameAtTable:
        try:
            return _at(key)
        except Unfit:
            raise KeyError(key) from None

    def __iter__(self) -> Iterator[str]:
        return iter(games.names())

    def __len__(self) -> int:
        return len(games.names())


@cache
def _at(key: str) -> GameAtTable:
    return GameAtTable(games.load(key))


def _playable(game: str | Game | GameAtTable) -> GameAtTable:
    """A game at a table; or Unfit, which says why it cannot be played."""
    if isinstance(game, GameAtTable):
        return game
    if isinstance(game, str):
        return _at(game)
    if wrong := next(games.faults(game, getattr(game, "key", "")), ""):
        raise Unfit(wrong)
    return GameAtTable(game)


def _thrower(seed: int | None, dice: Throw | None) -> Throw:
    """Where the faces come from."""
    if seed is not None and dice is not None:
        raise Refusal("TF-20", "bad_dice", "Give a seed or your own dice, not both.", firm=True)
    if dice is not None:
        return partial(_own, dice)
    return randomness.throw if seed is None else Seeded(seed)


def _own(dice: Throw, count: int, sides: int) -> tuple[int, ...]:
    """Faces of somebody's own dice, which may be anything."""
    faces = _written_down(dice(count, sides))
    fit = len(faces) == count and all(1 <= face <= sides for face in faces)
    must(fit, "TF-21", "bad_dice", f"Faces from 1 to {sides} are needed: {count}.")
    return faces


class Seeded:
    """Dice that fall the same way every time; a copy goes on from where they are."""

    def __init__(self, seed: int) -> None:
        from random import Random  # nobody else needs it

        try:
            self.source = Random(index(seed))
        except TypeError:
            why = "A seed is a whole number."
            raise Refusal("TF-20", "bad_dice", why, firm=True) from None

    def __call__(self, count: int, sides: int) -> tuple[int, ...]:
        return tuple(self.source.randint(1, sides) for _ in range(count))

    def __copy__(self) -> Seeded:
        made = Seeded(0)
        made.source.setstate(self.source.getstate())
        return made
