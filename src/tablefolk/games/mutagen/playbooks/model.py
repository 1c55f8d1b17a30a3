"""What a playbook is: sections of items, each a resource, an aptitude or a move (MU-4, MU-155).

All values are frozen and hashable, and come from TOML, JSON or Mutagen Markup alike. Texts are
Mutagen Markup inside a paragraph: `⌞Will⌝` is a link, `⊞⌊Research⌋` a roll, `!!bold!!`,
`//italic//`, `__underlined__`; a new line begins a new paragraph.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from tablefolk.games.mutagen.playbooks.effects import (
    Amount,
    AnyEffect,
    Band,
    BandId,
    Entry,
    Roll,
    Value,
    Voice,
)

Break = Literal["", "column", "page"]
Kind = Literal["meta", "resource", "aptitude", "story", "move", "gm", "note"]
Mark = Literal["free", "buy", "prebought", "grant"]  # none, ○, ●, △ (MU-6 … MU-9)
Role = Literal["meta", "pc", "gm"]
Actor = Literal["character", "player", "gm", "table"]
Target = Literal["someone", "something", "self", "place", "none"]
Window = Literal[
    "",
    "proposed",
    "gm",
    "ready",
    "result",
    "settled",
    "consequence",
    "effect",
    "take_harm.can",
    "take_harm.must",
    "take_harm.armor",
    "lose_health.must",
]
Trigger = Literal[
    "",
    "roll_settled",
    "rolled",
    "take_harm.can",
    "take_harm.must",
    "lose_health.must",
    "resource_emptied",
    "resource_filled",
    "scene_start",
    "scene_end",
    "session_start",
    "session_end",
    "dawn",
    "status_given",
    "bought",
    "effect_ended",
]
Ending = Literal["target_not_perceived", "dawn", "weave_again", "scene_end"]


# -- When, what for, at what price -----------------------------------------------------------


class GameAtTable(Value, frozen=True):
    """A resource with exactly n points."""

    resource: str
    n: int


class When(Value, frozen=True):
    """Where a move may be made, or when a hook fires: everything that is said must hold.

    `window`: the open move stands there; `on`: this has just happened (with `resource`, to that
    one); `own`: the roll was made by the one whose sheet this is; `move_kind`, `move`, `mode`,
    `band`, `chain_has`: of the open or settled move; `at`: points as they are at that moment.
    """

    window: Window = ""
    on: Trigger = ""
    resource: str = ""
    own: bool = False
    move_kind: Literal["", "story", "move"] = ""
    move: str = ""
    mode: str = ""
    band: tuple[BandId, ...] = ()
    chain_has: str = ""
    at: tuple[GameAtTable, ...] = ()


class Hook(Value, frozen=True):
    """When that happens, these effects follow by themselves, in order (MU-53)."""

    on: Trigger
    when: When = When()
    then: tuple[AnyEffect, ...] = ()


class Need(Value, frozen=True):
    """A condition of making a move; `code`, `rule` and `why` are how it is refused (MU-51).

    One of: `resource` with at least `least` points, or `full`, or with something `held` on its
    boxes (MU-30); `followers` others who take part; an `owned` item; a `fact` the software cannot
    judge, to be confirmed.
    """

    resource: str = ""
    least: int = 0
    full: bool = False
    held: bool = False
    followers: int = 0
    owned: str = ""
    fact: str = ""
    code: str = "condition_unmet"
    rule: str = "MU-51"
    why: str = ""


class Cost(Value, frozen=True):
    """Points that leave right before the dice, or before the effect (MU-27, MU-33)."""

    resource: str
    n: int | Literal["all"] = 1


class Input(Value, frozen=True):
    """Something the player says when making the move.

    `text` words; `entity` one target; `confirm` a box to tick; `items` bought or not from the
    sections labelled `label`; `number` from `least` to `most`; `choice` one of `choices`.
    """

    key: str
    type: Literal["text", "entity", "confirm", "items", "number", "choice"] = "text"
    label: str = ""
    required: bool = True
    least: int = 0
    most: int = 0  # 0: no bound
    choices: tuple[str, ...] = ()
    code: str = "describe_first"
    rule: str = "MU-63"
    why: str = ""


class Term(Value, frozen=True):
    """A number of the move's own, by a name that rolls and sums can use.

    `min_rating`: the lowest rating among the items picked in input `of`, `if_none` without any;
    `count_minus_one`: how many were picked, less one, at most `most`; `rating`: of item `of`;
    `fixed`: `n`; `sum`: the expression `sum`; `unset`: to be set by hand, `text` says how.
    """

    id: str
    by: Literal["min_rating", "count_minus_one", "rating", "fixed", "sum", "unset"] = "fixed"
    of: str = ""
    if_none: int = -1
    most: int = 3
    n: int = 0
    sum: str = ""
    text: str = ""


class Mod(Value, frozen=True):
    """A standing bonus or penalty while the item is owned; `fact` is to be confirmed (MU-42)."""

    value: int
    on: str = "any"  # any, story, or the id of a move
    fact: str = ""


class Child(Value, frozen=True):
    """The move this one calls for, made right after it as one chain (MU-55).

    `move` is `story:any`, an item's id, or `label:<section label>`; `also` are further items it
    may be instead; `roll` replaces what the child would be rolled with; with `reads_result` this
    move's bands read the child's result.
    """

    move: str = "story:any"
    roll: Roll | None = None
    reads_result: bool = False
    also: tuple[str, ...] = ()


class HarmCap(Value, frozen=True):
    """The most harm that the child `move` may do through this one (MU-126)."""

    move: str
    most: Amount


class Mode(Value, frozen=True):
    """One of several ways to make a move."""

    id: str
    text: str = ""
    consult: bool = False
    child: Child | None = None
    roll: Roll | None = None
    bands: tuple[Band, ...] = ()
    harm_cap: HarmCap | None = None


class Option(Value, frozen=True):
    """One of the things a move lets one choose, when it takes effect."""

    id: str
    text: str = ""
    consult: bool = False
    effects: tuple[AnyEffect, ...] = ()


class Picklist(Value, frozen=True):
    """A list by name, for `pick`."""

    id: str
    entries: tuple[Entry, ...]


class Criterion(Value, frozen=True):
    """What must hold before an item is bought: another item owned, or words to confirm (MU-15)."""

    item: str = ""
    text: str = ""


class WriteIn(Value, frozen=True):
    """A place to write on (MU-31)."""

    key: str
    label: str = ""
    lines: int = 1
    required: bool = False


class Rank(Value, frozen=True):
    """A row of boxes that is filled as a whole: with the rank come its boxes (MU-13, MU-25)."""

    n: int = 1
    boxes: int = 0
    mark: Mark = "free"
    label: str = ""
    boxes_option: str = ""  # the table option that says how many boxes there are
    note: bool = False  # each box carries a note (MU-30)
    granted: bool = False  # ▲: a triangle that is filled from the start


class NotThis(Value, frozen=True):
    """A confusion a GM should know: what it is not, and the move that is right."""

    text: str
    move: str = ""


class Suggestion(Value, frozen=True):
    """Automation read out of prose; it does nothing until the GM confirms it (MU-160).

    `cost`: a cost of the move; `requires`: a condition for buying; `effect`: something that
    happens on result number `band` of the move (-1: whenever it is made), or when its option
    number `option` is picked; `child`: the move it calls for; `need`: a condition of making it;
    `mod`: a standing bonus; `hook`: something that follows by itself; `when`: its own moment;
    `term` with `input`: how the number it is rolled with comes out of what is picked; `harm_cap`:
    the most harm it may do; `holds`: boxes of a resource say what they were spent for.
    """

    words: str
    cost: Cost | None = None
    requires: Criterion | None = None
    effect: AnyEffect | None = None
    band: int = -1
    option: int = -1
    child: Child | None = None
    need: Need | None = None
    mod: Mod | None = None
    hook: Hook | None = None
    when: When | None = None
    term: Term | None = None
    input: Input | None = None
    harm_cap: HarmCap | None = None
    holds: bool = False


# -- How an item is printed ------------------------------------------------------------------


class Paragraph(Value, frozen=True):
    """One printed paragraph of an item or a section.

    `plain`; `result` with its arrows `on`; `bullet`; `numbered` with `n`; `rank` and `field`
    (number `n` of the item's, from 0); `notthis`. `tight` stands close to the one before.
    """

    kind: Literal["plain", "result", "bullet", "numbered", "rank", "field", "notthis"] = "plain"
    text: str = ""
    on: tuple[BandId, ...] = ()
    n: int = 0
    tight: bool = False


# -- Items (MU-4) ----------------------------------------------------------------------------


class Item(
    Struct,
    frozen=True,
    tag_field="kind",
    tag=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """Anything on a sheet: `kind` says what it is, `mark` how it becomes yours."""

    id: str
    name: str
    mark: Mark = "free"
    text: str = ""
    mild: str = ""  # its name at a table with mild labels
    gate: int | None = None  # so many other moves of the section first (MU-11)
    consult: bool = False  # 🗣 (MU-12)
    granted: bool = False  # ▲: a triangle that is filled from the start
    alert: bool = False  # ⚠
    marks: str = ""  # the printed marks before|after the name, where they mean nothing else
    requires: tuple[Criterion, ...] = ()
    aliases: tuple[str, ...] = ()
    fields: tuple[WriteIn, ...] = ()
    pairs_with: str = ""  # the item it makes sense with (MU-19)
    tool: Literal["", "safety", "fact", "dispute", "bar", "status"] = ""
    homebrew: bool = False
    rule: str = ""  # of the digest
    suggested: tuple[Suggestion, ...] = ()
    body: tuple[Paragraph, ...] = ()  # the print, where it is not in the usual order

    @property
    def wants_a_word(self) -> bool:
        """Whether it needs a word with the GM before it is had (MU-12, MU-15)."""
        return self.consult or any(one.text for one in self.requires)

    @property
    def kind(self) -> Kind:
        """What sort of item it is, in the book's word."""
        kind: Kind = self.__struct_config__.tag  # type: ignore[assignment]
        return kind


class Resource(Item, frozen=True, tag="resource"):
    """Notes, boxes or both (MU-25, MU-31)."""

    ranks: tuple[Rank, ...] = ()
    start: Literal["full", "empty"] = "full"
    on_empty: str = ""  # the move that opens when its last point is erased (MU-36)
    on_full: str = ""  # the move that is offered when its last box is filled
    holds: bool = False  # a box that is spent says for what, until it is filled again (MU-30)


class Aptitude(Item, frozen=True, tag="aptitude"):
    """How good you are at a field: `dots` circles in all, the first gives +0 (MU-38)."""

    dots: int = 1
    prebought: int = 0  # circles filled from the start


class Meta(Item, frozen=True, tag="meta"):
    """A word about the game; a meta move is made by being read (MU-60)."""


class Note(Item, frozen=True, tag="note"):
    """Text only."""


class Deed(Item, frozen=True, tag="deed"):
    """What story moves, moves and GM moves have in common: how they are made."""

    actor: Actor = "character"
    top: bool = False  # stands before the others on the sheet of whoever has it
    required: bool = False  # opened by the engine, and to be done first (MU-53)
    automatic: bool = False  # only its hooks do anything
    when: When = When()
    needs: tuple[Need, ...] = ()
    cost: tuple[Cost, ...] = ()
    cost_when: Literal["before_roll", "before_effect", "on_result"] = "before_roll"
    inputs: tuple[Input, ...] = ()
    terms: tuple[Term, ...] = ()
    roll: Roll | None = None
    mods: tuple[Mod, ...] = ()
    child: Child | None = None
    modes: tuple[Mode, ...] = ()
    harm_cap: HarmCap | None = None
    bands: tuple[Band, ...] = ()
    choices: tuple[Option, ...] = ()
    effects: tuple[AnyEffect, ...] = ()
    before_roll: tuple[AnyEffect, ...] = ()  # right after the cost, whatever the dice say
    hooks: tuple[Hook, ...] = ()
    procedure: str = ""
    checklist: str = ""
    lists: tuple[Picklist, ...] = ()
    limits: tuple[str, ...] = ()  # to be kept in spirit; shown as a list to confirm
    effect_ends: tuple[Ending, ...] = ()
    effect_end_rule: str = ""


class Move(Deed, frozen=True, tag="move"):
    """Something you can do."""


class Story(Deed, frozen=True, tag="story"):
    """A story move: chosen by what you want, rolled and read in the shared shape (MU-61)."""

    want: str = ""
    how: str = ""
    target: Target = "none"
    may_harm: bool = False
    may_restore: str = ""  # the resource it may give back
    answered: bool = False  # what is wanted is an answer, and the GM gives it (MU-71)
    instead: str = ""  # the story move for a target of the other sort (MU-63, MU-92)
    offered_in: tuple[Window, ...] = ()


class Gm(Deed, frozen=True, tag="gm"):
    """The GM's side of a move, or a move of the GM's own (MU-151)."""

    co_move_of: str = ""
    not_this: tuple[NotThis, ...] = ()


AnyItem: TypeAlias = Resource | Aptitude | Story | Move | Gm | Meta | Note


# -- Sections and playbooks ------------------------------------------------------------------


class Section(Value, frozen=True):
    """A labelled run of items; “Aptitudes: Threads” is label Threads in group Aptitudes (MU-5)."""

    id: str
    label: str
    group: str = ""
    parent: str = ""  # the section it is a subsection of
    text: str = ""
    break_before: Break = ""  # print only
    items: tuple[AnyItem, ...] = ()
    bands: tuple[Band, ...] = ()  # of a GM section named like a story move
    not_this: tuple[NotThis, ...] = ()
    co_move_of: str = ""
    body: tuple[Paragraph, ...] = ()


class Step(Value, frozen=True):
    """One step of a procedure.

    `optional_moves` and `required_moves` of `hook`; `armor`; `stop_if` the test holds, then `run`
    that move; `gm_dice`; `write_statuses`; `lose` one point of `resource` per harm; `pick` of a
    list; `effects`. With `only_if` the step is left out unless that test holds.
    """

    n: int
    do: Literal[
        "optional_moves",
        "required_moves",
        "armor",
        "stop_if",
        "gm_dice",
        "write_statuses",
        "lose",
        "pick",
        "effects",
    ]
    text: str = ""
    hook: Window = ""
    test: str = ""
    run: str = ""
    resource: str = ""
    only_if: str = ""
    entries: tuple[Entry, ...] = ()
    effects: tuple[AnyEffect, ...] = ()


class Procedure(Value, frozen=True):
    """Steps walked in order, each closed before the next (MU-93)."""

    id: str
    steps: tuple[Step, ...]
    input: str = "harm"  # what its tests call the number it begins with


class Statement(Value, frozen=True):
    """Something a player may hold true, and what in the record bears on it (MU-135, MU-136)."""

    id: str
    text: str
    mild: str = ""
    evidence: Literal["", "deaths", "story_moves", "consequences", "feedback"] = ""


class Checklist(Value, frozen=True):
    """Statements claimed once in a session, for n points of a resource each."""

    id: str
    resource: str
    statements: tuple[Statement, ...]
    n: int = 1
    decided_by: Voice = "player"


class Overrides(Value, frozen=True):
    """What a playbook of another version of the game reads differently."""

    crit_from: int | None = None


class Playbook(Value, frozen=True):
    """Everything a sheet, or the GM's side of one, is drawn from."""

    id: str
    name: str
    role: Role = "pc"
    sections: tuple[Section, ...] = ()
    order: int = 9
    requires: tuple[str, ...] = ()
    every_pc: bool = False
    instead: str = ""  # the playbook whose place it takes on the sheets of its set (MU-1)
    common: str = ""  # the Common that its set brings, which its characters have (MU-1)
    intro: str = ""
    credit: str = ""
    licence: str = ""
    engine: Overrides = Overrides()
    procedures: tuple[Procedure, ...] = ()
    checklists: tuple[Checklist, ...] = ()

    @property
    def items(self) -> tuple[AnyItem, ...]:
        """All items, in the order of the sheet."""
        return tuple(item for section in self.sections for item in section.items)


# -- The engine's own figures ----------------------------------------------------------------


class Reading(Value, frozen=True):
    """A result: its name, its icon, and the totals that give it (MU-44)."""

    id: BandId
    name: str
    icon: str
    low: int
    high: int


class HarmLevel(Value, frozen=True):
    """One step of the harm scale (MU-89)."""

    n: int
    name: str
    text: str


class StoryShape(Value, frozen=True):
    """What every story move has in common: how it is rolled, and its shared results (MU-70)."""

    roll: Roll
    bands: tuple[Band, ...]
    inputs: tuple[Input, ...] = ()
    allows: tuple[
        Literal["exploit_status", "effect_level", "buy_resist", "resist_consequences"], ...
    ] = ()


class Engine(Value, frozen=True):
    """The figures the dice, ratings, harm and bars go by."""

    readings: tuple[Reading, ...]
    harm_scale: tuple[HarmLevel, ...]
    story: StoryShape
    modifier_cap: int = 3
    unowned_rating: int = -1
    first_dot_rating: int = 0
    exploit_bonus: int = 1
    armor_rating: tuple[int, int] = (1, 3)
    bar_ticks: tuple[int, int] = (2, 8)
    credit: str = ""
    licence: str = ""
