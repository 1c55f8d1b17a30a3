"""What must be seen before everything else: what is stopped, and what is talked over."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Block, Seat
from tablefolk.games.mutagen.page.blocks.play import Dispute, Frozen
from tablefolk.games.mutagen.page.words import say
from tablefolk.games.mutagen.rules.state import Show


def blocks(show: Show, seat: Seat) -> Iterator[Block]:
    if show.frozen:
        yield frozen(show, seat)
    for dispute in show.disputes.values():
        if dispute.open:
            yield Dispute(
                about=f"dispute:{dispute.id}",
                title=say("dispute.title"),
                dispute=dispute.id,
                what=dispute.about,
                by=show.name(dispute.by),
                said=dispute.said,
                gm=seat.gm,
            )


# -- Stopped (MU-149) --------------------------------------------------------------------------


def frozen(show: Show, seat: Seat) -> Frozen:
    theirs = seat.gm or bool(show.stopped_by and show.stopped_by == seat.id)
    things = tuple((number, stopped(show, number)) for number in show.frozen)
    title = say("frozen.title")
    return Frozen(
        about="frozen", title=title, things=things, paused=show.paused, decides=theirs
    )  # fmt: skip


def stopped(show: Show, number: int) -> str:
    if number in show.moves:
        move = show.moves[number]
        return say("move.title", name=show.name(move.who), move=show.called(move.move))
    injury = show.injuries[number]
    return say("harm_card.title", name=show.name(injury.on), n=injury.harm)
