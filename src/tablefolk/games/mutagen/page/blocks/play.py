"""Play as a page shows it: moves from intent to result, harm, bars, facts, the session's end."""

from __future__ import annotations

from tablefolk.core.game import Block, Chance
from tablefolk.games.mutagen.page.blocks.sheets import Bit, Part

# -- Parts of a roll (MU-42, MU-48) ------------------------------------------------------------


class Piece(Part, frozen=True):
    """One part of a modifier: what it is worth and where it comes from."""

    kind: str  # rating, nothing, number, term, exploit, gm, move
    value: str
    label: str
    note: str = ""
    place: int = 0  # of a bonus or penalty the GM can take off again
    lowers: bool = False


class Band(Part, frozen=True):
    """One of the four results: its totals, what it means, how likely it is."""

    id: str
    name: str
    totals: str
    bits: tuple[Bit, ...] = ()
    chance: Chance | None = None
    came: bool = False
    rolled: bool = False  # the dice said so, before it was traded


class Written(Part, frozen=True):
    """A status, and whose it is."""

    id: int
    text: str
    name: str
    on: str = ""
    permanent: bool = False
    severe: bool = False


class Remarked(Part, frozen=True):
    text: str
    suggests: str = ""
    questions: bool = False


class Following(Part, frozen=True):
    """One of those who follow a leader."""

    who: str
    name: str
    band: str = ""
    band_name: str = ""
    excused: bool = False
    answer: str = ""  # to a consequence: asked, or taken (MU-88)
    awaited: bool = False  # they have yet to roll (MU-85)


class Idea(Part, frozen=True):
    """The GM's side of a move, as ideas (MU-71, MU-151)."""

    name: str
    bits: tuple[Bit, ...] = ()
    options: tuple[str, ...] = ()


# -- What a move is made of ----------------------------------------------------------------------


class Want(Part, frozen=True):
    """A story move, by what one wants (MU-62)."""

    id: str
    name: str
    want: str
    how: str
    icon: str
    target: str = ""
    harms: bool = False
    called: bool = False  # the GM says this is the move for it


class Skill(Part, frozen=True):
    """An aptitude to rest a move on, with the chance of a success."""

    id: str
    name: str
    rating: str
    chance: str = ""
    note: str = ""
    owned: bool = True


class Through(Part, frozen=True):
    """A move through which a story move can be made."""

    id: str
    name: str
    icon: str
    bits: tuple[Bit, ...] = ()
    cost: str = ""
    leads: bool = False
    weaves: bool = False  # rolled with what is picked
    label: str = ""  # what is to be picked
    picks: tuple[Skill, ...] = ()
    confirms: tuple[tuple[str, str], ...] = ()
    limits: tuple[tuple[Bit, ...], ...] = ()
    harms: tuple[int, ...] = ()  # how much harm may be asked for
    weak: tuple[tuple[int, str], ...] = ()  # what each weakest pick makes of it (MU-124)
    woven: tuple[str, ...] = ()  # earlier ones of this scene (MU-121)
    shut: str = ""  # why it cannot be made now
    rule: str = ""
    only: tuple[tuple[str, str], ...] = ()  # the story moves it is for, where not for all of them
    number: str = ""  # what whoever rolls says, from −3 to +3 (MU-47)
    number_text: str = ""  # what the text says of it
    rolls: bool = False  # what is rolled with, it says itself (MU-46)


class Bonus(Part, frozen=True):
    """What an owned move adds, if something is so; `only` are the story moves it is for."""

    id: str
    words: str
    only: tuple[str, ...] = ()


class Aim(Part, frozen=True):
    """Somebody or something a move may be about, with what is written on it (MU-110)."""

    id: str
    name: str
    kind: str
    statuses: tuple[str, ...] = ()


class Making(Part, frozen=True):
    """Everything from which a story move is put together."""

    id: str
    wants: tuple[Want, ...] = ()
    skills: tuple[Skill, ...] = ()
    through: tuple[Through, ...] = ()
    bonuses: tuple[Bonus, ...] = ()
    aims: tuple[Aim, ...] = ()
    others: tuple[tuple[str, str], ...] = ()
    nothing: str = ""  # the chance when nothing fits
    harm: tuple[tuple[int, str, str], ...] = ()
    start_make: str = ""
    start_count: int = 0
    start_how: str = ""
    start_targets: tuple[str, ...] = ()
    start_aptitude: str = ""
    start_through: tuple[str, ...] = ()
    start_picked: tuple[str, ...] = ()
    start_confirmed: tuple[str, ...] = ()
    start_others: tuple[str, ...] = ()
    start_harm: int = -1


class OwnMove(Part, frozen=True):
    """A move that is no story move, where it can be made."""

    part: str
    name: str
    icon: str
    cost: str = ""
    mine: bool = False  # of one's own playbook: not everybody has it


