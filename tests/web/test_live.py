"""The live stream: what changed, for whom, in which order, and nothing twice."""

from __future__ import annotations

import asyncio
import json
import re

import pytest
from tests.web.house import House

from tablefolk.web import live
from tablefolk.web.presence import Presence


async def test_what_one_does_the_others_see_without_asking__TF_35(house: House) -> None:
    gil, ana = await house.table("Ana")
    async with gil.stream() as watching:
        await ana.do("Say", text="A light in the window.")
        message = await watching.message("A light in the window.")
    assert re.match(r"id: \d\n", message)
    assert 'hx-target="#story-new" hx-swap="beforeend"' in message


async def test_a_stream_says_what_it_is_and_is_never_kept(house: House) -> None:
    (gil,) = await house.table()
    async with gil.stream() as watching:
        headers = {k.decode(): v.decode() for k, v in watching.start["headers"]}
    assert headers["content-type"].startswith("text/event-stream")
    assert headers["cache-control"] == "no-store"
    assert "content-security-policy" in headers


async def test_only_the_regions_that_changed_are_sent(house: House) -> None:
    gil, ana = await house.table("Ana")
    async with await gil.opened() as watching:
        await ana.do("Say", text="Just words.")
        message = await watching.message("Just words.")
    regions = re.findall(r'hx-target="#([\w-]+)"', message)
    assert "story-new" in regions
    assert not {"people", "desk", "scene", "say", "story-old"} & set(regions)


async def test_a_page_that_slept_is_sent_everything_it_missed__TF_35(house: House) -> None:
    gil, ana = await house.table("Ana")
    page = await gil.opened()
    for n in range(30):
        await ana.do("Say", text=f"word {n}")
    for stream in (page, gil.stream()):  # one that is known still, and one that is not
        async with stream as watching:
            message = await watching.message("word 29")
        assert "word 0" in message


async def test_a_page_comes_back_to_where_it_was_if_all_has_reached_it__TF_35(
    house: House,
) -> None:
    gil, ana = await house.table("Ana")
    stream = await gil.opened()
    async with stream as watching:
        await ana.do("Say", text="At dusk.")
        last = await watching.message("At dusk.")
    await ana.do("Say", text="meanwhile")
    got = int(last.split("\n")[0].removeprefix("id: "))
    page = stream.query.partition("page=")[2].partition("&")[0]
    async with gil.stream(got, page) as watching:
        message = await watching.message("hx-partial")
    assert "meanwhile" in message
    assert "At dusk." not in message
    async with gil.stream(got, page) as watching:  # the last message never came
        message = await watching.message("meanwhile")
    assert "At dusk." in message


async def test_a_page_that_is_current_is_not_sent_the_same_again__TF_35(house: House) -> None:
    gil, _ = await house.table("Ana")
    async with await gil.opened() as watching:
        assert await watching.message() == "event: ping\ndata: \n\n"


async def test_mere_talk_sends_its_entry_and_how_to_take_it_back_and_nothing_else(
    house: House,
) -> None:
    _, ana, ben = await house.table("Ana", "Ben")
    async with await ana.opened() as hers, await ben.opened() as his:
        await ana.do("Say", text="Hush now.")
        said = [await stream.message("Hush now.") for stream in (hers, his)]
    targets = [re.findall(r'hx-target="#([\w-]+)"', message) for message in said]
    assert targets == [["take-back", "story-new"], ["story-new"]]
    assert len(said[0]) < 900
    assert len(said[1]) < 400


async def test_of_who_is_here_only_the_row_that_changed_is_sent__TF_31(house: House) -> None:
    gil, _, ben = await house.table("Ana", "Ben")
    async with await gil.opened() as watching:
        await watching.message("ping")
        async with ben.stream():
            message = await watching.message("hx-partial")
    assert re.findall(r'hx-target="#([\w-]+)"', message) == ["here-ben"]


async def test_a_slow_page_is_sent_only_the_newest(house: House) -> None:
    gil, ana = await house.table("Ana")
    async with gil.stream() as watching:
        await watching.message()
        await asyncio.gather(*(ana.do("Say", text=f"word {n}") for n in range(40)))
        await watching.message("word 39")
        assert watching.sent.qsize() < 40


async def test_a_secret_act_wakes_nobody_else__TF_29(house: House) -> None:
    gil, ana = await house.table("Ana")
    await gil.page()
    async with await ana.opened() as watching:
        await watching.message("ping")
        await gil.do("WriteNote", title="Canary", text="The butler did it.")
        assert await watching.quiet()
        await gil.do("Say", text="So.")
        message = await watching.message("So.")
    assert "Canary" not in message
    assert "butler" not in message


async def test_no_byte_of_a_secret_reaches_another_browser__TF_29(house: House) -> None:
    gil, ana, ben = await house.table("Ana", "Ben")
    async with ben.stream() as watching:
        await gil.do("WriteNote", title="Canary-note", text="Canary-text")
        await ana.do("Say", text="Canary-whisper", to=["gil"])
        await ana.do("HideWord", text="Canary-word")
        await ana.do("WriteNote", title="Canary-own")
        await gil.do("Say", text="the end")
        seen = [await watching.message("the end")]
    for path in ("", "/log", "/log?q=Canary", "/story/md", "/story/html", "/story/json", "/seat"):
        seen.append((await ben.get(f"/t/{ben.table}{path}")).text.replace('value="Canary"', ""))
    refused = await ben.do("DropNote", note=1)
    seen.append(refused.text)
    assert not [text for text in seen if "Canary-" in text]
    assert "Canary-whisper" in await gil.page()


