"""Random scenarios: thirteen circles, filled in turns (RB-161 … RB-181)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from tablefolk.core.dice import BadDice, Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need
from tablefolk.core.table.scenes import SceneOpened
from tablefolk.games.rotate_bird.rules import symbols
from tablefolk.games.rotate_bird.rules.packs import FACTORS, SIX, cell, frameworks
from tablefolk.games.rotate_bird.rules.state import Bird, overheard, the_gm, words
from tablefolk.games.rotate_bird.rules.tracks import laid_by
from tablefolk.games.rotate_bird.rules.values import (
    LINKS,
    Fact,
    SymbolId,
    Turn,
    Who,
    Worksheet,
    factor_of,
)
from tablefolk.games.rotate_bird.rules.wording import Facts, pictures

LONG = 10  # words of a fact; beyond it shows a note (RB-171)

# -- Beginning, and the Factors (RB-161, RB-163, RB-175, RB-177) -------------------------------


class StartWorksheet(Act[Bird], frozen=True):
    """A fresh worksheet: the GM's for the group, or anybody's own, which nobody else sees."""

    may = "anyone"
    mode: Literal["group", "solo"] = "group"
    in_character: bool = False
    in_order: bool = False

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        if self.mode == "group":
            the_gm(seat, "RB-161")
        else:
            their_own(seat)
        yield WorksheetStarted(seat.id, self.mode, self.in_character, self.in_order)


class WorksheetStarted(Change[Bird], frozen=True):
    by: Who
    mode: Literal["group", "solo"]
    in_character: bool = False
    in_order: bool = False

    def onto(self, bird: Bird) -> Bird:
        owner = self.by if self.mode == "solo" else ""
        sheet = Worksheet(owner, self.in_character, self.in_order)
        return replace(bird, worksheets={**bird.worksheets, owner: sheet})

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        mine = self.by == seat.id and not seat.by
        return f"_{self.mode}" if self.mode == "group" or mine else None


class RollFactors(Act[Bird], frozen=True):
    """Three different Factors as the dice have it; 66 is rolled again."""

    may = "anyone"
    alone: bool = False  # on one's own worksheet, here and below

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        sheet = without_factors(bird, seat, self.alone)
        fell = dice.roll(2)
        while not (three := frameworks()[cell(*fell)]):
            yield FactorsSet((), seat.id, fell, sheet.owner)
            try:
                fell = dice.roll(2)
            except BadDice:  # real dice, of which no more were told: they are thrown again
                return
        yield FactorsSet(in_pack(bird, three), seat.id, fell, sheet.owner)


class ChooseFactors(Act[Bird], frozen=True):
    """Three different Factors, in the order of their circles."""

    may = "anyone"
    factors: tuple[str, ...]
    alone: bool = False

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        sheet = without_factors(bird, seat, self.alone)
        factors = in_pack(bird, self.factors)
        three = len(factors) == 3 == len(set(factors)) and set(factors) <= set(bird.pack.factors)
        must(three, "RB-163", "out_of_range", "Choose three different Factors of the seven.")
        yield FactorsSet(factors, seat.id, owner=sheet.owner)


class FactorsSet(Change[Bird], frozen=True):
    """None where the dice say to roll again."""

    factors: tuple[SymbolId, ...]
    by: Who
    dice: tuple[int, ...] = ()
    owner: str = ""  # of a worksheet that is nobody else's, here and below

    def onto(self, bird: Bird) -> Bird:
        return with_sheet(bird, self.owner, factors=self.factors)

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return "" if self.factors else "_again"


def in_pack(bird: Bird, factors: tuple[str, ...]) -> tuple[str, ...]:
    """Factors by their keys, as the pack in use has them (RB-188)."""
    own = dict(zip(FACTORS, bird.pack.factors, strict=True))
    return tuple(own.get(factor, factor) for factor in factors)


def the_sheet(bird: Bird, seat: Seat, alone: bool) -> Worksheet:
    """The group's worksheet, or this seat's own: there is no word for anybody else's (RB-175)."""
    if alone:
        their_own(seat)
    found = bird.worksheets.get("") if not alone else bird.own_worksheet(seat)
    return must(found, "RB-162", "no_worksheet", "There is no worksheet yet.")


