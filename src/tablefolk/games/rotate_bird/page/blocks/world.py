"""The world on the page: tracks, NPCs, the GM's desk, growth, and the worksheet."""

from __future__ import annotations

from tablefolk.core.game import Block
from tablefolk.games.rotate_bird.page.blocks.play import Remark
from tablefolk.games.rotate_bird.page.blocks.symbol import Part, Picture

# -- Tracks (RB-105 … RB-119) ----------------------------------------------------------------


class TrackLine(Part, frozen=True):
    """Boxes on the way to something."""

    id: int
    kind: str  # progress, disaster
    name: str
    boxes: int
    checked: int
    strikes: bool = False  # filled, and nobody has said yet what comes of it (RB-111, RB-115)
    used: tuple[tuple[Picture, ...], ...] = ()  # combinations that may not come again (RB-108)
    note: str = ""


class TrackCard(Block, frozen=True):
    """Something to reach, or to dread."""

    track: TrackLine = TrackLine(0, "", "", 1, 0)
    hints: tuple[str, ...] = ()


class TrackDesk(Block, frozen=True):
    """Where the GM makes a track."""

    hints: tuple[str, ...] = ()


# -- NPCs (RB-132 … RB-143) ------------------------------------------------------------------


class NpcTrait(Part, frozen=True):
    """A Being trait of an NPC; copies stand beside each other (RB-140)."""

    id: int
    picture: Picture
    marked: bool = False
    opposes: bool = False  # in a test that is open now


class NpcPower(Part, frozen=True):
    """A Doing trait of an NPC, and what it brings when nobody answers it (RB-142)."""

    id: int
    pictures: tuple[Picture, ...]
    name: str = ""
    brings: str = ""
    epic: bool = False
    perilous: bool = False
    label: str = ""


class NpcChallenge(Part, frozen=True):
    """What kind of challenge it is, and when."""

    place: int
    kinds: str
    scope: str


class NpcLine(Part, frozen=True):
    """Somebody or something, as its GM knows it."""

    id: str
    name: str
    tier: str = ""
    shape: str = ""
    traits: tuple[NpcTrait, ...] = ()
    powers: tuple[NpcPower, ...] = ()
    challenges: tuple[NpcChallenge, ...] = ()
    theme: str = ""
    factor: Picture | None = None
    notes: str = ""
    known: bool = False
    in_play: bool = True
    note: str = ""


class NpcSheet(Block, frozen=True):
    """Somebody or something the GM plays."""

    npc: NpcLine = NpcLine("", "")


class NpcDesk(Block, frozen=True):
    """Where the GM makes somebody."""

    linked: bool = False  # the worksheet gives the first trait (RB-181)
    hints: tuple[str, ...] = ()


class Met(Part, frozen=True):
    """What the players know of an NPC: what it is, and which of its traits they have seen."""

    id: str
    name: str
    shape: str = ""
    traits: tuple[NpcTrait, ...] = ()
    in_play: bool = True


class Encountered(Block, frozen=True):
    """An NPC that everybody has met."""

    npc: Met = Met("", "")


# -- The desk (RB-82, RB-111, RB-144 … RB-151) -----------------------------------------------


class RewardDesk(Block, frozen=True):
    """Edges as rewards, and a symbol for anything."""

    hints: tuple[str, ...] = ()


class EdgeLine(Part, frozen=True):
    """An edge that somebody still has."""

    edge: int
    name: str
    pictures: tuple[Picture, ...] = ()
    meaning: str = ""
    nature: str = ""
    givable: bool = True


class EdgeReview(Block, frozen=True):
    """Every edge at the table, to be looked through when a session ends (RB-82)."""

    edges: tuple[EdgeLine, ...] = ()
    session: int = 0
    open: bool = False
    next: str = ""  # the advance that closing the session gives (RB-151)
    hints: tuple[str, ...] = ()


# -- Growth (RB-150 … RB-160) ----------------------------------------------------------------


class GrowingTrait(Part, frozen=True):
    """A trait of which one symbol may go, or that may have another."""

    trait: int
    name: str
    picture: Picture


class GrowingPlace(Part, frozen=True):
    """Symbols of one type in one place: of Being, or of one half of the Doing traits."""

    place: int
    kind: str
    title: str
    traits: tuple[GrowingTrait, ...]
    named: bool = False  # a Doing trait may have a new name (RB-155)


class Growing(Block, frozen=True):
    """A player's advances, and all that can be done with them."""

    who: str = ""
    minor: int = 0
    major: int = 0
    places: tuple[GrowingPlace, ...] = ()
    thirds: tuple[GrowingTrait, ...] = ()  # Doing traits of two symbols (RB-158)
    fresh: tuple[Picture, ...] = ()  # what may become a Being trait (RB-154)
    being: tuple[Picture, ...] = ()
    doing: tuple[Picture, ...] = ()
    checklist: tuple[tuple[str, tuple[str, ...]], ...] = ()  # kind -> guidelines (RB-185, RB-186)
    hints: tuple[str, ...] = ()


# -- The worksheet (RB-161 … RB-181) ---------------------------------------------------------


class Circle(Part, frozen=True):
    """One of the thirteen."""

    key: str  # F1 … F3, 1 … 6, 12, 23, 31, X
    kind: str  # factor, being, doing, middle
    x: int
    y: int
    r: int
    name: str  # spoken: what it is
    state: str  # spoken: what is in it, and whether one may choose it now
    picture: Picture | None = None
    number: int = 0
    open: bool = False  # the symbol just rolled may go here
    facts: int = 0


class FactLine(Part, frozen=True):
    """One sentence that is true now."""

    id: int
    text: str
    by: str
    side: str = ""  # of a connection: "Ring → Tower"
    long: bool = False
    mine: bool = False


class Slot(Part, frozen=True):
    """A circle with what is known by it."""

    key: str
    name: str
    picture: Picture | None = None
    facts: tuple[FactLine, ...] = ()


class FactorPart(Part, frozen=True):
    """A Factor: what it may mean, and what is known of it."""

    place: int
    picture: Picture | None
    meanings: tuple[str, ...] = ()
    slots: tuple[Slot, ...] = ()


class Writing(Part, frozen=True):
    """A contribution under way: who has rolled what."""

    by: str
    mine: bool
    kind: str
    picture: Picture


class Sheet13(Block, frozen=True):
    """The worksheet: the diagram, what is known, and whose turn it is."""

    mode: str = ""
    mine: bool = False
    in_character: bool = False
    in_order: bool = False
    circles: tuple[Circle, ...] = ()
    factors: tuple[FactorPart, ...] = ()
    links: tuple[Slot, ...] = ()
    count: int = 0
    writing: Writing | None = None
    ideas: tuple[Remark, ...] = ()
    now: str = ""  # what happens next, in one sentence
    waits: tuple[str, ...] = ()  # who has not contributed yet (RB-166)
    incident: Picture | None = None
    incident_text: str = ""
    incident_by: str = ""
    done: bool = False
    hints: tuple[str, ...] = ()


class WorksheetStart(Block, frozen=True):
    """Where a worksheet is begun."""

    hints: tuple[str, ...] = ()


class WorksheetPaper(Block, frozen=True):
    """The worksheet on one page of paper, empty or filled (RB-178)."""

    title: str = ""
    circles: tuple[Circle, ...] = ()
    factors: tuple[FactorPart, ...] = ()
    links: tuple[Slot, ...] = ()
    incident: Picture | None = None
    incident_text: str = ""
    empty: bool = True
