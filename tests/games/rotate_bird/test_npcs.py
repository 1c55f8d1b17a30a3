"""NPCs: making them, and having them in the way (RB-132 … RB-143, RB-181)."""

from __future__ import annotations

import pytest
from tests.games.rotate_bird import moments
from tests.games.rotate_bird.table import GAME, Played, created

from tablefolk.core import play
from tablefolk.core.play import fill
from tablefolk.core.words import phrases
from tablefolk.games.rotate_bird.page.stage import offers
from tablefolk.games.rotate_bird.rules.challenges import DeclareChallenge, FaceDoing
from tablefolk.games.rotate_bird.rules.doing import BringIn, TakeOut
from tablefolk.games.rotate_bird.rules.npcs import (
    AddNpcBeing,
    AddNpcChallenge,
    AddNpcDoing,
    DropNpcChallenge,
    DropNpcTrait,
    EditNpc,
    EditNpcDoing,
    MakeNpc,
    NpcMade,
    RollNpc,
    RollNpcTraits,
    crowded,
    lacks,
)
from tablefolk.games.rotate_bird.rules.opposition import (
    BrushOff,
    CorrectNpc,
    RemoveNpc,
    ShowNpc,
    ShrugOff,
)
from tablefolk.games.rotate_bird.rules.rolling import CloseTest, RollPool
from tablefolk.games.rotate_bird.rules.tests import Frame, OpenTest
from tablefolk.games.rotate_bird.rules.values import TIERS, Npc
from tablefolk.games.rotate_bird.rules.worksheet import (
    ChooseFactors,
    PlaceBeing,
    RollBeingCircle,
    StartWorksheet,
)

say = phrases("tablefolk.games.rotate_bird")


def beaten(played: Played, npc: str, opposes: int, value: int = 6) -> int:
    """C1 has had a go at an NPC."""
    played.open("c1", npc=npc, opposes=opposes)
    played.tap("c1", "sun")
    played.roll(value)
    played.pick(value)
    return played.test.id


def test_tiers_are_guidelines__RB_132() -> None:
    assert TIERS == {"extra": (1, 0), "minor": (2, 0), "major": (3, 1), "boss": (5, 3)}
    played = created()
    assert played.no("p1", MakeNpc("Guard")) == "not_gm"
    played.do("gm", MakeNpc("Guard", "extra", being=("hammer", "moon", "cat")))
    assert len(played.bird.npcs["npc_guard"].being) == 3
    assert all(say(f"labels.tier.{tier}") for tier in (*TIERS, "custom"))


def test_an_npc_stays_the_gms_until_it_is_met__TF_28() -> None:
    played = created()
    (made,) = played.do("gm", MakeNpc("Guard", being=("hammer",), notes="is the mayor"))
    assert isinstance(made, NpcMade)
    assert GAME.tell(played.table, made, played.seat("p1")) is None
    assert not played.bird.npcs["npc_guard"].known
    assert played.no("p1", OpenTest("c1", "past", npc="npc_guard")) == "unknown"
    played.do("gm", ShowNpc("npc_guard"))
    assert played.bird.npcs["npc_guard"].known
    other = played.make_npc("Other", "cat")
    played.open("c1", npc=other, opposes=1)
    assert played.bird.npcs[other].known


def test_only_an_unmarked_trait_forces_a_test__RB_133__RB_137__W_16() -> None:
    played = created()
    played.make_npc("Guard", "hammer")
    played.do("gm", CorrectNpc("npc_guard", 1, True, "tired"))
    assert played.no("gm", OpenTest("c1", "past", npc="npc_guard")) == "npc_removed"
    played.do("gm", CorrectNpc("npc_guard", 1, False, "awake"))
    assert played.bird.npcs["npc_guard"].in_play
    played.do("gm", AddNpcBeing("npc_guard", "cat"))
    played.do("gm", CorrectNpc("npc_guard", 1, True, "tired"))
    refusal = played.refusal("gm", OpenTest("c1", "past", npc="npc_guard", opposes=1))
    assert (refusal.code, "no test" in refusal.why) == ("trait_marked", True)
    (event,) = played.do("gm", BrushOff("c1", "npc_guard", "I just walk on."))
    line = GAME.tell(played.table, event, played.seat("p2"))
    assert line is not None
    assert "no test" in line.text


