"""A character that travels: written out at one table, brought to another (TF-39, TF-40).

What is brought goes through the steps of creation like anything a player writes (WF-108 … WF-117):
the same rules refuse the same things, only with the place in the sheet before the reason. What was
won in play comes along (WF-42, WF-102), and dice in pools that are not known here are laid anew
(WF-116). Points, stress and connections stay behind; they belong to the table where they were made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta, field

from tablefolk.core import sheets
from tablefolk.core.book import after
from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, word
from tablefolk.core.lifting import Fields
from tablefolk.core.words import begun
from tablefolk.games.wheel_of_fate.rules import creation, pools, steps
from tablefolk.games.wheel_of_fate.rules.state import Aspect, Attribute, Character, Wheel, Who
from tablefolk.games.wheel_of_fate.rules.wording import Facts, pool_dice

GAME = "wheel-of-fate"
AttributeDice = Annotated[int, Meta(ge=0, le=6)]
PoolDice = Annotated[int, Meta(ge=0, le=pools.MOST_IN_POOL)]
Origin = Literal["creation", "aftermath", "gm"]


class Sheet(sheets.Sheet, frozen=True):
    """A character by itself."""

    name: str
    summary: str = ""
    attributes: dict[Attribute, AttributeDice] = field(default_factory=dict)
    answers: tuple[str, ...] = ()
    aspects: tuple[str, ...] = ()
    questions: tuple[int, ...] = ()  # the answer each aspect was drawn from, 0 for none
    origins: tuple[Origin, ...] = ()  # where each aspect is from; all from creation if not said
    pools: dict[str, PoolDice] = field(default_factory=dict)
    last_answer: str = ""
    tools: tuple[str, ...] = ()
    notes: str = ""


class BringCharacter(Act[Wheel], frozen=True):
    """A player brings a character from another table; the GM may bring one for a member."""

    may = "anyone"
    sheet: dict[str, Any]  # whatever a file holds, until it is read
    owner: str = ""

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        owner, here = creation.future_owner(wheel, seat, self.owner), wheel
        brought = sheets.read(self.sheet, Sheet, GAME)
        events = list[Event]()
        for place, step in written_again(brought, self.owner):
            with sheets.at(place):
                written = list(step(owner, wheel, seat, dice))
            wheel = after(wheel, written)
            events += written
        beyond = tuple(claims(here, brought))
        if beyond:
            rules, told = zip(*beyond, strict=True)
            word(seat, rules[0], f"{' '.join(told)} Does {brought.name} come as they are?")
        yield from events


def sheet(wheel: Wheel, seat: Seat, who: str) -> Fields:
    """A player character written out; the GM's people stay at their table."""
    hero = sheets.to_take(wheel.cast, who, lambda h: h.kind == "pc")
    aspects = [aspect for aspect in hero.aspects if aspect.active]
    made = Sheet(
        tablefolk=sheets.FORMAT,
        game=GAME,
        name=hero.name,
        summary=hero.summary,
        attributes={key: hero.attributes[key] for key in hero.attributes},  # type: ignore[misc]
        answers=hero.answers,
        aspects=tuple(aspect.text for aspect in aspects),
        questions=tuple(aspect.question for aspect in aspects),
        origins=tuple(aspect.origin for aspect in aspects) if steps.won(hero) else (),
        pools=dict(hero.pools),
        last_answer=hero.last_answer,
        tools=hero.tools,
        notes=hero.notes,
    )
    return sheets.written(made)


Step = Callable[[str, Wheel, Seat, Dice], Iterator[Event]]


def written_again(s: Sheet, member: str) -> Iterator[tuple[str, Step]]:
    """The steps of creation that this sheet has been through, each with its place in it."""

    def by(make: Callable[[str], Act[Wheel]]) -> Step:
        return lambda owner, w, seat, dice: make(_of(owner, w)).do(w, seat, dice)

    made = creation.MakeCharacter(s.name, member)
    yield "name", lambda owner, w, seat, dice: made.do(w, seat, dice)
    if s.summary:
        yield "summary", by(lambda who: steps.WriteSummary(who, s.name, s.summary))
    if s.attributes:
        values = [s.attributes.get(key, 0) for key in ("physical", "mental", "social")]
        yield "attributes", by(lambda who: steps.SetAttributes(who, *values))
    if s.answers:
        yield "answers", by(lambda who: steps.WriteAnswers(who, s.answers))
    if s.aspects:
        yield "aspects", lambda owner, w, seat, dice: iter((with_aspects(w, _of(owner, w), s),))
    if any(s.pools.values()):
        yield "pools", lambda owner, w, seat, dice: iter((laid_here(w, _of(owner, w), s),))
    if s.last_answer:
        yield "last_answer", by(lambda who: steps.WriteLastAnswer(who, s.last_answer))
    if s.tools:
        yield "tools", by(lambda who: creation.SetTools(who, s.tools))
    if s.notes:
        yield "notes", by(lambda who: creation.WriteNotes(who, s.notes))


