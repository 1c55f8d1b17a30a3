"""A fold asks for its form when it is opened; without script a link leads to it."""

from __future__ import annotations

import re

from tests.web.house import House, Person, hidden

from tablefolk.core.game import Offer, Words
from tablefolk.core.table.talk import WriteNote
from tablefolk.web.render import key_of


def folds(page: str) -> dict[str, str]:
    """The folds of a page that ask for their form: their names, and what these are drawn from."""
    found = re.findall(r'<details class="(?:offer|why)[^"]*" id="([^"]+)-(?:fold|why)"[^>]*'
                       r'data-form="(\w+)"', page)  # fmt: skip
    return dict(found)


async def asked(one: Person, key: str, **headers: str) -> tuple[int, str]:
    answer = await one.browser.get(f"/t/{one.table}/form", params={"offer": key}, headers=headers)
    return answer.status_code, answer.text


BY_SCRIPT = {"hx-request": "true"}


async def test_every_fold_gets_its_form(house: House) -> None:
    gil, _ = await house.table("Ana")
    names = folds(await gil.page())
    assert len(names) > 10
    for name in names:
        status, form = await asked(gil, name, **BY_SCRIPT)
        assert status == 200, form
        assert form.count("<form") == 1
        assert "<html" not in form
        assert 'name="page" value=""' in form


async def test_a_form_that_is_asked_for_does_what_it_says(house: House) -> None:
    gil, ana = await house.table("Ana")
    name = next(key for key in folds(await ana.page()) if "WriteNote" in key)
    _, form = await asked(ana, name, **BY_SCRIPT)
    assert hidden(form, "do") == "WriteNote"
    assert (await ana.submit({"do": "WriteNote", "title": "The attic"})).status_code == 303
    assert "The attic" in await ana.page()
    assert "The attic" not in await gil.page()


async def test_without_script_a_link_leads_to_the_form_and_back__TF_8(house: House) -> None:
    _, ana = await house.table("Ana")
    page = await ana.page()
    link = next(h for h in re.findall(r'href="(\?form=[^"]+)"', page) if "WriteNote" in h)
    led = await ana.get(f"/t/{ana.table}{link}")
    assert led.status_code == 303
    answer = await ana.get(led.headers["location"])
    assert answer.status_code == 200
    assert f'action="/t/{ana.table}/do"' in answer.text
    assert f'href="/t/{ana.table}"' in answer.text
    form = {"page": hidden(answer.text, "page"), "do": "WriteNote", "title": "The cellar"}
    before = await house.version(ana.table)
    assert [(await ana.submit(form)).status_code for _ in range(2)] == [303, 303]  # acts once
    assert await house.version(ana.table) == before + 1


async def test_a_fold_from_an_outdated_page_is_told_so__TF_37(house: House) -> None:
    gil, ana = await house.table("Ana")
    await ana.do("WriteNote", title="The attic")
    name = next(key for key in folds(await ana.page()) if "note-the-attic" in key)
    assert (await asked(ana, name))[0] == 200
    await ana.do("DropNote", note="the-attic")
    for headers in ({}, BY_SCRIPT):
        status, text = await asked(ana, name, **headers)
        assert status == 409
        assert "The table has moved on" in text
    assert (await asked(gil, name))[0] == 409


async def test_nobody_gets_the_form_of_somebody_elses_fold(house: House) -> None:
    gil, ana = await house.table("Ana")
    names = [key for key in folds(await gil.page()) if "SetOption" in key or "-gil-" in key]
    assert len(names) > 3
    for name in names:
        assert (await asked(ana, name, **BY_SCRIPT))[0] == 409


async def test_what_a_fold_offers_marks_it(house: House) -> None:
    gil, _ = await house.table("Ana")
    before = folds(await gil.page())
    await gil.do("SetOption", key="whispers", value=False)
    after = folds(await gil.page())
    differ = {key for key in before if before[key] != after.get(key, before[key])}
    assert differ == {key for key in before if "whispers" in key}


async def test_a_fold_whose_offer_was_closed_since_says_why(house: House) -> None:
    _, ana = await house.table("Ana")
    name = next(key for key in folds(await ana.page()) if "RollFree" in key)
    await ana.do("Stop")
    status, text = await asked(ana, name, **BY_SCRIPT)
    assert status == 200
    assert "The table is paused" in text


def test_the_name_of_a_form_tells_offers_apart() -> None:
    blank = (Words("title", "Title"),)
    one = Offer(WriteNote, "Write", {"note": "a"}, blank, about="note:a")
    names = {
        key_of(offer)
        for offer in (
            one,
            Offer(WriteNote, "Write anew", {"note": "a"}, blank, about="note:a"),
            Offer(WriteNote, "Write", {"note": "b"}, blank, about="note:a"),
            Offer(WriteNote, "Write", {"note": "a"}, blank, about="note:b"),
        )
    }
    assert len(names) == 4
