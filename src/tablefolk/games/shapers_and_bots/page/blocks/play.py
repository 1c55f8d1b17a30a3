"""The parts of a page that are the play itself: challenges, contests, fights, harm, growing."""

from __future__ import annotations

from collections.abc import Iterable

from tablefolk.core import game
from tablefolk.core.game import Block
from tablefolk.games.shapers_and_bots.page.blocks.base import Part, Portrait

# Beyond these, "1 in 10" and "9 in 10" would make different chances look alike.
RARE, AS_GOOD_AS_SURE = 0.095, 0.945
LEAST = 0.005  # less than that is not one in a hundred
TEN, HUNDRED = 10, 100

# -- Small parts ---------------------------------------------------------------------------------


class Chance(game.Chance, frozen=True):
    """A chance that a child can read, too."""

    error: str = ""  # "± 1.1" of an estimate
    words: str = ""  # "very likely", for a child of eight

    @property
    def tens(self) -> int:
        """In how many of ten times: never and always only where it is so."""
        if self.share in (0.0, 1.0):
            return int(self.share * 10)
        return min(9, max(1, round(self.share * 10)))

    @property
    def often(self) -> str:
        """So many of ten; where that says too little, so many of a hundred."""
        return self.out_of(scale((self,)))

    def out_of(self, many: int) -> str:
        """So many of ten or of a hundred; never and always in words."""
        if self.share in (0.0, 1.0):
            return "sure" if self.share else "never"
        if many == TEN:
            return f"{self.tens} in {many}"
        if not LEAST <= self.share <= 1 - LEAST:
            return f"over 99 in {many}" if self.share > 0.5 else f"under 1 in {many}"
        return f"{min(99, max(1, round(self.share * 100)))} in {many}"

    @property
    def dots(self) -> int:
        """The same as dots of ten, of which none or all may be full."""
        return 0 if self.share < RARE / 2 else 10 if self.share > AS_GOOD_AS_SURE else self.tens


def scale(chances: Iterable[Chance | None]) -> int:
    """Of ten, or of a hundred where one of them needs it: one scale for all on a card."""
    shares = (chance.share for chance in chances if chance)
    fine = any(0 < share < RARE or AS_GOOD_AS_SURE < share < 1 for share in shares)
    return HUNDRED if fine else TEN


class OutcomeLine(Part, frozen=True):
    """One thing that may happen, as the legend of a bar has it."""

    kind: str  # worst … greatest: its colour
    label: str
    chance: Chance


class Person(Part, frozen=True):
    """Somebody, by face and name."""

    who: str
    name: str
    portrait: Portrait
    mine: bool = False
    extra: bool = False
    state: str = ""  # unconscious, dead: what keeps them from acting
    asks: bool = False  # a number is missing (SB-169)


class Addend(Part, frozen=True):
    """A named number in a roll."""

    label: str
    value: str  # +2, −1


class RollCard(Block, frozen=True):
    """Three dice as they fell, what was added, what came of it (SB-10, SB-18)."""

    roll: int = 0
    person: Person | None = None
    purpose: str = ""
    faces: tuple[int, ...] = ()
    natural: int = 0
    notation: str = ""  # 3D+4
    rating: str = ""  # what was rolled with
    addends: tuple[Addend, ...] = ()
    score: str = ""
    target: str = ""  # 11, where it counts
    outcome: str = ""
    headline: str = ""
    hidden: bool = False
    story: str = ""
    hand: str = ""  # whose dice these are, where several throw together


class DamageRoll(Block, frozen=True):
    """Damage dice in the story: those that hurt are marked (SB-86)."""

    faces: tuple[int, ...] = ()
    hurt: tuple[int, ...] = ()
    hurts_from: int = 0
    points: int = 0


class Throw(Part, frozen=True):
    """Three dice that are about to fall: what is added, and how likely each end is."""

    notation: str = ""
    rating: str = ""
    addends: tuple[Addend, ...] = ()
    chance: Chance | None = None
    outcomes: tuple[OutcomeLine, ...] = ()
    missing: str = ""  # the number somebody was never given (SB-169)
    against: str = ""  # the defence that the chance counts in (SB-124)


# -- Challenges (SB-17 … SB-30, SB-170) ----------------------------------------------------------


class Stop(Part, frozen=True):
    """A place on the difficulty dial, and the chance if it were turned there."""

    value: int
    text: str  # −3
    name: str = ""  # hard
    now: bool = False
    chance: Chance | None = None


class Wanted(Part, frozen=True):
    """A bot's part somebody wants to use, and what the Director may give for it (SB-157)."""

    id: str
    name: str
    asked: bool = False


