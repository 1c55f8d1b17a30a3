"""Making a character (MU-16 … MU-24), and the box of ready-made ones."""

from __future__ import annotations

import pytest
from tests.games.mutagen.table import BUYS, Played, created

from tablefolk.core.table.seats import SetOption
from tablefolk.games.mutagen.playbooks.model import Resource
from tablefolk.games.mutagen.rules import creation, rating, sheet, writing
from tablefolk.games.mutagen.rules.buying import AskAbout
from tablefolk.games.mutagen.rules.creation import (
    CharacterFinished,
    ChoosePlaybooks,
    DropDraft,
    FillMark,
    FinishCharacter,
    MakeCharacter,
    NameCharacter,
    TakeReadyMade,
    UnfillMark,
)
from tablefolk.games.mutagen.rules.proposing import Propose
from tablefolk.games.mutagen.rules.ready_made import ready_mades
from tablefolk.games.mutagen.rules.values import Armor
from tablefolk.games.mutagen.rules.writing import (
    AddArmor,
    ChangeArmor,
    NarrowAptitude,
    StrikeArmor,
    WriteIn,
    Written,
)


def begun(archetype: str = "", **options: object) -> Played:
    played = Played(options=dict(options))
    played.draft("s", "p1", archetype)
    return played


# -- Creation buys (MU-16) ---------------------------------------------------------------------


def test_each_circle_costs_one_of_five_creation_buys__MU_16() -> None:
    played = begun("sorcerer")
    played.fill("s", "fighting", "fighting", "will:2", "transit", "relations")
    assert creation.spent(played.show, played.hero("s")) == 5
    assert played.no("s", FillMark("s", "fighting")) == "over_budget"


def test_the_table_sets_the_number__MU_16() -> None:
    played = begun(creation_buys=1)
    played.fill("s", "fighting")
    assert played.no("s", FillMark("s", "fighting")) == "over_budget"


def test_in_a_draft_fills_are_taken_back_freely__MU_16() -> None:
    played = begun()
    played.fill("s", *["fighting"] * 4, "athletics")
    played.as_("s", UnfillMark("s", "fighting"))
    played.fill("s", "research")
    assert played.no("s", UnfillMark("s", "nurturing")) == "not_bought"


def test_circles_of_a_playbook_laid_aside_do_not_count__MU_16() -> None:
    played = begun("sorcerer")
    played.fill("s", "transit", "transit", "transit")
    played.as_("s", ChoosePlaybooks("s", ("common",)))
    assert creation.spent(played.show, played.hero("s")) == 0
    played.finish("s")
    assert played.hero("s").marks == {}


def test_once_in_play_circles_are_not_simply_filled__MU_16() -> None:
    assert created().no("f", FillMark("f", "research")) == "not_now"


def test_a_player_makes_their_own_and_the_gm_anybodys__MU_16() -> None:
    played = begun()
    assert played.no("p2", MakeCharacter("X", owner="p3")) == "gm_only"
    assert played.no("p2", FillMark("s", "fighting")) == "not_your_character"
    assert played.no("p2", MakeCharacter("  ")) == "text_needed"
    assert played.no("gm", MakeCharacter("X")) == "unknown"
    played.do("gm", MakeCharacter("Zed", owner="p3"))
    assert played.hero("zed").player == "p3"
    played.do("p3", NameCharacter("zed", "Zelda"))
    assert played.hero("zed").name == "Zelda"


def test_a_draft_can_be_thrown_away__MU_16() -> None:
    played = begun()
    played.do("p1", DropDraft("s"))
    assert played.show.cast == {}
    played.draft("s", "p1")
    played.finish("s")
    assert played.no("s", DropDraft("s")) == "not_now"


# -- Words (MU-17 … MU-20) ---------------------------------------------------------------------


def test_a_concept_is_written_before_play_and_may_be_reworded__MU_17() -> None:
    played = begun()
    assert played.no("s", FinishCharacter("s")) == "concept_missing"
    played.finish("s")
    (event,) = played.as_("s", WriteIn("s", "concept", "concept", "Now with a limp"))
    assert event == Written(
        "s", "concept", "concept", "Seen once, never forgotten", "Now with a limp"
    )
    assert sheet.written(played.hero("s"), "concept", "concept") == "Now with a limp"


def test_one_drive_is_needed_and_the_second_is_not__MU_18() -> None:
    played = begun()
    played.as_("s", WriteIn("s", "concept", "concept", "Tall"))
    assert played.no("s", FinishCharacter("s")) == "drive_missing"
    played.as_("s", WriteIn("s", "drives", "drive2", "the second only"))
    assert played.no("s", FinishCharacter("s")) == "drive_missing"
    played.as_("s", WriteIn("s", "drives", "drive1", "the first"))
    played.as_("s", FinishCharacter("s"))
    played.as_("s", WriteIn("s", "drives", "drive1", "another"))
    assert sheet.written(played.hero("s"), "drives", "drive1") == "another"


def test_a_profession_is_talked_over_and_its_absence_is_only_mentioned__MU_19() -> None:
    played = begun()
    line = WriteIn("s", "profession", "profession", "beekeeper")
    assert played.no("s", line) == "consult_gm"
    played.fill("s", "professional_skills")
    warned = list(writing.warnings(played.show, played.hero("s")))
    assert warned == [("professional_skills", "profession")]
    played.as_("s", AskAbout("s", "profession"))
    played.as_("s", line)
    assert not list(writing.warnings(played.show, played.hero("s")))


def test_a_character_is_finished_without_the_profession__MU_19() -> None:
    played = begun()
    played.fill("s", "professional_skills")
    played.finish("s")
    assert played.hero("s").state == "in_play"


