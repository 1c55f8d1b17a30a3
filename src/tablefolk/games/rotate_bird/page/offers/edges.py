"""What is offered about edges: a symbol, a meaning, giving, letting go (RB-69 … RB-83)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Choice, Offer, Seat
from tablefolk.games.rotate_bird.page.offers.making import (
    chosen,
    do,
    of_kind,
    people,
    pick,
    picture_words,
    say,
    symbol_pick,
    text,
)
from tablefolk.games.rotate_bird.page.offers.tests import pair
from tablefolk.games.rotate_bird.rules import edges as rules
from tablefolk.games.rotate_bird.rules.helping import proposed_symbols
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import Character, Edge

NATURES = ("situation", "thing", "other")


def of_hero(bird: Bird, seat: Seat, hero: Character) -> Iterator[Offer]:
    """What can be done with the edges that somebody has and knows."""
    for edge in hero.having:
        if not fresh(edge):
            yield from about_edge(bird, seat, hero, edge)


def fresh(edge: Edge) -> bool:
    """Whether an edge still waits for its symbol, or for what it stands for."""
    return not edge.symbols or not edge.meaning


def about_of(hero: Character, edge: Edge) -> str:
    """A fresh edge lies in the middle of the table, any other with what its owner has."""
    return f"edge:{edge.id}" if fresh(edge) else f"having:{hero.id}:{edge.id}"


def about_edge(bird: Bird, seat: Seat, hero: Character, edge: Edge) -> Iterator[Offer]:
    at, mine = about_of(hero, edge), hero.player == seat.id
    if seat.gm and not edge.symbols and edge.form == "being":
        yield from assigning(bird, edge, at)
    if mine:
        yield from owning(bird, hero, edge, at)
    else:
        facts = {"name": hero.name}
        yield do(
            rules.SuggestMeaning,
            at,
            text("SuggestMeaning.text", most=300),
            facts=facts,
            edge=edge.id,
        )
    if seat.gm:
        key = "FlagEdge_not" if edge.transferable else "FlagEdge"
        fixed = {"edge": edge.id, "transferable": not edge.transferable}
        yield do(rules.FlagEdge, at, key=key, facts={"edge": called(bird, edge)}, fixed=fixed)
    if mine or seat.gm:
        reason = text("DropEdge.reason", optional=True, most=300)
        yield do(rules.DropEdge, at, reason, facts={"edge": called(bird, edge)}, edge=edge.id)


def called(bird: Bird, edge: Edge) -> str:
    return edge.name or edge.meaning or pair(bird, edge.symbols) or say("words.an_edge")


def assigning(bird: Bird, edge: Edge, at: str) -> Iterator[Offer]:
    """What was tapped may suit it; else any Being symbol, chosen or rolled (RB-60, RB-71)."""
    test = bird.tests.get(edge.test)
    if test and edge.source == "setup":
        for symbol in proposed_symbols(bird, test):
            facts = {"symbol": picture_words(bird, symbol)}
            yield do(
                rules.AssignSymbol,
                at,
                key="AssignTapped",
                owed=True,
                facts=facts,
                edge=edge.id,
                symbol=symbol,
            )
    yield do(rules.AssignSymbol, at, key="AssignRolled", owed=True, edge=edge.id, symbol="")
    made = tuple(chosen(s) for s in bird.own_symbols.values() if s.kind == "being")
    every = symbol_pick("AssignSymbol.symbol", (*of_kind(bird, "being"), *made))
    yield do(rules.AssignSymbol, at, every, owed=True, edge=edge.id)


def owning(bird: Bird, hero: Character, edge: Edge, at: str) -> Iterator[Offer]:
    natures = (Choice(nature, say(f"labels.nature.{nature}")) for nature in NATURES)
    meant = (
        text("SayMeaning.meaning", edge.meaning, most=300),
        pick("SayMeaning.nature", natures, start=edge.nature),
    )
    name = text("SayMeaning.name", edge.name, most=60, optional=True)
    blanks = (name, *meant) if edge.form == "doing" else meant
    facts = {"edge": called(bird, edge)}
    owed = fresh(edge) and bool(edge.symbols)
    yield do(rules.SayMeaning, at, *blanks, owed=owed, facts=facts, edge=edge.id)
    for number, remark in enumerate(edge.suggestions):
        said = {"text": remark.text, "by": bird.name(remark.by)}
        yield do(rules.TakeSuggestion, at, facts=said, edge=edge.id, suggestion=number)
    if others := [other for other in bird.cast.values() if other.id != hero.id]:
        to = pick("GiveEdge.to", people(others))
        yield do(rules.GiveEdge, at, to, facts=facts, edge=edge.id)
