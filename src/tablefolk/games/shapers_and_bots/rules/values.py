"""The values the game is made of: sheets, items, rolls, challenges, fights, adventures."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from tablefolk.core.teller import Names
from tablefolk.games.shapers_and_bots.rules.content import Gear, Level, Size

# -- How long a text may be, how large a number ------------------------------------------------

Id = Annotated[str, Meta(max_length=80)]
Name = Annotated[str, Meta(max_length=60)]
Line = Annotated[str, Meta(max_length=200)]
Text = Annotated[str, Meta(max_length=2000)]
Key = Annotated[str, Meta(max_length=80)]  # of a rating: FIT, climbing, weapon:bow, shaping:air
Modified = Annotated[int, Meta(ge=-99, le=99)]  # a difficulty or a modifier
MOST_RATING = 99
DOWN = "down"  # the mark of somebody who is knocked over

# -- What an event names, so that its sentence says what people call it -------------------------

Who = Annotated[str, Names("who")]  # a character or a member
Somebody = Annotated[str, Names("somebody")]  # the same; a sheet without a name, by its species
Rating = Annotated[str, Names("rating")]
Part = Annotated[str, Names("part")]  # of a bot, or a penalty
Reason = Annotated[str, Names("reason")]  # why, at the end of a sentence

Base = Literal["SIZ", "FIT", "DEX", "INT", "AWR"]
Kind = Literal["animal", "bot", "sketch"]  # a sketch is an extra with only the numbers needed
Life = Literal["conscious", "unconscious", "dead"]
Outcome = Literal["fluke", "success", "failure", "fumble"]


# -- Things to carry (SB-85 … SB-89, SB-114 … SB-117) ------------------------------------------


class Item(Struct, frozen=True, omit_defaults=True):
    """Something somebody has with them, or that lies about."""

    id: int
    name: str
    size: Size | Literal[""] = ""  # "" is no weapon
    skill: str = ""  # the rating it is used with
    needs_draw: bool = False
    drawn: bool = False  # in hand; a rock not in hand is still to be picked up
    two_handed: bool = False
    thrown: bool = False  # it leaves the hand (SB-117)
    reload_actions: int = 0
    loaded: bool = True
    reload_left: int = 0
    armor: Level = "none"
    worn: bool = False
    place: str = ""  # where it lies, once dropped
    note: str = ""
    bundled: bool = False  # it came with a set of skills, and goes with it

    @classmethod
    def of(cls, gear: Gear, number: int) -> Item:
        """A thing of that sort; weapons are loaded at first (SB-116), armor is put on."""
        worn = gear.armor != "none"
        return cls(
            number,
            gear.name,
            gear.size,
            gear.skill,
            gear.needs_draw,
            two_handed=gear.two_handed,
            thrown=gear.thrown,
            reload_actions=gear.reload_actions,
            armor=gear.armor,
            worn=worn,
        )


# -- Sheets (SB-12 … SB-16, SB-36 … SB-84, SB-137 … SB-162) ------------------------------------


class BotPart(Struct, frozen=True, omit_defaults=True):
    """A feature a bot has taken, with what had to be noted (SB-152, SB-157)."""

    feature: str
    note: str = ""
    size: Size | Literal[""] = ""  # ruled for what has no class, such as a drill (SB-156)


class BotBody(Struct, frozen=True, omit_defaults=True):
    """What makes a bot (SB-150 … SB-162)."""

    locomotion: str = ""  # tracks, wheels or legs
    parts: tuple[BotPart, ...] = ()
    penalties: tuple[str, ...] = ()  # one, unless the Director has allowed more
    penalty_note: str = ""  # the keyword of an obedient one
    agreed: tuple[str, ...] = ()  # features the Director lets undo the penalty (SB-155)
    nose: bool = False  # the Director allows a sense of smell (SB-151)
    holder: str = ""  # who has the keyword or controller (SB-162)
    power: int | None = None  # steps left, where the Director keeps a power track (SB-158)
    power_most: int = 0
    overturned: bool = False  # a top-heavy one stays down (SB-161)


class Pending(Struct, frozen=True, omit_defaults=True):
    """A modifier that waits for the next roll of three dice, and is gone with it (SB-143)."""

    id: int
    value: int
    label: str
    by: str = ""  # the Luck shaper; "" is the Director


class Character(Struct, frozen=True, omit_defaults=True):
    """Somebody in the story: a player's animal or bot, or an extra."""

    id: str
    name: str = ""
    player: str = ""  # a member's id; "" with extra: the Director's
    extra: bool = False
    kind: Kind = "animal"
    species: str = ""
    age: str = ""
    look: str = ""
    calling: str = ""  # hero, rogue, villain, alone or in company (SB-12)
    notes: str = ""
    secret: str = ""  # the Director's own note (SB-175)
    portrait: str = ""
    change: dict[str, int] = field(default_factory=dict)  # base feature -> -3 … +3
    raises: dict[str, int] = field(default_factory=dict)  # rating key -> levels bought
    grown: dict[str, int] = field(default_factory=dict)  # rating key -> levels learned in play
    fixed: dict[str, int | None] = field(default_factory=dict)  # the Director's numbers (SB-43)
    shaping: tuple[str, ...] = ()  # kinds; one, unless the Director has allowed more (SB-138)
    black_belt: bool = False
    bot: BotBody | None = None
    items: tuple[Item, ...] = ()
    finished: bool = False
    ready: str = ""  # the ready-made it comes from
    hp: int | None = None  # None: not hurt, at the maximum
    life: Life = "conscious"
    blow: str = ""  # what hurt it last: a weapon, or what the Director wrote (SB-91)
    blow_by: str = ""  # and whose attack that was
    mourned: bool = False  # its player has said farewell (SB-104)
    waking: bool = False  # the Director has called for the waking roll (SB-101)
    wakes: str = ""  # how often it is called for: each round, each minute (SB-101)
    pending: tuple[Pending, ...] = ()
    marks: tuple[str, ...] = ()  # down, or what else the Director says; all see them
    place: str = ""  # where it stands (SB-118)
    left: bool = False  # out of the story; the sheet is kept (SB-104)
    adventure: int = 0  # the adventure that brought an extra, and takes it away again (SB-176)

    def item(self, number: int) -> Item | None:
        return next((item for item in self.items if item.id == number), None)


