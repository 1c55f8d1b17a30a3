"""What the table itself shows of a seat's page: one block each, drawn by a template of its name."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tablefolk.core.game import Block, Choice, Record, Role
from tablefolk.core.stage import Vital

# -- Where we are ----------------------------------------------------------------------------


class TableState(Block, frozen=True, kw_only=True):
    """The table's name, and whether it is closed (about "table")."""

    name: str
    closed: bool = False
    waiting: bool = False  # you wait to be let in, and see no more than this


class SceneHead(Block, frozen=True, kw_only=True):
    """Which evening and which scene it is (about "scene"); number 0 before the first scene."""

    session: int
    session_open: bool
    number: int = 0
    title: str = ""
    open: bool = False


class Recap(Block, frozen=True, kw_only=True):
    """What an evening or a scene was, once it is over (about "recap"); the rest is on its page."""

    session: int
    scene: int = 0  # 0 where it is the whole evening
    scenes: tuple[str, ...]  # their titles
    first: int = 1  # the number of the first of them
    records: tuple[Record, ...] = ()  # the latest that a game has written down in these scenes
    more: int = 0  # records beside these


class Paused(Block, frozen=True, kw_only=True):
    """The table is stopped (about "pause"); `by` is empty where nobody wanted to be named."""

    by: str = ""


class Limits(Block, frozen=True, kw_only=True):
    """What shall not happen in play, never by whom (about "limits")."""

    texts: tuple[str, ...]


class Broken(Block, frozen=True, kw_only=True):
    """Something could not be shown (about "broken"); the server's log has it by its number."""

    number: str


# -- People ----------------------------------------------------------------------------------


class Person(Struct, frozen=True, omit_defaults=True):
    """A member as everybody sees them; offers about them carry about "member:<id>"."""

    id: str
    name: str
    role: Role
    waiting: bool = False  # for admission
    gone: bool = False
    lent_to: str = ""  # the name of whoever plays this seat now
    you: bool = False
    waited_for: bool = False
    hue: int = 0  # one of the colours of faces, different for each as long as there are some


class Standing(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Somebody in the row of people: a member by their character, or whom the game has besides."""

    id: str
    name: str
    role: Role
    member: str = ""  # whose presence the row shows
    who: str = ""  # the player's name, where the row has the character's
    part: str = ""  # what a tap opens
    vitals: tuple[Vital, ...] = ()
    note: str = ""
    icon: str = ""
    hue: int = 0
    waits: str = ""  # what for, in a word
    at_the_door: bool = False
    lent_to: str = ""


class People(Block, frozen=True, kw_only=True):
    """Everybody at the table (about "people", region "people")."""

    members: tuple[Person, ...]


class SeatList(Block, frozen=True, kw_only=True):
    """The GM's list of seats to tend (about "seats", region "desk")."""

    members: tuple[Person, ...]


class Chair(Block, frozen=True, kw_only=True):
    """The GM's chair is on offer, or its owner is long away (about "chair")."""

    offered_to: str = ""  # a name
    to_you: bool = False
    away_days: int = 0
    votes: tuple[tuple[str, str], ...] = ()  # (who, for whom), by name
    yours: str = ""


# -- Judging ---------------------------------------------------------------------------------


class Request(Struct, frozen=True, omit_defaults=True):
    """Something that waits for a word; offers about it carry about "request:<number>"."""

    number: int
    who: str  # a name; "Ana for Ben" where Ana plays Ben's seat
    kind: Literal["word", "ruling", "takeback"]
    rule: str
    question: str
    mine: bool = False
    act: str = ""  # what is asked for, in the asker's words; else plain ones: "spend die"
    does: str = ""  # the name of the act: "spend die"
    denied: bool = False  # it was answered with no, and the note is why
    note: str = ""
    falls: tuple[str, ...] = ()  # what would be taken back with it, as it was told


class Requests(Block, frozen=True, kw_only=True):
    """What waits for an answer (about "requests"): on the desk all, in the scene one's own."""

    requests: tuple[Request, ...]


# -- Talk ------------------------------------------------------------------------------------


class HandsAnswer(Struct, frozen=True, omit_defaults=True):
    """One answer of a show of hands: how many gave it, and who, as far as this seat may know."""

    label: str
    count: int = 0
    who: tuple[str, ...] = ()
    yours: bool = False


class Hands(Block, frozen=True, kw_only=True):
    """A show of hands (about "hands:<id>"); `counted` once the numbers may be seen."""

    id: int
    by: str
    question: str
    answers: tuple[HandsAnswer, ...]
    secret: bool = False
    closed: bool = False
    counted: bool = False
    waiting: tuple[str, ...] = ()  # names of those who have not answered


class NoteCard(Struct, frozen=True, omit_defaults=True):
    """A note; offers about it carry about "note:<id>"."""

    id: str
    title: str
    text: str
    topic: str = ""
    shown_to: tuple[str, ...] = ()  # names; "everyone" for all
    by: str = ""  # of a handout: the name of whoever shows it
    new: bool = False  # of a handout: it was not put away yet


class Notes(Block, frozen=True, kw_only=True):
    """One's own notes (about "notes"): region "desk" for the GM, "self" for all others."""

    notes: tuple[NoteCard, ...]
    older: int = 0  # that do not lie open, and are found by their words
    shown: tuple[NoteCard, ...] = ()  # what others have shown to this seat


class Handouts(Block, frozen=True, kw_only=True):
    """Notes that were shown to this seat (about "handouts")."""

    notes: tuple[NoteCard, ...]


# -- Options ---------------------------------------------------------------------------------


class OptionRow(Struct, frozen=True, omit_defaults=True):
    """One option as it is set; the offer to change it carries about "option:<key>"."""

    key: str
    label: str
    choices: tuple[Choice, ...]
    value: str | int | bool
    rule: str = ""
    hint: str = ""


class OptionList(Block, frozen=True, kw_only=True):
    """How the game is played at this table (about "options", region "desk")."""

    options: tuple[OptionRow, ...]
