"""What is PostgreSQL's own: statements of many tables, lines that break, its schema."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from tests import patience
from tests.log.proxy import Proxy
from tests.postgres import OTHERS, server

from tablefolk.hosting.bus.base import Missed, Word
from tablefolk.hosting.drawings import Drawing
from tablefolk.hosting.log.base import (
    Beside,
    Broken,
    Conflict,
    Duplicate,
    Log,
    NoTable,
    Row,
    first_mark,
    next_mark,
)
from tablefolk.hosting.people import LinkUnknown, Shared, digest
from tablefolk.hosting.postgres import database, in_postgres, lines, schema, seen_in_postgres
from tablefolk.hosting.store import Store

pytestmark = pytest.mark.postgres
AHEAD = f"UPDATE tablefolk.schema SET version = {len(schema.STEPS) + 1}"


@pytest.fixture
def url(tmp_path: Path) -> str:
    return server().database(tmp_path)


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    store = await in_postgres(url)
    yield store
    await store.close()


@pytest.fixture
def log(store: Store) -> Log:
    return store.log


def row(version: int, command_id: str = "", body: bytes = b"body") -> Row:
    return Row(version, command_id or f"command-{version}", body)


def asked(url: str, query: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(url, autocommit=True) as con:
        cursor = con.execute(query)  # type: ignore[arg-type]
        return cursor.fetchall() if cursor.description else []


async def until(so: Callable[[], bool]) -> None:
    async with asyncio.timeout(patience.SECONDS):
        while not so():
            await asyncio.sleep(0.01)


# -- Checksums -----------------------------------------------------------------------------------


async def test_a_checksum_made_in_sql_is_the_one_made_in_python(log: Log, url: str) -> None:
    odd = ["plain", "", "ü 🎲", "a\\b'c\"", "\x00", "\ud800", "x" * 5000]
    rows = [Row(n, id, bytes(range(n))) for n, id in enumerate(odd, 1)]
    await log.create("alone", b"{}")
    await log.create("oak", b"{}", rows[:2])
    await log.append("oak", 2, rows[2:4])
    await log.append("oak", 4, rows[4:5], {"ana": b"key"})
    await log.append("oak", 5, rows[5:])
    for one in rows:
        await log.append("alone", one.version - 1, [one])
    for table in ("alone", "oak"):
        query = f"SELECT mark FROM tablefolk.entries WHERE table_id = '{table}' ORDER BY version"
        before = first_mark(table)
        marks = [before := next_mark(before, one) for one in rows]
        assert [mark for (mark,) in asked(url, query)] == marks
        assert await log.read(table) == rows
        assert await log.find(table, "\ud800") == rows[5]


@pytest.mark.parametrize(
    "change",
    ["SET body = 'bodz'", "SET command_id = 'x'", "SET mark = sha256('')", "SET version = 9"],
)
async def test_whatever_is_changed_is_found_by_its_checksum(
    log: Any, url: str, change: str
) -> None:
    for table in ("oak", "ash"):
        await log.create(table, b"{}", [row(n) for n in range(1, 6)])
    assert [await log.flaw(table) for table in ("oak", "ash", "elm")] == [0, 0, 0]
    asked(url, f"UPDATE tablefolk.entries {change} WHERE table_id = 'oak' AND version = 3")
    assert await log.flaw("oak") == 3
    with pytest.raises(Broken, match="Entry 3 of table oak is not as it was written") as no:
        await log.read("oak", 1)
    assert no.value.kind == "damaged"
    assert await log.read("oak", 0, 2) == [row(1), row(2)]
    assert await log.flaw("ash") == 0
    gaps = ["The log of table oak has gaps."] if "version" in change else []
    assert await log.integrity() == gaps


# -- Many tables in one statement ------------------------------------------------------------------


async def test_what_waits_is_written_together_and_only_the_stale_is_refused(
    log: Log, url: str
) -> None:
    tables = [f"table-{n}" for n in range(60)]
    for table in tables:
        await log.create(table, b"{}", [row(1)])
    after = [1 if n % 3 else 0 for n in range(60)]
    outcomes = await asyncio.gather(
        *(log.append(t, a, [row(a + 1, "new")]) for t, a in zip(tables, after, strict=True)),
        return_exceptions=True,
    )
    assert [outcome is None for outcome in outcomes] == [bool(a) for a in after]
    assert {type(outcome) for outcome in outcomes} == {type(None), Conflict}
    ((together,),) = asked(
        url, "SELECT count(DISTINCT xmin::text) FROM tablefolk.entries WHERE version = 2"
    )
    assert together < 10


async def test_one_process_may_send_several_entries_of_a_table_at_once(log: Log) -> None:
    await log.create("oak", b"{}")
    await asyncio.gather(*(log.append("oak", n, [row(n + 1)]) for n in range(20)))
    assert await log.read("oak") == [row(n) for n in range(1, 21)]


async def test_a_table_deleted_in_that_moment_spoils_nothing_for_the_others(
    log: Log, url: str
) -> None:
    for table in ("ash", "oak", "yew"):
        await log.create(table, b"{}")
    with rival(url) as other:
        other.execute("DELETE FROM tablefolk.tables WHERE id = 'oak'")
        appends = [asyncio.ensure_future(log.append(t, 0, [row(1)])) for t in ("ash", "oak", "yew")]
        await until(lambda: waiting(url))
        other.commit()
    outcomes = await asyncio.gather(*appends, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [type(None), NoTable, type(None)]


@pytest.mark.parametrize("ending", ["commit", "rollback"])
async def test_a_rival_who_is_under_way_is_waited_for(log: Log, url: str, ending: str) -> None:
    await log.create("oak", b"{}")
    with rival(url) as other:
        other.execute("INSERT INTO tablefolk.entries VALUES ('oak', 1, 'rival', '', sha256('oak'))")
        append = asyncio.ensure_future(log.append("oak", 0, [row(1)]))
        await until(lambda: waiting(url))
        getattr(other, ending)()
    (outcome,) = await asyncio.gather(append, return_exceptions=True)
    assert type(outcome) is (Conflict if ending == "commit" else type(None))


async def test_a_rival_who_is_stuck_holds_up_nobody_else(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "OPENING", lines.OPENING.replace("'3s'", "'100ms'"))
    store = await in_postgres(url)
    for table in ("oak", "ash"):
        await store.log.create(table, b"{}")
    with rival(url) as other:
        other.execute("INSERT INTO tablefolk.entries VALUES ('oak', 1, 'rival', '', '')")
        appends = [store.log.append(table, 0, [row(1)]) for table in ("oak", "ash")]
        stuck, fine = await asyncio.gather(*appends, return_exceptions=True)
    assert fine is None
    assert isinstance(stuck, Broken)
    assert "lock timeout" in str(stuck)
    await store.close()


@contextmanager
def rival(url: str) -> Iterator[psycopg.Connection[Any]]:
    """Somebody else in a transaction."""
    with psycopg.connect(url) as con:
        yield con
        con.rollback()


def waiting(url: str) -> bool:
    query = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    return bool(asked(url, query))


# -- Lines that break ------------------------------------------------------------------------------


async def insist(log: Log, table: str, command_id: str) -> None:
    """As a server does: on a conflict or no answer look again; a duplicate has been done."""
    while True:
        try:
            newest = await log.version(table)
            return await log.append(table, newest, [row(newest + 1, command_id)])
        except Duplicate:
            return None
        except Conflict:
            continue


async def say(log: Log, table: str, who: str) -> None:
    for number in range(40):
        await insist(log, table, f"{who}-{number}")


async def test_lines_cut_at_random_lose_and_double_nothing__TF_36(url: str) -> None:
    stores = [await in_postgres(url), await in_postgres(url)]
    tables = [f"table-{n}" for n in range(6)]
    for table in tables:
        await stores[0].log.create(table, b"{}")
    places = [(store, table) for store in (0, 1) for table in tables]
    playing = asyncio.gather(*(say(stores[n].log, table, f"by-{n}") for n, table in places))
    cuts = 0
    while not playing.done():
        await asyncio.sleep(random.uniform(0.05, 0.2))
        await asyncio.to_thread(asked, url, OTHERS)
        cuts += 1
    await playing
    assert cuts
    for table in tables:
        stored = await stores[0].log.read(table)
        assert [one.version for one in stored] == list(range(1, 81))
        assert {one.command_id for one in stored} == {
            f"by-{n}-{m}" for n in (0, 1) for m in range(40)
        }
        assert await stores[1].log.flaw(table) == 0
    for store in stores:
        await store.close()


async def test_a_server_that_stops_is_told_of_in_one_sentence_and_heals_by_itself(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = store.log
    await log.create("oak", b"{}")
    await log.append("oak", 0, [row(1)])
    server().stop()
    try:
        monkeypatch.setattr(database, "PATIENCE", 0.3)
        for call in (log.read("oak"), log.append("oak", 1, [row(2)]), store.people.invite("oak")):
            with pytest.raises(
                Broken, match=r"^The database tables_\d at .* does not answer: .*\.$"
            ):
                await call
        await store.bus.publish("oak", 2)
    finally:
        server().start()
    monkeypatch.undo()
    await log.append("oak", 1, [row(2, "after")])
    assert await log.read("oak") == [row(1), row(2, "after")]


async def test_calls_wait_a_moment_for_a_server_that_starts_again(store: Store) -> None:
    await store.log.create("oak", b"{}")
    server().stop()
    calls = asyncio.gather(store.log.append("oak", 0, [row(1)]), store.log.about("oak"))
    await asyncio.sleep(0)
    await asyncio.to_thread(server().start)
    assert await calls == [None, b"{}"]


async def test_a_line_that_was_broken_says_so_and_wakes_every_ear(url: str) -> None:
    here, there = await in_postgres(url), await in_postgres(url)
    said: list[Word] = []
    here.bus.listen(said.append)
    async with here.bus.subscribe("oak") as oak, here.bus.subscribe("ash") as ash:
        await asyncio.to_thread(asked, url, OTHERS)
        async with asyncio.timeout(patience.SECONDS):
            assert [await anext(oak), await anext(ash)] == [0, 0]
        assert said == [Missed()]
        await there.bus.publish("oak", 7)
        async with asyncio.timeout(patience.SECONDS):
            assert await anext(oak) == 7
    await here.close()
    await there.close()


async def test_whoever_gives_up_breaks_no_line_for_others(store: Store, url: str) -> None:
    log = store.log
    await log.create("oak", b"{}")
    await asyncio.gather(*(log.about("oak") for _ in range(10)))
    before = asked(url, LINES)
    for n in range(40):
        calls = [
            asyncio.ensure_future(c) for c in (log.read("oak"), log.append("oak", n, [row(n + 1)]))
        ]
        for _ in range(n % 7):
            await asyncio.sleep(0)
        for call in calls:
            call.cancel()
        await asyncio.wait(calls)
        if await log.version("oak") == n:
            await insist(log, "oak", f"command-{n + 1}")
    assert [one.version for one in await log.read("oak")] == list(range(1, 41))
    assert asked(url, LINES) == before


LINES = (
    "SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'tablefolk %'"
    " AND datname = current_database() ORDER BY pid"
)


# -- What happened is told as it happened ----------------------------------------------------------


@asynccontextmanager
async def through_a_proxy(url: str) -> AsyncIterator[tuple[Proxy, Store]]:
    async with Proxy(server().folder / ".s.PGSQL.5432") as proxy:
        store = await in_postgres(url.replace(f"host={server().folder}", f"host={proxy.folder}"))
        yield proxy, store
        await store.close()


async def test_an_answer_that_was_lost_is_found_out(url: str) -> None:
    async with through_a_proxy(url) as (proxy, store):
        log, people = store.log, store.people
        with proxy.swallowing("COMMIT"):
            await log.create("oak", b"{}", [row(1)], Beside(seats=(("gil", b"hash"),)))
        with proxy.swallowing("INSERT INTO entries"):
            await log.append("oak", 1, [row(2)])
        with proxy.swallowing("COMMIT"):
            await log.append("oak", 2, [row(3)], {"ana": digest("key")})
        with proxy.swallowing("COMMIT"):
            await log.append("oak", 3, [row(4), row(5)])
        with proxy.swallowing("COMMIT"):
            invite = await people.invite("oak")
        assert await log.read("oak") == [row(n) for n in range(1, 6)]
        assert await people.seat_of("key") == ("oak", "ana")
        assert await people.invite_of("oak") == invite


async def test_what_is_there_already_is_a_duplicate_though_a_line_broke__TF_36(url: str) -> None:
    async with through_a_proxy(url) as (proxy, store):
        await store.log.create("oak", b"{}", [row(1), row(2)])
        with proxy.swallowing("INSERT INTO entries"), pytest.raises(Duplicate) as known:
            await store.log.append("oak", 2, [row(3, "command-1")])
        assert known.value.version == 1
        with proxy.swallowing("INSERT INTO entries"), pytest.raises(Conflict):
            await store.log.append("oak", 1, [row(2, "late")])
        with proxy.swallowing("INSERT INTO tables"), pytest.raises(Conflict):
            await store.log.create("oak", b"another", [row(1)])


async def test_a_line_that_falls_silent_is_given_up(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "SILENCE", 0.3)
    async with through_a_proxy(url) as (proxy, store):
        await store.log.create("oak", b"{}")
        proxy.silent = True
        calls = asyncio.gather(store.log.append("oak", 0, [row(1)]), store.log.about("oak"))
        await until(lambda: proxy.hung_up > 0)
        proxy.silent = False
        assert await calls == [None, b"{}"]
        assert await store.log.read("oak") == [row(1)]


# -- What cannot be held, and what must go ---------------------------------------------------------


@pytest.mark.parametrize("odd", ["\x00", "a\x00b", "\ud800", "", "🎲", "x" * 100_000])
async def test_what_nothing_is_called_is_not_there(store: Store, odd: str) -> None:
    log, people = store.log, store.people
    await log.create("oak", b"{}", [row(1)])
    assert (await log.about(odd), await log.version(odd), await log.read(odd)) == (None, 0, [])
    assert await log.versions(["oak", odd]) == {"oak": 1}
    assert await log.find(odd, odd) is await log.find("oak", odd) is None
    assert await log.snapshot(odd, odd) is await store.drawings.get("oak", odd) is None
    assert await people.invite_of(odd) is await people.shared(odd) is None
    with pytest.raises(LinkUnknown):
        await people.table_of_invite(odd)
    with pytest.raises(NoTable):
        await log.append(odd, 0, [row(1)])
    with pytest.raises(NoTable):
        await people.share(Shared(odd, 1))
    await log.delete(odd)
    await people.unseat("oak", odd)
    await log.append("oak", 1, [row(2, odd or "none")])
    assert await log.find("oak", odd or "none") == row(2, odd or "none")


async def test_of_a_deleted_table_no_row_is_left__TF_41(store: Store, url: str) -> None:
    beside = Beside((b"hash", "invite"), (("gil", b"key"),), (("key", "svg", b"<svg/>"),))
    await store.log.create("oak", b"{}", [row(1)], beside)
    await store.log.save_snapshot("oak", 1, "1", b"state")
    await store.people.share(Shared("oak", 1))
    await store.drawings.put("oak", Drawing("svg", b"<svg></svg>"))
    counts = "SELECT {} FROM tablefolk.{}"
    ours = "SELECT tablename FROM pg_tables WHERE schemaname = 'tablefolk'"
    names = [name for (name,) in asked(url, ours) if name != "schema"]
    assert len(names) == 7
    assert all(asked(url, counts.format("count(*)", name)) >= [(1,)] for name in names)
    await store.log.delete("oak")
    assert [asked(url, counts.format("count(*)", name)) for name in names] == [[(0,)]] * 7


# -- The schema, and opening ---------------------------------------------------------------------


async def test_a_schema_of_a_newer_tablefolk_is_refused__TF_42(store: Store, url: str) -> None:
    asked(url, AHEAD)
    for opening in (in_postgres, seen_in_postgres):
        with pytest.raises(Broken, match=r"was written by a newer Tablefolk: update this one\.$"):
            await opening(url)


async def test_of_many_who_come_first_one_makes_the_schema(url: str) -> None:
    stores = await asyncio.gather(*(in_postgres(url) for _ in range(4)))
    await stores[0].log.create("oak", b"{}")
    assert [await store.log.about("oak") for store in stores] == [b"{}"] * 4
    for store in stores:
        await store.close()


async def test_whoever_only_looks_changes_nothing(url: str) -> None:
    with pytest.raises(Broken, match="There are no tables of Tablefolk in the database"):
        await seen_in_postgres(url)
    store = await in_postgres(url)
    await store.log.create("oak", b"{}")
    seen = await seen_in_postgres(url)
    assert await seen.log.tables() == [("oak", b"{}")]
    with pytest.raises(Broken, match="for reading only"):
        await seen.log.append("oak", 0, [row(1)])
    await seen.close()
    await store.close()
    with pytest.raises(Broken, match="is closed"):
        await seen.log.tables()


async def test_a_database_in_another_encoding_is_refused() -> None:
    server().run("postgres", "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
    with pytest.raises(Broken, match=r"is not in UTF-8: make one WITH ENCODING 'UTF8'\.$"):
        await in_postgres(server().url("latin"))
    server().run("postgres", "DROP DATABASE latin")


async def test_an_address_that_leads_nowhere_is_told_without_its_password(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.2)
    for bad in ("postgresql://ana:secret@127.0.0.1:1/x", "postgresql://ana:secret@h:port/x"):
        with pytest.raises(Broken) as no:
            await in_postgres(bad)
        assert "secret" not in str(no.value)
        assert str(no.value).endswith(".")


async def test_without_its_driver_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(Broken, match=r"pip install 'tablefolk\[postgres\]'"):
        await in_postgres("postgresql://nowhere/x")
