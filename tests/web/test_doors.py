"""Connections that are half sent, not read, or too many: they end, and people play on."""

from __future__ import annotations

import asyncio
import re
import resource
import select
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from tests import patience
from tests.web.house import House, Person

from tablefolk.web.asker import Trusted
from tablefolk.web.crowd import Crowd, Streams
from tablefolk.web.doors import Doors, open_files, room
from tablefolk.web.serve import Server, Way, configured

QUICK = Doors(head_seconds=0.3, body_seconds=0.3, unread_seconds=0.3)
GET = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n"
POST = b"POST /new HTTP/1.1\r\nhost: localhost\r\ncontent-length: 900\r\n\r\nname=F"
FILES = 256
Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def serving(house: House, way: Way) -> AsyncIterator[tuple[str, int]]:
    """A real server for a house, and where it is."""
    door = socket.create_server(("127.0.0.1", 0))
    door.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # the system holds back little
    up = asyncio.Event()
    way = Way(way.doors, way.trusted, way.linger, up.set)
    house.app.place.streams.doors = way.doors
    made = Server(configured(house.app, way), house.app, way)
    running = asyncio.create_task(made._serve([door]))  # its signals are pytest's own
    await asyncio.wait_for(up.wait(), patience.SECONDS)
    try:
        yield door.getsockname()[:2]
    finally:
        made.should_exit = True
        await asyncio.wait_for(running, patience.SECONDS)


async def end_of(line: Line) -> bytes:
    """All that is said until the other side hangs up."""
    said = b""
    with suppress(ConnectionError):
        while part := await asyncio.wait_for(line[0].read(65536), patience.SECONDS):
            said += part
    line[1].close()
    return said


async def answered(line: Line, asked: bytes = GET) -> bytes:
    """The first lines of the answer on a connection that stays."""
    line[1].write(asked)
    return await asyncio.wait_for(line[0].readuntil(b"\r\n\r\n"), patience.SECONDS)


