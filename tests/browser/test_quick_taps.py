"""A child taps fast: every tap on a stepper counts, in its order."""

from __future__ import annotations

from playwright.sync_api import Browser, expect
from tests.browser.house import Server
from tests.browser.people import somebody
from tests.browser.tables import done, joined, leave
from tests.browser.test_stage import HOLD

TAPS = """names => names.forEach(name =>
  document.querySelector(`button[aria-label^="Raise ${name}"]`).click())"""


def test_quick_taps_on_steppers_are_all_carried_out__SB_78(
    browser: Browser, server: Server
) -> None:
    robin = somebody(browser, server.address, "Robin")
    form = {"game": "shapers-and-bots", "name": "Low Harbour", "gm": "Robin"}
    robin.page.goto(robin.page.request.post("/new", form=form).url)
    ines = joined(robin, browser, server, "Ines")
    done(ines, "BeginSheet", species="goat")
    builder = ines.opens("Every number of").locator(".sb-builder")
    expect(builder).to_be_visible()
    taps = ["Brawling", "Climbing", "Hiding", "Stealth", "Brawling", "Dexterity", "Dexterity"]
    ines.page.evaluate(HOLD)
    ines.page.evaluate(TAPS, taps)
    expect(builder.locator(".sending").first).to_be_attached()
    ines.page.evaluate("window.letGo()")
    for name, raised in (("Brawling", 2), ("Climbing", 1), ("Stealth", 1), ("Dexterity", 2)):
        row = builder.locator(".sb-row", has=ines.page.get_by_text(name, exact=True)).first
        expect(row.locator(".sb-from")).to_contain_text(f"+{raised}")
    expect(builder.locator(".sending")).to_have_count(0)
    assert ines.troubles == []
    leave(robin, ines)
