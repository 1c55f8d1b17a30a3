"""Harm and armor: the nine steps (MU-89 … MU-103)."""

from __future__ import annotations

import pytest
from tests.games.mutagen.hurting import (
    armored,
    closing,
    injury,
    open_harm,
    scarred,
    steps,
    take,
)
from tests.games.mutagen.table import Played, created

from tablefolk.games.mutagen.playbooks.library import our_playbook
from tablefolk.games.mutagen.rules.cast import ArmEntity, MakeEntity
from tablefolk.games.mutagen.rules.effects import GiveAnswer
from tablefolk.games.mutagen.rules.facts import FactEstablished
from tablefolk.games.mutagen.rules.harm import EntityPointsSet, HarmChanged, HarmOpened
from tablefolk.games.mutagen.rules.outcomes import WriteOutcome
from tablefolk.games.mutagen.rules.proposing import Propose
from tablefolk.games.mutagen.rules.resources import Fell, PointsLost
from tablefolk.games.mutagen.rules.statuses import StatusWritten
from tablefolk.games.mutagen.rules.take_harm import (
    ArmorUsed,
    ChangeHarm,
    CloseStep,
    HarmDiceThrown,
    HarmNarrated,
    HarmOver,
    LetIn,
    NarrateHarm,
    ObjectArmor,
    OpenHarm,
    SettleHarm,
    StepReached,
    ThrowHarmDice,
    UseArmor,
)
from tablefolk.games.mutagen.rules.values import Staged
from tablefolk.games.mutagen.rules.writing import ChangeArmor


@pytest.fixture
def played() -> Played:
    return created()


# -- The number (MU-89 … MU-92) ----------------------------------------------------------------


def test_one_injury_does_one_to_three_harm__MU_89(played: Played) -> None:
    for bad in (-1, 0, 4):
        assert played.no("gm", OpenHarm("f", bad)) == "bad_harm"
    assert played.no("f", OpenHarm("m", 1)) == "gm_only"
    assert [injury(played, open_harm(played, "f", n)).harm for n in (1, 2, 3)] == [1, 2, 3]


def test_a_move_s_own_number_stands_and_may_be_nothing__MU_89() -> None:
    played = scarred()
    for move, n, over in (("curse", 4, False), ("soft_curse", 0, True)):
        played.as_("f", Propose("f", move))
        owed = max(played.show.owed)
        events = played.as_("f", GiveAnswer(owed, on="m"))
        (opened,) = played.told(events, HarmOpened)
        assert (opened.injury.harm, opened.injury.over) == (n, over)


def test_harm_goes_by_a_scale_of_a_human_body_mind_or_spirit__MU_90(played: Played) -> None:
    scale = played.show.engine.harm_scale
    assert [(level.n, level.name) for level in scale] == [
        (1, "serious"),
        (2, "life-threatening"),
        (3, "lethal"),
    ]
    number = open_harm(played, "m", 1, "what she has seen in the mirror")
    assert injury(played, number).source == "what she has seen in the mirror"
    assert "mind" in our_playbook("common").items[3].text


def test_each_injury_is_one_run_and_they_come_in_order__MU_91(played: Played) -> None:
    first, second = open_harm(played, "f", 1), open_harm(played, "f", 2)
    assert played.no("f", CloseStep(second)) == "must_resolve_first"
    closing(played, first)
    played.do("gm", SettleHarm(first))
    assert (injury(played, first).over, injury(played, second).over) == (True, False)
    closing(played, second)
    played.do("gm", SettleHarm(second))
    assert played.points("f", "health") == 0


def test_only_the_living_take_harm__MU_92(played: Played) -> None:
    door = played.entity("Door", "item", living=False)
    no = played.refusal("gm", OpenHarm(door, 1))
    assert no.code == "not_living"
    assert "Go apeshit" in no.why


def test_staged_harm_on_a_thing_is_refused_too__MU_92(played: Played) -> None:
    door = played.entity("Door", "item", living=False)
    assert played.no("f", Propose("f", "fuck_em_up", "kick it", targets=(door,), harm=1)) == (
        "not_living"
    )


# -- The steps (MU-93) -------------------------------------------------------------------------