class ChallengeCard(Block, frozen=True):
    """Something tried against a difficulty, until the dice have fallen and after."""

    challenge: int = 0
    what: str = ""
    person: Person | None = None
    mine: bool = False
    status: str = ""
    kind: str = ""  # shaping, healing, smell
    icon: str = ""
    hidden: bool = False
    grave: bool = False
    target: Person | None = None
    focus: str = ""
    difficulty: str = ""
    takes: str = ""  # in a fight: what it takes of the turn (SB-119, SB-141)
    throw: Throw | None = None
    stops: tuple[Stop, ...] = ()
    lucky: bool = False  # only a fluke helps, however hard it is
    guide: tuple[str, ...] = ()  # of shaping: what is easy, what is hard (SB-140)
    asked: bool = False  # whether this may go without dice (SB-22)
    easy: str = ""  # rating and difficulty, where it may be automatic (SB-21)
    hope: bool = False  # only a fluke helps, and flukes exist
    parts: tuple[Wanted, ...] = ()
    resist: str = ""  # what the target may defend with (SB-148)
    against: Throw | None = None  # the target's dice
    roll: RollCard | None = None
    defence: RollCard | None = None
    stopped: bool = False
    answer: str = ""
    waits: str = ""
    odds_note: str = ""
    hints: tuple[str, ...] = ()


class Tile(Part, frozen=True):
    """Something somebody can do, as a picture to tap."""

    key: str
    label: str
    rating: str
    icon: str
    stars: int = 0  # none to three
    words: str = ""  # great, good, fair, so-so


class Power(Part, frozen=True):
    """What a shaper can shape, and the part that leads to it (SB-137)."""

    part: str
    tile: Tile
    note: str = ""  # what it takes on one's turn
    why_not: str = ""  # why it cannot be tried just now


class Try(Block, frozen=True):
    """Something could go wrong: somebody tries something."""

    person: Person | None = None
    tiles: tuple[Tile, ...] = ()
    powers: tuple[Power, ...] = ()
    helps: str = ""  # who may help, where one is knocked out


class Cannot(Block, frozen=True):
    """What somebody cannot do at all (SB-77)."""

    name: str = ""
    lines: tuple[tuple[str, str], ...] = ()  # (what, why not)


class Next(Block, frozen=True):
    """The Director, while nothing is asked: ways to go on."""

    book: int = 0  # the adventure that is being played
    asleep: tuple[tuple[str, str], ...] = ()  # who lies there, and that in words (SB-101)
    hints: tuple[str, ...] = ()


class Call(Block, frozen=True):
    """Everybody from whom the Director may call for dice, one by one or all at once."""

    people: tuple[Person, ...] = ()
    signs: tuple[tuple[str, str, str], ...] = ()  # what all may roll with: key, icon, name


class Caller(Block, frozen=True):
    """What the Director may call for from somebody."""

    person: Person | None = None
    tiles: tuple[Tile, ...] = ()


class Stories(Block, frozen=True):
    """Flukes and fumbles that want a story (SB-26, SB-27, SB-29)."""

    rolls: tuple[RollCard, ...] = ()
    hints: tuple[str, ...] = ()


class TryLine(Part, frozen=True):
    """A challenge that is over, in a line."""

    id: int
    name: str
    what: str
    outcome: str
    told: str
    answer: str = ""


class Earlier(Block, frozen=True):
    """Challenges that lie behind, for a new try or a last word (SB-24)."""

    lines: tuple[TryLine, ...] = ()


# -- Contests (SB-31 … SB-35) --------------------------------------------------------------------


class SideCard(Part, frozen=True):
    """One side of a contest."""

    person: Person
    rating: str
    notation: str = ""
    addends: tuple[Addend, ...] = ()
    chance: Chance | None = None
    roll: RollCard | None = None
    rolled: bool = False
    won: bool = False
    out: bool = False
    missing: str = ""


class ContestCard(Block, frozen=True):
    """A roll-off: the higher score wins."""

    contest: int = 0
    what: str = ""
    status: str = ""
    tries: int = 1
    sides: tuple[SideCard, ...] = ()
    tie: Chance | None = None
    answer: str = ""
    waits: str = ""
    flukes: bool = False
    hints: tuple[str, ...] = ()

    @property
    def scale(self) -> int:
        return scale(side.chance for side in self.sides)


# -- Fights (SB-105 … SB-136) --------------------------------------------------------------------


class FighterCard(Part, frozen=True):
    """Somebody in the initiative strip: who is on, what they have left, how they are."""

    person: Person
    side: str  # heroes or foes
    turn: str  # now, next, waiting, done, down, dead
    actions: tuple[str, ...] = ()  # one for each pip: left, spent, rage, lost
    debt: int = 0  # borrowed from the next round
    hp: int = 0
    hp_most: int = 0
    hp_known: bool = False  # whether this seat may know them
    berserk: bool = False
    hasted: bool = False
    first: bool = False
    leaving: bool = False
    unseen: bool = False  # its next attack will be a complete surprise
    holds: tuple[str, ...] = ()
    armor: str = ""
    place: str = ""
    luck: tuple[Addend, ...] = ()
    marks: tuple[str, ...] = ()  # down, or what else the Director says
    newcomer: bool = False


