"""Wheel of Fate as a value: sheets, rolls, tasks, contests, offers, the bowl."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from tablefolk.core.book import Overheard
from tablefolk.core.game import Seat, must, need
from tablefolk.core.table.company import Company
from tablefolk.core.teller import Names
from tablefolk.core.verbs import Asks
from tablefolk.core.words import begun, sentence

ATTRIBUTES = ("physical", "mental", "social")
STEPS = ("summary", "connections", "attributes", "questions", "pools", "last_question")
CONDITIONS = {"physical": "unconscious", "mental": "insensible", "social": "incoherent"}

Points = Annotated[int, Meta(ge=0)]
Attribute = Literal["physical", "mental", "social"]
Kind = Literal["extra", "bonus", "penalty"]
FactKind = Literal["fact", "coincidence", "whammy", "complication", "trouble"]
Name = Annotated[str, Asks(most=60)]
Title = Annotated[str, Asks(most=120)]
Line = Annotated[str, Asks(most=200)]
Prose = Annotated[str, Asks(long=True)]
Who = Annotated[str, Names("who")]  # a character or a member
PoolId = Annotated[str, Names("pool")]
TaskId = Annotated[int, Names("task")]
RollId = Annotated[int, Names("roll")]  # said by the name of whoever rolls
Way = Annotated[str, Names("attribute")]  # an attribute, or "pool:<id>"


# -- Sheets ----------------------------------------------------------------------------------


class Aspect(Struct, frozen=True, omit_defaults=True):
    """A free text about what matters to a character (WF-41)."""

    id: int
    text: str
    question: int = 0  # the answer it was drawn from, if said (WF-114)
    origin: Literal["creation", "aftermath", "gm"] = "creation"
    active: bool = True


class Connection(Struct, frozen=True, omit_defaults=True):
    """How one character knows another, and feels about them (WF-111)."""

    how_known: str = ""
    feeling: str = ""

    @property
    def told(self) -> str:
        return " ".join(begun(sentence(one)) for one in (self.how_known, self.feeling) if one)


class Comment(Struct, frozen=True):
    """A remark on somebody's draft (WF-108)."""

    by: str
    text: str


class Character(Struct, frozen=True, omit_defaults=True):
    """A player character, or an NPC run by the GM."""

    id: str
    name: str
    owner: str  # a member's id; "" for NPCs: whoever sits in the GM's chair
    kind: Literal["pc", "npc"] = "pc"
    summary: str = ""
    connections: dict[str, Connection] = field(default_factory=dict)
    attributes: dict[str, Annotated[int, Meta(ge=0, le=6)]] = field(default_factory=dict)
    aspects: tuple[Aspect, ...] = ()
    answers: tuple[str, ...] = ()
    last_answer: str = ""
    pools: dict[str, Points] = field(default_factory=dict)
    pools_settled: bool = False  # step 5 is done, with as many dice as the player wants
    at: str = ""  # the step they were at when somebody else gave an earlier one more to do (WF-109)
    fate: Points = 0
    stress: Points = 0
    tools: tuple[str, ...] = ()  # usual tools, for quick ticking (WF-127)
    notes: str = ""
    ready: bool = False
    in_play: bool = False  # has had its stack: play has begun for them (WF-31, WF-55)
    comments: tuple[Comment, ...] = ()
    after_seat: str = ""  # an NPC placed after a player's seat in the order

    def aspect(self, number: int) -> Aspect | None:
        return next((a for a in self.aspects if a.id == number), None)

    def out(self, attribute: str) -> bool:
        """Incapable, or under more stress than dice (WF-30, WF-76)."""
        dice = self.attributes.get(attribute, 0)
        return dice == 0 or self.stress > dice

    @property
    def conditions(self) -> tuple[str, ...]:
        """What stress has done, by the numbers alone (WF-78)."""
        return (
            tuple(
                name
                for key, name in CONDITIONS.items()
                if self.stress > self.attributes.get(key, 0)
            )
            if self.attributes
            else ()
        )


