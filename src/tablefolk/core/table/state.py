"""The table as a value: who sits there, what was agreed, what is open; and the game on it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from tablefolk.core.book import Overheard
from tablefolk.core.game import Choice, Option, Role, Seat, WordAsked
from tablefolk.core.language import said

AT_HAND = 40  # of somebody's notes lie open, the newest; older ones are looked for


class Member(Struct, frozen=True, omit_defaults=True):
    """Somebody at the table."""

    id: str
    name: str
    role: Role = "player"
    waiting: bool = False  # for admission (TF-4)
    gone: bool = False  # unseated; what was theirs stays (TF-6)


class Note(Struct, frozen=True, omit_defaults=True):
    """A text somebody keeps, perhaps shown to others (TF-12)."""

    id: str  # made from its first title; different among the notes of one owner
    owner: str  # a member; "" is the desk, whoever sits in the GM's chair (TF-7)
    title: str
    text: str
    topic: str = ""  # a scene, character or NPC it is about
    shown_to: tuple[str, ...] = ()  # "*" is everybody
    unread: tuple[str, ...] = ()  # to whom it was shown, and who have not put it away


class Poll(Struct, frozen=True, omit_defaults=True):
    """A show of hands (TF-18)."""

    id: int
    by: str
    question: str
    answers: tuple[str, ...]
    secret: bool = False
    votes: dict[str, int] = field(default_factory=dict)
    closed: bool = False
    scenes: int = 0  # so many had begun when it was asked
    settled: bool = False  # what it was about is decided: nobody needs to see it any more
    asked: int = 0  # in secret: how many could answer when it was asked
    counted: bool = True  # once it is closed


class Scene(Struct, frozen=True, omit_defaults=True):
    """A stretch of the story with a title and a place in the order (TF-14)."""

    number: int
    title: str
    session: int
    open: bool = True


class Pause(Struct, frozen=True, omit_defaults=True):
    """Somebody has stopped the table; empty where they chose not to be named (TF-33)."""

    by: str = ""


class Ruling(Struct, frozen=True, omit_defaults=True):
    """Rules overruled for an act: they stay so for what has grown from it, to its end (TF-17)."""

    rules: tuple[str, ...]
    grown: tuple[tuple[str, str], ...]  # where in the game's state, and under which key
    seat: str = ""  # for whom; that something is theirs to command holds for nobody else


class Denied(Struct, frozen=True, omit_defaults=True):
    """A no, kept for whoever asked until they have read it."""

    number: int
    question: str
    note: str = ""
    by: str = ""  # who had asked from that seat, where it was lent to them (TF-6)


class Table(Struct, frozen=True, omit_defaults=True):
    """Everything the table itself knows, and the state of the game that lies on it."""

    play: Any = None
    name: str = ""
    opened: bool = False
    options: dict[str, str | int | bool] = field(default_factory=dict)
    members: dict[str, Member] = field(default_factory=dict)
    lent: dict[str, str] = field(default_factory=dict)  # whose seat -> to whom (TF-6)
    chair_offered: str = ""
    gm_away_days: int = 0
    chair_votes: dict[str, str] = field(default_factory=dict)  # who -> for whom (TF-7)
    requests: dict[int, WordAsked] = field(default_factory=dict)
    granted: dict[int, int] = field(default_factory=dict)  # allowed requests -> dice to throw
    notes: tuple[Note, ...] = ()
    polls: dict[int, Poll] = field(default_factory=dict)
    scenes: tuple[Scene, ...] = ()
    session: int = 0
    session_open: bool = False
    paused: Pause | None = None
    limits: tuple[str, ...] = ()  # stated during play, never by whom (TF-34)
    closed: bool = False
    rulings: tuple[Ruling, ...] = ()  # of this scene
    denied: dict[str, Denied] = field(default_factory=dict)  # the latest no to each seat
    count: int = 0  # numbers given to requests and polls so far; both are known to all

    @property
    def gm(self) -> str:
        """The id of the person in the GM's chair."""
        return next((m.id for m in self.members.values() if m.role == "gm"), "")

    @property
    def present(self) -> tuple[Member, ...]:
        """Those who are seated."""
        return tuple(m for m in self.members.values() if not (m.gone or m.waiting))

    @property
    def players(self) -> tuple[Member, ...]:
        return tuple(m for m in self.present if m.role == "player")

    @property
    def scene(self) -> Scene | None:
        """The scene under way."""
        return self.scenes[-1] if self.scenes and self.scenes[-1].open else None

    def seat(self, member: str) -> Seat:
        """The seat of a member as it is now."""
        return Seat(member, self.members[member].role)

    def borrower(self, member: str) -> str:
        """Who plays this member's seat for them (TF-6): while both are players and have seats."""
        to = self.lent.get(member, "")
        return to if {member, to} <= {player.id for player in self.players} else ""

    def borrowed(self, member: str) -> tuple[str, ...]:
        """The members whose seats this one plays for them."""
        return tuple(whose for whose in self.lent if self.borrower(whose) == member)

    def owner(self, seat: Seat) -> str:
        """Under whose name this seat writes notes: the GM's are the desk's (TF-12)."""
        return "" if seat.gm else seat.id

    def own_notes(self, seat: Seat) -> tuple[Note, ...]:
        """The notes a seat keeps: its own, and in the GM's chair the desk's as well."""
        owners = {self.owner(seat), seat.id}
        return tuple(note for note in self.notes if note.owner in owners)

    def handouts(self, seat: Seat) -> tuple[Note, ...]:
        """What others have shown to a seat."""
        mine, names = self.own_notes(seat), {seat.id, "*"}
        return tuple(n for n in self.notes if names & {*n.shown_to} and n not in mine)

    def name_of(self, member: str) -> str:
        return self.members[member].name if member in self.members else member

    def with_member(self, member: str, **changes: Any) -> Table:
        changed = replace(self.members[member], **changes)
        return replace(self, members={**self.members, member: changed})


overheard = Overheard[Table]()  # what of no chapter of the table it listens to

COMMON_OPTIONS = (
    Option(
        "approvals",
        said("When a rule asks for the GM's word"),
        (
            Choice("ask", said("the GM is asked")),
            Choice("trust", said("it goes through, the GM may object")),
        ),
        "ask",
        "TF-16",
    ),
    Option(
        "odds_shown",
        said("Who sees the odds"),
        (
            Choice("everyone", said("everyone")),
            Choice("roller", said("whoever rolls, and the GM")),
            Choice("gm", said("the GM")),
            Choice("nobody", said("nobody")),
        ),
        "everyone",
        "TF-23",
    ),
    Option(
        "dice",
        said("Where the dice are thrown"),
        (
            Choice("server", said("here, by the table")),
            Choice("hand", said("by hand, typed in")),
            Choice("either", said("either way")),
        ),
        "server",
        "TF-20",
    ),
    Option(
        "admission",
        said("Newcomers"),
        (
            Choice(False, said("sit down at once")),
            Choice(True, said("wait until the GM admits them")),
        ),
        False,
        "TF-4",
    ),
    Option(
        "whispers",
        said("Whispers between members"),
        (Choice(True, said("are allowed")), Choice(False, said("are not allowed"))),
        True,
        "TF-10",
    ),
)
