"""Adventures, handouts, extras, home-made things and words on the page."""

from __future__ import annotations

from msgspec import field

from tablefolk.core.game import Block
from tablefolk.games.shapers_and_bots.page.blocks.base import Part, Portrait

# -- Adventures (SB-1, SB-4, SB-7, SB-175) -----------------------------------------------------


class NoteLine(Part, frozen=True):
    id: int
    kind: str
    icon: str
    title: str
    text: str = ""
    difficulty: str = ""
    skill: str = ""  # what it is rolled with
    spots: tuple[str, ...] = ()  # of a place: where one can run to


class AdventureLine(Part, frozen=True):
    """An adventure on the Director's shelf."""

    id: int
    title: str
    status: str
    clock: str = ""
    minutes: int = 0
    running: bool = False
    missing: tuple[str, ...] = ()  # before it can start
    fight: str = ""  # who is to fight whom in it


class Adventures(Block, frozen=True):
    """The Director's adventures, with every secret in them."""

    adventures: tuple[AdventureLine, ...] = ()
    hints: tuple[str, ...] = ()


class Book(Block, frozen=True):
    """The Director's notes of one adventure."""

    id: int = 0
    notes: tuple[NoteLine, ...] = ()


class TimerLine(Part, frozen=True):
    id: int
    kind: str
    label: str
    who: str = ""
    minutes: int = 0


class Clocks(Block, frozen=True):
    """Game time: the clock in words, debates, held breaths. Nothing happens by itself (SB-7)."""

    clock: str = ""
    minutes: int = 0
    timers: tuple[TimerLine, ...] = ()


class HandoutLine(Part, frozen=True):
    title: str
    text: str
    to: str = ""  # for whom, where it is not for all


class Papers(Block, frozen=True):
    """What this seat was given to read (SB-175)."""

    papers: tuple[HandoutLine, ...] = ()


class Story(Block, frozen=True):
    """Which adventure is being played, and where its clock stands; what all may know."""

    title: str = ""
    clock: str = ""
    timers: tuple[TimerLine, ...] = ()
    book: int = 0  # whose notes they are, for the Director


# -- Extras (SB-165 … SB-169) ------------------------------------------------------------------


class ExtraLine(Part, frozen=True):
    id: str
    name: str
    kind: str
    portrait: Portrait
    state: str = ""


class Extras(Block, frozen=True):
    """Everybody the Director plays, at a glance; their sheets stand beneath."""

    extras: tuple[ExtraLine, ...] = ()
    aside: tuple[ExtraLine, ...] = ()  # out of the story


class Along(Block, frozen=True):
    """Whose sheets this seat may take along as a file; and the way to bring one (TF-39)."""

    people: tuple[tuple[str, str], ...] = ()  # who, and their names


# -- Home-made things (SB-57, SB-66, SB-69, SB-172) --------------------------------------------


class MadeLine(Part, frozen=True):
    section: str
    id: str
    name: str
    words: str = ""


class MadeHere(Part, frozen=True):
    """One sort of home-made things."""

    section: str
    name: str
    icon: str
    things: tuple[MadeLine, ...] = ()


class Workshop(Block, frozen=True):
    """What this table has made for itself, and how more is made."""

    sorts: tuple[MadeHere, ...] = ()
    count: int = 0
    files: bool = False  # the Director brings and takes files
    example: str = ""
    hints: tuple[str, ...] = ()


# -- Words (SB-185, SB-186) --------------------------------------------------------------------


class Glossary(Block, frozen=True):
    """All terms of the game, each in words a child of eight can read."""

    words: dict[str, str] = field(default_factory=dict)


class AboutGame(Block, frozen=True):
    """Where the game comes from, as its author credits it."""

    inspirations: tuple[tuple[str, str], ...] = ()