class Pool(Struct, frozen=True, omit_defaults=True):
    """A pool on offer in this game (WF-97 … WF-107); `answers` holds the questionnaire."""

    id: str
    name: str
    special: bool = False
    covers: str = ""
    limits: str = ""
    low: int = 0
    high: int = 3
    growth_cap: int = 3
    rolled_as: Literal["bonus", "base", "none"] = "bonus"
    offered: bool = True
    # "levels.level_1d", "beyond.can_exceed_3d", "danger.travel", "shared_idea.…" -> text
    answers: dict[str, str] = field(default_factory=dict)
    trust: dict[str, Trust] = field(default_factory=dict)  # character -> the GM's thoughts


class Trust(Struct, frozen=True, omit_defaults=True):
    """Part 5 of the questionnaire, for one player; never shown to the others (WF-107)."""

    trust: Literal["", "yes", "not_sure", "no"] = ""
    expectations_told: bool = False
    talk_note: str = ""


# -- Rolls -----------------------------------------------------------------------------------


class Source(Struct, frozen=True, omit_defaults=True):
    """Something that changes a roll, with its label (WF-8, WF-126)."""

    id: int
    kind: Kind
    n: Annotated[int, Meta(ge=0)]
    label: str
    what: Literal["pool", "tool", "help", "fate", "aspect", "granted", "stress", "haste"] = (
        "granted"
    )
    by: str = ""  # the character who pays, helps or owns the aspect; or a member who grants
    key: str = ""  # which pool, tool or aspect
    points: int = 0  # fate points reserved until the throw (WF-25)


class Result(Struct, frozen=True, omit_defaults=True):
    """What a throw came to (WF-6)."""

    notation: str
    faces: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()  # places in `faces` of the counted dice, in the order thrown
    total: int | None = None
    success: bool = False
    margin: int = 0
    whammies: int = 0
    auto: str = ""  # "", incapable, out, overwhelmed: lost without a throw
    nobody: bool = False  # nor can the other side roll: nobody has lost (WF-72)
    late: int = 0  # dice thrown after the throw, by a ruling; they lie last (WF-36)


class Roll(Struct, frozen=True, omit_defaults=True):
    """A roll being built, thrown, settled (WF-24)."""

    id: int
    roller: str
    attribute: str  # one of the three, or "pool:<id>" for a special pool rolled as base
    title: str = ""
    task: int = 0
    difficulty: Annotated[int, Meta(ge=0)] = 0  # 0: against another roll
    hidden: bool = False
    mode: Literal["stakes", "sure"] = "stakes"
    sources: tuple[Source, ...] = ()
    phase: Literal["draft", "thrown", "closed"] = "draft"
    result: Result | None = None
    in_exchange: bool = False
    complication: str = ""
    whammy_notes: tuple[str, ...] = ()
    overridden: str = ""  # by an accepted offer (WF-47)
    scene: int = 0


class Approach(Struct, frozen=True, omit_defaults=True):
    """One way of going about a task: its difficulty, or closed (WF-28)."""

    difficulty: Annotated[int, Meta(ge=0)] = 0
    closed: bool = False


class Attempt(Struct, frozen=True, omit_defaults=True):
    """One character's throw at a task (WF-124)."""

    who: str
    attribute: str
    roll: int
    success: bool


class Task(Struct, frozen=True, omit_defaults=True):
    """Something to be managed, with its approaches and its stakes (WF-28, WF-120)."""

    id: int
    title: str
    approaches: dict[str, Approach] = field(default_factory=dict)  # attributes, "pool:<id>"
    on_success: str = ""
    on_failure: str = ""
    stakes_shown: bool = True
    hidden: bool = False
    mode: Literal["stakes", "sure"] = "stakes"
    search: bool = False  # "how do they learn it?" instead of "whether" (WF-129)
    called: tuple[str, ...] = ()  # characters the GM has called on (TF-19); () is anybody
    attempts: tuple[Attempt, ...] = ()
    retries: dict[str, str] = field(
        default_factory=dict
    )  # who -> the attribute of an accepted new approach (WF-125)
    open: bool = True
    scene: int = 0