class Tray(Block, frozen=True):
    """A player's hand: what do you want? (MU-62)"""

    who: str = ""
    name: str = ""
    wants: tuple[Want, ...] = ()
    own: tuple[OwnMove, ...] = ()  # beside the story moves
    waits: str = ""  # why no move can be made just now
    called: str = ""  # the move the GM asks for
    why: str = ""  # what the GM said to it
    hints: tuple[str, ...] = ()


class Say(Block, frozen=True):
    """A move being put into words: for the first time, or anew."""

    who: str = ""
    name: str = ""
    move: int = 0  # the one that is described anew
    called: str = ""
    asked: bool = False  # the GM asks for it
    why: str = ""  # what the GM said to it
    icon: str = ""
    want: str = ""
    how: str = ""
    bits: tuple[Bit, ...] = ()  # what the playbook says of it
    making: Making | None = None  # where a story move is part of it


class MoveCard(Block, frozen=True):
    """A move under way, from the proposal to what comes of it."""

    move: int = 0
    who: str = ""
    name: str = ""
    mine: bool = False
    gm: bool = False
    stage: str = ""
    icon: str = ""
    item: str = ""
    called: str = ""
    through: tuple[str, ...] = ()
    want: str = ""
    how: str = ""
    targets: tuple[str, ...] = ()
    near: tuple[Written, ...] = ()
    picked: tuple[tuple[str, str], ...] = ()
    harm: str = ""
    costs: tuple[str, ...] = ()
    remarks: tuple[Remarked, ...] = ()
    other: str = ""  # another move may be meant (MU-63)
    pieces: tuple[Piece, ...] = ()
    total: str = ""  # the sum before it was clamped
    modifier: str = ""
    clamped: bool = False
    bands: tuple[Band, ...] = ()
    success: Chance | None = None
    success_of: str = ""  # what that is the chance of: at a low level less than it all (MU-68)
    with_status: Chance | None = None
    bands_with: tuple[Band, ...] = ()  # the results, should a status be exploited
    modifier_with: str = ""
    statuses: tuple[Written, ...] = ()  # to be exploited
    back: Chance | None = None  # that the Resist spent comes back (MU-87)
    hidden: str = ""  # why there are no odds
    level: str = ""
    exploit: str = ""
    tags: tuple[str, ...] = ()
    again: str = ""  # where it can be described anew
    results: str = ""  # where all four results are read
    word: str = ""  # where the GM says something else to it
    beside: str = ""  # where more is found that can go with the GM's words
    follow: Making | None = None
    dice: tuple[int, ...] = ()
    sum: int = 0
    band: str = ""
    band_name: str = ""
    converted: bool = False
    full: str = ""  # what Buy Resist cannot fill (MU-80)
    kind: str = ""  # of the GM's words: benefit, consequence, outcome
    text: str = ""
    staged: tuple[str, ...] = ()
    goal: tuple[int, ...] = ()  # the places of what was wanted itself; the rest is its price
    nothing: str = ""  # what was to be restored is not, so far (MU-76)
    numbered: tuple[int, ...] = ()  # the places of harm that the GM has as numbers to pick
    most: tuple[tuple[str, int], ...] = ()  # of each number
    resisted: tuple[str, ...] = ()
    was: str = ""  # the consequence that was resisted
    was_staged: tuple[str, ...] = ()
    group: tuple[str, ...] = ()  # whom a leader takes along; none of them rolls now (MU-84)
    following: tuple[Following, ...] = ()
    ideas: tuple[Idea, ...] = ()
    limits: tuple[str, ...] = ()
    frozen: bool = False
    waits: str = ""
    hints: tuple[str, ...] = ()


class Results(Block, frozen=True):
    """What is added to the dice, and all four results: before them with their exact chances."""

    move: int = 0
    pieces: tuple[Piece, ...] = ()
    total: str = ""
    modifier: str = ""
    clamped: bool = False
    bands: tuple[Band, ...] = ()
    band: str = ""


class ThrowCard(Block, frozen=True):
    """Dice of a move in the story."""

    name: str = ""
    called: str = ""
    dice: tuple[int, ...] = ()
    pieces: tuple[Piece, ...] = ()
    modifier: str = ""
    sum: int = 0
    band: str = ""
    band_name: str = ""


# -- Harm (MU-93) --------------------------------------------------------------------------------


class HarmStep(Part, frozen=True):
    n: int
    text: str
    state: str  # past, now, next
    note: str = ""


class InjuryCard(Block, frozen=True):
    """One injury on its way through the steps."""

    injury: int = 0
    on: str = ""
    name: str = ""
    source: str = ""
    harm: int = 0
    opened: int = 0
    word: str = ""  # of the scale
    meaning: str = ""
    health: int = 0
    room: int = 0
    steps: tuple[HarmStep, ...] = ()
    do: str = ""
    mine: bool = False
    gm: bool = False
    dice: tuple[int, ...] = ()
    statuses: tuple[str, ...] = ()
    armor: str = ""
    making: Making | None = None
    frozen: bool = False
    waits: str = ""
    hints: tuple[str, ...] = ()


