"""Making characters together (WF-108 … WF-119), and who may do what (WF-1)."""

from __future__ import annotations

import pytest
from tests.games.wheel_of_fate.table import GAME, HOUSE, Played, created, playing

from tablefolk.core import play
from tablefolk.core.table.seats import Join
from tablefolk.core.table.state import Table
from tablefolk.games.wheel_of_fate.page.view.creation import overview, page
from tablefolk.games.wheel_of_fate.rules.creation import (
    CommentOn,
    CreationOpened,
    FinishCharacter,
    MakeCharacter,
    OpenCreation,
    PlayStarted,
    SetQuestions,
    SetReady,
    SetTools,
    StartPlay,
    TakeReadyMade,
    WriteNotes,
    missing,
    strangers,
    warnings,
    without,
)
from tablefolk.games.wheel_of_fate.rules.npcs import EditNpc, MakeNpc, PlaceNpc, RemoveNpc
from tablefolk.games.wheel_of_fate.rules.pools import DefinePool, DropPool, TakePools, sets
from tablefolk.games.wheel_of_fate.rules.ready_made import ready_mades
from tablefolk.games.wheel_of_fate.rules.state import STEPS
from tablefolk.games.wheel_of_fate.rules.steps import (
    SetAttributes,
    SetPools,
    WriteAnswers,
    WriteConnection,
    WriteConnections,
    WriteLastAnswer,
    WriteSummary,
)

FIVE = ("one", "two", "three", "four", "five")


@pytest.fixture
def drafting() -> Played:
    """Creation is open, and Tom has begun."""
    played = Played()
    played.do("gm", OpenCreation())
    played.do("tom", MakeCharacter("Tom"))
    return played


# -- Whose sheet it is (WF-1) --------------------------------------------------------------------


def warned(played: Played, who: str = "tom") -> list[str]:
    return [text for _, text in warnings(played.hero(who))]


def test_one_gm_and_players_in_their_seats__WF_1() -> None:
    played = Played()
    assert played.wheel.company.gm == "gm"
    assert played.wheel.company.seats == ("tom", "dave", "mike")


def test_a_sheet_that_is_not_yours_stays_as_it_is__WF_1(drafting: Played) -> None:
    no = drafting.refused("dave", WriteSummary("tom", "Tom", "Tom is silly."))
    assert (no.rule, no.code) == ("WF-1", "not_yours")


def test_the_gm_may_act_for_anybody_and_the_log_says_so__WF_1(drafting: Played) -> None:
    drafting.do("gm", WriteSummary("tom", "Tom", "Tom is brave."))
    assert drafting.hero("tom").summary == "Tom is brave."
    assert drafting.log[-1].seat.id == "gm"


def test_each_player_has_one_character__WF_1(drafting: Played) -> None:
    assert drafting.refused("tom", MakeCharacter("Tim")).code == "one_character"
    assert drafting.refused("gm", MakeCharacter("Me")).code == "players_only"
    assert drafting.refused("dave", MakeCharacter("X", owner="mike")).code == "not_yours"
    drafting.do("gm", MakeCharacter("Dave", owner="dave"))
    assert drafting.hero("dave").owner == "dave"


def test_two_of_the_same_name_get_different_keys(drafting: Played) -> None:
    drafting.do("dave", MakeCharacter("Tom"))
    assert set(drafting.wheel.cast) == {"tom", "tom-2"}


# -- Opening creation (WF-108) -------------------------------------------------------------------


def test_the_gm_opens_creation_for_everybody__WF_108() -> None:
    played = Played()
    assert played.refused("tom", MakeCharacter("Tom")).code == "creation_closed"
    assert played.refused("tom", OpenCreation()).code == "gm_only"
    (opened,) = played.do("gm", OpenCreation())
    assert opened == CreationOpened(without=("tom", "dave", "mike"))
    played.do("tom", MakeCharacter("Tom"))