# -- Rolls (SB-10, SB-16 … SB-30) --------------------------------------------------------------


class Modifier(Struct, frozen=True, omit_defaults=True):
    """A named number in a roll."""

    label: str
    value: int


class Roll(Struct, frozen=True, omit_defaults=True):
    """Three dice as they fell, and all that was added (SB-18)."""

    id: int
    who: str
    purpose: str  # in words
    faces: tuple[int, ...]
    key: str = ""  # the rating rolled with; "" for knock-out and waking
    rating: int | None = 0  # None: no ability
    modifiers: tuple[Modifier, ...] = ()  # difficulty, situation, Luck
    outcome: Outcome = "failure"
    hidden: bool = False  # players see the outcome only (SB-168)
    used: tuple[int, ...] = ()  # pending modifiers that went into it
    ledger: str = ""  # the skill that now counts as used (SB-183)
    story: str = ""  # how a fluke or fumble came about (SB-26, SB-27)
    instead: str = ""  # another helpful outcome the Director chose for a fluke (SB-29)
    contest: Literal["", "scores", "flukes"] = ""  # 11 plays no part; flukes may not (SB-31, SB-35)
    outdone: bool = False  # a good defence that did not stop a fluke (SB-126)
    let_go: bool = False  # nobody waits for its story any more (SB-26, SB-27)

    @property
    def natural(self) -> int:
        return sum(self.faces)

    @property
    def modifier(self) -> int | None:
        """All that is added, or None where there is no ability (SB-10, SB-59)."""
        if self.rating is None:
            return None
        return self.rating + sum(m.value for m in self.modifiers)

    @property
    def score(self) -> int | None:
        return None if self.modifier is None else self.natural + self.modifier

    @property
    def succeeded(self) -> bool:
        return self.outcome in ("fluke", "success")

    @property
    def wants_story(self) -> bool:
        """The Director is asked for a line about it (SB-26, SB-27)."""
        counts = self.contest != "scores"  # else it is only announced (SB-35)
        return self.outcome in ("fluke", "fumble") and counts and not (self.story or self.let_go)


# -- Challenges and contests (SB-17 … SB-35) ---------------------------------------------------


