"""What is offered on the worksheet: turns, facts, the incident, better wordings (RB-161 … 181)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Choice, Offer, Seat
from tablefolk.games.rotate_bird.page.offers.making import (
    chosen,
    do,
    flag,
    of_kind,
    pick,
    say,
    symbol_pick,
    text,
)
from tablefolk.games.rotate_bird.rules import incident
from tablefolk.games.rotate_bird.rules import worksheet as rules
from tablefolk.games.rotate_bird.rules.packs import SIX, meanings
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import LINKS, Fact, Turn, Worksheet, factor_of

ABOUT, OWN, START = "worksheet", "worksheet-own", "worksheet-start"
MOST = 300  # characters of a fact


def of_sheet(bird: Bird, seat: Seat, sheet: Worksheet) -> Iterator[Offer]:
    if takes_turns(bird, seat, sheet):
        yield from turns(bird, seat, sheet)
    if not sheet.owner and (sheet.turn or sheet.incident):
        yield do(incident.SuggestWording, ABOUT, text("SuggestWording.text", most=MOST))
    yield from moving(bird, seat, sheet)
    yield from rewording(seat, sheet)
    if seat.gm:
        yield from correcting(bird, sheet)


def in_sight(bird: Bird, seat: Seat) -> tuple[Worksheet, ...]:
    """The group's worksheet and this seat's own, as far as there are any (RB-175)."""
    both = (bird.worksheet, bird.own_worksheet(seat))
    return tuple(sheet for sheet in both if sheet)


def takes_turns(bird: Bird, seat: Seat, sheet: Worksheet) -> bool:
    """Whether it is for this seat to fill the worksheet (RB-165, RB-175)."""
    return seat.id in (sheet.owner, *bird.members)


def lies_aside(bird: Bird, seat: Seat, sheet: Worksheet) -> bool:
    """Whether it is nothing that goes on for this seat; for onlookers, if for nobody (RB-161)."""
    left = (seat.id,) if seat.id in bird.members else bird.members
    return bool(sheet.incident_text) or set(left) <= set(sheet.aside)


def under_way(bird: Bird, sheet: Worksheet, member: str) -> bool:
    """Whether somebody is waited for on it: not while it lies aside, nor while a test goes on."""
    tested = any(test.open for test in bird.tests.values())
    return not (sheet.owner or tested or member in sheet.aside)


def about_of(sheet: Worksheet) -> str:
    return OWN if sheet.owner else ABOUT


def which(sheet: Worksheet) -> dict[str, bool]:
    """How a command says that it means one's own worksheet."""
    return {"alone": True} if sheet.owner else {}


# -- Beginning (RB-161, RB-163, RB-175, RB-177) ----------------------------------------------------


def starting(bird: Bird, seat: Seat) -> Iterator[Offer]:
    modes = (("group",) if seat.gm else ()) + (() if seat.by else ("solo",))
    for mode in modes:
        there = ("" if mode == "group" else seat.id) in bird.worksheets
        key = f"StartWorksheet_{mode}" + ("_anew" if there else "")
        order = flag("StartWorksheet.in_order")
        character = flag("StartWorksheet.in_character")
        yield do(rules.StartWorksheet, START, character, order, key=key, mode=mode)


def factors(bird: Bird, seat: Seat, sheet: Worksheet) -> Iterator[Offer]:
    about, own = about_of(sheet), which(sheet)
    yield do(rules.RollFactors, about, owed=first(bird, seat, sheet), fixed=own)
    choices = (chosen(bird.symbol(id), hint="; ".join(meanings(id))) for id in bird.pack.factors)
    three = symbol_pick("ChooseFactors.factors", choices, most=3, least=3)
    yield do(rules.ChooseFactors, about, three, fixed=own)


def first(bird: Bird, seat: Seat, sheet: Worksheet) -> bool:
    """Who is waited for while nobody has begun: the GM (A-38); for one's own, nobody waits."""
    return seat.gm and under_way(bird, sheet, seat.id)


def moving(bird: Bird, seat: Seat, sheet: Worksheet) -> Iterator[Offer]:
    """Out of the way, or back to it; the GM for everybody (RB-161)."""
    if sheet.owner or sheet.incident_text or seat.id not in bird.members:
        return
    lies = [member in sheet.aside for member in rules.moved_by(bird, seat)]
    every = "_all" if seat.gm else ""
    if not all(lies):
        yield do(rules.LayAside, ABOUT, key=f"LayAside{every}")
    if any(lies):
        yield do(rules.TakeUp, ABOUT, key=f"TakeUp{every}")


# -- Turns (RB-165 … RB-170) -----------------------------------------------------------------------


def turns(bird: Bird, seat: Seat, sheet: Worksheet) -> Iterator[Offer]:
    if not sheet.factors:
        yield from factors(bird, seat, sheet)
    elif sheet.turn is not None:
        yield from placing(bird, seat, sheet, sheet.turn)
    elif not sheet.complete:
        yield from contributing(bird, seat, sheet)
    elif not sheet.incident:
        owed = first(bird, seat, sheet)
        yield do(incident.RollIncident, about_of(sheet), owed=owed, fixed=which(sheet))
    if sheet.incident:
        yield from inciting(bird, seat, sheet)


