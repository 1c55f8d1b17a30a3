"""Wheel of Fate as it is drawn: every block has its drawing, and every offer its form."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html import unescape
from typing import Any

import pytest
from tests.games.wheel_of_fate.moments import MOMENTS, drafting, making, racing, searching
from tests.games.wheel_of_fate.table import GAME, Played, playing
from tests.games.wheel_of_fate.test_offers import brawl
from tests.web.drawn import Page, in_a_line, templates
from tests.web.unfolding import unfolded

from tablefolk.core.game import Block
from tablefolk.core.table.scenes import EndScene
from tablefolk.games.wheel_of_fate.page import blocks
from tablefolk.games.wheel_of_fate.page.offers.making import say
from tablefolk.games.wheel_of_fate.rules.contests import GoOn, OpenContest
from tablefolk.games.wheel_of_fate.rules.drafts import AddSource, DraftRoll
from tablefolk.games.wheel_of_fate.rules.exchanges import Act, CloseWait
from tablefolk.games.wheel_of_fate.rules.fate import SpendDie
from tablefolk.games.wheel_of_fate.rules.helping import Help
from tablefolk.games.wheel_of_fate.rules.npcs import MakeNpc
from tablefolk.games.wheel_of_fate.rules.rolls import Throw
from tablefolk.games.wheel_of_fate.rules.scenes import GiveStress
from tablefolk.games.wheel_of_fate.rules.state import ATTRIBUTES
from tablefolk.games.wheel_of_fate.rules.tasks import OpenTask
from tablefolk.hosting.live import Live
from tablefolk.web.render import Painter, whole
from tablefolk.web.stage import Slots, grouped

PAINTER = Painter()
WAYS = ("physical", "mental")


def drawn(played: Played, who: str) -> str:
    live = Live("t", GAME, len(played.log), played.table, played.log)
    return unfolded(PAINTER, live, who)


@cache
def at(moment: Any) -> Played:
    played = moment()
    assert isinstance(played, Played)
    return played


@cache
def page(moment: Any, who: str) -> Page:
    return Page(drawn(at(moment), who))


# -- What holds everywhere -------------------------------------------------------------------


def all_blocks() -> Iterator[type[Block]]:
    for thing in vars(blocks).values():
        if isinstance(thing, type) and issubclass(thing, Block) and thing is not Block:
            yield thing


def test_every_block_has_a_drawing_of_its_own() -> None:
    for kind in all_blocks():
        assert (templates("wheel-of-fate") / f"{kind.__name__}.html").is_file(), kind


def test_every_block_is_on_somebodys_page_at_some_moment() -> None:
    seen: set[type] = set()
    for moment in MOMENTS:
        played = at(moment)
        for who in ("gm", "tom"):
            seen |= {type(b) for b in GAME.view(played.table, played.seat(who)).blocks}
    assert set(all_blocks()) - {blocks.Race} <= seen, "that one lies in the story"


def test_a_race_shows_everybodys_dice_in_the_story__WF_73() -> None:
    played = racing()
    assert played.wheel.contest
    for who, roll in played.wheel.contest.rolls.items():
        played.do(who, Throw(roll), (6,) * played.hero(who).attributes["physical"])
    story = drawn(played, "dave").partition('class="wf-race"')[2].partition("</ul>")[0]
    assert [story.count(f"<strong>{name}</strong>") for name in ("Tom", "Dave", "Mike")] == [1] * 3


@cache
def read(moment: Any, who: str) -> str:
    """What somebody may read at a moment, folds opened."""
    return unescape(drawn(at(moment), who))


@pytest.mark.parametrize(
    "key",
    [key for key in say.sentences if key.startswith(("advice.", "hint."))],
)
def test_every_piece_of_advice_is_on_somebodys_page_at_some_moment(key: str) -> None:
    text = say(key)
    moments = ((moment, who) for moment in MOMENTS for who in ("gm", "tom", "dave"))
    assert any(text in read(moment, who) for moment, who in moments)


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("What happens if it fails?", "WF-120"),
        ("Tom has rolled for this before.", "WF-124"),
        ("Really extra dice, not bonus dice?", "WF-126"),
        ("7 pools; two or three are usual.", "WF-97"),
        ("A danger sign is ticked", "WF-106"),
    ],
)
def test_reminders_stand_where_the_gm_reads_them(words: str, rule: str) -> None:
    assert words in read(searching, "gm"), rule


def test_the_failure_field_reminds_while_the_form_is_filled_in__WF_120() -> None:
    form = read(playing, "gm").split('name="on_failure"')[1].split("</label>")[0]
    assert say("note.no_failure") in form


def test_a_set_of_pools_is_one_button__WF_97() -> None:
    forms = [dict(form) for form in page(making, "gm").forms if ("do", "TakePools") in form]
    assert {form["setting"] for form in forms} >= {"police", "suburb"}
    assert not [f for f in page(making, "tom").forms if ("do", "TakePools") in f]


def test_a_result_opens_to_show_where_each_number_comes_from__WF_6__WF_16__WF_18() -> None:
    played = playing()
    played.do("gm", OpenTask("The door", 15))
    played.do("tom", DraftRoll("tom", "physical", max(played.wheel.tasks)))
    roll = played.last_roll.id
    played.do("gm", AddSource(roll, "penalty", 1, "Pitch dark"))
    played.do("dave", Help(roll, "dave"))
    played.do("dave", SpendDie(roll, "dave"))
    played.do("tom", Throw(roll), (5, 2, 2, 6, 1))
    page = in_a_line(unescape(drawn(played, "mike")))
    card = page.split('class="card result')[1].split("</article>")[0]
    assert "Dice: 5, 2, 2 (not counted), 6, 1 (not counted)." in card
    assert 'total-number">13<' in card
    assert "against 15" in card
    fold = card.split('class="made"')[1].split("</details>")[0]
    assert "3d6++" in fold
    assert "1 point spent" in fold
    for label in ("Physical", "Pitch dark", "Dave helps", "a fate point", "(Dave)"):
        assert label in fold


def test_the_meaning_of_every_number_of_dice_can_be_unfolded__WF_29__WF_113() -> None:
    for moment, who, least in ((making, "tom", 1), (playing, "gm", 0)):
        for dice in range(least, 7):
            assert say(f"labels.scale.{dice}.meaning") in read(moment, who)
    sheet = read(playing, "dave")
    assert say("labels.scale.4.meaning") in sheet


@pytest.mark.parametrize(
    ("who", "acts"), [("tom", ("try", "declare", "reward")), ("gm", ("call", "trouble", "fight"))]
)
def test_an_act_picked_from_all_tools_takes_the_stage_and_is_put_away_when_done(
    who: str, acts: tuple[str, ...]
) -> None:
    played = at(playing)
    live = Live("t", GAME, len(played.log), played.table, played.log)
    tools = whole(PAINTER.pieces(live, who, Slots(drawer="tools"))["drawer"])
    for act in acts:
        assert f'data-on="{act}"' in tools
        assert not live.parts(who)[act].stays
    assert 'data-in="notes"' in tools


def test_what_people_write_is_shown_and_never_obeyed__TF_11() -> None:
    text = drawn(at(drafting), "tom")
    assert "The <door>" not in text
    assert "The &lt;door&gt;" in text
    assert "Seen &amp; heard." in text


def test_the_throw_can_be_typed_in_where_the_table_rolls_by_hand__WF_5() -> None:
    played = playing(options={"dice": "hand"})
    played.do("gm", OpenTask("The door", 15))
    played.do("tom", DraftRoll("tom", "physical", max(played.wheel.tasks)))
    throws = [f for f in Page(drawn(played, "tom")).forms if ("do", "Throw") in f]
    assert throws
    assert all("faces" in dict(form) for form in throws)


# -- What strangers could not find on the stage ------------------------------------------------


def stage(played: Played, who: str, opened: str = "") -> str:
    live = Live("t", GAME, len(played.log), played.table, played.log)
    return unescape(whole(PAINTER.pieces(live, who, Slots(on=opened))["now"]))


def test_where_nobody_throws_neither_button_counts_dice__WF_15__WF_71() -> None:
    played = brawl("seats")
    played.do("tom", Act("tom", "dave"))
    tom, _ = played.wheel.contest.exchange.rolls  # type: ignore[union-attr]
    assert "Ready to throw: 2 dice" in stage(played, "dave")
    played.do("gm", AddSource(tom, "penalty", 4, "a net"))
    lost, won = stage(played, "tom"), stage(played, "dave")
    assert '<summary class="button button-grave button-big">Let it be lost …</summary>' in lost
    assert "Ready: won without a throw, as it stands</button>" in won
    for card in (lost, won):
        assert "It ends so when both are ready" in card
        assert "The dice fall" not in card


def test_nothing_is_offered_for_what_no_dice_can_save__WF_33__WF_76() -> None:
    played = brawl("seats")
    played.do("tom", Act("tom", "dave"))
    assert "An aspect of yours" in stage(played, "tom")
    assert "For Tom" in stage(played, "mike")
    played.do("gm", GiveStress("tom", 4, "a roof tile"))
    tom, mike = stage(played, "tom"), stage(played, "mike")
    assert "No help, point or aspect changes that" in tom
    for words in ("Tip it", "An aspect of yours", "a fate point"):
        assert words not in tom
    assert "For Tom" not in mike


def test_does_it_hurt_is_answered_before_its_dice_are_read__WF_95() -> None:
    played = brawl("seats")
    played.do("tom", Act("tom", "dave"))
    played.do("gm", CloseWait(), (1, 1, 1, 6, 6))
    card = stage(played, "dave")
    assert "Deal Tom 2 stress?" in card
    order = [
        card.index(words) for words in ("Deal Tom", "Yes, it hurts", "hold back", "result-who")
    ]
    assert order == sorted(order)
    assert "Tom 3, Dave 12" in card.split('id="clash-dice"')[1].split("</summary>")[0]


def test_the_verb_stands_beside_each_target_and_friends_are_marked__WF_93__WF_96() -> None:
    card = stage(brawl("seats"), "tom")
    assert card.index("Against Guard A") < card.index("Against Dave")
    assert card.split("Against Dave")[1].split("</button>")[0].count("on your side") == 1
    assert "on your side" not in card.split("Against Guard A")[1].split("</button>")[0]


def test_who_watches_reads_whose_dice_go_into_which_roll__WF_65() -> None:
    played = brawl("seats")
    played.do("gm", GiveStress("tom", 1, "a chair"))
    played.do("tom", Act("tom", "npc_guard-a"))
    assert '<p class="label">Tom</p>' in stage(played, "dave")
    assert '<p class="label">Tom</p>' not in stage(played, "tom")


def test_what_is_out_of_reach_is_said_in_the_call__WF_128() -> None:
    call = stage(playing(), "gm", "call")
    physical, mental = (call.split(f"wf-ladder-{way}")[1].split("</fieldset>")[0] for way in WAYS)
    assert "20 and 25: nobody gets there without an aspect." in physical
    assert "25: nobody gets there without an aspect." in mental
    assert 'data-in="yardstick"' in call


def test_the_call_ends_with_its_button__WF_120() -> None:
    call = in_a_line(stage(playing(), "gm", "call"))
    assert call.index("Call for it") > max(call.index("call-stakes"), call.index("call-more"))


def test_somebody_new_is_a_name_and_three_numbers__WF_119() -> None:
    form = stage(playing(), "gm", "npc").split('value="MakeNpc"')[1].split("</form>")[0]
    before, folded = form.split('id="npc-more"')
    assert [f'name="{name}"' in before for name in ("name", *ATTRIBUTES)] == [True] * 4
    assert 'name="notes"' in folded.split("</details>")[0]


def test_each_sides_dice_are_given_by_name__WF_126() -> None:
    played = brawl("seats")
    played.do("tom", Act("tom", "npc_guard-a"))
    card = stage(played, "gm")
    assert "Give or impose dice: Tom" in card
    assert "Give or impose dice: Guard A" in card


def test_a_win_that_is_sure_asks_for_nothing_and_warns_of_nothing__WF_71() -> None:
    played = playing()
    played.do("gm", MakeNpc("Ghost", 0, 2, 2))
    played.do("gm", OpenContest("A haunting", "physical", ("tom", "dave", "npc_ghost")))
    played.do("tom", Act("tom", "npc_ghost"))
    card = stage(played, "tom")
    assert "Go on: nobody throws" in card
    for words in ("Just a fate point", "This roll is lost", "The dice fall when", ": 3 dice"):
        assert words not in card


def test_ending_it_is_the_way_on_when_nobody_is_left_against_them__WF_91() -> None:
    played = brawl("seats")
    played.do("gm", GiveStress("npc_guard-a", 9, "a roof tile"))
    gm, tom = stage(played, "gm"), stage(played, "tom")
    assert 'class="button button-main button-big">End the contest' in gm
    assert "Go on all the same" in gm
    assert "Against Dave" not in tom
    played.do("gm", GoOn())
    gm, tom = stage(played, "gm"), stage(played, "tom")
    assert "Go on all the same" not in gm
    assert "Against Dave" in tom


def test_whoever_is_out_reads_why_there_is_no_form__WF_77() -> None:
    played = playing()
    played.do("gm", GiveStress("tom", 9, "a fall"))
    card = stage(played, "tom", "try")
    assert "nothing can be tried" in card
    assert "Say what you do, and with what" not in card


def test_between_scenes_the_gm_is_led_on_from_what_was__TF_15() -> None:
    played = playing()
    played.do("gm", EndScene())
    assert 'data-on="scene"' in stage(played, "gm")
    assert 'data-on="scene"' not in stage(played, "tom")


def test_a_tool_is_found_by_what_can_be_done_in_it__TF_19() -> None:
    played = playing()
    live = Live("t", GAME, len(played.log), played.table, played.log)
    tools = [tool for group in grouped(live, "gm", live.parts("gm")) for tool in group.tools]
    scene = next(tool for tool in tools if tool.key == "scene")
    labels = [offer.label for offer in live.parts("gm")["scene"].offers()]
    assert labels
    assert all(label in scene.also for label in labels)
