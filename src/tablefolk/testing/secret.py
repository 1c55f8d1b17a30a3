"""What is secret: which words of which command, and who may read them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from tablefolk.core.game import Command, Seat
from tablefolk.core.table.seats import OfferChair, VoteChair
from tablefolk.core.table.state import Table
from tablefolk.core.table.talk import Say, ShowNote, WriteNote

Readers = Callable[[Table, Seat, Any], set[str]]


def only_the_writer(table: Table, seat: Seat, command: Command) -> set[str]:
    return {seat.id}


class Secret(Struct, frozen=True):
    """Some fields of a command that only some may read; `unnoticed`: not even that it happened."""

    command: type[Command]
    fields: tuple[str, ...]
    readers: Readers = only_the_writer
    unnoticed: bool = False
    when: tuple[tuple[str, object], ...] = ()  # how it is given so that it is secret
    applies: Callable[[Any], bool] = lambda command: True
    reveals: tuple[type[Command], ...] = ()  # what makes it known, rightly
    personal: bool = False  # the person's own: nobody who plays their seat for them reads it (TF-6)

    def __str__(self) -> str:
        return f"{self.command.__name__}.{'/'.join(self.fields)}"


def _addressed(table: Table, seat: Seat, command: Say) -> set[str]:
    return {seat.id, *command.to}


TABLE = (
    Secret(
        WriteNote,
        ("title", "text", "topic"),
        unnoticed=True,
        applies=lambda written: not written.note,  # one that is shown already is read anew
        reveals=(ShowNote, OfferChair, VoteChair),
        personal=True,
    ),
    Secret(
        Say,
        ("text",),
        _addressed,
        unnoticed=True,
        applies=lambda say: bool(say.to),
        personal=True,
    ),
)
