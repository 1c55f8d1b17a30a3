"""The world of Rotate Bird as it is drawn: links lead somewhere, circles have their names."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from typing import Any

import pytest
from tests.games.rotate_bird.moments_world import (
    WORLD,
    choosing,
    connecting,
    done,
    inciting,
    linked,
    no_factors,
    no_worksheet,
)
from tests.games.rotate_bird.table import Played, created
from tests.games.rotate_bird.test_page_world import closed
from tests.web.drawn import Page, templates
from tests.web.house import House
from tests.web.test_rotate_bird_drawn import drawn

from tablefolk.core.game import Block
from tablefolk.games.rotate_bird.page.view import desk, npcs, rewards, tracks, worksheet
from tablefolk.games.rotate_bird.rules.incident import SuggestWording
from tablefolk.games.rotate_bird.rules.worksheet import (
    ChooseFactors,
    PlaceBeing,
    PlaceDoing,
    RollBeingCircle,
    RollDoingCircle,
    StartWorksheet,
)

everywhere = pytest.mark.parametrize(
    ("moment", "who"),
    [(moment, who) for moment in WORLD for who in ("gm", "p1", "p2")],
    ids=lambda value: getattr(value, "__name__", value),
)


@cache
def at(moment: Any) -> Played:
    played = moment()
    assert isinstance(played, Played)
    return played


@cache
def text(moment: Any, who: str) -> str:
    return drawn(at(moment), who)


# -- What holds everywhere -------------------------------------------------------------------------


def test_every_block_of_the_world_has_a_drawing_of_its_own() -> None:
    world = (vars(part).values() for part in (desk, npcs, rewards, tracks, worksheet))
    for thing in chain.from_iterable(world):
        if isinstance(thing, type) and issubclass(thing, Block) and thing is not Block:
            assert (templates("rotate-bird") / f"{thing.__name__}.html").is_file(), thing


@everywhere
def test_every_link_within_the_page_leads_somewhere(moment: Any, who: str) -> None:
    page = Page(text(moment, who))
    ids = page.ids()
    for tag, attributes in page.elements:
        goal = attributes.get("href", "")
        if tag in ("a", "use") and goal.startswith("#"):
            assert ids[goal[1:]] == 1, goal


@pytest.mark.parametrize("moment", [no_factors, choosing, connecting, linked, inciting, done])
def test_all_thirteen_circles_can_be_reached_and_say_what_they_are__RB_162(moment: Any) -> None:
    alone = "gm" in at(moment).bird.worksheets
    for who in ("gm",) if alone else ("gm", "p1"):
        links = [a for tag, a in Page(text(moment, who)).elements if "data-circle" in a]
        assert len(links) == 13
        goals = "#own-" if alone else "#ws-"
        assert all(a["aria-label"] and a["href"].startswith(goals) for a in links)


def test_the_players_own_words_are_shown_as_words() -> None:
    assert "The Moon &lt;b&gt;" in text(no_worksheet, "p1")
    assert "The Moon <b>" not in text(no_worksheet, "p1")


def test_a_symbol_of_ones_own_is_asked_for_in_one_form__RB_156() -> None:
    """With a pad to draw on, and never by the name of an icon."""
    grown = closed(created({"advancement": True}), 3)
    shown = drawn(grown, "p1")
    assert "for your own" in shown
    assert "A symbol of your own for" not in shown
    assert "Font Awesome" not in shown
    assert 'name="icon"' not in shown


# -- On paper --------------------------------------------------------------------------------------


async def test_the_worksheet_is_printed_for_those_at_the_table_only__RB_178(house: House) -> None:
    gm = house.person()
    form = {"game": "rotate-bird", "name": "The Moon", "gm": "Mara"}
    await gm.sit(await gm.post("/new", form))
    empty = await gm.get(f"/t/{gm.table}/paper/worksheet-empty")
    assert empty.status_code == 200
    assert len(re.findall(r'class="ws-ring"', empty.text)) == 13
    assert (await gm.get(f"/t/{gm.table}/paper/worksheet")).status_code == 404
    await gm.post(f"/t/{gm.table}/do", {"do": "StartWorksheet"})
    assert (await gm.get(f"/t/{gm.table}/paper/worksheet")).status_code == 200
    stranger = house.person()
    assert (await stranger.get(f"/t/{gm.table}/paper/worksheet-empty")).status_code == 403


async def test_a_game_without_paper_has_none(house: House) -> None:
    (gil,) = await house.table()
    assert (await gil.get(f"/t/{gil.table}/paper/worksheet")).status_code == 404


# -- Beside where somebody writes (RB-169, RB-172) -------------------------------------------------


def writing() -> Played:
    """Two facts are known, and the GM has rolled for a third."""
    played = created()
    played.do("gm", StartWorksheet())
    played.do("gm", ChooseFactors(("ring", "tower", "dragon")))
    for circle, who in ((1, "gm"), (3, "p1")):
        played.do(who, RollBeingCircle(), (1, 1, circle))
        played.do(who, PlaceBeing(circle, f"Fact {circle} is so."))
    played.do("p2", RollDoingCircle(), (1, 1))
    played.do("p2", PlaceDoing("12", 1, "The ring opens the tower."))
    return played


def test_the_other_side_is_told_beside_the_side_that_is_known__RB_169() -> None:
    told = drawn(writing(), "p3")
    assert "like the side that is known: “The ring opens the tower.”" in " ".join(told.split())


def test_facts_stand_where_a_circle_is_chosen__RB_167() -> None:
    played = writing()
    played.do("p3", RollBeingCircle(), (1, 1, 5))
    form = drawn(played, "p3").partition('id="ws-place"')[2].partition("</form>")[0]
    assert "Fact 1 is so." in form
    assert "Fact 3 is so." in form


def test_a_suggested_wording_is_taken_with_one_tap__RB_172() -> None:
    played = writing()
    played.do("p3", RollBeingCircle(), (1, 1, 5))
    played.do("p1", SuggestWording("The dragon naps."))
    assert 'data-fill="ws-place-fact" value="The dragon naps."' in drawn(played, "p3")
    assert "data-fill" not in drawn(played, "p2"), "whoever writes has the last word"


def test_an_advance_asks_for_no_name_of_an_icon__RB_157() -> None:
    """One form for each place, with a pad to draw on; nothing is drawn a second time."""
    played = closed(created({"advancement": True}), 3)
    told = drawn(played, "p1")
    assert "Font Awesome" not in told
    assert 'name="icon"' not in told
    assert told.count('name="do" value="SwapForOwn"') == 3
