"""For everybody: axe finds nothing on any screen, and the keyboard and the ear are enough."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.browser.axe import findings
from tests.browser.house import PHONE, WIDE, Server
from tests.browser.people import Person, somebody
from tests.browser.tables import done, invite, joined, leave, opened, under_way

from tablefolk.core.game import Game
from tablefolk.games import GAMES

SCREENS = ("Scene", "People", "Story")
Table = tuple[Person, Person, Person]
REGIONS = {
    "Scene": "#tab-scene", "People": "#tab-people", "Story": "#tab-story", "Your desk": "#tab-desk",
}  # fmt: skip


def faultless(one: Person, *parts: str) -> None:
    """Axe has nothing to say: on a phone in the dark; and the first time with all unfolded and
    wide in the light, too, for another moment has the same colours and the same folds.

    Of a table's page these parts are looked at; what frames them has a test of its own.
    """
    regions = [REGIONS[part] for part in parts]
    if one.examined != one.page.url:
        unfold(one.page, *regions)
        look(one.page, wide=True, dark=False)
        assert findings(one.page, within=regions) == []
        one.examined = one.page.url
    look(one.page, wide=False, dark=True)
    for part in parts or ("",):
        if part:
            one.part(part)
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
        for asked in ("card", "form"):  # cards bring further folds with them
            page.locator(f"{part} details").evaluate_all("all => all.forEach((d) => d.open = true)")
            expect(page.locator(f"{part} details[data-form] a[href^='?{asked}=']")).to_have_count(0)
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


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_axe_finds_nothing_on_a_table_as_a_whole(
    browser: Browser, server: Server, game: Game
) -> None:
    """The GM's page of the table to try: its frame, and all that lies there at once."""
    robin = somebody(browser, server.address, "Robin")
    robin.page.goto(robin.page.request.post(f"/try/{game.key}").url)
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
    faultless(robin, "Scene")  # with the invite in front of everything
    done(robin, "OpenCreation")
    done(robin, "DefinePool", name="Weird gadgets", special=True)
    done(wen, "TakeReadyMade", key="pip-marlow")
    expect(ines.page.get_by_role("button", name="Play Nora Pell")).to_be_visible()
    faultless(ines, "Scene")
    ines.does("Begin a character", ines.scene, {"What are they called?": "Ondine"})
    expect(ines.scene.get_by_role("article", name="Ondine")).to_be_visible()
    faultless(ines, "Scene")  # all six steps, unfolded
    expect(robin.desk.get_by_role("region", name="Weird gadgets, a special pool")).to_be_visible()
    faultless(robin, "Your desk")
    leave(robin, ines, wen)


@pytest.fixture
def table(browser: Browser, server: Server) -> Iterator[Table]:
    """Robin, Ines and Tomas, in the first scene."""
    robin, ines, tomas = under_way(browser, server, "Ines", "Tomas")
    yield robin, ines, tomas
    leave(robin, ines, tomas)


def test_axe_finds_nothing_on_a_roll_and_its_result(table: Table) -> None:
    robin, ines, _ = table
    done(robin, "OpenTask", title="The lock", mental=5, social=20, closed=["physical"])
    ines.does("Roll Mental", ines.card("The lock"))
    ines.does("Card index", ines.card("Nora Pell rolls Mental"))
    expect(ines.scene).to_contain_text("It lies on the GM's desk.")
    faultless(ines, "Scene")
    robin.answers("Card index")
    faultless(robin, "Scene", "People", "Your desk")
    ines.does("Throw the dice", ines.card("Nora Pell rolls Mental"))
    expect(ines.result("The lock")).to_be_visible()
    ines.insists("Throw", {"roll": 99})
    expect(ines.page.get_by_role("alert").filter(has_text="WF-")).to_be_visible()
    faultless(ines, *SCREENS)
    legible(ines)


