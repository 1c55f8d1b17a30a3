"""Tables that are already under way: set up in a moment, so that a test begins where it matters."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, expect
from tests.browser.house import Server
from tests.browser.people import Person, somebody

READY = {"Ines": "nora-pell", "Tomas": "bruno-tal", "Wen": "pip-marlow"}
HEROES = {"Ines": "Nora Pell", "Tomas": "Bruno Tal", "Wen": "Pip Marlow"}


def sends(one: Person, do: str, **fields: Any) -> int:
    """A command without a click, as a program would send it; gives the status."""
    answer = one.page.request.post(
        f"{re.split('[?#]', one.page.url)[0]}/do",
        headers={"accept": "application/json"},
        data={"do": do, "fields": fields},
    )
    return answer.status


def done(one: Person, do: str, **fields: Any) -> None:
    status = sends(one, do, **fields)
    assert status == 200, f"{one.name} could not {do}: {status}"


def opened(browser: Browser, server: Server, name: str = "Saltmouth", **options: str) -> Person:
    """Robin has opened a table, and sits at it."""
    robin = somebody(browser, server.address, "Robin")
    open_table(robin, name, **options)
    return robin


def open_table(robin: Person, name: str = "Saltmouth", **options: str) -> None:
    form: dict[str, str | float | bool] = {"game": "wheel-of-fate", "name": name, "gm": robin.name}
    form |= {f"wheel-of-fate.{key}": value for key, value in options.items()}
    robin.page.goto(robin.page.request.post("/new", form=form).url)


def invite(robin: Person) -> str:
    return robin.page.locator("#invite-link").input_value()


def joined(robin: Person, browser: Browser, server: Server, name: str, **kind: bool) -> Person:
    """Somebody has taken a seat."""
    one = somebody(browser, server.address, name, HEROES.get(name, ""), **kind)
    join(one, robin)
    return one


def join(one: Person, robin: Person) -> None:
    one.page.goto(one.page.request.post(invite(robin), form={"name": one.name}).url)


def under_way(
    browser: Browser, server: Server, *players: str, phones: tuple[str, ...] = (), **options: str
) -> tuple[Person, ...]:
    """Robin and these players with ready-made characters, in the first scene."""
    robin = opened(browser, server, **options)
    seated = [joined(robin, browser, server, p, phone=p in phones) for p in players]
    start_play(robin, *seated)
    return robin, *seated


def start_play(robin: Person, *seated: Person) -> None:
    """Everybody takes a ready-made character, and the first scene begins."""
    done(robin, "OpenCreation")
    for one in seated:
        done(one, "TakeReadyMade", key=READY[one.name])
    done(robin, "StartPlay", title="The harbour office", confirm=True)
    for one in (robin, *seated):  # nothing of all this is news to anybody's page any more
        expect(one.page.locator("#place")).to_contain_text("The harbour office")


def leave(*people: Person) -> None:
    """Everybody closes their browser."""
    for one in people:
        one.page.context.close()
