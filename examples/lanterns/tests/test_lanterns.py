"""Lanterns in the Fog: every law of the house, and the game's own rules."""

import lanterns
from lanterns.rules import Loom, TakeStep

from tablefolk.testing import Evening, Outcomes, Subject, laws_of

READ = Outcomes(promised=lambda odds: odds, came=lambda events: ["lit"] * events[0].lit)
TestLaws = laws_of(Subject(lanterns, outcomes=READ))


def step(evening: Evening, who: str, *faces: int) -> None:
    """Gil is the Fog; Ana, Ben and Cy carry lanterns."""
    evening.do("gil", Loom("a gate", 4))
    evening.do(who, TakeStep(len(faces)), *faces)


def test_one_die_that_is_bright_enough_is_a_step__LF_3_LF_4() -> None:
    evening = Evening(lanterns)
    step(evening, "ana", 3, 4)
    step(evening, "ben", 3, 3)
    assert evening.table.play.taken == 1


def test_oil_that_is_burnt_is_gone__LF_2() -> None:
    evening = Evening(lanterns)
    step(evening, "ana", 1, 1, 4)
    evening.do("gil", Loom("a bog", 5))
    assert evening.refused("ana", TakeStep(2)).rule == "LF-2"


def test_after_five_steps_they_are_home__LF_1() -> None:
    evening = Evening(lanterns)
    for who in ("ana", "ben", "cy", "ana", "ben"):
        step(evening, who, 6)
    assert evening.refused("gil", Loom("a gate", 4)).rule == "LF-1"