def test_axe_finds_nothing_on_a_contest_an_offer_and_a_pause(table: Table) -> None:
    robin, ines, tomas = table
    done(robin, "MakeNpc", name="The harbour master", physical=2, mental=3, social=4)
    people = ["nora-pell", "bruno-tal", "npc_the-harbour-master"]
    done(robin, "OpenContest", title="In the doorway", attribute="social", who=people, order="dice")
    faultless(ines, "Scene")
    done(robin, "SetOrder")
    first = robin.scene.get_by_role("group", name="The harbour master acts against")
    robin.does("Nora Pell", first)
    done(robin, "GiveStress", who="bruno-tal", n=3, reason="A fall.")
    expect(ines.card("Nora Pell rolls Social")).to_be_visible()
    faultless(ines, "Scene", "People")
    gull = {"What does it make them do or suffer?": "A gull sits on the safe."}
    robin.does("Offer a point", robin.character("Bruno Tal"), gull, "Gulls!")
    expect(tomas.card("A fate point for you?")).to_be_visible()
    faultless(tomas, "Scene")
    tomas.presses(tomas.page.get_by_role("button", name="Stop", exact=True))
    expect(robin.page.get_by_role("alert").filter(has_text="paused")).to_be_visible()
    faultless(robin, "Scene")


def test_axe_finds_nothing_on_log_settings_and_windows(table: Table) -> None:
    robin, ines, _ = table
    done(robin, "OpenTask", title="The lock", mental=5)
    ines.does("Roll Mental", ines.card("The lock"))
    ines.does("Throw the dice", ines.card("Nora Pell rolls Mental"))
    expect(ines.result("The lock")).to_be_visible()
    ines.page.keyboard.press("?")
    expect(ines.page.get_by_role("dialog", name="Keys")).to_be_visible()
    faultless(ines)
    ines.page.keyboard.press("Escape")
    ines.scene.get_by_role("link", name="WF-19").first.click()
    expect(ines.page.get_by_role("dialog", name="The rule")).to_contain_text(
        "the difficulty or more"
    )
    faultless(ines)
    for one in (robin, ines):
        table_url = one.page.url.split("#")[0]
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
    keys.presses("Enter")
    ines.is_seated()
    keys.tabs_to(page.get_by_role("button", name="Play Nora Pell"))
    keys.presses("Enter")
    expect(ines.scene.get_by_role("article", name="Nora Pell")).to_contain_text("ready")
    done(robin, "StartPlay", title="The harbour office", confirm=True)
    done(robin, "OpenTask", title="The lock", mental=5, called=["nora-pell"])
    expect(ines.owed("The lock")).to_be_visible()
    keys.presses("o")
    expect(page.get_by_role("button", name="Roll Mental").first).to_be_focused()
    keys.presses("Enter")
    throw = ines.owed("The lock").get_by_role("button", name="Throw the dice")
    expect(throw).to_be_visible()
    keys.presses("o")
    expect(throw).to_be_focused()
    keys.sees_the_focus()
    keys.presses("Enter")
    expect(ines.result("The lock")).to_be_visible()
    leave(robin, ines)


def test_a_question_mark_lists_the_keys_and_each_does_what_it_says(table: Table) -> None:
    _, ines, _ = table
    page, keys = ines.page, Keyboard(ines.page)
    keys.presses("?")
    listed = page.get_by_role("dialog", name="Keys")
    for words in ("this list", "waits for", "scene, people, story", "say something", "stop"):
        expect(listed).to_contain_text(words)
    keys.presses("Escape")
    expect(listed).to_be_hidden()
    for key, heading in (("1", "Scene"), ("2", "People"), ("3", "Story")):
        keys.presses(key)
        expect(page.get_by_role("heading", level=2, name=heading, exact=True)).to_be_focused()
    keys.presses("/")
    field = page.get_by_label("Say something")
    expect(field).to_be_focused()
    keys.types("What is this? Oh!")  # in a field, keys are letters
    expect(field).to_have_value("What is this? Oh!")
    expect(listed).to_be_hidden()
    keys.presses("Escape")
    expect(field).not_to_be_focused()
    keys.presses("!")
    expect(page.get_by_role("alert").filter(has_text="paused")).to_be_visible()


