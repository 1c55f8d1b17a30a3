"""A table that cannot be read is set aside, and the others play on (TF-40)."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.hosting.house import Evening, House, Refused
from tests.marks import remark

from tablefolk.hosting.log.base import Broken

pytestmark = pytest.mark.breaking
DAMAGES = {
    "a flipped word": (
        "UPDATE entries SET body = replace(body, 'Odd', 'Ode') WHERE version = 1",
        0,
    ),
    "an entry that is none": ("UPDATE entries SET body = CAST('{' AS BLOB) WHERE version = 2", 1),
    "an entry of another kind": (
        "UPDATE entries SET body = CAST('7' AS BLOB) WHERE version = 2",
        1,
    ),
    "an entry that is gone": ("DELETE FROM entries WHERE version = 1", 0),
    "its description": ("UPDATE tables SET about", 0),
}


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    one = House(tmp_path / "tables.db")
    yield one
    await one.close()


async def damaged(house: House, evening: Evening, what: str) -> None:
    """The file is changed behind our back; knowing the checksums, or not."""
    await house.close()
    query, knowing = DAMAGES[what]
    with closing(sqlite3.connect(house.file or "")) as db:
        if "tables" in query:
            db.execute("UPDATE tables SET about = x'7b' WHERE id = ?", (evening.id,))
        else:
            db.execute(f"{query} AND table_id = ?", (evening.id,))
        if knowing:
            remark(db, evening.id)
        db.commit()
    house.host = house._host(await house.reopened())


@pytest.mark.parametrize("what", DAMAGES)
async def test_a_damaged_table_is_set_aside_and_the_others_play__TF_40(
    house: House, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    evening, other = await house.seated("Ana"), await house.seated("Ben")
    await damaged(house, evening, what)
    host = house.host
    for ask in (
        lambda: host.live(evening.id),
        lambda: evening.do("ana", "ThrowDie"),
        lambda: host.export(evening.id),
        lambda: evening.join("Zoe"),
    ):
        with Refused("TF-40", "set_aside") as no:
            await ask()
        assert no.value.why.startswith("This table cannot be read and is set aside (fault ")
    told = [r for r in caplog.records if "is set aside" in r.getMessage()]
    assert len(told) == 1
    assert host.aside.tables == {evening.id: told[0].getMessage().split(":")[0].split()[1]}
    await other.do("ben", "ThrowDie")
    assert (await other.table()).name == "Odd evening"


async def test_a_table_that_was_mended_is_there_after_the_next_start__TF_40(house: House) -> None:
    evening = await house.seated("Ana")
    await damaged(house, evening, "a flipped word")
    with Refused("TF-40", "set_aside"):
        await house.host.live(evening.id)
    await house.close()
    with closing(sqlite3.connect(house.file or "")) as db:
        db.execute("UPDATE entries SET body = CAST(replace(body, 'Ode', 'Odd') AS BLOB)")
        db.commit()
    house.host = house._host(await house.reopened())
    assert (await evening.table()).name == "Odd evening"


async def test_what_is_of_the_moment_sets_nothing_aside(house: House) -> None:
    evening = await house.seated("Ana")
    await house.restart()
    await house.log.close()
    with pytest.raises(Broken, match="is closed"):
        await house.host.live(evening.id)
    assert house.host.aside.tables == {}