def _of(owner: str, wheel: Wheel) -> str:
    """The character just begun: the newest of its owner."""
    mine: list[Character] = [hero for hero in wheel.pcs() if hero.owner == owner]
    return mine[-1].id


def claims(wheel: Wheel, s: Sheet) -> Iterator[tuple[str, str]]:
    """What a sheet has beyond the rules of this table, by rule: the GM is asked about it."""
    made = len(s.aspects) - sum(origin != "creation" for origin in s.origins)
    if made > 5:
        yield "WF-114", f"{s.name} comes with {made} aspects from creation, where five are made."
    dice = known(wheel, s)
    if above := {key: n for key, n in dice.items() if n > most(wheel, key)}:
        yield "WF-116", f"{s.name} comes with more pool dice than are given here: " \
            f"{pool_dice(wheel, above)}."  # fmt: skip
    elif sum(dice.values()) > steps.POOL_DICE and not wheel.options.get("pool_growth"):
        total = sum(dice.values())
        yield "WF-116", f"{s.name} comes with {total} pool dice, where three are given: " \
            f"{pool_dice(wheel, dice)}."  # fmt: skip


# -- Aspects (WF-41, WF-42) --------------------------------------------------------------------


def with_aspects(wheel: Wheel, who: str, s: Sheet) -> steps.AspectsWritten:
    """The aspects of a sheet as an event, however many: fewer than five in a draft, or more."""
    texts = tuple(text.strip() for text in s.aspects)
    must(all(texts), "WF-41", "text_needed", "An aspect needs words.")
    linked = len(s.questions) <= len(texts) and all(0 <= q <= 5 for q in s.questions)
    must(linked, "WF-114", "out_of_range", "An aspect comes from one of the five answers, or none.")
    made: Origin = "creation"
    origins = (*s.origins, *[made] * len(texts))
    every = zip(steps.numbered(wheel, texts, s.questions), origins, strict=False)
    return steps.AspectsWritten(
        who, tuple(Aspect(a.id, a.text, a.question, origin) for a, origin in every)
    )


# -- Pool dice (WF-102, WF-116) ----------------------------------------------------------------


def known(wheel: Wheel, s: Sheet) -> dict[str, int]:
    """The dice of a sheet in pools that are on offer here."""
    here = pools.offered(wheel)
    return {key: n for key, n in s.pools.items() if n and key in here}


def most(wheel: Wheel, key: str) -> int:
    """The most dice somebody may bring in a pool; above creation's where pools grow here."""
    pool = wheel.pools[key]
    return pools.most_dice(wheel, pool) if wheel.options.get("pool_growth") else pool.high


def laid_here(wheel: Wheel, who: str, s: Sheet) -> steps.PoolsSet | PoolsRelaid:
    """Keep a sheet's pool dice where this table has its pools; else spread them anew.

    What has grown beyond the dice of creation stays where it is.
    """
    here, dice = pools.offered(wheel), known(wheel, s)
    was = {key: n for key, n in s.pools.items() if n}
    lows = {key: pool.low for key, pool in here.items() if pool.low > dice.get(key, 0)}
    if dice == was and not lows:
        return steps.PoolsSet(who, dice)
    if sum(dice.values()) > steps.POOL_DICE or any(n > here[key].high for key, n in dice.items()):
        return PoolsRelaid(who, dice | lows, was)
    laid = steps.spread(here.values(), dice)
    full = sum(laid.values()) == steps.POOL_DICE
    return PoolsRelaid(who, {key: n for key, n in laid.items() if n and full}, was)


class PoolsRelaid(Change[Wheel], frozen=True):
    """Pool dice were spread over other pools; empty `dice` leaves them to the player."""

    who: Who
    dice: dict[str, int]
    was: dict[str, int]

    def onto(self, wheel: Wheel) -> Wheel:
        return wheel.with_hero(self.who, pools=self.dice, pools_settled=bool(self.dice))

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        if self.dice:
            return ""
        return "_open" if pools.offered(wheel) else "_none"

    def in_words(self, wheel: Wheel, seat: Seat) -> Facts:
        names = {begun(key.replace("-", " ")): n for key, n in self.was.items()}
        return {"shown": pool_dice(wheel, self.dice), "before": pool_dice(wheel, names)}