class WayCard(Part, frozen=True):
    """A way to attack, as a button."""

    id: str
    label: str
    icon: str
    dice: int
    rating: str
    notation: str = ""
    chance: Chance | None = None
    refusal: str = ""


class TargetCard(Part, frozen=True):
    """Somebody who can be attacked."""

    person: Person
    foe: bool = True
    down: bool = False
    note: str = ""  # how it may defend
    holds: tuple[str, ...] = ()


class Turn(Part, frozen=True):
    """One's turn: whom to attack and how, and what else there is to do."""

    person: Person
    actions: int
    rage: int
    ways: tuple[WayCard, ...] = ()
    targets: tuple[TargetCard, ...] = ()
    must_attack: bool = False
    attacked: bool = False
    places: tuple[str, ...] = ()
    stand_in: bool = False  # the Director looks at a player's turn
    keeps: int = 0  # actions that would be left for a defence (SB-115, SB-133)
    powers: tuple[Power, ...] = ()

    @property
    def scale(self) -> int:
        return scale(way.chance for way in self.ways)


class Fate(Part, frozen=True):
    """What a blow may come to: how likely it kills or fells, and all that may happen."""

    chance: Chance | None = None  # that it hurts, or hits
    kills: Chance | None = None
    fells: Chance | None = None
    ending: tuple[OutcomeLine, ...] = ()


class DefenceCard(Part, frozen=True):
    """A rating to defend with."""

    key: str
    label: str
    icon: str
    notation: str = ""
    fate: Fate = Fate()  # if one defends with it
    holds: Chance | None = None  # that this very roll succeeds
    how: str = ""  # defend; or, where there are several ways, with what


class StepLine(Part, frozen=True):
    key: str
    name: str
    state: str  # past, now, next


class DamageCard(Part, frozen=True):
    """Damage dice: those that hurt are marked (SB-86)."""

    faces: tuple[int, ...]
    hurt: tuple[int, ...]  # places of those that do
    hurts_from: int
    points: int
    armor: str = ""


class AttackCard(Part, frozen=True):
    """An attack, step by step: declared, defended, rolled, damage, staying up, rage."""

    attack: int
    attacker: Person
    target: Person | None
    thing: str
    label: str
    icon: str
    dice: int
    stage: str
    steps: tuple[StepLine, ...]
    question: str  # to this seat, or whom the table waits for
    mine: bool  # this seat answers
    surprise: bool = False
    rage: bool = False
    defended: str = ""  # none, round, borrowed, owed
    undefended: str = ""  # why nobody is asked about a defence
    throw: Throw | None = None  # what is thrown next
    damage_next: tuple[OutcomeLine, ...] = ()
    without: Fate = Fate()  # if nobody defends
    harm: str = ""  # whether it hurts or only hits, as far as one may know
    killed: str = ""  # what it does to the target at the worst, in words
    felled: str = ""
    defences: tuple[DefenceCard, ...] = ()
    source: str = ""
    attack_roll: RollCard | None = None
    defence_roll: RollCard | None = None
    damage: DamageCard | None = None
    hints: tuple[str, ...] = ()

    @property
    def scale(self) -> int:
        fates = (self.without, *(d.fate for d in self.defences))
        return scale(chance for f in fates for chance in (f.chance, f.kills, f.fells))


class TimeCard(Part, frozen=True):
    """A Time shaper who may bend this round, and how likely that is (SB-142)."""

    person: Person
    first: Chance | None = None
    four: Chance | None = None

    @property
    def scale(self) -> int:
        return scale((self.first, self.four))


class Fight(Block, frozen=True):
    """A fight: who is on, who is next, who is down; and the one question that is open."""

    round: int = 0
    phase: str = ""
    strip: tuple[FighterCard, ...] = ()
    newcomers: tuple[Person, ...] = ()
    helps: str = ""  # who may help, where one is knocked out
    waits_for: str = ""
    mine: bool = False
    asks: str = ""  # turn, time, buggy, open_round, begin_turns, defence …
    turn: Turn | None = None
    attack: AttackCard | None = None
    time: tuple[TimeCard, ...] = ()
    defends: bool = False  # this seat may also defend with something unusual
    stands_in: str = ""  # for whom the Director could act
    asked: Person | None = None
    ground: tuple[str, ...] = ()
    ties: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()


# -- Harm (SB-90 … SB-104) -----------------------------------------------------------------------


