"""Making a character (RB-13 … RB-25, RB-212)."""

from __future__ import annotations

import pytest
from tests.games.rotate_bird.table import BEING, DOING, Played, created

from tablefolk.core.game import Refusal
from tablefolk.games.rotate_bird.rules.creation import (
    BeingRolled,
    DescribeCharacter,
    LeaveCharacter,
    MakeCharacter,
    NameCharacter,
    NameDoing,
    NameDoings,
    RollBeing,
    RollDoing,
    RollTheme,
    TakeReadyMade,
    WriteTheme,
    theme_of,
)
from tablefolk.games.rotate_bird.rules.packs import default_pack
from tablefolk.games.rotate_bird.rules.ready_made import ready_mades
from tablefolk.games.rotate_bird.rules.symbols import CorrectSymbol
from tablefolk.games.rotate_bird.rules.tests import OpenTest
from tablefolk.games.rotate_bird.rules.values import BeingTrait, DoingTrait


def begun() -> Played:
    played = Played()
    played.do("p1", MakeCharacter("C1"))
    return played


def faces(*rolls: tuple[int, ...]) -> list[int]:
    return [face for roll in rolls for face in roll]


def test_a_sheet_has_being_doing_and_an_empty_having__RB_13() -> None:
    hero = created().hero("c1")
    assert (len(hero.being), len(hero.doing), hero.having) == (5, 3, ())


def test_each_player_runs_one_character__RB_1() -> None:
    played = begun()
    assert played.no("p1", MakeCharacter("C9")) == "one_character"
    assert played.no("p2", MakeCharacter("C9", owner="p3")) == "not_gm"
    played.do("gm", MakeCharacter("C3", owner="p3"))
    assert played.hero("c3").player == "p3"
    assert played.no("gm", MakeCharacter("Mine")) == "unknown"


def test_a_character_may_begin_with_its_pictures_and_roll_what_repeats_again__RB_14() -> None:
    played = Played()
    first = faces(*BEING["c1"][:4], BEING["c1"][0])
    played.do("p1", MakeCharacter("C1", roll=True), first)
    assert len(played.hero("c1").being) == 4
    played.do("p1", RollBeing("c1"), BEING["c1"][4])
    assert len(played.hero("c1").being) == 5


def test_all_powers_are_named_at_once_by_their_player_alone__RB_21() -> None:
    played = begun()
    played.do("p1", RollDoing("c1"), faces(*DOING["c1"]))
    numbers = [str(trait.id) for trait in played.hero("c1").doing]
    names = {number: f"Power {number}" for number in numbers}
    assert played.no("p2", NameDoings("c1", names)) == "not_owner"
    assert played.no("p1", NameDoings("c1", {})) == "unknown"
    assert played.no("p1", NameDoings("c1", {"999": "Not mine"})) == "unknown"
    assert played.no("p1", NameDoings("c1", {**names, numbers[2]: " "})) == "text_needed"
    done = played.do("p1", NameDoings("c1", names))
    assert [trait.name for trait in played.hero("c1").doing] == list(names.values())
    assert [len(event.powers) for event in done] == [0, 0, 3]
    assert played.no("p1", NameDoings("c1", names)) == "named"


def test_five_symbols_are_rolled_and_a_repeat_is_rolled_again_and_told__RB_14__V_22() -> None:
    played = begun()
    first = faces(*BEING["c1"][:4], BEING["c1"][0])
    (rolled,) = played.do("p1", RollBeing("c1"), first)
    assert isinstance(rolled, BeingRolled)
    assert rolled.again == ("anchor",)
    assert len(played.hero("c1").being) == 4
    played.do("p1", RollBeing("c1"), BEING["c1"][4])
    symbols = [trait.symbol for trait in played.hero("c1").being]
    assert symbols == ["anchor", "heart", "spider", "bird", "sun"]
    assert not any(trait.marked for trait in played.hero("c1").being)


def test_what_is_rolled_stands_and_nobody_chooses__RB_15() -> None:
    played = created()
    assert played.no("p1", RollBeing("c1")) == "rolled"
    assert played.no("p1", RollDoing("c1")) == "rolled"
    swap = CorrectSymbol(played.trait("c1", "sun"), 0, "moon", "kindness")
    assert played.no("p1", swap) == "not_gm"
    played.do("gm", swap)
    assert played.trait("c1", "moon")


def test_a_being_trait_has_no_name_and_no_note__RB_16() -> None:
    assert BeingTrait.__struct_fields__ == ("id", "symbol", "marked")
    assert "description" not in DoingTrait.__struct_fields__


def test_the_description_is_free_text_and_can_be_changed_any_time__RB_17__RB_25() -> None:
    played = created()
    assert played.hero("c1").complete
    played.do("p1", DescribeCharacter("c1", "A lighthouse keeper with opinions."))
    played.do("p1", DescribeCharacter("c1", "A lighthouse."))
    assert played.hero("c1").description == "A lighthouse."
    assert played.no("p2", DescribeCharacter("c1", "Rude")) == "not_owner"


def test_three_pairs_doing_first__RB_19() -> None:
    hero = created().hero("c1")
    assert [trait.symbols for trait in hero.doing] == [
        ("rotate", "bird"),
        ("question-mark", "key"),
        ("exclamation-point", "waves-on-water"),
    ]


