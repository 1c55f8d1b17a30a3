"""The parts of a page that are the play itself: sheets, creation, tests, edges."""

from __future__ import annotations

from tablefolk.core.game import Block
from tablefolk.games.rotate_bird.page.blocks.symbol import Part, Picture

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


# -- Sheets (RB-13) --------------------------------------------------------------------------


class BeingCard(Part, frozen=True):
    """A Being trait: a picture and nothing else (RB-16)."""

    trait: int
    picture: Picture
    marked: bool = False


class DoingCard(Part, frozen=True):
    """A named power; on a sheet without a name yet it waits for one."""

    trait: int
    pictures: tuple[Picture, ...]
    name: str = ""
    theme: str = ""
    marked: bool = False


class Remark(Part, frozen=True):
    by: str
    text: str


class EdgeCard(Part, frozen=True):
    """An edge in Having (RB-70)."""

    edge: int
    pictures: tuple[Picture, ...] = ()
    doing: bool = False
    name: str = ""
    meaning: str = ""
    nature: str = ""
    kept: bool = False  # cannot be given away
    suggestions: tuple[Remark, ...] = ()


class ComboLine(Part, frozen=True):
    """A combined action as it stands on a sheet (RB-204)."""

    combo: int
    text: str
    name: str
    pictures: tuple[Picture, ...]
    note: str = ""


class Sheet(Block, frozen=True):
    """One character: Being, Doing, Having."""

    who: str = ""
    name: str = ""
    title: str = ""
    player: str = ""
    mine: bool = False
    description: str = ""
    theme: str = ""
    being: tuple[BeingCard, ...] = ()
    doing: tuple[DoingCard, ...] = ()
    having: tuple[EdgeCard, ...] = ()
    combos: tuple[ComboLine, ...] = ()
    missing: tuple[str, ...] = ()
    recovery: str = ""
    resting: bool = False
    renewing: int = -1  # points left; -1 where recovery is not limited (RB-200)
    entity: str = ""
    aboard: bool = False
    lost: bool = False
    hints: tuple[str, ...] = ()


class Having(Block, frozen=True):
    """The edges of somebody, and what can be done with them."""

    who: str = ""
    name: str = ""
    mine: bool = False
    edges: tuple[EdgeCard, ...] = ()


class Entity(Block, frozen=True):
    """Something outside has the powers, and no name yet (RB-193)."""

    text: str = ""


class Rest(Block, frozen=True):
    """Who is marked, and how the GM lets them recover (RB-101, RB-102)."""

    people: tuple[Sheet, ...] = ()


# -- Creation --------------------------------------------------------------------------------


class Sketch(Block, frozen=True):
    """A character in the making, one step at a time."""

    sheet: Sheet = Sheet()
    step: str = ""  # being, doing, doing_names, title
    theme_here: bool = False  # a theme is kept for this character


class Boxed(Part, frozen=True):
    """A ready-made character."""

    key: str
    name: str
    title: str
    description: str
    being: tuple[Picture, ...]
    doing: tuple[DoingCard, ...]


class Creation(Block, frozen=True):
    """Beginning a character, with everybody looking on."""

    begin: bool = False  # this seat has no character yet
    box: tuple[Boxed, ...] = ()
    without: tuple[str, ...] = ()
    theme: str = ""  # where there is one for the whole table (RB-22)
    note: str = ""  # the size of the group (RB-1)
    hints: tuple[str, ...] = ()


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
    silent: tuple[str, ...] = ()
    forced: bool = False
    offset: str = ""
    paid_by: str = ""
    lost: bool = False  # an edge that had to go: the GM tells how (RB-76)
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


class Idle(Block, frozen=True):
    """Nothing is asked: what could be begun."""

    making: bool = False  # somebody has no character yet
    gm: bool = False


class Try(Block, frozen=True):
    """Something could fail: open a test."""

    text: str = ""  # why nobody could
    heroes: tuple[tuple[str, str], ...] = ()  # who could act now
    gm: bool = False
    hand: tuple[HandCard, ...] = ()  # what one has to try it with
    hints: tuple[str, ...] = ()


class NewEdge(Block, frozen=True):
    """An edge that waits for its symbol, or for what it stands for (RB-71 … RB-73)."""

    who: str = ""
    name: str = ""
    mine: bool = False
    edge: EdgeCard | None = None
    source: str = ""
    hints: tuple[str, ...] = ()


# -- The title, and what the GM puts right -------------------------------------------------------


class Masthead(Block, frozen=True):
    """The title in its two symbols, and the table's own reading of it (RB-2)."""

    reading: str = ""


class Corrections(Block, frozen=True):
    """Marks and symbols as they should have been (RB-12)."""

    people: tuple[tuple[str, str], ...] = ()
