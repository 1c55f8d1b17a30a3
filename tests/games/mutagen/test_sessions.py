"""Sessions and scenes, XP and levelling up (MU-37, MU-134 … MU-142)."""

from __future__ import annotations

import pytest
from tests.games.mutagen.homebrew import CLOCKWORK
from tests.games.mutagen.hurting import take
from tests.games.mutagen.table import Played, created
from tests.games.mutagen.test_tell import lines

from tablefolk.core.table.scenes import CloseSession, EndScene, OpenScene, OpenSession
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.playbooks.model import Move, Playbook, Section
from tablefolk.games.mutagen.rules import sheet
from tablefolk.games.mutagen.rules.buying import AnswerAbout, GrantMark, MarkFilled
from tablefolk.games.mutagen.rules.creation import ChoosePlaybooks
from tablefolk.games.mutagen.rules.dying import ChooseFate
from tablefolk.games.mutagen.rules.leveling import (
    ClaimXp,
    FeedbackGiven,
    GiveFeedback,
    GrantXp,
    KeepXp,
    LeveledUp,
    LevelUp,
    XpClaimed,
    XpKept,
    XpWaits,
)
from tablefolk.games.mutagen.rules.proposing import Propose, TagMove
from tablefolk.games.mutagen.rules.resources import PointsGained, PointsSpent
from tablefolk.games.mutagen.rules.sessions import CallDawn, DropDelayed, LetHappen, LookedBack
from tablefolk.games.mutagen.rules.speaking import GiveModifier
from tablefolk.games.mutagen.rules.statuses import WriteStatus
from tablefolk.games.mutagen.rules.values import Filled

EVERY = ("survived", "concept_win", "concept_blunder", "drive", "gm_feedback")


def evening(xp: int = 0, options: dict[str, int] | None = None) -> Played:
    """A session that is over; everybody talks about what was earned."""
    played = created(options)
    played.do("gm", OpenScene("The warehouse"))
    played.do("gm", EndScene())
    played.do("gm", CloseSession())
    played.set("f", "xp", xp)
    return played


def claim(played: Played, who: str, *statements: str) -> None:
    for statement in statements:
        played.as_(who, ClaimXp(who, statement))


# -- Time (MU-37, MU-134) ----------------------------------------------------------------------


def test_sessions_and_scenes_are_the_gm_s_and_xp_comes_after__MU_134() -> None:
    played = created()
    assert played.show.phase == "closed"
    assert played.no("f", OpenSession()) == "gm_only"
    played.do("gm", OpenSession())
    assert (played.show.session, played.show.phase) == (1, "play")
    played.do("gm", OpenScene("The warehouse"))
    assert (played.show.scene, played.show.scene_open) == (1, True)
    played.do("gm", EndScene())
    played.do("gm", CloseSession())
    assert (played.show.phase, played.show.scene_open) == ("xp", False)
    played.do("gm", OpenScene("The next evening"))
    assert (played.show.session, played.show.scene, played.show.phase) == (2, 2, "play")
    played.audited()


def test_no_new_move_begins_once_the_session_is_closed__MU_134() -> None:
    played = created()
    played.do("gm", OpenScene("The warehouse"))
    begun = played.ready("s", "go_dark")
    played.do("gm", EndScene())
    played.do("gm", CloseSession())
    fresh = Propose("f", "go_dark", "once more")
    no = played.refusal("f", fresh)
    assert (no.rule, no.code, no.firm) == ("MU-134", "not_now", False)
    played.roll(3, 3, number=begun)  # what was begun is played out
    played.do("gm", OpenSession())
    played.as_("f", fresh)


def test_a_players_own_move_goes_on_after_the_session__MU_54() -> None:
    move = Move("toast", "Toast", actor="player", effects=(op.Restore("resist"),))
    section = Section("bar.moves", "Moves", items=(move, Move("brawl", "Brawl")))
    played = created(books=(Playbook("bar", "Bar", sections=(section,)),))
    played.as_("f", ChoosePlaybooks("f", ("common", "bar")))
    played.set("f", "resist", 0)
    played.do("gm", OpenSession())
    played.do("gm", CloseSession())
    assert played.no("f", Propose("f", "brawl")) == "not_now"
    played.as_("f", Propose("f", "toast"))
    assert played.points("f", "resist") == 1


