"""The values a table of Mutagen is made of: sheets, open moves, injuries, bars, facts."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from tablefolk.core.teller import Names
from tablefolk.games.mutagen.playbooks.effects import AnyEffect, BandId, Entry, Until
from tablefolk.games.mutagen.playbooks.model import Mode

# What people write, by how much room there is for it.
Key: TypeAlias = Annotated[str, Meta(max_length=120)]  # the id of somebody or something
Name: TypeAlias = Annotated[str, Meta(max_length=60)]
Line: TypeAlias = Annotated[str, Meta(max_length=240)]
Text: TypeAlias = Annotated[str, Meta(max_length=2000)]
Keys: TypeAlias = Annotated[tuple[Key, ...], Meta(max_length=24)]
NAME, LINE, TEXT = 60, 240, 2000

# What the fields of an event name, so that it is told by that (`wording.CALLED`).
Who: TypeAlias = Annotated[str, Names("who")]  # somebody, something or a place; a member
ItemId: TypeAlias = Annotated[str, Names("item")]
ByMove: TypeAlias = Annotated[str, Names("by")]  # the item that did it, told where it is a move
BandName: TypeAlias = Annotated[BandId, Names("band")]

Origin = Literal["creation", "level", "grant", "gm"]  # prebought marks are data, not kept here
Level = Literal["normal", "low", "zero"]
Standing = Literal["draft", "in_play", "out_of_scene", "retired"]
Tag = Literal["concept", "drive1", "drive2"]
Stage = Literal[
    "gm",  # proposed; the GM speaks (MU-64)
    "talk",  # the GM has a word first: it stands, is described anew, or is let be
    "ready",  # the player rolls, carries out, re-describes or withdraws
    "result",  # the dice lie; the roller may still convert the band (MU-69)
    "settled",  # the band stands; follow rolls, choices and the GM's words are awaited
    "consequence",  # the GM's words lie on the table, to be accepted or resisted (MU-72)
    "closed",
    "withdrawn",
    "waived",  # no roll was needed (MU-66)
    "dropped",  # left behind after a limit was stated (MU-149)
]
BEFORE_DICE: tuple[Stage, ...] = ("gm", "talk", "ready")
OVER: tuple[Stage, ...] = ("closed", "withdrawn", "waived", "dropped")


# -- Sheets ----------------------------------------------------------------------------------


class Filled(Struct, frozen=True, omit_defaults=True):
    """One circle or triangle that was filled, and how it came to be (MU-10)."""

    origin: Origin
    rank: int = 0  # of a resource; 0 for a move or the next circle of an aptitude


class Box(Struct, frozen=True, omit_defaults=True):
    """One ▢ of a resource, with the note it may carry (MU-30)."""

    filled: bool = True
    note: str = ""


class Status(Struct, frozen=True, omit_defaults=True):
    """A short phrase that is true of somebody or something while it is written (MU-109)."""

    id: int
    text: str
    permanent: bool = False
    severe: bool = False
    origin: str = ""  # the move that gave it; "" is the GM's word
    until: Until = ""


class Erased(Struct, frozen=True, omit_defaults=True):
    """A status that was erased, and can be put back (MU-111)."""

    on: str
    status: Status
    reason: str = ""


class Armor(Struct, frozen=True, omit_defaults=True):
    """Something worn that takes harm off (MU-23)."""

    id: int
    name: str
    rating: Annotated[int, Meta(ge=1, le=3)]
    covers: str = ""
    worn: bool = True


class Running(Struct, frozen=True, omit_defaults=True):
    """An effect somebody keeps up, at most one each (MU-129)."""

    text: str
    source: str  # the move it came from
    move: int
    target: str = ""
    threads: tuple[str, ...] = ()
    flaws: tuple[str, ...] = ()
    scene: int = 0


class Bonus(Struct, frozen=True, omit_defaults=True):
    """A modifier some move has given, for the next roll, a scene or one move."""

    value: int
    on: str  # next_roll, scene, or the id of a move
    source: str
    scene: int = 0


class Evening(Struct, frozen=True, omit_defaults=True):
    """What a character has to show for this session; new with every session."""

    deaths: int = 0
    claims: tuple[str, ...] = ()  # statements held true (MU-135)
    waiting: int = 0  # points that wait for a level-up (MU-138)
    kept: bool = False  # the full track is kept, and further points are lost (MU-141)
    feedback: str = ""  # given to the GM, or said aloud (MU-137)


class Character(Struct, frozen=True, omit_defaults=True):
    """A player's character: the playbooks of the sheet, and all that is filled in on it."""

    id: str
    player: str  # a member's id
    name: str
    playbooks: tuple[str, ...] = ("common",)
    first: str = ""  # the section in which filling circles begins, by these playbooks
    state: Standing = "draft"
    writings: dict[str, str] = field(default_factory=dict)  # "item.key" -> text (MU-31)
    marks: dict[str, tuple[Filled, ...]] = field(default_factory=dict)  # item -> what was filled
    points: dict[str, tuple[Box, ...]] = field(default_factory=dict)  # resource -> its boxes
    statuses: tuple[Status, ...] = ()
    armor: tuple[Armor, ...] = ()
    narrowed: dict[str, str] = field(default_factory=dict)  # aptitude -> a private limit (MU-20)
    running: Running | None = None
    bonuses: tuple[Bonus, ...] = ()
    evening: Evening = Evening()
    dying: str = ""  # the move that asks how it ends, while nobody has chosen (MU-104)
    left: int = 0  # the scene that was left for dead (MU-106)
    scar: int = 0  # the status the GM has given for the return (MU-107)
    back: tuple[AnyEffect, ...] = ()  # what happens on coming back

    @property
    def alive(self) -> bool:
        return self.state != "retired"


