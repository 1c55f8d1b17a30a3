"""What is sent, packed as the browser takes it; what it has already is not sent again."""

from __future__ import annotations

import asyncio
import zlib

import pytest
from tests import patience
from tests.web.house import House, Stream

from tablefolk.web import light, static
from tablefolk.web.light import chosen

GZIP = {"accept-encoding": "gzip"}
BOTH = ("br", "gzip")


@pytest.mark.parametrize(
    ("header", "coding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("GZip", "gzip"),
        ("br;q=0.5, gzip;q=0.8", "gzip"),
        ("br ; q=0.8 , gzip; q=0.8", "br"),
        ("br;q=0, gzip", "gzip"),
        ("*", "br"),
        ("*;q=0.1, br;q=0", "gzip"),
        ("gzip;q=0.5, identity", ""),
        ("gzip;q=0", ""),
        ("", ""),
        ("identity", ""),
        ("*;q=0", ""),
        ("xgzipx, brr", ""),
        ("gzip;q=2", ""),
        ("gzip;q=-1, br;q=nan", ""),
        ("gzip;level=9", ""),
        (";;;,,,q=1;gzip,\xff\0", ""),
        ("x," * 5000 + "gzip", ""),
    ],
)
def test_a_browser_gets_the_coding_that_it_likes_best(header: str, coding: str) -> None:
    assert chosen(header, BOTH) == coding


@pytest.mark.parametrize("coding", list(light.QUICK))
async def test_a_page_is_packed_and_reads_the_same(house: House, coding: str) -> None:
    one = house.person()
    plain = await one.get("/", **{"accept-encoding": "identity"})
    packed = await one.get("/", **{"accept-encoding": coding})
    assert (packed.headers["content-encoding"], packed.text) == (coding, plain.text)
    assert int(packed.headers["content-length"]) * 2 < int(plain.headers["content-length"])
    for answer in (plain, packed):
        assert "accept-encoding" in answer.headers["vary"]
        assert answer.headers["cache-control"] == "no-store"


async def test_what_is_small_or_holds_keys_is_left_alone(house: House) -> None:
    gil, _ = await house.table("Ana")
    for path in ("/healthz", f"/t/{gil.table}/seat"):
        answer = await gil.get(path, **GZIP)
        assert "content-encoding" not in answer.headers
    assert "no-transform" in answer.headers["cache-control"]
    assert len(answer.content) > light.SMALL


async def test_garbage_is_answered_plainly(house: House) -> None:
    one = house.person()
    for garbage in ("gzip;q=x", "\x7f;;", "q=1", ",", "br" * 3000):
        told = {"accept-encoding": garbage, "if-none-match": garbage}
        for path in ("/", "/about", "/rules/TF-3", static.url("css/all.css")):
            answer = await one.get(path, **told)
            assert answer.status_code == 200
            assert "content-encoding" not in answer.headers


# -- Streams -----------------------------------------------------------------------------------


async def test_a_stream_is_packed_message_by_message(house: House) -> None:
    gil, ana = await house.table("Ana")
    stream = await ana.opened()
    stream.scope["headers"].append((b"accept-encoding", b"gzip"))  # type: ignore[attr-defined]
    reading = zlib.decompressobj(31)
    async with stream:
        assert (b"content-encoding", b"gzip") in stream.start["headers"]
        story = " ".join(["A long story."] * 100)
        assert (await gil.do("Say", text=story)).status_code == 200
        assert await until(stream, reading, story.encode()) < len(story)
        await gil.do("Say", text="Short.")
        await until(stream, reading, b"Short.")
        await gil.post(f"/t/{gil.table}/seat/renew", {"member": "ana"})
        await until(stream, reading, b"event: bye")
    while not reading.eof:
        reading.decompress(stream.sent.get_nowait()["body"])
    assert reading.unused_data == b""


async def until(stream: Stream, reading: zlib._Decompress, words: bytes) -> int:
    """Reads each message by itself, as it comes; how many bytes the one with these words took."""
    async with asyncio.timeout(patience.SECONDS):
        while True:
            body: bytes = (await stream.sent.get())["body"]
            if words in reading.decompress(body):
                return len(body)


async def test_a_stream_for_a_browser_without_gzip_is_plain(house: House) -> None:
    _, ana = await house.table("Ana")
    async with ana.stream() as stream:
        assert b"content-encoding" not in dict(stream.start["headers"])
        assert "Friday" in await stream.message("hx-partial")


def test_a_stream_that_says_nothing_is_a_whole_file() -> None:
    assert zlib.decompress(light.Stream().message(b"", last=True), 31) == b""


# -- Kept --------------------------------------------------------------------------------------


async def test_what_is_the_same_for_everybody_is_not_sent_twice(house: House) -> None:
    one = house.person()
    for path in ("/about", "/rules/TF-3", static.url("css/all.css"), "/static/htmx.js"):
        first = await one.get(path)
        mark = first.headers["etag"]
        assert "no-store" not in first.headers["cache-control"]
        for told in (mark, mark.removeprefix("W/"), f'"other", {mark}', "*"):
            again = await one.get(path, **{"if-none-match": told})
            assert (again.status_code, again.content) == (304, b"")
            assert again.headers["etag"] == mark
        for told in ('"other"', "", mark.strip('W/"'), f'"x{mark[3:]}'):
            assert (await one.get(path, **{"if-none-match": told})).status_code == 200


async def test_a_rule_is_another_answer_by_theme_and_by_script(house: House) -> None:
    one = house.person()
    page = await one.get("/rules/TF-3")
    dark = await one.get("/rules/TF-3", cookie="theme=dark")
    text = await one.get("/rules/TF-3", **{"hx-request": "true"})
    assert len({answer.headers["etag"] for answer in (page, dark, text)}) == 3
    assert text.headers["cache-control"] == "private, max-age=3600"
    assert text.headers["vary"] == "hx-request, cookie, accept-encoding"


async def test_what_one_seat_sees_stays_in_no_cache(house: House) -> None:
    gil, _ = await house.table("Ana")
    for path in ("", "/log", "/seat", "/invite", "/notes"):
        answer = await gil.get(f"/t/{gil.table}{path}")
        assert "no-store" in answer.headers["cache-control"]
        assert "etag" not in answer.headers
