"""Odd One as it was and as it is: edition 1 wrote otherwise, and edition 3 reads it.

Then, a hidden word was a `word`, and whoever hid one sighed; a point was claimed by `Claim`, and
was worth two. Now it is worth one: what was decided then can only be lifted, not decided again.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace
from tests import toy
from tests.toy import DieThrown, Odd, ThrowDie

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, word
from tablefolk.core.lifting import Fields
from tablefolk.core.table.seats import OptionSet, Seated


class HideWord(Act[Odd], frozen=True):
    may = "anyone"
    word: str

    def do(self, odd: Odd, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield WordHidden(seat.id, self.word)
        yield Sighed(seat.id)


class WordHidden(Change[Odd], frozen=True):
    by: str
    word: str

    def onto(self, odd: Odd) -> Odd:
        return replace(odd, hidden={**odd.hidden, self.by: self.word})

    def told_to(self, odd: Odd, seat: Seat) -> None:
        return None


class Sighed(Change[Odd], frozen=True):
    by: str


class Claim(Act[Odd], frozen=True):
    may = "anyone"
    reason: str

    def do(self, odd: Odd, seat: Seat, dice: Dice) -> Iterator[Event]:
        word(seat, "OD-4", f"A point for this? “{self.reason}”")
        yield Claimed(seat.id, (self.reason, self.reason))


class Claimed(Change[Odd], frozen=True):
    by: str
    whys: tuple[str, ...]

    def onto(self, odd: Odd) -> Odd:
        return replace(odd, score=odd.scored(self.by, len(self.whys)))


def renamed(raw: Fields) -> Fields:
    raw["text"] = raw.pop("word")
    return raw


def gone(raw: Fields) -> list[Fields]:
    return []


def claimed(raw: Fields) -> Fields:
    return {"type": "ClaimPoint", "why": raw["reason"]}


def split(raw: Fields) -> list[Fields]:
    return [{"type": "PointGiven", "by": raw["by"], "why": why} for why in raw["whys"]]


UPCASTERS = {
    "HideWord": {1: renamed},
    "WordHidden": {1: renamed},
    "Sighed": {1: gone},
    "Claim": {2: claimed},
    "Claimed": {2: split},
}
OLD: Any = SimpleNamespace(
    **vars(toy)
    | {
        "edition": 1,
        "commands": (ThrowDie, HideWord, Claim),
        "events": (DieThrown, WordHidden, Sighed, Claimed, Seated, OptionSet),
        "offers": lambda odd, seat: (),
    }
)
NEW: Any = SimpleNamespace(**vars(toy) | {"edition": 3, "upcasters": UPCASTERS})