class Challenge(Struct, frozen=True, omit_defaults=True):
    """Something tried against a difficulty; shaping is one too (SB-17, SB-140)."""

    id: int
    who: str
    what: str
    key: str
    difficulty: int = 0
    modifiers: tuple[Modifier, ...] = ()
    hidden: bool = False
    purpose: Literal["", "shaping", "healing", "smell"] = ""
    effect: str = ""  # luck_up, luck_down …: what a success brings by rule (SB-143)
    target: str = ""  # whom it is aimed at, or who is treated
    asked: bool = False  # the player asks for automatic success (SB-22)
    status: Literal["open", "rolled", "automatic", "withdrawn", "refused"] = "open"
    roll: int = 0
    answer: str = ""  # the Director's ruling on what came of it (SB-24, SB-102)
    focus: Literal["", "full", "hurried"] = ""  # how a shaper goes about it (SB-141)
    grave: bool = False  # water in a living creature: a serious crime (SB-147)
    resist: str = ""  # the rating the target defends with, where that is allowed (SB-148)
    resist_roll: int = 0
    stopped: bool = False  # it went well, and was resisted
    waits: bool = False  # it went well; the target has still to defend or not
    parts: tuple[str, ...] = ()  # bot features asked for, not yet granted (SB-157)
    after: int = 0  # the failed challenge it is a new try of (SB-24)
    cost: int = 0  # actions it takes in a fight, when it is done (SB-119)


class Side(Struct, frozen=True, omit_defaults=True):
    """Somebody in a contest and the rating they use (SB-31, SB-33)."""

    who: str
    key: str
    modifiers: tuple[Modifier, ...] = ()
    roll: int = 0  # of the present try; 0: still to roll
    out: bool = False  # not among those who tied, and so not rolling again


class Contest(Struct, frozen=True, omit_defaults=True):
    """A roll-off in which the higher score wins (SB-31)."""

    id: int
    what: str
    sides: tuple[Side, ...]
    hidden: bool = False
    tries: int = 1
    status: Literal["open", "tied", "won", "unusual", "ended"] = "open"
    tied: tuple[str, ...] = ()
    winner: str = ""
    answer: str = ""
    effect: str = ""  # what it brings by rule if the first side wins (SB-148)
    target: str = ""  # and to whom


# -- Fights (SB-105 … SB-136) ------------------------------------------------------------------

Slot = Literal["waiting", "acting", "done"]
Stage = Literal[
    "defence", "attack_roll", "defence_roll", "damage", "thing", "knockout", "berserk"
]  # fmt: skip
Source = Literal["", "none", "round", "borrowed", "owed", "granted"]  # of a defence


class Combatant(Struct, frozen=True, omit_defaults=True):
    """Somebody in a fight, and what they have left of this round."""

    who: str
    slot: Slot = "waiting"
    pool: Annotated[int, Meta(ge=0, le=4)] = 0  # ordinary actions left
    rage: Annotated[int, Meta(ge=0, le=1)] = 0
    attacks: int = 0  # ordinary ones made this round
    rage_attacks: int = 0
    debt: Annotated[int, Meta(ge=0, le=2)] = 0  # borrowed from the next round
    berserk: bool = False
    hasted: bool = False
    first: bool = False
    time_tried: bool = False
    acted: bool = False
    unseen: bool = False  # its next attack is a complete surprise, by ruling (SB-127)
    # What invariant 1 is counted from: opened with = spent + defended + lapsed + pool.
    opened: int = 0  # actions at the opening, haste included
    owed: int = 0  # debt at the opening
    spent: int = 0  # on its own turn
    defended: int = 0  # defences paid from this round
    lapsed: int = 0
    leaving: bool = False  # goes at the end of its turn (SB-108)
    side: str = ""  # heroes or foes
    nearest: str = ""  # whom its rage must strike, by ruling (SB-136)

    @property
    def fresh(self) -> bool:
        """Whether nothing of this round is used yet: full concentration needs that (SB-141)."""
        return not (self.acted or self.spent or self.defended)


class Attack(Struct, frozen=True, omit_defaults=True):
    """An attack under way, and what it waits for (T9 … T17)."""

    id: int
    attacker: str
    target: str = ""  # a character
    thing: str = ""  # or a thing, in words (SB-92)
    form: str = ""  # the way of attacking: item:7, natural:0, unarmed, bot:sawblade
    label: str = ""  # what it is called
    size: Size = "punch"
    key: str = ""  # the rating rolled
    modifiers: tuple[Modifier, ...] = ()
    stage: Stage = "defence"
    surprise: bool = False
    rage: bool = False  # paid from rage
    defence: Source = ""  # where the action comes from; owed: paid once it is rolled (SB-122)
    defence_key: str = ""
    defence_modifiers: tuple[Modifier, ...] = ()
    attack_roll: int = 0
    defence_roll: int = 0
    hit: bool = False
    damage_faces: tuple[int, ...] = ()
    damage: int = 0


