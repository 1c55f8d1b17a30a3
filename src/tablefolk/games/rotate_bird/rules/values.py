"""The values Rotate Bird is made of: sheets, tests, tracks, NPCs, the worksheet, combos."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from tablefolk.core.teller import Names
from tablefolk.core.words import sentence

Who = Annotated[str, Names("who")]  # a character, an NPC or a member, by id
SymbolId = Annotated[str, Names("symbol")]
Form = Literal["being", "doing"]
Fallout = Literal["none", "minor", "major"]
Ruling = Literal["accepted", "questioned", "rejected"]
Nature = Literal["situation", "thing", "other"]
Tier = Literal["extra", "minor", "major", "boss", "custom"]
Shape = Literal["person", "mob", "giant", "thing", "abstract"]
Phase = Literal[
    "gathering",  # traits, help and rulings; until the dice are rolled
    "rolled",  # the leader picks
    "fallout",  # the GM rolls fallout
    "offset",  # the symbols lie open; contributors may pay
    "describing",  # nobody paid; the GM says what happens
    "ending",  # all is settled but what may still be handed on, shrugged off or told
    "closed",
    "withdrawn",
    "waived",
]
OVER = ("closed", "withdrawn", "waived")
BEING, DOING = 5, 3  # traits on a sheet (RB-14, RB-19)
TIERS: dict[str, tuple[int, int]] = {  # Being and Doing traits of an NPC (RB-132)
    "extra": (1, 0),
    "minor": (2, 0),
    "major": (3, 1),
    "boss": (5, 3),
}


# -- Sheets ----------------------------------------------------------------------------------


class BeingTrait(Struct, frozen=True, omit_defaults=True):
    """One picture of what somebody is: no name, no note (RB-16); marked is Unbeing."""

    id: int
    symbol: str
    marked: bool = False


class DoingTrait(Struct, frozen=True, omit_defaults=True):
    """A named power of two symbols, later perhaps three, Doing first; marked is Undoing."""

    id: int
    symbols: tuple[str, ...]
    name: str = ""
    marked: bool = False
    theme: str = ""  # only where themes are kept per trait (RB-22)


class Remark(Struct, frozen=True):
    """A suggestion by somebody (RB-73, RB-89, RB-172)."""

    by: str
    text: str


class Edge(Struct, frozen=True, omit_defaults=True):
    """A temporary trait in Having: one Being symbol, or a Doing and a Being symbol (RB-69 …)."""

    id: int
    form: Form = "being"
    symbols: tuple[str, ...] = ()  # none until the GM assigns one (RB-71)
    meaning: str = ""
    name: str = ""  # of a doing-form edge (RB-146)
    nature: Nature = "other"
    source: Literal["doubles", "setup", "award"] = "award"
    test: int = 0
    transferable: bool = True
    suggestions: tuple[Remark, ...] = ()


Trait: TypeAlias = BeingTrait | DoingTrait | Edge


class Label(Struct, frozen=True, omit_defaults=True):
    """What a trait or an edge was called and looked like when something happened to it."""

    symbols: tuple[str, ...] = ()
    name: str = ""


class Advance(Struct, frozen=True, omit_defaults=True):
    """A change of symbols earned by a session (RB-151)."""

    kind: Literal["minor", "major"]
    session: int
    spent: bool = False


class Entity(Struct, frozen=True, omit_defaults=True):
    """The thing outside that somebody's Doing traits belong to (RB-193)."""

    name: str
    aboard: bool = False


