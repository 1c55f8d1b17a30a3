"""Own drawings: taken apart, rebuilt, kept beside the log, and gone with it (RB-11)."""

from __future__ import annotations

import json
import math
import sqlite3
import struct
import zlib
from pathlib import Path

import pytest
from tests.hosting.house import House, Refused
from tests.web.pictures import HOSTILE, SVG, chunk, square, svg

from tablefolk.core.game import Refusal
from tablefolk.hosting import drawings
from tablefolk.hosting.drawings import Drawing, SqliteDrawings, drawing
from tablefolk.hosting.log.base import NoTable
from tablefolk.hosting.log.schema import SCHEMA
from tablefolk.hosting.log.sqlite import SqliteLog
from tablefolk.hosting.pictures import paths, png, raster

# -- What is taken in --------------------------------------------------------------------------


@pytest.mark.parametrize("what", HOSTILE)
def test_what_is_no_harmless_picture_is_refused_in_one_sentence__RB_11(what: str) -> None:
    with pytest.raises(Refusal) as no:
        drawing(HOSTILE[what])
    assert no.value.rule == "TF-40"
    assert no.value.why.endswith(".")
    assert "\n" not in no.value.why


def test_a_png_keeps_its_pixels_and_nothing_else__RB_11() -> None:
    secret = chunk(b"tEXt", b"Comment\0my address") + chunk(b"eXIf", b"MM\0*")
    kept = drawing(square(8, secret) + b"<script>alert(1)</script>")
    assert kept == drawing(square(8))
    assert b"address" not in kept.body
    assert b"script" not in kept.body
    assert png.is_clean(kept.body)
    assert not png.is_clean(square(8, secret))


def test_an_interlaced_png_and_one_with_a_palette_are_taken_in__RB_11() -> None:
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 3, 3, 8, 3, 0, 0, 1))
    colours = chunk(b"PLTE", b"\0\0\0\xff\xff\xff") + chunk(b"tRNS", b"\0")
    lines = b"\0\0" + b"\0\0" + b"\0\0\0" + b"\0\0" * 2 + b"\0\0\0\0"  # passes 1, 4, 5, 6, 7
    data = png.SIGNATURE + head + colours
    data += chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")
    assert b"tRNS" in drawing(data).body


def test_an_svg_is_rebuilt_from_shapes_alone__RB_11() -> None:
    kept = drawing(SVG)
    assert kept.kind == "svg"
    assert b"mine" not in kept.body
    assert b'viewBox="0 0 40 40"' in kept.body
    assert b'<circle cx="20" cy="20" r="9" transform="rotate(4)">' in kept.body
    assert drawing(kept.body) == kept


@pytest.mark.parametrize(
    "attribute",
    ['style="fill:url(#a)"', 'fill="url(http://evil.test)"', 'class="x"', 'd="M0 0&lt;script&gt;"',
     'transform="url(1)"', 'id="a"', 'fill="javascript:1"'],
)  # fmt: skip
def test_what_is_not_known_to_be_harmless_is_left_out__RB_11(attribute: str) -> None:
    kept = drawing(svg(f'<path stroke="red" {attribute}/>')).body.decode()
    assert '<path stroke="red"></path>' in kept


# -- Where it is kept --------------------------------------------------------------------------


async def test_a_drawing_is_kept_under_its_content__RB_11(house: House) -> None:
    evening, other = await house.seated(), await house.seated()
    store = house.host.drawings
    key = await store.put(evening.id, drawing(SVG))
    assert key == await store.put(evening.id, drawing(SVG)) == drawing(SVG).key
    await store.put(evening.id, drawing(square()))
    assert await store.get(evening.id, key) == drawing(SVG)
    assert {one.kind for one in await store.of(evening.id)} == {"png", "svg"}
    assert await store.get(other.id, key) is None
    assert await store.get(evening.id, "nonsense") is None
    with pytest.raises(NoTable):
        await store.put("nowhere", drawing(SVG))


