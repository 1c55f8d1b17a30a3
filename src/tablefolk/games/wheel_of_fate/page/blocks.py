"""The parts of a Wheel of Fate page: plain values, each drawn by the template of its name."""

from __future__ import annotations

from msgspec import Struct

from tablefolk.core.game import Block


class Part(Struct, frozen=True, omit_defaults=True):
    """A detail of a block."""


# -- Odds (WF-26, WF-128) --------------------------------------------------------------------


class Chance(Part, frozen=True):
    """A chance for the eye, for the ear and for the sceptic."""

    share: float  # between 0 and 1, for drawing
    text: str  # "37.7%", or "impossible", "certain"
    exact: str = ""  # "733/1944"


class Outcome(Part, frozen=True):
    """One way it can turn out."""

    label: str
    chance: Chance
    kind: str = ""  # bad, even, good, great: how it is drawn


class Gain(Part, frozen=True):
    """What one more die would make of it."""

    label: str
    chance: Chance
    change: str  # "+28.4 points"


class Outlook(Part, frozen=True):
    """How a draft is likely to end; None in a block where the seat may not know."""

    outcomes: tuple[Outcome, ...]  # together they make 1
    success: Chance
    whammy: Chance | None = None  # at least one
    mean: str = ""  # whammies, or the stress dealt, on average
    gains: tuple[Gain, ...] = ()
    opposed: bool = False


# -- People ----------------------------------------------------------------------------------


class Trait(Part, frozen=True):
    """An attribute on a sheet (WF-29)."""

    key: str
    name: str
    dice: int
    label: str = ""
    meaning: str = ""
    out: bool = False
    condition: str = ""  # what has put it out


class AspectLine(Part, frozen=True):
    id: int
    text: str
    origin: str = "creation"
    question: str = ""
    active: bool = True


class PoolLine(Part, frozen=True):
    """A pool as its owner knows it (WF-101, WF-103, WF-104)."""

    id: str
    name: str
    dice: int = 0
    special: bool = False
    covers: str = ""
    limits: str = ""
    rolled_as: str = "bonus"
    levels: tuple[tuple[str, str], ...] = ()  # ("1d", what it means)
    low: int = 0
    high: int = 3


class Tie(Part, frozen=True):
    """How one character stands to another (WF-111)."""

    other: str
    name: str
    how_known: str = ""
    feeling: str = ""


class Told(Part, frozen=True):
    """A question and its answer."""

    question: str
    answer: str = ""


class Person(Part, frozen=True):
    """A character at a glance."""

    who: str
    name: str
    owner: str = ""  # a member's id
    owner_name: str = ""
    npc: bool = False
    mine: bool = False
    traits: tuple[Trait, ...] = ()
    fate: int = 0
    promised: int = 0  # points that lie in drafts (WF-25)
    stress: int = 0
    pending: int = 0  # stress held back until the group has acted (WF-87)
    conditions: tuple[str, ...] = ()
    aspects: tuple[str, ...] = ()
    pools: tuple[PoolLine, ...] = ()
    summary: str = ""
    turn: bool = False
    in_play: bool = False  # has had fate points


class Cast(Block, frozen=True):
    """Everybody in the story, at a glance."""

    people: tuple[Person, ...] = ()
    empty_seats: tuple[str, ...] = ()  # players without a character


class Sheet(Block, frozen=True):
    """One character in full."""

    who: str = ""
    name: str = ""
    owner_name: str = ""
    mine: bool = False
    npc: bool = False
    summary: str = ""
    traits: tuple[Trait, ...] = ()
    aspects: tuple[AspectLine, ...] = ()
    pools: tuple[PoolLine, ...] = ()
    fate: int = 0
    promised: int = 0
    stress: int = 0
    pending: int = 0
    conditions: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    ties: tuple[Tie, ...] = ()
    answers: tuple[Told, ...] = ()
    last: Told | None = None
    notes: str = ""
    talk_notes: tuple[tuple[str, str], ...] = ()  # (pool, note) for this player (WF-107)
    hints: tuple[str, ...] = ()


class Bowl(Block, frozen=True):
    """The shared bowl of fate points (WF-51)."""

    points: int = 0
    hints: tuple[str, ...] = ()


# -- Creation (WF-108 … WF-118) --------------------------------------------------------------


class Step(Part, frozen=True):
    """One of the six steps, and what is still to do."""

    key: str
    name: str
    done: bool = False
    waits: bool = False  # nothing to do until others have a character (WF-111)
    missing: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    hint: str = ""


class Remark(Part, frozen=True):
    by: str
    text: str


class Sketch(Part, frozen=True):
    """A character in the making, as everybody sees it."""

    who: str
    name: str
    owner_name: str = ""
    mine: bool = False
    ready: bool = False
    steps: tuple[Step, ...] = ()
    summary: str = ""
    words: int = 0
    traits: tuple[Trait, ...] = ()
    aspects: tuple[AspectLine, ...] = ()
    pools: tuple[PoolLine, ...] = ()
    ties: tuple[Tie, ...] = ()
    answers: tuple[Told, ...] = ()
    last: Told | None = None
    remarks: tuple[Remark, ...] = ()

    @property
    def next(self) -> str:
        """The first step still open."""
        return next((s.key for s in self.steps if not s.done and not s.waits), "")


