"""The parts of a Wheel of Fate page: plain values, each drawn by the template of its name."""

from __future__ import annotations

from typing import TypeVar

from msgspec import Struct, field

from tablefolk.core.game import Block, Chance

K = TypeVar("K", bound=Struct)


class Part(Struct, frozen=True, omit_defaults=True):
    """A detail of a block."""


def made(kind: type[K], /, *of: Struct, **own: object) -> K:
    """A block or part with what these things have by the same names; what is its own is said."""
    names = kind.__struct_fields__
    same = {name: getattr(one, name) for one in of for name in names if hasattr(one, name)}
    return kind(**(same | own))


# -- Odds (WF-26, WF-128) --------------------------------------------------------------------


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
    offered: bool = True


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
    part: str = ""  # where it is written, by its owner
    done: bool = False
    waits: bool = False  # nothing to do until others have a character (WF-111)
    missing: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


class Remark(Part, frozen=True):
    by: str
    text: str


class Sketch(Block, frozen=True):
    """A character in the making: how far it is, and what is written."""

    who: str = ""
    name: str = ""
    owner_name: str = ""
    mine: bool = False
    ready: bool = False
    steps: tuple[Step, ...] = ()
    summary: str = ""
    traits: tuple[Trait, ...] = ()
    aspects: tuple[AspectLine, ...] = ()
    pools: tuple[PoolLine, ...] = ()
    ties: tuple[Tie, ...] = ()
    answers: tuple[Told, ...] = ()
    last: Told | None = None
    remarks: tuple[Remark, ...] = ()
    writes: MakingPage | None = None  # for the GM, who may write in somebody's stead
    openings: tuple[Told, ...] = ()  # what has just gone wrong, for all together (WF-117)
    relaid: str = ""  # where the box's pool dice lie, at a table with other pools (WF-116)


class Written(Part, frozen=True):
    """Something that is written already; a tap changes it."""

    part: str
    label: str
    text: str


class Spread(Part, frozen=True):
    """A good way to lay the dice of the three attributes (WF-112)."""

    label: str
    dice: tuple[int, ...]


class MakingPage(Block, frozen=True):
    """One step of making a character, alone (WF-109)."""

    who: str = ""
    name: str = ""
    key: str = ""  # "summary", "question-3"
    back: str = ""  # the part before it
    hint: str = ""
    warnings: tuple[str, ...] = ()
    dice: int = 8
    spreads: tuple[Spread, ...] = ()  # good ways to lay them, to take at one tap
    scale: tuple[Trait, ...] = ()  # 1d to 6d with their meanings
    extremes: tuple[tuple[str, int, str], ...] = ()  # an attribute, its dice, what to think about
    traits: tuple[Trait, ...] = ()
    pools: tuple[PoolLine, ...] = ()
    pool_dice: int = 3
    aspects: tuple[AspectLine, ...] = ()
    questions: tuple[str, ...] = ()
    written: tuple[Written, ...] = ()  # of the same step


class ReadyMade(Part, frozen=True):
    """A character that can be taken as it is."""

    key: str
    name: str
    summary: str = ""
    traits: tuple[Trait, ...] = ()
    aspects: tuple[str, ...] = ()


class Creation(Block, frozen=True):
    """Who has a character, and who takes or begins one."""

    open: bool = False
    late: bool = False  # play has begun; somebody joins later (WF-55)
    without: tuple[str, ...] = ()  # names of players without a character (WF-108)
    drafts: tuple[tuple[str, str, str], ...] = ()  # (part, name, how far)
    begin: bool = False  # this seat has no character yet
    ready_made: tuple[ReadyMade, ...] = ()
    openings: tuple[Told, ...] = ()  # for the GM, what has just gone wrong for each (WF-117)
    sketches: tuple[tuple[str, str], ...] = ()  # (part, name) of pools not on offer yet
    hints: tuple[str, ...] = ()


class Openings(Block, frozen=True):
    """What has just gone wrong for everybody: the opening situation (WF-117)."""

    question: str = ""
    told: tuple[Told, ...] = ()


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
    more: str = ""  # the part behind it
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
    won: bool = False  # the other side can do nothing at all: nobody throws (WF-71)
    unthrown: bool = False  # as it stands nobody throws (WF-15, WF-71)
    behind: tuple[str, ...] = ()  # parts behind the card, by the ends of their keys
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
    hand: str = ""  # whose dice they are, in a word, where both sides' fall together (WF-65)
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
    hidden: bool = False  # the GM alone sees what it was held against (WF-20)
    rule: str = ""
    hints: tuple[str, ...] = ()


