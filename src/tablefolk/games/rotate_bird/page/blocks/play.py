"""The parts of a test on the page: odds, the pool, the dice, the fallout."""

from __future__ import annotations

from tablefolk.core.game import Block
from tablefolk.games.rotate_bird.page.blocks.symbol import Part, Picture, Remark

# -- Odds (RB-38) ----------------------------------------------------------------------------


class Chance(Part, frozen=True):
    """A chance for the eye, for the ear and for the sceptic."""

    label: str
    share: float  # between 0 and 1, for drawing
    text: str  # "75%", or "impossible", "certain"
    exact: str = ""  # "3/4"
    kind: str = ""  # good, bad, edge: how it is drawn
    short: str = ""  # its label where there is little room


class Habit(Part, frozen=True):
    """How often each number is picked by somebody of this habit."""

    label: str
    numbers: tuple[Chance, ...]  # 6 first


class Outlook(Part, frozen=True):
    """What a pool will let its leader choose."""

    success: Chance
    main: tuple[Chance, ...]
    more: tuple[Chance, ...]
    habits: tuple[Habit, ...]
    one_more: Chance


# -- Tests -----------------------------------------------------------------------------------


class TrackLine(Part, frozen=True):
    """A track that a test is tied to."""

    track: int
    kind: str
    name: str
    boxes: int
    checked: int


class TapLine(Part, frozen=True):
    """A trait on offer: who, what, why, and what the GM says to it."""

    trait: int
    who: str
    name: str
    picture: Picture
    why: str = ""
    ruling: str = "accepted"
    note: str = ""
    answer: str = ""
    answered: bool = False  # here, or aloud
    hands: str = ""  # shown on it so far (RB-35)
    help: bool = False
    edge: bool = False


class PowerLine(Part, frozen=True):
    """A Doing trait, doing-form edge or combo in play (RB-63)."""

    trait: int
    name: str
    label: str
    pictures: tuple[Picture, ...]
    theme: str = ""


class HandCard(Part, frozen=True):
    """A symbol of one's own, where it lies: to tap, to take back, to mark."""

    trait: int
    picture: Picture
    marked: bool = False
    edge: str = ""  # what an edge stands for
    is_edge: bool = False
    tapped: bool = False


class PayCard(Part, frozen=True):
    """What could pay for fallout: a picture, a power, or an edge (RB-75, RB-93, RB-95)."""

    trait: int
    pictures: tuple[Picture, ...]
    name: str
    marked: bool = False
    edge: bool = False


class Pickable(Part, frozen=True):
    """A number that can be picked, with its whole meaning (RB-42)."""

    value: int
    times: int
    success: bool
    fallout: str
    edge: bool
    headline: str
    parts: tuple[str, ...]
    last: tuple[str, ...] = ()  # a last box: said louder (RB-117)
    trouble: str = ""  # what its fallout is, and what could pay for it
    take: str = ""  # what the button says that takes it


class Fallen(Part, frozen=True):
    """A fallout symbol with readings at three stakes (RB-92)."""

    face: int
    picture: Picture
    readings: tuple[tuple[str, str], ...] = ()


class Gift(Part, frozen=True):
    """A Doing trait, and its symbols as parts of a combo: `9.1` (RB-203)."""

    name: str
    parts: tuple[tuple[str, Picture], ...]


class Combining(Part, frozen=True):
    """What one partner could give to a combo (RB-203)."""

    who: str
    name: str
    gifts: tuple[Gift, ...]


class TestCard(Block, frozen=True):
    """A test from its frame to its end."""

    test: int = 0
    title: str = ""  # the intent
    leader: str = ""
    mine: bool = False
    helps: bool = False  # this seat has a part in it
    setup: str = ""  # who is set up
    phase: str = ""
    challenges: tuple[str, ...] = ()
    epic: bool = False
    acknowledged: bool = False
    settled: bool = False  # what is special about it is taken on, and paid
    paid: Picture | None = None
    last_trait: bool = False  # paying leaves nothing to tap (RB-127)
    needs: str = ""
    npc: str = ""
    opposes: Picture | None = None
    faced: str = ""  # the NPC's power that is used
    answered: bool = False
    tracks: tuple[TrackLine, ...] = ()
    repeated: str = ""  # exactly these traits were used before (RB-108)
    taps: tuple[TapLine, ...] = ()
    powers: tuple[PowerLine, ...] = ()
    dice: int = 0
    pool: str = ""  # what the book says to a pool of that size (RB-37)
    outlook: Outlook | None = None
    odds_note: str = ""
    hand: tuple[HandCard, ...] = ()
    purse: tuple[PayCard, ...] = ()  # what could pay for the fallout
    puns: bool = False
    faces: tuple[int, ...] = ()
    choices: tuple[Pickable, ...] = ()
    picked: int = 0
    result: Pickable | None = None
    shrugged: Picture | None = None
    may_shrug: bool = False  # the NPC may still negate the success (RB-134)
    fallout: str = ""
    fallen: tuple[Fallen, ...] = ()
    doubled: bool = False
    strikes: tuple[str, ...] = ()
    able: tuple[str, ...] = ()
    forced: bool = False
    offset: str = ""
    paid_by: str = ""
    lost: bool = False  # an edge that had to go: the GM tells how (RB-76)
    won: tuple[Picture, ...] = ()  # an edge that may be handed on (RB-56)
    asked: str = ""
    ideas: tuple[Remark, ...] = ()
    outcome: str = ""
    reminders: tuple[str, ...] = ()  # for the GM who describes (RB-90, RB-91, RB-119)
    hinted: bool = False  # there is something to mind, beside it


class TestAside(Block, frozen=True):
    """What lies beside a test: all the odds, what to mind, ways that are seldom gone."""

    test: int = 0
    dice: int = 0
    pool: str = ""  # what the book says to a pool of that size (RB-37)
    outlook: Outlook | None = None
    partners: tuple[Combining, ...] = ()
    combo_size: int = 0
    hints: tuple[str, ...] = ()


class Known(Part, frozen=True):
    """What a scenario says about a Factor, or about two of them."""

    about: str
    pictures: tuple[Picture, ...]
    facts: tuple[str, ...]


class Idle(Block, frozen=True):
    """Nothing is asked: what could be begun."""

    making: str = ""  # who has no character yet, or one that is not ready
    alone: bool = False  # nobody has one
    gm: bool = False
    first: bool = False  # nothing has been played yet: how the evening begins
    worksheet: str = ""  # the part in which a scenario is made together, where there is none yet
    incident: str = ""  # of the scenario that was made
    known: tuple[Known, ...] = ()  # its facts, for whoever says what people see


class Try(Block, frozen=True):
    """Something could fail: open a test."""

    text: str = ""  # why nobody could
    heroes: tuple[tuple[str, str], ...] = ()  # who could act now
    gm: bool = False
    hand: tuple[HandCard, ...] = ()  # what one has to try it with
    hints: tuple[str, ...] = ()
