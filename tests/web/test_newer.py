"""A table that a newer release has written in, looked at through a browser (TF-40)."""

from __future__ import annotations

from tests.web.house import House

from tablefolk.hosting.log.base import Row

SENTENCE = "This table was written by a newer version of Odd One: update it here to play on."


async def test_whoever_opens_it_reads_why_and_the_next_table_is_played__TF_40(
    house: House,
) -> None:
    gil, ana = await house.table("Ana")
    (other,) = await house.table()
    invite = await house.host.people.invite_of(gil.table)
    version = await house.version(gil.table)
    body = b'{"seat":{"id":"ana"},"command":{"type":"Fly"},"events":[],"edition":9,"id":"n"}'
    await house.log.append(gil.table, version, [Row(version + 1, "n", body)])
    house.host._live.clear()  # as after a start
    for answer in (
        await ana.get(f"/t/{gil.table}"),
        await gil.get(f"/t/{gil.table}/log"),
        await gil.do("Say", text="hello"),
        await house.person().get(f"/j/{invite}"),
    ):
        assert answer.status_code == 409
        assert SENTENCE in answer.text
    assert (await other.do("Say", text="hello")).status_code == 200
    assert SENTENCE not in await other.page()
