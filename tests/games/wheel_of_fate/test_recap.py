"""An evening of Wheel of Fate as its recap tells it: what was wanted, how, what came of it."""

from __future__ import annotations

from typing import Any

from tests.games.wheel_of_fate.evening import told, tries
from tests.games.wheel_of_fate.table import Played, playing
from tests.games.wheel_of_fate.test_offers import brawl

from tablefolk.core.recap import FEW, Paragraph, Recap
from tablefolk.core.table.talk import Say
from tablefolk.games.wheel_of_fate.rules.contests import CloseContest, GiveIn, OpenContest
from tablefolk.games.wheel_of_fate.rules.drafts import AddSource, DraftRoll
from tablefolk.games.wheel_of_fate.rules.exchanges import Act, CloseWait, Inflict
from tablefolk.games.wheel_of_fate.rules.fate import AnswerOffer, Invoke, OfferPoint
from tablefolk.games.wheel_of_fate.rules.helping import Help
from tablefolk.games.wheel_of_fate.rules.rolls import Settle, Throw
from tablefolk.games.wheel_of_fate.rules.tasks import (
    CloseTask,
    NewApproach,
    OpenTask,
    SetDifficulty,
)
from tablefolk.testing.playing import Evening
from tablefolk.web.recaps import as_html, as_markdown, as_text


def recap(played: Played) -> Recap:
    return Evening.of(played.GAME, played.table, played.log).recap()


def read(one: Recap, kind: str = "episode") -> dict[str, Paragraph]:
    return {p.title: p for c in one.chapters for p in c.told if p.kind == kind}


def test_both_written_stakes_that_came_true_are_read_where_they_did__TF_15__WF_120() -> None:
    episodes = read(recap(told()))
    assert episodes["Swim to the rock."].text == (
        "Tom tried it by physical means. It did not work. You lose the rope."
    )
    assert episodes["Past Ysolde."].text == (
        "Dave tried it by social means. It worked, with 1 whammy. She lets you in. "
        "And better still: She even holds the lamp."
    )
    assert episodes["Past Ysolde."].stakes == ("She lets you in.",)


def test_a_fight_and_a_race_are_told_by_who_got_the_better_of_whom__TF_15__WF_73() -> None:
    episodes = read(recap(told()))
    assert episodes["The brawl on the stair."].text == (
        "Tom, Mike and Ysolde took part. Tom got the better of Ysolde. "
        "Mike got the better of Ysolde. That was the end of it for Ysolde. "
        "All in all it cost Ysolde 5 stress. There it ended, with Tom and Mike still standing."
    )
    assert episodes["To the boat."].text == (
        "Tom, Dave and Mike took part. Dave came in first, before Tom and Mike."
    )


def test_what_a_winning_defender_deals_is_told_and_what_the_fight_cost__TF_15__WF_95() -> None:
    played = brawl("seats")
    played.do("tom", Act("tom", "mike"))
    played.do("gm", CloseWait(), (1, 1, 1, 2, 2, 2))
    played.do("mike", Inflict(yes=True))
    tries(played, "dave", (6, 6), title="Dazzle them", physical=5)
    played.do("mike", Act("mike", "tom"))
    played.do("gm", CloseWait(), (3, 3, 3, 1, 2, 1, 1))
    played.do("gm", CloseContest())
    episodes = read(recap(played))
    first, amid, fight = episodes.values()
    assert amid.title == "Dazzle them."
    assert "Mike made Tom pay for it." in first.text
    assert "All in all it cost Tom 3 stress." in fight.text
    assert fight.text.endswith("There it ended, with Tom, Dave, Mike and Guard A still standing.")


def test_a_task_in_the_middle_of_a_fight_is_told_there__TF_15__WF_89() -> None:
    played = brawl("seats")
    tries(played, "tom", (6, 6, 6), title="Dazzle them", physical=5)
    played.do("dave", Act("dave", "mike"))
    played.do("gm", CloseWait(), (3, 3, 1, 1, 1))
    played.do("gm", CloseContest())
    tries(played, "tom", (6, 6, 6), title="Be gone", physical=5)
    episodes = read(recap(played))
    title = played.wheel.contest.title if played.wheel.contest else ""
    fight = (f"{title}.", "Dazzle them.", f"Back to “{title}”:", "Be gone.")
    assert tuple(episodes) == fight


def test_a_number_of_stress_follows_what_happened__TF_15__WF_122() -> None:
    assert read(recap(told()))["Lift the grille."].text == (
        "Tom tried it by physical means. It worked, but at a price. It falls back on his foot. "
        "Tom took 1 stress."
    )


def test_two_or_three_throws_of_a_scene_are_listed_with_the_reason__TF_15() -> None:
    first, second = recap(told()).chapters
    assert first.throws == (
        "1 whammy or more, 1 in 6: Dave, “Past Ysolde”: 11 against 5, with 1 whammy.",
        "Ysolde was out of it: Mike against Ysolde: 16 to 5.",
    )
    assert second.throws == ()  # 37 in 100 is not against the odds


