"""The example, played: nothing of the house knows Lanterns in the Fog."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.people import Person, somebody, starting
from tests.example import install, serving

TITLE = "Lanterns in the Fog"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Of a server beside which the example is installed."""
    (tmp_path / "site").mkdir()
    install(tmp_path / "site")
    with serving(tmp_path / "site", tmp_path) as (found, _):
        yield found


def opened(gm: Person) -> str:
    """From the game on the front page to its table; gives the link for the others."""
    gm.page.goto("/")
    expect(gm.page.get_by_text(TITLE).first).to_be_visible()
    gm.page.get_by_role("link", name="Open a table").first.click()
    gm.page.get_by_role("radio", name=starting(TITLE)).check()
    gm.page.get_by_label("The table's name").fill("Over the moor")
    gm.page.get_by_label("Your name").fill(gm.name)
    gm.page.get_by_role("button", name="Open the table").click()
    gm.is_seated()
    return gm.page.get_by_label("Invite link").input_value()


def test_a_game_from_elsewhere_is_played(browser: Browser, address: str) -> None:
    robin, ana = somebody(browser, address, "Robin"), somebody(browser, address, "Ana", phone=True)
    ana.sits_down(opened(robin))
    robin.sees("The fog is quiet.")
    robin.does("Something looms", None, {"What looms": "a gate without a wall"}, "5: a bog")
    now = ana.sees("“a gate without a wall” looms in the fog.")
    ana.reads(now, "33.3% to find the way.", "55.6%", "70.4%", "A 5 or more lights it up.")
    way = now.get_by_role("img", name="0 of 5 steps taken")
    expect(way.locator("circle")).to_have_count(5)  # its own template
    dashed = way.locator("circle").first.evaluate("c => getComputedStyle(c).strokeDasharray")
    assert re.match(r"3px|3", dashed)  # and its own css
    ana.does("Burn 2 measures")
    ana.reads(ana.story, "Ana lifts the lantern, throws")
    robin.sees("The fog is quiet.")
    robin.reads(robin.now, "Ana 2 oil")
    assert robin.troubles + ana.troubles == []