class Character(Struct, frozen=True, omit_defaults=True):
    """A player's character: Being, Doing, Having (RB-13)."""

    id: str
    player: str  # a member's id
    name: str
    title: str = ""
    description: str = ""
    theme: str = ""
    being: tuple[BeingTrait, ...] = ()
    doing: tuple[DoingTrait, ...] = ()
    having: tuple[Edge, ...] = ()
    advances: tuple[Advance, ...] = ()
    recovery: str = ""  # what it takes to undo Undoing (RB-102)
    resting: bool = False  # a rest is granted and not over (RB-101, RB-198)
    renewed: Annotated[int, Meta(ge=0)] = 0  # Renewing points spent (RB-198)
    entity: Entity | None = None
    drawings: dict[str, str] = field(default_factory=dict)  # symbol -> own picture (RB-11)

    @property
    def missing(self) -> tuple[str, ...]:
        """What the sheet still lacks (RB-25)."""
        named = len(self.doing) >= DOING and all(trait.name for trait in self.doing)
        there = {
            "being": len(self.being) >= BEING,
            "doing": len(self.doing) >= DOING,
            "doing_names": named,
            "title": bool(self.title),
        }
        return tuple(part for part, ok in there.items() if not ok)

    @property
    def complete(self) -> bool:
        return not self.missing

    @property
    def lost(self) -> bool:
        """All regular Doing traits are marked: so long an entity is lost (RB-195, RB-196)."""
        return bool(self.doing) and all(trait.marked for trait in self.doing)

    def trait(self, number: int) -> Trait | None:
        every: tuple[Trait, ...] = (*self.being, *self.doing, *self.having)
        return next((trait for trait in every if trait.id == number), None)


# -- Tests -----------------------------------------------------------------------------------


class Tap(Struct, frozen=True, omit_defaults=True):
    """A trait or edge offered for a die, by the leader or by somebody who helps (RB-27, RB-50)."""

    who: str
    trait: int
    symbol: str
    why: str = ""  # empty: said aloud (RB-32)
    ruling: Ruling = "accepted"
    note: str = ""  # the GM's question or reason
    answer: str = ""  # to that question (RB-33)
    answered: bool = False  # here, or aloud
    poll: int = 0  # a show of hands on it (RB-35)
    hands: tuple[tuple[str, bool], ...] = ()  # who has shown one: for it, or against it

    @property
    def said(self) -> str:
        """Everything that was written for it: the reason, and the answer to the GM's question."""
        return " ".join(
            filter(None, (sentence(self.why) if self.answer else self.why, self.answer))
        )

    @property
    def heard(self) -> bool:
        """Whether it is the GM's turn to rule: it was answered for, or the table was asked."""
        return bool(self.answer or self.answered or self.poll)


class Brought(Struct, frozen=True):
    """A Doing trait, doing-form edge or combo brought into play (RB-63)."""

    who: str
    trait: int


class Challenge(Struct, frozen=True, omit_defaults=True):
    """How a test is special (RB-120)."""

    epic: bool = False
    perilous: bool = False
    label: str = ""  # any other kind, in the GM's words; shown, not automated

    def __bool__(self) -> bool:
        return self.epic or self.perilous or bool(self.label)


