"""How many taps an act takes, counted at real pages: point 7 of what the stage's design accepts.

A tap is a pointer put down, be it on a button, a choice, a fold or a link that opens a part.
Counted from the moment somebody is asked, or wants something, to the moment it is done; what is
typed counts as a text. Players hold phones, the GM sits at a wide screen.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Locator, expect
from tests.browser.evenings import Evening
from tests.browser.house import PHONE, Server
from tests.browser.people import Person, starting
from tests.browser.tables import READY, done, leave, under_way
from tests.games.rotate_bird import moments as bird
from tests.games.shapers_and_bots import moments as bots

Trio = tuple[Person, Person, Person]
COUNT = """() => {
  // Not of the window: there Playwright stops a press that would miss, and tries again.
  const count = (event) => { taps += event.isTrusted; };
  if (!('taps' in window)) document.addEventListener('pointerdown', count, true);
  window.taps = 0;
}"""


@contextmanager
def takes(one: Person, taps: int) -> Iterator[None]:
    """What is done meanwhile takes so many."""
    one.page.evaluate(COUNT)
    yield
    assert one.page.evaluate("taps") == taps


def chooses(place: Locator, name: str) -> None:
    """A card that is a choice: tapped wherever one likes."""
    choice = place.get_by_role("radio", name=starting(name)).first
    choice.locator("xpath=ancestor::label[1]").click()
    expect(choice).to_be_checked()


# -- Wheel of Fate --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def trio(browser: Browser, server: Server) -> Iterator[Trio]:
    """Robin runs the game, Ines has a phone, Tomas a wide screen; for all these tests."""
    robin, ines, tomas = under_way(browser, server, "Ines", "Tomas", phones=("Ines",))
    yield robin, ines, tomas
    leave(robin, ines, tomas)


def test_an_offer_is_answered_by_one_tap__WF_46(trio: Trio) -> None:
    robin, ines, _ = trio
    done(robin, "OfferPoint", to=READY["Ines"], aspect=1, what="The lamp goes out.")
    place = ines.sees("Will you let it happen, for a fate point?")
    with takes(ines, 1):
        ines.does("Let it happen", place)
    ines.sees("What do you do, Nora?")


def test_a_fact_is_declared_by_two_taps_and_a_text__WF_34(trio: Trio) -> None:
    robin, ines, tomas = trio
    for one in (ines, tomas):
        bag = f"{one.name} has a flashlight."
        one.tab("Table")
        with takes(one, 2):
            one.now.get_by_role("link", name=starting("Declare a fact")).click()
            place = one.sees("to be true?")
            one.does("It is so", place, {"What is true from now on?": bag})
        robin.answers(bag)


def test_whoever_says_something_taps_once_beside_the_text_wherever_they_are(trio: Trio) -> None:
    robin, ines, tomas = trio
    for one, taps in ((robin, 1), (tomas, 1), (ines, 2)):  # on a phone the box is opened first
        words = f"{one.name} says hello."
        with takes(one, taps):
            one.says(words)
        tomas.reads(tomas.story, words)
    ines.tab("People")
    with takes(ines, 2):
        ines.says("Hello from among the people.")
    tomas.reads(tomas.story, "Hello from among the people.")


def test_a_roll_is_called_by_three_taps_and_a_text_and_two_more_lead_to_the_dice__WF_20(
    trio: Trio,
) -> None:
    robin, ines, _ = trio
    with takes(robin, 3):
        call = robin.opens("Call a roll")
        call.get_by_label("What is to be managed?").fill("The hatch")
        call.locator(".wf-rung-pick").locator("visible=true").filter(has_text="10").first.click()
        robin.does("Call for it", call)
    place = ines.sees("How do you go about it, Nora?")
    with takes(ines, 2):
        ines.does("Roll Physical", place)
        ines.does("Throw the dice", ines.sees("Ready to throw"))
    ines.reads(ines.story, "The hatch")


def test_an_exchange_takes_two_taps__WF_89(trio: Trio) -> None:
    robin, ines, tomas = trio
    done(robin, "MakeNpc", name="Guard", physical=1, mental=1, social=1)
    who = [READY["Ines"], "npc_guard"]
    done(robin, "OpenContest", title="The guard", attribute="physical", who=who, order="dice")
    done(robin, "SetOrder")
    turn = ines.sees("What do you do, Nora?")
    with takes(ines, 2):
        ines.does(
            "Against Guard", turn.get_by_role("group", name=starting("Nora Pell acts against"))
        )
        ines.does("Ready to throw", ines.sees("Ready to throw against Guard, Nora?"))
    with takes(robin, 1):
        robin.does("Ready to throw", robin.sees("Ready to throw against Nora, Guard?"))
    tomas.reads(tomas.story, "Guard throws")


# -- The other games ------------------------------------------------------------------------------


@pytest.fixture
def fox(browser: Browser, server: Server) -> Iterator[Evening]:
    yield from Evening.at(browser, server, "shapers-and-bots", "The river")


@pytest.fixture
def birds(browser: Browser, server: Server) -> Iterator[Evening]:
    yield from Evening.at(browser, server, "rotate-bird", "The ring")


def on_a_phone(evening: Evening, who: str) -> Person:
    one = evening.looks(who)
    one.page.set_viewport_size(PHONE)
    return one


def test_whether_one_defends_is_said_by_one_tap__SB_121(fox: Evening) -> None:
    fox.comes_to(bots.attacked)
    one = on_a_phone(fox, "p1")
    place = one.sees("defend?")
    with takes(one, 1):
        one.does("Yes, defend!", place)


def test_a_pick_takes_two_taps__RB_42(birds: Evening) -> None:
    birds.comes_to(bird.rolled)
    one = on_a_phone(birds, "p1")
    place = one.sees("Which die comes true")
    with takes(one, 2):
        chooses(place, "4")
        one.does("Take the 4", place)


def test_a_payment_takes_two_taps__RB_93(birds: Evening) -> None:
    birds.comes_to(bird.paying)
    one = on_a_phone(birds, "p1")
    place = one.sees("Pay, or let it come")
    with takes(one, 2):
        chooses(place, "Pay")
        one.does("Pay", place)
