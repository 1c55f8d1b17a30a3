"""A table saved in Python is one that a server imports, and the other way round (TF-39)."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from tests.hosting.house import plain

import tablefolk
from tablefolk.core.game import Refusal
from tablefolk.games import shelf
from tablefolk.games.rotate_bird.rules.ready_made import ready_mades
from tablefolk.hosting.pictures.drawing import drawing
from tablefolk.hosting.pictures.travelling import packed
from tablefolk.hosting.store import in_memory
from tablefolk.hosting.tables import Host

PICTURE = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="3"/></svg>'
)


@pytest.fixture
def host() -> Host:
    return Host(in_memory(), shelf().games)


async def test_a_server_imports_what_python_saved__TF_39(host: Host) -> None:
    table = tablefolk.open("rotate-bird", demo=True, seed=3)
    table.do("mara", "Say", text="See you on the web")
    opened = await host.import_(table.save())
    live = await host.live(opened.table)
    assert live is not None
    assert plain(live.table) == plain(table.state)
    told = [one.lines for one in live.story("ines", 400)]
    assert told == [one.lines for one in table.story("ines")]


async def test_python_loads_what_a_server_exported_and_it_goes_back__TF_39(host: Host) -> None:
    opened = await host.demo("rotate-bird")
    await host.act(opened.table, opened.member, "Say", {"text": "Back in the terminal"})
    await host.drawings.put(opened.table, drawing(PICTURE))
    exported = await host.export(opened.table)
    table = tablefolk.load(exported)
    assert "Back in the terminal" in repr(table.story())
    table.do(opened.member, "Say", text="And on")
    again = table.save()
    assert again.startswith(exported[: exported.index(b'{"drawing":')])
    assert again.count(b'{"drawing":') == 1
    back = await host.import_(again)
    live = await host.live(back.table)
    assert live is not None
    assert plain(live.table) == plain(table.state)
    assert len(await host.drawings.of(back.table)) == 1


def test_a_file_is_written_and_read__TF_39(tmp_path: Path) -> None:
    table, file = tablefolk.open("mutagen", demo=True), tmp_path / "friday.tablefolk"
    data = table.save(file)
    assert file.read_bytes() == data
    for source in (file, str(file), data):
        assert tablefolk.load(source).state == table.state


def test_the_same_seed_and_clock_make_the_same_file() -> None:
    def made() -> bytes:
        table = tablefolk.open("wheel-of-fate", demo=True, seed=9, clock=lambda: 0.0)
        table.do("ines", "GetReady")
        return table.save()

    assert made() == made()


def test_a_table_that_was_loaded_plays_on_with_its_dice() -> None:
    table = tablefolk.open("wheel-of-fate", demo=True)
    thrown = [tablefolk.load(table.save(), seed=2).do("ines", "GetReady").faces for _ in "ab"]
    assert thrown[0] == thrown[1]


async def test_a_character_brings_its_drawings__TF_39(host: Host) -> None:
    """What a server wrote is taken as it is, and what was drawn goes on from here."""
    one = drawing(PICTURE)
    table = tablefolk.open("rotate-bird")
    ana = table.sit("Ana")
    table.do(ana, "TakeReadyMade", key=next(iter(ready_mades())))
    (hero,) = table.state.play.cast.values()
    symbol = hero.being[0].symbol
    table.do(ana, "ReplacePicture", who=hero.id, symbol=symbol, drawing=one.key)
    sheet = table.game.sheet(table.state, table.seat(ana), hero.id)
    file = msgspec.json.decode(msgspec.json.encode(packed(sheet, [one])))
    there = tablefolk.open("rotate-bird")
    ben = there.sit("Ben")
    there.do(ben, "BringCharacter", sheet=file)
    (brought,) = there.state.play.cast.values()
    assert brought.drawings == {symbol: one.key}
    back = await host.import_(there.save())
    assert await host.drawings.of(back.table) == [one]
    file["pictures"] = [{"drawing": "svg"}]
    with pytest.raises(Refusal, match="drawings cannot be read"):
        there.do(there.sit("Cy"), "BringCharacter", sheet=file)