class ReadyMade(Part, frozen=True):
    """A character that can be taken as it is."""

    key: str
    name: str
    summary: str = ""
    traits: tuple[Trait, ...] = ()
    aspects: tuple[str, ...] = ()


class Creation(Block, frozen=True):
    """Making characters together: everybody sees everybody's."""

    open: bool = False
    late: bool = False  # play has begun; somebody joins later (WF-55)
    sketches: tuple[Sketch, ...] = ()
    without: tuple[str, ...] = ()  # names of players without a character (WF-108)
    begin: bool = False  # this seat has no character yet
    ready_made: tuple[ReadyMade, ...] = ()
    questions: tuple[str, ...] = ()
    last_question: str = ""
    dice: int = 8
    pool_dice: int = 3
    words_most: int = 49
    scale: tuple[Trait, ...] = ()  # 1d to 6d with their meanings
    openings: tuple[Told, ...] = ()  # what has just gone wrong, for all together (WF-117)
    hints: tuple[str, ...] = ()


# -- Tasks and rolls -------------------------------------------------------------------------


class Way(Part, frozen=True):
    """An approach to a task; a difficulty of 0 is one this seat may not know (WF-20, WF-28)."""

    key: str
    name: str
    difficulty: int = 0
    mark: str = ""  # "hard"
    closed: bool = False


class Tried(Part, frozen=True):
    name: str
    way: str
    success: bool
    roll: int = 0


class TaskCard(Block, frozen=True):
    """Something to be managed, with its approaches and its stakes (WF-120)."""

    task: int = 0
    title: str = ""
    ways: tuple[Way, ...] = ()
    hidden: bool = False
    sure: bool = False
    search: bool = False
    stakes_shown: bool = True
    on_success: str = ""
    on_failure: str = ""
    called: tuple[str, ...] = ()
    for_me: bool = False
    tried: tuple[Tried, ...] = ()
    hints: tuple[str, ...] = ()
    reminder: str = ""  # the stakes are not said yet (WF-120)


class SourceLine(Part, frozen=True):
    """Something that changes a roll, with its label (WF-8)."""

    kind: str  # dice, extra, bonus, penalty
    n: int
    label: str
    what: str = "granted"
    by: str = ""
    id: int = 0  # 0: it comes with the sheet and cannot be dropped
    points: int = 0


class Draft(Block, frozen=True):
    """A roll being put together: its sources, and how it would go."""

    roll: int = 0
    who: str = ""
    name: str = ""
    mine: bool = False
    attribute: str = ""
    title: str = ""
    against: str = ""  # "15", "hidden", a name
    sure: bool = False
    sources: tuple[SourceLine, ...] = ()
    notation: str = ""
    dice: int = 0
    base: int = 0
    net: int = 0
    cancelled: int = 0  # bonus and penalty dice that removed each other (WF-12)
    points: int = 0
    auto: str = ""
    auto_why: str = ""
    rescue: str = ""
    outlook: Outlook | None = None
    odds_note: str = ""  # why there are none
    ready: bool = False
    hints: tuple[str, ...] = ()
    reminder: str = ""  # one throw should settle it (WF-124)


class Thrown(Block, frozen=True):
    """A thrown roll: the dice, what they came to and what it means (WF-6)."""

    roll: int = 0
    who: str = ""
    name: str = ""
    attribute: str = ""
    title: str = ""
    notation: str = ""
    faces: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()
    total: int | None = None
    against: str = ""
    against_name: str = ""
    verdict: str = ""  # succeeds, succeeds_but, fails, wins, loses, ties
    headline: str = ""
    means: str = ""  # the stakes that came true
    margin: str = ""
    whammies: int = 0
    notes: tuple[str, ...] = ()  # one for each whammy told so far (WF-23, WF-123)
    slots: int = 0  # whammies still without a note
    auto: str = ""
    sources: tuple[SourceLine, ...] = ()
    points: int = 0
    complication: str = ""
    overridden: str = ""
    open: bool = False  # waits to be settled (WF-122)
    rule: str = ""
    hints: tuple[str, ...] = ()


# -- Contests --------------------------------------------------------------------------------


class Turn(Part, frozen=True):
    """A participant's place in the round."""

    who: str
    name: str
    npc: bool = False
    mine: bool = False
    side: str = ""
    speed: int = 0
    haste: int = 0
    stress: int = 0
    pending: int = 0
    conditions: tuple[str, ...] = ()
    acted: bool = False
    turn: bool = False
    gave_in: bool = False
    out: bool = False
    mark: str = ""  # on whom it inflicts stress this round (WF-94)
    pledge: str = ""  # whom it has promised to help (WF-63)
    promised_by: tuple[str, ...] = ()
    entering: bool = False


class Group(Part, frozen=True):
    """Those who act at the same time (WF-87)."""

    turns: tuple[Turn, ...]
    now: bool = False
    together: bool = False