def test_take_harm_is_required_once_opened__MU_93(played: Played) -> None:
    number = open_harm(played, "f", 1)
    assert played.no("f", Propose("f", "scope_it_out", "look")) == "must_resolve_first"
    assert played.no("f", SettleHarm(number)) == "gm_only"
    assert played.no("gm", SettleHarm(number)) == "not_now"
    assert played.no("m", CloseStep(number)) == "not_your_character"
    assert injury(played, number).step == 1


def test_nine_steps_are_walked_in_order_each_closed_before_the_next__MU_93(
    played: Played,
) -> None:
    vest = armored(played, "f", 1)
    events = take(played, "f", 3, vest)
    assert steps(events) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    harms = {e.step: e.harm for e in events if isinstance(e, StepReached)}
    assert harms == {2: 3, 3: 3, 4: 2, 5: 2, 6: 2, 7: 2, 8: 2, 9: 2}
    played.audited()


def test_what_was_begun_in_a_step_is_done_first__MU_93(played: Played) -> None:
    number = open_harm(played, "f", 2)
    played.propose("f", "get_out_the_way", inside=number)
    assert played.no("f", CloseStep(number)) == "must_resolve_first"


# -- Step 1 (MU-94) ----------------------------------------------------------------------------


def test_moves_one_can_make_are_offered_first_and_the_gm_says_what_is_left__MU_94(
    played: Played,
) -> None:
    number = open_harm(played, "f", 3)
    move = played.banded("f", "get_out_the_way", "full", inside=number, aptitude="athletics")
    played.settle(move)
    assert played.no("f", ChangeHarm(number, 1, "only grazed")) == "gm_only"
    assert played.no("gm", ChangeHarm(number, 4, "worse")) == "bad_harm"
    events = played.do("gm", ChangeHarm(number, 1, "only grazed"))
    assert events == (HarmChanged(number, "f", 3, 1, why="only grazed"),)
    played.do("gm", WriteOutcome(move, "Only a graze."))
    assert played.show.injuries[number].harm == 1
    closing(played, number)
    played.do("gm", SettleHarm(number))
    assert played.points("f", "health") == 2


def test_the_gm_may_let_in_a_move_that_does_not_offer_itself__MU_94(played: Played) -> None:
    number = open_harm(played, "f", 2)
    parkour = Propose("f", "parkour", "over the rail", inside=number)
    assert played.no("f", parkour) == "must_resolve_first"
    assert played.no("f", LetIn(number, "parkour")) == "gm_only"
    played.do("gm", LetIn(number, "parkour"))
    assert played.no("gm", LetIn(number, "parkour")) == "same"
    played.as_("f", parkour)
    assert played.move.inside == number


def test_homebrew_can_answer_harm_and_take_some_off__MU_94() -> None:
    played = scarred()
    assert played.no("f", Propose("f", "flinch")) == "condition_unmet"
    number = open_harm(played, "f", 3)
    played.as_("f", Propose("f", "flinch", inside=number))
    assert (played.points("f", "grit"), injury(played, number).harm) == (1, 2)
    closing(played, number)
    assert played.no("f", Propose("f", "flinch", inside=number)) == "not_now"


# -- Step 2 (MU-95) ----------------------------------------------------------------------------


def test_moves_one_must_make_on_taking_harm_run_by_themselves__MU_95() -> None:
    played = scarred()
    number = open_harm(played, "f", 2)
    events = closing(played, number)
    (changed,) = played.told(events, HarmChanged)
    assert (changed.was, changed.now, changed.source) == (2, 1, "thick_skin")
    others = open_harm(played, "m", 2)
    assert not played.told(closing(played, others), HarmChanged)


# -- Step 3 (MU-96) ----------------------------------------------------------------------------


def test_worn_armor_takes_its_rating_off_and_only_one_applies__MU_96(played: Played) -> None:
    vest, helmet = armored(played, "f", 1), armored(played, "f", 2, "a helmet")
    number = open_harm(played, "f", 3)
    assert played.no("f", UseArmor(number, vest)) == "not_now"
    closing(played, number)
    assert played.no("f", UseArmor(number, 999)) == "unknown"
    events = played.as_("f", UseArmor(number, helmet))
    assert isinstance(events[0], ArmorUsed)
    assert injury(played, number).harm == 1
    assert played.no("f", UseArmor(number, vest)) == "one_armor"


