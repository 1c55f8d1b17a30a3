"""Links as capabilities, in every store."""

import hmac
import os
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.stores import EVERY, STORES

from tablefolk.hosting import people as links
from tablefolk.hosting.log.base import Log, NoTable
from tablefolk.hosting.log.sqlite import SqliteLog
from tablefolk.hosting.people import (
    LinkExpired,
    LinkUnknown,
    People,
    Seated,
    Shared,
    SqlitePeople,
)

House = tuple[Log, People]


@pytest.fixture(params=EVERY)
async def house(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[House]:
    store = await STORES[request.param](tmp_path)
    house = store.log, store.people
    for table in ("oak", "ash"):
        await house[0].create(table, b"{}")
    yield house
    await store.close()


@pytest.fixture
def people(house: House) -> People:
    return house[1]


def in_file(folder: Path) -> House:
    log = SqliteLog.serve(folder / "tables.db")
    return log, SqlitePeople(log.file)


async def test_an_invite_link_leads_to_its_table__TF_2(people: People) -> None:
    oak, ash = await people.invite("oak"), await people.invite("ash")
    assert await people.table_of_invite(oak) == "oak"
    assert await people.table_of_invite(ash) == "ash"


async def test_the_gm_can_see_the_invite_link_again__TF_3(people: People) -> None:
    assert await people.invite_of("oak") is None
    token = await people.invite("oak")
    assert await people.invite_of("oak") == token
    assert await people.invite_of("ash") is await people.invite_of("elm") is None


async def test_a_renewed_invite_link_expires_the_old_ones__TF_3(people: People) -> None:
    old = [await people.invite("oak"), await people.invite("oak")]
    new = await people.invite("oak")
    for token in old:
        with pytest.raises(LinkExpired):
            await people.table_of_invite(token)
    assert await people.table_of_invite(new) == "oak"
    assert await people.invite_of("oak") == new


@pytest.mark.parametrize("token", ["", "x", "\udce9", "\x00", "🎲", "a" * 100_000])
async def test_a_link_nobody_gave_out_opens_nothing__TF_3(people: People, token: str) -> None:
    await people.invite("oak")
    await people.seat_link("oak", "ana")
    with pytest.raises(LinkUnknown):
        await people.table_of_invite(token)
    assert await people.seat_of(token) is None


async def test_a_seat_link_seats_that_one_person_anywhere__TF_3(people: People) -> None:
    ana, ben = await people.seat_link("oak", "ana"), await people.seat_link("oak", "ben")
    away = await people.seat_link("ash", "ana")
    assert await people.seat_of(ana) == await people.seat_of(ana) == Seated("oak", "ana")
    assert await people.seat_of(ben) == Seated("oak", "ben")
    assert await people.seat_of(away) == Seated("ash", "ana")


async def test_a_reissued_seat_link_signs_the_old_one_out_at_once__TF_3(people: People) -> None:
    old, ben = await people.seat_link("oak", "ana"), await people.seat_link("oak", "ben")
    new = await people.seat_link("oak", "ana")
    assert await people.seat_of(old) is None
    assert await people.seat_of(new) == Seated("oak", "ana")
    assert await people.seat_of(ben) == Seated("oak", "ben")


async def test_an_unseated_person_loses_the_key_and_can_get_another__TF_6(people: People) -> None:
    ana, ben = await people.seat_link("oak", "ana"), await people.seat_link("oak", "ben")
    await people.unseat("oak", "ana")
    await people.unseat("elm", "ana")
    assert await people.seat_of(ana) is None
    assert await people.seat_of(ben) == Seated("oak", "ben")
    assert await people.seat_of(await people.seat_link("oak", "ana")) == Seated("oak", "ana")


async def test_an_invite_is_no_seat_and_a_seat_no_invite__TF_3(people: People) -> None:
    invite, seat = await people.invite("oak"), await people.seat_link("oak", "ana")
    assert await people.seat_of(invite) is None
    with pytest.raises(LinkUnknown):
        await people.table_of_invite(seat)


async def test_a_table_that_is_not_there_has_no_links(people: People) -> None:
    with pytest.raises(NoTable):
        await people.invite("elm")
    with pytest.raises(NoTable):
        await people.seat_link("elm", "ana")


@pytest.mark.parametrize("by", ["log", "people"])
async def test_a_deleted_tables_links_are_gone_at_once__TF_41(house: House, by: str) -> None:
    log, people = house
    expired, invite = await people.invite("oak"), await people.invite("oak")
    seat, neighbour = await people.seat_link("oak", "ana"), await people.invite("ash")
    await (log.delete("oak") if by == "log" else people.delete("oak"))
    for token in (expired, invite):
        with pytest.raises(LinkUnknown):
            await people.table_of_invite(token)
    assert await people.seat_of(seat) is None
    assert await people.table_of_invite(neighbour) == "ash"


def test_links_come_from_the_operating_system_with_128_bits_or_more__TF_3(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []

    def urandom(count: int) -> bytes:
        asked.append(count)
        return bytes(count)

    monkeypatch.setattr(os, "urandom", urandom)
    token = links.new_token()
    assert sum(asked) * 8 >= 128
    assert token.isascii()
    assert "=" not in token


async def test_links_are_compared_in_constant_time__TF_3(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    invite, seat = await people.invite("oak"), await people.seat_link("oak", "ana")
    compared: list[bytes] = []

    def compare(a: bytes, b: bytes) -> bool:
        compared.append(b)
        return real(a, b)

    real = hmac.compare_digest
    monkeypatch.setattr(hmac, "compare_digest", compare)
    await people.table_of_invite(invite)
    await people.seat_of(seat)
    assert {links.digest(invite), links.digest(seat)} <= set(compared)


async def test_the_file_keeps_no_seat_link_and_no_expired_invite__TF_3(tmp_path: Path) -> None:
    log, people = in_file(tmp_path)
    await log.create("oak", b"{}")
    secret = [await people.seat_link("oak", "ana"), await people.invite("oak")]
    shown = await people.invite("oak")
    await log.close()
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert shown.encode() in stored
    assert not [token for token in secret if token.encode() in stored]


async def test_links_outlive_the_server__TF_8(tmp_path: Path) -> None:
    log, people = in_file(tmp_path)
    await log.create("oak", b"{}")
    old, new = await people.invite("oak"), await people.invite("oak")
    seat = await people.seat_link("oak", "ana")
    await log.close()
    log, people = in_file(tmp_path)
    assert await people.table_of_invite(new) == "oak"
    assert await people.seat_of(seat) == Seated("oak", "ana")
    with pytest.raises(LinkExpired):
        await people.table_of_invite(old)
    await log.close()


async def test_the_file_allows_one_live_invite_per_table__TF_3(tmp_path: Path) -> None:
    log, people = in_file(tmp_path)
    await log.create("oak", b"{}")
    await people.invite("oak")
    await log.close()
    db = sqlite3.connect(tmp_path / "tables.db")
    with pytest.raises(sqlite3.IntegrityError):
        db.execute("INSERT INTO invites VALUES (x'00', 'oak', 'another')")
    db.close()


async def test_a_recap_has_one_link_until_it_is_ended__TF_15(house: House) -> None:
    log, people = house
    evening, scene = Shared("oak", 1), Shared("oak", 1, 2)
    assert await people.share_of(evening) is None
    link = await people.share(evening)
    assert await people.share(evening) == await people.share_of(evening) == link
    assert await people.shared(link) == evening
    assert await people.share(scene) != link
    await people.unshare(evening)
    assert await people.shared(link) is None
    assert await people.share_of(scene)
    again = await people.share(evening)
    assert again != link
    with pytest.raises(NoTable):
        await people.share(Shared("elm", 1))
    await people.delete("oak")
    assert await people.shared(again) is None
    other = await people.share(Shared("ash", 1))
    await log.delete("ash")
    assert await people.shared(other) is None
