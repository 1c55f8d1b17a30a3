"""What must be seen before everything else: what is stopped, and what is talked over."""

from __future__ import annotations

from tablefolk.core.game import Block, Seat
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Dispute as Talk
from tablefolk.games.mutagen.words import say


class Dispute(Block, frozen=True):
    """A talk about something that spoils the story (MU-147)."""

    dispute: int = 0
    what: str = ""
    by: str = ""
    said: tuple[str, ...] = ()
    gm: bool = False


def dispute(show: Show, seat: Seat, talk: Talk) -> Dispute:
    return Dispute(
        about=f"dispute:{talk.id}",
        dispute=talk.id,
        what=talk.about,
        by=show.name(talk.by),
        said=talk.said,
        gm=seat.gm,
    )


# -- Stopped (MU-149) --------------------------------------------------------------------------


class Frozen(Block, frozen=True):
    """What a limit has stopped, and how it goes on (MU-149)."""

    things: tuple[tuple[int, str], ...] = ()
    paused: bool = False
    decides: bool = False


def frozen(show: Show, seat: Seat) -> Frozen:
    theirs = seat.gm or bool(show.stopped_by and show.stopped_by == seat.id)
    things = tuple((number, stopped(show, number)) for number in show.frozen)
    return Frozen(about="frozen", things=things, paused=show.paused, decides=theirs)


def stopped(show: Show, number: int) -> str:
    if number in show.moves:
        move = show.moves[number]
        return say("move.title", name=show.name(move.who), move=show.called(move.move))
    injury = show.injuries[number]
    return say("harm_card.title", name=show.name(injury.on), n=injury.harm)