def test_a_narrowing_changes_no_number__MU_20() -> None:
    played = created()
    before = rating.rating_of(played.show, played.hero("s"), "research")
    played.as_("s", NarrowAptitude("s", "research", "only beetles"))
    assert played.hero("s").narrowed == {"research": "only beetles"}
    assert rating.rating_of(played.show, played.hero("s"), "research") == before
    assert played.no("s", NarrowAptitude("s", "go_dark", "x")) == "wrong_kind"
    played.as_("s", NarrowAptitude("s", "research", ""))
    assert played.hero("s").narrowed == {}


# -- Finishing (MU-21, MU-22) ------------------------------------------------------------------


def test_everything_starts_full_except_xp__MU_21() -> None:
    played = created()
    start = {r: played.points("s", r) for r in ("health", "resist", "will", "xp")}
    assert start == {"health": 3, "resist": 2, "will": 3, "xp": 0}
    played = begun("sorcerer")
    played.fill("s", "will:2", "will:3")
    played.finish("s")
    assert played.points("s", "will") == 5


def test_finishing_sets_a_character_in_play_and_unspent_buys_are_gone__MU_22() -> None:
    played = begun()
    played.fill("s", "fighting")
    assert played.finish("s") == (CharacterFinished("s", unspent=4),)
    assert played.hero("s").state == "in_play"
    assert played.no("s", FinishCharacter("s")) == "not_now"
    assert played.no("s", FillMark("s", "fighting")) == "not_now"


def test_a_draft_makes_no_moves__MU_22() -> None:
    assert begun().no("s", Propose("s", "go_dark", "x")) == "draft"


def test_finishing_looks_at_the_budget_again__MU_22() -> None:
    played = begun()
    played.fill("s", "fighting", "fighting")
    played.do("gm", SetOption("creation_buys", 1))
    played.as_("s", WriteIn("s", "concept", "concept", "Tall"))
    played.as_("s", WriteIn("s", "drives", "drive1", "more"))
    assert played.no("s", FinishCharacter("s")) == "over_budget"
    played.rule("p1", FinishCharacter("s"))
    assert played.hero("s").state == "in_play"


# -- Armor (MU-23) -----------------------------------------------------------------------------


@pytest.mark.parametrize("rating_", [0, 4, -1])
def test_armor_is_rated_one_to_three__MU_23(rating_: int) -> None:
    assert created().no("f", AddArmor("f", "Vest", rating_)) == "bad_rating"


def test_armor_is_entered_changed_and_struck__MU_23() -> None:
    played = created()
    played.as_("f", AddArmor("f", "Vest", 1, "blades"))
    (vest,) = played.hero("f").armor
    assert vest == Armor(vest.id, "Vest", 1, "blades")
    played.do("gm", ChangeArmor("f", vest.id, "Torn vest", 1, "little", worn=False))
    assert played.hero("f").armor[0].worn is False
    assert played.no("f", ChangeArmor("f", vest.id, "Vest", 9)) == "bad_rating"
    assert played.no("f", StrikeArmor("f", 99)) == "unknown"
    assert played.no("s", StrikeArmor("f", vest.id)) == "not_your_character"
    played.do("gm", StrikeArmor("f", vest.id))
    assert played.hero("f").armor == ()


# -- One after the other (MU-24) ---------------------------------------------------------------


def test_a_second_character_comes_when_the_first_is_retired__MU_24() -> None:
    played = created()
    assert played.no("p1", MakeCharacter("Next")) == "one_character"
    retire(played, "s")
    played.do("p1", MakeCharacter("Next"))
    assert played.hero("next").marks == {}
    assert played.hero("s").state == "retired"


def retire(played: Played, who: str) -> None:
    """Dead and gone, as the state has it then."""
    played.put(played.show.with_hero(who, state="retired"))


# -- The box -----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", list(ready_mades()))
def test_a_ready_made_character_is_legal__MU_22(key: str) -> None:
    played = Played()
    played.do("p1", TakeReadyMade(key))
    (hero,) = played.show.cast.values()
    assert hero.state == "in_play"
    assert creation.spent(played.show, hero) == 5
    creation.lawful(played.show, hero)
    creation.fitting(played.show, hero.playbooks)
    assert not list(sheet.unwritten(played.show, hero))
    assert sheet.written(hero, "drives", "drive2")
    for resource in sheet.resources(played.show, hero):
        assert isinstance(resource, Resource)
        assert sheet.full(played.show, hero, resource.id) == (
            bool(resource.ranks) and resource.id != "xp"
        )
    played.audited()


def test_two_of_the_four_are_sorcerers() -> None:
    box = ready_mades().values()
    assert len(box) == 4
    assert sum("sorcerer" in ready.playbooks for ready in box) == 2


def test_the_box_keeps_to_the_tables_budget__MU_16() -> None:
    played = Played(options={"creation_buys": 3})
    assert played.no("p1", TakeReadyMade("bel")) == "over_budget"
    assert played.no("p1", TakeReadyMade("nobody")) == "unknown"


def test_the_digests_three_are_made_with_five_buys_each__MU_16() -> None:
    played = created()
    for who in BUYS:
        assert creation.spent(played.show, played.hero(who)) == 5
    assert rating.rating_of(played.show, played.hero("f"), "fighting") == 2


def test_somebody_may_begin_with_all_their_words__MU_17() -> None:
    played = Played()
    words = {"concept.concept": " Seen once ", "drives.drive1": "To know", "drives.drive2": ""}
    played.do("p1", MakeCharacter("Odile", "sorcerer", words=words))
    hero = played.hero("odile")
    assert hero.writings == {"concept.concept": "Seen once", "drives.drive1": "To know"}
    assert not [*sheet.unwritten(played.show, hero)], "only circles are left"
    assert played.no("p2", MakeCharacter("Bel", words={"concept.shoes": "red"})) == "wrong_kind"