def test_a_player_without_a_character_is_a_warning_not_a_refusal__WF_108(
    drafting: Played,
) -> None:
    assert without(drafting.wheel) == ("dave", "mike")


def test_everybody_may_comment_on_a_draft__WF_108(drafting: Played) -> None:
    drafting.do("dave", CommentOn("tom", "More spiders!"))
    assert drafting.hero("tom").comments[0].by == "dave"
    assert drafting.refused("dave", CommentOn("tom", " ")).code == "text_needed"


# -- The six steps (WF-109) ----------------------------------------------------------------------


def test_a_character_is_ready_only_when_all_six_steps_are_done__WF_109(drafting: Played) -> None:
    drafting.do("gm", DefinePool("Kung Fu"))
    drafting.do("dave", MakeCharacter("Dave"))
    assert missing(drafting.wheel, "tom") == STEPS
    no = drafting.refused("tom", SetReady("tom"))
    assert (no.rule, no.code) == ("WF-109", "creation_incomplete")
    assert "connections" in no.why
    done = [
        WriteSummary("tom", "Tom", "Tom is here."),
        WriteConnection("tom", "dave", "From school", "Fond"),
        SetAttributes("tom", 3, 2, 3),
        WriteAnswers("tom", FIVE),
        SetPools("tom", {"kung-fu": 3}),
        WriteLastAnswer("tom", "All of it."),
    ]
    for command in done:
        drafting.do("tom", command)
        assert drafting.refused("tom", SetReady("tom")).code == "creation_incomplete"
    drafting.do("tom", WriteAnswers("tom", FIVE, FIVE))
    drafting.do("tom", SetReady("tom"))
    assert drafting.hero("tom").ready


def test_one_may_go_back_to_a_step_until_play_begins__WF_109() -> None:
    played = created()
    played.do("tom", SetAttributes("tom", 4, 2, 2))
    assert played.hero("tom").ready
    played.do("tom", SetReady("tom", ready=False))
    assert not played.hero("tom").ready
    played.do("tom", SetReady("tom"))
    played.do("gm", StartPlay("Go"))
    assert played.refused("tom", SetAttributes("tom", 3, 2, 3)).code == "in_play"
    assert played.refused("tom", WriteAnswers("tom", FIVE, FIVE)).code == "in_play"


# -- Step 1: summary (WF-110) --------------------------------------------------------------------


def test_a_summary_has_fewer_than_fifty_words__WF_110_V34(drafting: Played) -> None:
    drafting.do("tom", WriteSummary("tom", "Tom", "Tom " + "word " * 48))
    no = drafting.refused("tom", WriteSummary("tom", "Tom", "Tom\n" + "word  " * 49))
    assert (no.rule, no.code) == ("WF-110", "too_long")
    assert "50" in no.why


def test_a_character_needs_a_name__WF_110(drafting: Played) -> None:
    assert drafting.refused("tom", WriteSummary("tom", " ", "Somebody.")).code == "name_needed"
    assert drafting.refused("dave", MakeCharacter("  ")).code == "name_needed"


def test_who_they_are_can_be_said_with_the_name__WF_110(drafting: Played) -> None:
    no = drafting.refused("dave", MakeCharacter("Dave", text="word " * 50))
    assert (no.rule, no.code) == ("WF-110", "too_long")
    drafting.do("dave", MakeCharacter("Dave", text=" Dave mends radios. "))
    assert drafting.hero("dave").summary == "Dave mends radios."
    assert "summary" not in missing(drafting.wheel, "dave")


def test_a_summary_without_the_name_is_a_warning__WF_110(drafting: Played) -> None:
    drafting.do("tom", WriteSummary("tom", "Tom", "A brave man."))
    assert len(warned(drafting)) == 1
    drafting.do("tom", WriteSummary("tom", "Tom", "Everybody likes tom."))
    assert warned(drafting) == []


# -- Step 2: connections (WF-111) ----------------------------------------------------------------