def test_the_gm_shrugs_off_a_success_until_the_test_closes__RB_134__RB_135() -> None:
    played = created()
    played.make_npc("Boss", "flame", "gear", "moon")
    test = beaten(played, "npc_boss", 1)
    assert played.test.phase == "ending"
    assert played.no("p1", ShrugOff(test, 3)) == "not_gm"
    played.do("gm", ShrugOff(test, 3))  # related or not
    assert played.test.phase == "closed"
    assert played.no("gm", ShrugOff(test, 1)) == "nothing_to_shrug"
    failed = beaten(played, "npc_boss", 1, 5)
    assert played.no("gm", ShrugOff(failed, 1)) == "nothing_to_shrug"
    stands = beaten(played, "npc_boss", 1)
    played.do("gm", CloseTest(stands))
    assert played.no("gm", ShrugOff(stands, 1)) == "nothing_to_shrug"


def test_a_shrugged_success_keeps_edge_and_fallout_and_is_no_failure__RB_136() -> None:
    played = created()
    played.make_npc("Boss", "flame", "gear")
    doom = played.make_track("disaster", "Doom")
    played.open("c1", npc="npc_boss", opposes=1, disaster=doom)
    played.tap("c1", "sun", "bird")
    played.roll(4, 4)
    played.pick(4)
    played.do("gm", ShrugOff(played.test.id, 1))
    assert (played.test.phase, played.test.success) == ("fallout", True)
    assert len(played.hero("c1").having) == 1
    assert played.track("Doom").checked == 0
    played.fallout(1)
    played.pay("c1", "heart")
    assert played.test.phase == "closed"


def test_a_setup_is_not_shrugged_off__RB_134() -> None:
    played = created()
    played.make_npc("Boss", "flame", "gear")
    played.open("c1", npc="npc_boss", opposes=1, beneficiary="c2")
    played.tap("c1", "sun")
    played.roll(2)
    played.pick(2)
    assert played.no("gm", ShrugOff(played.test.id, 1)) == "nothing_to_shrug"


def test_with_its_last_trait_an_npc_leaves_play__RB_138() -> None:
    played = created()
    played.make_npc("Extra", "hammer")
    played.open("c2", npc="npc_extra", opposes=1)
    played.tap("c2", "cat")
    second = played.test.id
    test = beaten(played, "npc_extra", 1)
    played.do("gm", ShrugOff(test, 1))
    assert not played.bird.npcs["npc_extra"].in_play
    assert played.no("c2", RollPool(second)) == "npc_removed"
    assert played.no("gm", OpenTest("c1", "again", npc="npc_extra")) == "npc_removed"


def test_against_an_npc_there_is_no_progress_track__RB_139() -> None:
    played = created()
    played.make_npc("Boss", "flame")
    goal = played.make_track("progress", "Goal")
    both = OpenTest("c1", "win", npc="npc_boss", opposes=1, progress=goal)
    assert played.no("gm", both) == "npc_or_track"


def test_framing_changes_only_what_was_said__RB_136__RB_139() -> None:
    played = created()
    played.make_npc("Krill", "flame")
    goal, gulls = played.make_track("progress", "Goal"), played.make_track("disaster", "Gulls")
    played.open("c1", npc="npc_krill", opposes=1)
    tracks = next(
        offer
        for offer in offers(played.bird, played.seat("gm"))
        if offer.command is Frame and offer.label == "Tie it to tracks"
    )
    blanks = {"progress": 0, "disaster": gulls, "needs_doing": ""}
    played.do("gm", fill(tracks, blanks))
    assert (played.test.npc, played.test.opposes, played.test.disaster) == ("npc_krill", 1, gulls)
    assert played.no("gm", Frame(played.test.id, progress=goal)) == "npc_or_track"
    played.do("gm", Frame(played.test.id, npc="", progress=goal))
    assert (played.test.npc, played.test.opposes, played.test.disaster) == ("", 0, gulls)
    assert played.no("gm", Frame(played.test.id, npc="npc_krill")) == "npc_or_track"