class Fate(Block, frozen=True):
    """Somebody at the end of their Health, or away until they come back (MU-104 … MU-107)."""

    who: str = ""
    name: str = ""
    player: str = ""
    mine: bool = False
    gm: bool = False
    dying: bool = False
    choices: tuple[tuple[str, tuple[Bit, ...]], ...] = ()
    scar: str = ""
    scene_over: bool = False
    waits: str = ""


class Question(Block, frozen=True):
    """Something an effect waits for (MU-53)."""

    owed: int = 0
    name: str = ""
    by: str = ""
    mine: bool = False
    source: str = ""
    n: int = 1
    options: tuple[str, ...] = ()


# -- The world -----------------------------------------------------------------------------------


class BarLine(Part, frozen=True):
    id: int
    title: str
    ticks: int
    size: int
    happened: bool = False


class BarCard(Block, frozen=True):
    """What will happen when the last tick is filled; everybody sees it (MU-114)."""

    bar: BarLine | None = None
    gm: bool = False


class Card(Part, frozen=True):
    """Somebody or something of the GM's (MU-154)."""

    id: str
    kind: str
    icon: str
    name: str
    notes: str = ""
    living: bool = True
    statuses: tuple[Written, ...] = ()
    health: int = 0
    room: int = 0
    armor: tuple[str, ...] = ()


class Around(Block, frozen=True):
    """Somebody or something that is there."""

    card: Card | None = None
    gm: bool = False


class Weave(Block, frozen=True):
    """An effect that is kept up (MU-129)."""

    who: str = ""
    name: str = ""
    text: str = ""
    target: str = ""
    threads: tuple[str, ...] = ()
    flaws: tuple[str, ...] = ()
    mine: bool = False
    ends: str = ""


class FactLine(Part, frozen=True):
    id: int
    text: str
    by: str
    scene: int = 0
    doubts: tuple[str, ...] = ()


class Facts(Block, frozen=True):
    """What is so (MU-143); and the written statuses it must not contradict (MU-110)."""

    facts: tuple[FactLine, ...] = ()
    older: tuple[FactLine, ...] = ()
    statuses: tuple[Written, ...] = ()
    gm: bool = False
    hints: tuple[str, ...] = ()


class Dispute(Block, frozen=True):
    """A talk about something that spoils the story (MU-147)."""

    dispute: int = 0
    what: str = ""
    by: str = ""
    said: tuple[str, ...] = ()
    gm: bool = False


class Frozen(Block, frozen=True):
    """What a limit has stopped, and how it goes on (MU-149)."""

    things: tuple[tuple[int, str], ...] = ()
    paused: bool = False
    decides: bool = False


# -- The end of a session (MU-134 … MU-141) ------------------------------------------------------


class Statement(Part, frozen=True):
    id: str
    text: str
    claimed: bool = False
    notice: str = ""
    evidence: tuple[str, ...] = ()


class XpCard(Block, frozen=True):
    """Statements to hold true, one's own track, and what a full one buys."""

    who: str = ""
    name: str = ""
    phase: str = ""
    statements: tuple[Statement, ...] = ()
    points: int = 0
    room: int = 0
    full: bool = False
    waiting: int = 0
    kept: bool = False
    feedback: str = ""
    choices: tuple[tuple[str, tuple[Bit, ...]], ...] = ()
    hints: tuple[str, ...] = ()


class Remembered(Part, frozen=True):
    """What the record has of one character's evening (MU-135)."""

    name: str
    lines: tuple[str, ...] = ()
    claims: int = 0
    of: int = 0  # so many statements are on the list
    feedback: bool = False
    note: str = ""  # the feedback itself, for the GM's eyes


class Evening(Block, frozen=True):
    """The session looked back on, by everybody together."""

    people: tuple[Remembered, ...] = ()
    hints: tuple[str, ...] = ()


# -- The GM's desk -------------------------------------------------------------------------------


class Tile(Part, frozen=True):
    """A part to open, with a word on what for."""

    part: str
    label: str
    why: str = ""
    icon: str = ""


class Desk(Block, frozen=True):
    """The GM's hand: what happens? (MU-152)"""

    tiles: tuple[Tile, ...] = ()
    hints: tuple[str, ...] = ()


class Act(Block, frozen=True):
    """What the GM does to somebody: harm, a status, a tick."""

    bars: tuple[BarLine, ...] = ()


class Later(Block, frozen=True):
    """Something that was put off."""

    name: str = ""
    source: str = ""
    until: str = ""


class Shown(Part, frozen=True):
    """A move of tonight."""

    id: int
    text: str
    tags: tuple[str, ...] = ()


class Tags(Block, frozen=True):
    """What one's moves of tonight showed (MU-74)."""

    moves: tuple[Shown, ...] = ()


class GmItem(Part, frozen=True):
    id: str
    name: str
    on: bool = True
    bits: tuple[Bit, ...] = ()


class GmBook(Block, frozen=True):
    """GM playbooks that are loaded (MU-151)."""

    items: tuple[GmItem, ...] = ()