def test_there_is_one_entry_for_each_other_player_character__WF_111(drafting: Played) -> None:
    drafting.do("dave", MakeCharacter("Dave"))
    drafting.do("mike", MakeCharacter("Mike"))
    drafting.do("gm", MakeNpc("Guard", 2, 2, 2))
    assert strangers(drafting.wheel, "tom") == ("dave", "mike")
    drafting.do("tom", WriteConnection("tom", "dave", "From school", "Fond"))
    assert "connections" in missing(drafting.wheel, "tom")
    drafting.do("tom", WriteConnection("tom", "mike", "From work", "Wary"))
    assert "connections" not in missing(drafting.wheel, "tom")
    assert "mike" not in drafting.hero("dave").connections  # each side writes its own


@pytest.mark.parametrize(
    ("other", "how", "feeling", "code"),
    [
        ("dave", "", "Fond", "text_needed"),
        ("dave", "School", " ", "text_needed"),
        ("tom", "School", "Fond", "not_yourself"),
        ("npc_guard", "School", "Fond", "pc_only"),
        ("nobody", "School", "Fond", "unknown"),
    ],
)
def test_an_entry_says_both_and_is_about_another_character__WF_111(
    drafting: Played, other: str, how: str, feeling: str, code: str
) -> None:
    drafting.do("dave", MakeCharacter("Dave"))
    drafting.do("gm", MakeNpc("Guard", 2, 2, 2))
    assert drafting.refused("tom", WriteConnection("tom", other, how, feeling)).code == code


def test_all_others_can_be_described_at_once_and_some_later__WF_111(drafting: Played) -> None:
    for who in ("dave", "mike"):
        drafting.do(who, MakeCharacter(who.title()))
    none = WriteConnections("tom", {"dave": "", "mike": " "}, {})
    assert drafting.refused("tom", none).code == "text_needed"
    half = WriteConnections("tom", {"dave": "School", "mike": "Work"}, {"dave": "Fond"})
    assert drafting.refused("tom", half).code == "text_needed"
    drafting.do("tom", WriteConnections("tom", {"dave": "School", "mike": ""}, {"dave": "Fond"}))
    assert strangers(drafting.wheel, "tom") == ("mike",)
    assert drafting.hero("tom").connections["dave"].feeling == "Fond"
    assert drafting.refused("dave", none).code == "not_yours"


def test_a_later_character_opens_an_entry_without_undoing_ready__WF_111() -> None:
    played = created(("tom", "dave"))
    played._act(HOUSE, Join("Mike"), ())
    played.do("mike", MakeCharacter("Mike"))
    assert played.hero("tom").ready
    assert missing(played.wheel, "tom") == ("connections",)
    played.do("tom", WriteConnection("tom", "mike", "Just met", "Curious"))
    assert missing(played.wheel, "tom") == ()


# -- Step 3: attributes (WF-112, WF-113) ---------------------------------------------------------


def test_eight_dice_are_split_over_three_attributes__WF_112_V33(drafting: Played) -> None:
    drafting.do("tom", SetAttributes("tom", 3, 3, 2))
    assert drafting.hero("tom").attributes == {"physical": 3, "mental": 3, "social": 2}
    assert warned(drafting) == []
    no = drafting.refused("tom", SetAttributes("tom", 3, 3, 3))
    assert (no.rule, no.code) == ("WF-112", "attribute_total")
    assert "+1" in no.why
    assert drafting.refused("tom", SetAttributes("tom", 8, 0, 0)).code == "out_of_range"
    assert drafting.refused("tom", SetAttributes("tom", 5, 3, 0)).code == "out_of_range"


def test_one_die_draws_a_warning_and_six_a_note__WF_113_V33(drafting: Played) -> None:
    drafting.do("tom", SetAttributes("tom", 4, 3, 1))
    assert len(warned(drafting)) == 1
    drafting.do("tom", SetAttributes("tom", 6, 1, 1))
    physical, mental, social = warned(drafting)
    assert "6d" in physical
    assert mental.startswith("Mental 1d")
    assert social.startswith("Social 1d")