class Clash(Block, frozen=True):
    """One acts against another, both drafts side by side (WF-65); or all throw once (WF-73)."""

    actor: str = ""
    target: str = ""
    harmful: bool = True
    once: bool = False
    drafts: tuple[Draft, ...] = ()
    thrown: tuple[Thrown, ...] = ()
    winner: str = ""
    asks: str = ""  # the winner who may choose to inflict (WF-95)
    stress: int = 0
    held: bool = False  # the stress waits until the group has acted (WF-87)
    note: str = ""
    outlook: Outlook | None = None
    outlook_of: str = ""


class ContestCard(Block, frozen=True):
    """A fight, an argument, a race, as it stands."""

    title: str = ""
    attribute: str = ""
    harmful: bool = True
    dice_order: bool = False
    ordered: bool = False
    once: bool = False
    round: int = 1
    many: bool = False
    groups: tuple[Group, ...] = ()
    waiting: tuple[Turn, ...] = ()  # not in the order: entering, gave in
    now: str = ""  # whose turn it is, in words
    hints: tuple[str, ...] = ()


# -- Offers, facts, what a scene leaves ------------------------------------------------------


class OfferCard(Block, frozen=True):
    """A fate point held out for trouble (WF-46)."""

    offer: int = 0
    to: str = ""
    name: str = ""
    mine: bool = False
    aspect: str = ""
    what: str = ""
    fate: int = 0
    overrides: str = ""
    deed: str = ""  # in the bar: what would happen, and because of what


class FactLine(Part, frozen=True):
    text: str
    kind: str = "fact"
    by: str = ""
    aspect: str = ""


class Facts(Block, frozen=True):
    """What is now true in this scene (WF-34, WF-123)."""

    facts: tuple[FactLine, ...] = ()
    earlier: tuple[FactLine, ...] = ()
    hints: tuple[str, ...] = ()


class Aftermath(Block, frozen=True):
    """What the scene may leave behind on somebody (WF-81)."""

    who: str = ""
    name: str = ""
    mine: bool = False
    hints: tuple[str, ...] = ()


class Between(Block, frozen=True):
    """Nothing is under way: what usually comes next, in a sentence."""

    text: str = ""


# -- The GM's desk ---------------------------------------------------------------------------


class Reach(Part, frozen=True):
    """One character's chance at one difficulty (WF-128)."""

    name: str
    dice: int
    plain: Chance
    bonus: Chance
    aspect: Chance
    out: bool = False


class Rung(Part, frozen=True):
    """One difficulty of the yardstick."""

    difficulty: int
    label: str
    meaning: str = ""
    reach: tuple[tuple[str, tuple[Reach, ...]], ...] = ()  # by attribute
    beyond: tuple[str, ...] = ()  # attributes in which nobody gets there without aspects


class Yardstick(Block, frozen=True):
    """How hard is it, and for whom?"""

    rungs: tuple[Rung, ...] = ()
    hints: tuple[str, ...] = ()


class CallRoll(Block, frozen=True):
    """The GM calls for a roll."""

    marks: tuple[tuple[int, str], ...] = ()
    reminder: str = ""  # for as long as a failure has no words (WF-120)
    hints: tuple[str, ...] = ()


class Npc(Part, frozen=True):
    person: Person
    aspects: tuple[str, ...] = ()
    notes: str = ""
    after: str = ""


class NpcList(Block, frozen=True):
    """The people the GM runs (WF-119)."""

    npcs: tuple[Npc, ...] = ()
    scale: tuple[Trait, ...] = ()  # 0d to 6d with their meanings (WF-29)


class PoolList(Block, frozen=True):
    """The pools of this game (WF-97)."""

    pools: tuple[PoolLine, ...] = ()
    reminder: str = ""  # a fifth pool (WF-97)
    hints: tuple[str, ...] = ()


class QuestionField(Part, frozen=True):
    key: str
    label: str
    kind: str = "text"  # text, choice, flag
    answer: str = ""
    hint: str = ""
    required: bool = False
    options: tuple[str, ...] = ()


class Question(Part, frozen=True):
    """One part of a special pool's questionnaire (WF-104)."""

    key: str
    number: int
    prompt: str
    fields: tuple[QuestionField, ...] = ()
    done: bool = False
    lit: bool = False  # a danger sign points here (WF-106)
    hint: str = ""
    shown: bool = False  # the players see it


class TrustLine(Part, frozen=True):
    """Part five, for one player who has dice in the pool (WF-107)."""

    who: str
    name: str
    owner_name: str = ""
    trust: str = ""
    told: bool = False
    note: str = ""


class PoolDesigner(Block, frozen=True):
    """A special pool on the drawing board, its five questions."""

    pool: PoolLine | None = None
    offered: bool = False
    questions: tuple[Question, ...] = ()
    trust: tuple[TrustLine, ...] = ()
    danger: tuple[str, ...] = ()
    reminder: str = ""
    hints: tuple[str, ...] = ()


class Desk(Block, frozen=True):
    """Everything else the GM may do, sorted."""

    hints: tuple[str, ...] = ()
