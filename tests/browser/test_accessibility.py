"""For everybody: axe finds nothing on any screen, and the keyboard and the ear are enough."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.browser.axe import findings
from tests.browser.house import PHONE, WIDE, Server
from tests.browser.people import PRESSED, Person, somebody
from tests.browser.tables import done, invite, joined, leave, opened, under_way

from tablefolk.core.game import Game
from tablefolk.games import shelf

SCREENS = ("Table", "People", "Story")
Table = tuple[Person, Person, Person]
REGIONS = {
    "Table": "#main", "You": "#mat", "People": "#tab-people", "Story": "#tab-story",
    "Drawer": "#drawer",
}  # fmt: skip


def faultless(one: Person, *parts: str) -> None:
    """Axe has nothing to say: on a phone in the dark; and the first time with all unfolded and
    wide in the light, too, for another moment has the same colours and the same folds.

    Of a table's page these parts are looked at; what frames them has a test of its own.
    """
    regions = [REGIONS[part] for part in parts]
    one.skips()  # half gone, a big moment has other colours
    if one.examined != one.page.url:
        unfold(one.page, *regions)
        look(one.page, wide=True, dark=False)
        assert findings(one.page, within=regions) == []
        one.examined = one.page.url
    look(one.page, wide=False, dark=True)
    for part in parts or ("",):
        if part:
            one.tab(part)
        assert findings(one.page, within=[REGIONS[part]] if part else ()) == []
    look(one.page, wide=True, dark=False)


def legible(one: Person, *parts: str) -> None:
    """The two looks that are left: wide in the dark, on a phone in the light."""
    for wide in (True, False):
        look(one.page, wide=wide, dark=wide)
        within = [REGIONS[part] for part in parts]
        assert findings(one.page, "color-contrast", "target-size", within=within) == []


def look(page: Page, *, wide: bool, dark: bool) -> None:
    page.set_viewport_size(WIDE if wide else PHONE)
    page.emulate_media(color_scheme="dark" if dark else "light")


def unfold(page: Page, *within: str) -> None:
    """Open every fold, for what lies in them is part of the screen."""
    for part in within or ("body",):
        folds = page.locator(f"{part} details:not(#menu)")
        folds.evaluate_all("all => all.forEach((d) => d.open = true)")
        expect(page.locator(f"{part} details[data-form] a[href^='?form=']")).to_have_count(0)
        expect(page.locator(f"{part} [aria-busy]")).to_have_count(0)


# -- Axe finds nothing ---------------------------------------------------------------------------


def test_axe_would_find_something(browser: Browser, server: Server) -> None:
    ada = somebody(browser, server.address, "Ada")
    ada.page.goto("/")
    ada.page.evaluate("document.querySelector('main').append(new Image())")
    assert [f.split(":")[0] for f in findings(ada.page)] == ["image-alt"]
    leave(ada)


@pytest.mark.parametrize("path", ["/", "/new", "/about", "/rules/WF-43", "/nothing", "/j/0"])
def test_axe_finds_nothing_on_pages_that_anybody_can_open(
    browser: Browser, server: Server, path: str
) -> None:
    ada = somebody(browser, server.address, "Ada")
    ada.page.goto(path)
    faultless(ada)
    legible(ada)
    leave(ada)


@pytest.mark.parametrize("game", shelf().games, ids=lambda game: game.key)
def test_axe_finds_nothing_on_a_table_as_a_whole(
    browser: Browser, server: Server, game: Game
) -> None:
    """The GM's page of the table to try: its frame, and all that lies there at once."""
    robin = somebody(browser, server.address, "Robin")
    robin.page.goto(f"{robin.page.request.post(f'/try/{game.key}').url}?seat=mara")
    look(robin.page, wide=True, dark=False)
    assert findings(robin.page) == []
    legible(robin)
    leave(robin)


def test_axe_finds_nothing_at_the_door(browser: Browser, server: Server) -> None:
    robin = opened(browser, server, admission="true")
    ada = somebody(browser, server.address, "Ada")
    ada.page.goto(invite(robin))
    faultless(ada)
    ada.page.get_by_label("Your name").fill("Robin")  # taken
    ada.page.get_by_role("button", name="Sit down").click()
    expect(ada.page.get_by_role("alert")).to_be_visible()
    faultless(ada)
    ada.page.get_by_label("Your name").fill("Ada")
    ada.page.get_by_role("button", name="Sit down").click()
    expect(ada.page.get_by_role("heading", level=1)).to_contain_text("One moment, Ada")
    faultless(ada)
    leave(robin, ada)


