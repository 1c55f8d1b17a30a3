"""Somebody brings a file that is made to hurt: nobody else waits for it (TF-40, TF-43)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from threading import Event
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from msgspec.structs import replace
from tests import toy
from tests.table.playing import Evening
from tests.toy import ThrowDie
from tests.web.house import House

from tablefolk.core.table import takeback
from tablefolk.core.table.takeback import TakeBack
from tablefolk.core.table.talk import AskHands, RollFree, Say
from tablefolk.core.table.trail import Trail
from tablefolk.hosting import counting, keeping
from tablefolk.hosting.beside import Workbench
from tablefolk.hosting.limits import HOME, Limits
from tablefolk.hosting.store import in_file
from tablefolk.hosting.tables import Host
from tablefolk.web.serve import server

PATIENCE = 60
BORDER = b"border"
FILE_HEAD = b'--border\r\ncontent-disposition: form-data; name="table"; filename="t"\r\n\r\n'
KIND = f"multipart/form-data; boundary={BORDER.decode()}"


def evening(said: int, back: int) -> Evening:
    """Much is said, and much of it taken back."""
    one = Evening()
    for number in range(said):
        one.do("ana", Say(f"This is line {number} of many."))
    trail = Trail(one.at, one.entries)
    for number in range(1, len(one.entries) + 1):
        trail.enter(number)
    for number in range(5, 5 + back):
        seat = one.seat("gil")
        one.entries.append(takeback.struck_by(one.at, trail, trail.state, seat, TakeBack(number)))
        trail.enter(len(one.entries))
    return one


def exported(one: Evening) -> bytes:
    return keeping.export(one.at, "Friday", [one.at.codec.dump(entry) for entry in one.entries])


def form(data: bytes) -> bytes:
    return FILE_HEAD + data + b"\r\n--border--\r\n"


async def sent(site: str, data: bytes) -> httpx.Response:
    async with httpx.AsyncClient(base_url=site, timeout=PATIENCE) as browser:
        return await browser.post("/bring", content=form(data), headers={"content-type": KIND})


@asynccontextmanager
async def serving(host: Host) -> AsyncIterator[str]:
    """A real server in this loop, on a port of its own."""
    running = server(host, port=0)
    task = asyncio.create_task(running.serve())
    async with asyncio.timeout(PATIENCE):
        while not running.started:
            await asyncio.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{running.servers[0].sockets[0].getsockname()[1]}"
    finally:
        running.should_exit = True
        await task


@asynccontextmanager
async def hosting(folder: Path, game: Any = toy, limits: Limits = HOME) -> AsyncIterator[Host]:
    store = in_file(folder / "tables.db")
    yield Host(store, [game], limits=limits)
    await store.close()


async def until(true: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.005)


# -- Long files --------------------------------------------------------------------------------


async def test_a_long_file_with_as_many_takings_back_is_taken_over__TF_40(tmp_path: Path) -> None:
    data = exported(evening(1200, 1200))
    assert len(data) > 400_000
    async with hosting(tmp_path) as host, serving(host) as site:
        answer = await sent(site, data)
        assert answer.status_code == 303, answer.text
        live = await host.live(answer.headers["location"].split("/")[2])
        assert live
        assert live.version == 2404


@pytest.mark.parametrize(
    ("limits", "status", "sentence"),
    [
        ({"import_entries": 50}, 422, "A table's file has 50 entries at most here."),
        ({"import_takebacks": 9}, 422, "A table's file has 9 takings back at most here."),
        ({"import_bytes": 10_000}, 413, "That is more than 10 kB; send less at a time."),
    ],
)
async def test_a_file_beyond_a_limit_is_refused_and_the_limit_named__TF_43(
    tmp_path: Path, limits: dict[str, int], status: int, sentence: str
) -> None:
    async with hosting(tmp_path, limits=replace(HOME, **limits)) as host, serving(host) as site:
        answer = await sent(site, exported(evening(60, 20)))
        assert answer.status_code == status
        assert sentence in answer.text.replace("&#39;", "'")


async def test_a_file_that_takes_too_long_is_refused_and_the_time_named__TF_43(
    tmp_path: Path,
) -> None:
    async with hosting(tmp_path) as host, serving(host) as site:
        seconds = iter(range(10_000))
        host.bench = Workbench(clock=lambda: float(next(seconds)))
        answer = await sent(site, exported(evening(60, 20)))
        assert answer.status_code == 422
        assert "Judging this table takes more than 60 seconds" in answer.text
        assert await host.log.tables() == []


async def test_a_file_of_nothing_but_line_ends_is_not_even_split__TF_40(tmp_path: Path) -> None:
    async with hosting(tmp_path) as host, serving(host) as site:
        answer = await sent(site, b"\n" * 5_000_000)
        assert answer.status_code == 422
        assert "50,000 entries at most" in answer.text


# -- Beside others -----------------------------------------------------------------------------


class Slow:
    """Odd One with a throw that takes as long as the test wants."""

    def __init__(self) -> None:
        self.judged, self.go = 0, Event()
        self.game: Any = SimpleNamespace(**vars(toy) | {"decide": self.decide})

    def decide(self, odd: Any, seat: Any, command: Any, dice: Any) -> Any:
        if isinstance(command, ThrowDie):
            self.judged += 1
            self.go.wait(PATIENCE)
        yield from toy.decide(odd, seat, command, dice)


def throws() -> bytes:
    one = Evening()
    for who in ("ana", "ben", "cy") * 3:
        one.do(who, ThrowDie(), 2)
    return exported(one)


async def test_when_the_sender_hangs_up_the_work_ends__TF_40(tmp_path: Path) -> None:
    slow, body = Slow(), form(throws())
    async with hosting(tmp_path, slow.game) as host, serving(host) as site:
        port = int(site.rpartition(":")[2])
        _, line = await asyncio.open_connection("127.0.0.1", port)
        head = f"POST /bring HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncontent-type: {KIND}\r\n"
        line.write(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)
        await until(lambda: slow.judged)
        line.close()
        await until(lambda: not counting.all_under_way()["imports"])
        slow.go.set()
        await until(lambda: not host.bench.under_way.total())
        assert slow.judged == 1, "the one that was under way, and none after it"
        assert await host.log.tables() == []


async def test_a_small_file_beside_a_long_one_is_done_first__TF_40(tmp_path: Path) -> None:
    slow = Slow()
    async with hosting(tmp_path, slow.game) as host, serving(host) as site:
        long = asyncio.create_task(sent(site, throws()))
        await until(lambda: slow.judged)
        small = await sent(site, exported(evening(3, 1)))
        assert small.status_code == 303
        async with httpx.AsyncClient(base_url=site) as browser:
            assert (await browser.get("/healthz")).status_code == 200
        assert not long.done()
        slow.go.set()
        assert (await long).status_code == 303


async def test_more_files_at_once_than_there_is_room_for_are_told_to_wait__TF_43(
    tmp_path: Path,
) -> None:
    slow = Slow()
    async with hosting(tmp_path, slow.game) as host, serving(host) as site:
        asked = [asyncio.create_task(sent(site, throws())) for _ in range(5)]
        done, waiting = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        (no,) = [task.result() for task in done]
        assert no.status_code == 503
        assert "Others are bringing tables just now" in no.text
        slow.go.set()
        assert {(await task).status_code for task in waiting} == {303}


# -- Altered files -----------------------------------------------------------------------------


def played() -> bytes:
    one = Evening()
    one.do("ana", ThrowDie(), 3)
    one.do("gil", AskHands("On?"))
    one.do("ben", RollFree("2d6"), 3, 4)
    one.do("gil", TakeBack(5))
    return exported(one)


def altered(luck: Random, data: bytes) -> bytes:
    """One value somewhere in it is another, of whatever kind."""
    lines: list[Any] = [json.loads(line) for line in data.splitlines()]
    at: Any = luck.choice(lines)
    while True:
        key = luck.choice(list(at)) if isinstance(at, dict) else luck.randrange(len(at))
        if isinstance(at[key], dict | list) and at[key] and luck.random() < 0.7:
            at = at[key]
            continue
        at[key] = luck.choice([0, -1, 2**53, "", "x", None, [], {}, True, 1.5, "\0", "moth" * 20])
        return b"\n".join(json.dumps(line).encode() for line in lines)


async def test_whatever_is_altered_in_a_file_is_told_in_a_sentence__TF_40(house: House) -> None:
    luck, person, data = Random(7), house.person(), played()
    statuses = set()
    for _ in range(60):
        body = form(altered(luck, data))
        headers = {"content-type": KIND}
        answer = await person.browser.post("/bring", content=body, headers=headers)
        statuses.add(answer.status_code)
        assert answer.status_code in (303, 422), answer.text
    assert 422 in statuses


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("id", "x" * 65, "up to 64 printable characters"),
        ("id", "a\0b", "up to 64 printable characters"),
        ("at", 32_000_000_000.0, "its time is not one of ours"),
    ],
)
async def test_ids_and_times_that_nobody_wrote_are_refused__TF_40(
    house: House, field: str, value: Any, why: str
) -> None:
    heading, first, *rest = played().splitlines()
    line = json.dumps(json.loads(first) | {field: value}).encode()
    body = form(b"\n".join([heading, line, *rest]))
    answer = await house.person().browser.post(
        "/bring", content=body, headers={"content-type": KIND}
    )
    assert answer.status_code == 422
    assert "Line 2 cannot be taken over: it" in answer.text
    assert why in answer.text.replace("&#39;", "'")


async def test_a_heading_with_an_endless_name_is_refused__TF_40(house: House) -> None:
    heading, *rest = played().splitlines()
    named = json.dumps(json.loads(heading) | {"name": "x" * 201}).encode()
    body = form(b"\n".join([named, *rest]))
    answer = await house.person().browser.post(
        "/bring", content=body, headers={"content-type": KIND}
    )
    assert answer.status_code == 422
    assert "its name has more than 200 characters" in answer.text
