"""A fold asks for its form, and a page for a part, when it is opened; without script by a link."""

from __future__ import annotations

import re

import pytest
from tests.web.drawn import in_a_line
from tests.web.house import House, Person, Stream, hidden

from tablefolk.core.game import Offer, Words
from tablefolk.core.table.talk import WriteNote
from tablefolk.web.render import key_of
from tablefolk.web.stage import SHUT


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
    own = ("-gil-", "OfferChair")
    names = [key for key in folds(await gil.page()) if any(part in key for part in own)]
    assert len(names) == 2
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
    name = next(key for key in folds(await ana.page()) if "HideWord" in key)
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


# -- Parts ---------------------------------------------------------------------------------------


async def opens(one: Person, page: str = "", **slots: str) -> str:
    """What the answer to an opening brings: nothing, where a stream does."""
    asked = {"page": page, **slots}
    answer = await one.browser.get(f"/t/{one.table}/open", params=asked, headers=BY_SCRIPT)
    assert answer.status_code == 200, answer.text
    return answer.text


def page_of(stream: Stream) -> str:
    return stream.query.partition("page=")[2].partition("&")[0]


async def test_a_part_is_opened_on_the_stage_and_in_the_drawer_and_put_away(house: House) -> None:
    gil, _ = await house.table("Ana")
    assert "SetOption" not in await gil.bare_page()
    async with await gil.opened() as stream:
        page = page_of(stream)
        assert await opens(gil, page, on="options") == ""
        on = await stream.message("SetOption")
        assert 'data-part="options" data-kind="opened"' in on
        assert 'hx-target="#drawer"' not in on
        await opens(gil, page, **{"on": "", "in": "tools"})
        tools = await stream.message('id="tool-list"')
        assert "SetOption" not in tools, "tools are named, not worked out"
        assert 'hx-target="#now"' in tools
        await opens(gil, page, **{"in": "notes"})
        assert "WriteNote" in await stream.message('id="drawer-head"')
        await opens(gil, page)
        empty = '<hx-partial hx-target="#drawer" hx-swap="innerMorph"></hx-partial>'
        assert empty in await stream.message("#drawer")


async def test_what_is_open_stays_current_and_what_is_shut_costs_nothing(house: House) -> None:
    gil, ana = await house.table("Ana")
    async with await gil.opened() as stream:
        await opens(gil, page_of(stream), **{"in": "notes"})
        await stream.message('id="drawer-head"')
        await gil.do("WriteNote", title="The attic", text="Nobody goes there.")
        assert "Nobody goes there" in await stream.message('hx-target="#drawer"')
        await opens(gil, page_of(stream))
        await stream.message('hx-target="#drawer"')
        await gil.do("WriteNote", title="The cellar")
        await ana.do("Say", text="Well?")
        assert "#drawer" not in await stream.message("Well?")


@pytest.mark.parametrize("slot", ["on", "in"])
async def test_what_is_gone_and_comes_back_does_not_open_itself(house: House, slot: str) -> None:
    gil, _ = await house.table("Ana")
    asked = (await gil.do("AskHands", question="On?")).json()["entry"]
    await gil.do("CloseHands", poll=1)
    async with await gil.opened() as stream:
        await opens(gil, page_of(stream), **{slot: "hands:1"})
        await stream.message('class="drawer-head"' if slot == "in" else 'data-kind="opened"')
        assert (await gil.do("TakeBack", entry=asked)).status_code == 200
        await stream.message("takes back")
        await gil.do("AskHands", question="Off?")  # it has the same number again
        await gil.do("CloseHands", poll=1)
        came = await stream.message("Off?")
        assert 'data-kind="opened"' not in came
        assert 'class="drawer-head"' not in came
        assert house.app.place.hub.slots(gil.table, page_of(stream), "gil") == SHUT


@pytest.mark.parametrize("slot", ["on", "in"])
async def test_without_script_an_address_opens_a_part__TF_8(house: House, slot: str) -> None:
    gil, _ = await house.table("Ana")
    page = (await gil.get(f"/t/{gil.table}?{slot}=options")).text
    assert "SetOption" in page
    assert 'href="?"' in page, "and a link puts it away"
    tools = (await gil.get(f"/t/{gil.table}?in=tools")).text
    assert 'href="?in=options"' in tools


