"""Limits: what shall not happen here, never why; all stops at once (MU-148 … MU-150).

Stating a limit and stopping are the table's own (TF-33, TF-34); in this game a stated limit stops
the table as well, and whatever was under way stays just as it was until somebody says how it goes
on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need
from tablefolk.core.table.scenes import (
    LimitLifted,
    OpenScene,
    OpenSession,
    Resumed,
    StateLimit,
    Stopped,
)
from tablefolk.games.mutagen.rules import closing, harm, resources
from tablefolk.games.mutagen.rules.state import Show, overheard
from tablefolk.games.mutagen.rules.values import Injury, Limit, Who
from tablefolk.games.mutagen.rules.wording import Noted, Words
from tablefolk.games.mutagen.words import say

# -- Stating (MU-148, MU-149) ------------------------------------------------------------------


class LimitKept(Noted, frozen=True):
    """The limit is on the list that everybody sees; whose it is only where they gave their name."""

    limit: Limit

    def onto(self, show: Show) -> Show:
        return replace(show, limits={**show.limits, self.limit.id: self.limit}).counted(
            self.limit.id
        )


@overheard.rule(StateLimit)
def state_limit(show: Show, seat: Seat, c: StateLimit, dice: Dice) -> Iterator[Event]:
    """What the table has written down stops it, too: cut away first, talk after."""
    by = "" if seat.role == "house" else seat.id
    yield LimitKept(Limit(show.count + 1, c.text.strip(), by))
    if not show.paused:
        yield Stopped(by)


@overheard.effect(Stopped)
def stopped(show: Show, e: Stopped) -> Show:
    """Everything under way freezes, with nothing applied."""
    moves = (move.id for move in show.running())
    hurts = (number for number, injury in show.injuries.items() if not injury.over)
    frozen = tuple(dict.fromkeys((*show.frozen, *moves, *hurts)))
    return replace(show, paused=True, frozen=frozen, stopped_by=e.by)


@overheard.effect(Resumed)
def resumed(show: Show, e: Resumed) -> Show:
    return replace(show, paused=False)


# -- Going on (MU-149) -------------------------------------------------------------------------


class Unfreeze(Act[Show], frozen=True):
    """How something that was stopped goes on; with no number, all of it goes on as it was."""

    may = "owner or gm"
    number: int = 0  # a move or an injury
    how: Literal["continue", "rewind", "drop"] = "continue"

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        theirs = seat.gm or (show.stopped_by and show.stopped_by == seat.id)
        need(
            theirs,
            "MU-149",
            "gm_only",
            "The GM, or whoever stopped the table, says how it goes on.",
        )
        must(show.frozen, "MU-149", "unknown", "Nothing is stopped.")
        if not self.number:
            must(self.how == "continue", "MU-149", "unknown", "Say which one.")
            yield Unfrozen(show.frozen, "continue")
            return
        must(self.number in show.frozen, "MU-149", "unknown", "That is not stopped.")
        yield Unfrozen((self.number,), self.how)
        injury, move = show.injuries.get(self.number), show.moves.get(self.number)
        if injury and self.how != "continue":
            yield from hurt_again(show, injury, self.how == "drop")
        elif move and self.how == "rewind":
            yield from closing.rewinding(show, move)
        elif move and self.how == "drop":
            yield from closing.dropping(show, move)


class Unfrozen(Noted, frozen=True):
    numbers: tuple[int, ...]
    how: Literal["continue", "rewind", "drop"]

    def onto(self, show: Show) -> Show:
        return replace(show, frozen=tuple(n for n in show.frozen if n not in self.numbers))

    def in_words(self, show: Show, seat: Seat) -> Words:
        return {"how": say(f"tell_word.{self.how}")}


class HarmRewound(Change[Show], frozen=True):
    """Back to the first step of taking harm, or never happened."""

    injury: int
    on: Who
    dropped: bool
    step: int
    harm: int

    def onto(self, show: Show) -> Show:
        fresh: dict[str, object] = {"lost": 0, "worn": 0, "armor": 0, "statuses": (), "dice": ()}
        owed = {id: owed for id, owed in show.owed.items() if owed.injury != self.injury}
        return replace(show, owed=owed).with_injury(
            self.injury, over=self.dropped, step=self.step, harm=self.harm, **fresh
        )

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "_dropped" if self.dropped else ""


def hurt_again(show: Show, injury: Injury, dropped: bool) -> Iterator[Event]:
    """What was lost comes back; the steps begin anew, or never happened."""
    lost = sorted(harm.lost_by(show, injury)) if injury.lost and injury.on in show.cast else ()
    for resource in lost:
        yield from resources.gain(show, injury.on, resource, injury.lost)
    fresh = harm.opened(show, injury.on, injury.opened, procedure=injury.procedure)
    yield HarmRewound(injury.id, injury.on, dropped, fresh.injury.step, injury.opened)


# -- The list (MU-150) -------------------------------------------------------------------------


class LiftLimit(Act[Show], frozen=True):
    """Whoever stated it lifts it; the GM only on their word, and says so."""

    may = "owner or gm"
    limit: int
    on_their_word: bool = False

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        found = show.limits.get(self.limit)
        limit = must(found, "MU-150", "unknown", "There is no such limit.")
        must(not limit.lifted, "MU-150", "unknown", "It is lifted already.")
        mine = limit.by == seat.person or (seat.gm and self.on_their_word)
        why = "Only whoever stated it lifts it, or the GM on their word."
        must(mine, "MU-150", "not_yours_to_set", why)
        yield LimitLifted(limit.text)


class LimitsRecalled(Noted, frozen=True):
    """What is left out here, for everybody to see as a session begins."""

    texts: tuple[str, ...]

    def in_words(self, show: Show, seat: Seat) -> Words:
        return {"texts": "; ".join(self.texts)}


@overheard.effect(LimitLifted)
def limit_lifted(show: Show, e: LimitLifted) -> Show:
    limits = {
        number: replace(limit, lifted=True) if limit.text == e.text else limit
        for number, limit in show.limits.items()
    }
    return replace(show, limits=limits)


def active(show: Show) -> tuple[Limit, ...]:
    """Limits to keep; also beside everything the GM composes."""
    return tuple(limit for limit in show.limits.values() if not limit.lifted)


def recalled(
    show: Show, seat: Seat, c: OpenSession | OpenScene, dice: Dice
) -> Iterator[Event]:  # fmt: skip
    """As a session begins; a scene that opens one counts as well."""
    texts = tuple(limit.text for limit in active(show))
    if texts and show.phase != "play":
        yield LimitsRecalled(texts)