def test_axe_finds_nothing_while_characters_are_made(browser: Browser, server: Server) -> None:
    robin = opened(browser, server)
    ines, wen = (joined(robin, browser, server, name) for name in ("Ines", "Wen"))
    faultless(robin, "Table")  # with the invite in front of everything
    done(robin, "OpenCreation")
    done(robin, "DefinePool", name="Weird gadgets", special=True)
    done(wen, "TakeReadyMade", key="pip-marlow")
    expect(ines.page.get_by_role("button", name="Play Nora Pell")).to_be_visible()
    faultless(ines, "Table")
    ines.does("Begin a character", ines.now, {"What are they called?": "Ondine"})
    expect(ines.now).to_contain_text("Ondine")
    ines.examined = ""
    faultless(ines, "Table", "You")  # one step, unfolded
    robin.opens("Pools")
    robin.examined = ""
    faultless(robin, "Table", "You")
    leave(robin, ines, wen)


@pytest.fixture
def table(browser: Browser, server: Server) -> Iterator[Table]:
    """Robin, Ines and Tomas, in the first scene."""
    robin, ines, tomas = under_way(browser, server, "Ines", "Tomas")
    yield robin, ines, tomas
    leave(robin, ines, tomas)


def test_axe_finds_nothing_on_a_roll_and_its_result(table: Table) -> None:
    robin, ines, _ = table
    lock = {"mental": 5, "social": 20, "closed": ["physical"], "called": ["nora-pell"]}
    done(robin, "OpenTask", title="The lock", **lock)
    ines.does("Roll Mental", ines.sees("How do you go about it, Nora?"))
    ines.does("Digging things up", ines.sees("Ready to throw, Nora?"))
    expect(robin.page.locator("#now > .now[data-kind=owed]")).to_be_visible()
    faultless(robin, "Table", "People", "You")
    robin.does("Yes")
    faultless(ines, "Table")
    ines.does("Throw the dice", ines.sees("Ready to throw, Nora?"))
    ines.reads(ines.story, "Nora Pell throws")
    ines.insists("Throw", {"roll": 99})
    expect(ines.page.get_by_role("alert").filter(has_text="WF-")).to_be_visible()
    faultless(ines, *SCREENS)
    ines.opens_sheet("Nora Pell")
    faultless(ines, "Drawer")
    legible(ines)


def test_axe_finds_nothing_on_a_contest_and_a_pause(table: Table) -> None:
    robin, ines, tomas = table
    done(robin, "MakeNpc", name="The harbour master", physical=2, mental=3, social=4)
    people = ["nora-pell", "bruno-tal", "npc_the-harbour-master"]
    done(robin, "OpenContest", title="In the doorway", attribute="social", who=people, order="dice")
    done(robin, "SetOrder")
    done(robin, "GiveStress", who="bruno-tal", n=3, reason="A fall.")
    for one in (robin, ines):
        expect(one.now).to_contain_text("In the doorway")
        faultless(one, "Table", "People")
    tomas.presses(tomas.page.get_by_role("button", name="Stop", exact=True))
    expect(robin.page.get_by_role("alert").filter(has_text="paused")).to_be_visible()
    faultless(robin, "Table")


def test_axe_finds_nothing_on_log_settings_and_windows(table: Table) -> None:
    robin, ines, _ = table
    done(robin, "OpenTask", title="The lock", mental=5, called=["nora-pell"])
    ines.does("Roll Mental", ines.sees("How do you go about it, Nora?"))
    ines.does("Throw the dice", ines.sees("Ready to throw, Nora?"))
    ines.reads(ines.story, "Nora Pell throws")
    ines.skips()  # a big moment takes the first key, and ends by it
    ines.page.keyboard.press("?")
    expect(ines.page.get_by_role("dialog", name="Keys")).to_be_visible()
    faultless(ines)
    ines.page.keyboard.press("Escape")
    ines.story.get_by_role("link", name="why this is so").last.click()
    expect(ines.page.get_by_role("dialog", name="The rule")).to_contain_text("WF-")
    faultless(ines)
    for one in (robin, ines):
        table_url = re.split("[?#]", one.page.url)[0]
        for path in ("/log", "/seat"):
            one.page.goto(table_url + path)
            faultless(one)


# -- The keyboard is enough ----------------------------------------------------------------------