class Entity(Struct, frozen=True, omit_defaults=True):
    """Somebody or something of the GM's: a light card (MU-154)."""

    id: str
    kind: Literal["npc", "item", "place"]
    name: str
    notes: str = ""
    living: bool = True
    statuses: tuple[Status, ...] = ()
    health: tuple[Box, ...] = ()  # none: not tracked (MU-103)
    armor: tuple[Armor, ...] = ()
    gone: bool = False


# -- Moves -----------------------------------------------------------------------------------


class Part(Struct, frozen=True, omit_defaults=True):
    """One part of a modifier: where it comes from, and what it is worth (MU-42)."""

    source: Literal["rating", "nothing", "number", "term", "exploit", "gm", "move"]
    value: int
    name: str = ""  # the item, or the words for it


class Exploit(Struct, frozen=True):
    """A status made use of (MU-67)."""

    status: int
    text: str
    how: str


class Throw(Struct, frozen=True):
    """Dice that were thrown, and how they are read."""

    dice: tuple[int, ...]
    parts: tuple[Part, ...]
    modifier: int
    total: int
    band: BandId


class Paid(Struct, frozen=True):
    """Points that left as a cost."""

    resource: str
    n: int


StagedOp = Literal["harm", "status", "unstatus", "tick", "lose", "restore", "bonus", "fact"]


class Staged(Struct, frozen=True, omit_defaults=True):
    """Something that will happen once the GM's words are accepted (MU-72)."""

    op: StagedOp
    on: Key = ""  # a character, an NPC, a thing, a place; a bar's or a status's number
    n: Annotated[int, Meta(ge=0, le=20)] = 1
    text: Line = ""  # of a status or a fact; the source of harm; of a bonus “scene”, if it lasts
    resource: Key = ""
    permanent: bool = False
    severe: bool = False
    injury: int = 0  # the harm that is being taken, whose number it changes (MU-94)
    of: Key = ""  # whose status goes: it is told by its name once it is gone, too (MU-111)
    later: Line = ""  # until when the words of a move put it off: “when the wave breaks”


class Outcome(Struct, frozen=True, omit_defaults=True):
    """What the GM makes of a result."""

    kind: Literal["benefit", "consequence", "outcome"]
    text: str = ""
    staged: tuple[Staged, ...] = ()
    resisted: tuple[str, ...] = ()  # who had it made milder, each time it was (MU-78)
    was: str = ""  # what was resisted last: the words, and what would have happened with them
    was_staged: tuple[Staged, ...] = ()
    taken: tuple[str, ...] = ()  # who takes it as it is, while others are still asked (MU-88)


class Remark(Struct, frozen=True, omit_defaults=True):
    """Something the GM said in the window before the dice (MU-64)."""

    text: str
    suggests: str = ""  # another move
    questions: bool = False  # the aptitude


class Follow(Struct, frozen=True, omit_defaults=True):
    """One follower of a led move (MU-85)."""

    who: str
    band: BandId | Literal[""] = ""
    excused: bool = False


class Following(Struct, frozen=True, omit_defaults=True):
    """The rolls that follow a led move, and what happens when all go well (MU-87)."""

    rolls: tuple[Follow, ...]
    if_all: tuple[BandId, ...]
    then: tuple[AnyEffect, ...] = ()
    source: str = ""
    narrative: bool = False

    @property
    def done(self) -> bool:
        return all(roll.band or roll.excused for roll in self.rolls)