@pytest.mark.parametrize(("each", "after"), [(0, 0), (1, 1)])
def test_nothing_refills_by_itself_unless_the_option_says_so__MU_37(each: int, after: int) -> None:
    played = created({"resist_per_session": each})
    for resource in ("resist", "will"):
        played.set("s", resource, 0)
    played.do("gm", OpenSession())
    played.do("gm", OpenScene("One"))
    assert (played.points("s", "resist"), played.points("s", "will")) == (after, 0)
    played.do("gm", EndScene())
    played.do("gm", OpenScene("Two"))
    assert played.points("s", "resist") == after
    played.do("gm", EndScene())
    played.do("gm", CloseSession())
    played.do("gm", OpenScene("Three"))
    assert played.points("s", "resist") == 2 * after


def clockwork() -> Played:
    """F carries moves that listen to time."""
    played = created(books=(CLOCKWORK,))
    played.as_("f", ChoosePlaybooks("f", ("common", "clock")))
    return played


def test_moves_can_listen_to_scenes_sessions_and_dawn__MU_134() -> None:
    played = clockwork()
    found = []
    for command in (OpenScene("One"), EndScene(), CloseSession(), CallDawn()):
        played.do("gm", command)
        found.append(played.points("f", "tea"))
    assert found == [2, 3, 4, 5]


def test_what_was_put_off_happens_in_its_time__MU_134() -> None:
    played = clockwork()
    played.do("gm", OpenScene("One"))
    for move in ("slow_poison", "slow_word", "pep"):
        played.as_("f", Propose("f", move))
    assert len(played.hero("f").bonuses) == 1
    played.do("gm", EndScene())
    assert (played.points("f", "resist"), played.hero("f").bonuses) == (1, ())
    (left,) = played.show.delayed
    assert played.no("f", LetHappen(left)) == "gm_only"
    played.do("gm", LetHappen(left))
    assert (played.points("f", "resist"), played.show.delayed) == (0, {})
    played.do("gm", CallDawn())
    assert played.hero("f").statuses == ()


def test_the_gm_may_drop_what_was_put_off__MU_152() -> None:
    played = clockwork()
    played.as_("f", Propose("f", "slow_word"))
    (left,) = played.show.delayed
    played.do("gm", DropDelayed(left, "the antidote"))
    assert (played.points("f", "resist"), played.show.delayed) == (2, {})


# -- Earning (MU-135 … MU-138) -----------------------------------------------------------------


def test_each_statement_held_true_is_one_xp_once_a_session__MU_135() -> None:
    played = evening()
    claim(played, "f", *EVERY)
    assert played.points("f", "xp") == 5
    assert played.no("f", ClaimXp("f", "drive")) == "already_claimed"
    assert played.no("f", ClaimXp("f", "was_kind")) == "unknown"
    played.do("gm", OpenSession())
    assert played.no("f", ClaimXp("f", "drive")) == "not_now"
    played.do("gm", CloseSession())
    claim(played, "f", "drive")
    assert played.points("f", "xp") == 6


def test_the_player_alone_decides__MU_135() -> None:
    played = evening()
    for other in ("gm", "m"):
        no = played.refusal(other, ClaimXp("f", "drive"))
        assert (no.code, no.firm) == ("not_your_character", True)


def test_one_earns_xp_also_from_outside_the_scene__MU_135() -> None:
    played = created()
    played.do("gm", OpenScene("The end"))
    take(played, "f", 3)
    played.as_("f", ChooseFate("f", "survive"))
    played.do("gm", EndScene())
    played.do("gm", CloseSession())
    claim(played, "f", "drive")
    assert played.points("f", "xp") == 1


def test_where_the_record_disagrees_there_is_a_notice_and_no_refusal__MU_136() -> None:
    played = created()
    played.do("gm", OpenScene("The end"))
    take(played, "f", 3)
    played.as_("f", ChooseFate("f", "survive"))
    played.rolled("m", "scope_it_out", 6, 6)
    played.as_("m", TagMove(played.move.id, ("concept",)))
    played.do("gm", EndScene())
    played.do("gm", CloseSession())
    (event, *_) = played.as_("f", ClaimXp("f", "survived"))
    assert event == XpClaimed("f", "survived", "deaths")
    assert played.points("f", "xp") == 1
    notices = {
        (who, said): played.as_(who, ClaimXp(who, said))[0].notice
        for who in ("f", "m")
        for said in ("concept_win", "gm_feedback")
    }
    assert notices == {
        ("f", "concept_win"): "no_tagged_move",
        ("f", "gm_feedback"): "no_feedback",
        ("m", "concept_win"): "",
        ("m", "gm_feedback"): "no_feedback",
    }