async def test_a_table_has_room_for_so_many_drawings__RB_11(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawings, "MOST", 2)
    evening = await house.seated()
    for side in (1, 2):
        await house.host.drawings.put(evening.id, drawing(square(side)))
    await house.host.drawings.put(evening.id, drawing(square(2)))
    with Refused("TF-40", "bad_drawing"):
        await house.host.drawings.put(evening.id, drawing(square(3)))


async def test_drawings_go_with_their_table__TF_41(house: House) -> None:
    evening = await house.seated()
    key = await house.host.drawings.put(evening.id, drawing(SVG))
    await house.host.delete(evening.id, "gil", "Odd evening")
    assert await house.host.drawings.get(evening.id, key) is None


async def test_no_byte_of_a_deleted_drawing_is_left_on_disk__TF_41(tmp_path: Path) -> None:
    house = House(tmp_path / "tables.sqlite")
    evening = await house.seated()
    one = drawing(square(200))
    await house.host.drawings.put(evening.id, one)
    await house.host.delete(evening.id, "gil", "Odd evening")
    await house.close()
    for file in tmp_path.iterdir():
        assert one.body[60:120] not in file.read_bytes()


async def test_drawings_survive_the_process__RB_11(tmp_path: Path) -> None:
    house = House(tmp_path / "tables.sqlite")
    evening = await house.seated()
    key = await house.host.drawings.put(evening.id, drawing(SVG))
    await house.restart()
    assert await house.host.drawings.get(evening.id, key) == drawing(SVG)
    await house.close()


# -- How it travels ----------------------------------------------------------------------------


async def test_drawings_travel_with_the_table__TF_39(house: House) -> None:
    evening = await house.seated("Ana")
    for data in (SVG, square()):
        await house.host.drawings.put(evening.id, drawing(data))
    file = await house.host.export(evening.id)
    other = House()
    opened = await other.host.import_(file)
    kept = await other.host.drawings.of(opened.table)
    assert kept == await house.host.drawings.of(evening.id)
    assert await other.host.export(opened.table) == file


@pytest.mark.parametrize(
    "line",
    [
        {"drawing": "png", "body": "AAAA"},
        {"drawing": "svg", "body": "PHN2Zz48c2NyaXB0Lz48L3N2Zz4="},
        {"drawing": "gif", "body": "AAAA"},
        {"drawing": "png"},
    ],
)
async def test_a_false_drawing_is_refused_with_its_line_and_nothing_is_taken_over__TF_40(
    house: House, line: dict[str, str]
) -> None:
    evening = await house.seated()
    file = await house.host.export(evening.id)
    number, before = len(file.splitlines()) + 1, await house.log.tables()
    file += json.dumps(line, separators=(",", ":")).encode() + b"\n"
    with Refused("TF-40", "bad_import") as no:
        await house.host.import_(file)
    assert f"Line {number} " in no.value.why
    assert await house.log.tables() == before


async def test_a_drawing_that_was_not_rebuilt_here_is_no_drawing_of_ours__TF_40() -> None:
    with pytest.raises(Refusal):
        drawings.again(drawings.DrawingLine("png", square(8, chunk(b"tEXt", b"a\0b"))))
    with pytest.raises(Refusal):
        drawings.again(drawings.DrawingLine("svg", SVG))
    assert drawings.again(drawings.DrawingLine("svg", drawing(SVG).body)) == drawing(SVG)


