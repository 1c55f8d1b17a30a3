"""A full disk, a damaged file: people read a sentence, the log has a line, and it goes on."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.disks import small_disk
from tests.web.house import House, Person

from tablefolk.hosting.log.base import Broken
from tablefolk.hosting.troubles import EVERY, Troubles

pytestmark = pytest.mark.breaking
NO_ROOM = (
    "There is no room left on the server&#39;s disk: nothing that was done is lost; try again when"
)


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [r.getMessage() for r in caplog.records if r.name == "tablefolk.store"]


@pytest.fixture
async def cramped(tmp_path: Path) -> AsyncIterator[House]:
    """A house on a disk of three megabytes."""
    with small_disk(tmp_path / "disk") as disk:
        house = House(disk)
        yield house
        await house.close()


async def say(person: Person, text: str, id: str) -> int:
    return (await person.do("Say", text=text, id=id)).status_code


async def test_a_full_disk_is_told_and_it_goes_on_once_there_is_room(
    cramped: House, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (gil,) = await cramped.table()
    ballast = tmp_path / "disk" / "ballast"
    ballast.write_bytes(bytes(os.statvfs(ballast.parent).f_bavail * 4096 - 60_000))
    said = 0
    while (status := await say(gil, "x" * 1900, f"id-{said:030}")) == 200:
        said += 1
    assert status == 503
    for _ in range(3):
        answer = await gil.do("Say", text="x" * 1900, id=f"id-{said:030}")
        assert answer.json()["code"] == "full"
    assert len(told(caplog)) == 1
    assert told(caplog)[0].endswith(
        "Make room on its disk: it goes on by itself, and nothing is lost."
    )
    assert (await gil.get(f"/t/{gil.table}")).status_code == 200
    assert NO_ROOM in (await gil.post("/try/odd-one", {})).text
    ballast.unlink()
    answer = await gil.do("Say", text="x" * 1900, id=f"id-{said:030}")
    assert (answer.status_code, await cramped.log.flaw(gil.table)) == (200, 0)
    assert await cramped.version(gil.table) == said + 2


async def test_each_kind_of_trouble_is_told_once_a_minute_and_counted(
    caplog: pytest.LogCaptureFixture,
) -> None:
    now = 0.0
    troubles = Troubles(lambda: now)
    for _ in range(5):
        troubles.note(Broken("No room.", "full"))
    troubles.note(Broken("Nobody answers.", "away"))
    assert [line.split(".")[0] for line in told(caplog)] == ["No room", "Nobody answers"]
    now = EVERY
    troubles.note(Broken("No room.", "full"))
    assert told(caplog)[2].startswith("No room. (5 times since it was told last) Make room")
    assert troubles.kinds["full"].times == 6


async def test_a_damaged_table_says_so_and_the_next_one_is_played__TF_40(house: House) -> None:
    gil, ana = await house.table("Ana")
    (other,) = await house.table()
    query = "UPDATE entries SET body = x'7b' WHERE table_id = ? AND version = 2"
    await house.log.file.write(lambda db: db.execute(query, (gil.table,)).rowcount)
    house.host._live.clear()  # as after a start
    for answer in (
        await ana.get(f"/t/{gil.table}"),
        await gil.get(f"/t/{gil.table}/log"),
        await gil.do("Say", text="hello"),
    ):
        assert answer.status_code == 503
        assert re.search(r"is set aside \(fault \d{5}\): ask whoever runs this", answer.text)
    assert (await other.do("Say", text="hello")).status_code == 200


async def test_a_table_whose_description_is_damaged_is_left_off_the_front_page(
    house: House,
) -> None:
    (gil,) = await house.table()
    assert "Friday" in (await gil.get("/")).text
    query = "UPDATE tables SET about = x'7b' WHERE id = ?"
    await house.log.file.write(lambda db: db.execute(query, (gil.table,)).rowcount)
    front = await gil.get("/")
    assert (front.status_code, "Friday" in front.text) == (200, False)


async def test_a_file_cut_short_under_a_running_server_is_told(
    house: House, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (gil,) = await house.table()
    await house.log.file.erase(lambda db: None)  # all of it is in the file, nothing beside it
    while house.log.file._idle:  # readers that know nothing by heart
        house.log.file._idle.pop().close()
    os.truncate(tmp_path / "tables.db", 5000)
    answers = [await gil.get("/j/some-invite") for _ in range(3)]
    assert {answer.status_code for answer in answers} == {503}
    assert "is damaged: ask whoever runs it" in answers[0].text
    assert len(told(caplog)) == 1
    assert "tablefolk restore" in told(caplog)[0]
