"""Facts: what anybody may invent, unless the GM vetoes it (MU-143 … MU-146)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need, word
from tablefolk.core.words import sentence
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.rules.owing import Doer, Given, owes, ways
from tablefolk.games.mutagen.rules.state import SetsOff, Show, the_gm, words
from tablefolk.games.mutagen.rules.statuses import bearer, new_text, written
from tablefolk.games.mutagen.rules.values import Fact, Key, Line, Owed, Who
from tablefolk.games.mutagen.rules.wording import Words

# -- Inventing (MU-143, MU-144) ----------------------------------------------------------------


class InventFact(Act[Show], frozen=True):
    """Something that is so from now on; free, at any time, from inside or outside the scene."""

    may = "anyone"
    text: Line

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        text = words(self.text, "MU-143", "A fact needs words.")
        known = any(text.casefold() == fact.text.casefold() for fact in established(show))
        must(not known, "MU-143", "same", "That is established already.")
        yield FactEstablished(Fact(show.count + 1, text, seat.id, show.scene))


class FactEstablished(Change[Show], frozen=True):
    fact: Fact

    def onto(self, show: Show) -> Show:
        return replace(show, facts={**show.facts, self.fact.id: self.fact}).counted(self.fact.id)

    def in_words(self, show: Show, seat: Seat) -> Words:
        return {"by": show.name(self.fact.by)}


def established(show: Show) -> Iterator[Fact]:
    return (fact for fact in show.facts.values() if fact.state == "established")


def a_fact(show: Show, number: int, rule: str) -> Fact:
    """A fact that holds; else a refusal."""
    fact = show.facts.get(number)
    there = fact if fact and fact.state == "established" else None
    return must(there, rule, "unknown", "There is no such fact.")


def with_fact(show: Show, number: int, **changes: object) -> Show:
    return replace(show, facts={**show.facts, number: replace(show.facts[number], **changes)})


# -- Veto, doubt, striking (MU-143, MU-144) ----------------------------------------------------


class VetoFact(Act[Show], frozen=True):
    """The GM: not in this story."""

    may = "gm"
    fact: int
    why: Line = ""

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "MU-143")
        fact = a_fact(show, self.fact, "MU-143")
        yield FactVetoed(fact.id, fact.text, self.why.strip())


class FactVetoed(Change[Show], frozen=True):
    voice = "ruled"
    fact: int
    text: str
    why: str = ""

    def onto(self, show: Show) -> Show:
        return with_fact(show, self.fact, state="vetoed", note=self.why)

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "_why" if self.why else ""


class DoubtFact(Act[Show], frozen=True):
    """Anybody: it contradicts something that is established or written; the GM decides."""

    may = "anyone"
    fact: int
    what: Line

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        fact = a_fact(show, self.fact, "MU-143")
        what = words(self.what, "MU-143", "Say what it contradicts.")
        must(what not in fact.doubts, "MU-143", "same", "That was said already.")
        yield FactDoubted(fact.id, fact.text, what, seat.id)


class FactDoubted(Change[Show], frozen=True):
    fact: int
    text: str
    what: str
    by: Who

    def onto(self, show: Show) -> Show:
        return with_fact(show, self.fact, doubts=(*show.facts[self.fact].doubts, self.what))


class UpholdFact(Act[Show], frozen=True):
    """The GM: it contradicts nothing."""

    may = "gm"
    fact: int

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "MU-143")
        fact = a_fact(show, self.fact, "MU-143")
        must(fact.doubts, "MU-143", "same", "Nobody doubts it.")
        yield FactUpheld(fact.id, fact.text)


class FactUpheld(Change[Show], frozen=True):
    fact: int
    text: str

    def onto(self, show: Show) -> Show:
        return with_fact(show, self.fact, doubts=())


class StrikeFact(Act[Show], frozen=True):
    """The GM strikes something that was so, and says why."""

    may = "gm"
    fact: int
    reason: Line

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "MU-144")
        fact = a_fact(show, self.fact, "MU-144")
        yield FactStruck(fact.id, fact.text, words(self.reason, "MU-144", "Say why."))


class FactStruck(Change[Show], frozen=True):
    voice = "ruled"
    fact: int
    text: str
    reason: str

    def onto(self, show: Show) -> Show:
        return with_fact(show, self.fact, state="struck", note=self.reason)


def undoubted(show: Show, number: int) -> Fact:
    """A fact that nobody says contradicts another (MU-143)."""
    fact = a_fact(show, number, "MU-145")
    doubt = fact.doubts[-1] if fact.doubts else ""
    why = f"It is said to contradict this: {sentence(doubt)} The GM decides first."
    need(not fact.doubts, "MU-143", "contradicts", why)
    return fact


# -- From a fact to a status (MU-145); to a card, in `cast.py` ---------------------------------


class FactToStatus(SetsOff, frozen=True):
    """A fact becomes a status of somebody or something; in shorter words, where given."""

    may = "anyone"
    fact: int
    on: Key
    text: Line = ""

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        fact = undoubted(show, self.fact)
        holder = bearer(show, self.on)
        text = new_text(show, holder.id, self.text.strip() or fact.text)
        word(seat, "MU-145", f"Status for {holder.name}: “{text}”?")
        yield written(show, holder.id, text)


# -- Looking up (MU-144, MU-110) ---------------------------------------------------------------


def searched(show: Show, text: str) -> tuple[Fact, ...]:
    """Established facts in which all of these words occur."""
    wanted = text.casefold().split()
    every = established(show)
    return tuple(f for f in every if all(word in f.text.casefold() for word in wanted))


# -- As effects --------------------------------------------------------------------------------


@ways.does(op.NewFact)
def op_fact(show: Show, e: op.NewFact, doer: Doer, dice: Dice) -> Iterator[Event]:
    if e.text:
        by = show.cast[doer.who].player if e.by == "player" and doer.who in show.cast else show.gm
        yield FactEstablished(Fact(show.count + 1, e.text, by, show.scene))
    else:
        yield owes(show, doer, e.by, e)


@ways.answered(op.NewFact)
def fact_worded(show: Show, owed: Owed, c: Given, doer: Doer, dice: Dice) -> Iterator[Event]:
    text = words(c.text, "MU-143", "A fact needs words.")
    hero = show.cast.get(owed.who)
    by = hero.player if hero and owed.by == "player" else show.gm
    yield FactEstablished(Fact(show.count + 1, text, by, show.scene))