class Race(Block, frozen=True):
    """Everybody's dice where each threw once, the highest first (WF-73)."""

    hands: tuple[Thrown, ...] = ()


# -- Contests --------------------------------------------------------------------------------


class Turn(Part, frozen=True):
    """A participant's place in the round."""

    who: str
    name: str
    npc: bool = False
    mine: bool = False
    side: str = ""
    speed: int = 0
    way: str = ""  # with what it is so fast, where that is not what it is about (WF-89)
    haste: int = 0
    stress: int = 0
    pending: int = 0
    conditions: tuple[str, ...] = ()
    acted: bool = False
    turn: bool = False
    gave_in: bool = False
    unable: bool = False  # has nothing left to act with: passed over (WF-90)
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
    marks: bool = False  # with it the winner is bound to the loser for this round (WF-94)
    front: int = 0  # the roll on whose side this seat looks on
    loser: str = ""  # on whom the stress would fall
    held: bool = False  # the stress waits until the group has acted (WF-87)
    ways: str = ""  # what each side rolls, where it is not what the contest is about (WF-64)
    note: str = ""
    outlook: Outlook | None = None
    outlook_of: str = ""
    firsts: tuple[Outcome, ...] = ()  # who comes first, where all throw once


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
    chances: dict[str, Chance] = field(
        default_factory=dict
    )  # to win against each, for the one whose turn it is
    friends: tuple[str, ...] = ()  # of the one whose turn it is
    now: str = ""  # whose turn it is, in words
    more: str = ""  # the part behind it
    note: str = ""  # to whoever is out: what is left to them (WF-76, WF-89)
    still: tuple[Tile, ...] = ()  # what they can do all the same
    over: bool = False  # nobody is left against those who stand: the GM says whether it is over


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
    left: tuple[str, ...] = ()  # the aspects that scenes have left so far
    hints: tuple[str, ...] = ()


# -- Where nothing goes on -------------------------------------------------------------------


class Tile(Part, frozen=True):
    """A way to begin something: it leads to a part."""

    part: str
    label: str
    why: str = ""
    icon: str = ""


class Idle(Block, frozen=True):
    """What could be done now."""

    tiles: tuple[Tile, ...] = ()
    aspects: tuple[tuple[str, str], ...] = ()  # (part, text)
    text: str = ""
    talks: bool = True  # an onlooker has nothing to say it with


class Acting(Block, frozen=True):
    """Something one does of one's own accord: a sentence, and its forms."""

    text: str = ""
    none: str = ""  # why there is no form, where there is none
    hints: tuple[str, ...] = ()


class More(Block, frozen=True):
    """All the rest that could be done about something, and advice on it."""

    hints: tuple[str, ...] = ()


class EveryOdds(Block, frozen=True):
    """Every outcome of a roll with its fraction, and what one more die would change (WF-26)."""

    outlook: Outlook | None = None


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


class Ladder(Part, frozen=True):
    """Everybody's plain chance with one attribute or pool, mark by mark (WF-128)."""

    key: str
    name: str
    people: tuple[tuple[str, str, int], ...]  # (id, name, dice)
    rungs: tuple[tuple[Chance, ...], ...]
    beyond: str = ""  # which marks nobody reaches without aspects


class CallRoll(Block, frozen=True):
    """The GM calls for a roll."""

    marks: tuple[tuple[int, str], ...] = ()
    reach: tuple[Ladder, ...] = ()
    special: tuple[Ladder, ...] = ()  # pools that are dice of their own
    players: tuple[str, ...] = ()  # the characters who are called unless they are left out
    reminder: str = ""  # for as long as a failure has no words (WF-120)
    hints: tuple[str, ...] = ()


class Npc(Block, frozen=True):
    """Somebody the GM runs (WF-119)."""

    person: Person | None = None
    aspects: tuple[str, ...] = ()
    notes: str = ""
    after: str = ""


class NpcList(Block, frozen=True):
    """Somebody new, and whom the GM runs already (WF-119)."""

    npcs: tuple[tuple[str, str], ...] = ()  # (part, name)
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
    """Who sits where (WF-2)."""