@pytest.mark.parametrize("dice", [9, 10])
def test_bigger_heroes_split_more_dice__WF_112(dice: int) -> None:
    played = Played(options={"attribute_dice": dice})
    played.do("gm", OpenCreation())
    played.do("tom", MakeCharacter("Tom"))
    assert played.refused("tom", SetAttributes("tom", 3, 3, 2)).code == "attribute_total"
    played.do("tom", SetAttributes("tom", 4, dice - 6, 2))
    played.do("dave", TakeReadyMade("nora-pell"))
    assert sum(played.hero("nora-pell").attributes.values()) == dice


# -- Step 4: questions and aspects (WF-41, WF-114, WF-115) ---------------------------------------


def test_there_are_exactly_five_aspects__WF_114(drafting: Played) -> None:
    for wrong in (FIVE[:4], (*FIVE, "six")):
        no = drafting.refused("tom", WriteAnswers("tom", FIVE, wrong))
        assert (no.rule, no.code) == ("WF-114", "five_aspects")
    drafting.do("tom", WriteAnswers("tom", FIVE, FIVE, questions=(1, 1, 2)))
    aspects = drafting.hero("tom").aspects
    assert [a.question for a in aspects] == [1, 1, 2, 0, 0]
    assert len({a.id for a in aspects}) == 5


def test_an_aspect_comes_from_one_of_the_five_answers_or_none__WF_114(drafting: Played) -> None:
    assert drafting.refused("tom", WriteAnswers("tom", FIVE, FIVE, (6,))).code == "out_of_range"


def test_an_aspect_needs_words__WF_41(drafting: Played) -> None:
    no = drafting.refused("tom", WriteAnswers("tom", FIVE, ("one", " ", "three", "four", "five")))
    assert (no.rule, no.code) == ("WF-41", "text_needed")


def test_answers_and_aspects_are_saved_at_once_or_the_aspects_later__WF_114(
    drafting: Played,
) -> None:
    drafting.do("tom", WriteAnswers("tom", FIVE, ("",) * 5))
    assert (drafting.hero("tom").answers, drafting.hero("tom").aspects) == (FIVE, ())
    drafting.do("tom", WriteAnswers("tom", FIVE, FIVE))
    assert "questions" not in missing(drafting.wheel, "tom")


def test_the_same_aspect_twice_is_only_a_warning__WF_41(drafting: Played) -> None:
    drafting.do("tom", WriteAnswers("tom", FIVE, ("Brave", "brave", "three", "four", "five")))
    assert len(warned(drafting)) == 1


def test_answers_may_be_left_open_until_one_is_ready__WF_114(drafting: Played) -> None:
    drafting.do("tom", WriteAnswers("tom", ("strong", "", "", "", ""), FIVE))
    assert "questions" in missing(drafting.wheel, "tom")
    assert drafting.refused("tom", WriteAnswers("tom", ("strong",))).code == "five_questions"


def test_the_gm_asks_five_questions_of_their_own__WF_115(drafting: Played) -> None:
    assert drafting.refused("tom", SetQuestions(FIVE)).code == "gm_only"
    no = drafting.refused("gm", SetQuestions(FIVE[:4]))
    assert (no.rule, no.code) == ("WF-115", "five_questions")
    assert drafting.refused("gm", SetQuestions(("", *FIVE[:4]))).code == "five_questions"
    drafting.do("gm", SetQuestions(FIVE, last="Who is to blame?"))
    assert drafting.wheel.questions == FIVE
    assert drafting.wheel.last_question == "Who is to blame?"


def test_questions_stay_once_somebody_has_answered_them__WF_115(drafting: Played) -> None:
    drafting.do("tom", WriteAnswers("tom", FIVE))
    drafting.do("gm", SetQuestions(FIVE))
    drafting.do("tom", WriteAnswers("tom", FIVE, FIVE))
    assert drafting.refused("gm", SetQuestions(FIVE)).code == "questions_in_use"