def their_own(seat: Seat) -> None:
    """A worksheet of somebody's own is not lent with their seat (TF-6, RB-175)."""
    must(not seat.by, "TF-6", "not_yours", "Only the character of this seat is lent to you.")


def without_factors(bird: Bird, seat: Seat, alone: bool) -> Worksheet:
    sheet = takes_turns(bird, seat, alone)
    must(not sheet.factors, "RB-163", "same", "The Factors are set.")
    return sheet


def takes_turns(bird: Bird, seat: Seat, alone: bool = False) -> Worksheet:
    """The group's, where its members take turns; on their own, whoever began does (RB-165)."""
    sheet = the_sheet(bird, seat, alone)
    mine = seat.id in (sheet.owner, *bird.members)
    need(mine, "RB-165", "not_owner", "This worksheet is not yours.")
    return sheet


def with_sheet(bird: Bird, owner: str, **changes: object) -> Bird:
    changed = replace(bird.worksheets[owner], **changes)
    return replace(bird, worksheets={**bird.worksheets, owner: changed})


# -- Laid aside, and taken up again (RB-161) ---------------------------------------------------


class LayAside(Act[Bird], frozen=True):
    """The group's worksheet is left for later: by a player for themselves, by the GM for all."""

    may = "anyone"

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        sheet = unfinished(bird, seat)
        who = tuple(member for member in moved_by(bird, seat) if member not in sheet.aside)
        yield LaidAside(seat.id, must(who, "RB-161", "same", "It lies aside already."))


class TakeUp(Act[Bird], frozen=True):
    """It is gone on with: by a player for themselves, by the GM for all."""

    may = "anyone"

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        sheet = unfinished(bird, seat)
        who = tuple(member for member in moved_by(bird, seat) if member in sheet.aside)
        yield TakenUp(seat.id, must(who, "RB-161", "same", "It does not lie aside."))


class LaidAside(Change[Bird], frozen=True):
    by: Who
    who: tuple[Who, ...]

    def onto(self, bird: Bird) -> Bird:
        sheet = bird.worksheets[""]
        return with_sheet(bird, "", aside=(*sheet.aside, *self.who))

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return "_all" if self.by == bird.gm else ""


class TakenUp(Change[Bird], frozen=True):
    by: Who
    who: tuple[Who, ...]

    def onto(self, bird: Bird) -> Bird:
        left = tuple(member for member in bird.worksheets[""].aside if member not in self.who)
        return with_sheet(bird, "", aside=left)

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return "_all" if self.by == bird.gm else ""


def unfinished(bird: Bird, seat: Seat) -> Worksheet:
    """The group's, while there is something left to find out."""
    sheet = takes_turns(bird, seat)
    must(not sheet.incident_text, "RB-161", "wrong_phase", "It is all there.")
    return sheet


def moved_by(bird: Bird, seat: Seat) -> tuple[str, ...]:
    """Whose page changes: one's own; with the GM everybody goes on to something else."""
    return bird.members if seat.gm else (seat.id,)


def put_off(bird: Bird) -> Bird:
    """Play goes on, or is over: nobody is kept by an unfinished worksheet any more."""
    sheet = bird.worksheet
    if sheet is None or sheet.incident_text:
        return bird
    return with_sheet(bird, "", aside=tuple(dict.fromkeys((*sheet.aside, *bird.members))))


# -- Turns (RB-165, RB-166, RB-170) ------------------------------------------------------------


class RollBeingCircle(Act[Bird], frozen=True):
    """A contribution: roll a Being symbol, then choose a circle and write a fact."""

    may = "anyone"
    alone: bool = False

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        sheet = my_turn(bird, seat, self.alone)
        empty = len(sheet.being) < 6
        must(empty, "RB-167", "no_open_circle", "All six Being circles are filled.")
        drawn = symbols.being(bird.pack, dice)
        yield CircleRolled(seat.id, "being", drawn.symbol, drawn.dice, sheet.owner)


