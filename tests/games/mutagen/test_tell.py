"""Play in words: everything that happens is told, with its rule, to those who may know it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.mutagen import moments
from tests.games.mutagen.moments import MOMENTS
from tests.games.mutagen.table import GAME, Played

from tablefolk.core.game import Line
from tablefolk.games.mutagen.page.blocks.play import ThrowCard
from tablefolk.games.mutagen.page.tell.playing import CASES, own_events
from tablefolk.games.mutagen.page.words import say
from tablefolk.games.mutagen.rules.leveling import GiveFeedback
from tablefolk.games.mutagen.rules.proposing import Narrate
from tablefolk.web.rules import Rulebooks

BOOK = Rulebooks().rules
OWN = [event.__name__ for event in own_events()]


def lines(played: Played, seat: str, since: int = 0) -> list[Line]:
    told = (
        GAME.tell(played.table, event, played.seat(seat))
        for entry in played.log[since:]
        for event in entry.events
    )
    return [line for line in told if line]


def told(played: Played, seat: str, since: int = 0) -> str:
    return "\n".join(line.text for line in lines(played, seat, since))


@pytest.mark.parametrize("event", OWN)
def test_every_event_of_play_has_words_and_a_rule(event: str) -> None:
    assert any(key.partition("_")[0] == f"tell.{event}" for key in say.sentences)
    assert any(key.partition("_")[0] == f"rule.{event}" for key in say.sentences)


def test_every_case_that_is_told_is_one_that_can_be() -> None:
    cased = {event.__name__ for event in CASES}
    for key in say.sentences:
        part, _, rest = key.partition(".")
        name, _, case = rest.partition("_")
        if part == "tell" and case and name in OWN:
            assert name in cased, key


def test_rules_that_are_told_are_rules_of_the_book() -> None:
    for key, rule in say.sentences.items():
        if key.startswith("rule."):
            assert rule in BOOK, key


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
def test_every_moment_is_told_with_all_its_facts(moment: Any) -> None:
    played = moment()
    for who in ("gm", "p1", "p2"):
        for line in lines(played, who):
            assert line.text.strip()
            assert "{" not in line.text


def test_a_move_is_told_by_its_names_and_its_words__MU_62() -> None:
    text = told(moments.proposed(), "p2")
    assert "S goes for Go apeshit (through Weave magic), at Alarm box" in text
    assert "The GM gives −1 on Go apeshit: drizzle." in text
    assert "Low Effect" in text


def test_dice_are_told_in_words_and_drawn__MU_44() -> None:
    found = [line for line in lines(moments.result(), "p2") if line.kind == "threw"]
    assert found[-1].text == "S rolls Go apeshit: 12 (6 + 6, +0). Critical Success."
    assert isinstance(found[-1].card, ThrowCard)
    assert [piece.value for piece in found[-1].card.pieces] == ["+0", "+1", "−1"]


def test_at_a_mild_table_the_story_is_mild__MU_155() -> None:
    assert "F goes for Smash it" in told(moments.mild(), "gm")


def test_a_consequence_is_told_with_what_is_staged__MU_72() -> None:
    text = told(moments.consequence(), "p1")
    assert (
        "With it: F takes 2 harm, 1 tick for “The guards raise the alarm” and F: “winded”." in text
    )


def test_harm_is_told_by_its_steps__MU_93() -> None:
    text = told(moments.judged(), "p1")
    assert "F takes 2 harm: a falling <crate>" in text
    assert "F, step 3: Armor that fits takes its rating off." in text
    assert "The GM throws 2d6 over F’s harm: 3, 5." in text


def test_an_end_is_told_with_dignity__MU_106() -> None:
    text = told(moments.away(), "p2")
    assert "S will survive, somehow." in text
    assert "S may come back, once this scene is over." in text


def test_feedback_is_told_to_the_gm_and_that_it_was_given_to_all__MU_137() -> None:
    played = moments.over()
    assert "More <doors>, please." in told(played, "gm")
    assert "More <doors>, please." in told(played, "p1")
    assert "S’s player has given the GM feedback." in told(played, "p2")
    assert "doors" not in told(played, "p2")
    assert played.no("s", GiveFeedback("s", "Again")) == "same"


def test_a_claim_against_the_record_is_told_as_such__MU_136() -> None:
    assert "though the record shows nothing of it" in told(moments.over(), "gm")


def test_narration_reads_as_narration__MU_59() -> None:
    played = moments.quiet()
    played.as_("f", Narrate("f", "She lights a match."))
    line = lines(played, "p1")[-1]
    assert (line.kind, line.text) == ("narrated", "She lights a match.")