def test_keys_can_be_switched_off_for_good(table: Table) -> None:
    _, ines, _ = table
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
    expect(ines.page.locator(":focus")).to_have_text("Skip to what the table waits for")
    expect(ines.page.locator(":focus")).to_be_in_viewport()


# -- The ear is enough ---------------------------------------------------------------------------

LISTEN = """() => {
  window.told = [];
  for (const region of document.querySelectorAll('[role=log], [role=status], [role=alert]')) {
    new MutationObserver(changes => {
      for (const change of changes) {
        for (const node of change.addedNodes) {
          const text = (node.textContent ?? '').replace(/\\s+/g, ' ').trim();
          if (text) window.told.push([region.getAttribute('role'), text]);
        }
      }
    }).observe(region, {childList: true, subtree: true, characterData: true});
  }
}"""


def told(one: Person, role: str) -> list[str]:
    """What a screen reader has been given to say by regions of this role."""
    heard: list[list[str]] = one.page.evaluate("window.told")
    return [text for kind, text in heard if kind == role]


def test_rolls_and_what_is_waited_for_are_announced_once(table: Table) -> None:
    robin, ines, tomas = table
    for one in (ines, tomas):
        one.page.evaluate(LISTEN)
    done(robin, "OpenTask", title="The lock", mental=5, called=["nora-pell"])
    expect(ines.owed("The lock")).to_be_visible()
    assert any("Your move: The lock" in text for text in told(ines, "status"))
    ines.does("Roll Mental", ines.card("The lock"))
    ines.does("Throw the dice", ines.card("Nora Pell rolls Mental"))
    tomas.reads(tomas.story, "Nora Pell throws")
    rolls = [text for text in told(tomas, "log") if text.startswith("Nora Pell throws")]
    assert len(rolls) == 1, told(tomas, "log")
    assert "throws" in rolls[0]
    assert "Success" in rolls[0] or "Failure" in rolls[0]
    assert not any("Your move" in text for text in told(tomas, "status"))


def test_a_refusal_is_announced_at_once(table: Table) -> None:
    _, ines, _ = table
    ines.page.evaluate(LISTEN)
    ines.insists("Reward", {"to": "nora-pell"})
    ines.is_refused("Reward somebody else's character.", "WF-53")
    assert any("Reward somebody else's character." in text for text in told(ines, "alert"))


# -- Large letters, narrow screens ---------------------------------------------------------------


def test_nothing_scrolls_sideways_at_320_pixels_or_with_letters_of_200_percent(
    table: Table,
) -> None:
    robin, ines, _ = table
    done(robin, "OpenTask", title="The lock of the strongroom", mental=5, called=["nora-pell"])
    ines.does("Roll Mental", ines.card("The lock of the strongroom"))
    expect(ines.card("Nora Pell rolls Mental")).to_be_visible()
    for one, parts in ((ines, SCREENS), (robin, (*SCREENS, "Your desk"))):
        for part in parts:
            narrow(one, part)
        table_url = one.page.url.split("#")[0]
        for path in ("/", "/new", "/about", f"{table_url}/log", f"{table_url}/seat"):
            one.page.goto(path)
            narrow(one)
        one.page.goto(table_url)


def narrow(one: Person, part: str = "") -> None:
    """A screen of 320 pixels; and one of 640 with letters twice as large."""
    for width, letters in ((320, "100%"), (640, "200%")):
        one.page.set_viewport_size({"width": width, "height": 800})
        one.page.evaluate("size => { document.documentElement.style.fontSize = size }", letters)
        if part:
            one.part(part)
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
