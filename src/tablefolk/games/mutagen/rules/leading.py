"""The rolls that follow a leader's: everybody the same move, in their own way (MU-82 … MU-88).

After a failure there are none, and the consequence concerns the whole group (MU-84).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat, must, need
from tablefolk.games.mutagen.rules import outcomes
from tablefolk.games.mutagen.rules.chain import Plan, awaits, framed
from tablefolk.games.mutagen.rules.closing import (
    FollowerExcused,
    MoveDropped,
    follower_excused,
    group_done,
    live,
    move_dropped,
)
from tablefolk.games.mutagen.rules.outcomes import OutcomeAccepted
from tablefolk.games.mutagen.rules.proposing import MoveProposed, Targets
from tablefolk.games.mutagen.rules.state import Show, the_gm
from tablefolk.games.mutagen.rules.values import Key, Keys, Line, OpenMove, Text


class Follow(Command, frozen=True):
    """A follower's own way of making the leader's move; it changes nothing in the story."""

    may = "owner"
    who: Key
    move: int  # the leader's
    how: Text
    through: Keys = ()
    targets: Targets = ()
    aptitude: Key = ""
    picked: Keys = ()
    confirmed: Keys = ()
    option: Line = ""
    count: int = 0


class Excuse(Command, frozen=True):
    """The GM: they are not there, and do not count; nor is their answer waited for."""

    may = "gm"
    move: int
    who: Key


def follow(show: Show, seat: Seat, c: Follow, dice: Dice) -> Iterator[Event]:
    leader = led(show, c.move)
    hero = show.character(c.who)
    why = f"{hero.name} has no roll to make here."
    must(awaits(leader, hero.id), "MU-85", "not_now", why)
    rolling = any(m.follows == leader.id for m in show.running(hero.id))
    must(not rolling, "MU-58", "move_open", f"{hero.name} is about to roll already.")
    plan = Plan(
        who=hero.id,
        chain=(*c.through, leader.move),
        how=c.how,
        targets=c.targets or leader.targets,
        aptitude=c.aptitude,
        picked=c.picked,
        confirmed=c.confirmed,
        option=c.option,
        count=c.count,
        follows=leader.id,
    )
    yield MoveProposed(replace(framed(show, seat, plan), stage="ready"))


def led(show: Show, number: int) -> OpenMove:
    """A led move that waits for the others."""
    move = live(show, number)
    waits = move.following is not None and not move.following.done
    must(waits, "MU-85", "not_now", "Nobody is waited for in this move.")
    return move


def excuse(show: Show, seat: Seat, c: Excuse, dice: Dice) -> Iterator[Event]:
    the_gm(seat, "MU-85")
    if live(show, c.move).stage == "consequence":
        yield from without(show, c, dice)
        return
    move = led(show, c.move)
    need(awaits(move, c.who), "MU-85", "not_now", "They are not waited for.")
    for begun in tuple(show.running(c.who)):
        if begun.follows == move.id:
            dropped = MoveDropped(begun.id)
            yield dropped
            show = move_dropped(show, dropped)
    event = FollowerExcused(move.id, c.who)
    yield event
    yield from group_done(follower_excused(show, event), move.id, dice)


def without(show: Show, c: Excuse, dice: Dice) -> Iterator[Event]:
    """Somebody who does not answer a shared consequence gets it as it is (MU-88)."""
    move = live(show, c.move)
    asked = c.who != move.who and c.who in outcomes.still_asked(show, move)
    must(asked, "MU-88", "not_now", "They are not waited for.")
    yield from outcomes.taken(show, OutcomeAccepted(move.id, c.who, excused=True), dice)


DECIDE: dict[Any, Any] = {Follow: follow, Excuse: excuse}
EVOLVE: dict[Any, Any] = {}
