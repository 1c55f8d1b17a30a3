"""The rolls that follow a leader's: everybody the same move, in their own way (MU-82 … MU-88).

After a failure there are none, and the consequence concerns the whole group (MU-84).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Event, Seat, must, need
from tablefolk.games.mutagen.rules import outcomes
from tablefolk.games.mutagen.rules.chain import Plan, awaits, framed
from tablefolk.games.mutagen.rules.closing import FollowerExcused, MoveDropped, group_done, live
from tablefolk.games.mutagen.rules.outcomes import OutcomeAccepted
from tablefolk.games.mutagen.rules.proposing import MoveProposed, Targets
from tablefolk.games.mutagen.rules.state import Show, the_gm
from tablefolk.games.mutagen.rules.values import Key, Keys, Line, OpenMove, Text


class Follow(Act[Show], frozen=True):
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

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        leader = led(show, self.move)
        hero = show.character(self.who)
        why = f"{hero.name} has no roll to make here."
        must(awaits(leader, hero.id), "MU-85", "not_now", why)
        rolling = any(m.follows == leader.id for m in show.running(hero.id))
        must(not rolling, "MU-58", "move_open", f"{hero.name} is about to roll already.")
        plan = Plan(
            who=hero.id,
            chain=(*self.through, leader.move),
            how=self.how,
            targets=self.targets or leader.targets,
            aptitude=self.aptitude,
            picked=self.picked,
            confirmed=self.confirmed,
            option=self.option,
            count=self.count,
            follows=leader.id,
        )
        yield MoveProposed(replace(framed(show, seat, plan), stage="ready"))


class Excuse(Act[Show], frozen=True):
    """The GM: they are not there, and do not count; nor is their answer waited for."""

    may = "gm"
    move: int
    who: Key

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "MU-85")
        if live(show, self.move).stage == "consequence":
            yield from without(show, self, dice)
            return
        move = led(show, self.move)
        need(awaits(move, self.who), "MU-85", "not_now", "They are not waited for.")
        for begun in tuple(show.running(self.who)):
            if begun.follows == move.id:
                dropped = MoveDropped(begun.id)
                yield dropped
                show = dropped.onto(show)
        event = FollowerExcused(move.id, self.who)
        yield event
        yield from group_done(event.onto(show), move.id, dice)


def led(show: Show, number: int) -> OpenMove:
    """A led move that waits for the others."""
    move = live(show, number)
    waits = move.following is not None and not move.following.done
    must(waits, "MU-85", "not_now", "Nobody is waited for in this move.")
    return move


def without(show: Show, c: Excuse, dice: Dice) -> Iterator[Event]:
    """Somebody who does not answer a shared consequence gets it as it is (MU-88)."""
    move = live(show, c.move)
    asked = c.who != move.who and c.who in outcomes.still_asked(show, move)
    must(asked, "MU-88", "not_now", "They are not waited for.")
    yield from outcomes.taken(show, OutcomeAccepted(move.id, c.who, excused=True), dice)
