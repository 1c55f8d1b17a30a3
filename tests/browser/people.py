"""What people at a table do and read: by the names they see, never by ids or classes."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from playwright.sync_api import Browser, Locator, Page, Response, expect
from playwright.sync_api import TimeoutError as PatienceLost
from tests.browser.accepted import looked_at
from tests.browser.house import person

Typed = Mapping[str, object]  # what is filled in, by the label of its field
DICE = "Your dice, as they fell"
NARROW = 960  # pixels, below which the room has tabs
# What would go by itself after some seconds stays until it is let go.
HOLD = """() => {
  const [later, never, held] = [window.setTimeout, window.clearTimeout, new Map()];
  window.stays = [];  // how long each would have stayed
  window.setTimeout = (does, after, ...more) => {
    if (!(after >= 2000 && after <= 5000)) return later(does, after, ...more);
    const timer = later(() => {}, 0);
    window.stays.push(after);
    held.set(timer, does);
    return timer;
  };
  window.clearTimeout = (timer) => { held.delete(timer); never(timer); };
  window.goOn = () => { for (const does of held.values()) does(); held.clear(); };
}"""
# A press is under way until its page has dealt with the answer, or is another page.
PRESSED = """(button) => {
  window.pressed = true;
  const form = button.form;
  document.addEventListener('htmx:finally:request', function over(event) {
    if ((event.detail?.ctx?.sourceElement ?? event.target) !== form && form?.isConnected) return;
    window.pressed = false;
    document.removeEventListener('htmx:finally:request', over);
  });
  return button.closest('#now') !== null && !form?.matches('[data-many]');
}"""


def starting(text: str) -> re.Pattern[str]:
    """A name that begins so; what follows are hints, tags and rules."""
    return re.compile(rf"^\s*{in_any_line(text)}")


def in_any_line(text: str) -> str:
    """A pattern for words that may be cut into lines where they stand in a page's source."""
    return r"\s+".join(map(re.escape, text.split(" ")))


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, page: Page, name: str = "", hero: str = "") -> None:
        self.page, self.name, self.hero = page, name, hero
        self.troubles: list[str] = []
        self.notes: list[str] = []  # what of "Accepted when" did not hold
        self.examined = ""  # the page that axe has seen in all its width
        # Whoever wants to go on taps a big moment away, as people do.
        page.add_locator_handler(page.locator("#moment"), self.skips, no_wait_after=True)
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))

    def _hear(self, message: Any) -> None:
        refused = "the server responded with a status of 4" in message.text
        if message.type == "error" and not refused:
            self.troubles.append(message.text)

    def skips(self) -> None:
        """What lies over the page goes, with all that would follow it."""
        self.page.evaluate(
            "() => { const it = document.getElementById('moment');"
            " for (let n = 0; n < 9 && it?.hidden === false; n += 1) it.click(); }"
        )

    def watches(self) -> None:
        """From now on big moments stay as long as they do."""
        self.page.remove_locator_handler(self.page.locator("#moment"))

    def holds(self) -> None:
        """From now on they stay until they are let go: a slow machine looks late."""
        self.page.evaluate(HOLD)

    def lets_go(self) -> None:
        """As long as they would have stayed has passed."""
        self.page.evaluate("window.goOn()")

    # -- Coming in ---------------------------------------------------------------------------

    def opens_a_table(
        self, table: str, options: Mapping[str, str] | None = None, game: str = "Wheel of Fate"
    ) -> str:
        """From the front page to the table; gives the link for the others."""
        self.page.goto("/")
        self.page.get_by_role("link", name="Open a table").first.click()
        self.page.get_by_label("The table's name").fill(table)
        self.page.get_by_label("Your name").fill(self.name)
        if options:
            self.page.locator("summary", has_text=f"How you want to play {game}").click()
        for label, value in (options or {}).items():
            own = self.page.get_by_role("group", name=game)
            own.get_by_label(label).select_option(label=value)
        self.page.get_by_role("button", name="Open the table").click()
        expect(self.page.get_by_role("heading", level=1, name=table)).to_be_visible()
        return self.page.get_by_label("Invite link").input_value()

    def sits_down(self, link: str) -> None:
        """Link, name, seated."""
        self.page.goto(link)
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("button", name="Sit down").click()
        self.is_seated()

    def is_seated(self) -> None:
        expect(self.page.get_by_role("button", name="Stop", exact=True)).to_be_visible()

    # -- Places on the page ------------------------------------------------------------------

    @property
    def on_a_phone(self) -> bool:
        size = self.page.viewport_size
        return size is not None and size["width"] < NARROW

    def tab(self, name: str) -> None:
        """On a phone, the tab of that name."""
        if not self.on_a_phone:
            return
        tab = self.page.locator("nav.tabs a[data-tab]").filter(has_text=starting(name))
        if tab.is_visible() and not tab.get_attribute("aria-current"):
            tab.click()
            expect(tab).to_have_attribute("aria-current", "true")

    def part(self, name: str) -> Locator:
        """People or Story; on a phone its tab is opened first."""
        self.tab(name)
        heading = self.page.locator("h2").filter(has_text=re.compile(rf"^\s*{name}\b"))
        return self.page.locator("section").filter(has=heading).locator("visible=true")

    @property
    def stage(self) -> Locator:
        """NOW, what else goes on, and what lies on the table."""
        self.tab("Table")
        return self.page.get_by_role("main")

    @property
    def now(self) -> Locator:
        """The one thing that is to do."""
        self.tab("Table")
        return self.page.locator("#now > .now")

    @property
    def drawer(self) -> Locator:
        """A sheet, a tool, or what lies on the table, opened beside the stage."""
        return self.page.locator("#drawer")

    @property
    def mat(self) -> Locator:
        """What lies in front of this person at all times."""
        return self.page.get_by_role("region", name="You", exact=True)

    @property
    def story(self) -> Locator:
        return self.part("Story")

    def sees(self, question: str, patience: float | None = None) -> Locator:
        """This is NOW: its heading says so."""
        heading = self.page.locator("#now-head")
        expect(heading).to_contain_text(question, timeout=patience)
        return self.now

    def opens(self, name: str) -> Locator:
        """Open a part by its visible name: in the mat, on the stage, or among all tools."""
        self.tab("Table")
        link = self.page.locator("[data-on], [data-in]").filter(has_text=starting(name))
        seen = link.locator("visible=true").first
        if not seen.count():
            self.looks_for(seen)
        return self._follows(seen)

    def looks_for(self, link: Locator) -> None:
        """Among all tools; they are put away again if it has come onto the stage meanwhile."""
        self.finds_tools()
        expect(link).to_be_visible()
        if link.locator("xpath=ancestor::*[@id='drawer']").count() == 0:
            self.puts_away()

    def finds_tools(self) -> None:
        """All tools there are: "More" in a player's mat, "Tools" for whoever runs the game."""
        self.page.locator("[data-in=tools]").locator("visible=true").first.click()
        expect(self.page.locator("#tool-list")).to_be_visible()

    def _follows(self, link: Locator) -> Locator:
        """Press what leads to a part, and wait for that very part: another may still lie there."""
        drawer = link.get_attribute("data-in")
        key = json.dumps(drawer or link.get_attribute("data-on"))
        link.click()
        if drawer is None:
            opened = self.page.locator(f"#now > .now[data-kind=opened][data-part={key}]")
            expect(opened.locator("h2").first).to_be_visible()
            return opened
        expect(self.drawer.locator(f".drawer-body[data-part={key}]")).to_be_visible()
        return self.drawer

    def opens_sheet(self, name: str) -> Locator:
        """Somebody's sheet, by their row among the people."""
        people = self.part("People")
        named = self.page.locator(".person-name").filter(has_text=starting(name))
        return self._follows(people.locator("a.person-row").filter(has=named).first)

    def puts_away(self) -> None:
        """Close what lies in the drawer."""
        self.drawer.get_by_label("Close").click()
        expect(self.drawer.locator("h2")).to_have_count(0)

    def row(self, hero: str) -> Locator:
        """Somebody at a glance, in the row of people."""
        named = self.page.locator(".person-name").filter(has_text=starting(hero))
        return self.part("People").locator("li.person").filter(has=named)

    # -- Doing -------------------------------------------------------------------------------

    def does(
        self, what: str, where: Locator | None = None, typed: Typed | None = None, *ticked: str
    ) -> None:
        """Press what is called so; where it is a fold, open it, fill it in, and press."""
        place = where or self.now
        form, button = self.finds(what, place)
        self.fills(form, typed or {}, *ticked)
        self.presses(button)

    def finds(self, what: str, place: Locator) -> tuple[Locator, Locator]:
        """The form and the button of that name, with everything unfolded that lies over it.

        A fold has the name of its button, and asks for its form once it is opened.
        """
        named = place.get_by_role("button", name=starting(what))
        here = named.locator("visible=true").first
        if here.count():
            return here.locator("xpath=ancestor::form[1]"), here
        # Hidden ones are named with what is hidden from readers in them: a face's letter.
        found = named.or_(place.get_by_role("button", name=starting(what), include_hidden=True))
        asking = place.locator("details[data-form] > summary").filter(has_text=starting(what))
        expect(found.or_(asking).first).to_be_attached()
        if not found.count():
            self.unfolds(asking.first)
            expect(found.first).to_be_visible()
        seen = found.locator("visible=true")
        button = seen.first if seen.count() else found.first
        self.unfolds(button)
        return button.locator("xpath=ancestor::form[1]"), button

    def unfolds(self, thing: Locator) -> None:
        folds = thing.locator("xpath=ancestor::details[not(@open)]/summary")
        while folds.count():
            with suppress(PatienceLost):  # it may have been drawn anew, and open, meanwhile
                folds.first.click(timeout=10_000)

    def fills(self, form: Locator, typed: Typed, *ticked: str) -> None:
        for label, value in typed.items():
            field = form.get_by_label(starting(label)).first
            self.unfolds(field)
            match field.evaluate("field => field.type"):
                case "select-one":
                    field.select_option(label=str(value))
                case "checkbox" | "radio":
                    field.set_checked(bool(value))
                case _:
                    field.fill(str(value))
        for label in ticked:
            choice = form.get_by_label(starting(label)).first
            self.unfolds(choice)
            choice.check()

    def presses(self, button: Locator) -> Response:
        """Press, and wait until the table has judged it and the page has dealt with that."""
        lands = button.evaluate(PRESSED)
        with self.page.expect_request(lambda r: r.method == "POST") as asked:
            button.click()
        answer = asked.value.response()  # of this very tap, not a late one of the tap before
        assert answer is not None
        self.page.wait_for_function("() => !window.pressed")
        self.looks(landed=lands and answer.ok)
        return answer

    def looks(self, landed: bool = False) -> None:
        """Note what of "Accepted when" does not hold on this page, and goes on not holding.

        An answer and what it changes come one after the other: what is between is no page.
        """
        patience = time.monotonic() + 30
        while (found := looked_at(self.page, landed)) and time.monotonic() < patience:
            self.page.wait_for_timeout(50)
        self.notes += [note for note in found if note not in self.notes]

    def insists(self, do: str, fields: Typed) -> None:
        """Send what the page does not offer, as a stubborn browser would, from the page itself."""
        with self.page.expect_response(lambda r: r.request.method == "POST"):
            self.page.evaluate(
                """([action, pairs]) => {
                  const form = document.createElement('form');
                  form.setAttribute('hx-post', action);
                  form.setAttribute('hx-swap', 'none');
                  for (const [name, value] of pairs) {
                    const field = document.createElement('input');
                    Object.assign(field, {type: 'hidden', name, value});
                    form.append(field);
                  }
                  document.body.append(form);
                  htmx.process(form);
                  form.requestSubmit();
                }""",
                [
                    f"{re.split('[?#]', self.page.url)[0]}/do",
                    [["do", do], *([name, str(value)] for name, value in fields.items())],
                ],
            )

    @property
    def banner(self) -> Locator:
        """What is said over every part of the page while the table is stopped (TF-33)."""
        return self.page.get_by_role("alert").filter(has_text="The table is paused")

    def asks_about_stopping(self) -> None:
        """A limit, or a stop with one's name: beside Stop, on a phone in the menu."""
        more = self.page.get_by_role("button", name="More about stopping", include_hidden=True)
        if not more.locator("visible=true").count():
            self.page.locator("#menu > summary").click()
        more.locator("visible=true").click()

    def stops_by_name(self) -> None:
        self.asks_about_stopping()
        self.presses(self.page.get_by_role("button", name="Stop, with my name"))

    def says(self, text: str) -> None:
        """From wherever one is."""
        box = self.page.get_by_label("Say something")
        if not box.is_visible():
            self.page.get_by_role("button", name="Say", exact=True).click()
        box.fill(text)
        self.presses(self.page.get_by_role("button", name="Say it"))

    def answers(self, question: str, yes: bool = True) -> None:
        """The word of whoever runs the game on what a player has asked: one tap (TF-16)."""
        self.does("Yes" if yes else "No", self.sees(question))

    # -- Reading -----------------------------------------------------------------------------

    def reads(self, place: Locator, *texts: str) -> None:
        for text in texts:
            expect(place).to_contain_text(text)

    def is_refused(self, why: str, rule: str) -> None:
        """One sentence and the rule's number, on the page where it was tried."""
        notice = self.page.get_by_role("alert").filter(has_text=rule)
        expect(notice).to_be_visible()
        expect(notice).to_contain_text(why)
        self.page.keyboard.press("Escape")  # read: it lies over what it is about


def somebody(browser: Browser, address: str, name: str, hero: str = "", **kind: bool) -> Person:
    """A person with a browser of their own at that address."""
    return Person(person(browser, address, **kind), name, hero)
