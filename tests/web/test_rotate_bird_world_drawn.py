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
from tests.games.rotate_bird.table import Played
from tests.web.drawn import Page, templates
from tests.web.house import House
from tests.web.test_rotate_bird_drawn import drawn

from tablefolk.core.game import Block
from tablefolk.games.rotate_bird.page.view import desk, npcs, rewards, tracks, worksheet

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
