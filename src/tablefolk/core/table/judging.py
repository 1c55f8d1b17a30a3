"""Judging: asking the GM, their word, and "allow it this once" (TF-16, TF-17)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import field
from msgspec.structs import replace

from tablefolk.core.game import Change, Command, Seat, WordAsked
from tablefolk.core.table.state import Denied, Ruling, Table, overheard


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

    def onto(self, table: Table) -> Table:
        return settled(table, self)


class WordDenied(Change[Table], frozen=True):
    number: int
    seat: str
    question: str
    note: str = ""

    def onto(self, table: Table) -> Table:
        """The no stays with whoever asked, until they have read it, ask anew, or are allowed it."""
        left = {n: request for n, request in table.requests.items() if n != self.number}
        no = Denied(self.number, self.question, self.note)
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
    """Whether this seat may answer: the GM, or for the GM's own taking back a player (TF-25)."""
    if request.kind == "takeback" and request.seat == table.gm:
        return seat.role == "player"
    return seat.gm


@overheard.effect(WordAsked)
def asked(table: Table, e: WordAsked) -> Table:
    table = replace(table, requests={**table.requests, e.number: e}, count=e.number)
    return _heard(table, e.seat)


def settled(table: Table, e: WordGiven | Withdrawn) -> Table:
    left = {n: request for n, request in table.requests.items() if n != e.number}
    table = replace(table, requests=left)
    return _heard(table, e.seat) if isinstance(e, Withdrawn) else table


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
