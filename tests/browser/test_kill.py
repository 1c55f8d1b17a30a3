"""A server that dies in the middle of everything, and comes back (TF-35, TF-36)."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import httpx
from playwright.sync_api import Browser, expect
from tests import patience
from tests.browser.house import Server, person

from tablefolk.core.table.at import GameAtTable
from tablefolk.core.table.talk import Said
from tablefolk.games import load
from tablefolk.hosting.live import name_of
from tablefolk.hosting.log.sqlite import SqliteLog

T = TypeVar("T")
COMMANDS = 200
BEFORE_THE_END = 60  # acknowledged when the power goes
AT_ONCE = 40  # so that no more than these are still answered, however late the answers are read
TEXTS = [f"Line number {n} of two hundred." for n in range(COMMANDS)]


def test_no_acknowledged_entry_is_lost_and_pages_are_current_again__TF_35__TF_36(
    browser: Browser, mortal: Server
) -> None:
    table, seat = a_table(mortal)
    page = person(browser, mortal.address)
    page.context.add_cookies(
        [{"name": "seat", "value": seat, "url": f"{mortal.address}/t/{table}"}]
    )
    page.goto(f"/t/{table}")
    say(mortal, table, seat, "Before the storm.")
    expect(page.get_by_role("log").get_by_text("Before the storm.").first).to_be_visible()

    acknowledged = in_a_thread(storm(mortal, table, seat))
    assert BEFORE_THE_END <= len(acknowledged) < COMMANDS

    mortal.start()
    say(mortal, table, seat, "After the storm.")  # it answers again
    expect(page.get_by_role("log").get_by_text("After the storm.").first).to_be_visible()

    kept = in_a_thread(said(mortal.data, table))
    assert acknowledged.items() <= kept.items()
    again = in_a_thread(resent(mortal, table, seat))
    kept = in_a_thread(said(mortal.data, table))
    assert sorted(kept.values()) == sorted(["Before the storm.", "After the storm.", *TEXTS])
    assert all(kept[entry] == TEXTS[n] for n, entry in again.items())
    expect(page.get_by_role("log").get_by_text([*kept.values()][-1]).first).to_be_visible()


def a_table(server: Server) -> tuple[str, str]:
    """A demo table, and the key to one of its seats."""
    answer = httpx.post(f"{server.address}/try/wheel-of-fate", timeout=patience.SECONDS)
    assert answer.status_code == 303
    return answer.headers["location"].split("/")[2], answer.cookies["seat"]


def say(server: Server, table: str, seat: str, text: str) -> None:
    answer = httpx.post(address(server, table), **command(seat, text), timeout=patience.SECONDS)
    assert answer.status_code == 200, answer.text


async def storm(server: Server, table: str, seat: str) -> dict[str, str]:
    """Two hundred commands, and the power goes: what was acknowledged, by its entry."""
    acknowledged: dict[str, str] = {}

    async def one(client: httpx.AsyncClient, text: str) -> None:
        try:
            answer = await client.post(address(server, table), **command(seat, text))
        except httpx.HTTPError:
            return  # nobody has promised anything
        if answer.status_code == 200:
            acknowledged[answer.json()["entry"]] = text
            if len(acknowledged) == BEFORE_THE_END:
                server.kill()

    limits = httpx.Limits(max_connections=AT_ONCE)
    async with httpx.AsyncClient(limits=limits, timeout=patience.SECONDS) as client:
        await asyncio.gather(*(one(client, text) for text in TEXTS))
    return acknowledged


async def resent(server: Server, table: str, seat: str) -> dict[int, str]:
    """The same commands under the same ids: their entries, whether old or new."""
    entries: dict[int, str] = {}
    async with httpx.AsyncClient(timeout=patience.SECONDS) as client:
        for n, text in enumerate(TEXTS):
            answer = await client.post(address(server, table), **command(seat, text))
            assert answer.status_code == 200, answer.text
            entries[n] = answer.json()["entry"]
    return entries


async def said(data: Path, table: str) -> dict[str, str]:
    """What was said at the table, by the entries' names and in order, as the file has it."""
    log = SqliteLog.look(data)
    codec = GameAtTable(load("wheel-of-fate")).codec
    try:
        entries = [codec.load(row.body) for row in await log.read(table)]
    finally:
        await log.close()
    ours = {*TEXTS, "Before the storm.", "After the storm."}
    return {
        name_of(number, entry): event.text
        for number, entry in enumerate(entries, 1)
        for event in entry.events
        if isinstance(event, Said) and event.text in ours
    }


def in_a_thread(work: Coroutine[Any, Any, T]) -> T:
    """Playwright has a loop of its own in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result(timeout=10 * patience.SECONDS)


def address(server: Server, table: str) -> str:
    return f"{server.address}/t/{table}/do"


def command(seat: str, text: str) -> dict[str, Any]:
    """Somebody says it, under an id made from the words."""
    return {
        "json": {"do": "Say", "fields": {"text": text}, "id": text},
        "headers": {"accept": "application/json", "cookie": f"seat={seat}"},
    }