async def test_a_broken_line_is_noticed_for_there_is_a_ping_within_ten_seconds__TF_35(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert live.PING < 9
    monkeypatch.setattr(live, "PING", 0.05)
    (gil,) = await house.table()
    async with gil.stream() as watching:
        await watching.message("event: ping", seconds=2)
        await watching.message("event: ping", seconds=2)


async def test_what_is_taken_back_is_struck_on_every_page_at_once__TF_24(house: House) -> None:
    gil, ana = await house.table("Ana")
    async with await ana.opened() as watching:
        await watching.message("ping")
        await gil.do("Say", text="Nobody heard that.")
        said = await watching.message("Nobody heard that.")
        entry = re.findall(r'id="entry-(\w+)"', said)[-1]
        await gil.do("TakeBack", entry=entry)
        struck = await watching.message(f'hx-target="#entry-{entry}"')
    assert f'class="entry struck line-told line-said" id="entry-{entry}"' in struck


async def test_presence_is_shown_to_all_and_not_logged__TF_31(house: House) -> None:
    gil, ana = await house.table("Ana")
    before = await house.version(gil.table)
    house.app.place.presence.clock = lambda: 0.0
    async with gil.stream() as watching:
        await watching.message("here")
        house.app.place.presence.clock = lambda: 1000.0
        async with ana.stream() as of_ana, ana.stream(page="other") as other:
            message = await watching.message('hx-target="#here-ana"')
            assert "is-here" in message
            await of_ana.message("on 2 devices")
            await other.message("here-ana")
            assert "devices" not in message
        assert house.app.place.presence.here(gil.table) == {"gil", "ana"}
    assert await house.version(gil.table) == before


async def test_each_row_says_who_is_here_also_when_the_rows_change__TF_31(house: House) -> None:
    gil, ana = await house.table("Ana")
    here = re.compile(r'id="here-(\w+)"><span class="is-(here|away)"')
    assert here.findall(await ana.page()) == [("gil", "away"), ("ana", "here")]
    async with await ana.opened() as watching:
        await watching.message("ping")
        await gil.do("AskHands", question="Shall we?")  # both are waited for now
        message = await watching.message('hx-target="#person-ana"')
    assert here.findall(message) == [("gil", "here"), ("ana", "here")]


def test_presence_ends_sixty_seconds_after_the_last_sign_of_life__TF_31() -> None:
    now = [0.0]
    presence = Presence(lambda: now[0])
    presence.came("oak", "ana")
    now[0] = 500
    assert presence.here("oak") == {"ana"}
    presence.went("oak", "ana")
    now[0] = 559
    assert presence.here("oak") == {"ana"}
    now[0] = 560
    assert presence.here("oak") == set()
    presence.forget("oak")
    assert presence.here("oak") == set()


async def test_a_signed_out_device_loses_its_stream__TF_3(house: House) -> None:
    gil, ana = await house.table("Ana")
    async with ana.stream() as watching:
        await watching.message()
        await gil.post(f"/t/{gil.table}/seat/renew", {"member": "ana"})
        await watching.message("event: bye")


async def test_a_deleted_table_closes_every_page__TF_41(house: House) -> None:
    gil, ana = await house.table("Ana")
    async with ana.stream() as watching:
        await watching.message()
        assert (await gil.post(f"/t/{gil.table}/delete", {"name": "Friday"})).status_code == 303
        await watching.message("event: bye")
    assert (await ana.get(f"/t/{ana.table}")).status_code == 404


async def test_a_server_that_goes_down_does_not_send_pages_away(house: House) -> None:
    (gil,) = await house.table()
    async with gil.stream() as watching:
        await watching.message()
        await house.app.place.hub.close()
        last = await watching.message(seconds=2)
        assert "bye" not in last


async def test_rooms_are_left_as_they_were_found(house: House) -> None:
    gil, ana = await house.table("Ana")
    async with gil.stream(), ana.stream():
        assert len(house.app.place.hub.rooms[gil.table].pages) == 2
    assert not house.app.place.hub.rooms


async def test_a_page_with_a_stream_gets_its_news_there_and_one_without_at_once(
    house: House,
) -> None:
    _, ana = await house.table("Ana")
    form = {"do": "Say", "text": "To whom?", "page": "mine", "id": "1"}
    async with ana.stream(page="mine") as watching:
        await watching.message()
        answer = await ana.submit(form, **{"hx-request": "true"})
        assert "To whom?" not in answer.text
        await watching.message("To whom?")
    answer = await ana.submit(form | {"id": "2", "text": "And now?"}, **{"hx-request": "true"})
    assert "And now?" in answer.text


async def test_a_message_is_one_message_whatever_the_text_holds__TF_11(house: House) -> None:
    gil, ana = await house.table("Ana")
    async with gil.stream() as watching:
        await ana.do("Say", text="one\r\n\r\nevent: bye\ndata: gone")
        message = await watching.message("event: bye")
    assert "\r" not in message, "a browser would end the line there"
    assert message.count("\n\n") == 1
    assert message.endswith("\n\n")
    assert all(line.startswith(("id: ", "data: ")) for line in message.strip().split("\n"))


async def test_a_page_that_lost_its_stream_asks_again_ever_more_slowly__TF_35(house: House) -> None:
    gil, _ = await house.table("Ana")
    config = re.search(r"name=\"htmx-config\"\s+content='([^']+)'", await gil.bare_page())
    assert config
    stream = json.loads(config[1])["sse"]
    assert 0 < stream["reconnectDelay"] < stream["reconnectMaxDelay"] <= 30_000