@pytest.mark.parametrize(
    "given", [GiveFeedback("f", "You listen well."), GiveFeedback("f", aloud=True)]
)
def test_feedback_is_a_note_to_the_gm_or_said_aloud__MU_137(given: GiveFeedback) -> None:
    played = evening()
    assert played.no("f", GiveFeedback("f", " ")) == "text_needed"
    assert played.no("m", given) == "not_your_character"
    (event,) = played.as_("f", given)
    assert event == FeedbackGiven("f", given.text, given.aloud)
    assert played.no("f", given) == "same"
    assert played.as_("f", ClaimXp("f", "gm_feedback"))[0].notice == ""


def test_points_beyond_the_track_wait_for_the_level_up__MU_138() -> None:
    played = evening(xp=4)
    claim(played, "f", *EVERY)
    assert (played.points("f", "xp"), played.hero("f").evening.waiting) == (6, 3)
    events = played.as_("f", LevelUp("f", "buy", "fighting"))
    order = [type(e) for e in events if isinstance(e, (PointsSpent, MarkFilled, PointsGained))]
    assert order == [PointsSpent, MarkFilled, PointsGained]
    assert (played.points("f", "xp"), played.hero("f").evening.waiting) == (3, 0)


def test_where_all_points_find_room_none_wait__MU_138() -> None:
    played = evening(xp=5)
    events = played.as_("f", ClaimXp("f", "drive"))
    assert played.points("f", "xp") == 6
    assert not [event for event in events if isinstance(event, XpWaits)]


def test_a_move_may_give_xp_and_it_goes_on_the_track_of_levels__MU_142() -> None:
    boon = Move("boon", "Boon", effects=(op.Xp(2),))
    section = Section("boons.moves", "Moves", items=(boon,))
    played = created(
        books=(Playbook("boons", "Boons", requires=("meta", "common"), sections=(section,)),)
    )
    played.as_("f", ChoosePlaybooks("f", ("common", "boons")))
    every = sheet.resources(played.show, played.hero("f"))
    others = [r.id for r in every if r.id != "xp" and played.points("f", r.id)]
    for resource in others:
        played.set("f", resource, 1)
    played.as_("f", Propose("f", "boon"))
    assert played.points("f", "xp") == 2
    assert [played.points("f", resource) for resource in others] == [1] * len(others)


def test_without_a_level_up_the_rest_is_lost__MU_138() -> None:
    played = evening(xp=4)
    claim(played, "f", *EVERY)
    played.do("gm", OpenSession())
    assert (played.points("f", "xp"), played.hero("f").evening.waiting) == (6, 0)


# -- Levelling up (MU-139 … MU-142) ------------------------------------------------------------


def test_a_level_up_needs_a_full_track_and_spends_it_all__MU_139() -> None:
    played = evening(xp=5)
    assert played.no("f", LevelUp("f", "buy", "fighting")) == "xp_not_full"
    played.set("f", "xp", 6)
    assert played.no("f", LevelUp("f", "nonsense", "fighting")) == "pick_one"
    assert played.no("f", LevelUp("f", "buy")) == "unknown"
    events = played.as_("f", LevelUp("f", "buy", "fighting"))
    assert events[0] == LeveledUp("f", "level_up", "buy", "fighting", rating=3)
    assert played.points("f", "xp") == 0
    assert played.hero("f").marks["fighting"][-1] == Filled("level")
    assert played.no("f", LevelUp("f", "buy", "fighting")) == "xp_not_full"


def test_the_eight_box_track_is_full_at_eight__MU_139() -> None:
    played = evening(xp=6, options={"xp_boxes": 8})
    assert played.no("f", LevelUp("f", "buy", "fighting")) == "xp_not_full"
    played.set("f", "xp", 8)
    played.as_("f", LevelUp("f", "buy", "fighting"))


def test_only_what_one_qualifies_for_is_bought__MU_139() -> None:
    played = evening(xp=6)
    played.give("f", "fighting")
    for item, rank, code in (
        ("fighting", 0, "no_circle_left"),
        ("spooky_shit", 0, "consult_gm"),
        ("health", 2, "gm_only"),
        ("transit", 0, "not_on_sheet"),
    ):
        assert played.no("f", LevelUp("f", "buy", item, rank)) == code
    played.set("s", "xp", 6)
    assert played.no("s", LevelUp("s", "buy", "will", 3)) == "rank_order"
    played.set("s", "will", 1)
    played.as_("s", LevelUp("s", "buy", "will", 2))
    assert (played.points("s", "will"), played.capacity("s", "will")) == (2, 4)


