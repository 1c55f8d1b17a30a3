"""Commands: with and without script, twice, stale, refused, allowed."""

from __future__ import annotations

import asyncio
import re
from datetime import datetime

import pytest
from tests.web.drawn import Page, in_a_line
from tests.web.house import House, hidden


async def test_a_form_works_without_script__TF_8(house: House) -> None:
    gil, ana = await house.table("Ana")
    page = await ana.page()
    form = {"page": hidden(page, "page"), "do": "Say", "text": "Hello, all."}
    answer = await ana.submit(form)
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/t/{ana.table}"
    assert "Hello, all." in await gil.page()


async def test_without_script_refusals_and_what_was_told_last_stand_before_all_else__TF_8(
    house: House,
) -> None:
    _, ana = await house.table("Ana")
    page_id = hidden(await ana.page(), "page")
    await ana.submit({"page": page_id, "do": "Say", "text": "Hello, all."})
    page = in_a_line(await ana.bare_page())
    told = page.index('<p class="latest"><small>Just now</small> Hello, all.</p></noscript>')
    assert told < page.index('id="now"')
    refused = await ana.submit({"page": page_id, "do": "RollFree", "dice": "nonsense"})
    page = in_a_line(refused.text)
    assert page.index('class="notice') < page.index('id="strip"') < page.index('id="now"')


async def test_a_page_without_script_sent_twice_acts_once__TF_36(house: House) -> None:
    _, ana = await house.table("Ana")
    form = {"page": hidden(await ana.page(), "page"), "do": "Say", "text": "Hello."}
    before = await house.version(ana.table)
    assert [(await ana.submit(form)).status_code for _ in range(3)] == [303] * 3
    assert await house.version(ana.table) == before + 1
    again = form | {"page": hidden(await ana.page(), "page")}
    await ana.submit(again)
    assert await house.version(ana.table) == before + 2


async def test_a_command_sent_twice_acts_once_and_answers_the_same__TF_36(house: House) -> None:
    _, ana = await house.table("Ana")
    answers = [await ana.do("ThrowDie", id="one") for _ in range(4)]
    assert len({a.json()["entry"] for a in answers}) == 1
    assert [a.json()["again"] for a in answers] == [False, True, True, True]


async def test_another_ones_id_is_not_known_to_you__TF_36(house: House) -> None:
    _, ana, ben = await house.table("Ana", "Ben")
    first = await ana.do("Say", text="mine", id="same")
    second = await ben.do("Say", text="other", id="same")
    assert second.json()["entry"] != first.json()["entry"]
    assert not second.json()["again"]


async def test_a_command_from_an_outdated_page_is_judged_now__TF_37(house: House) -> None:
    _, ana, ben = await house.table("Ana", "Ben")
    form = {"page": hidden(await ana.page(), "page"), "do": "ThrowDie"}
    for _ in range(3):
        await ben.do("Say", text="meanwhile")
    assert (await ana.submit(form)).status_code == 303
    for _ in range(2):
        await ana.do("ThrowDie")
    stale = form | {"page": "another"}
    answer = await ana.submit(stale)
    assert answer.status_code == 409
    assert "You have no tokens left." in answer.text


async def test_a_refusal_is_one_sentence_with_its_rule_and_changes_nothing__TF_17(
    house: House,
) -> None:
    _, ana = await house.table("Ana")
    for _ in range(3):
        await ana.do("ThrowDie")
    before = await house.version(ana.table)
    answer = await ana.submit({"do": "ThrowDie"}, **{"hx-request": "true"})
    assert answer.status_code == 409
    assert 'hx-target="#notice"' in answer.text
    assert "You have no tokens left." in answer.text
    assert "/rules/OD-2" in answer.text
    assert "Ask the Judge to allow it" in answer.text
    assert await house.version(ana.table) == before


WHISPER = {"do": "Say", "text": "psst", "to[]": "ana"}


async def test_a_player_asks_and_the_gm_allows_it_this_once__TF_17(house: House) -> None:
    gil, ana, ben = await house.table("Ana", "Ben", whispers="false")
    assert (await ben.submit(WHISPER)).status_code == 409
    assert (await ben.submit(WHISPER | {"ruling": "1"})).status_code == 303
    assert "psst" not in await ana.page()
    live = await house.host.live(gil.table)
    assert live is not None
    (number,) = live.table.requests
    assert (await gil.do("Answer", number=number, yes=True)).status_code == 200
    assert "psst" in await ana.page()
    assert (await ben.submit(WHISPER)).status_code == 409, "allowed this once, not for good"