def test_an_npc_that_is_no_longer_in_the_way_brings_nothing_to_bear__RB_142() -> None:
    played = created()
    played.make_npc("Krill", "flame")
    played.do("gm", AddNpcDoing("npc_krill", "Fog", "pause", "moon", perilous=True))
    played.open("c1", npc="npc_krill", opposes=1)
    played.do("gm", FaceDoing(played.test.id, 2))
    assert played.test.challenge.perilous
    played.do("gm", Frame(played.test.id, npc=""))
    assert (played.test.faced, played.test.challenge.perilous) == (0, False)
    played.audited()


def test_nobody_steps_aside_where_nobody_is_in_the_way__RB_133() -> None:
    played = created()
    played.make_npc("Krill", "flame")
    played.open("c1", npc="npc_krill", opposes=1)
    aside = Frame(played.test.id, npc="")
    assert any(
        play.covers(offer, aside) for offer in play.menu(GAME, played.table, played.seat("gm"))
    )
    played.do("gm", aside)
    assert played.no("gm", aside) == "same"
    played.do("gm", Frame(played.test.id, npc="npc_krill"))
    played.do("gm", aside)


def test_copies_are_marked_one_by_one_and_many_get_a_note__RB_140__W_17() -> None:
    played = created()
    played.make_npc("Swarm", *["bug"] * 4)
    for trait in (1, 2, 3):
        played.do("gm", ShrugOff(beaten(played, "npc_swarm", trait), trait))
    assert [t.marked for t in played.bird.npcs["npc_swarm"].being] == [True, True, True, False]
    assert not crowded(played.bird.npcs["npc_swarm"])
    played.do("gm", AddNpcBeing("npc_swarm", "bug"))
    played.do("gm", AddNpcBeing("npc_swarm"), (1, 2, 5))
    assert crowded(played.bird.npcs["npc_swarm"])


def test_things_and_ideas_can_be_npcs__RB_141() -> None:
    played = created()
    played.do("gm", MakeNpc("The plot twist", shape="abstract", being=("theatre-masks",)))
    assert played.bird.npcs["npc_the-plot-twist"].shape == "abstract"


def test_an_npc_may_be_a_challenge_in_some_situations__RB_142__W_18() -> None:
    played = created()
    played.make_npc("Monster", "hammer")
    played.do("gm", AddNpcChallenge("npc_monster", "in a physical fight", epic=True))
    (scoped,) = played.bird.npcs["npc_monster"].challenges
    assert (scoped.scope, scoped.challenge.epic) == ("in a physical fight", True)
    played.open("c1", npc="npc_monster", opposes=1)  # talking: the GM leaves it off
    assert not played.test.challenge
    played.do("gm", DeclareChallenge(played.test.id, epic=True))
    assert played.test.challenge.epic
    assert played.no("gm", AddNpcChallenge("npc_monster", "always")) == "text_needed"
    played.do("gm", DropNpcChallenge("npc_monster", 0))
    assert played.bird.npcs["npc_monster"].challenges == ()


def test_an_npcs_doing_trait_bites_unless_it_is_answered__RB_142() -> None:
    played = created()
    played.make_npc("Witch", "cat")
    played.do("gm", AddNpcDoing("npc_witch", "Hex", "pause", "moon", perilous=True))
    hex_ = played.bird.npcs["npc_witch"].doing[0].id
    played.open("c1", npc="npc_witch", opposes=1)
    test, flight = played.test.id, played.trait("c1", "Wheeling Flight")
    played.do("gm", FaceDoing(test, hex_))
    assert played.test.challenge.perilous
    played.as_("c1", BringIn(test, flight))
    assert not played.test.challenge
    played.as_("c1", TakeOut(test, flight))
    assert played.test.challenge.perilous
    played.do("gm", FaceDoing(test, 0))
    assert not played.test.challenge
    assert played.no("gm", FaceDoing(test, 77)) == "unknown"


def test_a_power_that_is_answered_already_brings_nothing__RB_142() -> None:
    played = created()
    played.make_npc("Witch", "cat")
    played.do("gm", AddNpcDoing("npc_witch", "Hex", epic=True), (3, 4, 4, 5, 5))
    played.open("c1", npc="npc_witch", opposes=1)
    played.as_("c1", BringIn(played.test.id, played.trait("c1", "Wheeling Flight")))
    played.do("gm", FaceDoing(played.test.id, 2))
    assert not played.test.challenge


