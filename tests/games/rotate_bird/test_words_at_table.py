"""What people read at the table: creation, the story, reminders, refusals, settings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.games.rotate_bird.table import GAME, NAMES, Played, created
from tests.games.rotate_bird.test_worksheet import filled
from tests.web.drawn import Page
from tests.web.test_rotate_bird_drawn import PAINTER, drawn

from tablefolk.core.dice import BadDice, tape
from tablefolk.core.game import Line, Refusal
from tablefolk.games import rotate_bird
from tablefolk.games.rotate_bird.page.blocks.play import TestCard
from tablefolk.games.rotate_bird.page.stage import offers, view
from tablefolk.games.rotate_bird.rules.creation import (
    MakeCharacter,
    NameCharacter,
    NameDoing,
    RollBeing,
    RollDoing,
    TakeReadyMade,
)
from tablefolk.games.rotate_bird.rules.edges import FlagEdge, SayMeaning
from tablefolk.games.rotate_bird.rules.fallout import DescribeFallout
from tablefolk.games.rotate_bird.rules.packs import default_pack
from tablefolk.games.rotate_bird.rules.ready_made import ready_mades
from tablefolk.games.rotate_bird.rules.tests import OpenTest
from tablefolk.games.rotate_bird.rules.variants import Board, NameEntity
from tablefolk.games.rotate_bird.rules.worksheet import RollDoingCircle
from tablefolk.games.rotate_bird.web.symbols.sheet import markdown
from tablefolk.hosting.live import Live

DIGEST = Path(rotate_bird.__file__).parent / "rulebook" / "digest.md"


def told(played: Played, who: str, last: int = 1) -> list[Line]:
    """What a seat is told of the last entries."""
    events = [event for entry in played.log[-last:] for event in entry.events]
    lines = (GAME.tell(played.table, event, played.seat(who)) for event in events)
    return [line for line in lines if line]


# -- Creation (RB-13 … RB-25) ------------------------------------------------------------------


def test_a_name_may_wait_until_the_pictures_are_seen__RB_24() -> None:
    played = Played()
    played.do("p1", MakeCharacter())
    (hero,) = played.bird.cast.values()
    assert hero.name == "P1’s character"
    assert "title" in hero.missing
    (naming,) = (o for o in offers(played.bird, played.seat("p1")) if o.command is NameCharacter)
    assert getattr(naming.blanks[0], "start", None) == ""


def test_the_description_lies_open_as_soon_as_there_are_pictures__RB_17() -> None:
    played = Played()
    played.do("p1", MakeCharacter("Dup"))
    asked, fold = "Who is that, all in all?", 'id="written-dup"'
    page = drawn(played, "p1")
    assert page.index(fold) < page.index(asked)
    played.do("p1", RollBeing("dup"), (1, 1, 1, 1, 1, 2, 1, 1, 3, 1, 1, 4, 1, 1, 5))
    page = drawn(played, "p1")
    assert page.index(asked) < page.index(fold)


def test_who_that_is_is_asked_once_at_a_time__RB_17() -> None:
    played = Played()
    played.do("p1", MakeCharacter("Dup"))
    played.do("p1", RollBeing("dup"), (1, 1, 1, 1, 1, 2, 1, 1, 3, 1, 1, 4, 1, 1, 5))
    assert drawn(played, "p1").count("Who is that, all in all?") == 1


def test_a_name_that_stands_in_for_one_is_still_to_come__RB_24() -> None:
    played = Played()
    played.do("p1", MakeCharacter())
    played.do("p2", MakeCharacter("Dup"))
    shown = drawn(played, "gm")
    assert "a name for every Doing trait and a name and a title." in shown
    assert "a name for every Doing trait and a title." in shown
    assert "Give up P1’s character" in shown
    assert "Start over with somebody else" not in shown, "that is their player's to do"


def test_a_refusal_says_who_plays_them_already__RB_13() -> None:
    played = Played()
    key, hero = next(iter(ready_mades().items()))
    played.do("p1", TakeReadyMade(key))
    with pytest.raises(Refusal, match=f"P1 plays {hero.name} already."):
        played.do("p2", TakeReadyMade(key))


def test_with_nobody_to_play_no_test_and_no_reward_is_offered__RB_26() -> None:
    shown = drawn(Played(), "gm")
    assert "A new track" in shown
    assert 'data-on="try"' not in shown
    assert "an edge for somebody" not in shown
    assert 'data-on="try"' in drawn(created(), "gm")


def test_no_track_is_asked_for_where_there_is_none__RB_106() -> None:
    played = created()
    played.open("c1")
    blanks = [blank.name for o in offers(played.bird, played.seat("gm")) for blank in o.blanks]
    assert not {"progress", "disaster"} & {*blanks}
    played.make_track("disaster", "The canal breaks in")
    blanks = [blank.name for o in offers(played.bird, played.seat("gm")) for blank in o.blanks]
    assert "disaster" in blanks


def test_what_was_written_is_kept_when_the_powers_are_rolled__RB_17_RB_19() -> None:
    played = Played()
    played.do("p1", MakeCharacter("Dup"))
    played.do("p1", RollBeing("dup"), (1, 1, 1, 1, 1, 2, 1, 1, 3, 1, 1, 4, 1, 1, 5))
    (form,) = (f for f in Page(drawn(played, "p1")).forms if ("do", "RollDoing") in f)
    assert "text" in dict(form)
    faces = (6, 2, 2, 1, 6, 4, 3, 4, 3, 6, 2, 2, 5, 6, 2)
    played.do("p1", RollDoing("dup", text="A tired postman. "), faces)
    assert played.hero("dup").description == "A tired postman."
    assert len(played.hero("dup").doing) == 3


def test_a_symbol_that_was_rolled_again_comes_as_one_more__RB_15() -> None:
    played = Played()
    played.do("p1", MakeCharacter("Dup"))
    played.do("p1", RollBeing("dup"), (1, 1, 1, 1, 1, 1, 1, 1, 3, 1, 1, 4, 1, 1, 5))
    played.do("p1", RollBeing("dup"), (5, 4, 4))
    assert [line.text for line in told(played, "p2")] == ["Dup is also ☀️ Sun."]


def test_three_powers_are_told_in_one_line__RB_21() -> None:
    played = Played()
    played.do("p1", MakeCharacter("C1"))
    played.do("p1", RollDoing("c1"), (6, 2, 2, 1, 6, 4, 3, 4, 3, 6, 2, 2, 5, 6, 2))
    for trait, name in zip(played.hero("c1").doing, NAMES["c1"], strict=True):
        played.do("p1", NameDoing(trait.id, name))
    (line,) = told(played, "p2", last=3)
    assert line.text.startswith("C1 can: “Wheeling Flight” (")
    assert all(name in line.text for name in NAMES["c1"])
    played.do("p1", NameDoing(trait.id, "Sudden Ebb"))
    (line,) = told(played, "p2")
    assert line.text.endswith("is called “Sudden Ebb”.")


# -- The story, and what the GM keeps in mind (RB-34, RB-88, RB-90) ------------------------------


def test_what_fallout_brings_is_told_as_narration__RB_88() -> None:
    played = created()
    played.tested("c1", ["sun"], [4], 4)
    played.fallout(1)
    played.do("gm", DescribeFallout(played.test.id, "He sulks.", anyway=True))
    line = told(played, "p2")[0]
    assert (line.text, line.kind, line.who) == ("He sulks.", "narrated", "")


@pytest.mark.parametrize(("dice", "disaster", "worse"), [(3, False, True), (3, True, False)])
def test_under_a_disaster_a_failure_brings_further_trouble_only__RB_90_RB_119(
    dice: int, disaster: bool, worse: bool
) -> None:
    played = created()
    doom = played.make_track("disaster", "Doom") if disaster else 0
    played.open("c1", disaster=doom)
    played.tap("c1", "sun")
    played.roll(dice)
    played.pick(dice)
    played.fallout(1)
    (card,) = (b for b in view(played.bird, played.seat("gm")).blocks if isinstance(b, TestCard))
    assert any("worse" in text for text in card.reminders) == worse
    assert any("not as the disaster" in text for text in card.reminders) == disaster


def test_whoever_would_reject_a_trait_is_reminded_to_let_it_pass__RB_34() -> None:
    played = created()
    played.open("c1")
    played.tap("c1", "sun")
    page = drawn(played, "gm")
    at = page.index("does not count")
    assert "If it is entertaining, let it pass" in page[at : at + 2500]


# -- Refusals and questions (RB-67, RB-168, RB-193) ----------------------------------------------


def test_with_all_connections_filled_the_reason_says_so__RB_168() -> None:
    assert filled().refusal("p1", RollDoingCircle(alone=True)).why == (
        "All three connections are filled."
    )


def test_a_player_who_demands_a_doing_trait_asks_the_gm_first__RB_67() -> None:
    played = created()
    asked = played.ask("p1", OpenTest("c1", "Climb", needs_doing="fly"))
    assert "only with a Doing trait that can fly" in asked.question


def test_whose_powers_belong_to_nothing_yet_is_asked_what_they_belong_to__RB_193() -> None:
    played = created({"external_doing": True})
    asked = [o.fixed["who"] for o in offers(played.bird, played.seat("p1")) if o.owed]
    assert asked == ["c1"]
    played.do("p1", NameEntity("c1", "The Ferry"))
    played.do("p1", Board("c1"))
    assert not any(o.owed for o in offers(played.bird, played.seat("p1")))


@pytest.mark.parametrize(
    ("faces", "needed", "said"),
    [((1,), 2, "2 dice, and 1 was given"), ((), 1, "1 die, and 0 were given")],
)
def test_dice_are_counted_in_plain_english__TF_21(
    faces: tuple[int, ...], needed: int, said: str
) -> None:
    with pytest.raises(BadDice, match=said):
        tape(faces).roll(needed)


def test_a_setting_is_named_once_and_once_in_its_form() -> None:
    played = created()
    live = Live("t", GAME, len(played.log), played.table, played.log)
    options = PAINTER.inside(live, "gm", "options")
    assert options.count("Puns as a justification") == 2
    assert "Change it" in options


def test_the_reason_why_an_edge_stays_is_read_once__RB_83() -> None:
    played = created()
    edge = played.award("c1", "bell")
    played.do("p1", SayMeaning(edge, "a bell", "thing"))
    played.do("gm", FlagEdge(edge, transferable=False))
    page = drawn(played, "p1")
    why = "That is not a thing one can give away."
    assert page.count(f'<p class="asked-why">{why}') == 1  # hidden inside of the fold that says it
    assert page.count(why) == 2


# -- Data, and what the digest promises (RB-7, RB-10) --------------------------------------------


def test_the_digest_promises_no_switch_that_does_not_exist() -> None:
    table = DIGEST.read_text("utf-8").split("### Table settings", 1)[1].split("\n## ", 1)[0]
    promised = set(re.findall(r"^\| `(\w+)`", table, re.MULTILINE))
    assert promised == {option.key for option in rotate_bird.options}


def test_the_cheat_sheet_says_which_faces_lead_to_which_table__RB_7() -> None:
    headings = re.findall(r"## Being.*", markdown(default_pack()))
    assert [heading.rpartition(": ")[2] for heading in headings] == [
        "1–2 on the first die",
        "3–4 on the first die",
        "5–6 on the first die",
    ]


def test_chat_forms_are_signs_that_every_machine_has__RB_10() -> None:
    rare = {"⎍", "⧉", "％"}  # drawn as empty boxes where the fonts are few
    assert rare.isdisjoint(symbol.emoji for symbol in default_pack().symbols.values())