def test_armor_that_is_not_worn_does_not_help__MU_96(played: Played) -> None:
    vest, coat = armored(played, "f", 1), armored(played, "f", 1, "a coat")
    played.as_("f", ChangeArmor("f", vest, "a vest", 1, "", worn=False))
    number = open_harm(played, "f", 3)
    closing(played, number)
    assert played.no("f", UseArmor(number, vest)) == "condition_unmet"
    played.as_("f", UseArmor(number, coat))


def test_the_gm_may_object_that_armor_does_not_fit__MU_96(played: Played) -> None:
    vest = armored(played, "f", 2)
    number = open_harm(played, "f", 2)
    closing(played, number)
    assert played.no("gm", ObjectArmor(number)) == "unknown"
    played.as_("f", UseArmor(number, vest))
    closing(played, number)
    assert injury(played, number).over
    assert played.no("f", ObjectArmor(number, "it is gas")) == "gm_only"
    played.do("gm", ObjectArmor(number, "it is gas"))
    hurt = injury(played, number)
    assert (hurt.over, hurt.step, hurt.harm) == (False, 3, 2)
    assert played.no("f", UseArmor(number, vest)) == "condition_unmet"
    closing(played, number)
    played.do("gm", SettleHarm(number))
    assert played.points("f", "health") == 1
    assert played.no("gm", ObjectArmor(number)) == "unknown"


def test_without_armor_its_step_waits_for_nobody__MU_96(played: Played) -> None:
    number = open_harm(played, "f", 1)
    closing(played, number)
    assert injury(played, number).step == 5


# -- Steps 4 to 6 (MU-97 … MU-99) --------------------------------------------------------------


def test_with_no_harm_left_it_is_over__MU_97(played: Played) -> None:
    vest = armored(played, "f", 3)
    number = open_harm(played, "f", 2)
    closing(played, number)
    played.as_("f", UseArmor(number, vest))
    events = closing(played, number)
    (over,) = played.told(events, HarmOver)
    assert (over.step, over.harm, over.lost) == (4, 0, 0)
    assert not played.told(events, PointsLost)
    assert played.no("gm", ThrowHarmDice(number)) == "move_closed"


def test_the_gm_may_throw_any_dice_and_change_things__MU_98(played: Played) -> None:
    number = open_harm(played, "f", 1)
    assert played.no("gm", ThrowHarmDice(number)) == "not_now"
    closing(played, number)
    assert played.no("f", CloseStep(number)) == "wait_for_gm"
    assert played.no("f", ThrowHarmDice(number)) == "gm_only"
    events = played.do("gm", ThrowHarmDice(number, "3d8"), (8, 1, 5))
    assert events == (HarmDiceThrown(number, "f", 3, 8, (8, 1, 5)),)
    assert played.no("gm", ThrowHarmDice(number, "many")) == "bad_notation"
    assert played.no("gm", SettleHarm(number, 4)) == "bad_harm"
    played.do("gm", SettleHarm(number, 2))
    assert played.points("f", "health") == 1


def test_the_gm_may_say_that_nothing_changes__MU_98() -> None:
    played = scarred()
    played.as_("f", Propose("f", "curse"))
    played.as_("f", GiveAnswer(max(played.show.owed), on="m"))
    number = max(played.show.injuries)
    closing(played, number)
    played.do("gm", SettleHarm(number))
    assert (injury(played, number).harm, played.points("m", "health")) == (4, 0)


def test_statuses_decided_so_far_are_written__MU_99(played: Played) -> None:
    events = take(played, "m", 2, statuses=("bleeding", " dazed  badly "))
    written = [e.status.text for e in played.told(events, StatusWritten)]
    assert written == ["bleeding", "dazed badly"]
    order = [type(e) for e in events if isinstance(e, (StatusWritten, PointsLost))]
    assert order == [StatusWritten, StatusWritten, PointsLost]
    assert [s.text for s in played.hero("m").statuses] == written


# -- Steps 7 to 9 (MU-100 … MU-102) ------------------------------------------------------------


def test_each_harm_takes_one_health_and_never_more_than_there_is__MU_100(played: Played) -> None:
    take(played, "f", 1)
    assert played.points("f", "health") == 2
    (lost,) = played.told(take(played, "f", 3), PointsLost)
    assert (lost.n, lost.now) == (2, 0)


