"""A character that travels: written out at one table, brought to another (TF-39, TF-40).

What is brought goes through the steps of creation like anything a player writes (WF-108 … WF-117):
the same rules refuse the same things, only with the place in the sheet before the reason. Points,
stress and connections stay behind; they belong to the table where they were made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any

from msgspec import Meta, field

from tablefolk.core import sheets
from tablefolk.core.book import after
from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Event, Seat
from tablefolk.core.lifting import Fields
from tablefolk.games.wheel_of_fate.rules import creation, steps
from tablefolk.games.wheel_of_fate.rules.state import Attribute, Character, Wheel

GAME = "wheel-of-fate"
AttributeDice = Annotated[int, Meta(ge=0, le=6)]


class Sheet(sheets.Sheet, frozen=True):
    """A character by itself."""

    name: str
    summary: str = ""
    attributes: dict[Attribute, AttributeDice] = field(default_factory=dict)
    answers: tuple[str, ...] = ()
    aspects: tuple[str, ...] = ()
    questions: tuple[int, ...] = ()  # the answer each aspect was drawn from, 0 for none
    pools: dict[str, Annotated[int, Meta(ge=0)]] = field(default_factory=dict)
    last_answer: str = ""
    tools: tuple[str, ...] = ()
    notes: str = ""


class BringCharacter(Act[Wheel], frozen=True):
    """A player brings a character from another table; the GM may bring one for a member."""

    may = "anyone"
    sheet: dict[str, Any]  # whatever a file holds, until it is read
    owner: str = ""

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        owner = creation.future_owner(wheel, seat, self.owner)
        brought = sheets.read(self.sheet, Sheet, GAME)
        for place, command in written_again(brought, self.owner):
            with sheets.at(place):
                events = list(command(owner, wheel).do(wheel, seat, dice))
            wheel = after(wheel, events)
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
        pools=dict(hero.pools),
        last_answer=hero.last_answer,
        tools=hero.tools,
        notes=hero.notes,
    )
    return sheets.written(made)


Step = Callable[[str, Wheel], Act[Wheel]]


def written_again(s: Sheet, member: str) -> Iterator[tuple[str, Step]]:
    """The steps of creation that this sheet has been through, each with its place in it."""
    yield "name", lambda owner, w: creation.MakeCharacter(s.name, member)
    if s.summary:
        yield "summary", lambda owner, w: steps.WriteSummary(_of(owner, w), s.name, s.summary)
    if s.attributes:
        values = [s.attributes.get(key, 0) for key in ("physical", "mental", "social")]
        yield "attributes", lambda owner, w: steps.SetAttributes(_of(owner, w), *values)
    if s.answers:
        yield "answers", lambda owner, w: steps.WriteAnswers(_of(owner, w), s.answers)
    if s.aspects:
        yield (
            "aspects",
            lambda owner, w: steps.WriteAnswers(
                _of(owner, w), s.answers or ("",) * 5, s.aspects, s.questions
            ),
        )
    if s.pools:
        yield "pools", lambda owner, w: steps.SetPools(_of(owner, w), s.pools, confirm=True)
    if s.last_answer:
        yield "last_answer", lambda owner, w: steps.WriteLastAnswer(_of(owner, w), s.last_answer)
    if s.tools:
        yield "tools", lambda owner, w: creation.SetTools(_of(owner, w), s.tools)
    if s.notes:
        yield "notes", lambda owner, w: creation.WriteNotes(_of(owner, w), s.notes)


def _of(owner: str, wheel: Wheel) -> str:
    """The character just begun: the newest of its owner."""
    mine: list[Character] = [hero for hero in wheel.pcs() if hero.owner == owner]
    return mine[-1].id
