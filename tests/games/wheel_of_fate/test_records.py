"""What each seat may look up (WF-132)."""

from __future__ import annotations

from msgspec.structs import replace
from tests.games.wheel_of_fate.table import GAME, playing

from tablefolk.core.game import Seat
from tablefolk.games.wheel_of_fate.rules.fate import Declare, OfferPoint
from tablefolk.games.wheel_of_fate.rules.npcs import MakeNpc
from tablefolk.games.wheel_of_fate.rules.state import Fact


def test_everybody_looks_up_what_was_written_down_by_name_and_words__WF_132() -> None:
    played = playing()
    played.do("tom", Declare("tom", "The flashlight is red."))
    for seat in (Seat("gm", "gm"), Seat("dave"), Seat("", "onlooker")):
        (found,) = GAME.records(played.table, seat, "FLASHLIGHT")
        assert (found.kind, found.who, found.scene) == ("fact", "Tom", 1)
        by_name = GAME.records(played.table, seat, "tom")
        assert {"fact", "answer"} <= {record.kind for record in by_name}


def test_nobody_is_met_first_in_a_record__WF_132() -> None:
    played = playing()
    played.do("gm", MakeNpc("Sir Hush", 2, 2, 2, notes="SECRET"))
    facts = (Fact("A shadow moves.", "trouble", "npc_sir-hush", scene=1),)
    table = replace(played.table, play=replace(played.wheel, facts=facts))
    (known,) = GAME.records(table, Seat("gm", "gm"), "shadow")
    assert known.who == "Sir Hush"
    (seen,) = GAME.records(table, Seat("tom"), "shadow")
    assert seen.who == ""
    assert GAME.records(table, Seat("tom"), "hush") == ()
    assert not any("SECRET" in r.text for r in GAME.records(table, Seat("tom")))


def test_whoever_has_no_seat_looks_nothing_up__TF_29() -> None:
    played = playing()
    assert GAME.records(played.table, Seat("stranger")) == ()


def test_connections_and_open_offers_are_found_too__WF_132() -> None:
    played = playing()
    played.do("gm", OfferPoint("tom", 2, "Tom flees."))
    found = {record.kind for record in GAME.records(played.table, Seat("gm", "gm"), "tom")}
    assert {"offer", "connection"} <= found