# -- Contests --------------------------------------------------------------------------------


class Exchange(Struct, frozen=True, omit_defaults=True):
    """One acts against another: two rolls, thrown together (WF-64, WF-65)."""

    actor: str
    target: str
    rolls: tuple[int, int]  # the actor's and the target's
    ready: tuple[str, ...] = ()
    asks: str = ""  # the winner who may choose to inflict stress (WF-95)
    winner: str = ""
    whammies: int = 0
    stress: int = 0  # what the winner deals, or would deal (WF-69)
    thrown: bool = False


class Contest(Struct, frozen=True, omit_defaults=True):
    """A fight, an argument, a race (WF-64 … WF-73, WF-82 … WF-96)."""

    id: int
    title: str
    attribute: str
    harmful: bool = True
    order: Literal["seats", "dice"] = "seats"
    who: tuple[str, ...] = ()
    sides: dict[str, str] = field(default_factory=dict)
    round: int = 1
    groups: tuple[tuple[str, ...], ...] = ()  # () until the order is set (dice) this round
    acted: tuple[str, ...] = ()
    haste: dict[str, Points] = field(default_factory=dict)
    pledges: dict[str, str] = field(default_factory=dict)  # helper -> helped (WF-63)
    # pools and tools declared for one's coming actions; they count for speed (WF-84)
    prepared: dict[str, tuple[Source, ...]] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)  # who -> on whom (WF-94)
    pending: dict[str, Points] = field(default_factory=dict)  # stress held back (WF-87)
    many: bool = False  # more than two could act when the round began (WF-92)
    entering: tuple[str, ...] = ()
    gave_in: tuple[str, ...] = ()
    goes_on: tuple[str, ...] | None = None  # left when the GM let it go on all the same (WF-91)
    exchange: Exchange | None = None
    once: bool = False  # everybody throws once, the highest wins (WF-73)
    rolls: dict[str, int] = field(default_factory=dict)  # for `once`: who -> roll
    open: bool = True


# -- Points, facts, the table ----------------------------------------------------------------


class PointOffer(Struct, frozen=True, omit_defaults=True):
    """A fate point held out for trouble (WF-46)."""

    id: int
    to: str
    aspect: int
    what: str
    state: Literal["open", "accepted", "countered", "withdrawn"] = "open"
    roll: int = 0  # the result it would override
    scene: int = 0


class Fact(Struct, frozen=True, omit_defaults=True):
    """Something that is now true in the story (WF-34, WF-123)."""

    text: str
    kind: FactKind = "fact"
    by: str = ""
    aspect: str = ""
    scene: int = 0
    number: int = 0  # the last one given when it was written: it came after that roll


class Fought(Struct, frozen=True, omit_defaults=True):
    """A contest that is over, as it ended (WF-91)."""

    contest: Contest
    standing: tuple[str, ...] = ()
    by_itself: bool = False
    scene: int = 0
    number: int = 0  # the last one given when it ended


