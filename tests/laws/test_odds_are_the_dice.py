"""The odds a seat is shown are what the dice then do: every throw there is, thrown (TF-23).

How to read an outcome, each game says in `tests/games/<game>/outcomes.py`: `promised(odds)` gives
the chance of each outcome, or None where it is not one throw; `came(events)` says which one came;
`moments()`, if it is there, gives evenings on which somebody is about to throw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from itertools import product
from typing import Any

import pytest
from tests import toy
from tests.laws.driver import GAMES, Player, beginnings, named
from tests.table.playing import Evening

from tablefolk.core import play
from tablefolk.core.game import Game, Offer, Seat
from tablefolk.core.table.scenes import Stop
from tablefolk.core.table.seats import CloseTable, SetOption

MOST_DICE, ENOUGH, MOST = 4, 3, 12


def reader(game: Game) -> Any:
    folder = "tests.laws.toy_outcomes" if game is toy else _folder(game)
    return import_module(folder)


def _folder(game: Any) -> str:
    return f"tests.games.{game.__name__.rsplit('.', 1)[-1]}.outcomes"


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_odds_equal_brute_force__TF_23(game: Game) -> None:
    read, tried = reader(game), 0
    for evening in played(game):
        for seat, offer, odds in throws(evening):
            promised = read.promised(odds)
            if promised is not None:
                assert brute_force(evening, seat, offer, read.came) == promised
                tried += 1
        if tried >= MOST:
            return
    assert tried >= ENOUGH, "hardly anything was thrown"


def played(game: Game) -> Iterator[Evening]:
    """What the game names, else random evenings: everybody sees the odds and nobody stops."""
    if named_ones := getattr(reader(game), "moments", None):
        yield from named_ones()
        return
    for seed in range(12, 22):
        for evening in beginnings(game):
            yield from Player(evening, seed, (SetOption, Stop, CloseTable)).play(40)


def throws(evening: Evening) -> Iterator[tuple[Seat, Offer, Any]]:
    """Every throw of a few dice on offer now, with the odds its thrower is shown."""
    for member in evening.table.present:
        seat = evening.seat(member.id)
        for offer in evening.menu(member.id):
            if offer.open and not offer.asks and 0 < offer.dice <= MOST_DICE:
                odds = evening.at.odds(evening.table, seat, play.sample(offer))
                if odds is not None:
                    yield seat, offer, odds


def brute_force(evening: Evening, seat: Seat, offer: Offer, came: Any) -> dict[str, Fraction]:
    command, found = play.sample(offer), Counter[str]()
    for faces in product(range(1, 7), repeat=offer.dice):
        entry, _ = play.act_with(evening.at, evening.table, seat, command, faces)
        found.update(came(entry.events))
    return {outcome: Fraction(n, 6**offer.dice) for outcome, n in found.items()}
