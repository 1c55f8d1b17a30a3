"""Characters on the page: beginning one, building it, and the finished sheet."""

from __future__ import annotations

from msgspec import field

from tablefolk.core.game import Block
from tablefolk.games.shapers_and_bots.page.blocks.base import Figure, Part, Portrait, Purse

# -- Beginning (SB-3, SB-36) -------------------------------------------------------------------


class Picture(Part, frozen=True):
    """A species, or a bot, to choose."""

    id: str
    portrait: Portrait
    name: str
    good: str  # what is special about it, in two or three words
    flavour: str = ""
    home: bool = False


class Face(Part, frozen=True):
    """Somebody one could be."""

    picture: Picture
    taken: str = ""  # who is one already
    ready: str = ""  # a ready-made one, to play at once
    name: str = ""  # who that is


class Boxed(Part, frozen=True):
    """One more ready-made character."""

    key: str
    name: str
    kind: str


class Begin(Block, frozen=True):
    """Who will you be? Pictures to choose from, and characters to play at once."""

    pictures: tuple[Face, ...] = ()
    others: tuple[Boxed, ...] = ()
    surprise: str = ""  # a ready-made one, for whoever cannot decide


# -- Building (SB-37 … SB-84, SB-149 … SB-156) -------------------------------------------------


class Stepper(Part, frozen=True):
    """A number one may raise or lower, and what the next level costs."""

    figure: Figure
    now: int = 0  # the change, or the levels bought
    price: int = 0
    next: str = ""  # what it would be then


class Way(Part, frozen=True):
    """Points spent at one tap."""

    id: str
    name: str
    words: str
    icon: str = ""


class Family(Part, frozen=True):
    """A family of skills with its branches (SB-65)."""

    id: str
    name: str
    start: str
    branches: tuple[str, ...] = ()  # those on the sheet


class ShapingLine(Part, frozen=True):
    """A kind of shaping to be born to (SB-138, SB-140)."""

    id: str
    name: str
    icon: str
    scope: str
    easy: str
    hard: str
    mine: Stepper | None = None  # how good one is at it


class PartLine(Part, frozen=True):
    """A bot's feature or penalty, taken or to be taken (SB-152)."""

    id: str
    name: str
    effect: str
    note: str = ""
    place: int = 0  # among those taken, from 1
    slots: int = 1
    home: bool = False


class Kit(Part, frozen=True):
    """Parts of one kind, or penalties: few enough to look through."""

    id: str
    name: str
    icon: str
    parts: tuple[PartLine, ...]
    penalty: bool = False


class BotBench(Part, frozen=True):
    """A bot on the workbench."""

    locomotion: str
    moves: tuple[tuple[str, str], ...]  # way of moving, icon
    taken: tuple[PartLine, ...] = ()
    penalties: tuple[PartLine, ...] = ()
    kits: tuple[Kit, ...] = ()
    slots: Purse = Purse(2, 0)
    hint: str = ""
    wrong: str = ""  # why it cannot be finished with these parts
    owes: bool = False  # a third part is there, its penalty is not


class ItemLine(Part, frozen=True):
    """A thing somebody has with them."""

    id: int
    name: str
    words: str = ""


class Maker(Block, frozen=True):
    """Somebody in the making, one step at a time, with pictures."""

    who: str = ""
    name: str = ""
    kind: str = ""
    mine: bool = False
    portrait: Portrait = Portrait()
    step: str = ""  # bot, points, skills, name, finish
    points: Purse = Purse(0, 0)
    skill_points: Purse = Purse(0, 0)
    spreads: tuple[Way, ...] = ()
    bundles: tuple[Way, ...] = ()
    born: tuple[str, str] = ("", "")  # the way to shaping, in words: what, and what of it (SB-137)
    instead: str = ""  # of what a bundle comes, and what stays (SB-84)
    bot: BotBench | None = None
    missing: tuple[str, ...] = ()
    overdrawn: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    hint: str = ""


class Born(Block, frozen=True):
    """What an animal may be born to shape, if the Director agrees (SB-137, SB-138)."""

    who: str = ""
    kinds: tuple[ShapingLine, ...] = ()
    points: Purse = Purse(0, 0)
    terms: dict[str, str] = field(default_factory=dict)


class Builder(Block, frozen=True):
    """A sheet in the making with every number there is, one by one."""

    who: str = ""
    name: str = ""
    kind: str = ""
    player: str = ""
    mine: bool = False
    portrait: Portrait = Portrait()
    flavour: str = ""
    features: tuple[Stepper, ...] = ()
    strength: Figure | None = None
    health: Figure | None = None
    armor: str = ""
    gifts: tuple[str, ...] = ()  # natural weapons and traits
    points: Purse = Purse(0, 0)
    skill_points: Purse = Purse(0, 0)
    skills: tuple[Stepper, ...] = ()  # always shown: common, and those with points in
    rest: tuple[Stepper, ...] = ()
    families: tuple[Family, ...] = ()
    born: bool = False  # may be a shaper (SB-137)
    items: tuple[ItemLine, ...] = ()
    enforced: bool = True  # an extra's budgets are shown, not enforced (SB-165)
    pictures: tuple[Picture, ...] = ()  # other species to choose
    hints: tuple[str, ...] = ()
    terms: dict[str, str] = field(default_factory=dict)


# -- The sheet ---------------------------------------------------------------------------------


class WeaponLine(Part, frozen=True):
    """A way to attack: what, how large, and the number rolled."""

    name: str
    size: str
    dice: int
    figure: Figure
    state: str = ""  # in hand, to be loaded


class Sheet(Block, frozen=True):
    """A finished character, as this seat may see it."""

    who: str = ""
    name: str = ""
    kind: str = ""
    player: str = ""
    mine: bool = False
    open: bool = False
    played: bool = True
    extra: bool = False
    portrait: Portrait = Portrait()
    state: str = ""  # unconscious, dead, out of the story
    age: str = ""
    look: str = ""
    calling: str = ""
    notes: str = ""
    secret: str = ""
    features: tuple[Figure, ...] = ()
    parts: tuple[Figure, ...] = ()  # senses and the like that are rated apart; Courage, Honesty
    hp: int = 0
    hp_most: int = 0
    hp_known: bool = True
    health: Figure | None = None
    armor: str = ""
    armor_from: str = ""
    hurts_from: int = 4
    skills: tuple[Figure, ...] = ()
    rest: tuple[Figure, ...] = ()
    shaping: tuple[Figure, ...] = ()
    weapons: tuple[WeaponLine, ...] = ()
    traits: tuple[str, ...] = ()
    moves: str = ""
    fitted: tuple[PartLine, ...] = ()
    lacking: tuple[PartLine, ...] = ()
    items: tuple[ItemLine, ...] = ()
    pending: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    terms: dict[str, str] = field(default_factory=dict)