# -- How something was tried -----------------------------------------------------------------


def rolling(played: Played, who: str, way: str = "physical", **task: Any) -> int:
    """The GM sets something, and somebody is about to throw for it."""
    played.do("gm", OpenTask("Swim to the rock", 10, 15, **task))
    played.do(who, DraftRoll(who, way, max(played.wheel.tasks)))
    return played.last_roll.id


def swim(played: Played) -> Paragraph:
    return read(recap(played))["Swim to the rock."]


def test_who_helped_and_what_helped_or_hindered_is_told__TF_15__WF_126() -> None:
    played = playing()
    roll = rolling(played, "tom")
    played.do("gm", AddSource(roll, "bonus", 1, "the rope"))
    played.do("gm", AddSource(roll, "penalty", 1, "the dark"))
    played.do("dave", Help(roll, "dave"))
    loyal = played.hero("tom").aspects[2].id
    played.do("gm", Invoke(roll, "tom", loyal, "I leave nobody out there."))
    played.do("tom", Throw(roll), (6, 6, 6, 6, 1, 1))
    told = swim(played)
    assert told.text == (
        "Tom tried it by physical means, with “the rope”, helped by Dave, in spite of “the dark”. "
        "It worked, with 2 whammies."
    )
    assert [(a.who, a.about, a.text) for a in told.arguments] == [
        ("Tom", "Loyal to a fault", "I leave nobody out there.")
    ]


def test_a_stake_is_read_once_and_another_way_as_it_was_found__TF_15__WF_125() -> None:
    played = playing()
    tom = rolling(played, "tom", on_success="You stay dry.", on_failure="The rope is lost.")
    played.do("tom", Throw(tom), (2, 1, 3))
    played.do("mike", DraftRoll("mike", "physical", number := max(played.wheel.tasks)))
    played.do("mike", Throw(played.last_roll.id), (1, 1, 1))
    played.do("gm", NewApproach(number, "tom", "mental", "Wait for the seventh wave"))
    played.do("tom", DraftRoll("tom", "mental", number))
    played.do("tom", Throw(played.last_roll.id), (6, 6))
    played.do("gm", CloseTask(number))
    told = swim(played)
    assert told.text == (
        "Tom tried it by physical means. It did not work. The rope is lost. "
        "Mike tried it by physical means. It did not work. "
        "Tom found another way: Wait for the seventh wave. "
        "Tom tried it by mental means. It did not work."
    )
    assert told.stakes == ("The rope is lost.",)


def test_a_task_is_read_where_it_was_tried_and_not_where_it_was_closed__TF_15() -> None:
    played = playing()
    tries(played, "tom", (6, 6, 6), title="Swim", physical=10)
    played.do("gm", Say("The stair is wet.", narrated=True))
    played.do("gm", CloseTask(max(played.wheel.tasks)))
    (scene,) = recap(played).chapters
    assert [p.kind for p in scene.told] == ["episode", "narrated"]


def test_a_success_that_trouble_has_undone_is_told_as_undone__TF_15__WF_47() -> None:
    played = playing()
    roll = rolling(played, "mike")
    played.do("mike", Throw(roll), (6, 6, 1))
    big_mouth = played.hero("mike").aspects[1].id
    played.do("gm", OfferPoint("mike", big_mouth, "He shouts, and swallows water.", roll))
    played.do("mike", AnswerOffer(max(played.wheel.offers), accept=True))
    assert swim(played).text.endswith(
        "It worked. But then it was undone: He shouts, and swallows water."
    )


def test_a_throw_is_remembered_by_the_difficulty_it_was_thrown_against__TF_15__WF_20() -> None:
    played = playing()
    roll = rolling(played, "tom")
    played.do("gm", SetDifficulty(max(played.wheel.tasks), "physical", 17))
    played.do("tom", Throw(roll), (6, 6, 6))
    (scene,) = recap(played).chapters
    assert scene.throws == ("Against the odds, 1 in 54: Tom, “Swim to the rock”: 18 against 17.",)


def test_what_was_lost_without_dice_is_no_throw_to_remember__TF_15__WF_13() -> None:
    played = playing()
    roll = rolling(played, "tom", on_failure="The rope is lost.")
    played.do("gm", AddSource(roll, "penalty", 4, "the storm"))
    played.do("tom", Throw(roll, confirm=True))
    (scene,) = recap(played).chapters
    assert scene.throws == ()
    assert swim(played).text.endswith("It did not work. The rope is lost.")


def test_hidden_difficulties_and_stakes_stay_hidden__TF_15__WF_20__WF_120() -> None:
    played = playing()
    hidden = {"hidden": True, "stakes_shown": False, "on_failure": "The wrecker hears them."}
    roll = rolling(played, "tom", **hidden)
    played.do("tom", Throw(roll), (1, 1, 1))
    (scene,) = recap(played).chapters
    assert scene.throws == ()
    assert swim(played).text == "Tom tried it by physical means. It did not work."
    assert swim(played).stakes == ()


# -- Contests that hurt nobody ---------------------------------------------------------------


