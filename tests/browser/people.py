"""What people at a table do and read: by the names they see, never by ids or classes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Browser, Locator, Page, Response, expect
from tests.browser.house import person

Typed = Mapping[str, object]  # what is filled in, by the label of its field
expect.set_options(timeout=20_000)  # patience costs nothing where all is well
DICE = "Your dice, as they fell"
TABS = {"Your desk": "Desk"}  # where a tab is named otherwise than what it opens


def starting(text: str) -> re.Pattern[str]:
    """A name that begins so; what follows are hints, tags and rules."""
    return re.compile(rf"^\s*{re.escape(text)}")


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, page: Page, name: str = "", hero: str = "") -> None:
        self.page, self.name, self.hero = page, name, hero
        self.troubles: list[str] = []
        self.examined = ""  # the page that axe has seen in all its width
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))

    def _hear(self, message: Any) -> None:
        refused = "the server responded with a status of 4" in message.text
        if message.type == "error" and not refused:
            self.troubles.append(message.text)

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

    def part(self, name: str) -> Locator:
        """A landmark of the page by its heading; on a phone its tab is opened first."""
        # By links and headings: to ask every element of a big page for its role takes its time.
        tabs = self.page.locator("nav[aria-label='Parts of the table'] a")
        tab = tabs.filter(has_text=starting(TABS.get(name, name)))
        if tab.is_visible() and not tab.get_attribute("aria-current"):
            tab.click()
        heading = self.page.locator("h2").filter(has_text=re.compile(rf"^\s*{name}\s*$"))
        return self.page.locator("section").filter(has=heading).locator("visible=true")

    @property
    def scene(self) -> Locator:
        return self.part("Scene")

    @property
    def desk(self) -> Locator:
        return self.part("Your desk")

    @property
    def story(self) -> Locator:
        return self.part("Story")

    def card(self, name: str) -> Locator:
        """A card of the scene by its heading: a task, a draft, an offer."""
        return self.scene.get_by_role("article", name=name)

    def character(self, hero: str) -> Locator:
        """A character at a glance: attributes, fate points, stress, conditions."""
        cast = self.part("People").get_by_role("region", name="Characters")
        return cast.get_by_role("listitem").filter(
            has=self.page.locator("strong").get_by_text(hero, exact=True)
        )

    def result(self, *words: str) -> Locator:
        """The newest card of a thrown roll that says all this."""
        found = self.scene.get_by_role("article").filter(has_text=" rolled ")
        for text in words:
            found = found.filter(has_text=text)
        return found.first

    # -- Doing -------------------------------------------------------------------------------

    def does(
        self, what: str, where: Locator | None = None, typed: Typed | None = None, *ticked: str
    ) -> None:
        """Press what is called so; where it is a fold, open it, fill it in, and press."""
        place = where or self.page.get_by_role("main")
        form, button = self.finds(what, place)
        self.fills(form, typed or {}, *ticked)
        self.presses(button)

    def finds(self, what: str, place: Locator) -> tuple[Locator, Locator]:
        """The form and the button of that name, with everything unfolded that lies over it.

        A fold has the name of its button, and asks for its form once it is opened.
        """
        found = place.get_by_role("button", name=starting(what), include_hidden=True)
        asking = place.locator("details[data-form] > summary").filter(has_text=starting(what))
        if not found.or_(asking).count():
            self.looks_into_cards(place, found.or_(asking))
        expect(found.or_(asking).first).to_be_attached()
        if not found.count():
            self.unfolds(asking.first)
            expect(found.first).to_be_visible()
        seen = found.locator("visible=true")
        button = seen.first if seen.count() else found.first
        self.unfolds(button)
        return button.locator("xpath=ancestor::form[1]"), button

    def opens(self, card: Locator) -> Locator:
        """Unfold a card, and wait for what is in it."""
        if card.get_attribute("open") is None:
            card.locator("summary").first.click()
        expect(card.locator("a[href^='?card=']")).to_have_count(0)
        expect(card.locator("[aria-busy]")).to_have_count(0)
        return card

    def looks_into_cards(self, place: Locator, wanted: Locator) -> None:
        """Open the folded cards, and fold up again those that it was not in."""
        folds = "details[contains(@class, 'card fold')][@data-form][not(@open)]"
        cards = place.locator(f"xpath=descendant-or-self::{folds}")
        cards.evaluate_all("all => all.forEach((card) => { card.open = card.tried = true; })")
        expect(wanted.first).to_be_attached()
        others = place.locator("details.card[open]").filter(has_not=wanted)
        others.evaluate_all("all => all.forEach((card) => { card.open &&= !card.tried; })")

    def unfolds(self, thing: Locator) -> None:
        folds = thing.locator("xpath=ancestor::details[not(@open)]/summary")
        while folds.count():
            folds.first.click()

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
        """Press, and wait until the table has judged it."""
        with self.page.expect_response(lambda r: r.request.method == "POST") as answered:
            button.click()
        return answered.value

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
                    f"{self.page.url.split('#')[0]}/do",
                    [["do", do], *([name, str(value)] for name, value in fields.items())],
                ],
            )

    @property
    def banner(self) -> Locator:
        """What is said over every part of the page while the table is stopped (TF-33)."""
        return self.page.get_by_role("alert").filter(has_text="The table is paused")

    def stops_by_name(self) -> None:
        self.page.get_by_role("button", name="More about stopping").click()
        self.presses(self.page.get_by_role("button", name="Stop, with my name"))

    def says(self, text: str) -> None:
        story = self.story
        story.get_by_label("Say something").fill(text)
        self.presses(story.get_by_role("button", name="Say it"))

    def owed(self, about: str = "") -> Locator:
        """What the table waits for from this person, at the top of the page."""
        waiting = self.page.get_by_role("status").filter(has_text="Your move")
        return waiting.locator("div").filter(has_text=about).last if about else waiting

    def answers(self, question: str, yes: bool = True) -> None:
        """The GM's word on what a player has asked: one tap (TF-16)."""
        self.does("Yes" if yes else "No", self.owed(question))

    def throws(self, faces: str, roll: str) -> None:
        """Throw real dice and type in how they fell (TF-21)."""
        self.does("Throw the dice", self.card(roll), {DICE: faces})

    # -- Reading -----------------------------------------------------------------------------

    def reads(self, place: Locator, *texts: str) -> None:
        for text in texts:
            expect(place).to_contain_text(text)

    def is_refused(self, why: str, rule: str) -> None:
        """One sentence and the rule's number, on the page where it was tried."""
        notice = self.page.get_by_role("alert").filter(has_text=rule)
        expect(notice).to_be_visible()
        expect(notice).to_contain_text(why)

    def has(self, hero: str, points: int) -> None:
        """Everybody sees everybody's fate points."""
        expect(self.character(hero)).to_contain_text(f"{points} fate point")


def somebody(browser: Browser, address: str, name: str, hero: str = "", **kind: bool) -> Person:
    """A person with a browser of their own at that address."""
    return Person(person(browser, address, **kind), name, hero)
