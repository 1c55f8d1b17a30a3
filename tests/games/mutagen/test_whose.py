"""Whose it is, beyond the law of every game (tests/laws/whose.py): what no ruling gives away."""

from __future__ import annotations

import pytest
from tests.games.mutagen import moments
from tests.games.mutagen.homebrew import duellist

from tablefolk.core.game import Command
from tablefolk.games.mutagen.rules.leveling import ClaimXp, GiveFeedback, KeepXp, LevelUp
from tablefolk.games.mutagen.rules.proposing import Propose
from tablefolk.games.mutagen.rules.rolling import CarryOut
from tablefolk.games.mutagen.rules.speaking import LetPass


@pytest.mark.parametrize(
    ("command", "rule"),
    [
        (ClaimXp("f", "concept_win"), "MU-135"),
        (GiveFeedback("f", "More."), "MU-137"),
        (LevelUp("f", "buy", "research"), "MU-139"),
        (KeepXp("f"), "MU-141"),
    ],
)
def test_not_even_the_gm_grows_somebody_elses_character__MU_139(
    command: Command, rule: str
) -> None:
    for other in ("p3", "gm"):
        no = moments.over().refused(other, command)
        assert (no.code, no.rule, no.firm) == ("not_your_character", rule, True)


def test_a_move_without_dice_is_carried_out_by_its_player__MU_50() -> None:
    played = duellist()
    played.as_("d", Propose("d", "vow", confirmed=("vow.0",)))
    played.do("gm", LetPass(played.move.id))
    assert played.no("p3", CarryOut(played.move.id)) == "not_your_character"
    played.as_("d", CarryOut(played.move.id))
