"""What a playbook can make happen: the effect vocabulary, each word with its exact meaning.

An effect is a fact of data, never code. `n` and other amounts are whole numbers or expressions
(`terms.py`) such as `"1 + weak_thread"`; `who` and `on` name people seen from the one who makes
the move:

- `self`      the character who makes the move (the follower, inside a follow roll)
- `leader`    the one who leads the group (`self` where nobody leads)
- `followers` everyone else who takes part in a led move
- `target`    what the move is aimed at
- `everyone`  all characters in play
- `ask`       somebody or something to be named when it happens
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct, structs

Amount: TypeAlias = int | str  # a number, or an expression over terms, ratings and points
Who = Literal["self", "leader", "followers", "target", "everyone", "ask"]
Voice = Literal["player", "gm", "random"]
BandId = Literal["crit", "full", "some", "fail"]
Until = Literal["", "scene_end", "session_end", "dawn", "gm"]
BANDS: tuple[BandId, ...] = ("crit", "full", "some", "fail")


class Effect(
    Struct,
    frozen=True,
    tag_field="op",
    tag=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """One thing that happens; `op` says which."""


# -- Points (MU-26 … MU-30) ------------------------------------------------------------------


class Restore(Effect, frozen=True, tag="restore"):
    """Fill up to n empty boxes; with all full nothing is filled, which is no refusal (MU-26)."""

    resource: str
    n: Amount = 1
    who: Who = "self"


class Lose(Effect, frozen=True, tag="lose"):
    """Erase up to n filled boxes; with none filled nothing is erased (MU-28)."""

    resource: str
    n: Amount = 1
    who: Who = "self"


class Spend(Effect, frozen=True, tag="spend"):
    """A cost inside a result or choice: short of n filled boxes it cannot be chosen (MU-27)."""

    resource: str
    n: Amount = 1


class SetResource(Effect, frozen=True, tag="set_resource"):
    """Exactly n boxes are filled, whatever the capacity allows (MU-107)."""

    resource: str
    n: Amount
    who: Who = "self"


class NoteBox(Effect, frozen=True, tag="note_box"):
    """Write on a box of the resource; no text: the player is asked; `clear` wipes it (MU-30)."""

    resource: str
    text: str = ""
    clear: bool = False


class Xp(Effect, frozen=True, tag="xp"):
    """Gain n points of the resource that levels characters up, one by one (MU-138, MU-142)."""

    n: Amount = 1
    who: Who = "self"


# -- Circles and triangles (MU-9, MU-139, MU-140) --------------------------------------------


class Grant(Effect, frozen=True, tag="grant"):
    """Fill an item's circle or triangle, or one rank of a resource, with origin grant (MU-9)."""

    item: str
    rank: int = 0  # 0: the item itself, or its next circle
    who: Who = "self"


class Buy(Effect, frozen=True, tag="buy"):
    """The player now fills n circles (`buy`) or triangles (`grant`) they qualify for (MU-139)."""

    mark: Literal["buy", "grant"] = "buy"
    n: int = 1


# -- Statuses (MU-109 … MU-112) --------------------------------------------------------------


class GiveStatus(Effect, frozen=True, tag="status"):
    """Write a status; without text, `by` says who words it."""

    text: str = ""
    on: Who = "self"
    by: Voice = "gm"
    permanent: bool = False
    severe: bool = False
    until: Until = ""


class EraseStatus(Effect, frozen=True, tag="unstatus"):
    """Erase a status; without text, `by` picks which one."""

    text: str = ""
    on: Who = "self"
    by: Voice = "gm"


class PermanentStatus(Effect, frozen=True, tag="permanent_status"):
    """The player gains or sheds one permanent status, as `change` allows (MU-140)."""

    change: Literal["add", "remove", "add_or_remove"] = "add_or_remove"


# -- Harm (MU-89 … MU-103) -------------------------------------------------------------------


class Harm(Effect, frozen=True, tag="harm"):
    """Open Take harm with n for whoever `on` names; a move's own number stands (A-23)."""

    n: Amount = 1
    on: Who = "target"
    source: str = ""


class ReduceHarm(Effect, frozen=True, tag="reduce_harm"):
    """Inside the steps of harm: take `by` off the number (`armor.rating`: the armor's)."""

    by: Amount = 1


class Delay(Effect, frozen=True, tag="delay"):
    """These effects are staged and happen later: a wound that shows at the scene's end."""

    effects: tuple[AnyEffect, ...]
    until: Until = "gm"


# -- Rolls and results (MU-42, MU-64, MU-77, MU-80, MU-83 … MU-87) ---------------------------


class Modifier(Effect, frozen=True, tag="modifier"):
    """A bonus or penalty on `on`: `next_roll`, `scene`, or the id of a move."""

    value: Amount
    on: str = "next_roll"
    who: Who = "self"


class ConvertBand(Effect, frozen=True, tag="convert_band"):
    """From now on the open roll's result is `to`, for everything (MU-80)."""

    to: BandId


class RedescribeConsequence(Effect, frozen=True, tag="redescribe_consequence"):
    """The GM must put something else in place of the staged consequence; `rule`: how (MU-77)."""

    rule: str = "less drastic"


class ShareResult(Effect, frozen=True, tag="share_result"):
    """The result holds in the story for those who take part as well (MU-83)."""

    who: Who = "followers"


