"""One person with one browser plays several seats: a tap turns the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, expect
from tests.browser.accepted import first_paint, looked_at
from tests.browser.house import Server
from tests.browser.people import Person, somebody, starting

from tablefolk.core.game import Game
from tablefolk.games import shelf


def face(one: Person, name: str) -> Locator:
    """Somebody's face in the head."""
    return one.page.get_by_role("list", name="Seats you hold").get_by_role(
        "link", name=starting(name)
    )


def turns_to(one: Person, name: str) -> None:
    """One tap, and the whole page is that seat's."""
    face(one, name).click()
    expect(face(one, name)).to_have_accessible_name(re.compile("your seat now"))


def is_waited_for(one: Person, name: str) -> None:
    expect(face(one, name)).to_have_accessible_name(re.compile("is waited for"))


def tries(browser: Browser, server: Server, game: str = "Wheel of Fate") -> Person:
    """From the front page to a table with a scene under way, on a phone."""
    one = somebody(browser, server.address, "", phone=True)
    one.page.goto("/")
    one.page.get_by_role("button", name=re.compile(f"^Try it.*{game}")).click()
    one.is_seated()
    return one


@pytest.mark.parametrize("game", shelf().games, ids=lambda game: game.key)
def test_the_first_paint_of_every_seat_is_small_and_hides_nothing(
    game: Game, browser: Browser, server: Server
) -> None:
    one = tries(browser, server, game.about.title)
    seats = one.page.locator(".seat").evaluate_all("all => all.map((face) => face.href)")
    assert len(seats) > 2
    for seat in seats:
        one.page.goto(seat)
        one.is_seated()
        assert first_paint(one.page) == [], seat
        one.looks()
        assert one.notes == [], seat


def test_what_can_go_into_the_dice_is_in_sight_before_they_fall__MU_48(
    browser: Browser, server: Server
) -> None:
    one = tries(browser, server, "Mutagen")
    expect(one.now.get_by_text("Exploit a status")).to_be_in_viewport(ratio=1)
    one.looks()
    assert one.notes == []


UNDER_A_FOOT = """() => {
  const card = document.querySelector('#now > .now');
  const foot = document.createElement('div'), tall = document.createElement('button');
  foot.className = 'foot foot-stuck';
  foot.innerHTML = '<button type="button" class="button button-big">Throw</button>';
  tall.textContent = 'What is hidden';
  tall.style.marginBlockStart = '40rem';
  card.append(tall, foot);
  document.dispatchEvent(new Event('tablefolk:tab'));
}"""


def test_a_foot_that_lies_over_something_says_so_and_leads_there(
    browser: Browser, server: Server
) -> None:
    one = tries(browser, server)
    one.page.evaluate(UNDER_A_FOOT)
    foot = one.now.locator(".foot-stuck").last
    expect(foot).to_have_class(re.compile(r"\bover\b"))
    assert [note for note in looked_at(one.page) if "there is more" in note] == []
    foot.dispatch_event("click")
    expect(one.now.get_by_text("What is hidden")).to_be_in_viewport(ratio=1)
    expect(foot).not_to_have_class(re.compile(r"\bover\b"))


def settles(one: Person) -> None:
    """Nora's throw is seen through, whoever has won it, until it is Pip's turn."""
    waited = face(one, "Mara").or_(face(one, "Pip")).filter(has_text="is waited for")
    expect(waited).to_be_visible()
    if "Mara" in waited.inner_text():
        turns_to(one, "Mara")
        one.does("Yes", one.sees("Does it hurt"))
    is_waited_for(one, "Pip")


def test_one_browser_plays_an_exchange_through_from_three_seats__TF_9(
    browser: Browser, server: Server
) -> None:
    one = tries(browser, server)
    is_waited_for(one, "Nora")
    expect(one.page.get_by_role("list", name="How a turn goes")).to_be_visible()
    one.does("Ready to throw", one.sees("Ready to throw against The harbour master, Nora?"))
    expect(one.page.get_by_role("list", name="How a turn goes")).to_have_count(0)
    settles(one)
    turns_to(one, "Pip")
    target = starting("The harbour master act")
    against = one.sees("What do you do, Pip?").get_by_role("button", name=target)
    if not against.count():  # Nora's dice, which nobody chose, have put him out of the contest
        return
    one.presses(against)
    other = Person(one.page.context.new_page())
    other.page.goto(one.page.url)
    turns_to(other, "Mara")  # a second tab: the first is Pip's all the same
    one.does("Ready to throw", one.sees("Ready to throw against The harbour master, Pip?"))
    other.does("Ready to throw", other.now)
    one.reads(one.story, "Pip Marlow throws", "The harbour master throws")
    assert not one.troubles + other.troubles
