"""From the link to a character of one's own, on a phone, by one's thumbs alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect
from tests.browser.house import Server
from tests.browser.people import Person, somebody
from tests.browser.tables import done, invite, joined, leave, opened

MOST = 9  # taps, beside what is typed
QUESTIONS = ("greatest strength", "greatest weakness", "you want", "keeps you", "you doing")


class Thumbs:
    """Somebody who counts their taps; Enter is of the keyboard, like all that is typed."""

    def __init__(self, one: Person) -> None:
        self.one, self.taps = one, 0

    def taps_on(self, button: str, **typed: str) -> None:
        place = self.one.page.locator("main").last
        self.types(place, typed)
        self.taps += 1
        place.get_by_role("button", name=button).first.tap()

    def types(self, place: Locator, typed: dict[str, str]) -> None:
        for label, words in typed.items():
            place.get_by_label(label.replace("_", " ")).locator("visible=true").last.fill(words)


@pytest.fixture
def ines(browser: Browser, server: Server) -> Iterator[Thumbs]:
    """Two others have a character already, and there are pools to choose from."""
    robin = opened(browser, server)
    others = [joined(robin, browser, server, name) for name in ("Tomas", "Wen")]
    done(robin, "OpenCreation")
    done(robin, "TakePools", setting="harbour")
    for one, key in zip(others, ("bruno-tal", "pip-marlow"), strict=True):
        done(one, "TakeReadyMade", key=key)
    ines = somebody(browser, server.address, "Ines", phone=True)
    ines.page.goto(invite(robin))
    yield Thumbs(ines)
    assert ines.troubles == []
    leave(robin, *others, ines)


def test_an_own_character_takes_nine_taps_at_most_beside_the_typing__WF_109(ines: Thumbs) -> None:
    sees = ines.one.sees
    ines.taps_on("Sit down", Your_name="Ines")
    sees("Who will you be?")
    who = "Nora Pell reads what she should not."
    ines.taps_on("Begin a character", What_are_they_called="Nora Pell", Who_are_they=who)
    now = sees("What is between Nora and the others?")
    for other in ("Bruno Tal", "Pip Marlow"):
        words = {
            f"{other}: How do you know": "From the pier.",
            f"{other}: How do you feel": "Fond.",
        }
        ines.types(now, words)
    ines.taps_on("Write down what is between you")
    sees("What is Nora made of?")
    ines.one.page.set_viewport_size({"width": 360, "height": 780})
    table = ines.one.page.locator("#now .scroll:has(.wf-dice-table)")
    assert table.evaluate("one => one.scrollWidth <= one.clientWidth"), "6d is out of sight"
    ines.taps_on("Mental first")
    for question in QUESTIONS:
        now = sees(question)
        ines.types(now, {"Your answer": "It is so.", "In a few words": f"About {question}"})
        now.get_by_label("In a few words").press("Enter")
    sees("What has Nora practised?")
    ines.taps_on("Save the pools")
    now = sees("What has just gone wrong?")
    now.get_by_role("textbox").fill("The lamp is out.")
    ines.taps_on("Nora Pell is ready")
    sees("Nora is ready")
    assert ines.taps <= MOST


def test_a_new_face_at_the_table_leaves_ones_dice_where_they_lie__WF_109(
    browser: Browser, server: Server
) -> None:
    robin = opened(browser, server)
    ines = joined(robin, browser, server, "Ines", phone=True)
    done(robin, "OpenCreation")
    done(robin, "TakePools", setting="harbour")
    done(ines, "MakeCharacter", name="Nora Pell", text="Nora Pell reads.")
    done(ines, "SetAttributes", who="nora-pell", physical=2, mental=4, social=2)
    done(ines, "WriteAnswers", who="nora-pell", answers=[*"abcde"], aspects=[*"abcde"])
    practised = ines.sees("What has Nora practised?")
    laid = [practised.get_by_label(name) for name in ("Digging things up 3d", "Old stories 0d")]
    for one in laid:
        one.check(force=True)
    wen = joined(robin, browser, server, "Wen")
    done(wen, "MakeCharacter", name="Pip")
    ines.reads(ines.row("Pip"), "who, 1 of 6")
    ines.sees("What has Nora practised?")
    for one in laid:
        expect(one).to_be_checked()
    leave(robin, ines, wen)
