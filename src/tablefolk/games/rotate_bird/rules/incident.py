"""The worksheet's last steps: wordings, the incident, editing (RB-172 … RB-174, RB-180)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need
from tablefolk.games.rotate_bird.rules.fallout_tables import fallout_symbols
from tablefolk.games.rotate_bird.rules.state import Bird, the_gm, words
from tablefolk.games.rotate_bird.rules.values import Remark, SymbolId, Who, Worksheet
from tablefolk.games.rotate_bird.rules.wording import Facts, because
from tablefolk.games.rotate_bird.rules.worksheet import takes_turns, the_sheet, with_sheet

# -- Wordings, and the inciting incident (RB-172 … RB-174) -------------------------------------


class SuggestWording(Act[Bird], frozen=True):
    """An idea for whoever is writing; they have the last word."""

    may = "anyone"
    text: str

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        sheet = the_sheet(bird, seat, alone=False)
        writing = sheet.turn is not None or bool(sheet.incident)
        must(writing, "RB-172", "wrong_phase", "Nobody is writing just now.")
        text = words(self.text, "RB-172", "Suggest something.")
        must(
            Remark(seat.id, text) not in sheet.ideas, "RB-172", "same", "That is suggested already."
        )
        yield WordingSuggested(seat.id, text)


class WordingSuggested(Change[Bird], frozen=True):
    by: Who
    text: str

    def onto(self, bird: Bird) -> Bird:
        return with_sheet(bird, "", ideas=(*bird.worksheets[""].ideas, Remark(self.by, self.text)))


class RollIncident(Act[Bird], frozen=True):
    """When all twelve facts are there, a die on the fallout table fills the middle."""

    may = "anyone"
    alone: bool = False

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        sheet = takes_turns(bird, seat, self.alone)
        why = f"The middle comes last: {12 - len(sheet.facts)} facts are missing."
        need(sheet.complete, "RB-174", "worksheet_incomplete", why)
        must(not sheet.incident, "RB-174", "circle_full", "The middle is filled.")
        (die,) = dice.roll(1)
        yield IncidentRolled(seat.id, die, fallout_symbols(bird)[die - 1], sheet.owner)


class IncidentRolled(Change[Bird], frozen=True):
    by: Who
    die: int
    symbol: SymbolId
    owner: str = ""

    def onto(self, bird: Bird) -> Bird:
        return with_sheet(bird, self.owner, incident=self.symbol, ideas=())


class WriteIncident(Act[Bird], frozen=True):
    """The crisis, opportunity or event that sets it all going."""

    may = "anyone"
    text: str
    alone: bool = False

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        sheet = the_sheet(bird, seat, self.alone)
        must(
            sheet.incident, "RB-174", "worksheet_incomplete", "Roll the symbol in the middle first."
        )
        mine = seat.gm or seat.id in (sheet.owner, sheet.incident_by) or not sheet.incident_text
        need(mine, "RB-180", "not_owner", "Whoever wrote it, or the GM, rewords it.")
        text = words(self.text, "RB-174", "Say what happens.")
        yield IncidentWritten(seat.id, text, sheet.owner)


class IncidentWritten(Change[Bird], frozen=True):
    by: Who
    text: str
    owner: str = ""

    def onto(self, bird: Bird) -> Bird:
        by = bird.worksheets[self.owner].incident_by or self.by
        return with_sheet(bird, self.owner, incident_text=self.text, incident_by=by, ideas=())


# -- Editing (RB-180) --------------------------------------------------------------------------


class RewordFact(Act[Bird], frozen=True):
    """Whoever wrote a fact, or the GM, words it better."""

    may = "involved"
    fact: int
    text: str
    alone: bool = False

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        sheet = the_sheet(bird, seat, self.alone)
        facts = {fact.id: fact for fact in sheet.facts}
        fact = must(facts.get(self.fact), "RB-180", "unknown", "There is no such fact.")
        need(seat.gm or fact.by == seat.id, "RB-180", "not_owner", "That fact is not yours.")
        text = words(self.text, "RB-180", "Write something.")
        yield FactReworded(fact.id, fact.text, text, seat.id, sheet.owner)


class FactReworded(Change[Bird], frozen=True):
    fact: int
    was: str
    now: str
    by: Who
    owner: str = ""

    def onto(self, bird: Bird) -> Bird:
        facts = bird.worksheets[self.owner].facts
        changed = tuple(replace(f, text=self.now) if f.id == self.fact else f for f in facts)
        return with_sheet(bird, self.owner, facts=changed)


class CorrectCircle(Act[Bird], frozen=True):
    """The GM rules that another symbol stands in a circle: 1 … 6, 12, 23, 31, or X."""

    may = "gm"
    circle: str
    symbol: str
    reason: str = ""  # empty: said aloud
    alone: bool = False

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-180")
        sheet = the_sheet(bird, seat, self.alone)
        filled = circles(sheet)
        must(self.circle in filled, "RB-180", "unknown", "There is no symbol in such a circle.")
        was = filled[self.circle]
        bird.symbol(self.symbol, bird.symbol(was).kind if self.circle != "X" else None)
        must(self.symbol != was, "RB-180", "same", "It is like that already.")
        yield CircleCorrected(self.circle, was, self.symbol, self.reason.strip(), sheet.owner)


class CircleCorrected(Change[Bird], frozen=True):
    voice = "ruled"
    circle: str
    was: SymbolId
    now: SymbolId
    reason: str
    owner: str = ""

    def onto(self, bird: Bird) -> Bird:
        sheet = bird.worksheets[self.owner]
        if self.circle == "X":
            return with_sheet(bird, self.owner, incident=self.now)
        if self.circle in sheet.links:
            return with_sheet(bird, self.owner, links={**sheet.links, self.circle: self.now})
        return with_sheet(bird, self.owner, being={**sheet.being, int(self.circle): self.now})

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        return {"why": because(self.reason)}


def circles(sheet: Worksheet) -> dict[str, str]:
    """Every circle that is filled, Factors aside."""
    found = {str(circle): symbol for circle, symbol in sheet.being.items()}
    return found | sheet.links | ({"X": sheet.incident} if sheet.incident else {})
