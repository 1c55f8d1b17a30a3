"""Whatever breaks takes down only itself: a card with a number, which the server's log has too."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests import toy
from tests.web.drawn import in_a_line
from tests.web.house import House

from tablefolk.core.dice import Dice
from tablefolk.core.game import Seat
from tablefolk.web.render import TEMPLATES, Painter

pytestmark = pytest.mark.breaking
BROKEN = re.compile(r"could not be (?:shown|told) \(fault (\d{5})\)")
NOWHERE = "{{ nowhere.to_be_found }}"


@pytest.fixture
async def fragile(tmp_path: Path) -> AsyncIterator[House]:
    """A house where shows of hands, scores and the form to hide a word cannot be drawn."""
    macros = (TEMPLATES / "macros.html").read_text()
    form = "{% macro asked_form(offer, prefix) %}"
    assert form in macros
    broken = {
        "blocks/Hands.html": NOWHERE,
        "odd-one/Scores.html": NOWHERE,
        "macros.html": macros.replace(
            form, form + "{% if offer.do == 'HideWord' %}" + NOWHERE + "{% endif %}"
        ),
    }
    for name, text in broken.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    house = House(tmp_path, Painter((tmp_path, TEMPLATES)))
    yield house
    await house.close()


def number_on(page: str, caplog: pytest.LogCaptureFixture) -> str:
    """The number of what is broken on a page: the log has it, with a traceback."""
    number = BROKEN.findall(in_a_line(page))[0]
    record = next(r for r in caplog.records if number in r.getMessage())
    assert record.exc_info
    return number


async def test_a_block_that_cannot_be_drawn_takes_down_only_itself(
    fragile: House, caplog: pytest.LogCaptureFixture
) -> None:
    gil, ana = await fragile.table("Ana")
    async with ana.stream() as stream:
        await stream.message("hx-partial")
        await gil.do("AskHands", question="Shall we?", answers=["Yes", "No"])
        news = await stream.message("could not be shown")
        await gil.do("Say", text="Good evening.")
        await stream.message("Good evening.")
    page = await ana.page()
    assert number_on(page, caplog) in BROKEN.findall(in_a_line(news))
    assert "Before the first scene" in page
    assert 'id="person-gil"' in page


async def test_what_broke_is_drawn_again_once_it_can_be(
    fragile: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    (gil,) = await fragile.table()
    assert BROKEN.search(in_a_line(await gil.page()))
    found = {"to_be_found": "at last"}
    monkeypatch.setitem(fragile.painter.env.globals, "nowhere", found)
    page = await gil.page()
    assert "at last" in page
    assert not BROKEN.search(in_a_line(page))


async def test_a_form_that_cannot_be_drawn_says_so_in_its_fold(
    fragile: House, caplog: pytest.LogCaptureFixture
) -> None:
    (gil,) = await fragile.table()
    key = re.findall(r'href="\?form=([^"]*HideWord[^"]*)"', await gil.page())[0]
    for headers in ({}, {"hx-request": "true"}):
        answer = await gil.get(f"/t/{gil.table}/form?offer={key}", **headers)
        assert answer.status_code == 200
        number_on(answer.text, caplog)


def failing(*_: Any) -> Any:
    raise ZeroDivisionError("on purpose")


async def test_a_line_that_cannot_be_told_takes_down_only_itself(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (gil,) = await house.table()
    await gil.do("ThrowDie")
    await gil.do("Say", text="Well thrown.")
    monkeypatch.setattr(toy, "tell", failing)
    for path in ("", "/log", "/story/md", "/story/html", "/story/json"):
        answer = await gil.get(f"/t/{gil.table}{path}")
        assert answer.status_code == 200
        assert "Well thrown." in answer.text
        number_on(answer.text, caplog)


@pytest.mark.parametrize("question", ["view", "offers"])
async def test_a_game_that_fails_one_seat_leaves_the_others_their_page(
    question: str, house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    gil, ana = await house.table("Ana")
    asked = getattr(toy, question)
    monkeypatch.setattr(
        toy, question, lambda odd, seat: (failing if seat.id == "ana" else asked)(odd, seat)
    )
    assert (await gil.do("ThrowDie")).status_code == 200
    assert "Throw" in await gil.page()
    page = await ana.page()
    assert 'id="person-gil"' in page
    assert "on purpose" in caplog.text
    assert bool(BROKEN.search(in_a_line(page))) == (question == "view")
    assert (await ana.do("Say", text="I am still here.")).status_code == 200


async def test_an_offer_the_rules_break_over_is_shut_and_says_so(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    (gil,) = await house.table()
    decide = toy.decide

    def wrong(odd: toy.Odd, seat: Seat, command: Any, dice: Dice) -> Any:
        asked = failing if isinstance(command, toy.ThrowDie) else decide
        return asked(odd, seat, command, dice)

    monkeypatch.setattr(toy, "decide", wrong)
    await gil.do("HideWord", text="marmalade")
    assert "The rules broke over this (fault " in await gil.page()