def race(played: Played, *faces: tuple[int, ...]) -> None:
    who = ("tom", "dave", "mike")
    played.do("gm", OpenContest("To the boat", "physical", who, harmful=False, once=True))
    assert played.wheel.contest
    for one, fell in zip(who, faces, strict=False):
        played.do(one, Throw(played.wheel.contest.rolls[one]), fell)


def test_a_race_that_was_narrowly_won_is_remembered__TF_15__WF_73() -> None:
    played = playing()
    race(played, (2, 2, 3), (6, 5), (4, 5, 1))
    (scene,) = recap(played).chapters
    assert scene.throws == ("A close call: “To the boat”: Dave 11, Mike 10 and Tom 7.",)


def test_a_race_broken_off_was_never_settled__TF_15__WF_73() -> None:
    played = playing()
    race(played, (2, 2, 3), (6, 5))
    played.do("gm", CloseContest())
    assert read(recap(played))["To the boat."].text == (
        "Tom, Dave and Mike took part. It was never settled."
    )


def test_after_words_nobody_is_said_to_be_standing__TF_15__WF_70() -> None:
    played = playing()
    played.do("gm", OpenContest("A quarrel", "social", ("tom", "dave"), harmful=False))
    played.do("tom", Act("tom", "dave"))
    played.do("gm", CloseWait(), (6, 5, 4, 2, 1))
    played.do("gm", CloseContest())
    assert read(recap(played))["A quarrel."].text == (
        "Tom and Dave took part. Tom got the better of Dave."
    )


def test_what_a_fight_cost_is_said_once_at_its_end__TF_15() -> None:
    played = brawl("seats")
    for who, on, faces in (("tom", "dave", (4, 4, 4, 6, 5)), ("dave", "tom", (6, 6, 6, 1, 1, 1))):
        played.do(who, Act(who, on))
        played.do("gm", CloseWait(), faces)
    played.do("gm", CloseContest())
    (fight,) = read(recap(played)).values()
    assert "Tom got the better of Dave. Dave got the better of Tom." in fight.text
    assert fight.text.count("stress") == 2
    assert "All in all it cost Dave 1 stress and Tom 2 stress. There it ended" in fight.text


def test_a_recap_says_who_the_heroes_are__TF_15__WF_110() -> None:
    one = recap(told())
    assert {(p.character, p.about) for p in one.players if p.character} == {
        ("Tom", "Tom is here."), ("Dave", "Dave is here."), ("Mike", "Mike is here."),
    }  # fmt: skip
    for written in (as_text, as_markdown, as_html):
        assert written(one, "GM").count("Tom is here.") == 1


def test_each_try_stands_with_its_own_price__TF_15__WF_122() -> None:
    """Whoever threw first and whatever the GM settled first."""
    played = playing()
    tom = rolling(played, "tom", mode="sure")
    played.do("tom", Throw(tom), (1, 2, 3))
    played.do("mike", DraftRoll("mike", "physical", max(played.wheel.tasks)))
    mike = played.last_roll.id
    played.do("mike", Throw(mike), (1, 1, 3))
    played.do("gm", Settle(mike, "stress"))
    played.do("gm", Settle(tom, "complication", "The chart is signed with his own name."))
    assert swim(played).text == (
        "Tom tried it by physical means. It worked, but at a price. "
        "The chart is signed with his own name. "
        "Mike tried it by physical means. It worked, but at a price. Mike took 1 stress."
    )


def test_a_contest_in_which_nothing_happened_leaves_no_line__TF_15() -> None:
    played = playing()
    tries(played, "tom", (6, 6, 6), title="Swim", physical=10)
    played.do("gm", OpenContest("A brawl", "physical", ("tom", "mike")))
    played.do("gm", CloseContest())
    (scene,) = recap(played).chapters
    assert [p.title for p in scene.told] == ["Swim."]


def test_a_contest_in_which_somebody_gave_in_is_told__TF_15__WF_91() -> None:
    played = playing()
    played.do("gm", OpenContest("A brawl", "physical", ("tom", "mike")))
    played.do("tom", GiveIn("tom"))
    assert read(recap(played))["A brawl."].text == (
        "Tom and Mike took part. Tom gave in. Still standing: Mike."
    )


def test_the_middle_of_a_long_scene_keeps_all_that_was_tried__TF_15() -> None:
    played = playing()
    for n in range(FEW + 5):
        played.do("gm", Say(f"Hour {n}.", narrated=True))
        tries(played, "tom", (2, 3, 4), title=f"Bolt {n}", physical=5)
    (scene,) = recap(played).chapters
    titles = [p.title for p in scene.told if p.kind == "episode"]
    assert titles == [f"Bolt {n}." for n in range(FEW + 5)]
    assert [p.kind for p in scene.told].count("left_out") == 1
    narrated = [p.text for p in scene.told if p.kind == "narrated"]
    assert (narrated[0], narrated[-1]) == ("Hour 0.", f"Hour {FEW + 4}.")
    assert len(narrated) < FEW
