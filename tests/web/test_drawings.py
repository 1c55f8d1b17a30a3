"""Drawings at a table: brought by their owner, shown to the table, never executed (RB-11)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from tests.web.house import House, Person
from tests.web.pictures import HOSTILE, SVG, square

from tablefolk.hosting.drawings import drawing


async def birds(house: House) -> tuple[Person, Person]:
    """A table of Rotate Bird: Gil runs it, Ana has a character with five symbols."""
    gil, ana = house.person(), house.person()
    form = {"game": "rotate-bird", "name": "Night ferry", "gm": "Gil"}
    await gil.sit(await gil.post("/new", form))
    invite = await house.host.people.invite_of(gil.table)
    await ana.sit(await ana.post(f"/j/{invite}", {"name": "Ana"}))
    for command, fields in (("MakeCharacter", {"name": "Wren"}), ("RollBeing", {"who": "wren"})):
        answer = await ana.do(command, **fields)
        assert answer.status_code == 200, answer.text
    return gil, ana


async def symbols(ana: Person) -> list[str]:
    live = await ana.house.host.live(ana.table)
    assert live
    play: Any = live.table.play  # type: ignore[attr-defined]
    return [trait.symbol for trait in play.cast["wren"].being]


async def drawn(ana: Person) -> dict[str, str]:
    live = await ana.house.host.live(ana.table)
    assert live
    found: dict[str, str] = live.table.play.cast["wren"].drawings  # type: ignore[attr-defined]
    return found


async def send(
    one: Person, body: bytes, kind: str = "image/png", /, **fields: str
) -> httpx.Response:
    files = {"file": ("drawing", body, kind)}
    headers = {"accept": fields.pop("accept", "text/html")}
    path = f"/t/{one.table}/drawing"
    return await one.browser.post(path, data=fields, files=files, headers=headers)


async def test_a_player_draws_a_symbol_of_their_own_and_everybody_sees_it__RB_11(
    house: House,
) -> None:
    gil, ana = await birds(house)
    first = (await symbols(ana))[0]
    answer = await send(ana, square(), who="wren", symbol=first)
    assert answer.status_code == 303
    assert await drawn(ana) == {first: drawing(square()).key}
    address = f"/t/{ana.table}/drawing/{drawing(square()).key}"
    assert address in await ana.page()
    shown = await gil.get(address)
    assert shown.content == drawing(square()).body
    assert shown.headers["content-type"] == "image/png"


async def test_a_drawing_is_served_so_that_it_can_do_nothing__RB_11(house: House) -> None:
    _, ana = await birds(house)
    await send(ana, SVG, "image/svg+xml", who="wren", symbol=(await symbols(ana))[1])
    shown = await ana.get(f"/t/{ana.table}/drawing/{drawing(SVG).key}")
    assert shown.headers["content-type"] == "image/svg+xml"
    assert shown.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert shown.headers["x-content-type-options"] == "nosniff"
    assert shown.headers["content-disposition"].startswith("attachment")
    assert "public" not in shown.headers["cache-control"]


async def test_the_usual_picture_comes_back__RB_11(house: House) -> None:
    _, ana = await birds(house)
    first = (await symbols(ana))[0]
    await send(ana, square(), who="wren", symbol=first)
    page = await ana.page()
    assert "Back to the usual picture" in page
    form = {"do": "ReplacePicture", "who": "wren", "symbol": first, "drawing": ""}
    assert (await ana.submit(form)).status_code == 303
    assert await drawn(ana) == {}


@pytest.mark.parametrize("what", HOSTILE)
async def test_a_hostile_upload_is_refused_in_one_sentence_and_leaves_nothing__RB_11(
    house: House, what: str
) -> None:
    _, ana = await birds(house)
    first, before = (await symbols(ana))[0], await house.version(ana.table)
    fields = {"who": "wren", "symbol": first}
    for accept in ("text/html", "application/json"):
        answer = await send(ana, HOSTILE[what], "image/png", accept=accept, **fields)
        assert 400 <= answer.status_code < 500, answer.text
        assert "Traceback" not in answer.text
    assert answer.json()["refused"].endswith(".")
    assert await house.version(ana.table) == before
    assert await house.host.drawings.of(ana.table) == []


async def test_ten_megabytes_are_not_even_looked_at__RB_11(house: House) -> None:
    _, ana = await birds(house)
    answer = await send(ana, b"\x89PNG" + b"\0" * 10_000_000, who="wren", symbol="anchor")
    assert answer.status_code == 413

    async def endless() -> AsyncIterator[bytes]:
        yield b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
        for _ in range(200):
            yield b"x" * 1000

    headers = {"content-type": "multipart/form-data; boundary=x"}
    path = f"/t/{ana.table}/drawing"
    answer = await ana.browser.post(path, content=endless(), headers=headers)
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data; boundary=x", b"--x--"),
        ("multipart/form-data; boundary=x", b"--x\r\nnonsense"),
        ("multipart/form-data", b"--x--"),
        ("multipart/form-data; boundary=x",
         b'--x\r\nContent-Disposition: form-data; name="who"\r\n\r\n\xff\xfe\r\n--x--\r\n'),
        ("application/x-www-form-urlencoded", b"who=wren&symbol=anchor"),
        ("image/png", b"\x89PNG"),
    ],
)  # fmt: skip
async def test_a_form_that_cannot_be_read_is_a_4xx__TF_40(
    house: House, kind: str, body: bytes
) -> None:
    _, ana = await birds(house)
    path, headers = f"/t/{ana.table}/drawing", {"content-type": kind}
    answer = await ana.browser.post(path, content=body, headers=headers)
    assert 400 <= answer.status_code < 500, answer.text


async def test_nobody_draws_on_anothers_sheet_nor_leaves_a_drawing_behind__RB_11(
    house: House,
) -> None:
    gil, ana = await birds(house)
    first = (await symbols(ana))[0]
    assert (await send(gil, square(), who="wren", symbol=first)).status_code in (403, 409)
    assert (await send(ana, square(), who="wren", symbol="no-such")).status_code == 409
    assert (await send(ana, square(), who="nobody", symbol=first)).status_code == 409
    stranger = house.person()
    stranger.table = ana.table
    assert (await send(stranger, square(), who="wren", symbol=first)).status_code == 403
    assert (await stranger.get(f"/t/{ana.table}/drawing/{drawing(SVG).key}")).status_code == 403
    assert await house.host.drawings.of(ana.table) == []
    assert (await ana.get(f"/t/{ana.table}/drawing/{drawing(SVG).key}")).status_code == 404


async def test_an_onlooker_leaves_no_drawing__TF_5(house: House) -> None:
    gil, _ = await birds(house)
    invite = await house.host.people.invite_of(gil.table)
    zoe = house.person()
    await zoe.sit(await zoe.post(f"/j/{invite}", {"name": "Zoe", "onlooker": "true"}))
    assert (await send(zoe, square())).status_code == 403
    assert await house.host.drawings.of(gil.table) == []


async def test_a_drawing_for_no_symbol_yet_is_answered_with_its_key__RB_157(house: House) -> None:
    _, ana = await birds(house)
    answer = await send(ana, SVG, "image/svg+xml")
    assert answer.json() == {"drawing": drawing(SVG).key, "kind": "svg"}


async def test_a_strange_key_is_only_ever_part_of_an_address__RB_11(house: House) -> None:
    _, ana = await birds(house)
    first = (await symbols(ana))[0]
    await ana.do("ReplacePicture", who="wren", symbol=first, drawing='../x" onerror="alert(1)')
    page = await ana.page()
    assert 'onerror="' not in page
    assert "drawing/../x%22%20onerror" in page