def test_levelling_up_is_no_move_to_propose__MU_139() -> None:
    played = evening(xp=6)
    assert played.no("f", Propose("f", "level_up", option="buy")) == "condition_unmet"


def test_instead_a_permanent_status_may_be_gained_or_shed__MU_140() -> None:
    played = evening(xp=6)
    played.as_("f", LevelUp("f", "status", text="feared in every port"))
    (status,) = played.hero("f").statuses
    assert (status.text, status.permanent) == ("feared in every port", True)
    played.set("f", "xp", 6)
    played.do("gm", WriteStatus("f", "wet"))
    wet = played.hero("f").statuses[-1].id
    assert played.no("f", LevelUp("f", "status", status=wet)) == "no_such_status"
    played.as_("f", LevelUp("f", "status", status=status.id))
    assert [s.text for s in played.hero("f").statuses] == ["wet"]


def test_a_no_leaves_the_xp_and_the_choice__MU_140() -> None:
    played = evening(xp=6)
    asked = played.ask("p2", LevelUp("f", "grant", "health", 2))
    assert "Health" in asked.question
    played.deny(asked, "not yet")
    assert (played.points("f", "xp"), played.capacity("f", "health")) == (6, 3)
    assert played.no("f", LevelUp("f", "grant", "fighting")) == "wrong_kind"
    played.as_("f", LevelUp("f", "grant", "health", 2))
    assert (played.points("f", "xp"), played.capacity("f", "health")) == (0, 6)
    assert played.points("f", "health") == 6


def test_a_full_track_can_be_kept_and_what_comes_then_is_lost__MU_141() -> None:
    played = evening(xp=5)
    assert played.no("f", KeepXp("f")) == "xp_not_full"
    claim(played, "f", "drive", "survived")
    (event,) = played.as_("f", KeepXp("f"))
    assert event == XpKept("f", 1)
    (_, waits) = played.as_("f", ClaimXp("f", "concept_win"))
    assert waits == XpWaits("f", "xp", 1, lost=True)
    played.as_("f", LevelUp("f", "buy", "fighting"))
    assert played.points("f", "xp") == 0


def test_the_gm_may_give_xp_and_circles_and_it_is_told_why__MU_142() -> None:
    played = evening(xp=4)
    assert played.no("f", GrantXp("f", 1, "because")) == "gm_only"
    assert played.no("gm", GrantXp("f", 0, "because")) == "out_of_range"
    assert played.no("gm", GrantXp("f", 1, " ")) == "text_needed"
    (granted, *_) = played.do("gm", GrantXp("f", 3, "a year passes"))
    assert (granted.n, granted.reason) == (3, "a year passes")
    assert (played.points("f", "xp"), played.hero("f").evening.waiting) == (6, 1)
    (filled,) = played.do("gm", GrantMark("f", "athletics", reason="a year passes"))
    assert (filled.origin, filled.reason) == ("gm", "a year passes")


def test_a_reason_that_ends_in_a_point_is_told_with_one__MU_42__MU_142() -> None:
    played = created()
    number = played.propose("f", "go_dark")
    for act in (GrantMark("f", "athletics", reason="At last."), GiveModifier(number, 1, "Fog.")):
        since = len(played.log)
        played.do("gm", act)
        told = " ".join(line.text for line in lines(played, "gm", since))
        assert told.endswith(("At last.", "Fog."))
        assert ".." not in told


def test_a_word_with_the_gm_opens_the_circle_for_a_level_up__MU_139() -> None:
    played = evening(xp=6)
    played.do("gm", AnswerAbout("spooky_shit", yes=True))
    played.as_("f", LevelUp("f", "buy", "spooky_shit"))
    assert played.hero("f").marks["spooky_shit"] == (Filled("level"),)


def test_everybody_is_told_that_the_lists_are_put_away__MU_135() -> None:
    played = evening()
    claim(played, "f", "survived")
    events = played.do("gm", OpenScene("The morning after"))
    (told,) = (event for event in events if isinstance(event, LookedBack))
    assert told == LookedBack(1, ("s", "f", "m"))
    played.do("gm", EndScene())
    assert not [e for e in played.do("gm", OpenScene("Noon")) if isinstance(e, LookedBack)]