def test_at_no_health_one_dies_and_the_last_step_is_not_reached__MU_101(played: Played) -> None:
    played.set("f", "health", 2)
    events = take(played, "f", 3)
    assert steps(events) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [e.move for e in played.told(events, Fell)] == ["you_die"]
    assert played.hero("f").dying == "you_die"
    assert played.no("f", Propose("f", "scope_it_out", "look")) == "must_resolve_first"


def test_losing_health_has_its_own_moves_to_make__MU_102() -> None:
    played = scarred()
    number = open_harm(played, "f", 2)
    closing(played, number)
    events = played.do("gm", SettleHarm(number))
    assert steps(events)[-1] == 9
    assert played.no("f", CloseStep(number)) == "must_resolve_first"
    played.roll(1, 1)
    assert played.points("f", "grit") == 1
    closing(played, number)
    assert injury(played, number).over


def test_they_are_left_out_where_nothing_was_lost__MU_102() -> None:
    played = scarred()
    number = open_harm(played, "f", 2)
    closing(played, number)
    events = played.do("gm", SettleHarm(number, 0))
    last = [e for e in events if isinstance(e, StepReached)][-1]
    assert (last.step, last.skipped) == (9, True)
    assert injury(played, number).over
    assert not any(move.body for move in played.show.running("f"))


# -- NPCs (MU-75, MU-103) ----------------------------------------------------------------------


def test_an_npc_with_health_goes_through_the_same_steps__MU_103(played: Played) -> None:
    played.do("gm", MakeEntity("npc", "Guard", health=2))
    played.do("gm", ArmEntity("guard", "a breastplate", 1))
    plate = played.show.entities["guard"].armor[0].id
    number = open_harm(played, "guard", 3)
    assert played.no("f", CloseStep(number)) == "gm_only"
    events = list(closing(played, number))
    events += played.do("gm", UseArmor(number, plate))
    events += closing(played, number)
    events += played.do("gm", SettleHarm(number, statuses=("on his knees",)))
    assert steps(tuple(events)) == [1, 2, 3, 4, 5, 6, 7, 8]
    (lost,) = played.told(events, EntityPointsSet)
    assert (lost.was, lost.now, lost.of) == (2, 0, 2)
    assert played.told(events, HarmOver)[-1].fell
    played.audited()


def test_for_an_npc_without_health_the_gm_says_what_it_means__MU_103(played: Played) -> None:
    guard = played.entity("Guard")
    played.rolled("f", "fuck_em_up", 6, 6, aptitude="fighting", targets=(guard,), harm=2)
    played.settle()
    events = played.outcome()
    (opened,) = played.told(events, HarmOpened)
    number = opened.injury.id
    assert played.no("gm", CloseStep(number)) == "condition_unmet"
    assert played.no("gm", NarrateHarm(number, " ")) == "text_needed"
    events = played.do("gm", NarrateHarm(number, "He is out cold.", ("out cold",)))
    assert isinstance(events[0], HarmNarrated)
    assert played.show.entities[guard].statuses[0].text == "out cold"
    own = open_harm(played, "f", 1)
    assert played.no("gm", NarrateHarm(own, "a scratch")) == "wrong_kind"


def test_harm_from_a_consequence_opens_the_steps_for_a_pc__MU_75(played: Played) -> None:
    played.rolled("f", "scope_it_out", 1, 1)
    played.outcome(Staged("harm", "m", 2, "falling glass"))
    assert not played.show.injuries
    events = played.accept()
    (opened,) = played.told(events, HarmOpened)
    assert (opened.injury.on, opened.injury.harm, opened.injury.source) == ("m", 2, "falling glass")


# -- Other procedures --------------------------------------------------------------------------


def test_a_playbook_may_have_a_procedure_of_its_own__MU_93() -> None:
    played = scarred()
    played.set("f", "grit", 1)
    played.as_("f", Propose("f", "old_wound"))
    number = max(played.show.injuries)
    assert injury(played, number).step == 0
    closing(played, number)
    assert (injury(played, number).step, played.points("f", "grit")) == (2, 2)
    assert played.no("f", CloseStep(number)) == "must_resolve_first"
    played.as_("f", GiveAnswer(max(played.show.owed), picks=(0,)))
    events = closing(played, number)
    assert played.told(events, FactEstablished)
    assert injury(played, number).over
