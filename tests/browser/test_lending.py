"""Somebody has to go: another plays for them on the phone in their hand, until it goes back."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect
from tests.browser.house import Server
from tests.browser.people import Person
from tests.browser.tables import READY, done, leave, under_way
from tests.browser.test_seats import face, is_waited_for, turns_to


def went_well(*people: Person) -> None:
    for one in people:
        assert not one.troubles + one.notes
    leave(*people)


def lends(robin: Person) -> None:
    """Robin lets Ines play for Tomas, by their names and their characters'."""
    form, button = robin.finds("Let somebody play for another", robin.opens("Seats"))
    for asked, who in (("Whose character", "Tomas (Bruno Tal)"), ("To whom", "Ines (Nora Pell)")):
        form.get_by_role("group", name=asked).get_by_label(who).check()
    robin.presses(button)
    robin.puts_away()


def test_the_gm_lends_a_seat_and_the_borrower_plays_it_and_gives_it_back__TF_6(
    browser: Browser, server: Server
) -> None:
    robin, ines, tomas = under_way(browser, server, "Ines", "Tomas", phones=("Ines",))
    lends(robin)
    expect(ines.stage).to_contain_text("You play Bruno Tal for Tomas, too.")
    expect(tomas.stage).to_contain_text("Ines plays for you")
    done(robin, "Say", text="The canary sings", to=["tomas"])
    done(robin, "OpenTask", title="Open the safe", mental=5, called=[READY["Tomas"]])
    is_waited_for(ines, "Bruno Tal")
    ines.stage.get_by_role("link", name=re.compile("Bruno Tal is waited for")).click()
    expect(face(ines, "Bruno Tal")).to_have_accessible_name(re.compile("your seat now"))
    ines.does("Roll Mental", ines.sees("How do you go about it"))
    ines.does("Throw the dice", ines.sees("Ready to throw"))
    for one in (robin, ines, tomas):
        one.reads(one.story, "Ines for Tomas")
    expect(tomas.story).to_contain_text("The canary sings")
    expect(ines.story).not_to_contain_text("canary")
    turns_to(ines, "Nora Pell")
    turns_to(ines, "Bruno Tal")
    ines.stage.get_by_role(
        "button", name=re.compile("^Give .* seat back")
    ).click()  # the page leads home
    expect(ines.page.get_by_role("list", name="Seats you hold")).to_have_count(0)
    expect(ines.mat).to_contain_text("Nora Pell")
    expect(tomas.stage).not_to_contain_text("plays for you")
    went_well(robin, ines, tomas)


def test_whoever_lent_it_takes_it_back_and_the_borrowers_page_goes_home__TF_6(
    browser: Browser, server: Server
) -> None:
    robin, ines, tomas = under_way(browser, server, "Ines", "Tomas", phones=("Ines", "Tomas"))
    done(tomas, "Lend", member="tomas", to="ines")
    turns_to(ines, "Bruno Tal")
    tomas.does("Play for yourself again", tomas.stage)
    expect(ines.mat).to_contain_text("Nora Pell")
    expect(ines.page.get_by_role("list", name="Seats you hold")).to_have_count(0)
    went_well(robin, ines, tomas)