class Test(Struct, frozen=True, omit_defaults=True):
    """Something that could fail, or have consequences even if it works (RB-26)."""

    id: int
    leader: str
    intent: str
    beneficiary: str = ""  # a setup for somebody (RB-59)
    called: Challenge = Challenge()  # by the GM (RB-121)
    threat: Challenge = Challenge()  # by an NPC's Doing trait that nobody has answered (RB-142)
    faced: int = 0  # that trait
    acknowledged: bool = False
    needs_doing: str = ""  # what sort of Doing trait it takes (RB-67)
    npc: str = ""
    opposes: int = 0  # the NPC's trait that is in the way (RB-133)
    progress: int = 0
    disaster: int = 0
    epic_paid: int = 0  # the trait marked for it (RB-124)
    taps: tuple[Tap, ...] = ()
    helps: tuple[Tap, ...] = ()
    doing: tuple[Brought, ...] = ()
    phase: Phase = "gathering"
    dice: tuple[int, ...] = ()
    picked: int = 0
    success: bool = False
    fallout: Fallout = "none"
    edge: int = 0  # won by doubles (RB-44)
    handed: bool = False  # to somebody who helped (RB-56)
    shrugged: int = 0  # the NPC's trait marked for it (RB-134)
    fallout_dice: tuple[int, ...] = ()
    fallout_symbols: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
    offset: Literal["", "unbeing", "undoing", "edge"] = ""
    paid_by: str = ""
    lost: str = ""  # what the edge was called that had to go: the GM tells how (RB-76, A-10)
    asked: str = ""  # who is asked to read the symbols: a character, or "*" (RB-89)
    ideas: tuple[Remark, ...] = ()
    outcome: str = ""
    scene: int = 0  # known to the state alone: no event tells it

    @property
    def challenge(self) -> Challenge:
        """All that is special about it now."""
        labels = (part.label for part in (self.called, self.threat))
        return Challenge(
            self.called.epic or self.threat.epic,
            self.called.perilous or self.threat.perilous,
            "; ".join(label for label in labels if label),
        )

    @property
    def offered(self) -> tuple[Tap, ...]:
        """Every trait on offer, whatever the GM says of it."""
        return (*self.taps, *self.helps)

    @property
    def pool(self) -> tuple[Tap, ...]:
        """The traits that give a die, of whoever offers them: one pool (RB-28, RB-33, RB-55)."""
        return tuple(tap for tap in self.offered if tap.ruling != "rejected")

    @property
    def combination(self) -> tuple[int, ...]:
        """The traits in the pool, in no order (RB-108)."""
        return tuple(sorted(tap.trait for tap in self.pool))

    @property
    def helping(self) -> tuple[str, ...]:
        return tuple(tap.who for tap in self.helps if tap.ruling != "rejected")

    @property
    def taking_part(self) -> tuple[str, ...]:
        """Who leads it, and who offers help, whatever the GM says of it."""
        return (self.leader, *(tap.who for tap in self.helps))

    @property
    def contributors(self) -> tuple[str, ...]:
        """Whom fallout strikes, and who may pay (RB-57, RB-98)."""
        return (self.leader, *self.helping)

    @property
    def open(self) -> bool:
        return self.phase not in OVER

    @property
    def running(self) -> bool:
        """Keeps those who take part in it from others (RB-48)."""
        return self.phase not in (*OVER, "ending")


class Track(Struct, frozen=True, omit_defaults=True):
    """Boxes on the way to a goal, or to a disaster (RB-106, RB-112)."""

    id: int
    kind: Literal["progress", "disaster"]
    name: str
    boxes: Annotated[int, Meta(ge=1)] = 4
    checked: Annotated[int, Meta(ge=0)] = 0
    used: tuple[tuple[int, ...], ...] = ()  # combinations of traits (RB-108)
    settled: bool = False  # once full: an edge was awarded for it, its disaster told (RB-111 …)

    @property
    def full(self) -> bool:
        return self.checked >= self.boxes

    @property
    def strikes(self) -> bool:
        """Filled just now: the goal is reached, or the disaster is to be told (RB-111, RB-115)."""
        return self.full and not self.settled


# -- NPCs ------------------------------------------------------------------------------------


class NpcDoing(Struct, frozen=True, omit_defaults=True):
    """A Doing trait of an NPC, and what it makes of a test that nobody answers it in (RB-142)."""

    id: int
    symbols: tuple[str, ...]
    name: str = ""
    brings: Challenge = Challenge()


class Scoped(Struct, frozen=True):
    """A special challenge an NPC is in certain situations (RB-142)."""

    challenge: Challenge
    scope: str


