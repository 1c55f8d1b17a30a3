"""Wheel of Fate as it is drawn: every block has its drawing, and every offer its form."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html import unescape
from typing import Any

import pytest
from tests.games.wheel_of_fate.moments import MOMENTS, drafting, making, searching
from tests.games.wheel_of_fate.table import GAME, Played, playing
from tests.web.drawn import Page
from tests.web.unfolding import unfolded

from tablefolk.core.game import Block
from tablefolk.games.wheel_of_fate.page import blocks
from tablefolk.games.wheel_of_fate.page.offers.making import book, say
from tablefolk.games.wheel_of_fate.rules.drafts import AddSource, DraftRoll
from tablefolk.games.wheel_of_fate.rules.fate import SpendDie
from tablefolk.games.wheel_of_fate.rules.helping import Help
from tablefolk.games.wheel_of_fate.rules.rolls import Throw
from tablefolk.games.wheel_of_fate.rules.tasks import OpenTask
from tablefolk.hosting.live import Live
from tablefolk.web.render import TEMPLATES, Painter

PAINTER = Painter()


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
        assert (TEMPLATES / "wheel-of-fate" / f"{kind.__name__}.html").is_file(), kind


def test_every_block_is_on_somebodys_page_at_some_moment() -> None:
    seen: set[type] = set()
    for moment in MOMENTS:
        played = at(moment)
        for who in ("gm", "tom"):
            seen |= {type(b) for b in GAME.view(played.table, played.seat(who)).blocks}
    assert set(all_blocks()) <= seen


@cache
def read(moment: Any, who: str) -> str:
    """What somebody may read at a moment, folds opened."""
    return unescape(drawn(at(moment), who))


@pytest.mark.parametrize(
    "key",
    [key for key in (*book.sentences, *say.sentences) if key.startswith(("advice.", "hint."))],
)
def test_every_piece_of_advice_is_on_somebodys_page_at_some_moment(key: str) -> None:
    text = (book if key in book else say)(key)
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
    card = unescape(drawn(played, "mike")).split(f'id="b-roll-{roll}"')[1].split("</article>")[0]
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
            assert book(f"labels.scale.{dice}.meaning") in read(moment, who)
    sheet = read(playing, "dave")
    assert book("labels.scale.4.meaning") in sheet


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
