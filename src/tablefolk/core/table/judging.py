"""Judging: asking the GM, their word, and "allow it this once" (TF-16, TF-17)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tablefolk.core.game import Command, Event, Seat, WordAsked
from tablefolk.core.table.state import Effect, Table


class Answer(Command, frozen=True):
    """The GM answers a request on the desk, with a note if they like."""

    number: int
    yes: bool
    note: str = ""


class WordGiven(Event, frozen=True):
    number: int
    seat: str
    note: str = ""


class WordDenied(Event, frozen=True):
    number: int
    seat: str
    question: str
    note: str = ""


class Withdraw(Command, frozen=True):
    """The asker takes a request back from the desk."""

    number: int


class Withdrawn(Event, frozen=True):
    number: int
    seat: str


class AskRuling(Command, frozen=True):
    """A player asks the GM to allow, this once, what the rules refuse."""

    command: dict[str, Any]
    why: str = ""


class Allow(Command, frozen=True):
    """The GM allows it this once: the command is carried out, whatever `need` says."""

    command: dict[str, Any]
    seat: str = ""  # for whom; empty: for the GM's own seat
    why: str = ""


class Ruled(Event, frozen=True):
    """The rules named were overruled for this one act."""

    rules: tuple[str, ...]
    seat: str
    why: str = ""


def answers(table: Table, seat: Seat, request: WordAsked) -> bool:
    """Whether this seat may answer: the GM, or for the GM's own taking back a player (TF-25)."""
    if request.kind == "takeback" and request.seat == table.gm:
        return seat.role == "player"
    return seat.gm


def asked(table: Table, e: WordAsked) -> Table:
    return replace(table, requests={**table.requests, e.number: e}, count=e.number)


def settled(table: Table, e: WordGiven | WordDenied | Withdrawn) -> Table:
    left = {n: request for n, request in table.requests.items() if n != e.number}
    return replace(table, requests=left)


EVOLVE: dict[type[Event], Effect] = {
    WordAsked: asked,
    WordGiven: settled,
    WordDenied: settled,
    Withdrawn: settled,
    Ruled: lambda table, e: table,
}
COMMANDS = (Answer, Withdraw, AskRuling, Allow)