def contributing(bird: Bird, seat: Seat, sheet: Worksheet) -> Iterator[Offer]:
    """The three kinds of contribution, each fixed before its roll (RB-170)."""
    owed, about, own = waited_for(bird, seat, sheet), about_of(sheet), which(sheet)
    yield do(rules.RollBeingCircle, about, owed=owed, fixed=own)
    yield do(rules.RollDoingCircle, about, owed=owed, fixed=own)
    for link in rules.single_links(sheet):
        known = sheet.on(link)[0]
        other = next(end for end in LINKS[link] if end != known.seen_from)
        symbol = name_of(bird, sheet.links[link])
        yield do(
            rules.AddSecondFact,
            about,
            text("AddSecondFact.fact", most=MOST),
            owed=owed,
            facts={**sides(bird, sheet, link, other), "symbol": symbol, "known": known.text},
            fixed=own,
            link=link,
            seen_from=other,
        )


def waited_for(bird: Bird, seat: Seat, sheet: Worksheet) -> bool:
    """In the first round everybody who has not had a turn; for one's own, nobody waits."""
    if not under_way(bird, sheet, seat.id):
        return False
    if not sheet.contributed:
        return seat.gm
    return seat.id not in sheet.contributed


def sides(bird: Bird, sheet: Worksheet, link: str, seen_from: int) -> dict[str, str]:
    """The two Factors of a connection, from one side."""
    one, two = LINKS[link]
    other = two if seen_from == one else one
    names = {n: name_of(bird, sheet.factors[n - 1]) for n in (one, two)}
    return {"here": names[seen_from], "there": names[other]}


def name_of(bird: Bird, symbol: str) -> str:
    """A symbol's short name, as it stands inside a sentence."""
    found = bird.find_symbol(symbol)
    return found.called if found else symbol


def placing(bird: Bird, seat: Seat, sheet: Worksheet, turn: Turn) -> Iterator[Offer]:
    if turn.by == seat.id and turn.kind == "being":
        circles = tuple(Choice(n, circle_name(bird, sheet, n)) for n in free(sheet))
        where = pick("PlaceBeing.circle", circles)
        symbol = name_of(bird, turn.symbol)
        fact = text("PlaceBeing.fact", most=MOST, symbol=symbol)
        owed, own = under_way(bird, sheet, seat.id), which(sheet)
        facts = {"symbol": symbol}
        yield do(rules.PlaceBeing, about_of(sheet), where, fact, owed=owed, facts=facts, fixed=own)
    elif turn.by == seat.id:
        yield place_doing(bird, sheet, turn)


def free(sheet: Worksheet) -> list[int]:
    """The circles a Being symbol may go to: any empty one, or in order the next (RB-177)."""
    empty = [n for n in SIX if n not in sheet.being]
    return [n for n in empty if n == len(sheet.being) + 1] if sheet.in_order else empty


def circle_name(bird: Bird, sheet: Worksheet, circle: int) -> str:
    factor = name_of(bird, sheet.factors[factor_of(circle) - 1])
    return say("pick.circle", n=circle, factor=factor)


def place_doing(bird: Bird, sheet: Worksheet, turn: Turn) -> Offer:
    """Every open connection from either side, in one form (RB-168)."""
    ways = (
        Choice(
            f"{end}{link.replace(str(end), '')}",
            say("pick.side", **sides(bird, sheet, link, end)),
        )
        for link in rules.open_links(sheet)
        for end in LINKS[link]
    )
    symbol = name_of(bird, turn.symbol)
    return do(
        rules.PlaceDoing,
        about_of(sheet),
        pick("PlaceDoing.link", ways),
        text("PlaceDoing.fact", most=MOST, symbol=symbol),
        owed=under_way(bird, sheet, turn.by),
        facts={"symbol": symbol},
        fixed=which(sheet),
    )


# -- The middle (RB-172, RB-174) -------------------------------------------------------------------


def inciting(bird: Bird, seat: Seat, sheet: Worksheet) -> Iterator[Offer]:
    """What sets it going: written by anybody, put better by whoever wrote it or the GM."""
    what = text("WriteIncident.text", sheet.incident_text, long=True, most=1000)
    about, own = about_of(sheet), which(sheet)
    if not sheet.incident_text:
        owed = first(bird, seat, sheet)
        yield do(incident.WriteIncident, about, what, owed=owed, fixed=own)
    elif seat.gm or seat.id in (sheet.owner, sheet.incident_by):
        again = "WriteIncident_again"
        yield do(incident.WriteIncident, f"{about}:incident", what, key=again, fixed=own)


# -- Better wordings, other symbols (RB-180) -------------------------------------------------------


def rewording(seat: Seat, sheet: Worksheet) -> Iterator[Offer]:
    for fact in sheet.facts:
        if seat.gm or fact.by == seat.id:
            yield reword(fact, sheet)


def reword(fact: Fact, sheet: Worksheet) -> Offer:
    about = f"{about_of(sheet)}:fact:{fact.id}"
    now = text("RewordFact.text", fact.text, most=MOST)
    return do(incident.RewordFact, about, now, fixed=which(sheet), fact=fact.id)


def where(bird: Bird, sheet: Worksheet, circle: str) -> str:
    """A circle as people find it on the paper."""
    if circle in LINKS:
        one, two = (name_of(bird, sheet.factors[end - 1]) for end in LINKS[circle])
        return say("pick.between", one=one, two=two)
    return circle_name(bird, sheet, int(circle)) if circle.isdigit() else say("circle.middle")


def correcting(bird: Bird, sheet: Worksheet) -> Iterator[Offer]:
    for circle, symbol in incident.circles(sheet).items():
        kind = bird.symbol(symbol).kind
        others = [choice for choice in of_kind(bird, kind) if choice.value != symbol]
        if others:
            yield do(
                incident.CorrectCircle,
                f"{about_of(sheet)}:correct",
                symbol_pick("CorrectCircle.symbol", others),
                text("reason", optional=True, most=200),
                facts={"symbol": name_of(bird, symbol), "where": where(bird, sheet, circle)},
                fixed=which(sheet),
                circle=circle,
            )
