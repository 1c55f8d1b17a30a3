"""Shapers and Bots' screens for everybody: axe finds nothing at the moments that matter."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.evenings import Evening
from tests.browser.house import PHONE, Server
from tests.browser.people import starting
from tests.browser.test_accessibility import faultless, legible
from tests.games.shapers_and_bots import moments
from tests.games.shapers_and_bots.table import Played

from tablefolk.games.shapers_and_bots.rules.building import BeginSheet, SpreadPoints


@pytest.fixture
def evening(browser: Browser, server: Server) -> Iterator[Evening]:
    yield from Evening.at(browser, server, "shapers-and-bots", "Low Harbour")


def test_axe_finds_nothing_while_a_character_is_made_of_pictures__SB_36_SB_84(
    evening: Evening,
) -> None:
    ann = evening.looks("p1", closely=True)
    faultless(ann, "Table")  # 21 animals and the bot
    ann.page.locator("#be-goat").evaluate("pic => pic.open = true")
    ann.presses(ann.now.get_by_role("button", name=starting("Make my own")).locator("visible=true"))
    expect(ann.page.locator("#now-head")).to_have_text("What is your goat like?")
    faultless(ann, "Table")
    legible(ann, "Table")


def test_shaping_is_one_tap_from_the_first_screen_of_skills_on_a_phone__SB_137(
    evening: Evening,
) -> None:
    evening.comes_to(skilled)
    ann = evening.looks("p1", closely=True)
    ann.page.set_viewport_size(PHONE)
    expect(ann.page.locator("#now-head")).to_have_text("What has your goat learned?")
    expect(ann.now.get_by_role("link", name=starting("Born to shape?"))).to_be_in_viewport(ratio=1)
    ann.opens("Born to shape?")
    expect(ann.drawer.get_by_role("button", name=starting("Shape Earth"))).to_be_in_viewport()
    faultless(ann)


def skilled() -> Played:
    """A goat in the making, at the step of skills."""
    played = Played()
    played.do("p1", BeginSheet("goat"))
    played.do("p1", SpreadPoints("goat", "quick"))
    return played


def test_axe_finds_nothing_on_the_stage_of_a_player_and_of_the_director__SB_13_SB_170(
    evening: Evening,
) -> None:
    evening.comes_to(moments.quiet)
    faultless(evening.looks("p1", closely=True), "Table", "People")
    faultless(evening.looks("gm", closely=True), "Table")


def test_axe_finds_nothing_on_a_try_that_asks_for_no_dice__SB_17_SB_22(evening: Evening) -> None:
    evening.comes_to(moments.tried)
    faultless(evening.looks("p1"), "Table")
    evening.comes_to(moments.easy)
    faultless(evening.looks("gm"), "Table")


def test_axe_finds_nothing_on_what_came_of_a_try__SB_18_SB_30(evening: Evening) -> None:
    evening.comes_to(moments.failed)
    ann = evening.looks("p1")
    faultless(ann, "Table", "Story")
    legible(ann, "Table", "Story")


def test_axe_finds_nothing_in_a_fight_from_the_turn_to_the_blow__SB_105_SB_136(
    evening: Evening,
) -> None:
    evening.comes_to(moments.turn)
    faultless(evening.looks("p1", closely=True), "Table")
    evening.comes_to(moments.attacked)
    ann = evening.looks("p1")
    faultless(ann, "Table")
    legible(ann, "Table")
    evening.comes_to(moments.staggering)
    faultless(evening.looks("gm"), "Table")
