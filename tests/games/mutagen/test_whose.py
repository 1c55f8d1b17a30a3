"""Whose it is, beyond the law of every game (testing/whose.py): what no ruling gives away."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.games.mutagen import moments
from tests.games.mutagen.homebrew import duellist

from tablefolk.core.dice import probe
from tablefolk.core.game import Ask, Command
from tablefolk.games.mutagen import rules
from tablefolk.games.mutagen.rules.effects import GiveAnswer
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


def test_a_picked_entry_marked_for_the_gm_waits_for_their_word__MU_12() -> None:
    played = moments.weaving()
    (number, owed), *_ = played.show.owed.items()
    marked = tuple(replace(entry, consult=True) for entry in owed.options)
    show = replace(played.show, owed={number: replace(owed, options=marked)})
    with pytest.raises(Ask) as asked:
        list(rules.decide(show, played.seat("p1"), GiveAnswer(number, picks=(1,)), probe()))
    assert asked.value.rule == "MU-12"