class Fight(Struct, frozen=True, omit_defaults=True):
    """A fight: rounds of a few seconds in which everybody gets a turn."""

    id: int
    round: int = 0
    phase: Literal["idle", "opening", "turns", "closed"] = "idle"
    combatants: dict[str, Combatant] = field(default_factory=dict)
    order: tuple[str, ...] = ()  # of this round
    ties: tuple[str, ...] = ()  # the Director's ranking of those with equal FIT (SB-107)
    current: str = ""
    attack: Attack | None = None
    newcomers: tuple[str, ...] = ()  # join at the next opening (SB-108)
    allies: tuple[str, ...] = ()  # extras on the players’ side
    places: tuple[str, ...] = ()  # named spots (SB-118)
    buggy: tuple[str, ...] = ()  # bots the Director is asked about (SB-160)


class Plan(Struct, frozen=True, omit_defaults=True):
    """Two sides the Director has in mind; a forecast, and nothing more."""

    ours: tuple[str, ...] = ()
    theirs: tuple[str, ...] = ()


class Wound(Struct, frozen=True, omit_defaults=True):
    """An injury whose knock-out or berserk roll is still to come; each by itself (SB-98)."""

    id: int
    who: str
    damage: int
    stage: Literal["knockout", "berserk"] = "knockout"
    source: str = ""
    attack: bool = False  # it comes from the attack under way


# -- Adventures (SB-1 … SB-11, SB-170 … SB-184) ------------------------------------------------


class Note(Struct, frozen=True, omit_defaults=True):
    """Something the Director has written down for an adventure (SB-4, SB-175)."""

    id: int
    kind: Literal["scene", "extra", "place", "difficulty", "secret", "handout"]
    title: str
    text: str = ""
    difficulty: int | None = None
    skill: str = ""  # what a difficulty is rolled with
    spots: tuple[str, ...] = ()  # of a place: where one can run to in a fight (SB-118)


class Handout(Struct, frozen=True, omit_defaults=True):
    """Something shown to one player or to all (SB-175)."""

    id: int
    title: str
    text: str
    to: tuple[str, ...] = ()  # members; none: all


class Adventure(Struct, frozen=True, omit_defaults=True):
    """An adventure and its ledger (SB-176 … SB-183)."""

    id: int
    title: str
    status: Literal["draft", "running", "ended"] = "draft"
    notes: tuple[Note, ...] = ()
    used: dict[str, tuple[str, ...]] = field(default_factory=dict)  # character -> rating keys
    raised: dict[str, int] = field(default_factory=dict)  # character -> raises granted
    passed: tuple[str, ...] = ()  # who gets none this time
    wishes: dict[str, str] = field(default_factory=dict)  # character -> the rating key hoped for
    clock: str = ""  # game time, in words
    minutes: int = 0  # game time that debating took (SB-7)
    plan: Plan = Plan()  # its extras in the fight that its file has in mind (SB-105)


class Lesson(Struct, frozen=True, omit_defaults=True):
    """Something learned from a teacher (SB-181, SB-182)."""

    id: int
    who: str
    teacher: str
    key: str
    level: int
    price: str = ""
    quest: bool = False


class Ruling(Struct, frozen=True, omit_defaults=True):
    """A decision the rules give the Director (SB-8)."""

    id: int
    rule: str
    question: str
    answer: str
    reason: str = ""
    about: str = ""  # a character, where it is about one
    hidden: bool = False  # about something the players do not see (SB-168)


class Timer(Struct, frozen=True, omit_defaults=True):
    """Something that runs: a held breath, a debate; nothing happens by itself (SB-7, SB-48)."""

    id: int
    kind: Literal["debate", "breath", "other"]
    label: str
    who: str = ""
    minutes: int = 0  # how long it may run; 0: open
    running: bool = True
    seconds: int = 0  # how long it ran, as told by whoever stopped it


# -- Home-made things (SB-57, SB-66, SB-69, SB-172): see content.py for what they are ----------


class Specialty(Struct, frozen=True):
    """A named skill of a category that this table knows (SB-66)."""

    category: str
    name: str


class Example(Struct, frozen=True):
    """What a kind of shaping can do, and how hard that is (SB-172)."""

    kind: str
    text: str
    difficulty: int
