"""Edges: where they come from, what they mean, how long they last (RB-69 … RB-83, RB-144 … 149)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need
from tablefolk.games.rotate_bird.rules import symbols
from tablefolk.games.rotate_bird.rules.doing import DoingTakenOut
from tablefolk.games.rotate_bird.rules.state import Bird, the_gm, words
from tablefolk.games.rotate_bird.rules.symbols import Drawn
from tablefolk.games.rotate_bird.rules.tapping import Untapped
from tablefolk.games.rotate_bird.rules.values import (
    Character,
    Edge,
    Form,
    Label,
    Nature,
    Remark,
    SymbolId,
    Who,
)
from tablefolk.games.rotate_bird.rules.wording import Facts, pair

# -- Awards (RB-144, RB-145) -------------------------------------------------------------------


class AwardEdge(Act[Bird], frozen=True):
    """The GM gives somebody an edge, with a reason; a symbol left open is rolled."""

    may = "gm"
    to: str
    reason: str = ""  # empty: said aloud
    kind: Form = "being"
    being: str = ""
    doing: str = ""
    track: int = 0  # that it is given for reaching (RB-111)

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-144")
        bird.character(self.to)
        if self.track:
            need(bird.track(self.track).full, "RB-111", "wrong_phase", "That is not reached yet.")
        drawn: list[Drawn] = []
        if self.kind == "doing":
            drawn.append(chosen_or_rolled(bird, self.doing, "doing", dice))
        drawn.append(chosen_or_rolled(bird, self.being, "being", dice))
        edge = Edge(bird.count + 1, self.kind, tuple(d.symbol for d in drawn))
        faces = tuple(face for d in drawn for face in d.dice)
        yield EdgeAwarded(self.to, edge, self.reason.strip(), faces, self.track)


class EdgeAwarded(Change[Bird], frozen=True):
    to: Who
    edge: Edge
    reason: str
    dice: tuple[int, ...] = ()
    track: int = 0

    def onto(self, bird: Bird) -> Bird:
        bird = bird.counted(self.edge.id)
        bird = bird.with_track(self.track, settled=True) if self.track in bird.tracks else bird
        return bird.with_hero(self.to, having=(*bird.cast[self.to].having, self.edge))

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return f"_{self.edge.form}" + ("" if self.reason else "_aloud")

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        return {"symbols": pair(bird, self.edge.symbols)}


def chosen_or_rolled(bird: Bird, symbol: str, kind: Form, dice: Dice) -> Drawn:
    """A symbol the GM picks to fit, or one as the dice have it (RB-71)."""
    if symbol:
        return Drawn(bird.symbol(symbol, kind).id, ())
    return (symbols.being if kind == "being" else symbols.doing)(bird.pack, dice)


# -- The symbol by the GM, the meaning by the owner (RB-71 … RB-73, RB-146) --------------------


class AssignSymbol(Act[Bird], frozen=True):
    """The GM picks an edge's Being symbol, or rolls it."""

    may = "gm"
    edge: int
    symbol: str = ""

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-72")
        hero, edge = an_edge(bird, self.edge)
        need(not edge.symbols, "RB-71", "same", "This edge has its symbol.")
        drawn = chosen_or_rolled(bird, self.symbol, "being", dice)
        must(
            edge.form == "being", "RB-71", "wrong_symbol_kind", "A doing-form edge has two symbols."
        )
        yield SymbolAssigned(hero.id, edge.id, drawn.symbol, drawn.dice)


class SymbolAssigned(Change[Bird], frozen=True):
    who: Who
    edge: int
    symbol: SymbolId
    dice: tuple[int, ...] = ()

    def onto(self, bird: Bird) -> Bird:
        return bird.with_edge(self.edge, symbols=(self.symbol,))


class SayMeaning(Act[Bird], frozen=True):
    """The owner says what an edge stands for; a doing-form edge has a name as well."""

    may = "owner"
    edge: int
    meaning: str
    nature: Nature = "other"
    name: str = ""

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        holder, edge = an_edge(bird, self.edge)
        bird.own(seat, holder.id, "RB-72")
        meaning = words(self.meaning, "RB-72", "Say what it stands for.")
        name = " ".join(self.name.split())
        why = "Only an edge of two pictures has a name as well."
        must(not name or edge.form == "doing", "RB-146", "no_name", why)
        yield MeaningSaid(holder.id, edge.id, Label(edge.symbols, name), meaning, self.nature)


class MeaningSaid(Change[Bird], frozen=True):
    who: Who
    edge: int
    label: Label
    meaning: str
    nature: Nature = "other"

    def onto(self, bird: Bird) -> Bird:
        return bird.with_edge(
            self.edge,
            meaning=self.meaning,
            nature=self.nature,
            name=self.label.name,
            suggestions=(),
        )

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return "_doing" if len(self.label.symbols) > 1 else ""


class SuggestMeaning(Act[Bird], frozen=True):
    """Anybody suggests what somebody's edge could be; the owner may ignore it."""

    may = "anyone"
    edge: int
    text: str

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero, edge = an_edge(bird, self.edge)
        text = words(self.text, "RB-73", "Suggest something.")
        must(hero.player != seat.id, "RB-73", "same", "It is yours: say what it stands for.")
        new = Remark(seat.id, text) not in edge.suggestions
        must(new, "RB-73", "same", "That is suggested already.")
        yield MeaningSuggested(hero.id, edge.id, bird.label(edge.id), seat.id, text)


