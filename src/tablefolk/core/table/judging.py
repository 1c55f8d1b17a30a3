"""Judging: asking the GM, their word, and "allow it this once" (TF-16, TF-17)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import field
from msgspec.structs import replace

from tablefolk.core.game import Change, Command, Seat, WordAsked
from tablefolk.core.table.state import Denied, Ruling, Table, overheard
from tablefolk.core.words import phrases

say_so = phrases("tablefolk.core.table")


class Answer(Command, frozen=True):
    """The GM answers a request on the desk, with a note if they like.

    What the game leaves to them in the command that was asked for, they fill in by it.
    """

    may = "asked"
    number: int
    yes: bool
    note: str = ""
    fields: dict[str, Any] = field(default_factory=dict)


class WordGiven(Change[Table], frozen=True):
    number: int
    seat: str
    note: str = ""
    question: str = ""  # edition 2 did not write it
    dice: int = 0  # of an act that is allowed: its asker still throws them
    fields: dict[str, Any] = field(default_factory=dict)  # what the answer filled in

    def onto(self, table: Table) -> Table:
        if not self.dice:
            return settled(table, self)
        asked = table.requests[self.number]
        asked = replace(asked, command={**asked.command, **self.fields})
        granted = {**table.granted, self.number: self.dice}
        return replace(table, requests={**table.requests, self.number: asked}, granted=granted)


class WordTaken(Change[Table], frozen=True):
    """What was allowed is being done by whoever asked: their dice fall. Or its time is past."""

    number: int
    seat: str
    lapsed: bool = False

    def onto(self, table: Table) -> Table:
        return _without(table, self.number)


class WordDenied(Change[Table], frozen=True):
    number: int
    seat: str
    question: str
    note: str = ""

    def onto(self, table: Table) -> Table:
        """The no stays with whoever asked, until they have read it, ask anew, or are allowed it."""
        left = {n: request for n, request in table.requests.items() if n != self.number}
        asked = table.requests.get(self.number)
        question = as_asked(asked) if asked else self.question
        no = Denied(self.number, question, self.note, asked.by if asked else "")
        return replace(table, requests=left, denied={**table.denied, self.seat: no})


class Withdraw(Command, frozen=True):
    """The asker takes a request back from the desk."""

    may = "owner"
    number: int


class Withdrawn(Change[Table], frozen=True):
    number: int
    seat: str
    heard: bool = False  # it was answered already: they have read the answer

    def onto(self, table: Table) -> Table:
        return settled(table, self)


class AskRuling(Command, frozen=True):
    """A player asks the GM to allow, this once, what the rules refuse."""

    may = "anyone"
    command: dict[str, Any]
    why: str = ""


class Allow(Command, frozen=True):
    """The GM allows it this once: the command is carried out, whatever `need` says."""

    may = "gm"
    command: dict[str, Any]
    seat: str = ""  # for whom; empty: for the GM's own seat
    why: str = ""


class Ruled(Change[Table], frozen=True):
    """The rules named were overruled for this one act, and for what has grown from it."""

    rules: tuple[str, ...]
    seat: str
    why: str = ""
    grown: tuple[tuple[str, str], ...] = ()  # where in the game's state, and under which key

    def onto(self, table: Table) -> Table:
        table = _heard(table, self.seat)
        if not self.grown:
            return table
        return replace(table, rulings=(*table.rulings, Ruling(self.rules, self.grown, self.seat)))


def answers(table: Table, seat: Seat, request: WordAsked) -> bool:
    """Whether this seat may answer: the GM, or for the GM's own taking back a player (TF-25).

    What was allowed lies with the seat that asked, until its dice are thrown, also by whoever
    has asked from there because it is lent to them (TF-6).
    """
    if request.number in table.granted:
        return seat.id == request.seat and seat.by in ("", request.by)
    if request.kind == "takeback" and request.seat == table.gm:
        return seat.role == "player" and not seat.by
    return seat.gm


def in_full(request: WordAsked) -> str:
    """What was asked, for whoever asked it: their own words, not the rule that said no."""
    return request.act or request.question


def as_asked(request: WordAsked) -> str:
    """What was asked, where it stands by itself: an act alone would not say what about it."""
    if request.kind == "takeback" and request.act:
        return say_so("part.takeback", act=request.act)
    return in_full(request)


@overheard.effect(WordAsked)
def asked(table: Table, e: WordAsked) -> Table:
    table = replace(table, requests={**table.requests, e.number: e}, count=e.number)
    return _heard(table, e.seat)


def settled(table: Table, e: WordGiven | Withdrawn) -> Table:
    table = _without(table, e.number)
    return _heard(table, e.seat) if isinstance(e, Withdrawn) else table


def _without(table: Table, number: int) -> Table:
    left = {n: request for n, request in table.requests.items() if n != number}
    granted = {n: dice for n, dice in table.granted.items() if n != number}
    return replace(table, requests=left, granted=granted)


def _heard(table: Table, seat: str) -> Table:
    left = {who: no for who, no in table.denied.items() if who != seat}
    return replace(table, denied=left) if seat in table.denied else table


# -- What was ruled stays ruled (TF-17) --------------------------------------------------------


def grown(before: Any, after: Any) -> tuple[tuple[str, str], ...]:
    """What an act has put into a game's state: the roll it has begun, the test it has opened."""
    return tuple(
        (name, str(key))
        for name in getattr(after, "__struct_fields__", ())
        if isinstance(now := getattr(after, name), dict)
        for key in now.keys() - getattr(before, name).keys()
    )


Rules = frozenset[str]


def allowed(table: Table, seat: Seat, command: Command) -> tuple[Rules, Rules]:
    """The rules that were overruled for the thing a command is about, and those for this seat.

    `roll=7` is in `rolls`.
    """
    if not table.rulings:
        return frozenset(), frozenset()
    named = {
        (many, str(getattr(command, name)))
        for name in command.__struct_fields__
        for many in (f"{name}s", f"{name}es", f"{name[:-1]}ies")
    }
    about = [r for r in table.rulings if named & {*r.grown}]
    return _rules(about), _rules(r for r in about if r.seat == seat.id)


def _rules(rulings: Iterable[Ruling]) -> Rules:
    return frozenset(rule for ruling in rulings for rule in ruling.rules)


COMMANDS = (Answer, Withdraw, AskRuling, Allow)
