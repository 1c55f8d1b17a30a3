"""Edges: where they come from, what they mean, how long they last (RB-69 … RB-83, RB-144 … 149)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat, must, need
from tablefolk.games.rotate_bird.rules import symbols
from tablefolk.games.rotate_bird.rules.doing import DoingTakenOut
from tablefolk.games.rotate_bird.rules.state import Bird, the_gm, words
from tablefolk.games.rotate_bird.rules.symbols import Drawn
from tablefolk.games.rotate_bird.rules.tapping import Untapped
from tablefolk.games.rotate_bird.rules.values import Character, Edge, Form, Label, Nature, Remark

# -- Awards (RB-144, RB-145) -------------------------------------------------------------------


class AwardEdge(Command, frozen=True):
    """The GM gives somebody an edge, with a reason; a symbol left open is rolled."""

    may = "gm"
    to: str
    reason: str
    kind: Form = "being"
    being: str = ""
    doing: str = ""
    track: int = 0  # that it is given for reaching (RB-111)


class EdgeAwarded(Event, frozen=True):
    to: str
    edge: Edge
    reason: str
    dice: tuple[int, ...] = ()
    track: int = 0


def award_edge(bird: Bird, seat: Seat, c: AwardEdge, dice: Dice) -> Iterator[Event]:
    the_gm(seat, "RB-144")
    bird.character(c.to)
    reason = words(c.reason, "RB-144", "Say what it is for.")
    if c.track:
        need(bird.track(c.track).full, "RB-111", "wrong_phase", "That is not reached yet.")
    drawn: list[Drawn] = []
    if c.kind == "doing":
        drawn.append(chosen_or_rolled(bird, c.doing, "doing", dice))
    drawn.append(chosen_or_rolled(bird, c.being, "being", dice))
    edge = Edge(bird.count + 1, c.kind, tuple(d.symbol for d in drawn))
    faces = tuple(face for d in drawn for face in d.dice)
    yield EdgeAwarded(c.to, edge, reason, faces, c.track)


def chosen_or_rolled(bird: Bird, symbol: str, kind: Form, dice: Dice) -> Drawn:
    """A symbol the GM picks to fit, or one as the dice have it (RB-71)."""
    if symbol:
        return Drawn(bird.symbol(symbol, kind).id, ())
    return (symbols.being if kind == "being" else symbols.doing)(bird.pack, dice)


def edge_awarded(bird: Bird, e: EdgeAwarded) -> Bird:
    bird = bird.counted(e.edge.id)
    bird = bird.with_track(e.track, settled=True) if e.track in bird.tracks else bird
    return bird.with_hero(e.to, having=(*bird.cast[e.to].having, e.edge))


# -- The symbol by the GM, the meaning by the owner (RB-71 … RB-73, RB-146) --------------------


class AssignSymbol(Command, frozen=True):
    """The GM picks an edge's Being symbol, or rolls it."""

    may = "gm"
    edge: int
    symbol: str = ""


class SymbolAssigned(Event, frozen=True):
    who: str
    edge: int
    symbol: str
    dice: tuple[int, ...] = ()


class SayMeaning(Command, frozen=True):
    """The owner says what an edge stands for; a doing-form edge has a name as well."""

    may = "owner"
    edge: int
    meaning: str
    nature: Nature = "other"
    name: str = ""


class MeaningSaid(Event, frozen=True):
    who: str
    edge: int
    label: Label
    meaning: str
    nature: Nature = "other"


class SuggestMeaning(Command, frozen=True):
    """Anybody suggests what somebody's edge could be; the owner may ignore it."""

    may = "anyone"
    edge: int
    text: str


class MeaningSuggested(Event, frozen=True):
    who: str
    edge: int
    label: Label
    by: str
    text: str


class TakeSuggestion(Command, frozen=True):
    """The owner takes a suggestion as it is, by its place among them."""

    may = "owner"
    edge: int
    suggestion: int


