"""An evening of Shapers and Bots as its recap tells it: nobody dies unread."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.games.shapers_and_bots import moments
from tests.games.shapers_and_bots.moments import BOT, FOX, PIP, SKAW
from tests.games.shapers_and_bots.table import Played

from tablefolk.core.recap import Paragraph
from tablefolk.core.table.scenes import OpenScene
from tablefolk.games.shapers_and_bots.rules.building import TakeReady
from tablefolk.games.shapers_and_bots.rules.challenges import (
    OpenChallenge,
    RollChallenge,
    TellStory,
)
from tablefolk.games.shapers_and_bots.rules.farewells import BidFarewell
from tablefolk.games.shapers_and_bots.rules.fights.attacking import DeclareAttack, Defend
from tablefolk.games.shapers_and_bots.rules.fights.blows import (
    RollAttack,
    RollDamage,
    RollDefence,
)
from tablefolk.games.shapers_and_bots.rules.fights.start import EndFight
from tablefolk.games.shapers_and_bots.rules.harm import Heal, Injure, RollKnockout
from tablefolk.games.shapers_and_bots.rules.shaping import ResistShaping
from tablefolk.testing.playing import Evening


def test_a_death_outside_a_fight_is_read_with_what_it_was__TF_15__SB_95() -> None:
    played = Played()
    played.do("p1", TakeReady(FOX))
    played.do("p3", TakeReady(BOT))
    played.do("gm", OpenScene("The lamp house"))
    played.do("gm", Injure(FOX, points=9, source="a falling beam"))
    played.do("gm", Injure(BOT, points=1))
    *_, scene = Evening.of(played.GAME, played.table, played.log).recap().chapters
    assert [(p.title, p.text) for p in scene.told if p.kind == "episode"] == [
        ("A falling beam:", "Reynard Quick died."),
    ]


def read(played: Played) -> list[Paragraph]:
    """All that is read of the evening, in order."""
    every = Evening.of(played.GAME, played.table, played.log).recap().chapters
    return [paragraph for chapter in every for paragraph in chapter.told]


@pytest.mark.parametrize(
    ("rule", "who", "hurts", "told"),
    [
        ("heroes", FOX, (20,), ["Reynard Quick would have died: out cold, not dead."]),
        ("heroes", FOX, (20, 3), ["Reynard Quick would have died: out cold, not dead."] * 2),
        ("heroes", BOT, (20,),
         ["SAW-8 would have been destroyed: shut down, not destroyed."]),
        ("nobody", FOX, (20,), ["Reynard Quick died."]),
    ],
)  # fmt: skip
def test_whoever_is_spared_is_read_to_be_so__TF_15__SB_95(
    rule: str, who: str, hurts: tuple[int, ...], told: list[str]
) -> None:
    played = moments.quiet()
    options = {**played.world.options, "out_cold": rule}
    played.table = replace(played.table, play=replace(played.world, options=options))
    for points in hurts:
        played.do("gm", Injure(who, points=points, source="the falling mast"))
    episodes = [p for p in read(played) if p.kind == "episode"]
    assert [(p.title, p.text) for p in episodes] == [("The falling mast:", text) for text in told]


def test_whoever_lies_there_hurt_has_not_stayed_up__TF_15__SB_97() -> None:
    played = moments.quiet()
    played.table = replace(played.table, play=played.world.with_hero(FOX, hp=2, life="unconscious"))
    played.do("gm", Injure(FOX, points=1, source="the rain"))
    (rain,) = (p for p in read(played) if p.kind == "episode")
    assert rain.text == "Reynard Quick was hurt, and still out cold."


def test_harm_without_a_word_of_what_it_was_has_no_title__TF_15() -> None:
    played = moments.quiet()
    played.do("gm", Injure(FOX, points=9))
    (died,) = (p for p in read(played) if p.kind == "episode")
    assert (died.title, died.text) == ("", "Reynard Quick died.")


def test_a_death_in_a_fight_is_read_with_its_farewell__TF_15__SB_104() -> None:
    played = moments.parried()
    played.table = replace(played.table, play=played.world.with_hero(FOX, hp=0))
    played.do("p1", RollDefence(FOX), (1, 2, 2))
    played.do("gm", RollDamage(moments.PIP), (6,))
    played.do("p1", BidFarewell(FOX, "Run free."))
    played.do("gm", EndFight())
    (fight,) = (p for p in read(played) if p.kind == "episode")
    assert "Pip’s blow was too much: Reynard Quick died. Farewell, Reynard Quick: “Run free.”" in (
        fight.text
    )
    assert not any("Farewell" in p.text for p in read(played) if p != fight), "once is enough"


def test_a_farewell_after_a_fall_is_read__TF_15__SB_104() -> None:
    played = moments.mourning()
    played.do("p2", BidFarewell(moments.TURTLE))
    assert read(played)[-1].text.endswith("Farewell, Tick-Tock.")


def test_what_a_gust_and_a_treatment_brought_is_read__TF_15__SB_102__SB_141() -> None:
    played = moments.gust()
    played.do("gm", ResistShaping(moments.latest(played)), (1, 2, 3))
    assert "down" in played.hero(SKAW).marks
    played.do("gm", Injure(BOT, points=1, source="a falling beam"))
    played.do("p3", RollKnockout(BOT), (1, 2, 1))
    first_aid = OpenChallenge(FOX, "Help", "mechanics", target=BOT, purpose="healing")
    played.do("gm", first_aid)
    played.do("p1", RollChallenge(moments.latest(played)), (6, 6, 6))
    played.do("gm", Heal(BOT, wakes=True, challenge=moments.latest(played)))
    gust, _, helped = (p.text for p in read(played) if p.kind == "episode")
    assert gust.endswith("Skaw could not stop it. Down went Skaw.")
    assert helped.endswith("SAW-8 started again.")


def test_each_fluke_and_fumble_is_among_the_throws_that_mattered__TF_15__SB_26() -> None:
    played = moments.quiet()
    for who, faces in ((FOX, (6, 6, 6)), (SKAW, (6, 6, 5)), (SKAW, (3, 4, 4)), (FOX, (1, 1, 2))):
        played.do("gm", OpenChallenge(who, "Leap", "AWR"))
        played.do("gm", RollChallenge(max(played.world.challenges)), faces)
    *_, scene = Evening.of(played.GAME, played.table, played.log).recap().chapters
    assert scene.throws == (
        "A fluke, 1 in 54: Reynard Quick, “Leap”: 18 on the dice.",
        "A fluke, 1 in 54: Skaw, “Leap”: 17 on the dice.",
        "A fumble, 1 in 54: Reynard Quick, “Leap”: 4 on the dice.",
    )


def test_flukes_of_a_fight_are_read_wherever_they_fell__TF_15__SB_126() -> None:
    played = moments.turn()
    played.do("p1", DeclareAttack(FOX, PIP))
    played.do("gm", Defend(PIP))
    played.do("p1", RollAttack(FOX), (6, 5, 5))
    played.do("gm", RollDefence(PIP), (6, 6, 6))
    played.do("gm", EndFight())
    *_, scene = Evening.of(played.GAME, played.table, played.log).recap().chapters
    assert "A fluke, 1 in 54: Pip, “A fight”: 18 on the dice." in scene.throws


def test_a_fluke_is_read_with_all_that_was_told_of_it__TF_15__SB_29() -> None:
    played = moments.fluke()
    roll = next(one.id for one in played.world.rolls.values() if one.outcome == "fluke")
    played.do("gm", TellStory(roll, "The rust gave way", "And the guard slept on"))
    told = next(p.text for p in read(played) if "rust" in p.text)
    assert "The rust gave way. And the guard slept on." in told
