"""Rotate Bird as it is drawn: every block has its drawing, and every offer its form."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from tests.games.rotate_bird.moments import MOMENTS, epic, gathering, rolled, used_before
from tests.games.rotate_bird.moments_world import choosing
from tests.games.rotate_bird.table import GAME, Played, created
from tests.web.drawn import Page, templates
from tests.web.unfolding import unfolded

from tablefolk.core.game import Block, Pick
from tablefolk.games.rotate_bird.page.blocks import play
from tablefolk.games.rotate_bird.page.offers.making import of_kind
from tablefolk.games.rotate_bird.page.stage import offers
from tablefolk.games.rotate_bird.page.view import creation, sheets
from tablefolk.games.rotate_bird.rules.challenges import DeclareChallenge
from tablefolk.games.rotate_bird.rules.creation import TakeReadyMade
from tablefolk.games.rotate_bird.rules.fallout import PassOffset
from tablefolk.games.rotate_bird.rules.opposition import ShowNpc
from tablefolk.games.rotate_bird.rules.packs import meanings
from tablefolk.games.rotate_bird.rules.ready_made import ready_mades
from tablefolk.games.rotate_bird.rules.rolling import RollPool
from tablefolk.games.rotate_bird.rules.symbols import ReplacePicture
from tablefolk.hosting.live import Live
from tablefolk.web.render import Painter

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
    for thing in {**vars(play), **vars(sheets), **vars(creation)}.values():
        if isinstance(thing, type) and issubclass(thing, Block) and thing is not Block:
            yield thing


def test_every_block_has_a_drawing_of_its_own() -> None:
    for kind in all_blocks():
        assert (templates("rotate-bird") / f"{kind.__name__}.html").is_file(), kind


def test_every_block_is_on_somebodys_page_at_some_moment() -> None:
    seen: set[type] = set()
    for moment in MOMENTS:
        played = at(moment)
        for who in ("gm", "p1"):
            seen |= {type(b) for b in GAME.view(played.table, played.seat(who)).blocks}
    assert set(all_blocks()) <= seen


def test_what_people_write_is_shown_and_never_obeyed__TF_11() -> None:
    text = drawn(at(gathering), "p1")
    assert "<fly>" not in text
    assert "I &lt;fly&gt;, &amp; well." in text
    assert "Over the &lt;wall&gt;" in text


def test_every_symbol_has_a_spoken_name_and_a_chat_form__RB_10() -> None:
    played = at(gathering)
    text = drawn(played, "p1")
    for trait in played.hero("c1").being:
        symbol = played.bird.symbol(trait.symbol)
        assert symbol.name in text
        assert symbol.emoji in text


def test_the_title_is_drawn_and_read_aloud__RB_2() -> None:
    found = [a for _, a in page(gathering, "p1").elements if a.get("aria-label") == "Rotate Bird"]
    assert found
    assert all(a.get("role") == "img" for a in found)


def test_each_number_to_pick_stands_with_its_meaning_and_its_button__RB_42() -> None:
    (form,) = [form for form in page(rolled, "p1").forms if ("do", "PickDie") in form]
    assert [value for name, value in form if name == "value"] == ["6", "4", "3", "1"]
    assert drawn(at(rolled), "p1").count("Take the 4 and its minor fallout") == 1
    assert [form for form in page(rolled, "p2").forms if ("do", "PickDie") in form] == []


def test_a_roll_that_is_refused_stays_in_the_foot_with_its_reason__RB_108() -> None:
    text = drawn(at(used_before), "p1")
    foot = text[text.index("foot-stuck rb-foot") :].partition("</article>")[0]
    assert "tap one more, or take one back" in foot
    assert "Roll 2 dice" in foot
    assert "foot-stuck" not in drawn(at(used_before), "p2")


def test_a_leader_reads_of_a_repeat_before_a_challenge_is_taken_on__RB_108__RB_122() -> None:
    played = used_before()
    played.do("gm", DeclareChallenge(played.test.id, perilous=True))
    assert drawn(played, "p1").count("tap one more, or take one back") == 1


def perilous() -> Played:
    played = created()
    played.open("c1")
    played.tap("c1", "sun")
    played.do("gm", DeclareChallenge(played.test.id, perilous=True))
    return played


def test_a_challenge_stands_with_its_odds_and_the_way_out_before_all_pictures__RB_122() -> None:
    text = drawn(at(perilous), "p1")
    first = text[text.index("A special challenge") : text.index("rb-stamps")]
    assert [word for word in ("take it", "Let it be", "to succeed") if word not in first] == []
    assert text.count("Let it be") == first.count("Let it be")


def test_the_roll_can_be_typed_in_where_the_table_rolls_by_hand__RB_6() -> None:
    played = created({"dice": "hand"})
    played.open("c1")
    played.tap("c1", played.hero("c1").being[0].symbol)
    name = RollPool.__name__
    rolls = [f for f in Page(drawn(played, "p1")).forms if ("do", name) in f]
    assert rolls
    assert all("faces" in dict(form) for form in rolls)


# -- Symbols to choose from (RB-10) ------------------------------------------------------------


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.__name__)
def test_symbols_are_chosen_by_their_pictures_wherever_one_chooses(moment: Any) -> None:
    played = at(moment)
    for offer in (o for who in ("gm", "p1", "p2") for o in offers(played.bird, played.seat(who))):
        for blank in offer.blanks:
            found = [
                c for c in getattr(blank, "choices", ()) if played.bird.find_symbol(str(c.value))
            ]
            if len(found) > 2:
                assert isinstance(blank, Pick)
                assert blank.pictured, f"{offer.do}.{blank.name}"
                assert all(choice.icon or choice.drawing for choice in found)


def test_a_grid_of_symbols_can_be_searched_and_speaks_in_full__RB_10() -> None:
    played = created()
    played.tested("c1", ["sun", "bird"], [6, 6], 6)
    text = drawn(played, "gm")
    page = Page(text)
    form = next(
        form for form in page.forms if {("do", "AssignSymbol"), ("symbol", "cat")} <= {*form}
    )
    assert sum(name == "symbol" for name, _ in form) == 108
    sifts = {found["data-sift"] for _, found in page.elements if "data-sift" in found}
    assert sifts <= set(page.ids())
    assert sifts
    assert '<span aria-hidden="true">Pizza</span><span class="sr">Slice of pizza</span>' in text


def test_whoever_is_ready_is_seen_large_by_their_own_pictures__RB_11() -> None:
    played = Played()
    played.do("p1", TakeReadyMade(next(iter(ready_mades()))))
    (hero,) = played.bird.cast.values()
    first = hero.being[0].symbol
    played.do("p1", ReplacePicture(hero.id, first, "a" * 40))
    told = drawn(played, "p2")
    big = told[told.index('data-kind="finished"') : told.index("</template>")]
    large = big[big.index("moment-drawn") :]
    assert large.count("<span>") == len(hero.being)
    assert f"/drawing/{'a' * 40}" in large
    symbol = played.bird.find_symbol(first)
    assert symbol
    assert symbol.called in big
    assert symbol.emoji not in big, "by name alone: chat forms are for copying"


def test_copies_of_a_trait_give_one_button_not_three__RB_140() -> None:
    played = created()
    played.make_npc("Forty Lamp Keepers", "lightbulb", "lightbulb", "lightbulb", "cat")
    played.open("c1", npc="npc_forty-lamp-keepers", opposes=1)
    played.tap("c1", "sun")
    played.roll(6)
    played.pick(6)
    labels = [o.label for o in offers(played.bird, played.seat("gm")) if o.do == "ShrugOff"]
    assert len(labels) == len(set(labels)) == 2
    assert "In the way: <strong>Forty Lamp Keepers</strong>" in drawn(played, "p1")


# -- A player writes once what it is about (RB-26, RB-59, RB-133) ----------------------------------


def test_every_way_to_try_something_is_in_one_form__RB_26_RB_59_RB_133() -> None:
    played = created()
    npc = played.make_npc("The Door", "key")
    played.do("gm", ShowNpc(npc))
    page = Page(drawn(played, "p1"))
    (form,) = [f for f in page.forms if ("do", "OpenTest") in f]
    assert [name for name, _ in form].count("intent") == 1
    pressed = {(a.get("name"), a.get("value")) for tag, a in page.elements if tag == "button"}
    assert {("npc", npc), ("beneficiary", "c2"), ("beneficiary", "c3")} <= pressed
    assert "asks the GM first" in drawn(played, "p1")


def test_whoever_helps_is_told_that_they_share_the_fallout__RB_57() -> None:
    told = "Whoever helps shares the fallout."
    assert told in drawn(at(gathering), "p3")
    assert told not in drawn(at(gathering), "p1")


def test_a_success_stands_only_once_nobody_can_shrug_it_off__RB_134() -> None:
    played = created()
    played.open("c1", npc=played.make_npc("The Door", "key", "door"))
    played.tap("c1", "sun")
    played.roll(4)
    played.pick(4)
    played.fallout(2)
    for who in ("gm", "p1"):
        assert "It worked, unless The Door can shrug it off" in drawn(played, who)
        assert "it stays so" not in drawn(played, who)


def test_symbols_stand_in_the_order_of_the_names_that_are_shown__RB_10() -> None:
    shown = [choice.label.casefold() for choice in of_kind(created().bird, "being")]
    assert shown == sorted(shown)


def test_what_a_factor_may_stand_for_is_read_while_a_fact_is_written__RB_164() -> None:
    played = choosing()
    text = drawn(played, "p1")
    where = text[text.index("Which circle?") : text.index("A fact that has to do with")]
    for factor in played.bird.worksheets[""].factors:
        assert all(meaning in where for meaning in meanings(factor))


def test_both_answers_to_an_epic_challenge_stand_before_what_can_be_looked_up__RB_122() -> None:
    text = drawn(at(epic), "p1")
    places = [
        text.index(words) for words in ("Mark Anchor for it", "Let it be", "All the odds, and more")
    ]
    assert places == sorted(places)


def test_the_gm_finds_the_frame_of_a_test_before_its_odds__RB_38__RB_106() -> None:
    text = drawn(at(gathering), "gm")
    places = [text.index(words) for words in ("Set a special challenge", "All the odds")]
    assert places == sorted(places)


def test_what_fallout_might_mean_stands_below_the_place_to_say_it__RB_88() -> None:
    """However much there is to read, the GM need not scroll to say it."""
    played = created()
    played.tested("c1", ["sun"], [2], 2)
    played.fallout(2, 5)
    played.as_("c1", PassOffset(played.test.id, "c1"))
    text = drawn(played, "gm")
    places = [text.index(words) for words in ("That is what happens", "rb-readings")]
    assert places == sorted(places)
