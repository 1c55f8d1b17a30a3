"""How a move ends: when nothing is awaited any more (MU-73, MU-87), or because it was left behind.

Also what a led group waits for: everybody's own roll of the same move.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.book import after
from tablefolk.core.dice import Dice
from tablefolk.core.game import Change, Event, Seat, must
from tablefolk.games.mutagen.rules import effects, resources
from tablefolk.games.mutagen.rules.owing import Doer
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import BandName, Follow, OpenMove, Who
from tablefolk.games.mutagen.rules.wording import MoveNoted, Noted, OfMove

# -- Closing (MU-73) ---------------------------------------------------------------------------


class MoveClosed(MoveNoted, frozen=True):
    """All of it is told; the log keeps dice, parts, band and words."""

    def onto(self, show: Show) -> Show:
        return show.with_move(self.move, stage="closed")

    def told_to(self, show: Show, seat: Seat) -> str | None:
        """The end of a move is told where words of the GM's were accepted."""
        move = show.moves.get(self.move)
        return "" if move and (move.outcome or not move.throw) and not move.follows else None


def closing(show: Show, number: int) -> Iterator[Event]:
    """A settled move closes by itself once the GM owes no words and the group has rolled."""
    move = show.moves[number]
    waits = move.outcome is not None or (move.following is not None and not move.following.done)
    if move.stage == "settled" and not waits:
        yield MoveClosed(number)


def live(show: Show, number: int, rule: str = "MU-50") -> OpenMove:
    """A move that is under way, and not stopped by a limit; else a refusal."""
    move = show.open_move(number, rule)
    must(move.running, rule, "move_closed", "This move is over.")
    why = "This was stopped; say first how it goes on."
    must(number not in show.frozen, "MU-149", "paused", why)
    return move


# -- The group (MU-85 … MU-87) -----------------------------------------------------------------


class FollowRolled(Change[Show], frozen=True):
    """One of the others has rolled; it changes nothing in the story (MU-86)."""

    move: int  # the leader's
    who: Who
    band: BandName

    def onto(self, show: Show) -> Show:
        return with_follow(show, self.move, self.who, band=self.band)


class FollowerExcused(Noted, frozen=True):
    """Somebody is not there, and does not count (MU-85)."""

    move: int
    who: Who

    def onto(self, show: Show) -> Show:
        return with_follow(show, self.move, self.who, excused=True)


class GroupDone(OfMove, frozen=True):
    """Everybody has rolled: did it go well for all?"""

    well: bool

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "_well" if self.well else ""


def with_follow(show: Show, number: int, who: str, **changes: object) -> Show:
    following = show.moves[number].following
    if following is None:
        return show
    rolls = tuple(replace(r, **changes) if r.who == who else r for r in following.rolls)
    return show.with_move(number, following=replace(following, rolls=rolls))


def group_done(show: Show, number: int, dice: Dice) -> Iterator[Event]:
    """With everybody's roll in: the reward if all went well, then the leader's own result."""
    move = show.moves[number]
    following = move.following
    if following is None or not following.done:
        return
    rolled: tuple[Follow, ...] = tuple(r for r in following.rolls if not r.excused)
    well = bool(rolled) and all(r.band in following.if_all for r in rolled)
    yield GroupDone(number, well)
    if well:
        doer = Doer(move.who, following.source, number, leader=move.who, others=move.others)
        events = tuple(effects.run(show, following.then, doer, dice))
        yield from events
        show = after(show, events)
    yield from closing(show, number)


# -- Left behind (MU-149) ----------------------------------------------------------------------


class MoveRewound(OfMove, frozen=True):
    """Back to the proposal, as if no dice had been thrown; what was paid is given back."""

    def onto(self, show: Show) -> Show:
        stage = "ready" if show.moves[self.move].follows else "gm"
        fresh: dict[str, object] = {"throw": None, "band": "", "converted": False, "paid": ()}
        fresh |= {"following": None, "outcome": None, "says": "", "chose": (), "stands": False}
        return without_owed(show, self.move).with_move(self.move, stage=stage, **fresh)


class MoveDropped(OfMove, frozen=True):
    """This never happened."""

    def onto(self, show: Show) -> Show:
        return without_owed(show, self.move).with_move(self.move, stage="dropped")


def rewinding(show: Show, move: OpenMove) -> Iterator[Event]:
    """Back to what was proposed: costs come back, and nothing that was staged happens."""
    for paid in move.paid:
        yield from resources.gain(show, move.who, paid.resource, paid.n, move.move)
    yield MoveRewound(move.id)


def dropping(show: Show, move: OpenMove) -> Iterator[Event]:
    for paid in move.paid:
        yield from resources.gain(show, move.who, paid.resource, paid.n, move.move)
    yield MoveDropped(move.id)


def without_owed(show: Show, number: int) -> Show:
    return replace(show, owed={id: o for id, o in show.owed.items() if o.move != number})
