"""A player takes the GM's chair in the middle of something, and still has a character (TF-7)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.games.mutagen import moments
from tests.games.mutagen.moments import MOMENTS
from tests.games.mutagen.table import GAME, PLAYERS, Played

from tablefolk.core import play
from tablefolk.core.table.seats import AnswerChair, OfferChair
from tablefolk.games.mutagen.rules.outcomes import AcceptOutcome


def seated(played: Played, member: str) -> Played:
    """Somebody takes the GM's chair."""
    played.do("gm", OfferChair(member))
    played.do(member, AnswerChair(True))
    return played


def owes(played: Played, member: str) -> set[str]:
    """The parts in which an act is owed and open."""
    seat = played.seat(member)
    return {
        part.key
        for part in GAME.parts(played.table, seat)
        for offer in part.offers()
        if offer.owed and play.judged(GAME, played.table, seat, offer).open
    }


def said(played: Played, member: str) -> set[str]:
    return {wait.part for wait in GAME.waits_of(played.table).get(member, ())}


def test_a_move_asked_of_whoever_took_the_chair_is_not_waited_for__MU_59() -> None:
    played = moments.called()
    assert said(played, "p2") == {"want:f:go_dark"}
    seated(played, "p2")
    assert "want:f:go_dark" not in said(played, "p2") | owes(played, "p2")
    played.do("p2", OfferChair("gm"))
    played.do("gm", AnswerChair(True))
    assert said(played, "p2") == owes(played, "p2") == {"want:f:go_dark"}


def test_a_consequence_is_taken_from_the_gms_chair__MU_73() -> None:
    played = seated(moments.consequence(), "p2")
    number = played.move.id
    assert f"deed:{number}" in owes(played, "p2")
    played.as_("f", AcceptOutcome(number, "f"))
    assert not played.show.moves[number].running


@pytest.mark.parametrize("moment", MOMENTS)
def test_whoever_takes_the_chair_owes_what_is_open_to_them__TF_30(
    moment: Callable[[], Played],
) -> None:
    for member in PLAYERS:
        played = moment()
        if not played.table.paused:
            seated(played, member)
            assert said(played, member) == owes(played, member), member
