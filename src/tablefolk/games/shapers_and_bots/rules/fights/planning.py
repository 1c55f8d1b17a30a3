"""Two sides the Director has in mind, before anybody draws anything: for the forecast.

A plan is the Director's own and binds nobody; a fight may be started from it (SB-105).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat
from tablefolk.core.words import listing
from tablefolk.games.shapers_and_bots.rules.state import World, the_director
from tablefolk.games.shapers_and_bots.rules.values import Id, Plan
from tablefolk.games.shapers_and_bots.rules.wording import Facts


class PlanFight(Act[World], frozen=True):
    """Who would stand on which side; whoever is named twice stands on the second."""

    may = "gm"
    ours: tuple[Id, ...] = ()
    theirs: tuple[Id, ...] = ()

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-105")
        theirs = living(world, self.theirs)
        ours = tuple(who for who in living(world, self.ours) if who not in theirs)
        yield FightPlanned(Plan(ours, theirs))


class FightPlanned(Change[World], frozen=True):
    voice = "noted"
    plan: Plan

    def onto(self, world: World) -> World:
        return replace(world, plan=self.plan)

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "" if seat.gm else None

    def in_words(self, world: World, seat: Seat) -> Facts:
        ours, theirs = (
            listing(map(world.name, side)) for side in (self.plan.ours, self.plan.theirs)
        )
        return {"ours": ours or "–", "theirs": theirs or "–"}


def living(world: World, who: Iterable[str]) -> tuple[str, ...]:
    """Those of them who could fight at all."""
    there = (one for one in dict.fromkeys(who) if one in world.cast)
    return tuple(one for one in there if world.cast[one].life != "dead")


def alive(world: World) -> Plan:
    """The plan as it can still be: the last one may have cost somebody their life."""
    return Plan(living(world, world.plan.ours), living(world, world.plan.theirs))