class RollDoingCircle(Act[Bird], frozen=True):
    """A contribution: roll a Doing symbol, then choose a connection and write a fact."""

    may = "anyone"
    alone: bool = False

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        sheet = my_turn(bird, seat, self.alone)
        full = len(sheet.links) == len(LINKS)
        must(not full, "RB-168", "no_open_link", "All three connections are filled.")
        why = "A connection needs a Being symbol at both of its Factors first."
        must(open_links(sheet), "RB-168", "no_open_link", why)
        drawn = symbols.doing(bird.pack, dice)
        yield CircleRolled(seat.id, "doing", drawn.symbol, drawn.dice, sheet.owner)


class CircleRolled(Change[Bird], frozen=True):
    """The kind of contribution is fixed; the circle is not (RB-170)."""

    by: Who
    kind: Literal["being", "doing"]
    symbol: SymbolId
    dice: tuple[int, ...]
    owner: str = ""

    def onto(self, bird: Bird) -> Bird:
        return with_sheet(bird, self.owner, turn=Turn(self.by, self.kind, self.symbol), ideas=())

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return f"_{self.kind}"


def my_turn(bird: Bird, seat: Seat, alone: bool) -> Worksheet:
    """The Factors are set, and it is this member's turn to begin a contribution."""
    sheet = takes_turns(bird, seat, alone)
    must(sheet.factors, "RB-165", "no_factors", "The Factors come first.")
    free = sheet.turn is None
    who = bird.name(sheet.turn.by) if sheet.turn else ""
    must(free, "RB-170", "wait_your_turn", f"{who} has rolled, and is to write a fact.")
    if sheet.mode == "group":
        first = sheet.contributed or seat.gm
        need(first, "RB-165", "gm_first", "The GM makes the first contribution.")
        others = set(bird.members) - set(sheet.contributed)
        again = seat.id in sheet.contributed and others
        why = "Everybody makes one contribution before anybody makes a second."
        need(not again, "RB-166", "wait_your_turn", why)
    return sheet


def open_links(sheet: Worksheet) -> tuple[str, ...]:
    """Empty connections between Factors that have a Being symbol each (RB-168)."""
    touched = {factor_of(circle) for circle in sheet.being}
    return tuple(
        link for link, ends in LINKS.items() if link not in sheet.links and set(ends) <= touched
    )


def single_links(sheet: Worksheet) -> tuple[str, ...]:
    """Filled connections with exactly one fact (RB-169)."""
    return tuple(link for link in sheet.links if len(sheet.on(link)) == 1)


# -- Facts (RB-167 … RB-169, RB-171) -----------------------------------------------------------


class PlaceBeing(Act[Bird], frozen=True):
    """The rolled Being symbol goes into an empty circle, with a fact about its Factor."""

    may = "anyone"
    circle: int
    fact: str
    alone: bool = False

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        sheet, turn = rolled(bird, seat, "being", self.alone)
        must(self.circle in SIX, "RB-167", "out_of_range", "The circles are numbered 1 to 6.")
        must(self.circle not in sheet.being, "RB-167", "circle_full", "That circle is filled.")
        in_turn = not sheet.in_order or self.circle == len(sheet.being) + 1
        need(in_turn, "RB-177", "slot_order", f"In order: circle {len(sheet.being) + 1} is next.")
        text = words(self.fact, "RB-167", "Write a fact about this Factor.")
        fact = Fact(next_fact(bird, sheet), text, seat.id, circle=self.circle)
        yield FactWritten(fact, turn.symbol, sheet.owner)


class PlaceDoing(Act[Bird], frozen=True):
    """The rolled Doing symbol goes on a connection, with a fact from one Factor's side.

    A connection read backwards is told from its other side: 21 is 12 as the second sees it.
    """

    may = "anyone"
    link: str
    seen_from: int = 0
    fact: str = ""
    alone: bool = False

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        sheet, turn = rolled(bird, seat, "doing", self.alone)
        link, seen_from = direction(self.link, self.seen_from)
        a_side(link, seen_from)
        must(link not in sheet.links, "RB-168", "circle_full", "That circle is filled.")
        why = "Both its Factors need a Being symbol first."
        must(link in open_links(sheet), "RB-168", "link_not_ready", why)
        text = words(self.fact, "RB-168", "Write how one of the two relates to the other.")
        fact = Fact(next_fact(bird, sheet), text, seat.id, link=link, seen_from=seen_from)
        yield FactWritten(fact, turn.symbol, sheet.owner)


