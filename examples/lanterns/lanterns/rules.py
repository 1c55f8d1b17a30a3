"""The rules: what can be done on the moor, and what then has happened."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Options, Seat, must
from tablefolk.core.odds import rolls
from tablefolk.core.table.company import LISTENING, Company, heard
from tablefolk.core.table.seats import gm_only

PATH, OIL, MOST = 5, 4, 3  # steps to the far side; measures in a lantern, and burnt at once
BRIGHT = (3, 4, 5, 6)


class Moor(Struct, frozen=True, omit_defaults=True):
    """The game as a value."""

    company: Company = field(default_factory=Company)  # who sits at the table
    burnt: dict[str, int] = field(default_factory=dict)  # of each lantern's oil
    looms: str = ""
    bright: int = 0  # the face that lights up what looms
    taken: int = 0

    def oil(self, who: str) -> int:
        return OIL - self.burnt.get(who, 0)

    @property
    def home(self) -> bool:
        return self.taken >= PATH


class Loom(Command, frozen=True):
    may = "gm"
    what: str
    bright: int


class Loomed(Event, frozen=True):
    what: str
    bright: int


class TakeStep(Command, frozen=True):
    may = "player"
    oil: int


class StepTaken(Event, frozen=True):
    by: str
    faces: tuple[int, ...]
    lit: bool


COMMANDS = (Loom, TakeStep)
EVENTS = (Loomed, StepTaken, *LISTENING)


def new(options: Options) -> Moor:
    return Moor()


def lit(faces: Sequence[int], bright: int) -> bool:
    """The one reader, of throws and of odds (LF-4)."""
    return max(faces) >= bright


def odds(moor: Moor, seat: Seat, command: Any) -> dict[str, Fraction] | None:
    if not isinstance(command, TakeStep) or not moor.looms:
        return None
    every = rolls(command.oil)
    ways = sum(n for faces, n in every.ways.items() if lit(faces, moor.bright))
    return {"lit": Fraction(ways, every.of)}


def decide(moor: Moor, seat: Seat, command: Any, dice: Dice) -> Iterator[Event]:
    match command:
        case Loom(what=what, bright=bright):
            gm_only(seat, "LF-3")
            must(not moor.looms, "LF-3", "looming", "Something looms already.")
            must(not moor.home, "LF-1", "home", "They are home.")
            must(what.strip(), "LF-3", "text_needed", "Say what looms.")
            must(bright in BRIGHT, "LF-3", "bright", "It takes a face from 3 to 6.")
            yield Loomed(what.strip(), bright)
        case TakeStep(oil=oil):
            must(not seat.gm, "LF-4", "players_only", "The fog takes no steps.")
            must(moor.looms, "LF-4", "nothing_looms", "Nothing looms in the fog.")
            must(1 <= oil <= MOST, "LF-4", "measures", "A step takes one to three measures of oil.")
            must(oil <= moor.oil(seat.id), "LF-2", "no_oil", "There is not so much oil left.")
            faces = dice.roll(oil)
            yield StepTaken(seat.id, faces, lit(faces, moor.bright))


def evolve(moor: Moor, event: Any) -> Moor:
    match event:
        case Loomed(what=what, bright=bright):
            return replace(moor, looms=what, bright=bright)
        case StepTaken(by=by, faces=faces, lit=lit):
            burnt = {**moor.burnt, by: moor.burnt.get(by, 0) + len(faces)}
            return replace(moor, looms="", bright=0, burnt=burnt, taken=moor.taken + lit)
    return replace(moor, company=heard(moor.company, event))