class Wheel(Struct, frozen=True, omit_defaults=True):
    """A table of Wheel of Fate."""

    options: dict[str, str | int | bool] = field(default_factory=dict)
    company: Company = Company()  # its seats run clockwise from the GM's left (WF-2)
    cast: dict[str, Character] = field(default_factory=dict)
    pools: dict[str, Pool] = field(default_factory=dict)
    questions: tuple[str, ...] = ()
    last_question: str = ""
    creation_open: bool = False
    playing: bool = False
    bowl: Points = 0
    rolls: dict[int, Roll] = field(default_factory=dict)
    tasks: dict[int, Task] = field(default_factory=dict)
    contest: Contest | None = None
    offers: dict[int, PointOffer] = field(default_factory=dict)
    facts: tuple[Fact, ...] = ()
    fought: tuple[Fought, ...] = ()
    aftermath: tuple[str, ...] = ()  # characters to be asked for an aspect (WF-81)
    stayed: tuple[str, ...] = ()  # of these, those who have answered: nobody waits for more
    scene: int = 0  # the number of the scene under way, 0 between scenes
    session: int = 0
    session_open: bool = False
    count: int = 0  # numbers given to rolls, tasks, offers, sources, aspects so far

    # -- Finding -----------------------------------------------------------------------------

    def character(self, who: str) -> Character:
        """A character that exists; else a refusal."""
        return must(self.cast.get(who), "WF-1", "unknown", "There is no such character.")

    def own(self, seat: Seat, who: str) -> Character:
        """A character of this seat; the GM may act for anybody (WF-1)."""
        hero = self.character(who)
        need(seat.gm or hero.owner == seat.id, "WF-1", "not_yours", f"{hero.name} is not yours.")
        return hero

    def pcs(self) -> Iterator[Character]:
        return (c for c in self.cast.values() if c.kind == "pc")

    def npcs(self) -> Iterator[Character]:
        return (c for c in self.cast.values() if c.kind == "npc")

    def of(self, member: str) -> Character | None:
        """The player character of a member."""
        return next((c for c in self.pcs() if c.owner == member), None)

    def name(self, who: str) -> str:
        """The name of a character or a member, for sentences; of whom nobody knows any longer, as
        their id spells it."""
        if who in self.cast:
            return self.cast[who].name
        spelled = who.removeprefix("npc_").replace("-", " ")
        return self.company.people.get(who, spelled[:1].upper() + spelled[1:])

    def seen(self, seat: Seat, hero: Character) -> bool:
        """Players know an NPC once it has done something in front of them."""
        if hero.kind == "pc" or seat.gm:
            return True
        fights = self.contest is not None and self.contest.open and hero.id in self.contest.who
        return fights or any(
            r.roller == hero.id and r.scene == self.scene for r in self.rolls.values()
        )

    def roll(self, number: int) -> Roll:
        return must(self.rolls.get(number), "WF-24", "no_roll", "There is no such roll.")

    def unclosed(self) -> Iterator[Roll]:
        """Rolls being built, or thrown and not settled (WF-24)."""
        return (r for r in self.rolls.values() if r.phase != "closed")

    def reserved(self, who: str) -> int:
        """Fate points promised in drafts (WF-25)."""
        drafts = (r for r in self.rolls.values() if r.phase == "draft")
        return sum(s.points for r in drafts for s in r.sources if s.by == who)

    def free_points(self, who: str) -> int:
        """Fate points that can still be promised or spent (WF-32)."""
        return self.cast[who].fate - self.reserved(who)

    # -- Changing ----------------------------------------------------------------------------

    def with_fact(self, text: str, kind: FactKind, by: str, aspect: str = "") -> Wheel:
        fact = Fact(text, kind, by, aspect, self.scene, self.count)
        return replace(self, facts=(*self.facts, fact))

    def spend(self, who: str, n: int) -> Wheel:
        """Points leave a sheet, and play; or they drop into the bowl (WF-40)."""
        wheel = self.with_hero(who, fate=self.cast[who].fate - n)
        kept = self.options.get("spent_fate_goes") == "bowl"
        return replace(wheel, bowl=self.bowl + n) if kept else wheel

    def with_hero(self, who: str, **changes: object) -> Wheel:
        changed = replace(self.cast[who], **changes)
        return replace(self, cast={**self.cast, who: changed})

    def with_roll(self, roll: Roll) -> Wheel:
        return replace(self, rolls={**self.rolls, roll.id: roll}, count=max(self.count, roll.id))

    def with_task(self, task: Task) -> Wheel:
        return replace(self, tasks={**self.tasks, task.id: task}, count=max(self.count, task.id))

    def with_contest(self, **changes: object) -> Wheel:
        assert self.contest is not None
        return replace(self, contest=replace(self.contest, **changes))


overheard = Overheard[Wheel]()
