"""The rules: what can be done on the moor, and what then has happened."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Annotated

from msgspec import Struct, field
from msgspec.structs import replace

from tablefolk.core.book import Overheard
from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Command, Event, Options, Seat, must
from tablefolk.core.odds import rolls
from tablefolk.core.table.company import Company, listening
from tablefolk.core.table.seats import gm_only
from tablefolk.core.teller import Names
from tablefolk.core.words import listing

PATH, OIL, MOST = 5, 4, 3  # steps to the far side; measures in a lantern, and burnt at once
BRIGHT = (3, 4, 5, 6)
Who = Annotated[str, Names("who")]


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


overheard = listening(Overheard[Moor]())


def new(options: Options) -> Moor:
    return Moor()


class Loom(Act[Moor], frozen=True):
    may = "gm"
    what: str
    bright: int

    def do(self, moor: Moor, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "LF-3")
        must(not moor.looms, "LF-3", "looming", "Something looms already.")
        must(not moor.home, "LF-1", "home", "They are home.")
        must(self.what.strip(), "LF-3", "text_needed", "Say what looms.")
        must(self.bright in BRIGHT, "LF-3", "bright", "It takes a face from 3 to 6.")
        yield Loomed(self.what.strip(), self.bright)


class Loomed(Change[Moor], frozen=True):
    voice = "narrated"
    what: str
    bright: int

    def onto(self, moor: Moor) -> Moor:
        return replace(moor, looms=self.what, bright=self.bright)


def lit(faces: Sequence[int], bright: int) -> bool:
    """The one reader, of throws and of odds (LF-4)."""
    return max(faces) >= bright


class TakeStep(Act[Moor], frozen=True):
    may = "player"
    oil: int

    def do(self, moor: Moor, seat: Seat, dice: Dice) -> Iterator[Event]:
        must(not seat.gm, "LF-4", "players_only", "The fog takes no steps.")
        must(moor.looms, "LF-4", "nothing_looms", "Nothing looms in the fog.")
        must(0 < self.oil <= MOST, "LF-4", "measures", "A step takes one to three measures of oil.")
        must(self.oil <= moor.oil(seat.id), "LF-2", "no_oil", "There is not so much oil left.")
        faces = dice.roll(self.oil)
        yield StepTaken(seat.id, faces, lit(faces, moor.bright))


class StepTaken(Change[Moor], frozen=True):
    voice = "threw"
    by: Who
    faces: tuple[int, ...]
    lit: bool

    def onto(self, moor: Moor) -> Moor:
        burnt = {**moor.burnt, self.by: moor.burnt.get(self.by, 0) + len(self.faces)}
        return replace(moor, looms="", bright=0, burnt=burnt, taken=moor.taken + self.lit)

    def in_words(self, moor: Moor, seat: Seat) -> dict[str, object]:
        return {"faces": listing(map(str, self.faces))}


def odds(moor: Moor, seat: Seat, command: Command) -> dict[str, Fraction] | None:
    if not isinstance(command, TakeStep) or not moor.looms:
        return None
    return {"lit": rolls(command.oil).where(lambda faces: lit(faces, moor.bright))}
