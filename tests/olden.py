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
from tablefolk.core.game import Command, Event, Seat, word
from tablefolk.core.lifting import Fields
from tablefolk.core.table.seats import OptionSet, Seated


class HideWord(Command, frozen=True):
    may = "anyone"
    word: str


class WordHidden(Event, frozen=True):
    by: str
    word: str


class Sighed(Event, frozen=True):
    by: str


class Claim(Command, frozen=True):
    may = "anyone"
    reason: str


class Claimed(Event, frozen=True):
    by: str
    whys: tuple[str, ...]


def decide(odd: Odd, seat: Seat, command: Any, dice: Dice) -> Iterator[Event]:
    match command:
        case HideWord(word=text):
            yield WordHidden(seat.id, text)
            yield Sighed(seat.id)
        case Claim(reason=reason):
            word(seat, "OD-4", f"A point for this? “{reason}”")
            yield Claimed(seat.id, (reason, reason))
        case _:
            yield from toy.decide(odd, seat, command, dice)


def evolve(odd: Odd, event: Any) -> Odd:
    match event:
        case WordHidden(by=by, word=text):
            return replace(odd, hidden={**odd.hidden, by: text})
        case Claimed(by=by, whys=whys):
            return replace(odd, score={**odd.score, by: odd.score.get(by, 0) + len(whys)})
    return toy.evolve(odd, event)


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
        "decide": decide,
        "evolve": evolve,
        "offers": lambda odd, seat: (),
    }
)
NEW: Any = SimpleNamespace(**vars(toy) | {"edition": 3, "upcasters": UPCASTERS})