@pytest.mark.parametrize("sent", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nhost: loc", b"\r\n\r\n"])
async def test_a_head_that_does_not_come_is_not_waited_for(house: House, sent: bytes) -> None:
    async with serving(house, Way(QUICK)) as at:
        line = await asyncio.open_connection(*at)
        line[1].write(sent)
        assert await end_of(line) == b""


async def test_a_head_that_comes_byte_by_byte_is_late_all_the_same(house: House) -> None:
    async with serving(house, Way(QUICK)) as at:
        line = await asyncio.open_connection(*at)
        dripping = asyncio.create_task(drip(line[1], b"x-more: a\r\n" * 10_000))
        line[1].write(b"GET / HTTP/1.1\r\n")
        assert await end_of(line) == b""
        dripping.cancel()


async def drip(writer: asyncio.StreamWriter, text: bytes) -> None:
    for byte in text:
        writer.write(bytes([byte]))
        await asyncio.sleep(0.02)


async def test_a_second_head_is_not_waited_for_either(house: House) -> None:
    async with serving(house, Way(QUICK)) as at:
        line = await asyncio.open_connection(*at)
        assert b"200 OK" in await answered(line)
        line[1].write(b"GET / HT")
        assert b"HTTP/1.1" not in await end_of(line)


async def test_a_head_has_its_length(house: House) -> None:
    async with serving(house, Way(Doors(head_bytes=2_000))) as at:
        line = await asyncio.open_connection(*at)
        line[1].write(b"GET / HTTP/1.1\r\n")
        for _ in range(3):
            line[1].write(b"x-more: " + b"a" * 1_000)
            await asyncio.sleep(0.01)
        assert (await end_of(line)).startswith(b"HTTP/1.1 431 ")


async def test_a_body_that_stops_coming_is_told_so(house: House) -> None:
    async with serving(house, Way(QUICK)) as at:
        line = await asyncio.open_connection(*at)
        line[1].write(POST)
        said = await end_of(line)
    assert said.startswith(b"HTTP/1.1 408 ")
    assert said.endswith(b"send it once more.")


async def test_a_body_that_drips_is_told_so(house: House) -> None:
    async with serving(house, Way(QUICK)) as at:
        line = await asyncio.open_connection(*at)
        line[1].write(POST)
        dripping = asyncio.create_task(drip(line[1], b"a" * 800))
        assert (await end_of(line)).startswith(b"HTTP/1.1 408 ")
        dripping.cancel()


async def test_a_body_that_comes_on_is_taken_however_long_it_takes(house: House) -> None:
    way = Way(Doors(head_seconds=0.3, body_seconds=0.3, slowest=10))
    async with serving(house, way) as at:
        line = await asyncio.open_connection(*at)
        line[1].write(POST)
        for _ in range(894):
            line[1].write(b"a")
            await asyncio.sleep(0.001)  # longer than head and body may keep silent
        assert b" 404 " in await answered(line, b"")


async def test_a_kept_connection_stays_between_two_requests(house: House) -> None:
    async with serving(house, Way(QUICK)) as at:
        line = await asyncio.open_connection(*at)
        for _ in range(3):
            said = await answered(line)
            assert b"200 OK" in said
            length = re.search(rb"content-length: (\d+)", said)
            assert length
            await line[0].readexactly(int(length[1]))
            await asyncio.sleep(QUICK.head_seconds)
        line[1].close()


async def test_who_reads_nothing_of_a_stream_is_let_go(house: House) -> None:
    """What waits for them is one buffer and one message, whatever the table says meanwhile."""
    gil, ana = await house.table("Ana")
    async with serving(house, Way(QUICK)) as at:
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        deaf.connect(at)
        keys = "; ".join(f"{name}={value}" for name, value in gil.cookies.items())
        head = f"GET /t/{gil.table}/live?page=p&at=-1 HTTP/1.1\r\nhost: x\r\ncookie: {keys}\r\n\r\n"
        deaf.sendall(head.encode())
        rooms = house.app.place.hub.rooms
        async with asyncio.timeout(patience.SECONDS):
            while gil.table not in rooms:
                await asyncio.sleep(0.01)
            while gil.table in rooms:
                await ana.do("Say", text="word " * 300)
        deaf.close()


async def test_one_address_does_not_take_all_connections(house: House) -> None:
    doors, trusted = Doors(an_address=3), Trusted("192.0.2.1")
    crowd = Crowd(100, doors, trusted)
    for _ in range(3):
        assert crowd.takes("192.0.2.7", 1) == ""
        crowd.comes("192.0.2.7")
    assert "from your address" in crowd.takes("192.0.2.7", 4)
    assert crowd.takes("192.0.2.8", 4) == ""
    for _ in range(5):
        crowd.comes("192.0.2.1")
        assert crowd.takes("192.0.2.1", 9) == ""  # a proxy, behind which is anybody


async def test_behind_a_proxy_each_is_counted_by_their_own_address(house: House) -> None:
    async with serving(house, Way(Doors(an_address=1))) as at:
        gil, _ = await house.table("Ana")
        keys = "; ".join(f"{name}={value}" for name, value in gil.cookies.items())

        async def asks(path: str, who: str) -> Line:
            line = await asyncio.open_connection(*at)
            head = f"GET {path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: {who}\r\ncookie: {keys}"
            line[1].write(f"{head}\r\n\r\n".encode())
            return line

        live = f"/t/{gil.table}/live?page=p&at=-1"
        stream = await asks(live, "192.0.2.7")
        assert b" 200 " in await answered(stream, b"")
        assert b" 429 " in await answered(await asks("/healthz", "192.0.2.7"), b"")
        assert b" 429 " in await answered(await asks("/healthz", "192.0.2.8, 192.0.2.7"), b"")
        assert b" 200 " in await answered(await asks("/healthz", "192.0.2.8"), b"")
        stream[1].close()


async def test_what_a_stranger_says_about_forwarding_is_not_believed(house: House) -> None:
    way = Way(Doors(streams_an_address=1), Trusted("192.0.2.1"))
    said = {"x-forwarded-for": "192.0.2.9", "x-forwarded-proto": "https"}
    async with serving(house, way) as at, httpx.AsyncClient(headers=said) as stranger:
        answer = await stranger.post(f"http://{at[0]}:{at[1]}/theme", data={"theme": "dark"})
    assert "Secure" not in answer.headers["set-cookie"]


async def test_a_seat_has_only_so_many_streams(house: House) -> None:
    gil, ana = await house.table("Ana")
    house.app.place.streams.doors = Doors(streams_a_seat=2)
    async with gil.stream(page="a") as first, gil.stream(page="b"):
        async with gil.stream(page="c") as refused:
            assert refused.start["status"] == 429
        async with ana.stream() as other:
            assert other.start["status"] == 200
        await ana.do("Say", text="We go on.")
        await first.message("We go on.")
    async with gil.stream(page="c") as again:
        assert again.start["status"] == 200


def test_an_address_has_only_so_many_streams() -> None:
    streams = Streams(Doors(streams_an_address=2, streams_a_seat=9))
    with ExitStack() as open_pages:
        for n in range(2):
            open_pages.enter_context(streams.one("2001:db8::1", ("t", str(n))))
            open_pages.enter_context(streams.one("127.0.0.1", ("t", str(n))))
        with pytest.raises(Exception, match="pages are open from your address"):
            open_pages.enter_context(streams.one("2001:db8::2", ("t", "x")))
        open_pages.enter_context(streams.one("127.0.0.1", ("t", "x")))
    assert not streams.of_address
    assert not streams.of_seat


async def test_opening_streams_costs_as_much_as_there_are(house: House) -> None:
    """By how often who is here was worked out: it was once for each pair of pages."""
    (gil,) = await house.table()
    house.app.place.streams.doors = Doors(streams_a_seat=1000)
    looked = [await looks(house, gil, n) for n in (25, 100)]
    assert looked[1] < looked[0] * 4 * 2


async def looks(house: House, person: Person, n: int) -> int:
    hub, count = house.app.place.hub, 0
    works_out = type(hub).here

    def counted(*given: object) -> object:
        nonlocal count
        count += 1
        return works_out(hub, *given)  # type: ignore[arg-type]

    hub.here = counted  # type: ignore[method-assign, assignment]
    async with AsyncExitStack() as stack:
        pages = [person.stream(page=f"page{one}") for one in range(n)]
        watching = [await stack.enter_async_context(page) for page in pages]
        for one in watching:
            await one.message(f"on {n} devices")
    del hub.here  # type: ignore[method-assign]
    return count


# -- Attack 3, in a process of its own --------------------------------------------------------


@contextmanager
def house_with_few_files(folder: Path) -> Iterator[tuple[str, int]]:
    """`tablefolk serve` where the system lets 256 files be open."""
    words = ["demo", "--host=127.0.0.1", "--port=0", f"--data={folder / 'few.sqlite'}"]
    command = f'ulimit -n {FILES}; exec "$0" -m tablefolk.cli "$@"'
    process = subprocess.Popen(
        ["sh", "-c", command, sys.executable, *words], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout
        found = re.search(r":(\d+)(/s/\S+)", process.stdout.readline())
        assert found
        yield f"http://127.0.0.1:{found[1]}{found[2]}", int(found[1])
    finally:
        process.kill()
        process.communicate()


def test_half_sent_requests_shut_nobody_out(tmp_path: Path) -> None:
    with ExitStack() as held, house_with_few_files(tmp_path) as (seat, port):
        kept = held.enter_context(httpx.Client(timeout=patience.SECONDS))
        table = kept.get(seat).headers["location"]
        do = seat.partition("/s/")[0] + table + "/do"
        held.callback(hang_up, half_sent(port, 400))
        assert httpx.get(seat, timeout=patience.SECONDS).status_code == 303  # somebody new
        said = {"do": "Say", "fields": {"text": "We go on."}}
        answer = kept.post(do, json=said, headers={"accept": "application/json"})
        assert answer.status_code == 200


def half_sent(port: int, many: int) -> list[socket.socket]:
    """So many requests of which the rest never comes; whoever was let go stays away."""
    lines = [socket.socket() for _ in range(many)]
    for line in lines:
        line.setblocking(False)
        line.connect_ex(("127.0.0.1", port))
    for line in lines:
        select.select([], [line], [], patience.SECONDS)
        with suppress(OSError):
            line.send(b"GET / HTTP/1.1\r\nhost: x")
    return lines


def hang_up(lines: list[socket.socket]) -> None:
    for line in lines:
        line.close()


def test_there_is_room_beside_what_the_house_holds_open() -> None:
    assert open_files() == resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    assert room(Doors(), 256) == 128
    assert room(Doors(), 1024) == 704
    assert room(Doors(), 1_000_000) == Doors().connections
