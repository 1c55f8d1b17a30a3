"""The odds a seat is shown are what the dice then do: every throw there is, thrown (TF-23).

How to read an outcome, each game's tests say (`Outcomes` in subject.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod

import pytest

from tablefolk.core import play
from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Offer, Seat
from tablefolk.core.table.scenes import Stop
from tablefolk.core.table.seats import CloseTable, SetOption
from tablefolk.testing.driver import Player, beginnings
from tablefolk.testing.playing import Evening
from tablefolk.testing.subject import Outcomes, Subject

MOST_DICE, ENOUGH, MOST = 4, 3, 12


def test_odds_equal_brute_force__TF_23(subject: Subject) -> None:
    read, tried = subject.outcomes, 0
    if read is None:
        pytest.skip("Nobody has said how a throw is read: Subject(outcomes=…).")
    for evening in played(subject, read):
        for seat, offer, odds in throws(evening):
            promised = read.promised(odds)
            if promised is not None:
                thrown = brute_force(evening, seat, offer, read)
                assert thrown == promised, f"The odds of “{offer.label}” are not what dice do."
                tried += 1
        if tried >= MOST:
            return
    assert tried >= ENOUGH, "Hardly anything was thrown whose odds are shown."


def played(subject: Subject, read: Outcomes) -> Iterator[Evening]:
    """What the game names, else random evenings: everybody sees the odds and nobody stops."""
    if read.moments:
        yield from read.moments()
        return
    for seed in range(12, 22):
        for evening in beginnings(subject.game):
            yield from Player(evening, seed, (SetOption, Stop, CloseTable)).play(40)


def throws(evening: Evening) -> Iterator[tuple[Seat, Offer, object]]:
    """Every throw of a few dice on offer now, with the odds its thrower is shown."""
    for member in evening.table.present:
        seat = evening.seat(member.id)
        for offer in evening.menu(member.id):
            if offer.open and not offer.asks and 0 < offer.dice <= MOST_DICE:
                odds = evening.at.odds(evening.table, seat, play.sample(offer))
                if odds is not None:
                    yield seat, offer, odds


def brute_force(evening: Evening, seat: Seat, offer: Offer, read: Outcomes) -> dict[str, Fraction]:
    command, found = play.sample(offer), Counter[str]()
    sides = sides_of(evening, seat, command)
    for faces in product(*(range(1, n + 1) for n in sides)):
        entry, _ = play.act_with(evening.at, evening.table, seat, command, faces)
        found.update(read.came(entry.events))
    return {outcome: Fraction(n, prod(sides)) for outcome, n in found.items()}


def sides_of(evening: Evening, seat: Seat, command: Command) -> list[int]:
    """How many sides each die has that this throws."""
    sides = list[int]()

    def noting(count: int, each: int) -> tuple[int, ...]:
        sides.extend([each] * count)
        return (1,) * count

    play.act(evening.at, evening.table, seat, command, Dice(noting))
    return sides
