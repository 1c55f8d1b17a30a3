"""An evening that tests of the rules have written down, played again at a real server."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from playwright.sync_api import Browser, expect
from tests.browser.house import Server, own_browser
from tests.browser.people import Person
from tests.games.played import AtTable

SEATS = {"gm": "Robin", "p1": "Ann", "p2": "Ben", "p3": "Cleo"}


class Evening:
    """A table in a real server, brought to a moment of an evening, for four people."""

    def __init__(
        self, browser: Browser, server: Server, game: str, name: str, **options: str
    ) -> None:
        self.browsers = {id: own_browser(browser, server.address) for id in SEATS}
        self.people: dict[str, Person] = {}
        form = {"game": game, "name": name, "gm": "Robin", f"{game}.dice": "either"}
        form |= {f"{game}.{key}": value for key, value in options.items()}
        self.name, self.table = name, self.browsers["gm"].request.post("/new", form=form).url
        page = self.browsers["gm"].request.get(self.table).text()
        [invite] = re.findall(r'id="invite-link"[^>]* value="([^"]+)"', page)
        for id in ("p1", "p2", "p3"):
            self.browsers[id].request.post(invite, form={"name": SEATS[id]})
        self.done = 4  # the table is open, and three have sat down

    @classmethod
    def at(cls, browser: Browser, server: Server, game: str, name: str) -> Iterator[Evening]:
        """For a fixture: nothing may have gone wrong on anybody's page."""
        one = cls(browser, server, game, name)
        yield one
        assert [trouble for person in one.people.values() for trouble in person.troubles] == []
        for own in one.browsers.values():
            own.close()

    def comes_to(self, moment: Callable[[], AtTable]) -> None:
        """Everything that leads to this moment, from where the evening stands."""
        log = moment().log
        for entry in log[self.done :]:
            fields = msgspec.to_builtins(entry.command)
            do = fields.pop("type", type(entry.command).__name__)
            self.sends(entry.seat.id, do, fields, entry.faces)
        self.done = len(log)

    def sends(self, who: str, do: str, fields: dict[str, Any], faces: tuple[int, ...] = ()) -> None:
        said: dict[str, Any] = {"do": do, "fields": fields}
        said |= {"faces": list(faces)} if faces else {}
        headers = {"accept": "application/json"}
        answer = self.browsers[who].request.post(f"{self.table}/do", headers=headers, data=said)
        assert answer.status == 200, f"{do} {fields}: {answer.status} {answer.text()}"

    def looks(self, who: str, closely: bool = False) -> Person:
        """Somebody opens the page, as it is now; closely: to see all that is folded, too."""
        if who not in self.people:
            self.people[who] = Person(self.browsers[who].new_page(), SEATS[who])
        one = self.people[who]
        one.examined = "" if closely else self.table
        one.page.goto(self.table)
        expect(one.page.get_by_role("heading", level=1)).to_have_text(self.name)
        one.page.evaluate("document.fonts.ready.then(() => true)")  # they have other widths
        return one
