"""Shapers and Bots' screens for everybody: axe finds nothing at the moments that matter."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.evenings import Evening
from tests.browser.house import Server
from tests.browser.test_accessibility import faultless, legible
from tests.games.shapers_and_bots import moments


@pytest.fixture
def evening(browser: Browser, server: Server) -> Iterator[Evening]:
    yield from Evening.at(browser, server, "shapers-and-bots", "Low Harbour")


def test_axe_finds_nothing_while_a_character_is_made_of_pictures__SB_36_SB_84(
    evening: Evening,
) -> None:
    ann = evening.looks("p1", closely=True)
    faultless(ann, "Scene")  # all species to choose from, and the ready-made ones
    ann.does("Goat", ann.scene)
    expect(ann.scene.get_by_role("region", name="Features")).to_be_visible()
    faultless(ann, "Scene")
    legible(ann, "Scene")


def test_axe_finds_nothing_on_a_sheet_and_on_the_directors_desk__SB_13_SB_170(
    evening: Evening,
) -> None:
    evening.comes_to(moments.quiet)
    faultless(evening.looks("p1", closely=True), "Scene", "People")
    faultless(evening.looks("gm", closely=True), "Your desk")


def test_axe_finds_nothing_on_a_try_that_asks_for_no_dice__SB_17_SB_22(evening: Evening) -> None:
    evening.comes_to(moments.tried)
    faultless(evening.looks("p1"), "Scene")
    evening.comes_to(moments.easy)
    faultless(evening.looks("gm"), "Scene")


def test_axe_finds_nothing_on_what_came_of_a_try__SB_18_SB_30(evening: Evening) -> None:
    evening.comes_to(moments.failed)
    ann = evening.looks("p1")
    faultless(ann, "Scene", "Story")
    legible(ann, "Scene", "Story")


def test_axe_finds_nothing_in_a_fight_from_the_turn_to_the_blow__SB_105_SB_136(
    evening: Evening,
) -> None:
    evening.comes_to(moments.turn)
    robin = evening.looks("gm", closely=True)
    expect(robin.scene.get_by_role("article").first).to_be_visible()
    faultless(robin, "Scene")
    evening.comes_to(moments.attacked)
    ann = evening.looks("p1")
    faultless(ann, "Scene")
    legible(ann, "Scene")
    evening.comes_to(moments.staggering)
    faultless(evening.looks("gm"), "Scene")