async def test_the_gm_allows_what_the_rules_refuse_in_one_tap__TF_17(house: House) -> None:
    gil, ana = await house.table("Ana", whispers="false")
    refused = await gil.submit(WHISPER, **{"hx-request": "true"})
    assert refused.status_code == 409
    assert "Nobody whispers here." in refused.text
    assert "Allow it this once" in refused.text
    assert (await gil.submit(WHISPER | {"ruling": "1"})).status_code == 303
    assert "psst" in await ana.page()


async def test_the_tool_for_talk_promises_what_there_is__TF_10(house: House) -> None:
    gil, ana = await house.table("Ana")
    tools = f"/t/{gil.table}?in=tools"
    assert "Whisper, free dice, a show of hands" in (await gil.get(tools)).text
    await gil.do("SetOption", key="whispers", value=False)
    for one in (gil, ana):
        drawn = (await one.get(tools)).text
        assert "Free dice, a show of hands" in drawn.partition('id="drawer"')[2]
        assert "Whisper, " not in drawn


async def test_stop_folds_nothing_that_lay_open_beside_the_words__TF_33(house: House) -> None:
    gil, ana = await house.table("Ana")
    before = re.search(r'<details[^>]*id="(say\w*-[^"]*AskHands[^"]*)"', await ana.bare_page())
    assert before
    await gil.do("Stop")
    assert f'id="{before[1]}"' in await ana.bare_page(), "it keeps its name, and so stays open"


async def test_the_card_of_a_scene_that_is_over_offers_to_close_the_session__TF_14(
    house: House,
) -> None:
    gil, ana = await house.table("Ana")
    await gil.do("OpenScene", title="The cellar")
    assert "Close the session" not in await gil.bare_page()
    await gil.do("EndScene")
    assert "Close the session" in await gil.bare_page()
    assert "Close the session" not in await ana.bare_page()


async def test_no_ruling_is_offered_where_none_can_help__TF_17(house: House) -> None:
    gil, _ = await house.table("Ana")
    await gil.submit({"do": "OpenScene", "title": "One"})
    refused = await gil.submit({"do": "CloseSession"}, **{"hx-request": "true"})
    assert refused.status_code == 409
    assert "End the scene that is under way first." in refused.text
    assert "Allow it this once" not in refused.text
    before = await house.version(gil.table)
    assert (await gil.submit({"do": "CloseSession", "ruling": "1"})).status_code == 409
    assert await house.version(gil.table) == before


async def test_a_greyed_offer_says_the_very_sentence_of_its_refusal__TF_17(house: House) -> None:
    gil, ana = await house.table("Ana")
    for _ in range(3):
        await ana.do("ThrowDie")
    refused = await ana.do("ThrowDie")
    page = await ana.page()
    assert refused.json()["refused"] in page
    assert "Why not?" in page
    assert refused.json()["refused"] not in await gil.page()


async def test_dice_typed_in_are_taken_where_the_table_allows_it__TF_21(house: House) -> None:
    _, ana = await house.table("Ana", dice="hand")
    page = await ana.page()
    assert 'name="faces"' in page
    none = await ana.submit({"do": "ThrowDie"})
    assert none.status_code == 422
    bad = await ana.submit({"do": "ThrowDie", "faces": "seven"})
    assert bad.status_code == 422
    assert "Type the dice as numbers" in bad.text
    assert (await ana.submit({"do": "ThrowDie", "faces": "9"})).status_code == 422
    assert (await ana.submit({"do": "ThrowDie", "faces": "3 4"})).status_code == 422
    assert (await ana.submit({"do": "ThrowDie", "faces": "5"})).status_code == 303
    page = await ana.page()
    assert "throws 5" in page
    assert "by hand" in page


async def test_no_client_supplies_a_result_where_dice_are_thrown_here__TF_20(house: House) -> None:
    _, ana = await house.table("Ana")
    assert 'name="faces"' not in await ana.page()
    answer = await ana.do("ThrowDie", faces=[6])
    assert answer.status_code == 422
    assert answer.json()["code"] == "bad_dice"


async def test_asking_the_gm_first_is_said_before_it_is_sent__TF_16(house: House) -> None:
    gil, ana = await house.table("Ana")
    assert "asks the Judge first" in await ana.page()
    await ana.submit({"do": "ClaimPoint", "why": "I brought cake"})
    assert "A point for this? “I brought cake”" in await gil.page()
    assert "Gil has your question" in await ana.page()