class Keyboard:
    """Somebody without a mouse, who must always see where they are."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def tabs_to(self, goal: Locator, most: int = 80) -> None:
        """Press Tab until there; wherever the focus is on the way, it can be seen."""
        for _ in range(most):
            if goal.evaluate("goal => goal === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
            self.sees_the_focus()
        raise AssertionError(f"{most} times Tab, and not there: {goal}")

    def sees_the_focus(self) -> None:
        shown = self.page.evaluate(
            """() => {
              const at = document.activeElement;
              if (!at || at === document.body) return true;  // in the browser's own frame
              const shape = at.matches('input[type=radio], input[type=checkbox]')
                ? [at, at.closest('label')] : [at];
              return shape.some(one => {
                const style = one && getComputedStyle(one);
                return style && (style.outlineStyle !== 'none' && style.outlineWidth !== '0px'
                  || style.boxShadow !== 'none');
              });
            }"""
        )
        where = self.page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
        assert shown, f"the focus cannot be seen on {where}"

    def types(self, text: str) -> None:
        self.page.keyboard.type(text)

    def presses(self, key: str) -> None:
        self.page.keyboard.press(key)

    def acts(self) -> None:
        """Enter, and the page has dealt with what came of it: the focus is where it goes."""
        self.page.evaluate(f"({PRESSED})(document.activeElement)")
        self.page.keyboard.press("Enter")
        self.page.wait_for_function("() => !window.pressed")


def test_a_player_joins_makes_a_character_and_throws_by_keyboard_alone(
    browser: Browser, server: Server
) -> None:
    robin = opened(browser, server)
    done(robin, "OpenCreation")
    ines = somebody(browser, server.address, "Ines")
    page, keys = ines.page, Keyboard(ines.page)
    page.goto(invite(robin))
    keys.tabs_to(page.get_by_label("Your name"))
    keys.types("Ines")
    keys.acts()
    ines.is_seated()
    keys.tabs_to(page.get_by_role("button", name="Play Nora Pell"))
    keys.acts()
    expect(ines.now).to_contain_text("Nora is ready")
    done(robin, "StartPlay", title="The harbour office", confirm=True)
    done(robin, "OpenTask", title="The lock", mental=5, called=["nora-pell"])
    ines.sees("How do you go about it, Nora?")
    keys.presses("n")
    expect(page.locator("#now-head")).to_be_focused()
    keys.tabs_to(page.get_by_role("button", name="Roll Mental"), 4)
    keys.acts()
    ines.sees("Ready to throw, Nora?")
    expect(page.locator("#now-head")).to_be_focused()
    keys.tabs_to(page.get_by_role("button", name="Throw the dice"), 30)
    keys.acts()
    ines.reads(ines.story, "Nora Pell throws")
    expect(page.locator("#now-head")).to_be_focused()
    leave(robin, ines)


def test_a_question_mark_lists_the_keys_and_each_does_what_it_says(table: Table) -> None:
    _, ines, _ = table
    page, keys = ines.page, Keyboard(ines.page)
    page.reload()  # a big moment takes the first key, and ends by it
    ines.is_seated()
    keys.presses("?")
    listed = page.get_by_role("dialog", name="Keys")
    for words in ("this list", "to do now", "answers", "say something", "people", "tools", "stop"):
        expect(listed).to_contain_text(words)
    keys.presses("Escape")
    expect(listed).to_be_hidden()
    for key, place in (("n", "#now-head"), ("p", "#people-head"), ("t", "#drawer-head")):
        keys.presses(key)
        expect(page.locator(place)).to_be_focused()
    keys.presses("Escape")
    expect(page.locator("#drawer h2")).to_have_count(0)
    keys.presses("m")
    expect(ines.mat.locator(":focus")).to_have_count(1)
    keys.presses("s")
    field = page.get_by_label("Say something")
    expect(field).to_be_focused()
    keys.types("What is this? Oh!")  # in a field, keys are letters
    expect(field).to_have_value("What is this? Oh!")
    expect(listed).to_be_hidden()
    keys.presses("Escape")
    expect(field).not_to_be_focused()
    keys.types("no! no!")  # in no field: no word, and no space in it, stops the table
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_focused()
    expect(page.get_by_role("alert").filter(has_text="paused")).to_be_hidden()
    keys.presses("Enter")
    expect(page.get_by_role("alert").filter(has_text="paused")).to_be_visible()


def test_keys_can_be_switched_off_for_good(table: Table) -> None:
    _, ines, _ = table
    ines.page.reload()  # a big moment takes the first key, and ends by it
    ines.is_seated()
    ines.page.keyboard.press("?")
    ines.page.get_by_label("Keys are on").uncheck()
    ines.page.keyboard.press("Escape")
    ines.page.reload()
    ines.is_seated()
    ines.page.keyboard.press("?")
    expect(ines.page.get_by_role("dialog", name="Keys")).to_be_hidden()


def test_skip_links_lead_past_the_head(table: Table) -> None:
    _, ines, _ = table
    ines.page.reload()
    ines.page.keyboard.press("Tab")
    expect(ines.page.locator(":focus")).to_have_text("Skip to what is to do now")
    expect(ines.page.locator(":focus")).to_be_in_viewport()


# -- The ear is enough ---------------------------------------------------------------------------

LISTEN = """() => {
  window.told = [];
  for (const region of document.querySelectorAll('#announce, #asked, [role=alert]')) {
    new MutationObserver(changes => {
      for (const change of changes) {
        for (const node of change.addedNodes) {
          const text = (node.textContent ?? '').replace(/\\s+/g, ' ').trim();
          if (text) window.told.push([region.id, text]);
        }
      }
    }).observe(region, {childList: true, subtree: true, characterData: true});
  }
}"""


def told(one: Person, place: str) -> list[str]:
    """What a screen reader has been given to say there."""
    heard: list[list[str]] = one.page.evaluate("window.told")
    return [text for where, text in heard if where == place]


def test_a_question_that_is_owed_is_announced_once_to_whoever_owes_it(table: Table) -> None:
    robin, ines, tomas = table
    for one in (ines, tomas):
        one.page.evaluate(LISTEN)
    done(robin, "OpenTask", title="The lock", mental=5, called=["nora-pell"])
    ines.sees("How do you go about it, Nora?")
    tomas.sees("How does Nora go about it?")
    [asked] = told(ines, "asked")
    assert asked.startswith("Robin calls for a roll: How do you go about it, Nora?")
    assert told(tomas, "asked") == []


def test_a_refusal_is_announced_at_once(table: Table) -> None:
    _, ines, _ = table
    ines.page.evaluate(LISTEN)
    ines.insists("Reward", {"to": "nora-pell"})
    ines.is_refused("Reward somebody else's character.", "WF-53")
    assert any("Reward somebody else's character." in text for text in told(ines, "notice"))


# -- Large letters, narrow screens ---------------------------------------------------------------


def test_nothing_scrolls_sideways_at_320_pixels_or_with_letters_of_200_percent(
    table: Table,
) -> None:
    robin, ines, _ = table
    done(robin, "OpenTask", title="The lock of the strongroom", mental=5, called=["nora-pell"])
    ines.does("Roll Mental", ines.sees("How do you go about it, Nora?"))
    ines.sees("Ready to throw, Nora?")
    robin.opens("Call a roll")
    for one, parts in ((ines, SCREENS), (robin, (*SCREENS, "Tools"))):
        for part in parts:
            narrow(one, part)
        table_url = re.split("[?#]", one.page.url)[0]
        for path in ("/", "/new", "/about", f"{table_url}/log", f"{table_url}/seat"):
            one.page.goto(path)
            narrow(one)
        one.page.goto(table_url)


def narrow(one: Person, part: str = "") -> None:
    """A screen of 320 pixels; and one of 640 with letters twice as large."""
    for width, letters in ((320, "100%"), (640, "200%")):
        one.page.set_viewport_size({"width": width, "height": 800})
        one.page.evaluate("size => { document.documentElement.style.fontSize = size }", letters)
        if part == "Tools" and not one.page.locator("#tool-list").count():
            one.page.locator("[data-in=tools]").locator("visible=true").first.click()
            expect(one.page.locator("#tool-list")).to_be_visible()
        elif part in SCREENS:
            one.tab(part)
        unfold(one.page)
        wide = one.page.evaluate(
            """() => {
              const most = document.documentElement.clientWidth;
              if (document.scrollingElement.scrollWidth <= most) return [];
              return [...document.querySelectorAll('body *')]
                .filter(e => e.getBoundingClientRect().right > most + 1
                  && !e.closest('.sr, .scroll, svg'))
                .map(e => e.tagName + '.' + e.className).slice(0, 8).concat('scrolls');
            }"""
        )
        assert wide == [], f"{one.page.url} {part} at {width}px and {letters}"