# -- Step 5: pools (WF-116) ----------------------------------------------------------------------


@pytest.fixture
def with_pools(drafting: Played) -> Played:
    drafting.do("gm", DefinePool("A"))
    drafting.do("gm", DefinePool("B"))
    return drafting


def test_three_dice_go_into_the_pools_on_offer__WF_116_V35(with_pools: Played) -> None:
    with_pools.do("tom", SetPools("tom", {"a": 2, "b": 1}))
    assert with_pools.hero("tom").pools == {"a": 2, "b": 1}
    assert with_pools.refused("tom", SetPools("tom", {"a": 3, "b": 1})).code == "pool_total"
    assert with_pools.refused("tom", SetPools("tom", {"a": 4, "b": 0})).code == "pool_limit"
    assert with_pools.refused("tom", SetPools("tom", {"c": 4})).code == "no_such_pool"


def test_fewer_than_three_dice_are_asked_about__WF_116_V35(with_pools: Played) -> None:
    no = with_pools.refused("tom", SetPools("tom", {"a": 1}))
    assert (no.rule, no.code, no.firm) == ("WF-116", "confirm_fewer", True)  # a tick says so
    with_pools.do("tom", SetPools("tom", {"a": 1}, confirm=True))
    assert "pools" not in missing(with_pools.wheel, "tom")


def test_the_gms_own_limits_hold_at_both_ends__WF_101_WF_116(with_pools: Played) -> None:
    with_pools.do("gm", DefinePool("B", low=1, high=2, pool="b"))
    for dice in ({"a": 3}, {"b": 3}):
        no = with_pools.refused("tom", SetPools("tom", dice))
        assert (no.rule, no.code) == ("WF-116", "pool_limit")
    with_pools.do("tom", SetPools("tom", {"a": 1, "b": 2}))


def test_professional_and_trophy_wife__WF_116_S28(drafting: Played) -> None:
    for name in ("Homemaker", "Soccer mom", "Professional", "Trophy wife"):
        drafting.do("gm", DefinePool(name))
    drafting.do("tom", SetPools("tom", {"professional": 2, "trophy-wife": 1}))
    assert sum(drafting.hero("tom").pools.values()) == 3


def test_without_pools_on_offer_the_step_is_done_by_itself__WF_116(drafting: Played) -> None:
    assert "pools" not in missing(drafting.wheel, "tom")
    drafting.do("gm", DefinePool("Magic", special=True))  # on the drawing board only
    assert "pools" not in missing(drafting.wheel, "tom")
    assert drafting.refused("tom", SetPools("tom", {"magic": 3})).code == "no_such_pool"
    drafting.do("gm", DefinePool("Kung Fu"))
    assert "pools" in missing(drafting.wheel, "tom")


# -- Step 6: the last question (WF-117) ----------------------------------------------------------


def test_the_last_question_wants_an_answer__WF_117(drafting: Played) -> None:
    no = drafting.refused("tom", WriteLastAnswer("tom", "  "))
    assert (no.rule, no.code) == ("WF-117", "text_needed")
    drafting.do("tom", WriteLastAnswer("tom", "My boat is gone."))
    assert "last_question" not in missing(drafting.wheel, "tom")


def test_with_the_last_answer_a_character_is_ready_if_nothing_else_is_missing__WF_109__WF_117(
    drafting: Played,
) -> None:
    no = drafting.refused("tom", FinishCharacter("tom", "My boat is gone."))
    assert (no.rule, no.code) == ("WF-109", "creation_incomplete")
    for step in (
        WriteSummary("tom", "Tom", "Tom is here."),
        SetAttributes("tom", 3, 3, 2),
        WriteAnswers("tom", FIVE, FIVE),
    ):
        drafting.do("tom", step)
    assert drafting.refused("tom", FinishCharacter("tom", " ")).code == "text_needed"
    assert drafting.refused("dave", FinishCharacter("tom", "Ha.")).code == "not_yours"
    drafting.do("tom", FinishCharacter("tom", " My boat is gone. "))
    tom = drafting.hero("tom")
    assert (tom.ready, tom.last_answer) == (True, "My boat is gone.")


