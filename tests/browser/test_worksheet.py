"""The worksheet in real browsers: three people to the end of it, and one with a keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.browser.house import Server
from tests.browser.people import PRESSED, Person, somebody
from tests.browser.tables import done, joined, leave

PAIRS = (
    ("Dragon", "Ring"),
    ("Ring", "Tower"),
    ("Tower", "Dragon"),
)


def table(browser: Browser, server: Server) -> Person:
    """Robin has opened a table of Rotate Bird."""
    robin = somebody(browser, server.address, "Robin")
    form = {"game": "rotate-bird", "name": "The Moon is late", "gm": "Robin"}
    robin.page.goto(robin.page.request.post("/new", form=form).url)
    return robin


@pytest.fixture
def trio(browser: Browser, server: Server) -> Iterator[tuple[Person, Person, Person]]:
    robin = table(browser, server)
    ines = joined(robin, browser, server, "Ines")
    tomas = joined(robin, browser, server, "Tomas", phone=True)
    done(ines, "TakeReadyMade", key="odile-quill")
    done(tomas, "TakeReadyMade", key="gus-halloran")
    yield robin, ines, tomas
    assert [one.troubles for one in (robin, ines, tomas)] == [[], [], []]
    leave(robin, ines, tomas)


@contextmanager
def pressing(one: Person) -> Iterator[None]:
    """A finger lies on what is to do now, and holds back what would take its place."""
    box = one.page.locator("#now-head").bounding_box()
    assert box is not None
    one.page.mouse.move(box["x"] + 5, box["y"] + 5)
    one.page.mouse.down()
    yield
    one.page.mouse.up()


def sheet(one: Person) -> Locator:
    """The group's worksheet, while it is what everybody does."""
    return one.now.get_by_role("region", name="The worksheet")


def circle(one: Person, name: str) -> Locator:
    """A circle of the diagram, by what a screen reader says of it."""
    return one.page.get_by_role("link", name=re.compile(name))


def adds_being(one: Person, number: int, fact: str) -> None:
    one.does("Roll a Being symbol", sheet(one))
    expect(circle(one, rf"^Circle {number}, Being.*: empty, yours to choose$")).to_be_visible()
    one.does("Put", sheet(one), {"A fact that has to do with": fact}, f"Circle {number}")


def adds_doing(one: Person, here: str, there: str, fact: str) -> None:
    one.does("Roll a Doing symbol", sheet(one))
    one.does("Put", sheet(one), {"A fact that has to do with": fact}, f"{here} about {there}")


def adds_other_side(one: Person, here: str, there: str, fact: str) -> None:
    one.does(f"Tell {there}’s side of {here}", sheet(one), {"The other side": fact})


def test_three_people_play_the_worksheet_to_its_end__RB_161_RB_174(
    trio: tuple[Person, Person, Person],
) -> None:
    robin, ines, tomas = trio
    robin.does("A worksheet for everybody", robin.opens("A random scenario"))
    robin.puts_away()
    robin.does("Choose three Factors", sheet(robin), {}, "Dragon", "Ring", "Tower")
    for one in trio:
        expect(circle(one, "^Factor 2: Ring")).to_be_visible()
    # The GM makes the first contribution; nobody makes a second before all have made one.
    ines.reads(sheet(ines), "Robin makes the first contribution.")
    adds_being(robin, 1, "It has not slept since spring.")
    robin.reads(sheet(robin), "Ines or Tomas is next")
    adds_being(ines, 3, "Whoever wears it hears the sea.")
    expect(sheet(robin).get_by_role("button", name="Roll a Being symbol")).to_have_count(0)
    robin.reads(sheet(robin), "before anybody makes a second")
    adds_doing(tomas, *PAIRS[0], "The dragon wants it back.")
    # Somebody suggests; whoever writes has the last word.
    adds_other_side(ines, *PAIRS[0], "The ring chose another hand.")
    tomas.does("Roll a Being symbol", sheet(tomas))
    ines.does("Suggest a wording", sheet(ines), {"How would you put it": "It leans to listen."})
    sheet(tomas).get_by_role("button", name="Take it : It leans to listen.").click()
    expect(sheet(tomas).get_by_label("A fact that has to do with")).to_have_value(
        "It leans to listen."
    )
    fact = {"A fact that has to do with": "It leans, and it listens."}
    tomas.does("Put", sheet(tomas), fact, "Circle 5")
    for one, number in ((robin, 2), (ines, 4), (tomas, 6)):
        adds_being(one, number, f"There are {number} of them.")
    for one, other, pair in ((robin, ines, PAIRS[1]), (tomas, robin, PAIRS[2])):
        adds_doing(one, *pair, "So it began.")
        adds_other_side(other, *pair, "Or so they say.")
    for one in trio:
        one.reads(one.sees("What sets it all going?"), "12 of 12 facts")
    robin.does("Roll what sets it going", sheet(robin))
    crisis = {"The crisis": "The tide forgets to turn."}
    with pressing(ines):  # what is drawn under her hand is the worksheet still
        robin.does("Write it down", sheet(robin), crisis)
        label = ines.stage.get_by_role("link", name="The worksheet")
        expect(label).to_be_visible()
        expect(sheet(ines)).to_be_visible()
        label.dispatch_event("click")
        ines.reads(ines.drawer, "The tide forgets to turn.")
    ines.puts_away()
    for one in trio:  # done, it lies on the table
        one.reads(one.opens("The worksheet"), "The tide forgets to turn.", "It leans, and it")
        expect(circle(one, "^The middle: (?!empty)")).to_be_visible()


