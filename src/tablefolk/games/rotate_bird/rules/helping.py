"""Working together: helping, handing on an edge, setting somebody up (RB-50 … RB-62).

A setup is a test with a beneficiary: see `tests.py`, and `rolling.py` for the edge it gives.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat, must, need
from tablefolk.games.rotate_bird.rules.edges import EdgeGiven, edge_given
from tablefolk.games.rotate_bird.rules.rolling import closing, may_hand
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.taking_part import gathering, led, takes_part
from tablefolk.games.rotate_bird.rules.tapping import TraitTapped, good_tap
from tablefolk.games.rotate_bird.rules.values import Test

# -- Helping (RB-50 … RB-55) -------------------------------------------------------------------


class Help(Command, frozen=True):
    """Somebody adds a die to another's test with a trait or edge of their own."""

    may = "owner"
    test: int
    trait: int
    why: str = ""
    aloud: bool = False


def help_test(bird: Bird, seat: Seat, c: Help, dice: Dice) -> Iterator[Event]:
    test = gathering(bird, c.test)
    holder, _ = bird.held(c.trait, "RB-50")
    hero = bird.own(seat, holder.id, "RB-50", "not_your_trait")
    must(hero.id != test.leader, "RB-50", "self_help", "Nobody helps themselves.")
    once = all(tap.who != hero.id for tap in test.helps)
    need(once, "RB-51", "one_die_per_helper", f"{hero.name} helps with one die already.")
    takes_part(bird, hero, but=test.id)
    yield TraitTapped(test.id, good_tap(bird, test, hero, c.trait, c.why, c.aloud), help=True)


# -- Handing on the edge (RB-56) ---------------------------------------------------------------


class HandOn(Command, frozen=True):
    """The leader hands the edge they won to somebody who helped, at once and whatever it is."""

    may = "owner"
    test: int
    to: str


def hand_on(bird: Bird, seat: Seat, c: HandOn, dice: Dice) -> Iterator[Event]:
    test = bird.test(c.test)
    hero = led(bird, seat, test, "RB-56")
    must(test.open, "RB-56", "wrong_phase", "This test is closed.")
    must(may_hand(bird, test), "RB-56", "no_edge", "There is no edge of this test to hand on.")
    must(c.to in test.helping, "RB-56", "not_a_contributor", "It goes to somebody who helped.")
    event = EdgeGiven(test.edge, bird.label(test.edge), hero.id, c.to, test.id)
    yield event
    yield from closing(edge_given(bird, event), test.id)


# -- Setting up (RB-60) ------------------------------------------------------------------------


def proposed_symbols(bird: Bird, test: Test) -> tuple[str, ...]:
    """The Being symbols tapped on a test, helpers' included: one may suit the edge (RB-60)."""
    return tuple(dict.fromkeys(tap.symbol for tap in test.pool))


DECIDE: dict[Any, Any] = {Help: help_test, HandOn: hand_on}
EVOLVE: dict[Any, Any] = {}
