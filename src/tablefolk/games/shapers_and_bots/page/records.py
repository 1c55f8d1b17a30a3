"""What one seat may look up of all that was decided (SB-8)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Record, Seat
from tablefolk.games.shapers_and_bots.page import known
from tablefolk.games.shapers_and_bots.page.view.desk import name
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.wording import say


def records(world: World, seat: Seat) -> Iterator[Record]:
    """The Director's rulings, each with what was asked."""
    for one in reversed(known.rulings(world, seat)):
        text = say("play.ruling", rule=one.rule, question=one.question, answer=one.answer)
        why = say("words.because", reason=one.reason) if one.reason else ""
        yield Record(say("play.ruling_kind"), f"{text}{why}", name(world, seat, one.about))
