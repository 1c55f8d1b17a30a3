"""How the house is: for machines, without a word of any table."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.disks import small_disk
from tests.web.house import House

pytestmark = pytest.mark.breaking


async def asked(house: House, **headers: str) -> tuple[int, dict[str, object]]:
    answer = await house.person().get("/health", **headers)
    return answer.status_code, answer.json()


async def test_a_sound_house_is_well_and_strangers_learn_no_more(house: House) -> None:
    assert await asked(house) == (200, {"ok": True, "at": "http://table.test"})
    assert (await house.person().get("/healthz")).json() == {"status": "ok"}


async def test_on_its_own_machine_it_says_more_but_nothing_of_any_table(house: House) -> None:
    (gil,) = await house.table()
    status, said = await asked(house, host="localhost:8000")
    assert (status, said["ok"], said["wrong"], said["set_aside"]) == (200, True, [], 0)
    assert isinstance(said["store"], dict)
    assert said["store"]["kind"] == "sqlite"
    assert said["store"]["seconds_since_written"] == 0
    assert gil.table not in str(said)
    assert "Friday" not in str(said)


@pytest.mark.parametrize("name", ["x-forwarded-for", "forwarded", "x-forwarded-proto", "via"])
async def test_through_a_proxy_everybody_is_a_stranger(house: House, name: str) -> None:
    _, said = await asked(house, host="localhost:8000", **{name: "something"})
    assert set(said) == {"ok", "at"}


async def test_a_full_disk_is_not_well_and_is_again_once_there_is_room(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "9m") as disk:
        house = House(disk)
        ballast = disk / "ballast"
        ballast.write_bytes(bytes(os.statvfs(disk).f_bavail * 4096 - 100_000))
        status, said = await asked(house, host="localhost")
        assert (status, said["wrong"]) == (503, ["The disk is full."])
        assert await asked(house) == (503, {"ok": False, "at": "http://table.test"})
        ballast.unlink()
        assert (await asked(house))[0] == 200
        await house.close()


async def test_a_store_that_is_closed_is_not_well(house: House) -> None:
    await house.log.close()
    status, said = await asked(house, host="localhost")
    assert (status, said["wrong"]) == (503, ["The store cannot be read (closed)."])


async def test_a_table_set_aside_is_counted_and_the_house_is_well(house: House) -> None:
    (gil,) = await house.table()
    query = "UPDATE entries SET body = x'7b' WHERE table_id = ?"
    await house.log.file.write(lambda db: db.execute(query, (gil.table,)).rowcount)
    house.host._live.clear()
    assert (await gil.get(f"/t/{gil.table}")).status_code == 503
    status, said = await asked(house, host="localhost")
    assert (status, said["set_aside"]) == (200, 1)


async def test_the_host_reads_more_from_anywhere_by_the_key__TF_43(tmp_path: Path) -> None:
    house = House(tmp_path, key="the-key-of-the-house")
    _, said = await asked(house, cookie="key=the-key-of-the-house")
    assert said["wrong"] == []
    guess = await house.person().get("/health", cookie="key=another")
    assert (guess.status_code, "version" in guess.text) == (403, False)
    await house.close()