async def test_stop_pauses_everybody_and_unnamed_says_nobody__TF_33(house: House) -> None:
    gil, ana, ben = await house.table("Ana", "Ben")
    answer = await ana.submit({"do": "Stop", "anonymous": "true"})
    assert answer.status_code == 303
    for one in (gil, ana, ben):
        assert "Somebody has pressed Stop." in await one.page()
    assert (await ben.do("ThrowDie")).json()["code"] == "paused"
    rows = await house.log.read(ana.table)
    stop = next(row for row in rows if b"Stopped" in row.body)
    assert b"ana" not in stop.body
    assert b"ana" not in stop.command_id.encode()
    assert (await gil.do("Resume")).status_code == 200


@pytest.mark.parametrize("path", ["/log", "/seat", "/notes"])
async def test_stop_is_on_every_page_of_the_table_and_seen_there__TF_33(
    house: House, path: str
) -> None:
    gil, ana = await house.table("Ana")
    form = Page((await ana.get(f"/t/{ana.table}{path}")).text).form("Stop")
    assert ("anonymous", "true") in form, "one tap, and nobody learns who it was"
    assert (await ana.submit(dict(form))).status_code == 303
    page = (await gil.get(f"/t/{gil.table}{path}")).text
    assert "Somebody has pressed Stop." in page
    seen = (await gil.get(f"/t/{gil.table}/stopped")).json()
    assert "Somebody has pressed Stop." in seen["stopped"]


@pytest.mark.parametrize("path", ["/log", "/seat", "/notes", "/recap/1"])
async def test_who_is_beside_the_table_reads_that_they_are_waited_for__TF_30(
    house: House, path: str
) -> None:
    gil, ana = await house.table("Ana")
    await gil.do("OpenScene", title="The cellar")
    await ana.do("ClaimPoint", why="I was brave")
    asked = "Ana asks you"
    line = (
        (await gil.get(f"/t/{gil.table}{path}"))
        .text.partition('id="waited"')[2]
        .partition("</div>")[0]
    )
    assert asked in line
    assert 'data-called="● You: ' in line
    assert f'href="/t/{gil.table}?seat=gil"' in line
    assert asked in (await gil.get(f"/t/{gil.table}/stopped")).json()["waited"]
    beside = (await ana.get(f"/t/{ana.table}{path}")).text
    assert beside.partition('id="waited"')[2].partition("</div>")[0].endswith(">"), "nothing asked"


async def test_stop_is_said_above_all_parts_of_the_table__TF_33(house: House) -> None:
    gil, ana = await house.table("Ana")
    await ana.submit({"do": "Stop"})
    page = await gil.bare_page()
    assert page.index("Ana has pressed Stop.") < page.index('<main id="main"')


async def test_a_signed_stop_names_whoever_pressed__TF_33(house: House) -> None:
    gil, ana = await house.table("Ana")
    await ana.submit({"do": "Stop"})
    assert "Ana has pressed Stop." in await gil.page()


async def test_hundred_commands_at_once_all_stand_in_the_log(house: House) -> None:
    _, ana, ben = await house.table("Ana", "Ben")
    before = await house.version(ana.table)
    said = [who.do("Say", text=f"{n}") for n in range(50) for who in (ana, ben)]
    answers = await asyncio.gather(*said)
    assert {a.status_code for a in answers} == {200}
    assert len({a.json()["entry"] for a in answers}) == 100
    assert await house.version(ana.table) == before + 100


async def test_the_page_says_since_when_somebody_is_waited_for__TF_30(house: House) -> None:
    now = [datetime(2026, 11, 14, 20, 15).timestamp()]
    house.host.clock = lambda: now[0]
    gil, ana = await house.table("Ana")
    await ana.do("ClaimPoint", why="I sang")
    page = await ana.page()
    waits = re.search(
        r'asked, <time id="since-gil" datetime="([^"]+)"[^>]*>([^<]+)', in_a_line(page)
    )
    assert waits
    assert datetime.fromisoformat(waits[1]).timestamp() == now[0]
    assert waits[2] == "since 14 November 2026, 20:15"
    assert "Ana asks you" in await gil.bare_page()
    async with await ana.opened() as watching:
        await watching.message("ping")  # the page says it all; nothing is to be added
        now[0] += 3600
        await gil.do("WriteNote", title="Not yet")
        assert await watching.quiet(), "a wait that goes on is no news"