async def test_an_older_data_file_grows_a_place_for_drawings__TF_42(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    house = House(path)
    evening = await house.seated()
    await house.close()
    old = sqlite3.connect(path)
    old.executescript(
        "ALTER TABLE entries DROP COLUMN mark;"
        "DROP TABLE drawings; DROP TABLE shares; PRAGMA user_version = 1;"
    )
    old.close()
    look = SqliteLog.look(path)
    assert await SqliteDrawings(look.file).of(evening.id) == []
    await look.close()
    again = SqliteLog.serve(path)
    key = await SqliteDrawings(again.file).put(evening.id, Drawing("png", square()))
    assert await SqliteDrawings(again.file).get(evening.id, key)
    version = again.file.peek(lambda db: db.execute("PRAGMA user_version").fetchone())
    assert version == (SCHEMA,)
    await again.close()


# -- Pictures without a library (RB-190) -------------------------------------------------------


def area(rows: list[bytes]) -> float:
    return sum(sum(row) for row in rows) / 255


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("M2 2H8V8H2Z", 36.0),
        ("m2 2h6v6h-6z", 36.0),
        ("M2 2 8 2 8 8 2 8", 36.0),
        ("M2.5 2.25H8V8H2.5z", 5.5 * 5.75),
        ("M0 0L10 10L0 10Z", 50.0),
        ("M5 1A4 4 0 0 1 5 9A4 4 0 1 1 5 1Z", 16 * math.pi),
        ("M5 1a4 4 0 018 0v0a4 4 0 11-8 0z", 33.05),
        ("M0 0C0 5 5 10 10 10L0 10Z", 23.750),
        ("M0 5Q5 0 10 5T20 5V10H0Z", 100.0),
    ],
)
def test_a_path_covers_as_much_as_geometry_says__RB_190(path: str, wanted: float) -> None:
    rows = raster.covered(paths.outlines(path), 20, 20)
    assert area(rows) == pytest.approx(wanted, rel=0.02)


def test_curves_cover_what_their_formulas_say__RB_190() -> None:
    quadratic = raster.covered(paths.outlines("M0 0Q0 16 16 16L0 16Z"), 16, 16)
    assert area(quadratic) == pytest.approx(16 * 16 / 6, rel=0.03)
    straight = raster.covered(paths.outlines("M0 0C4 4 12 12 16 16L0 16Z"), 16, 16)
    assert area(straight) == pytest.approx(128, rel=0.02)
    smooth = paths.outlines("M0 0C0 2 2 4 4 4S8 6 8 8")
    assert smooth == paths.outlines("M0 0C0 2 2 4 4 4C6 4 8 6 8 8")
    assert paths.outlines("M0 0Q2 4 4 0T8 0") == paths.outlines("M0 0Q2 4 4 0Q6-4 8 0")


def test_holes_are_holes_by_either_rule__RB_190() -> None:
    against, along = "M0 0H10V10H0ZM2 2V8H8V2Z", "M0 0H10V10H0ZM2 2H8V8H2Z"
    assert area(raster.covered(paths.outlines(against), 10, 10)) == pytest.approx(64)
    assert area(raster.covered(paths.outlines(along), 10, 10)) == pytest.approx(100)
    evenodd = raster.covered(paths.outlines(along), 10, 10, "evenodd")
    assert area(evenodd) == pytest.approx(64)


def test_what_lies_outside_is_cut_off__RB_190() -> None:
    rows = raster.covered(paths.outlines("M-50-50H50V50H-50Z"), 4, 4)
    assert rows == [b"\xff" * 4] * 4
    assert raster.covered(paths.outlines("M50 50H60V60H50Z"), 4, 4) == [bytes(4)] * 4


@pytest.mark.parametrize(
    "path", ["10 10", "M", "M1", "M1 1L", "M1 1zz5", "X1 1", "M1 1A1 1 0 2 1 5 5"]
)
def test_what_is_no_path_says_so__RB_190(path: str) -> None:
    with pytest.raises(paths.BadPath):
        paths.outlines(path)


def test_a_written_png_is_one_that_we_would_take_in__RB_190() -> None:
    made = png.write(3, 2, [b"\0\xff" * 3, b"\xff\xff" * 3])
    assert png.cleaned(made) == made


@pytest.mark.parametrize("seen", ["0 0 40", "0 0 40 40 40", "0 0 40 wide", ""])
def test_an_svg_says_how_large_it_is__RB_11(seen: str) -> None:
    body = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{seen}"><path/></svg>'
    with pytest.raises(Refusal, match="how large"):
        drawing(body.encode())
