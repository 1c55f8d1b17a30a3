"""The host's key: who opens tables where the house asks for it (TF-43)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.web.house import House

from tablefolk.hosting.limits import FREE

KEY = "an-owl-and-a-lantern"
TABLE = {"game": "odd-one", "name": "Friday", "gm": "Gil"}
WHY = "This house opens tables for whoever has its key"


@pytest.fixture
async def locked(tmp_path: Path) -> AsyncIterator[House]:
    limits = replace(FREE, opening="key", demos="key", guesses_a_minute=5)
    one = House(tmp_path, limits=limits, key=KEY)
    yield one
    await one.close()


async def test_without_the_key_nobody_opens_tries_or_brings_a_table__TF_43(locked: House) -> None:
    stranger = locked.person()
    for path, form in (("/new", TABLE), ("/try/odd-one", {}), ("/bring", {})):
        answer = await stranger.post(path, form)
        assert answer.status_code == 403, path
        assert WHY in answer.text, path
    said = await stranger.post("/new", TABLE, accept="application/json")
    assert (said.json()["rule"], said.json()["code"]) == ("TF-43", "house_key")
    assert await locked.log.tables() == []


async def test_a_visitor_without_the_key_is_told_how_to_come_to_a_table__TF_43(
    locked: House,
) -> None:
    front = (await locked.person().get("/")).text
    assert "Open the link that you were sent" in front
    assert 'action="/key"' in front
    assert 'action="/try/' not in front
    assert 'action="/bring' not in front
    assert 'href="/new?game' not in front
    new = (await locked.person().get("/new?game=odd-one")).text
    assert 'name="back" value="/new?game=odd-one"' in new
    assert 'name="gm"' not in new


@pytest.mark.parametrize("typed", [KEY, f"  {KEY} ", f"https://table.example/key/{KEY}"])
async def test_the_key_is_typed_once_as_a_word_or_a_link_and_remembered__TF_43(
    locked: House, typed: str
) -> None:
    host = locked.person()
    answer = await host.post("/key", {"key": typed, "back": "/new?game=odd-one"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/new?game=odd-one")
    cookie = next(c for c in answer.headers.get_list("set-cookie") if c.startswith("key="))
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    assert 'name="gm"' in (await host.get("/new")).text
    await host.sit(await host.post("/new", TABLE))
    await host.sit(await host.post("/try/odd-one", {}))


async def test_the_key_as_a_link_opens_the_house__TF_43(locked: House) -> None:
    friend = locked.person()
    answer = await friend.get(f"/key/{KEY}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert 'href="/new?game=odd-one"' in (await friend.get("/")).text


async def test_a_wrong_key_is_told_so_and_guessing_ends_soon__TF_43(locked: House) -> None:
    guesser = locked.person("203.0.113.9")
    answer = await guesser.post("/key", {"key": "an-owl-and-a-lamp", "back": "/new"})
    assert answer.status_code == 403
    assert "That is not the key of this house." in answer.text
    assert 'name="back" value="/new"' in answer.text
    codes = [(await guesser.get(f"/key/guess-{n}")).status_code for n in range(8)]
    assert codes == [403] * 4 + [429] * 4
    assert (await guesser.post("/key", {"key": KEY})).status_code == 429, "not even the right one"
    assert (await locked.person("203.0.113.8").get(f"/key/{KEY}")).status_code == 303


async def test_whoever_is_invited_needs_no_key__TF_43(locked: House) -> None:
    host, friend = locked.person(), locked.person()
    await host.get(f"/key/{KEY}")
    await host.sit(await host.post("/new", TABLE))
    invite = await locked.host.people.invite_of(host.table)
    await friend.sit(await friend.post(f"/j/{invite}", {"name": "Ana"}))
    assert (await friend.do("Say", text="Hello.")).status_code == 200


async def test_where_there_is_no_key_no_made_up_one_fits__TF_43(tmp_path: Path) -> None:
    house = House(tmp_path, limits=replace(FREE, opening="key"))
    stranger = house.person(cookie="key=")
    assert (await stranger.post("/new", TABLE)).status_code == 403
    assert (await stranger.post("/key", {"key": ""})).status_code == 403
    await house.close()


async def test_demos_are_anybodys_or_nobodys_whoever_opens_tables__TF_43(tmp_path: Path) -> None:
    limits = replace(FREE, opening="key", demos="anybody")
    house = House(tmp_path, limits=limits, key=KEY)
    stranger = house.person()
    assert 'action="/try/odd-one"' in (await stranger.get("/")).text
    assert (await stranger.post("/try/odd-one", {})).status_code == 303
    house.host.limits = replace(FREE, demos="nobody")
    answer = await stranger.post("/try/odd-one", {})
    assert (answer.status_code, "This house opens no tables to try." in answer.text) == (403, True)
    assert (await stranger.post("/new", TABLE)).status_code == 303
    await house.close()
