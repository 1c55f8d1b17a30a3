"""The GM's side: cards, co-moves, GM moves (MU-103, MU-151 … MU-154)."""

from __future__ import annotations

import pytest
from tests.games.mutagen.homebrew import GM_BOOK
from tests.games.mutagen.hurting import open_harm
from tests.games.mutagen.table import Played, created

from tablefolk.core.table.scenes import OpenSession
from tablefolk.games.mutagen.rules.bars import MakeBar
from tablefolk.games.mutagen.rules.cast import (
    ArmEntity,
    ChangeEntity,
    DisarmEntity,
    MakeEntity,
    MakeGmMove,
    RemoveEntity,
    SetEntityPoints,
    SwitchOn,
    co_moves,
)
from tablefolk.games.mutagen.rules.effects import GiveAnswer
from tablefolk.games.mutagen.rules.proposing import ExploitStatus
from tablefolk.games.mutagen.rules.rolling import RollMove
from tablefolk.games.mutagen.rules.statuses import WriteStatus
from tablefolk.games.mutagen.rules.take_harm import OpenHarm, ThrowHarmDice


@pytest.fixture
def played() -> Played:
    return created(books=(GM_BOOK,))


# -- Cards (MU-103, MU-154) --------------------------------------------------------------------


def test_a_card_needs_no_more_than_a_name__MU_154(played: Played) -> None:
    assert played.no("f", MakeEntity("npc", "Guard")) == "gm_only"
    assert played.no("gm", MakeEntity("npc", " ")) == "text_needed"
    played.do("gm", MakeEntity("npc", "Guard"))
    played.do("gm", MakeEntity("place", "Guard", "a watchtower"))
    first, second = played.show.entities.values()
    assert (first.id, first.living, first.health) == ("guard", True, ())
    assert (second.id, second.living, second.notes) == ("guard-2", False, "a watchtower")


def test_cards_change_and_are_put_away__MU_154(played: Played) -> None:
    played.do("gm", MakeEntity("npc", "Guard"))
    played.do("gm", ChangeEntity("guard", "Old Tom", "likes tea", living=False))
    tom = played.show.entities["guard"]
    assert (tom.name, tom.notes, tom.living) == ("Old Tom", "likes tea", False)
    played.do("gm", WriteStatus("guard", "asleep"))
    status = played.show.entities["guard"].statuses[0].id
    number = played.propose("f", "go_dark")
    played.do("gm", RemoveEntity("guard"))
    assert played.no("gm", RemoveEntity("guard")) == "unknown"
    assert played.no("gm", WriteStatus("guard", "awake")) == "unknown"
    assert played.no("f", ExploitStatus(number, status, "tiptoe")) == "no_such_status"


def test_health_and_armor_of_an_npc_are_the_gm_s_choice__MU_103(played: Played) -> None:
    played.do("gm", MakeEntity("npc", "Ogre", health=6))
    played.do("gm", SetEntityPoints("ogre", 4, 6, "an old wound"))
    assert sum(box.filled for box in played.show.entities["ogre"].health) == 4
    assert played.no("gm", SetEntityPoints("ogre", 7, 6)) == "out_of_range"
    assert played.no("gm", ArmEntity("ogre", "a hide", 4)) == "bad_rating"
    played.do("gm", ArmEntity("ogre", "a hide", 2))
    (hide,) = played.show.entities["ogre"].armor
    played.do("gm", DisarmEntity("ogre", hide.id))
    assert played.show.entities["ogre"].armor == ()
    assert played.no("gm", MakeEntity("item", "Door", health=2)) == "not_living"
    played.do("gm", SetEntityPoints("ogre", 0, 0))
    assert played.show.entities["ogre"].health == ()


# -- Co-moves and GM moves (MU-151) ------------------------------------------------------------


def test_a_gm_item_or_section_of_the_same_name_opens_beside_the_move__MU_151(
    played: Played,
) -> None:
    played.propose("f", "go_dark")
    assert [one.id for one in co_moves(played.show, played.move)] == ["gm_go_dark"]
    played.propose("m", "scope_it_out")
    assert [one.id for one in co_moves(played.show, played.move)] == ["gm_night.scope"]
    played.propose("s", "fool_em")
    assert co_moves(played.show, played.move) == ()


def test_a_triangle_is_switched_on_before_play_and_kept__MU_151(played: Played) -> None:
    played.propose("f", "parkour")
    assert co_moves(played.show, played.move) == ()
    assert played.no("f", SwitchOn("gm_curse")) == "gm_only"
    assert played.no("gm", SwitchOn("gm_clock")) == "wrong_kind"
    assert played.no("gm", SwitchOn("go_dark")) == "wrong_kind"
    played.do("gm", SwitchOn("gm_parkour"))
    assert [one.id for one in co_moves(played.show, played.move)] == ["gm_parkour"]
    assert played.no("gm", SwitchOn("gm_parkour")) == "same"
    played.do("gm", OpenSession())
    assert played.no("gm", SwitchOn("gm_curse")) == "not_now"
    assert played.show.gm_items == ("gm_parkour",)


def test_the_gm_makes_gm_moves_and_they_do_what_they_say__MU_151(played: Played) -> None:
    played.do("gm", MakeBar("Dawn", 2))
    played.do("gm", MakeGmMove("gm_clock", "The sky pales."))
    assert next(iter(played.show.bars.values())).ticks == 1
    curse = MakeGmMove("gm_curse", "A raven screams.")
    assert played.no("gm", curse) == "not_bought"
    played.do("gm", SwitchOn("gm_curse"))
    assert played.no("f", curse) == "gm_only"
    played.do("gm", curse)
    assert [played.points(who, "resist") for who in ("s", "f", "m")] == [1, 1, 1]


def test_whom_a_gm_move_means_the_gm_says__MU_151(played: Played) -> None:
    played.do("gm", SwitchOn("gm_curse"))
    played.do("gm", MakeGmMove("gm_curse", "A raven screams."))
    (owed,) = played.show.owed.values()
    assert owed.by == "gm"
    played.do("gm", GiveAnswer(owed.id, on="m"))
    (owed,) = played.show.owed.values()
    played.do("gm", GiveAnswer(owed.id, text="followed by ravens"))
    assert played.hero("m").statuses[0].text == "followed by ravens"


# -- Tools and dice (MU-152, MU-153) -----------------------------------------------------------


def test_the_gm_s_tools_are_the_gm_s_alone__MU_152(played: Played) -> None:
    for command in (
        MakeEntity("npc", "Guard"),
        OpenHarm("m", 1),
        SwitchOn("gm_curse"),
        MakeGmMove("gm_clock", "tick"),
    ):
        assert played.no("f", command) == "gm_only"


def test_the_gm_never_rolls_the_players_moves__MU_153(played: Played) -> None:
    number = played.ready("f", "go_dark")
    assert played.no("gm", RollMove(number)) == "not_your_character"
    hurt = open_harm(played, "m", 1)
    assert played.no("gm", ThrowHarmDice(hurt)) == "not_now"  # only at their own step