class Npc(Struct, frozen=True, omit_defaults=True):
    """Somebody or something the GM plays; its traits are numbered within it (RB-132)."""

    id: str
    name: str
    tier: Tier = "custom"
    shape: Shape = "person"
    being: tuple[BeingTrait, ...] = ()  # copies allowed (RB-140)
    doing: tuple[NpcDoing, ...] = ()
    challenges: tuple[Scoped, ...] = ()
    theme: str = ""
    factor: str = ""  # from the worksheet (RB-181)
    notes: str = ""
    known: bool = False  # to the players
    in_play: bool = True

    def being_trait(self, number: int) -> BeingTrait | None:
        return next((trait for trait in self.being if trait.id == number), None)

    def doing_trait(self, number: int) -> NpcDoing | None:
        return next((trait for trait in self.doing if trait.id == number), None)

    @property
    def standing(self) -> tuple[BeingTrait, ...]:
        """The traits it can still oppose with (RB-137)."""
        return tuple(trait for trait in self.being if not trait.marked)

    @property
    def next_id(self) -> int:
        return max((0, *(t.id for t in self.being), *(t.id for t in self.doing))) + 1


# -- The worksheet ---------------------------------------------------------------------------

LINKS: dict[str, tuple[int, int]] = {"12": (1, 2), "23": (2, 3), "31": (3, 1)}


class Fact(Struct, frozen=True, omit_defaults=True):
    """One short sentence about a Factor, or about how one Factor sees another (RB-167 …)."""

    id: int
    text: str
    by: str
    circle: int = 0  # the Being circle it came with
    link: str = ""
    seen_from: int = 0  # of a link: the Factor whose side it tells (RB-168)


class Turn(Struct, frozen=True):
    """A contribution whose symbol is rolled and not yet placed (RB-170)."""

    by: str
    kind: Literal["being", "doing"]
    symbol: str


class Worksheet(Struct, frozen=True, omit_defaults=True):
    """Thirteen circles: three Factors, six Being, three Doing, and the middle (RB-162)."""

    owner: str = ""  # whoever plays it alone, unseen by all others (RB-175)
    in_character: bool = False
    in_order: bool = False
    factors: tuple[str, ...] = ()
    being: dict[int, str] = field(default_factory=dict)  # circle 1 … 6 -> symbol
    links: dict[str, str] = field(default_factory=dict)  # "12", "23", "31" -> symbol
    facts: tuple[Fact, ...] = ()
    contributed: tuple[str, ...] = ()  # members who have had a turn (RB-166)
    turn: Turn | None = None
    ideas: tuple[Remark, ...] = ()  # wordings suggested for what is being written (RB-172)
    incident: str = ""  # the symbol in the middle
    incident_text: str = ""
    incident_by: str = ""
    aside: tuple[str, ...] = ()  # members who have laid the group's aside for now (RB-161)

    @property
    def mode(self) -> Literal["group", "solo"]:
        return "solo" if self.owner else "group"

    @property
    def filled(self) -> bool:
        """All six Being circles hold symbols: random NPCs may be linked (RB-181, A-44)."""
        return len(self.being) == 6

    @property
    def complete(self) -> bool:
        """Twelve contributions are made (RB-173)."""
        return len(self.facts) == 12

    def on(self, link: str) -> tuple[Fact, ...]:
        return tuple(fact for fact in self.facts if fact.link == link)


def factor_of(circle: int) -> int:
    """The Factor a Being circle belongs to: 1 and 2 the first, 3 and 4 the second … (RB-162)."""
    return (circle + 1) // 2


# -- Fallout tables, combos --------------------------------------------------------------------


class FalloutTable(Struct, frozen=True):
    """Six symbols on a die, for one scenario (RB-86)."""

    id: str
    name: str
    symbols: tuple[str, ...]


class Part(Struct, frozen=True):
    """What one character gives to a combo: a trait, and which of its symbols (RB-203)."""

    who: str
    trait: int
    place: int


class Combo(Struct, frozen=True):
    """A virtual Doing trait of two or three: nothing to mark, lose or roll (RB-202, RB-209)."""

    id: int
    name: str
    parts: tuple[Part, ...]

    @property
    def traits(self) -> frozenset[int]:
        return frozenset(part.trait for part in self.parts)