@pytest.mark.parametrize("slot", ["on", "in"])
@pytest.mark.parametrize("key", ["options", "nothing", "", "x" * 5000, "a\ud83d\x00:<b>"])
async def test_nobody_opens_what_they_cannot_look_into__TF_28(
    house: House, slot: str, key: str
) -> None:
    gil, ana = await house.table("Ana")
    asked = {slot: key.encode(errors="replace").decode()}
    answer = await ana.browser.get(f"/t/{ana.table}", params=asked)
    assert answer.status_code == 200
    assert "SetOption" not in answer.text
    assert 'id="now-head"' in answer.text
    assert "SetOption" not in await opens(ana, **asked)
    async with await gil.opened() as stream:
        await stream.message("ping")
        params = {"page": page_of(stream), **asked}
        answer = await ana.browser.get(f"/t/{ana.table}/open", params=params, headers=BY_SCRIPT)
        assert answer.status_code == 403, "a page of another seat"
        assert await stream.quiet(), "somebody else's page stays as it is"
    stranger = await house.person().get(f"/t/{gil.table}/open?{slot}=options")
    assert stranger.status_code in (303, 403, 404)
    assert "SetOption" not in stranger.text


async def test_a_page_without_a_stream_gets_what_it_opens_with_the_answer(house: House) -> None:
    gil, _ = await house.table("Ana")
    news = await opens(gil, "nobody", on="options")
    targets = re.findall(r'hx-target="#([\w-]+)"', news)
    assert targets == ["now", "strip", "also", "drawer"]
    assert "SetOption" in news
    assert not news.startswith("data:")


async def test_a_line_that_was_lost_comes_back_to_what_is_open(house: House) -> None:
    gil, _ = await house.table("Ana")
    async with await gil.opened() as stream:
        page = page_of(stream)
        await opens(gil, page, **{"in": "notes"})
        news = await stream.message('id="drawer-head"')
    sent = int(re.findall(r"^id: (\d+)", news, re.MULTILINE)[0])
    await gil.do("WriteNote", title="The attic")
    async with gil.stream(sent, page) as again:
        assert "DropNote" in await again.message('hx-target="#drawer"')
    async with gil.stream(sent, "forgotten") as anew:
        assert "DropNote" not in await anew.message('hx-target="#now"')
        await opens(gil, "forgotten", **{"in": "notes"})  # as its script does
        assert "DropNote" in await anew.message('id="drawer-head"')


async def test_what_is_gone_from_the_table_is_gone_from_where_it_was_open(house: House) -> None:
    gil, ana = await house.table("Ana")
    await ana.do("ClaimPoint", why="I sang")
    async with await gil.opened() as stream:
        await opens(gil, page_of(stream), on="request:1")
        await stream.message("Put this away")
        await ana.do("Withdraw", number=1)
        news = await stream.message('hx-target="#now"')
        assert "I sang" not in news.partition('hx-target="#story-new"')[0]


async def test_an_act_from_a_tool_puts_the_tool_away_unless_it_is_refused(house: House) -> None:
    gil, _ = await house.table("Ana")
    async with await gil.opened() as stream:
        page = page_of(stream)
        await opens(gil, page, on="notes")
        await stream.message("WriteNote")
        form = {"do": "WriteNote", "title": "", "from": "stage", "page": page}
        assert (await gil.submit(form, **BY_SCRIPT)).status_code == 422
        assert gil.house.app.place.hub.slots(gil.table, page, "gil").on == "notes"
        await gil.submit(form | {"title": "The attic"}, **BY_SCRIPT)
        assert gil.house.app.place.hub.slots(gil.table, page, "gil").on == ""
        assert 'data-part="notes"' not in await stream.message('hx-target="#now"')