class MeaningSuggested(Change[Bird], frozen=True):
    who: Who
    edge: int
    label: Label
    by: Who
    text: str

    def onto(self, bird: Bird) -> Bird:
        _, edge = an_edge(bird, self.edge)
        return bird.with_edge(
            self.edge, suggestions=(*edge.suggestions, Remark(self.by, self.text))
        )


class TakeSuggestion(Act[Bird], frozen=True):
    """The owner takes a suggestion as it is, by its place among them."""

    may = "owner"
    edge: int
    suggestion: int

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        holder, edge = an_edge(bird, self.edge)
        bird.own(seat, holder.id, "RB-73")
        inside = 0 <= self.suggestion < len(edge.suggestions)
        must(inside, "RB-73", "unknown", "There is no such suggestion.")
        taken = edge.suggestions[self.suggestion]
        yield MeaningSaid(holder.id, edge.id, bird.label(edge.id), taken.text, edge.nature)


def an_edge(bird: Bird, number: int) -> tuple[Character, Edge]:
    """An edge, and whose it is."""
    hero = bird.holder(number)
    trait = hero.trait(number) if hero else None
    edge = trait if isinstance(trait, Edge) else None
    found = must(edge, "RB-70", "unknown", "There is no such edge.")
    return must(hero, "RB-70", "unknown", "There is no such edge."), found


# -- Giving, flagging, dropping (RB-82, RB-83, RB-149) -----------------------------------------


class GiveEdge(Act[Bird], frozen=True):
    """The owner gives an edge to somebody else, if it is the kind of thing that can be given."""

    may = "owner"
    edge: int
    to: str

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        holder, edge = an_edge(bird, self.edge)
        bird.own(seat, holder.id, "RB-83")
        bird.character(self.to)
        must(self.to != holder.id, "RB-83", "same", "They have it already.")
        need(edge.symbols, "RB-71", "edge_unassigned", "This edge has no symbol yet.")
        givable = edge.transferable and edge.nature != "situation"
        need(givable, "RB-83", "not_transferable", "That is not a thing one can give away.")
        why = "It is part of an open test."
        must(not in_use(bird, edge.id), "RB-83", "wrong_phase", why)
        yield EdgeGiven(edge.id, bird.label(edge.id), holder.id, self.to)


class EdgeGiven(Change[Bird], frozen=True):
    """With a test: handed on at once, whatever it is (RB-56)."""

    edge: int
    label: Label
    was: Who
    to: Who
    test: int = 0

    def onto(self, bird: Bird) -> Bird:
        _, edge = an_edge(bird, self.edge)
        bird = bird.without_edge(self.edge)
        bird = bird.with_hero(self.to, having=(*bird.cast[self.to].having, edge))
        return bird.with_test(self.test, handed=True) if self.test else bird

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return "_handed" if self.test else ""


class FlagEdge(Act[Bird], frozen=True):
    """The GM says whether an edge can be given away."""

    may = "gm"
    edge: int
    transferable: bool

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-83")
        hero, edge = an_edge(bird, self.edge)
        must(edge.transferable != self.transferable, "RB-83", "same", "It is like that already.")
        yield EdgeFlagged(hero.id, edge.id, bird.label(edge.id), self.transferable)


class EdgeFlagged(Change[Bird], frozen=True):
    who: Who
    edge: int
    label: Label
    transferable: bool

    def onto(self, bird: Bird) -> Bird:
        return bird.with_edge(self.edge, transferable=self.transferable)

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return "" if self.transferable else "_not"


class DropEdge(Act[Bird], frozen=True):
    """The owner or the GM lets an edge go: the situation changed, the thing broke, it ran out."""

    may = "owner or gm"
    edge: int
    reason: str = ""  # empty: said aloud

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero, edge = an_edge(bird, self.edge)
        mine = seat.gm or hero.player == seat.id
        need(mine, "RB-82", "not_owner", f"That is {hero.name}’s edge.")
        for test in bird.running():
            if test.phase == "gathering" and any(tap.trait == edge.id for tap in test.offered):
                yield Untapped(test.id, hero.id, edge.id, edge.symbols[0])
            if test.phase == "gathering" and any(b.trait == edge.id for b in test.doing):
                yield DoingTakenOut(test.id, hero.id, edge.id, bird.label(edge.id))
        yield EdgeDropped(hero.id, edge.id, bird.label(edge.id), self.reason.strip())


class EdgeDropped(Change[Bird], frozen=True):
    """Gone, with the symbols and the meaning it had; it cancels nothing."""

    who: Who
    edge: int
    label: Label
    reason: str

    def onto(self, bird: Bird) -> Bird:
        return bird.without_edge(self.edge)

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return "" if self.reason else "_aloud"


def in_use(bird: Bird, edge: int) -> bool:
    """Tapped, or brought into play, in a test that is not settled."""
    return any(
        edge in (*(tap.trait for tap in test.pool), *(b.trait for b in test.doing))
        for test in bird.running()
    )