class AddSecondFact(Act[Bird], frozen=True):
    """A contribution without a roll: the other side of a connection."""

    may = "anyone"
    link: str
    seen_from: int
    fact: str
    alone: bool = False

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        sheet = my_turn(bird, seat, self.alone)
        a_side(self.link, self.seen_from)
        why = "There is no connection with just one fact."
        must(single_links(sheet), "RB-169", "no_single_fact_link", why)
        why = "That connection does not have just one fact."
        must(self.link in single_links(sheet), "RB-169", "no_single_fact_link", why)
        other = self.seen_from != sheet.on(self.link)[0].seen_from
        need(other, "RB-169", "same_perspective", "That side is told; tell the other one.")
        text = words(self.fact, "RB-169", "Write the other side of it.")
        fact = Fact(next_fact(bird, sheet), text, seat.id, link=self.link, seen_from=self.seen_from)
        yield FactWritten(fact, owner=sheet.owner)


def about_fact(bird: Bird, fact: Fact, owner: str) -> str:
    """The Factor a fact is about, or the two it connects, its own side first."""
    sheet = bird.worksheets.get(owner)
    factors = sheet.factors if sheet else ()
    ends = (factor_of(fact.circle),) if fact.circle else LINKS[fact.link]
    first = sorted(ends, key=lambda end: end != fact.seen_from)
    return pictures(bird, (factors[end - 1] for end in first if end <= len(factors)))


class FactWritten(Change[Bird], frozen=True):
    """A fact, with the symbol that went into its circle if it came with one."""

    fact: Fact
    symbol: SymbolId = ""
    owner: str = ""

    def onto(self, bird: Bird) -> Bird:
        sheet, fact = bird.worksheets[self.owner], self.fact
        being = {**sheet.being, fact.circle: self.symbol} if fact.circle else sheet.being
        links = (
            {**sheet.links, fact.link: self.symbol} if fact.link and self.symbol else sheet.links
        )
        return with_sheet(
            bird if self.owner else bird.counted(fact.id),
            self.owner,
            being=being,
            links=links,
            facts=(*sheet.facts, fact),
            contributed=tuple(dict.fromkeys((*sheet.contributed, fact.by))),
            turn=None,
            ideas=(),
        )

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return "_being" if self.fact.circle else "_doing" if self.symbol else "_second"

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        about = about_fact(bird, self.fact, self.owner)
        return {"by": bird.name(self.fact.by), "text": self.fact.text, "about": about}


def next_fact(bird: Bird, sheet: Worksheet) -> int:
    """A fact's number; on one's own worksheet one that nobody else could count by."""
    return len(sheet.facts) + 1 if sheet.owner else bird.count + 1


def rolled(bird: Bird, seat: Seat, kind: str, alone: bool) -> tuple[Worksheet, Turn]:
    """The contribution this member has rolled for."""
    sheet = the_sheet(bird, seat, alone)
    turn = sheet.turn if sheet.turn and sheet.turn.by == seat.id else None
    mine = must(turn, "RB-170", "wait_your_turn", "Roll a symbol first, when it is your turn.")
    must(mine.kind == kind, "RB-170", "wrong_symbol_kind", f"It is a {mine.kind.title()} symbol.")
    return sheet, mine


def direction(link: str, seen_from: int) -> tuple[str, int]:
    """A connection and the Factor that sees it, from `12` or, the other way round, from `21`."""
    said = int(link[0]) if link[:1].isdecimal() else 0
    return (link if link in LINKS else link[::-1]), seen_from or said


def a_side(link: str, factor: int) -> None:
    must(link in LINKS, "RB-168", "unknown", "There is no such connection.")
    must(factor in LINKS[link], "RB-168", "out_of_range", "That Factor is not on this connection.")


def long_winded(text: str) -> bool:
    """More than ten words: a note, no refusal (RB-171)."""
    return len(text.split()) > LONG


@overheard.effect(SceneOpened)
def scene_opened(bird: Bird, e: SceneOpened) -> Bird:
    return put_off(laid_by(replace(bird, scene=e.number, scene_open=True, fresh=False)))
