"""A table as one file, and back (TF-39, TF-40)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from tests.hosting.house import Evening, House, Refused, plain
from tests.web.pictures import SVG

from tablefolk.core.table import growing
from tablefolk.hosting.drawings import drawing
from tablefolk.hosting.log.base import Broken
from tablefolk.hosting.tables import SNAPSHOT_EVERY, Opened

Lines = list[dict[str, Any]]


async def played(house: House) -> Evening:
    """An evening with a bit of everything."""
    evening = await house.seated("Ana", "Ben", dice="either")
    await evening.do("gil", "OpenScene", title="The cellar")
    await evening.do("ana", "ThrowDie")
    await evening.do("ben", "ThrowDie", faces=[5])
    await evening.do("ben", "ClaimPoint", why="nice try")
    await evening.do("gil", "Answer", number=1, yes=True)
    await evening.do("ana", "HideWord", text="plum")
    await evening.do("ana", "TakeBack", entry=9)
    await evening.do("ben", "TakeBack", entry=6)
    await evening.do("gil", "Answer", number=2, yes=True)
    await evening.do("ana", "Stop", anonymous=True)
    await evening.do("gil", "Resume")
    return evening


async def test_a_table_comes_back_from_its_file_with_the_very_same_state__TF_39(
    house: House,
) -> None:
    evening = await played(house)
    data = await house.host.export(evening.id)
    opened = await house.host.import_(data)
    copy = await house.host.live(opened.table)
    assert copy
    assert opened.table != evening.id
    assert plain(copy.table) == plain(await evening.table())
    assert await house.host.export(opened.table) == data
    assert await house.host.people.seat_of(opened.token) == (opened.table, "gil")
    assert await house.host.people.invite_of(opened.table)


async def test_it_comes_back_on_another_server_too__TF_39(house: House) -> None:
    evening = await played(house)
    other = House()
    opened = await other.host.import_(await house.host.export(evening.id))
    copy = await other.host.live(opened.table)
    assert copy
    assert plain(copy.table) == plain(await evening.table())
    done = await other.host.act(opened.table, "ana", "ThrowDie", {})
    assert done.number == (await evening.live()).version + 1


async def test_a_long_table_opens_quickly_after_its_import__TF_39() -> None:
    house = House()
    evening = await house.seated("Ana")
    for number in range(2 * SNAPSHOT_EVERY + 50):
        await evening.do("ana", "Say", text=f"line {number}")
    opened = await house.host.import_(await house.host.export(evening.id))
    house.memory.rows_read = 0
    assert await house.host.live(opened.table)
    assert house.memory.rows_read <= 400


async def test_the_file_says_its_format_and_its_game__TF_39(house: House) -> None:
    evening = await house.seated()
    heading = json.loads((await house.host.export(evening.id)).splitlines()[0])
    about = {"tablefolk": 1, "game": "odd-one", "name": "Odd evening"}
    assert heading == about | {"edition": 2, "table": growing.EDITION}


# -- What is refused (TF-40) ----------------------------------------------------------------------


def newer(lines: Lines) -> None:
    lines[0]["tablefolk"] = 2


def other_game(lines: Lines) -> None:
    lines[0]["game"] = "chess"


def no_opening(lines: Lines) -> None:
    del lines[1]


def other_face(lines: Lines) -> None:
    lines[5]["faces"] = [7]


def other_result(lines: Lines) -> None:
    lines[5]["events"][0]["scored"] = not lines[5]["events"][0]["scored"]


def unknown_command(lines: Lines) -> None:
    lines[5]["command"]["type"] = "Fly"


def unknown_event(lines: Lines) -> None:
    lines[5]["events"][0]["type"] = "Flown"


def wrong_type(lines: Lines) -> None:
    lines[4]["command"]["title"] = 7


def stranger(lines: Lines) -> None:
    lines[5]["seat"]["id"] = "zoe"


def false_gm(lines: Lines) -> None:
    lines[5]["seat"]["role"] = "gm"


def word_given_to_oneself(lines: Lines) -> None:
    lines[7]["seat"]["word"] = True
    lines[7]["events"] = [{"type": "PointGiven", "by": "ben", "why": "nice try"}]


def house_plays(lines: Lines) -> None:
    lines[9]["seat"] = {"id": "ana", "role": "house"}


def event_of_nobody(lines: Lines) -> None:
    lines[5]["events"][0]["by"] = "zoe"


def same_id_twice(lines: Lines) -> None:
    lines[6]["id"] = lines[5]["id"]


def of_a_newer_edition(lines: Lines) -> None:
    lines[5]["edition"] = 99


def in_the_far_future(lines: Lines) -> None:
    lines[5]["at"] = 1e300


def too_much_struck(lines: Lines) -> None:
    lines[10]["events"][0]["entries"] = [8, 9]


@pytest.mark.parametrize(
    ("harm", "line"),
    [
        (newer, 1),
        (other_game, 1),
        (no_opening, 2),
        (other_face, 6),
        (other_result, 6),
        (unknown_command, 6),
        (unknown_event, 6),
        (wrong_type, 5),
        (stranger, 6),
        (false_gm, 6),
        (word_given_to_oneself, 8),
        (house_plays, 10),
        (event_of_nobody, 6),
        (same_id_twice, 7),
        (of_a_newer_edition, 6),
        (in_the_far_future, 6),
        (too_much_struck, 11),
    ],
)
async def test_an_import_that_breaks_a_rule_is_refused_with_its_line__TF_40(
    house: House, harm: Callable[[Lines], None], line: int
) -> None:
    evening = await played(house)
    lines = [json.loads(raw) for raw in (await house.host.export(evening.id)).splitlines()]
    harm(lines)
    before = await house.log.tables()
    with Refused("TF-40", "bad_import") as refused:
        await house.host.import_(b"\n".join(json.dumps(raw).encode() for raw in lines))
    assert refused.value.why.startswith(f"Line {line} cannot be taken over: ")
    assert await house.log.tables() == before


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"hello",
        b"{}",
        b"\xff\xfe",
        b"null",
        b"[" * 100_000,
        b'{"tablefolk":1,"game":"odd-one","name":"x","edition":2}',
        b'{"tablefolk":1,"game":"odd-one","name":"x","edition":2}\nhello',
        b'{"tablefolk":1,"game":"odd-one","name":"x","edition":2}\n' + b'{"a":' * 100_000,
        b'{"tablefolk":1,"game":"odd-one","name":"x","edition":2}\n\xff',
    ],
    ids=range(11),
)
async def test_a_file_that_is_no_table_is_refused__TF_40(data: bytes) -> None:
    house = House()
    with Refused("TF-40", "bad_import"):
        await house.host.import_(data)
    assert await house.log.tables() == []


class Outage:
    """Every store the house writes to, failing from the nth write on."""

    def __init__(self, house: House, patch: pytest.MonkeyPatch, nth: int) -> None:
        self.left = nth
        host = house.host
        for store in (host.log, host.people, host.drawings):
            for name in ("create", "append", "save_snapshot", "invite", "seat_link", "put"):
                if hasattr(store, name):
                    patch.setattr(store, name, self.failing(getattr(store, name)))

    def failing(self, write: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def attempt(*given: Any) -> Any:
            self.left -= 1
            if self.left < 0:
                raise Broken("The power has failed.")
            return await write(*given)

        return attempt


@pytest.mark.parametrize("nth", range(5))
async def test_a_table_is_there_whole_or_not_at_all_whenever_the_power_fails__TF_40(
    house: House, nth: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await house.seated("Ana")
    await house.host.drawings.put(evening.id, drawing(SVG))
    file, host = await house.host.export(evening.id), house.host
    before = len(await house.log.tables())
    for bring in (host.import_(file), host.open_table("odd-one", "Another", "Gil")):
        with monkeypatch.context() as patch:
            Outage(house, patch, nth)
            opened = await asyncio.gather(bring, return_exceptions=True)
        if isinstance(opened[0], Opened):
            before += 1
            assert await host.people.seat_of(opened[0].token) == (opened[0].table, "gil")
            assert await host.people.invite_of(opened[0].table)
        assert len(await house.log.tables()) == before
    assert before == (1 if nth == 0 else 3), "one write is all it takes"
    tables = [table for table, _ in await house.log.tables()]
    assert sum([len(await host.drawings.of(table)) for table in tables]) == (1 if nth == 0 else 2)


async def test_a_log_cut_short_is_a_shorter_evening_and_one_with_a_hole_is_none__TF_40(
    house: House,
) -> None:
    evening = await played(house)
    lines = (await house.host.export(evening.id)).splitlines()
    opened = await house.host.import_(b"\n".join(lines[:6]))
    copy = await house.host.live(opened.table)
    assert copy
    assert copy.version == 5
    with Refused("TF-40", "bad_import"):
        await house.host.import_(b"\n".join(lines[:3] + lines[4:]))
