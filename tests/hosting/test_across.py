"""One table in several processes: whatever one of them writes, the others take over and go on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests import toy
from tests.hosting.house import Evening, Refused, plain
from tests.pairs import EVERY, PAIRS, Failing, HardOfHearing, Pair

from tablefolk.hosting.bus.base import Missed
from tablefolk.hosting.live import Live
from tablefolk.hosting.log.base import Broken, Row
from tablefolk.hosting.store import in_memory
from tablefolk.hosting.tables import TRIES, Host


class Both:
    """Two of them, and a table at which people sit at either."""

    def __init__(self, pair: Pair) -> None:
        self.stores = pair
        self.here, self.there = (Host(store, [toy], clock=lambda: 1e9) for store in pair)
        self.log: Any = pair[0].log

    async def seated(self, *names: str, **options: Any) -> tuple[Evening, Evening]:
        """The same table as the one process and as the other has it."""
        opened = await self.here.open_table("odd-one", "Odd evening", "Gil", options)
        here, there = (self.at(host, opened.table) for host in (self.here, self.there))
        for name in names:
            await here.join(name)
        return here, there

    def at(self, host: Host, table: str) -> Evening:
        class OneOf:
            pass

        house: Any = OneOf()
        house.host = host
        return Evening(house, table, {})

    async def close(self) -> None:
        for store in self.stores:
            await store.close()


@pytest.fixture(params=EVERY)
async def both(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Both]:
    one = Both(await PAIRS[request.param](tmp_path))
    yield one
    await one.close()


@pytest.fixture
async def apart() -> Both:
    """Two whose lines can be cut and whose log can be away."""
    return Both(await PAIRS["memory"](Path()))


async def settled(here: Evening, there: Evening) -> tuple[Live, Live]:
    """Both as they are once every word has come."""
    async with asyncio.timeout(20):
        while True:
            one, other = await here.live(), await there.live()
            if one.version == other.version:
                return one, other
            await asyncio.sleep(0.01)


async def test_what_one_process_writes_the_other_shows__TF_35(both: Both) -> None:
    here, there = await both.seated("Ana")
    await there.live()
    await here.do("ana", "HideWord", text="oak")
    await there.do("ana", "Say", text="Hush.")
    one, other = await settled(here, there)
    assert plain(one.table) == plain(other.table)
    assert await here.told("gil") == await there.told("gil")


async def test_an_act_on_what_is_old_is_decided_again__TF_37(apart: Both) -> None:
    here, there = await apart.seated("Ana")
    held = await there.live()
    deaf(there)
    await here.do("ana", "Say", text="first")
    done = await there.do("ana", "ThrowDie")
    assert done.number == 4
    assert held is await there.live(), "it was caught up with, and not loaded anew"
    assert [type(e.command).__name__ for e in held.entries[2:]] == ["Say", "ThrowDie"]


async def test_dice_thrown_by_hand_are_kept_when_it_is_decided_again__TF_21(apart: Both) -> None:
    here, there = await apart.seated("Ana", dice="hand")
    await there.live()
    deaf(there)
    await here.do("ana", "Say", text="first")
    done = await there.do("ana", "ThrowDie", faces=[5])
    assert (done.number, done.entry.faces, done.entry.by_hand) == (4, (5,), True)


async def test_nobody_is_refused_by_what_is_no_longer_so__TF_37(apart: Both) -> None:
    here, there = await apart.seated("Ana")
    await there.live()
    deaf(there)
    await here.join("Ben")
    assert (await there.do("ben", "Say", text="I am here.")).number == 4


async def test_a_table_that_others_are_always_ahead_at_says_to_try_again__TF_37(
    apart: Both,
) -> None:
    here, there = await apart.seated("Ana")
    tries = []
    append = apart.log.append

    async def late(table: str, after: int, rows: list[Row], keys: Any) -> None:
        tries.append(after)
        await append(table, after, [Row(after + 1, f"theirs-{after}", rows[0].body)])
        await append(table, after, rows, keys)

    apart.log.append = late
    with Refused("TF-37", "stale"):
        await there.do("ana", "Say", text="Now?")
    assert tries == list(range(2, 2 + TRIES))
    apart.log.append = append
    assert (await here.do("ana", "Say", text="Now.")).number == 3 + TRIES


async def test_a_command_sent_to_both_acts_once__TF_36(both: Both) -> None:
    here, there = await both.seated("Ana")
    await there.live()
    done = await asyncio.gather(
        here.do("ana", "ThrowDie", "same"), there.do("ana", "ThrowDie", "same")
    )
    assert sorted(one.again for one in done) == [False, True]
    assert done[0].entry == done[1].entry
    await settled(here, there)


async def test_what_is_taken_back_elsewhere_is_struck_here_and_the_live_table_stays__TF_24(
    both: Both,
) -> None:
    here, there = await both.seated("Ana")
    await here.do("ana", "HideWord", text="oak")
    held = (await settled(here, there))[1]
    told = held.retold
    await here.do("gil", "TakeBack", entry=3)
    await here.do("ana", "HideWord", text="ash")
    one, other = await settled(here, there)
    assert other is held
    assert (other.struck, other.retold > told) == ({3}, True)
    assert plain(one.table) == plain(other.table)
    assert await here.told("gil") == await there.told("gil")


async def test_a_table_far_behind_is_loaded_from_where_it_was_kept(apart: Both) -> None:
    here, there = await apart.seated("Ana")
    held = await there.live()
    for n in range(230):
        await here.do("ana", "Say", text=f"word {n}")
    now = await there.live()
    assert now is not held
    assert (now.version, now.changed >= held.changed) == (232, True)
    assert await there.told("gil") == await here.told("gil")


async def test_a_table_deleted_elsewhere_is_let_go__TF_41(both: Both) -> None:
    here, there = await both.seated("Ana")
    await there.live()
    await here.host.delete(here.id, "gil", "Odd evening")
    async with asyncio.timeout(20):
        while await there.host.live(there.id):
            await asyncio.sleep(0.01)
    assert here.id not in there.host._live


async def test_whoever_lost_the_chair_elsewhere_deletes_nothing__TF_7(apart: Both) -> None:
    here, there = await apart.seated("Ana")
    await there.live()
    deaf(there)
    await here.do("gil", "OfferChair", to="ana")
    await here.do("ana", "AnswerChair", yes=True)
    with Refused("TF-41", "gm_only"):
        await there.host.delete(there.id, "gil", "Odd evening")


async def test_many_who_wake_at_once_read_once(apart: Both) -> None:
    here, there = await apart.seated("Ana")
    await there.live()
    await here.do("ana", "Say", text="Hush.")
    apart.log.reads = 0
    lives = await asyncio.gather(*(there.live() for _ in range(50)))
    assert {live.version for live in lives} == {3}
    assert apart.log.reads == 1


async def test_what_comes_while_the_log_is_read_is_read_as_well(apart: Both) -> None:
    here, there = await apart.seated("Ana")
    await there.live()
    await here.do("ana", "Say", text="first")
    read = apart.log.read

    async def slowly(*asked: Any) -> list[Row]:
        rows: list[Row] = await read(*asked)
        apart.log.read = read
        await here.do("ana", "Say", text="meanwhile")
        return rows

    apart.log.read = slowly
    early = asyncio.create_task(there.live())
    while apart.log.read is not read:
        await asyncio.sleep(0)
    assert (await there.live()).version == 4, "who asks after it was written sees it"
    await early


async def test_after_a_broken_line_all_tables_are_asked_for_in_one_go(apart: Both) -> None:
    evenings = [await apart.seated("Ana") for _ in range(5)]
    for _, there in evenings:
        await there.live()
    deaf(evenings[0][1])
    for here, _ in evenings[:2]:
        await here.do("ana", "Say", text="unheard")
    apart.log.reads = apart.log.asked = 0
    mended(evenings[0][1])
    lives = await asyncio.gather(*(there.live() for _, there in evenings for _ in range(3)))
    assert [live.version for live in lives] == [3] * 6 + [2] * 9
    assert (apart.log.asked, apart.log.reads) == (1, 2)


async def test_a_table_that_moved_without_a_word_is_found_by_asking(apart: Both) -> None:
    here, there = await apart.seated("Ana")
    quiet, _ = await apart.seated("Ana")
    for evening in (there, apart.at(apart.there, quiet.id)):
        await evening.live()
    deaf(there)
    await here.do("ana", "Say", text="unheard")
    assert await there.host.behind.moved({here.id: 2, quiet.id: 2}) == {here.id}
    assert (await there.live()).version == 3


async def test_a_log_that_is_away_loses_nothing_and_is_gone_on_with__TF_36(apart: Both) -> None:
    here, there = await apart.seated("Ana")
    await there.live()
    apart.log.breaks = True
    with pytest.raises(Broken):
        await here.do("ana", "Say", "one", text="Is it there?")
    apart.log.away = True
    with pytest.raises(Broken):
        await here.live()
    apart.log.away = apart.log.breaks = False
    assert (await here.live()).version == 3, "nobody could know, so it was looked up"
    assert (await here.do("ana", "Say", "one", text="Is it there?")).again
    there.host.bus.hear(Missed())  # type: ignore[attr-defined]
    assert (await there.live()).version == 3


async def test_a_store_of_one_process_asks_nobody() -> None:
    log = Failing()
    host = Host(in_memory(log), [toy])
    opened = await host.open_table("odd-one", "Odd evening", "Gil")
    log.reads = log.asked = 0
    await host.current(opened.table)
    await host.act(opened.table, "gil", "Say", {"text": "Hush."})
    await host.current(opened.table)
    assert (log.asked, log.reads) == (0, 1), "it was loaded, once"


def deaf(evening: Evening) -> None:
    bus: Any = evening.host.bus
    assert isinstance(bus, HardOfHearing)
    bus.missing = 1.0


def mended(evening: Evening) -> None:
    bus: Any = evening.host.bus
    bus.mend()
