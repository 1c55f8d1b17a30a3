"""A filled track: read first by all, before the GM until it is dealt with, and then gone."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.games.rotate_bird.table import GAME, Played, created
from tests.games.rotate_bird.test_asked import now
from tests.games.rotate_bird.test_offers_world import offered, one, take

from tablefolk.core import play
from tablefolk.core.game import Event, Seat
from tablefolk.core.story import act
from tablefolk.core.table.scenes import CloseSession, EndScene, OpenScene
from tablefolk.games.rotate_bird.page import stage
from tablefolk.games.rotate_bird.rules.edges import AwardEdge
from tablefolk.games.rotate_bird.rules.tracks import DropTrack, SetBoxes, SettleTrack


def striking(kind: str, die: int, boxes: int = 1) -> tuple[Played, int, Sequence[Event]]:
    """The last box of a track is checked by a pick without fallout."""
    played = created()
    track = played.make_track(kind, "The vault", boxes)
    played.do("gm", OpenScene("Night"))
    played.open("c1", **{kind: track})
    played.tap("c1", "sun")
    played.roll(die)
    return played, track, played.pick(die)


def reached() -> tuple[Played, int]:
    return striking("progress", 6)[:2]


def disaster() -> tuple[Played, int]:
    return striking("disaster", 5)[:2]


def headline(played: Played, events: Sequence[Event]) -> str:
    told = (GAME.tell(played.table, event, Seat("", "onlooker")) for event in events)
    return act([line for line in told if line]).shown[0].text


def shelf(played: Played, who: str) -> dict[str, str]:
    parts = stage.parts(played.bird, played.seat(who))
    return {part.title: part.note for part in parts if part.place == "shelf"}


@pytest.mark.parametrize(
    ("kind", "die", "words"),
    [
        ("progress", 6, "The vault: reached!"),
        ("disaster", 5, "The vault: now it happens!"),
    ],
)
def test_what_a_pick_comes_to_is_the_filled_track__RB_111__RB_115(
    kind: str, die: int, words: str
) -> None:
    played, _, events = striking(kind, die)
    assert headline(played, events) == words


def test_a_pick_that_fills_nothing_goes_by_the_pick__RB_42() -> None:
    played, _, events = striking("progress", 6, boxes=2)
    assert headline(played, events).startswith("C1 picks 6")


def test_a_reached_goal_stands_before_the_gm_with_its_edge__RB_111() -> None:
    played, track = reached()
    assert now(played, "gm").title == "“The vault” is reached: an edge for somebody?"
    assert GAME.waits_of(played.table) == {}  # offered, not owed
    assert shelf(played, "p1") == {"The vault": "reached"}
    award, power = (o for o in now(played, "gm").offers() if o.command is AwardEdge)
    assert (award.fixed["kind"], power.fixed["kind"]) == ("being", "doing")  # RB-145
    take(played, "gm", award, 1, 1, 1, to="c2", being="", reason="The vault")
    assert played.edges("c2") == ["anchor"]
    assert shelf(played, "p1") == shelf(played, "gm") == {}
    assert played.bird.tracks[track].settled


def test_a_goal_may_be_reached_without_an_edge__RB_111() -> None:
    played, track = reached()
    take(played, "gm", one(played, "gm", SettleTrack))
    assert now(played, "gm").title == "What happens next?"
    assert played.no("gm", SettleTrack(track)) == "same"
    assert not offered(played, "gm", AwardEdge, track=track)


def test_a_disaster_stands_before_everybody_until_the_gm_has_told_it__RB_115() -> None:
    played, _ = disaster()
    titles = {who: now(played, who).title for who in ("gm", "p1", "p2")}
    theirs = "“The vault” happens: GM tells how"
    assert titles == {
        "gm": "“The vault” happens: what do they see?",
        "p1": theirs,
        "p2": theirs,
    }
    assert [wait.words for wait in GAME.waits_of(played.table)["gm"]] == ["tells the disaster"]
    tells = play.sample(one(played, "gm", SettleTrack), {"text": "Bees. Everywhere."})
    assert headline(played, played.do("gm", tells)) == "Bees. Everywhere."
    assert GAME.waits_of(played.table) == {}
    assert now(played, "p1").title == "What do you do, C1?"
    assert shelf(played, "gm") == {}


def test_a_disaster_that_is_not_told_is_named_before_the_scene_is_ended__RB_115() -> None:
    played, track = disaster()
    assert GAME.further.under_way(played.bird) == "“The vault” happens, and has not been told yet."
    played.do("gm", SettleTrack(track))
    assert GAME.further.under_way(played.bird) == ""


def test_a_disaster_may_be_told_aloud__RB_115() -> None:
    played, track = disaster()
    assert headline(played, played.do("gm", SettleTrack(track))) == "“The vault” has been told."


def test_only_the_gm_settles_a_track_and_only_a_filled_one__RB_111__RB_115() -> None:
    played, track = disaster()
    assert played.no("p1", SettleTrack(track)) == "not_gm"
    assert played.no("gm", SettleTrack(played.make_track("progress", "The Moon"))) == "not_full"


def test_boxes_that_are_set_right_put_a_track_back_on_the_shelf__RB_118() -> None:
    played, track = disaster()
    played.do("gm", SetBoxes(track, 2, 1))
    assert now(played, "gm").title == "What happens next?"
    assert shelf(played, "p1") == {"The vault": "1 of 2"}


def test_a_filled_track_leaves_with_the_scene_and_others_stay__RB_111__RB_115() -> None:
    for played, _ in (reached(), disaster()):
        played.make_track("progress", "The Moon", 3)
        played.do("gm", EndScene())
        assert shelf(played, "gm") == shelf(played, "p1") == {"The Moon": "0 of 3"}
        assert GAME.waits_of(played.table) == {}


def test_a_track_that_is_over_is_changed_no_more__RB_111() -> None:
    played, track = disaster()
    played.do("gm", SettleTrack(track))
    assert played.no("gm", SetBoxes(track, 3, 1)) == "track_complete"
    assert played.no("gm", DropTrack(track)) == "track_complete"


def test_what_fills_between_scenes_is_gone_when_the_session_closes__RB_111() -> None:
    played, _ = reached()
    played.do("gm", EndScene())
    played.do("gm", SetBoxes(played.make_track("progress", "The Moon", 3), 3, 3))
    assert shelf(played, "p1") == {"The Moon": "reached"}
    played.do("gm", CloseSession())
    assert shelf(played, "gm") == shelf(played, "p1") == {}
