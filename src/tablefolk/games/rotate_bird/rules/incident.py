"""The worksheet's last steps: wordings, the incident, editing (RB-172 … RB-174, RB-180)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat, must, need
from tablefolk.games.rotate_bird.rules.fallout_tables import fallout_symbols
from tablefolk.games.rotate_bird.rules.state import Bird, the_gm, words
from tablefolk.games.rotate_bird.rules.values import Remark, Worksheet
from tablefolk.games.rotate_bird.rules.worksheet import takes_turns, the_sheet, with_sheet

# -- Wordings, and the inciting incident (RB-172 … RB-174) -------------------------------------


class SuggestWording(Command, frozen=True):
    """An idea for whoever is writing; they have the last word."""

    may = "anyone"
    text: str


class WordingSuggested(Event, frozen=True):
    by: str
    text: str


class RollIncident(Command, frozen=True):
    """When all twelve facts are there, a die on the fallout table fills the middle."""

    may = "anyone"
    alone: bool = False


class IncidentRolled(Event, frozen=True):
    by: str
    die: int
    symbol: str
    owner: str = ""


class WriteIncident(Command, frozen=True):
    """The crisis, opportunity or event that sets it all going."""

    may = "anyone"
    text: str
    alone: bool = False


class IncidentWritten(Event, frozen=True):
    by: str
    text: str
    owner: str = ""


def suggest_wording(bird: Bird, seat: Seat, c: SuggestWording, dice: Dice) -> Iterator[Event]:
    sheet = the_sheet(bird, seat, alone=False)
    writing = sheet.turn is not None or bool(sheet.incident)
    must(writing, "RB-172", "wrong_phase", "Nobody is writing just now.")
    text = words(c.text, "RB-172", "Suggest something.")
    must(Remark(seat.id, text) not in sheet.ideas, "RB-172", "same", "That is suggested already.")
    yield WordingSuggested(seat.id, text)


def wording_suggested(bird: Bird, e: WordingSuggested) -> Bird:
    return with_sheet(bird, "", ideas=(*bird.worksheets[""].ideas, Remark(e.by, e.text)))


def roll_incident(bird: Bird, seat: Seat, c: RollIncident, dice: Dice) -> Iterator[Event]:
    sheet = the_sheet(bird, seat, c.alone)
    takes_turns(bird, seat, sheet)
    why = f"The middle comes last: {12 - len(sheet.facts)} facts are missing."
    need(sheet.complete, "RB-174", "worksheet_incomplete", why)
    must(not sheet.incident, "RB-174", "circle_full", "The middle is filled.")
    (die,) = dice.roll(1)
    yield IncidentRolled(seat.id, die, fallout_symbols(bird)[die - 1], sheet.owner)


def incident_rolled(bird: Bird, e: IncidentRolled) -> Bird:
    return with_sheet(bird, e.owner, incident=e.symbol, ideas=())


def write_incident(bird: Bird, seat: Seat, c: WriteIncident, dice: Dice) -> Iterator[Event]:
    sheet = the_sheet(bird, seat, c.alone)
    must(sheet.incident, "RB-174", "worksheet_incomplete", "Roll the symbol in the middle first.")
    mine = seat.gm or seat.id in (sheet.owner, sheet.incident_by) or not sheet.incident_text
    need(mine, "RB-180", "not_owner", "Whoever wrote it, or the GM, rewords it.")
    text = words(c.text, "RB-174", "Say what happens.")
    yield IncidentWritten(seat.id, text, sheet.owner)


def incident_written(bird: Bird, e: IncidentWritten) -> Bird:
    by = bird.worksheets[e.owner].incident_by or e.by
    return with_sheet(bird, e.owner, incident_text=e.text, incident_by=by, ideas=())


# -- Editing (RB-180) --------------------------------------------------------------------------


class RewordFact(Command, frozen=True):
    """Whoever wrote a fact, or the GM, words it better."""

    may = "involved"
    fact: int
    text: str
    alone: bool = False


class FactReworded(Event, frozen=True):
    fact: int
    was: str
    now: str
    by: str
    owner: str = ""


class CorrectCircle(Command, frozen=True):
    """The GM rules that another symbol stands in a circle: 1 … 6, 12, 23, 31, or X."""

    may = "gm"
    circle: str
    symbol: str
    reason: str
    alone: bool = False


class CircleCorrected(Event, frozen=True):
    circle: str
    was: str
    now: str
    reason: str
    owner: str = ""


def reword_fact(bird: Bird, seat: Seat, c: RewordFact, dice: Dice) -> Iterator[Event]:
    sheet = the_sheet(bird, seat, c.alone)
    facts = {fact.id: fact for fact in sheet.facts}
    fact = must(facts.get(c.fact), "RB-180", "unknown", "There is no such fact.")
    need(seat.gm or fact.by == seat.id, "RB-180", "not_owner", "That fact is not yours.")
    text = words(c.text, "RB-180", "Write something.")
    yield FactReworded(fact.id, fact.text, text, seat.id, sheet.owner)


def fact_reworded(bird: Bird, e: FactReworded) -> Bird:
    facts = bird.worksheets[e.owner].facts
    changed = tuple(replace(f, text=e.now) if f.id == e.fact else f for f in facts)
    return with_sheet(bird, e.owner, facts=changed)


def correct_circle(bird: Bird, seat: Seat, c: CorrectCircle, dice: Dice) -> Iterator[Event]:
    the_gm(seat, "RB-180")
    sheet = the_sheet(bird, seat, c.alone)
    filled = circles(sheet)
    must(c.circle in filled, "RB-180", "unknown", "There is no symbol in such a circle.")
    was = filled[c.circle]
    bird.symbol(c.symbol, bird.symbol(was).kind if c.circle != "X" else None)
    must(c.symbol != was, "RB-180", "same", "It is like that already.")
    reason = words(c.reason, "RB-180", "Say why.")
    yield CircleCorrected(c.circle, was, c.symbol, reason, sheet.owner)


def circles(sheet: Worksheet) -> dict[str, str]:
    """Every circle that is filled, Factors aside."""
    found = {str(circle): symbol for circle, symbol in sheet.being.items()}
    return found | sheet.links | ({"X": sheet.incident} if sheet.incident else {})


def circle_corrected(bird: Bird, e: CircleCorrected) -> Bird:
    sheet = bird.worksheets[e.owner]
    if e.circle == "X":
        return with_sheet(bird, e.owner, incident=e.now)
    if e.circle in sheet.links:
        return with_sheet(bird, e.owner, links={**sheet.links, e.circle: e.now})
    return with_sheet(bird, e.owner, being={**sheet.being, int(e.circle): e.now})


DECIDE: dict[Any, Any] = {
    SuggestWording: suggest_wording,
    RollIncident: roll_incident,
    WriteIncident: write_incident,
    RewordFact: reword_fact,
    CorrectCircle: correct_circle,
}
EVOLVE: dict[Any, Any] = {
    WordingSuggested: wording_suggested,
    IncidentRolled: incident_rolled,
    IncidentWritten: incident_written,
    FactReworded: fact_reworded,
    CircleCorrected: circle_corrected,
}