class FollowRolls(Effect, frozen=True, tag="follow_rolls"):
    """Each follower rolls the same move in their own way; if all are in `if_all`, `then` (MU-87).

    Unless `narrative`, these rolls bring no benefit and no consequence (MU-86).
    """

    if_all: tuple[BandId, ...] = ("crit", "full", "some")
    then: tuple[AnyEffect, ...] = ()
    narrative: bool = False


class RollNow(Effect, frozen=True, tag="roll"):
    """A roll inside the move, with its own results."""

    roll: Roll
    bands: tuple[Band, ...] = ()
    text: str = ""


class PickFrom(Effect, frozen=True, tag="pick"):
    """`by` picks n different entries of a list of the move; what an entry does then happens."""

    list: str
    n: int = 1
    by: Voice = "player"


# -- Running effects (MU-129 … MU-132) -------------------------------------------------------


class BeginEffect(Effect, frozen=True, tag="begin_effect"):
    """What was described now runs, on the move's target, until its ends come (MU-129)."""


class EndEffect(Effect, frozen=True, tag="end_effect"):
    """A running effect ends: one's own, or everybody's; nothing it did is undone (MU-132)."""

    which: Literal["own", "all"] = "own"


# -- Bars (MU-113 … MU-116) ------------------------------------------------------------------


class Tick(Effect, frozen=True, tag="tick"):
    """Tick a bar n times; `bar` is its title, or empty: to be named."""

    n: Amount = 1
    bar: str = ""


class NewBar(Effect, frozen=True, tag="new_bar"):
    """The GM makes a bar of n ticks; without a title, the GM words it."""

    n: int = 4
    title: str = ""


# -- Leaving and coming back (MU-104 … MU-107) -----------------------------------------------


class LeaveScene(Effect, frozen=True, tag="leave_scene"):
    """The character is out of the scene, still owned, and makes no character moves (MU-106)."""


class Retire(Effect, frozen=True, tag="retire"):
    """The character is out of the game for good (MU-105)."""


class OnReturn(Effect, frozen=True, tag="on_return"):
    """What happens when a character that left the scene comes back (MU-107)."""

    then: tuple[AnyEffect, ...]


# -- Words (MU-59, MU-143) -------------------------------------------------------------------


class Narrate(Effect, frozen=True, tag="narrate"):
    """Somebody tells something, asked for by `prompt`; the effect waits for their words."""

    by: Voice = "player"
    prompt: str = ""


class AskGm(Effect, frozen=True, tag="ask_gm"):
    """A question to the GM, whose answer is written down."""

    prompt: str = ""


class NewFact(Effect, frozen=True, tag="fact"):
    """Something is now established; without text, `by` words it."""

    text: str = ""
    by: Voice = "player"


class RunProcedure(Effect, frozen=True, tag="procedure"):
    """Walk through a named procedure, step by step; or open a required move, as You die is."""

    id: str


def whom(effect: Effect | None) -> str:
    """Whom an effect names: `self`, `target`, `ask` …; nobody where it is about nobody."""
    return getattr(effect, "who", "") or getattr(effect, "on", "")


def asking(effect: AnyEffect) -> AnyEffect:
    """The same effect for somebody who is still to be named."""
    field = "who" if hasattr(effect, "who") else "on"
    return structs.replace(effect, **{field: "ask"})


AnyEffect: TypeAlias = (
    Restore
    | Lose
    | Spend
    | SetResource
    | NoteBox
    | Xp
    | Grant
    | Buy
    | GiveStatus
    | EraseStatus
    | PermanentStatus
    | Harm
    | ReduceHarm
    | Delay
    | Modifier
    | ConvertBand
    | RedescribeConsequence
    | ShareResult
    | FollowRolls
    | RollNow
    | PickFrom
    | BeginEffect
    | EndEffect
    | Tick
    | NewBar
    | LeaveScene
    | Retire
    | OnReturn
    | Narrate
    | AskGm
    | NewFact
    | RunProcedure
)


# -- What a roll is made with, and what its results are --------------------------------------


class Value(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Anything a playbook is made of."""


class Numbered(Value, frozen=True):
    """One of several numbers to roll with, by what it stands for."""

    label: str
    n: int


class Roll(Value, frozen=True):
    """What to roll with (MU-46, MU-47).

    `any`: an owned aptitude that fits, else unowned (MU-65); `aptitude`: the one called `of`;
    `number`: `n` itself; `term`: the move's term called `of`; `choice`: one of `choices`.
    """

    by: Literal["any", "aptitude", "number", "term", "choice"] = "any"
    of: str = ""
    n: int = 0
    choices: tuple[Numbered, ...] = ()


class Entry(Value, frozen=True):
    """One entry of a list to pick from: what it says, and what it does."""

    text: str
    effects: tuple[AnyEffect, ...] = ()
    consult: bool = False


class Band(Value, frozen=True):
    """What comes of a roll whose result is one of `on` (MU-45)."""

    on: tuple[BandId, ...]
    text: str = ""
    gm: Literal["", "benefit", "consequence"] = ""  # what the GM then writes (MU-71)
    effects: tuple[AnyEffect, ...] = ()
    pick: int = 0  # so many of `options`
    options: tuple[Entry, ...] = ()  # without `pick` these are ideas
