"""The Sorcerer: Will, Threads, the weak thread, running effects (MU-117 … MU-133)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.mutagen.table import Played, created

from tablefolk.core.table.scenes import EndScene, OpenScene
from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.playbooks.effects import Band, Roll
from tablefolk.games.mutagen.playbooks.model import Hook, Meta, Move, Playbook, Section
from tablefolk.games.mutagen.rules import rating
from tablefolk.games.mutagen.rules.creation import ChoosePlaybooks
from tablefolk.games.mutagen.rules.effects import GiveAnswer
from tablefolk.games.mutagen.rules.facts import InventFact
from tablefolk.games.mutagen.rules.leading import Follow
from tablefolk.games.mutagen.rules.proposing import ExploitStatus, Propose, WithdrawMove
from tablefolk.games.mutagen.rules.resources import PointsGained, PointsSpent
from tablefolk.games.mutagen.rules.responding import Respond
from tablefolk.games.mutagen.rules.rolling import BandSettled, DiceThrown, RollMove
from tablefolk.games.mutagen.rules.sessions import CallDawn
from tablefolk.games.mutagen.rules.speaking import Comment, LetPass
from tablefolk.games.mutagen.rules.statuses import WriteStatus
from tablefolk.games.mutagen.rules.values import Staged
from tablefolk.games.mutagen.rules.weaving import (
    EffectBegun,
    EffectEnded,
    LetEffectStand,
    LetGo,
    LoseSight,
    StopEffect,
    woven,
)

FIRE = ("conjure_elements",)  # two circles: +1
FAR_FIRE = ("conjure_elements", "affect_at_range")  # the weak thread is +0


@pytest.fixture
def played() -> Played:
    return created()


def weave(make: str, **more: Any) -> dict[str, Any]:
    """The fields of a weave through which a story move is made; or of one that stands alone."""
    fields: dict[str, Any] = {
        "how": "a lick of flame",
        "targets": ("the alarm box",),
        "picked": FIRE,
        "confirmed": ("perceived",),
    }
    if make != "weave_magic":
        fields["through"] = ("weave_magic",)
    return fields | more


def woven_now(played: Played, make: str, *faces: int, **more: Any) -> tuple[Any, ...]:
    """A weave up to its dice, settled; all events of the dice."""
    number = played.ready("s", make, **weave(make, **more))
    return (*played.roll(*faces, number=number), *played.settle(number))


def no(played: Played, make: str, **more: Any) -> str:
    return played.no("s", Propose("s", make, **weave(make, **more)))


# -- Limits and Will (MU-117, MU-118, MU-121, MU-122) ------------------------------------------


def test_the_limits_are_a_list_to_keep_in_spirit__MU_117(played: Played) -> None:
    deed = played.show.shelf.item("weave_magic")
    assert isinstance(deed, Move)
    assert len(deed.limits) == 4
    assert isinstance(played.show.shelf.item("with_great_power"), Meta)
    assert no(played, "with_great_power") == "wrong_kind"
    for _ in range(2):  # the same again and again: nobody but the table judges that
        woven_now(played, "go_apeshit", 3, 4)
        played.outcome()
        played.accept()


def test_will_has_three_boxes_and_two_ranks_of_one_more__MU_118(played: Played) -> None:
    found = [(played.points("s", "will"), played.capacity("s", "will"))]
    for rank in (2, 3):
        played.give("s", "will", rank=rank)
        found.append((played.points("s", "will"), played.capacity("s", "will")))
    assert found == [(3, 3), (4, 4), (5, 5)]


def test_a_weave_has_one_target_that_is_perceived__MU_121(played: Played) -> None:
    assert no(played, "go_apeshit", targets=("Ann", "Bob", "Cy")) == "one_target"
    assert no(played, "go_apeshit", targets=()) == "one_target"
    assert no(played, "go_apeshit", confirmed=()) == "not_perceived"
    played.propose("s", "go_apeshit", **weave("go_apeshit", targets=("the crowded yard",)))


def test_the_scene_s_earlier_weaves_are_listed__MU_121(played: Played) -> None:
    played.do("gm", OpenScene("One"))
    woven_now(played, "go_apeshit", 5, 5)
    played.rolled("s", "scope_it_out", 3, 3)
    assert [m.how for m in woven(played.show, "s")] == ["a lick of flame"]
    played.outcome()
    played.accept()
    played.do("gm", EndScene())
    played.do("gm", OpenScene("Two"))
    assert woven(played.show, "s") == ()


def test_without_will_there_is_no_magic_and_it_costs_none__MU_122(played: Played) -> None:
    events = woven_now(played, "go_apeshit", 5, 4)
    assert not played.told(events, PointsSpent)
    assert played.points("s", "will") == 3
    played.set("s", "will", 0)
    assert no(played, "fool_em") == "no_will"


def test_will_that_is_gone_before_the_dice_refuses_them__MU_122(played: Played) -> None:
    number = played.ready("s", "go_apeshit", **weave("go_apeshit"))
    played.set("s", "will", 0)
    assert played.no("s", RollMove(number)) == "no_will"


# -- Restore and Lose Will (MU-119, MU-120) ----------------------------------------------------


@pytest.mark.parametrize(
    ("will", "band", "after"),
    [
        (1, "crit", 2),
        (1, "full", 1),
        (0, "full", 1),
        (0, "crit", 1),
        (1, "some", 1),
        (3, "crit", 3),
    ],
)
def test_will_comes_back_with_the_best_results__MU_119(
    played: Played, will: int, band: Any, after: int
) -> None:
    played.set("s", "will", will)
    number = played.ready("s", "scope_it_out")
    played.boost(number, 3)
    played.roll(*played.faces_for(number, band), number=number)
    played.settle()
    assert played.points("s", "will") == after


def test_will_is_lost_with_every_failed_story_move__MU_120(played: Played) -> None:
    for left in (2, 1, 0, 0):
        played.rolled("s", "scope_it_out", 1, 1)
        assert played.points("s", "will") == left
        played.outcome()
        played.accept()


def test_only_the_sorcerer_s_own_rolls_touch_will__MU_120(played: Played) -> None:
    played.rolled("f", "scope_it_out", 1, 1)
    assert played.points("s", "will") == 3
    assert played.points("f", "will") == 0


@pytest.mark.parametrize("band", ["crit", "full"])
def test_nobody_elses_rolls_bring_will_back__MU_119(played: Played, band: Any) -> None:
    played.set("s", "will", 0)
    number = played.ready("f", "scope_it_out")
    played.boost(number, 3)
    played.roll(*played.faces_for(number, band), number=number)
    played.settle()
    assert played.points("s", "will") == 0


def test_follow_rolls_touch_will_too__MU_120(played: Played) -> None:
    number = played.banded("f", "go_dark", "full", through=("lead_the_group",), others=("s",))
    played.settle(number)
    played.follow("s", number, "fail")
    assert played.points("s", "will") == 2


# -- Threads (MU-123, MU-124) ------------------------------------------------------------------


def test_one_says_what_the_magic_does_and_picks_threads_bought_or_not__MU_123(
    played: Played,
) -> None:
    assert no(played, "go_apeshit", how=" ") == "describe_first"
    assert no(played, "go_apeshit", picked=("research",)) == "wrong_kind"
    played.propose("s", "go_apeshit", **weave("go_apeshit", picked=("alter_time", "transit")))
    played.do("gm", Comment(played.move.id, "Time alone will do."))  # the GM's advice
    assert played.move.picked == ("alter_time", "transit")


@pytest.mark.parametrize(
    ("picked", "weak"),
    [
        (FIRE, 1),
        (FAR_FIRE, 0),
        (("affect_at_range",), 0),
        (("conjure_elements", "affect_an_area"), -1),
        (("transit", "affect_an_area"), -1),
        ((), -1),
    ],
)
def test_the_lowest_rating_is_the_weak_thread__MU_124(
    played: Played, picked: tuple[str, ...], weak: int
) -> None:
    played.propose("s", "go_apeshit", **weave("go_apeshit", picked=picked))
    (part,) = rating.parts(played.show, played.move)
    assert (part.source, part.name, part.value) == ("term", "weak_thread", weak)


# -- Through a story move (MU-125, MU-126) -----------------------------------------------------


def test_a_woven_story_move_is_rolled_with_the_weak_thread_and_is_a_story_move__MU_125(
    played: Played,
) -> None:
    played.do("gm", WriteStatus("m", "in the way"))
    status = played.hero("m").statuses[0].id
    number = played.propose("s", "go_apeshit", **weave("go_apeshit", aptitude="research"))
    played.boost(number, 1)
    played.as_("s", ExploitStatus(number, status, "she blocks the guard"))
    played.do("gm", LetPass(number))
    (thrown,) = played.told(played.roll(5, 4), DiceThrown)
    assert (thrown.throw.modifier, thrown.throw.total, thrown.throw.band) == (3, 12, "crit")
    played.set("s", "will", 1)
    played.set("s", "resist", 0)
    events = played.as_("s", Respond("s", "buy_resist", number))
    assert played.points("s", "resist") == 1
    assert played.told(events, BandSettled)[0].band == "some"
    assert played.points("s", "will") == 1


def test_the_weave_s_own_results_are_not_read_then__MU_125(played: Played) -> None:
    played.set("s", "will", 1)
    events = woven_now(played, "go_apeshit", 6, 5)
    assert [e.n for e in played.told(events, PointsGained)] == [1]
    assert played.points("s", "will") == 2
    assert not played.show.owed


@pytest.mark.parametrize(
    ("circles", "picked", "most"),
    [(1, FIRE, 3), (0, FIRE, 2), (0, FAR_FIRE, 1), (0, ("transit",), 0)],
)
def test_harm_by_magic_is_at_most_one_and_the_weak_thread__MU_126(
    played: Played, circles: int, picked: tuple[str, ...], most: int
) -> None:
    played.give("s", "conjure_elements", circles)
    guard = played.entity("Guard")
    fields = {"picked": picked, "targets": (guard,)}
    if most < 3:
        assert no(played, "fuck_em_up", harm=most + 1, **fields) == "harm_over_cap"
    played.propose("s", "fuck_em_up", **weave("fuck_em_up", harm=most, **fields))
    assert played.move.harm == most
    played.as_("s", WithdrawMove(played.move.id))
    played.propose("s", "fuck_em_up", **weave("fuck_em_up", harm=0, **fields))


def test_other_modifiers_do_not_raise_that__MU_126(played: Played) -> None:
    guard = played.entity("Guard")
    fields = {"picked": FAR_FIRE, "targets": (guard,), "harm": 1}
    number = played.ready("s", "fuck_em_up", **weave("fuck_em_up", **fields))
    played.boost(number, 3)
    played.roll(6, 6, number=number)
    played.settle()
    assert played.move.outcome is not None
    assert played.move.outcome.staged == (Staged("harm", guard, 1, "a lick of flame"),)


# -- Beyond story moves (MU-127, MU-128) -------------------------------------------------------


def test_what_fits_no_story_move_needs_the_gm_s_leave__MU_127(played: Played) -> None:
    asked = played.ask("p1", Propose("s", "weave_magic", **weave("weave_magic")))
    assert not played.show.moves
    played.grant(asked)
    number = played.move.id
    played.do("gm", WriteStatus("m", "lit"))
    status = played.hero("m").statuses[0].id
    assert played.no("s", ExploitStatus(number, status, "glow")) == "not_a_story_move"
    played.boost(number, 1)
    played.do("gm", LetPass(number))
    (thrown,) = played.told(played.roll(6, 5), DiceThrown)
    assert thrown.throw.modifier == 2
    assert played.no("s", Respond("s", "buy_resist", number)) == "not_a_story_move"


@pytest.mark.parametrize(("band", "will"), [("crit", 2), ("full", 1), ("some", 1), ("fail", 0)])
def test_its_results_are_its_own_and_will_changes_once__MU_128(
    played: Played, band: Any, will: int
) -> None:
    played.set("s", "will", 1)
    number = played.ready("s", "weave_magic", **weave("weave_magic"))
    played.roll(*played.faces_for(number, band), number=number)
    assert played.points("s", "will") == will
    assert (played.hero("s").running is None) == (band == "fail")


def test_with_some_success_one_flaw_is_picked__MU_128(played: Played) -> None:
    woven_now(played, "weave_magic", 3, 3)
    (owed,) = played.show.owed.values()
    assert len(owed.options) == 4
    for bad in ((), (0, 1), (7,)):
        assert played.no("s", GiveAnswer(owed.id, picks=bad)) == "pick_one"
    assert played.no("s", Propose("s", "scope_it_out", "look")) == "must_resolve_first"
    played.as_("s", GiveAnswer(owed.id, picks=(1,)))
    running = played.hero("s").running
    assert running is not None
    assert running.flaws == ("it is feeble",)


# -- Running (MU-129 … MU-132) -----------------------------------------------------------------


@pytest.mark.parametrize(("faces", "runs"), [((6, 6), True), ((3, 4), True), ((1, 1), False)])
def test_a_weave_that_comes_off_runs__MU_129(
    played: Played, faces: tuple[int, int], runs: bool
) -> None:
    events = woven_now(played, "go_apeshit", *faces)
    assert bool(played.told(events, EffectBegun)) == runs
    running = played.hero("s").running
    assert (running is not None) == runs
    if running:
        assert (running.text, running.target) == ("a lick of flame", "the alarm box")
        assert (running.threads, running.source) == (FIRE, "weave_magic")


def test_after_a_failure_the_gm_may_let_the_magic_appear__MU_129(played: Played) -> None:
    woven_now(played, "go_apeshit", 1, 1)
    number = played.move.id
    assert played.no("s", LetEffectStand(number)) == "gm_only"
    played.do("gm", LetEffectStand(number))
    assert played.hero("s").running is not None
    played.outcome()
    played.accept()
    woven_now(played, "go_apeshit", 6, 6)
    assert played.no("gm", LetEffectStand(played.move.id)) == "wrong_result"
    assert played.no("gm", LetEffectStand(number)) == "not_now"
    played.rolled("f", "scope_it_out", 1, 1)
    assert played.no("gm", LetEffectStand(played.move.id)) == "wrong_kind"


def test_weaving_again_ends_the_old_effect_at_the_dice_whatever_they_say__MU_130(
    played: Played,
) -> None:
    woven_now(played, "go_apeshit", 5, 5)
    number = played.ready("s", "fool_em", **weave("fool_em", how="a mirage"))
    assert played.hero("s").running is not None
    events = played.roll(1, 1, number=number)
    kinds = [type(e) for e in events if isinstance(e, (EffectEnded, DiceThrown))]
    assert kinds == [EffectEnded, DiceThrown]
    assert played.told(events, EffectEnded)[0].why == "again"
    assert played.hero("s").running is None


def test_a_refused_or_withdrawn_weave_ends_nothing__MU_130(played: Played) -> None:
    woven_now(played, "go_apeshit", 5, 5)
    assert no(played, "fool_em", confirmed=()) == "not_perceived"
    played.propose("s", "fool_em", **weave("fool_em"))
    played.as_("s", WithdrawMove(played.move.id))
    played.rolled("s", "scope_it_out", 5, 5)
    assert played.hero("s").running is not None


def test_it_ends_out_of_sight_at_dawn_or_at_will__MU_131(played: Played) -> None:
    for ending, why in ((LetGo("s"), "let_go"), (LoseSight("s"), "sight")):
        woven_now(played, "go_apeshit", 5, 5)
        assert played.no("f", ending) == "not_your_character"
        (ended,) = played.as_("s", ending)
        assert ended.why == why
        assert played.no("s", ending) == "unknown"
    woven_now(played, "go_apeshit", 5, 5)
    played.do("gm", LoseSight("s"))
    woven_now(played, "go_apeshit", 5, 5)
    assert played.no("s", CallDawn()) == "gm_only"
    events = played.do("gm", CallDawn())
    assert played.told(events, EffectEnded)[0].why == "dawn"
    assert not played.told(played.do("gm", CallDawn()), EffectEnded)


def test_losing_the_last_will_or_the_scene_ends_nothing__MU_131(played: Played) -> None:
    played.do("gm", OpenScene("One"))
    woven_now(played, "go_apeshit", 5, 5)
    played.set("s", "will", 0)
    played.do("gm", EndScene())
    assert played.hero("s").running is not None
    assert played.no("s", StopEffect("s")) == "gm_only"
    played.do("gm", StopEffect("s"))
    assert played.hero("s").running is None


def test_ending_undoes_nothing__MU_132(played: Played) -> None:
    box = played.entity("Box", "item", living=False)
    woven_now(played, "go_apeshit", 5, 5, targets=(box,))
    played.do("gm", WriteStatus(box, "on fire"))
    played.do("p1", InventFact("The roof has caught fire"))
    played.as_("s", LetGo("s"))
    assert [s.text for s in played.show.entities[box].statuses] == ["on fire"]
    assert next(iter(played.show.facts.values())).state == "established"


def test_an_effect_that_ends_can_set_something_off__MU_131() -> None:
    echo = Move("echo", "Echo", hooks=(Hook("effect_ended", then=(op.Lose("resist"),)),))
    hum = Move(
        "hum",
        "Hum",
        roll=Roll("number"),
        bands=(Band(("crit", "full"), effects=(op.BeginEffect(),)),),
        effect_ends=("scene_end",),
    )
    book = Playbook(
        "bard", "Bard", requires=("meta", "common"),
        sections=(Section("bard.moves", "Moves", items=(echo, hum)),),
    )  # fmt: skip
    played = created(books=(book,))
    played.as_("f", ChoosePlaybooks("f", ("common", "bard")))
    played.do("gm", OpenScene("The stage"))
    played.rolled("f", "hum", 6, 6)
    assert played.hero("f").running is not None
    assert played.no("f", LoseSight("f")) == "condition_unmet"
    events = played.do("gm", EndScene())
    assert played.told(events, EffectEnded)[0].why == "scene_end"
    assert played.points("f", "resist") == 1


# -- Following (MU-133) ------------------------------------------------------------------------


def test_a_follow_roll_may_be_woven_and_starts_and_ends_nothing__MU_133(played: Played) -> None:
    woven_now(played, "go_apeshit", 5, 5)
    before = played.hero("s").running
    number = played.banded("f", "go_dark", "full", through=("lead_the_group",), others=("s",))
    played.settle(number)
    fields = weave("go_dark")
    played.follow("s", number, "some", **fields)
    assert played.move.throw is not None
    assert played.move.throw.parts[0].name == "weak_thread"
    assert played.hero("s").running == before


def test_without_will_a_follower_cannot_weave__MU_133(played: Played) -> None:
    played.set("s", "will", 0)
    number = played.banded("f", "go_dark", "some", through=("lead_the_group",), others=("s",))
    fields = weave("go_dark")
    assert played.no("s", Follow("s", number, **fields)) == "no_will"