# -- Ready-made characters -----------------------------------------------------------------------


@pytest.mark.parametrize("key", list(ready_mades()))
def test_a_ready_made_character_obeys_every_step__WF_109(key: str) -> None:
    played = Played()
    played.do("gm", OpenCreation())
    played.do("tom", TakeReadyMade(key))
    hero = played.hero(key)
    assert hero.ready
    assert hero.owner == "tom"
    played.do("tom", SetReady(key, ready=False))
    assert missing(played.wheel, key) == ()
    assert warned(played, key) == []
    assert len(hero.summary.split()) < 50
    assert sum(hero.pools.values()) == 3


def test_ready_made_characters_know_each_other_whoever_comes_first__WF_111() -> None:
    played = Played()
    played.do("gm", OpenCreation())
    played.do("tom", MakeCharacter("Tom"))
    played.do("dave", TakeReadyMade("nora-pell"))
    played.do("mike", TakeReadyMade("bruno-tal"))
    assert strangers(played.wheel, "nora-pell") == ()
    assert strangers(played.wheel, "bruno-tal") == ()
    assert played.hero("nora-pell").connections["bruno-tal"].how_known
    assert played.refused("tom", TakeReadyMade("imre-vale")).code == "one_character"


def test_each_ready_made_character_sits_at_a_table_once() -> None:
    played = Played()
    played.do("gm", OpenCreation())
    played.do("tom", TakeReadyMade("pip-marlow"))
    assert played.refused("dave", TakeReadyMade("pip-marlow")).code == "same"
    assert played.refused("dave", TakeReadyMade("nobody")).code == "unknown"


def test_ready_made_characters_bring_pools_only_where_there_are_none__WF_97() -> None:
    played = Played()
    played.do("gm", OpenCreation())
    played.do("gm", DefinePool("Old stories"))
    played.do("tom", TakeReadyMade("nora-pell"))
    assert list(played.wheel.pools) == ["old-stories"]
    assert played.hero("nora-pell").pools == {"old-stories": 3}


@pytest.mark.parametrize("setting", list(sets()))
@pytest.mark.parametrize("key", list(ready_mades()))
def test_a_ready_made_character_has_three_dice_in_whatever_pools_there_are__WF_116(
    key: str, setting: str
) -> None:
    played = Played()
    played.do("gm", OpenCreation())
    played.do("gm", TakePools(setting))
    played.do("tom", TakeReadyMade(key))
    hero = played.hero(key)
    assert (hero.ready, sum(hero.pools.values())) == (True, 3)
    played.do("tom", SetReady(key, ready=False))
    played.do("tom", SetPools(key, hero.pools))  # the step itself finds nothing wrong with it


def test_dice_laid_elsewhere_than_in_the_box_are_told_and_stand_on_the_card__WF_116() -> None:
    played = Played()
    played.do("gm", OpenCreation())
    played.do("gm", TakePools("police"))
    (taken,) = played.do("tom", TakeReadyMade("nora-pell"))
    laid = "Finding clues 1d, Interrogation 1d and Forensics 1d"
    line = GAME.tell(played.table, taken, played.seat("dave"))
    assert line is not None
    assert laid in line.text
    hero = played.hero("nora-pell")
    assert laid in overview(played.wheel, played.seat("tom"), hero).relaid
    step = page(played.wheel, played.seat("tom"), hero, "pools")
    assert [(p.name, p.dice) for p in step.pools] == [
        ("Finding clues", 1), ("Interrogation", 1), ("Forensics", 1),
    ]  # fmt: skip


