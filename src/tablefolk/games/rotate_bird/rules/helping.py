"""Working together: helping, handing on an edge, setting somebody up (RB-50 … RB-62).

A setup is a test with a beneficiary: see `tests.py`, and `rolling.py` for the edge it gives.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Event, Seat, must, need
from tablefolk.games.rotate_bird.rules.edges import EdgeGiven
from tablefolk.games.rotate_bird.rules.rolling import closing, may_hand
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.taking_part import gathering, led, takes_part
from tablefolk.games.rotate_bird.rules.tapping import TraitTapped, good_tap
from tablefolk.games.rotate_bird.rules.values import Test

# -- Helping (RB-50 … RB-55) -------------------------------------------------------------------


class Help(Act[Bird], frozen=True):
    """Somebody adds a die of their own to another's test, a setup as any other (RB-62)."""

    may = "owner"
    test: int
    trait: int
    why: str = ""
    aloud: bool = False

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        test = gathering(bird, self.test)
        holder, _ = bird.held(self.trait, "RB-50")
        hero = bird.own(seat, holder.id, "RB-50", "not_your_trait")
        must(hero.id != test.leader, "RB-50", "self_help", "Nobody helps themselves.")
        once = all(tap.who != hero.id for tap in test.helps)
        need(once, "RB-51", "one_die_per_helper", f"{hero.name} helps with one die already.")
        takes_part(bird, hero, but=test.id)
        yield TraitTapped(
            test.id, good_tap(bird, test, hero, self.trait, self.why, self.aloud), help=True
        )


# -- Handing on the edge (RB-56) ---------------------------------------------------------------


class HandOn(Act[Bird], frozen=True):
    """The leader hands the edge they won to somebody who helped, at once and whatever it is."""

    may = "owner"
    test: int
    to: str

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        test = bird.test(self.test)
        hero = led(bird, seat, test, "RB-56")
        must(test.open, "RB-56", "wrong_phase", "This test is closed.")
        must(may_hand(bird, test), "RB-56", "no_edge", "There is no edge of this test to hand on.")
        must(
            self.to in test.helping, "RB-56", "not_a_contributor", "It goes to somebody who helped."
        )
        event = EdgeGiven(test.edge, bird.label(test.edge), hero.id, self.to, test.id)
        yield event
        yield from closing(event.onto(bird), test.id)


# -- Setting up (RB-60) ------------------------------------------------------------------------


def proposed_symbols(bird: Bird, test: Test) -> tuple[str, ...]:
    """The Being symbols tapped on a test, helpers' included: one may suit the edge (RB-60)."""
    return tuple(dict.fromkeys(tap.symbol for tap in test.pool))