def test_the_worksheet_prints_on_one_page_of_either_size__RB_178(
    browser: Browser, server: Server
) -> None:
    robin = table(browser, server)
    page = robin.page
    page.goto(f"{page.url.split('#')[0]}/paper/worksheet-empty")
    expect(page.get_by_role("group", name=re.compile("thirteen circles"))).to_be_visible()
    for size in ("A4", "Letter"):
        assert len(re.findall(rb"/Type /Page\b", page.pdf(format=size))) == 1
    assert not page.get_by_text(re.compile(r"^[FBDX]$")).count()
    leave(robin)


# -- By keyboard alone -----------------------------------------------------------------------------

NAME = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return '';
  const said = at.getAttribute('aria-label') || [...(at.labels ?? [])].map((l) => l.innerText).join(' ');
  return (said || at.innerText || at.textContent || '').replace(/\\s+/g, ' ').trim();
}"""  # noqa: E501


def tab_to(page: Page, name: str, most: int = 300) -> None:
    """Press Tab until what has the focus is called so."""
    wanted = re.compile(name)
    for _ in range(most):
        page.keyboard.press("Tab")
        if wanted.search(page.evaluate(NAME)):
            return
    raise AssertionError(f"no way to “{name}” by Tab")


def enter(page: Page) -> None:
    """Press Enter, and wait until the table has judged it and the page has dealt with that."""
    page.evaluate(f"({PRESSED})(document.activeElement)")
    with page.expect_response(lambda r: r.request.method == "POST") as answered:
        page.keyboard.press("Enter")
    assert answered.value.ok
    page.wait_for_function("() => !window.pressed")  # the focus is where it goes by itself


def unfolds(page: Page, name: str) -> None:
    """Open a fold; its form comes when it is asked for."""
    tab_to(page, name)
    page.keyboard.press("Enter")
    expect(page.locator("details:focus-within form").last).to_be_visible()


def goes(page: Page, name: str) -> None:
    tab_to(page, name)
    enter(page)


def from_tools(page: Page, name: str) -> None:
    """All tools there are, and one of them, by keys."""
    page.keyboard.press("t")
    expect(page.locator("#tool-list")).to_be_visible()
    tab_to(page, name)
    page.keyboard.press("Enter")
    expect(page.locator("#tool-list")).to_have_count(0)


def own_sheet(one: Person) -> Locator:
    return one.now.get_by_role("region", name="Your own worksheet")


def says_now(one: Person, text: str) -> None:
    expect(own_sheet(one).get_by_role("status")).to_contain_text(text)


def test_one_person_plays_it_by_keyboard_alone__RB_175(browser: Browser, server: Server) -> None:
    robin = table(browser, server)
    page = robin.page
    from_tools(page, "^A random scenario")
    unfolds(page, "^A worksheet for me alone")
    goes(page, "^A worksheet for me alone$")
    expect(own_sheet(robin)).to_be_visible()
    told = page.locator("#story-new > li")
    while "First, three Factors" in own_sheet(robin).inner_text():
        before = told.count()
        goes(page, "^Roll three Factors")  # six and six is rolled again
        expect(told).to_have_count(before + 1)
    for number in range(1, 7):
        says_now(robin, f"{13 - number} facts are missing")
        goes(page, "^Roll a Being symbol")
        says_now(robin, "You have rolled")
        tab_to(page, f"^Circle {number}, Being.*yours to choose$")
        page.keyboard.press("Enter")
        page.keyboard.type(f"Fact number {number} is short.")
        enter(page)
    for number in range(3):
        says_now(robin, f"{6 - 2 * number} facts are missing")
        goes(page, "^Roll a Doing symbol")
        says_now(robin, "You have rolled")
        tab_to(page, "^Connection, Doing.*yours to choose$")
        page.keyboard.press("Enter")
        page.keyboard.press("Space")  # from this side
        tab_to(page, "^A fact that has to do with")
        page.keyboard.type("One side of it.")
        enter(page)
        says_now(robin, f"{5 - 2 * number} fact")
        unfolds(page, "^Tell .* side of")
        expect(page.get_by_label("The other side of it")).to_be_focused()  # by itself
        page.keyboard.type("The other side of it.")
        enter(page)
    says_now(robin, "All twelve facts are there")
    goes(page, "^Roll what sets it going")
    says_now(robin, "What does it stand for?")
    tab_to(page, "^The crisis")
    page.keyboard.type("The tide forgets to turn.")
    goes(page, "^Write it down")
    expect(own_sheet(robin)).to_contain_text("The tide forgets to turn.")
    assert robin.troubles == []
    leave(robin)