def test_pools_that_take_fewer_than_three_dice_leave_that_step_to_the_player__WF_109_WF_116() -> (
    None
):
    played = playing(("tom", "dave"))
    played._act(HOUSE, Join("Mike"), ())
    for pool in played.wheel.pools:
        played.do("gm", DropPool(pool))
    played.do("gm", DefinePool("Kung Fu", high=2))
    events = played.do("mike", TakeReadyMade("nora-pell"))
    assert "JoinedPlay" not in [type(e).__name__ for e in events]
    assert missing(played.wheel, "nora-pell") == ("pools",)
    assert played.refused("mike", SetPools("nora-pell", {"kung-fu": 1})).code == "confirm_fewer"
    played.do("mike", SetPools("nora-pell", {"kung-fu": 2}))  # more cannot be placed
    played.do("mike", SetReady("nora-pell"))
    assert played.hero("nora-pell").in_play


def test_fewer_dice_on_purpose_stay_as_they_lie_in_the_step__WF_116(drafting: Played) -> None:
    drafting.do("gm", TakePools("police"))
    drafting.do("tom", SetPools("tom", {"forensics": 1}, confirm=True))
    step = page(drafting.wheel, drafting.seat("tom"), drafting.hero("tom"), "pools")
    assert [p.dice for p in step.pools] == [0, 0, 1]


# -- Starting play (WF-31, WF-51, WF-55, WF-118) -------------------------------------------------


def test_three_players_start_with_five_points_and_a_bowl_of_fifteen__WF_31_WF_51_S30() -> None:
    played = playing()
    assert [hero.fate for hero in played.wheel.pcs()] == [5, 5, 5]
    assert played.wheel.bowl == 15
    assert played.wheel.playing


def test_starting_play_opens_the_first_scene__WF_118() -> None:
    played = created()
    assert played.refused("tom", StartPlay("Go")).code == "gm_only"
    assert played.refused("gm", StartPlay(" ")).code == "text_needed"
    played.do("gm", StartPlay("Go"))
    table: Table = played.table
    assert table.scene is not None
    assert (table.scene.number, table.scene.title, table.session) == (1, "Go", 1)
    assert (played.wheel.scene, played.wheel.session) == (1, 1)
    assert played.refused("gm", StartPlay("Again")).code == "same"


def test_starting_early_needs_a_confirmation_and_logs_what_is_unfinished__WF_118() -> None:
    played = Played(("tom", "dave"))
    played.do("gm", OpenCreation())
    assert played.refused("gm", StartPlay("Go", confirm=True)).code == "creation_incomplete"
    played.make("tom")
    no = played.refused("gm", StartPlay("Go"))
    assert (no.rule, no.code) == ("WF-118", "creation_incomplete")
    events = played.do("gm", StartPlay("Go", confirm=True))
    assert events[-1] == PlayStarted({"tom": 5}, 5, {"dave": STEPS, "tom": ()})


def test_stacks_and_bowl_follow_the_tables_options__WF_31_WF_51() -> None:
    played = playing(options={"starting_fate": 3, "bowl_per_player": 2})
    assert played.hero("tom").fate == 3
    assert played.wheel.bowl == 6


def test_a_player_who_joins_later_adds_five_and_starts_with_five__WF_55() -> None:
    played = playing(("tom", "dave"))
    played._act(HOUSE, Join("Mike"), ())
    played.make("mike")
    assert played.hero("mike").fate == 0
    played.connect("mike")
    played.do("mike", SetReady("mike"))
    assert played.hero("mike").fate == 5
    assert played.wheel.bowl == 15
    assert played.refused("mike", SetReady("mike", ready=False)).code == "in_play"


def test_a_ready_made_latecomer_brings_points_too__WF_55() -> None:
    played = playing(("tom",))
    played._act(HOUSE, Join("Mike"), ())
    played.do("mike", TakeReadyMade("pip-marlow"))
    assert played.hero("pip-marlow").fate == 5
    assert played.wheel.bowl == 10


