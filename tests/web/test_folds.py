"""A fold asks for its form when it is opened; without script a link leads to it."""

from __future__ import annotations

import re

import pytest
from tests.web.house import House, Person, hidden

from tablefolk.core.game import Game, Offer, Words
from tablefolk.core.table.talk import WriteNote
from tablefolk.games import GAMES
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
    assert len(names) > 8
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
    own = ("OpenScene", "-gil-", "OfferChair")
    names = [key for key in folds(await gil.page()) if any(part in key for part in own)]
    assert len(names) == 3
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


# -- Cards ---------------------------------------------------------------------------------------


async def test_a_folded_card_goes_out_as_its_summary_and_is_asked_for(house: House) -> None:
    gil, _ = await house.table("Ana")
    bare = await gil.bare_page()
    assert "How we play" in bare
    answer = await gil.get(f"/t/{gil.table}/card?at=at-options", **BY_SCRIPT)
    assert answer.status_code == 200
    assert "SetOption" in answer.text
    assert "How we play" not in answer.text  # the summary is there already
    assert '"<>"' not in answer.text
    assert "SetOption" not in bare


async def test_without_script_a_link_leads_to_the_page_with_the_card_open__TF_8(
    house: House,
) -> None:
    gil, _ = await house.table("Ana")
    assert 'href="?card=at-options"' in await gil.bare_page()
    answer = await gil.get(f"/t/{gil.table}?card=at-options")
    assert re.search(r'<details class="card fold[^"]*" id="b-options" open>', answer.text)
    assert "SetOption" in answer.text


async def test_nobody_opens_a_card_that_is_not_on_their_page__TF_28(house: House) -> None:
    gil, ana = await house.table("Ana")
    for who, at in ((ana, "at-options"), (gil, "at-nothing"), (gil, ""), (gil, "x" * 5000)):
        answer = await who.browser.get(f"/t/{who.table}/card", params={"at": at})
        assert answer.status_code == 409, at[:20]
        assert "The table has moved on" in answer.text
    stranger = house.person()
    assert (await stranger.get(f"/t/{gil.table}/card?at=at-options")).status_code in (303, 403, 404)


async def test_what_changes_inside_a_folded_card_is_a_short_message(house: House) -> None:
    gil, ana = await house.table("Ana")
    async with gil.stream(await house.version(gil.table)) as stream:
        await ana.do("WriteNote", title="The attic")
        await gil.do("WriteNote", title="The cellar", text="Nobody goes there. " * 20)
        news = await stream.message("at-notes")
    assert 'data-form="' in news
    assert "Nobody goes there" not in news


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
async def test_what_is_in_a_card_is_whole(house: House, game: Game) -> None:
    """A card that begins as a fold ends with it, so that its inside can be taken out."""
    robin = house.person()
    await robin.sit(await robin.post(f"/try/{game.key}", {}))
    cards = re.findall(r'href="\?card=([^"]+)"', await robin.bare_page())
    assert len(cards) > 5
    for at in cards:
        inside = (await robin.get(f"/t/{robin.table}/card?at={at}")).text
        for tag in ("details", "div", "section", "form", "ul", "ol", "svg"):
            assert len(re.findall(rf"<{tag}[ >]", inside)) == inside.count(f"</{tag}>"), (at, tag)