def assign_symbol(bird: Bird, seat: Seat, c: AssignSymbol, dice: Dice) -> Iterator[Event]:
    the_gm(seat, "RB-72")
    hero, edge = an_edge(bird, c.edge)
    need(not edge.symbols, "RB-71", "same", "This edge has its symbol.")
    drawn = chosen_or_rolled(bird, c.symbol, "being", dice)
    must(edge.form == "being", "RB-71", "wrong_symbol_kind", "A doing-form edge has two symbols.")
    yield SymbolAssigned(hero.id, edge.id, drawn.symbol, drawn.dice)


def an_edge(bird: Bird, number: int) -> tuple[Character, Edge]:
    """An edge, and whose it is."""
    hero = bird.holder(number)
    trait = hero.trait(number) if hero else None
    edge = trait if isinstance(trait, Edge) else None
    found = must(edge, "RB-70", "unknown", "There is no such edge.")
    return must(hero, "RB-70", "unknown", "There is no such edge."), found


def symbol_assigned(bird: Bird, e: SymbolAssigned) -> Bird:
    return bird.with_edge(e.edge, symbols=(e.symbol,))


def say_meaning(bird: Bird, seat: Seat, c: SayMeaning, dice: Dice) -> Iterator[Event]:
    holder, edge = an_edge(bird, c.edge)
    bird.own(seat, holder.id, "RB-72")
    meaning = words(c.meaning, "RB-72", "Say what it stands for.")
    name = " ".join(c.name.split())
    why = "Only an edge of two pictures has a name as well."
    must(not name or edge.form == "doing", "RB-146", "no_name", why)
    yield MeaningSaid(holder.id, edge.id, Label(edge.symbols, name), meaning, c.nature)


def meaning_said(bird: Bird, e: MeaningSaid) -> Bird:
    return bird.with_edge(
        e.edge, meaning=e.meaning, nature=e.nature, name=e.label.name, suggestions=()
    )


def suggest_meaning(bird: Bird, seat: Seat, c: SuggestMeaning, dice: Dice) -> Iterator[Event]:
    hero, edge = an_edge(bird, c.edge)
    text = words(c.text, "RB-73", "Suggest something.")
    must(hero.player != seat.id, "RB-73", "same", "It is yours: say what it stands for.")
    new = Remark(seat.id, text) not in edge.suggestions
    must(new, "RB-73", "same", "That is suggested already.")
    yield MeaningSuggested(hero.id, edge.id, bird.label(edge.id), seat.id, text)


def meaning_suggested(bird: Bird, e: MeaningSuggested) -> Bird:
    _, edge = an_edge(bird, e.edge)
    return bird.with_edge(e.edge, suggestions=(*edge.suggestions, Remark(e.by, e.text)))


def take_suggestion(bird: Bird, seat: Seat, c: TakeSuggestion, dice: Dice) -> Iterator[Event]:
    holder, edge = an_edge(bird, c.edge)
    bird.own(seat, holder.id, "RB-73")
    inside = 0 <= c.suggestion < len(edge.suggestions)
    must(inside, "RB-73", "unknown", "There is no such suggestion.")
    taken = edge.suggestions[c.suggestion]
    yield MeaningSaid(holder.id, edge.id, bird.label(edge.id), taken.text, edge.nature)


# -- Giving, flagging, dropping (RB-82, RB-83, RB-149) -----------------------------------------


class GiveEdge(Command, frozen=True):
    """The owner gives an edge to somebody else, if it is the kind of thing that can be given."""

    may = "owner"
    edge: int
    to: str


class EdgeGiven(Event, frozen=True):
    """With a test: handed on at once, whatever it is (RB-56)."""

    edge: int
    label: Label
    was: str
    to: str
    test: int = 0


class FlagEdge(Command, frozen=True):
    """The GM says whether an edge can be given away."""

    may = "gm"
    edge: int
    transferable: bool


class EdgeFlagged(Event, frozen=True):
    who: str
    edge: int
    label: Label
    transferable: bool