def test_who_was_unfinished_at_the_start_is_not_paid_twice__WF_55() -> None:
    played = Played(("tom",))
    played.do("gm", OpenCreation())
    played.make("tom")
    played.do("gm", StartPlay("Go", confirm=True))
    played.do("tom", SetReady("tom"))
    assert played.hero("tom").fate == 5
    assert played.wheel.bowl == 5


# -- Tools, notes, NPCs (WF-119, WF-127) ---------------------------------------------------------


def test_usual_tools_are_kept_once_each__WF_127(drafting: Played) -> None:
    drafting.do("tom", SetTools("tom", ("Rope", " Lamp ", "", "Rope")))
    assert drafting.hero("tom").tools == ("Rope", "Lamp")


def test_notes_are_for_the_owner(drafting: Played) -> None:
    drafting.do("tom", WriteNotes("tom", "Ask about the key."))
    assert drafting.hero("tom").notes == "Ask about the key."
    assert drafting.refused("dave", WriteNotes("tom", "Hm")).code == "not_yours"


def test_npcs_skip_the_steps__WF_119() -> None:
    played = created()
    played.do("gm", MakeNpc("Guard", 6, 6, 0, ("Bored", ""), {"kung-fu": 2}, "Carries the key."))
    guard = played.hero("npc_guard")
    assert (guard.kind, guard.fate, guard.pools) == ("npc", 0, {"kung-fu": 2})
    assert [a.text for a in guard.aspects] == ["Bored"]
    played.do("gm", MakeNpc("Guard", 2, 2, 2))
    assert "npc_guard-2" in played.wheel.cast


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (MakeNpc(" ", 2, 2, 2), "name_needed"),
        (MakeNpc("X", 7, 2, 2), "out_of_range"),
        (MakeNpc("X", -1, 2, 2), "out_of_range"),
        (MakeNpc("X", 2, 2, 2, pools={"magic": 1}), "no_such_pool"),
        (MakeNpc("X", 2, 2, 2, pools={"kung-fu": -1}), "out_of_range"),
        (MakeNpc("X", 2, 2, 2, pools={"kung-fu": 4}), "pool_limit"),
        (EditNpc("tom", "X", 2, 2, 2), "npc_only"),
        (RemoveNpc("tom"), "npc_only"),
        (PlaceNpc("tom", ""), "npc_only"),
    ],
)
def test_what_an_npc_cannot_be__WF_119(command: MakeNpc, code: str) -> None:
    assert created().refused("gm", command).code == code


def test_an_npc_is_edited_placed_and_removed_by_the_gm__WF_119() -> None:
    played = created()
    played.do("gm", MakeNpc("Guard", 3, 2, 2, ("Bored", "Tall")))
    bored = played.hero("npc_guard").aspects[0].id
    played.do("gm", EditNpc("npc_guard", "Captain", 4, 2, 2, ("Angry", "Bored")))
    captain = played.hero("npc_guard")
    assert (captain.name, captain.attributes["physical"]) == ("Captain", 4)
    assert next(a.id for a in captain.aspects if a.text == "Bored") == bored
    assert len({a.id for a in captain.aspects}) == 2
    played.do("gm", PlaceNpc("npc_guard", "dave"))
    assert played.hero("npc_guard").after_seat == "dave"
    assert played.refused("tom", RemoveNpc("npc_guard")).code == "gm_only"
    played.do("gm", RemoveNpc("npc_guard"))
    assert "npc_guard" not in played.wheel.cast


def test_the_gm_can_start_although_a_player_has_no_character__WF_118() -> None:
    played = created(("tom",))
    played._act(HOUSE, Join("Dave"), ())
    start = [o for o in play.menu(GAME, played.table, played.seat("gm")) if o.do == "StartPlay"]
    assert [offer.open for offer in start] == [True]