@pytest.mark.parametrize(
    ("tier", "faces"),
    [
        ("extra", (1, 1, 1)),
        ("minor", (1, 1, 1, 3, 2, 4)),
        ("major", (1, 1, 1, 3, 2, 4, 5, 3, 6, 6, 2, 2, 1, 6)),
    ],
)
def test_random_npcs_by_tier__RB_143(tier: str, faces: tuple[int, ...]) -> None:
    played = created()
    played.do("gm", RollNpc("Somebody", tier), faces)  # type: ignore[arg-type]
    npc = played.bird.npcs["npc_somebody"]
    assert (len(npc.being), len(npc.doing)) == TIERS[tier]
    assert lacks(npc) == (0, 0)


def test_repeats_are_rolled_again_unless_copies_are_wanted__RB_143() -> None:
    played = created()
    (made,) = played.do("gm", RollNpc("One", "minor"), (1, 1, 1, 1, 1, 1))
    assert made.again == ("anchor",)
    assert lacks(played.bird.npcs["npc_one"]) == (1, 0)
    played.do("gm", RollNpcTraits("npc_one"), (3, 2, 4))
    assert [t.symbol for t in played.bird.npcs["npc_one"].being] == ["anchor", "heart"]
    assert played.no("gm", RollNpcTraits("npc_one")) == "rolled"
    played.do("gm", RollNpc("Two", "minor", copies=True), (1, 1, 1, 1, 1, 1))
    assert [t.symbol for t in played.bird.npcs["npc_two"].being] == ["anchor", "anchor"]


def test_themes_come_along_if_wished_and_an_npc_has_nothing_a_pc_has__RB_143() -> None:
    played = created()
    played.do("gm", RollNpc("One", "extra", theme=True), (3, 3, 1, 1, 1))
    assert played.bird.npcs["npc_one"].theme == "magic spells"
    assert not {"having", "advances", "recovery"} & set(Npc.__struct_fields__)


def test_with_a_filled_worksheet_the_first_trait_is_linked__RB_181() -> None:
    played = created()
    played.do("gm", StartWorksheet("solo"))
    played.do("gm", ChooseFactors(("dragon", "ring", "tower"), alone=True))
    for circle in range(1, 7):
        played.do("gm", RollBeingCircle(alone=True), (1, 1, circle))
        played.do("gm", PlaceBeing(circle, f"Fact {circle}", alone=True))
    played.do("gm", RollNpc("Linked", "minor"), (4, 3, 2, 4))
    npc = played.bird.npcs["npc_linked"]
    assert ([t.symbol for t in npc.being], npc.factor) == (["beer-mug", "heart"], "ring")


def test_npcs_are_rewritten_and_taken_away__RB_132() -> None:
    played = created()
    played.make_npc("Guard", "hammer", "cat")
    played.do("gm", EditNpc("npc_guard", "The Guard", "giant", "opera", "sings"))
    played.do("gm", AddNpcDoing("npc_guard", "", "pause", "moon"))
    played.do("gm", EditNpcDoing("npc_guard", 3, "Aria", label="in a loud hall"))
    assert played.bird.npcs["npc_guard"].doing[0].brings.label == "in a loud hall"
    played.open("c1", npc="npc_guard", opposes=1)
    assert played.no("gm", DropNpcTrait("npc_guard", 1)) == "wrong_phase"
    played.do("gm", DropNpcTrait("npc_guard", 2))
    assert played.no("gm", RemoveNpc("npc_guard")) == "wrong_phase"
    played.tap("c1", "sun")
    played.roll(5)
    played.pick(5)
    played.do("gm", RemoveNpc("npc_guard"))
    assert played.bird.npcs == {}
    played.audited()


def test_only_somebody_who_is_there_is_brushed_off__RB_133() -> None:
    played = created()
    npc = played.make_npc("The Door", "key")
    assert played.no("gm", BrushOff("nobody", npc)) == "unknown"
    assert not played.bird.npcs[npc].known
    played.do("gm", BrushOff("c1", npc))


def test_whether_a_success_is_shrugged_off_waits_for_the_gm_alone__RB_134() -> None:
    played = moments.shrugging()
    owed = {
        who: {o.do for o in play.menu(GAME, played.table, played.seat(who)) if o.owed}
        for who in ("gm", "p1")
    }
    assert "CloseTest" in owed["gm"]
    assert "CloseTest" not in owed["p1"]