class DropEdge(Command, frozen=True):
    """The owner or the GM lets an edge go: the situation changed, the thing broke, it ran out."""

    may = "owner or gm"
    edge: int
    reason: str


class EdgeDropped(Event, frozen=True):
    """Gone, with the symbols and the meaning it had; it cancels nothing."""

    who: str
    edge: int
    label: Label
    reason: str


def give_edge(bird: Bird, seat: Seat, c: GiveEdge, dice: Dice) -> Iterator[Event]:
    holder, edge = an_edge(bird, c.edge)
    bird.own(seat, holder.id, "RB-83")
    bird.character(c.to)
    must(c.to != holder.id, "RB-83", "same", "They have it already.")
    need(edge.symbols, "RB-71", "edge_unassigned", "This edge has no symbol yet.")
    givable = edge.transferable and edge.nature != "situation"
    need(givable, "RB-83", "not_transferable", "That is not a thing one can give away.")
    why = "It is part of an open test."
    must(not in_use(bird, edge.id), "RB-83", "wrong_phase", why)
    yield EdgeGiven(edge.id, bird.label(edge.id), holder.id, c.to)


def in_use(bird: Bird, edge: int) -> bool:
    """Tapped, or brought into play, in a test that is not settled."""
    return any(
        edge in (*(tap.trait for tap in test.pool), *(b.trait for b in test.doing))
        for test in bird.running()
    )


def edge_given(bird: Bird, e: EdgeGiven) -> Bird:
    _, edge = an_edge(bird, e.edge)
    bird = bird.without_edge(e.edge)
    bird = bird.with_hero(e.to, having=(*bird.cast[e.to].having, edge))
    return bird.with_test(e.test, handed=True) if e.test else bird


def flag_edge(bird: Bird, seat: Seat, c: FlagEdge, dice: Dice) -> Iterator[Event]:
    the_gm(seat, "RB-83")
    hero, edge = an_edge(bird, c.edge)
    must(edge.transferable != c.transferable, "RB-83", "same", "It is like that already.")
    yield EdgeFlagged(hero.id, edge.id, bird.label(edge.id), c.transferable)


def edge_flagged(bird: Bird, e: EdgeFlagged) -> Bird:
    return bird.with_edge(e.edge, transferable=e.transferable)


def drop_edge(bird: Bird, seat: Seat, c: DropEdge, dice: Dice) -> Iterator[Event]:
    hero, edge = an_edge(bird, c.edge)
    mine = seat.gm or hero.player == seat.id
    need(mine, "RB-82", "not_owner", f"That is {hero.name}’s edge.")
    reason = words(c.reason, "RB-82", "Say what became of it.")
    for test in bird.running():
        if test.phase == "gathering" and any(tap.trait == edge.id for tap in test.offered):
            yield Untapped(test.id, hero.id, edge.id, edge.symbols[0])
        if test.phase == "gathering" and any(b.trait == edge.id for b in test.doing):
            yield DoingTakenOut(test.id, hero.id, edge.id, bird.label(edge.id))
    yield EdgeDropped(hero.id, edge.id, bird.label(edge.id), reason)


def edge_dropped(bird: Bird, e: EdgeDropped) -> Bird:
    return bird.without_edge(e.edge)


DECIDE: dict[Any, Any] = {
    AwardEdge: award_edge,
    AssignSymbol: assign_symbol,
    SayMeaning: say_meaning,
    SuggestMeaning: suggest_meaning,
    TakeSuggestion: take_suggestion,
    GiveEdge: give_edge,
    FlagEdge: flag_edge,
    DropEdge: drop_edge,
}
EVOLVE: dict[Any, Any] = {
    EdgeAwarded: edge_awarded,
    SymbolAssigned: symbol_assigned,
    MeaningSaid: meaning_said,
    MeaningSuggested: meaning_suggested,
    EdgeGiven: edge_given,
    EdgeFlagged: edge_flagged,
    EdgeDropped: edge_dropped,
}