class HarmCard(Block, frozen=True):
    """Somebody rolls to stay up, or to wake up."""

    person: Person | None = None
    kind: str = ""  # knockout, berserk, waking
    mine: bool = False
    throw: Throw | None = None
    waits: str = ""
    hints: tuple[str, ...] = ()


class Farewell(Block, frozen=True):
    """One's own character is gone: its face, and how it came (SB-95, SB-104)."""

    person: Person | None = None
    how: str = ""
    fight: bool = False  # there is one to watch


class Sickbed(Block, frozen=True):
    """Who is hurt or down, and what the Director lets treatment bring (SB-91, SB-101, SB-102)."""

    people: tuple[FighterCard, ...] = ()
    hints: tuple[str, ...] = ()


# -- Shaping (SB-137 … SB-148) -------------------------------------------------------------------


class Example(Part, frozen=True):
    """What a kind of shaping can do, as a chip."""

    text: str
    difficulty: int
    label: str  # easy, hard, −5
    chance: Chance | None = None
    hurried: Chance | None = None  # in a fight, with one action


class ShapingPanel(Block, frozen=True):
    """What somebody can shape, with examples to tap and the chance of each."""

    person: Person | None = None
    people: tuple[Person, ...] = ()  # at whom something can be shaped
    kind: str = ""
    name: str = ""
    icon: str = ""
    rating: str = ""
    scope: str = ""
    expert: str = ""
    examples: tuple[Example, ...] = ()
    hurried: bool = False
    full: bool = True
    hints: tuple[str, ...] = ()


# -- Bots in play (SB-156 … SB-163) --------------------------------------------------------------


class BotPanel(Block, frozen=True):
    """A bot at the table: its parts, its power, what the Director should remember."""

    person: Person | None = None
    parts: tuple[tuple[str, str], ...] = ()  # name, and what is noted
    dead_radio: bool = False
    power: int = 0
    power_most: int = 0
    power_notes: tuple[str, ...] = ()
    overturned: bool = False
    holder: str = ""
    prompts: tuple[str, ...] = ()
    polish: str = ""


# -- Things at hand, outside a fight (SB-112, SB-114) ---------------------------------------------


class BeltLine(Part, frozen=True):
    """What somebody holds and carries."""

    person: Person
    held: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()


class Belt(Block, frozen=True):
    """Things in hand, at the belt and on the ground."""

    people: tuple[BeltLine, ...] = ()
    ground: tuple[str, ...] = ()


# -- The Director's desk --------------------------------------------------------------------------


class ForecastLine(Part, frozen=True):
    """How one fighter ends."""

    name: str
    side: int
    hp_now: str
    up: Chance
    out: Chance
    dead: Chance
    hp: str


class ForecastCard(Block, frozen=True):
    """Two sides, who will win, and how hurt they end: exactly, or as an estimate."""

    ours: tuple[Person, ...] = ()
    theirs: tuple[Person, ...] = ()
    under_way: bool = False
    exact: bool = False
    trials: int = 0
    wins: tuple[Chance, ...] = ()
    goes_on: Chance | None = None
    rounds: str = ""
    lasts: str = ""  # how long that takes at the table
    long: bool = False  # longer than children sit
    lines: tuple[ForecastLine, ...] = ()
    assumed: tuple[str, ...] = ()
    guessed: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    tied: tuple[str, ...] = ()
    problem: str = ""
    hints: tuple[str, ...] = ()


class RulingLine(Part, frozen=True):
    rule: str
    question: str
    answer: str
    reason: str = ""
    about: str = ""
    hidden: bool = False


class Rulings(Block, frozen=True):
    """What the Director has decided (SB-8)."""

    rulings: tuple[RulingLine, ...] = ()
    more: int = 0


class Quick(Block, frozen=True):
    """The Director's small levers: modifiers, harm, missing numbers, the surroundings (SB-171)."""

    where: str = ""
    people: tuple[Person, ...] = ()
    hints: tuple[str, ...] = ()


class Right(Part, frozen=True):
    """Somebody whose numbers can be put right."""

    person: Person
    state: str


class PutRight(Block, frozen=True):
    """Numbers as they should have been, before and after on record (SB-173)."""

    people: tuple[Right, ...] = ()


# -- Growing (SB-176 … SB-183) -------------------------------------------------------------------


class Grown(Part, frozen=True):
    """Somebody's skills of this adventure, and what they have learned."""

    person: Person
    used: tuple[tuple[str, str, str, str], ...] = ()  # key, name, rating now, and one better
    raised: str = ""
    lessons: tuple[str, ...] = ()
    wish: str = ""  # the key of what they would like to be better at


class Growing(Block, frozen=True):
    """The ledger of skills used, raises, teachers."""

    title: str = ""
    over: bool = False
    people: tuple[Grown, ...] = ()
    hints: tuple[str, ...] = ()