def test_only_an_exact_pair_is_rolled_again__RB_20__V_23() -> None:
    played = begun()
    played.do("p1", RollBeing("c1"), faces(*BEING["c1"]))
    same_doing = (6, 2, 3, 2, 4)  # rotate again, with a heart
    played.do("p1", RollDoing("c1"), faces(DOING["c1"][0], DOING["c1"][0], same_doing))
    hero = played.hero("c1")
    assert [trait.symbols for trait in hero.doing] == [("rotate", "bird"), ("rotate", "heart")]
    assert "bird" in {trait.symbol for trait in hero.being}
    played.do("p1", RollDoing("c1"), DOING["c1"][1])
    assert len(played.hero("c1").doing) == 3


def test_a_blank_name_leaves_the_sheet_incomplete__RB_21__RB_25() -> None:
    played = begun()
    assert played.hero("c1").missing == ("being", "doing", "doing_names", "title")
    played.do("p1", RollBeing("c1"), faces(*BEING["c1"]))
    played.do("p1", RollDoing("c1"), faces(*DOING["c1"]))
    assert played.no("p1", OpenTest("c1", "fly")) == "sheet_incomplete"
    first, *others = played.hero("c1").doing
    assert played.no("p1", NameDoing(first.id, "  ")) == "text_needed"
    for trait in (first, *others):
        played.do("p1", NameDoing(trait.id, f"Power {trait.id}"))
    assert played.hero("c1").missing == ("title",)
    played.do("p1", NameCharacter("c1", "C1", "the Complete"))
    played.do("p1", OpenTest("c1", "fly"))


def test_the_gm_may_waive_completeness_by_a_ruling__RB_25() -> None:
    played = begun()
    played.rule("p1", OpenTest("c1", "fly"))
    assert played.test.leader == "c1"


def test_a_title_is_asked_for_with_a_nudge__RB_24() -> None:
    played = begun()
    assert "the" in played.refusal("p1", NameCharacter("c1", "C1", " ")).why
    assert played.no("p1", NameCharacter("c1", "", "the Bold")) == "text_needed"


@pytest.mark.parametrize(
    ("scope", "good", "bad"),
    [
        ("table", ("gm", RollTheme()), ("p1", RollTheme("c1"))),
        ("character", ("p1", RollTheme("c1")), ("gm", RollTheme())),
        ("trait", ("p1", RollTheme("c1", 1)), ("p1", RollTheme("c1"))),
    ],
)
def test_a_theme_is_kept_for_the_table_a_character_or_a_trait__RB_22__RB_212(
    scope: str, good: tuple[str, RollTheme], bad: tuple[str, RollTheme]
) -> None:
    played = created({"theme_scope": scope})
    trait = played.hero("c1").doing[0].id
    member, command = good
    command = RollTheme(command.who, trait if command.trait else 0)
    assert played.no(*bad) == "wrong_scope"
    played.do(member, command, (5, 5))
    assert theme_of(played.bird, "c1", trait) == "reputations or resources"
    written = WriteTheme("very small magnets", command.who, command.trait)
    played.do(member, written)
    assert theme_of(played.bird, "c1", trait) == "very small magnets"


def test_another_players_character_is_theirs__RB_22() -> None:
    played = created()
    assert played.no("p2", RollTheme("c1")) == "not_owner"
    assert played.no("gm", RollTheme("c1")) == "not_owner"


def test_the_tables_theme_is_the_gms__RB_22() -> None:
    played = created({"theme_scope": "table"})
    assert played.no("p1", RollTheme()) == "not_gm"
    assert played.no("p1", WriteTheme("very small magnets")) == "not_gm"


def test_the_five_in_the_box_are_complete_and_legal__RB_14__RB_19__RB_25() -> None:
    pack, box = default_pack(), ready_mades()
    assert len(box) == 5
    for ready in box.values():
        assert len(set(ready.being)) == 5
        assert {pack.symbols[s].kind for s in ready.being} == {"being"}
        for symbols in (power.symbols for power in ready.doing):
            assert [pack.symbols[s].kind for s in symbols] == ["doing", "being"]


def test_a_ready_made_character_is_taken_in_one_tap_and_by_one_player() -> None:
    played = Played()
    played.do("p1", TakeReadyMade("gus-halloran"))
    assert played.hero("gus-halloran").complete
    assert played.no("p2", TakeReadyMade("gus-halloran")) == "taken"
    played.do("p2", TakeReadyMade("mimi-gantry"))
    numbers = [t.id for h in played.bird.cast.values() for t in (*h.being, *h.doing)]
    assert len(set(numbers)) == 16
    played.do("p2", OpenTest("mimi-gantry", "talk to the Moon"))
    assert played.no("p2", LeaveCharacter("mimi-gantry")) == "helper_busy"


def test_a_character_that_leaves_makes_room_for_another__RB_1() -> None:
    played = Played()
    played.do("p1", TakeReadyMade("gus-halloran"))
    assert played.no("p2", LeaveCharacter("gus-halloran")) == "not_owner"
    played.do("p1", LeaveCharacter("gus-halloran"))
    played.do("p1", TakeReadyMade("brother-nine"))
    assert list(played.bird.cast) == ["brother-nine"]
    played.audited()


def test_real_dice_are_checked__RB_6() -> None:
    played = begun()
    with pytest.raises(Refusal):
        played.do("p1", RollBeing("c1"), (1, 1))
    with pytest.raises(Refusal):
        played.do("p1", RollBeing("c1"), (7, *faces(*BEING["c1"])[1:]))
