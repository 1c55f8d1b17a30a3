"""You die: the player's choice, and coming back (MU-104 … MU-108)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.games.mutagen.hurting import SCARRED, open_harm, scarred, take
from tests.games.mutagen.table import Played, created

from tablefolk.core.table.scenes import CloseSession, EndScene, OpenScene, OpenSession
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.playbooks.changing import with_item
from tablefolk.games.mutagen.playbooks.model import Move, Option, Resource
from tablefolk.games.mutagen.rules.buying import CorrectMark, GrantMark
from tablefolk.games.mutagen.rules.creation import ChoosePlaybooks, MakeCharacter
from tablefolk.games.mutagen.rules.dying import (
    CallDeath,
    CameBack,
    ChooseFate,
    ComeBack,
    FateChosen,
    GiveScar,
)
from tablefolk.games.mutagen.rules.facts import InventFact
from tablefolk.games.mutagen.rules.proposing import Propose
from tablefolk.games.mutagen.rules.take_harm import OpenHarm
from tablefolk.games.mutagen.rules.values import Box
from tablefolk.games.mutagen.rules.writing import WriteIn


@pytest.fixture
def played() -> Played:
    """Session 1, scene 1; F has just lost the last Health."""
    played = created()
    played.do("gm", OpenScene("The warehouse"))
    take(played, "f", 3)
    return played


def survived(played: Played) -> Played:
    played.as_("f", ChooseFate("f", "survive"))
    return played


# -- The choice (MU-104) -----------------------------------------------------------------------


def test_nobody_chooses_for_another_not_even_by_a_ruling__MU_104(played: Played) -> None:
    for other in ("gm", "m"):
        no = played.refusal(other, ChooseFate("f", "retire"))
        assert (no.code, no.firm) == ("not_your_character", True)
    assert played.no("m", ChooseFate("m", "retire")) == "not_now"
    assert played.no("f", ChooseFate("f", "laugh")) == "pick_one"


def test_a_move_can_say_so_whatever_health_is_left__MU_104() -> None:
    played = scarred()
    played.as_("f", Propose("f", "last_words"))
    assert (played.hero("f").dying, played.points("f", "health")) == ("you_die", 3)
    assert played.no("m", CallDeath("m", "the text says so")) == "gm_only"
    played.do("gm", CallDeath("m", "the text says so"))
    assert played.hero("m").dying == "you_die"
    assert played.no("gm", CallDeath("m", "again")) == "not_now"
    played.as_("m", ChooseFate("m", "survive"))
    assert played.points("m", "health") == 3


def test_the_gm_erasing_the_last_health_opens_it_too__MU_104() -> None:
    played = created()
    played.set("m", "health", 0)
    assert played.hero("m").dying == "you_die"


# -- Retiring (MU-105) -------------------------------------------------------------------------


def test_retired_is_out_of_the_game_and_the_player_makes_another__MU_105(played: Played) -> None:
    assert played.no("p2", MakeCharacter("Next")) == "one_character"
    played.as_("f", ChooseFate("f", "retire"))
    hero = played.hero("f")
    assert hero.state == "retired"
    assert hero.writings["concept.concept"]
    assert played.no("f", WriteIn("f", "concept", "concept", "A ghost")) == "retired"
    assert played.no("f", Propose("f", "scope_it_out", "look")) == "retired"
    assert played.no("f", ComeBack("f", "I was never dead")) == "not_now"
    assert played.no("gm", OpenHarm("f", 1)) == "retired"
    played.do("p2", MakeCharacter("Next"))


# -- Surviving (MU-106) ------------------------------------------------------------------------


def test_a_survivor_is_out_of_the_scene_but_still_the_player_s__MU_106(played: Played) -> None:
    second = open_harm(played, "f", 1)
    survived(played)
    hero = played.hero("f")
    assert (hero.state, hero.player, hero.left) == ("out_of_scene", "p2", 1)
    assert played.show.injuries[second].over
    assert played.no("f", Propose("f", "scope_it_out", "look")) == "out_of_scene"
    assert played.no("gm", OpenHarm("f", 1)) == "out_of_scene"
    played.as_("f", InventFact("There is a hospital nearby"))  # a player's move (MU-54)


# -- Coming back (MU-107) ----------------------------------------------------------------------


def test_one_comes_back_after_the_scene_with_a_scar_and_an_account__MU_107(
    played: Played,
) -> None:
    survived(played)
    back = ComeBack("f", "A stranger dragged me out.")
    assert played.no("f", back) == "scene_not_over"
    played.do("gm", EndScene())
    assert played.no("f", back) == "status_needed"
    assert played.no("f", GiveScar("f", "ruined hand")) == "gm_only"
    played.do("gm", GiveScar("f", "ruined hand"))
    assert played.no("gm", GiveScar("f", "one eye")) == "same"
    assert played.no("f", ComeBack("f", " ")) == "account_needed"
    assert played.no("m", back) == "not_your_character"
    events = played.as_("f", back)
    assert events[0] == CameBack("f", "A stranger dragged me out.")
    hero = played.hero("f")
    (scar,) = hero.statuses
    assert (scar.text, scar.permanent, scar.severe) == ("ruined hand", True, True)
    assert (hero.state, hero.scar, hero.back) == ("in_play", 0, ())
    assert played.points("f", "health") == 1
    played.audited()


def test_health_is_exactly_one_and_all_else_as_it_was__MU_107(played: Played) -> None:
    played.give("f", "health", rank=2)
    played.set("f", "resist", 1)
    played.set("f", "health", 3)
    survived(played)
    played.do("gm", EndScene())
    played.do("gm", OpenScene("The morgue"))
    played.do("gm", GiveScar("f", "cold to the touch"))
    played.as_("f", ComeBack("f", "I woke up in a drawer."))
    assert (played.points("f", "health"), played.capacity("f", "health")) == (1, 6)
    assert played.points("f", "resist") == 1


def test_nobody_in_the_scene_comes_back__MU_107(played: Played) -> None:
    assert played.no("m", ComeBack("m", "Here I am")) == "not_now"
    assert played.no("gm", GiveScar("m", "a limp")) == "not_now"


# -- The mark (MU-108) -------------------------------------------------------------------------


@pytest.mark.parametrize("choice", ["retire", "survive"])
def test_either_way_the_session_remembers_it__MU_108(played: Played, choice: str) -> None:
    (event, *_) = played.as_("f", ChooseFate("f", choice))
    assert event == FateChosen("f", "you_die", choice, died=True)
    assert played.hero("f").evening.deaths == 1
    played.do("gm", EndScene())
    played.do("gm", CloseSession())
    assert played.hero("f").evening.deaths == 1
    played.do("gm", OpenSession())
    assert played.hero("f").evening.deaths == 0


def test_a_fate_marked_for_the_gm_waits_for_their_word__MU_12() -> None:
    grit = SCARRED.items[0]
    assert isinstance(grit, Resource)
    choices = (Option("haunt", "You stay as a ghost", consult=True),)
    book = with_item(SCARRED, Move("fading", "Fading", choices=choices), "scarred.moves")
    played = created(books=(with_item(book, replace(grit, on_empty="fading")),))
    played.as_("f", ChoosePlaybooks("f", ("common", "scarred")))
    played.set("f", "grit", 0)
    played.deny(played.ask("p2", ChooseFate("f", "haunt")))
    assert played.hero("f").dying == "fading"


def test_what_opens_on_another_empty_resource_is_no_death__MU_108() -> None:
    grit = SCARRED.items[0]
    assert isinstance(grit, Resource)
    breakdown = Move(
        "breakdown", "Breakdown", required=True, effects=(op.GiveStatus("in tears"),)
    )  # fmt: skip
    book = with_item(SCARRED, breakdown, "scarred.moves")
    book = with_item(book, replace(grit, on_empty="breakdown"))
    played = created(books=(book,))
    played.as_("f", ChoosePlaybooks("f", ("common", "scarred")))
    played.set("f", "grit", 0)
    played.as_("f", ChooseFate("f"))
    hero = played.hero("f")
    assert (hero.state, hero.dying, hero.evening.deaths) == ("in_play", "", 0)
    assert hero.statuses[0].text == "in tears"
    assert hero.points["grit"] == (Box(False), Box(False))


def test_nothing_is_filled_on_the_sheet_of_the_retired__MU_105() -> None:
    played = created()
    played.put(played.show.with_hero("f", state="retired"))
    assert played.no("gm", GrantMark("f", "research")) == "retired"
    assert played.no("gm", CorrectMark("f", "fighting", reason="a slip")) == "retired"
