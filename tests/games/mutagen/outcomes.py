"""How a throw of Mutagen is read, for the law that odds are what the dice do (MU-48)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tests.games.mutagen import moments as at
from tests.games.mutagen.table import Played, created
from tests.table.playing import Evening

from tablefolk.games import mutagen
from tablefolk.games.mutagen.rules.chances import Chances
from tablefolk.games.mutagen.rules.leading import Follow
from tablefolk.games.mutagen.rules.rolling import DiceThrown


def promised(odds: Any) -> dict[str, Fraction] | None:
    """The chance of each result that can come."""
    if not isinstance(odds, Chances):
        return None
    return {band: chance for band, chance in odds.bands.items() if chance}


def came(events: tuple[Any, ...]) -> Iterator[str]:
    yield next(event.throw.band for event in events if isinstance(event, DiceThrown))


def moments() -> Iterator[Evening]:
    """Somebody is about to throw: a weave, a leader, a follower, somebody with a good aptitude."""
    for moment in (at.ready, at.leading, behind, athletic, critical_late):
        evening = Evening(mutagen, members=())
        for entry in moment().log:
            evening.do(entry.seat, entry.command, *entry.faces)
        yield evening


def behind() -> Played:
    played = at.following()
    led = next(move.id for move in played.show.running() if move.following)
    played.as_("s", Follow("s", led, "last of all"))
    return played


def athletic() -> Played:
    played = at.quiet()
    played.ready("f", "parkour", aptitude="athletics")
    return played


def critical_late() -> Played:
    """At a table where critical successes begin at 13."""
    played = created({"crit_from": 13})
    played.ready("m", "medic", aptitude="nurturing", targets=("f",))
    return played