async def test_what_ones_own_act_leads_to_comes_before_what_was_open(house: House) -> None:
    gil, ana = await house.table("Ana")
    await ana.do("ClaimPoint", why="I sang")
    async with await gil.opened() as stream:
        page = page_of(stream)
        await opens(gil, page, on="request:1")
        await gil.submit({"do": "ThrowDie", "from": "stage", "page": page}, **BY_SCRIPT)
        assert gil.house.app.place.hub.slots(gil.table, page, "gil").on == ""


async def twice_asked(house: House) -> tuple[Person, Person]:
    """Two have asked something of whoever runs the game; gives them, and who asked last."""
    gil, ana, bo = await house.table("Ana", "Bo")
    await ana.do("ClaimPoint", why="I sang")
    await bo.do("ClaimPoint", why="I danced")
    return gil, bo


async def over_the_second(gil: Person, stream: Stream) -> dict[str, str]:
    """Of two questions one opens the later, and over it a tool; gives an act from that."""
    page = page_of(stream)
    await opens(gil, page, on="request:2")
    await stream.message('data-part="request:2"')
    await opens(gil, page, on="notes")
    await stream.message('data-part="notes"')
    return {"do": "WriteNote", "title": "The attic", "from": "stage", "page": page}


async def test_opening_the_session_leaves_the_scene_that_is_being_written_open(
    house: House,
) -> None:
    gil, _ = await house.table("Ana", game="mutagen")
    async with await gil.opened() as stream:
        page = page_of(stream)
        await opens(gil, page, on="scene")
        await stream.message('data-part="scene"')
        act = {"from": "stage", "page": page}
        slots = house.app.place.hub.slots
        await gil.submit({"do": "OpenSession"} | act, **BY_SCRIPT)
        assert slots(gil.table, page, "gil").on == "scene", "its title may be written already"
        await gil.submit({"do": "OpenScene", "title": "The attic"} | act, **BY_SCRIPT)
        assert slots(gil.table, page, "gil").on == ""
        await opens(gil, page, on="scene")
        await gil.submit({"do": "EndScene"} | act, **BY_SCRIPT)
        assert slots(gil.table, page, "gil").on == ""


async def test_an_act_from_a_tool_leads_back_to_the_question_it_was_opened_over(
    house: House,
) -> None:
    gil, _ = await twice_asked(house)
    async with await gil.opened() as stream:
        act = await over_the_second(gil, stream)
        assert (await gil.submit(act | {"title": ""}, **BY_SCRIPT)).status_code == 422
        assert house.app.place.hub.slots(gil.table, act["page"], "gil").on == "notes"
        await gil.submit(act, **BY_SCRIPT)
        came = await stream.message('hx-target="#now"')
        assert 'data-part="request:2" data-kind="owed" data-opened' in in_a_line(came)
        await opens(gil, act["page"])  # put away, it leads to what is owed first
        came = in_a_line(await stream.message("#now"))
        assert 'data-part="request:1" data-kind="owed" aria' in came
        await opens(gil, act["page"], on="notes")
        await stream.message('data-part="notes"')
        await gil.submit(act, **BY_SCRIPT)
        came = await stream.message('hx-target="#now"')
        assert 'data-part="request:1" data-kind="owed" aria' in in_a_line(came), (
            "it is NOW by itself"
        )


async def test_a_question_that_is_answered_by_then_is_not_led_back_to(house: House) -> None:
    gil, bo = await twice_asked(house)
    async with await gil.opened() as stream:
        act = await over_the_second(gil, stream)
        await bo.do("Withdraw", number=2)
        await gil.submit(act, **BY_SCRIPT)
        assert 'data-part="request:1"' in await stream.message('hx-target="#now"')
        assert house.app.place.hub.slots(gil.table, act["page"], "gil") == SHUT


async def test_what_a_tool_makes_one_owe_comes_before_what_it_was_opened_over(
    house: House,
) -> None:
    gil, _ = await twice_asked(house)
    async with await gil.opened() as stream:
        act = await over_the_second(gil, stream)
        del act["title"]
        await gil.submit(act | {"do": "ThrowDie"}, **BY_SCRIPT)
        await stream.message('hx-target="#now"')
        assert house.app.place.hub.slots(gil.table, act["page"], "gil") == SHUT