class OpenMove(Struct, frozen=True, omit_defaults=True):
    """A move being made, from the intent to its result; `chain` has the parent first (MU-55)."""

    id: int
    who: str
    chain: tuple[str, ...]
    how: str = ""
    stage: Stage = "gm"
    modes: dict[str, str] = field(default_factory=dict)  # parent -> the way it is made
    targets: tuple[str, ...] = ()
    aptitude: str = ""  # the one it rests on; "" nothing fits (MU-65)
    picked: tuple[str, ...] = ()  # items, such as Threads
    confirmed: tuple[str, ...] = ()
    option: str = ""  # of a choice: what to roll with, or which of the move's choices
    number: int = 0
    harm: int | None = None  # stated beforehand (MU-126)
    others: tuple[str, ...] = ()  # who takes part under a leader (MU-82)
    follows: int = 0  # the led move this roll follows
    inside: int = 0  # the injury in whose steps it is made (MU-94)
    body: Mode | None = None  # of a roll that some effect has called for
    remarks: tuple[Remark, ...] = ()
    stands: bool = False  # its player goes on after such a word
    given: tuple[Part, ...] = ()  # the GM's bonus and penalty
    level: Level = "normal"
    exploit: Exploit | None = None
    paid: tuple[Paid, ...] = ()
    throw: Throw | None = None
    band: BandId | Literal[""] = ""  # after conversion; the rolled one is in `throw`
    converted: bool = False
    following: Following | None = None
    outcome: Outcome | None = None
    tags: tuple[Tag, ...] = ()
    scene: int = 0
    session: int = 0
    words: str = ""  # the GM's, where no roll was needed
    says: str = ""  # what its playbook says comes of it (MU-70, MU-157)
    chose: tuple[str, ...] = ()  # of its lists, what is only words: the GM says what it comes to

    @property
    def move(self) -> str:
        """The last of the chain: the one that is rolled."""
        return self.chain[-1]

    @property
    def running(self) -> bool:
        return self.stage not in OVER


class Owed(Struct, frozen=True, omit_defaults=True):
    """Something an effect waits for: a choice, or words (MU-53)."""

    id: int
    who: str  # the character it is about
    by: Literal["player", "gm"]
    source: str  # the item that asks
    effect: AnyEffect | None = None
    prompt: str = ""
    options: tuple[Entry, ...] = ()
    n: int = 1
    move: int = 0
    injury: int = 0
    on: str = ""  # whom it falls on, where that is known and only words are missing


# -- Harm, bars, talk ------------------------------------------------------------------------


class Injury(Struct, frozen=True, omit_defaults=True):
    """One run of Take harm, at the step it has come to (MU-91, MU-93)."""

    id: int
    on: str  # a character or an NPC
    harm: int
    source: str = ""
    procedure: str = "take_harm"
    step: int = 1  # number of the step that is open; 0: not begun
    opened: int = 0  # the harm it began with
    statuses: tuple[Staged, ...] = ()  # decided so far, written at their step (MU-99)
    worn: int = 0  # the armor that was held against it (MU-96)
    armor: int = 0  # what was taken off by armor
    unarmored: int = 0  # the harm before armor
    objected: tuple[int, ...] = ()  # armor that does not fit, says the GM
    lost: int = 0  # points lost
    let_in: tuple[str, ...] = ()  # moves the GM lets the character make at step 1
    dice: tuple[int, ...] = ()  # the GM's, of step 5
    move: int = 0  # the move it came from
    over: bool = False


class Bar(Struct, frozen=True, omit_defaults=True):
    """Something that will happen when its last tick is filled (MU-113)."""

    id: int
    title: str
    size: Annotated[int, Meta(ge=2, le=8)]
    ticks: Annotated[int, Meta(ge=0, le=8)] = 0
    state: Literal["open", "happened", "removed"] = "open"


class Fact(Struct, frozen=True, omit_defaults=True):
    """Something that is so, unless the GM vetoes it (MU-143)."""

    id: int
    text: str
    by: str
    scene: int = 0
    state: Literal["established", "vetoed", "struck"] = "established"
    note: str = ""  # why it was vetoed or struck
    doubts: tuple[str, ...] = ()  # what somebody says it contradicts


class Dispute(Struct, frozen=True, omit_defaults=True):
    """Something the GM said that would spoil the story for somebody (MU-147)."""

    id: int
    about: str
    by: str
    said: tuple[str, ...] = ()
    outcome: str = ""
    open: bool = True


class Limit(Struct, frozen=True, omit_defaults=True):
    """What shall not happen here; never why (MU-148)."""

    id: int
    text: str
    by: str = ""  # "" where the name is hidden
    lifted: bool = False


class Delayed(Struct, frozen=True, omit_defaults=True):
    """Effects that are to happen later."""

    id: int
    who: str
    source: str
    effects: tuple[AnyEffect, ...]
    until: Until
    targets: tuple[str, ...] = ()
    words: str = ""  # until when, as its playbook says it
