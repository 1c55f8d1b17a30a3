"""What every log promises, whatever it is kept in."""

import asyncio
from collections.abc import Sequence

import pytest

from tablefolk.hosting.drawings import Drawing
from tablefolk.hosting.log.base import Beside, Conflict, Duplicate, Log, NoTable, Row
from tablefolk.hosting.people import digest
from tablefolk.hosting.store import Store


def row(version: int, command_id: str = "", body: bytes = b"body") -> Row:
    return Row(version, command_id or f"command-{version}", body)


def rows(first: int, last: int) -> list[Row]:
    return [row(version) for version in range(first, last + 1)]


async def opened(log: Log, table: str = "oak", count: int = 0) -> Log:
    await log.create(table, b"{}", rows(1, count))
    return log


async def test_a_new_table_is_empty_and_says_what_it_is_about__TF_1(log: Log) -> None:
    await log.create("oak", b'{"name": "Oak"}')
    assert await log.about("oak") == b'{"name": "Oak"}'
    assert await log.version("oak") == 0
    assert await log.read("oak") == []


async def test_a_table_nobody_made_is_not_there(log: Log) -> None:
    assert await log.about("elm") is None
    assert await log.version("elm") == 0
    assert await log.read("elm") == await log.tail("elm", 3) == []
    assert await log.find("elm", "command-1") is None
    assert await log.snapshot("elm", "1") is None
    await log.drop_snapshots("elm", 0)
    await log.delete("elm")


async def test_a_table_is_made_once(log: Log) -> None:
    await log.create("oak", b"first", rows(1, 2))
    with pytest.raises(Conflict):
        await log.create("oak", b"second", rows(1, 3))
    assert (await log.about("oak"), await log.version("oak")) == (b"first", 2)


async def test_a_table_and_its_first_entries_come_together_or_not_at_all__TF_40(log: Log) -> None:
    with pytest.raises(ValueError, match="without gaps"):
        await log.create("oak", b"{}", [row(1), row(3)])
    assert await log.about("oak") is None
    await log.create("oak", b"{}", rows(1, 3))
    assert await log.read("oak") == rows(1, 3)


BESIDE = Beside(
    invite=(b"hash of the invite", "invite"),
    seats=(("gil", b"hash of a key"),),
    drawings=(("key", "svg", b"<svg/>"),),
    snapshot=(2, "1", b"state"),
)


async def test_what_lies_beside_a_table_comes_with_it_or_nothing_does__TF_40(store: Store) -> None:
    log = store.log
    with pytest.raises(Conflict):  # the state of an entry that is not there is the last to be put
        await log.create("oak", b"{}", rows(1, 1), BESIDE)
    assert await log.tables() == []
    assert await store.drawings.of("oak") == []
    await log.create("oak", b"{}", rows(1, 2), BESIDE)
    assert await log.snapshot("oak", "1") == (2, b"state")
    assert await store.drawings.of("oak") == [Drawing("svg", b"<svg/>")]
    await log.delete("oak")
    assert await store.drawings.of("oak") == []
    await log.create("oak", b"{}", rows(1, 2), BESIDE)  # its links are nobody's by now


async def test_all_tables_are_listed_by_id(log: Log) -> None:
    for table in ("oak", "ash", "elm"):
        await log.create(table, table.encode())
    assert await log.tables() == [("ash", b"ash"), ("elm", b"elm"), ("oak", b"oak")]


async def test_what_was_appended_is_read_back_in_order(log: Log) -> None:
    await opened(log)
    await log.append("oak", 0, [row(1, body=b"\x00\xff")])
    await log.append("oak", 1, rows(2, 4))
    assert await log.read("oak") == [row(1, body=b"\x00\xff"), *rows(2, 4)]
    assert await log.version("oak") == 4


async def test_reading_starts_after_a_version_and_stops_at_a_limit__TF_35(log: Log) -> None:
    await opened(log, count=10)
    assert await log.read("oak", 7) == rows(8, 10)
    assert await log.read("oak", 2, 3) == rows(3, 5)
    assert await log.read("oak", 10) == await log.read("oak", 3, 0) == []


@pytest.mark.parametrize(("count", "expected"), [(0, []), (2, rows(4, 5)), (9, rows(1, 5))])
async def test_the_tail_is_the_newest_entries_oldest_first(
    log: Log, count: int, expected: list[Row]
) -> None:
    await opened(log, count=5)
    assert await log.tail("oak", count) == expected


async def test_tables_do_not_see_each_others_entries(log: Log) -> None:
    await opened(log, "oak", 3)
    await opened(log, "ash", 1)
    assert await log.read("ash") == rows(1, 1)
    assert await log.find("ash", "command-2") is None


@pytest.mark.parametrize("after", [0, 1, 3, 7])
async def test_only_the_newest_version_can_be_followed(log: Log, after: int) -> None:
    await opened(log, count=2)
    with pytest.raises(Conflict):
        await log.append("oak", after, [row(after + 1, "another")])
    assert await log.read("oak") == rows(1, 2)


async def test_a_command_sent_twice_is_stored_once__TF_36(log: Log) -> None:
    await opened(log, count=3)
    with pytest.raises(Duplicate) as known:
        await log.append("oak", 3, [row(4, "command-2")])
    assert known.value.version == 2
    assert await log.version("oak") == 3


async def test_a_command_repeated_from_an_old_page_is_a_duplicate_first__TF_36(log: Log) -> None:
    await opened(log, count=3)
    with pytest.raises(Duplicate) as known:
        await log.append("oak", 1, [row(2)])
    assert known.value.version == 2


async def test_two_tables_may_know_the_same_command_id(log: Log) -> None:
    await opened(log, "oak", 1)
    await opened(log, "ash")
    await log.append("ash", 0, [row(1)])
    assert await log.find("ash", "command-1") == row(1)


async def test_rows_are_appended_all_or_none(log: Log) -> None:
    await opened(log, count=1)
    with pytest.raises(Duplicate) as known:
        await log.append("oak", 1, [row(2), row(3), row(4, "command-1")])
    assert known.value.version == 1
    assert await log.read("oak") == rows(1, 1)


@pytest.mark.parametrize(
    "wrong", [[row(1), row(1, "b")], [row(2)], [row(1), row(3)], [row(1, "a"), row(2, "a")]]
)
async def test_misnumbered_rows_are_the_callers_mistake(log: Log, wrong: Sequence[Row]) -> None:
    await opened(log)
    with pytest.raises(ValueError, match=r"rows"):
        await log.append("oak", 0, wrong)
    assert await log.version("oak") == 0


async def test_nothing_is_appended_to_a_table_that_is_not_there(log: Log) -> None:
    for after in (0, 4):
        with pytest.raises(NoTable):
            await log.append("elm", after, [row(after + 1)])
    assert await log.read("elm") == []


async def test_the_entry_of_a_command_is_found_by_its_id__TF_36(log: Log) -> None:
    await opened(log, count=3)
    assert await log.find("oak", "command-2") == row(2)
    assert await log.find("oak", "command-9") is None


async def test_the_newest_snapshot_not_past_a_version_is_found(log: Log) -> None:
    await opened(log, count=9)
    for version in (3, 6, 9):
        await log.save_snapshot("oak", version, "1", b"at %d" % version)
    assert await log.snapshot("oak", "1") == (9, b"at 9")
    assert await log.snapshot("oak", "1", 8) == (6, b"at 6")
    assert await log.snapshot("oak", "1", 2) is None


async def test_a_snapshot_of_another_edition_is_not_offered(log: Log) -> None:
    await opened(log, count=2)
    await log.save_snapshot("oak", 2, "1", b"old rules")
    assert await log.snapshot("oak", "2") is None
    await log.save_snapshot("oak", 2, "2", b"new rules")
    assert await log.snapshot("oak", "2") == (2, b"new rules")
    assert await log.snapshot("oak", "1") is None


async def test_a_snapshot_cannot_know_more_than_the_log(log: Log) -> None:
    await opened(log, count=2)
    with pytest.raises(Conflict):
        await log.save_snapshot("oak", 3, "1", b"the future")
    with pytest.raises(NoTable):
        await log.save_snapshot("elm", 0, "1", b"nowhere")


async def test_snapshots_past_a_version_are_dropped__TF_24(log: Log) -> None:
    await opened(log, count=9)
    for version in (3, 6, 9):
        await log.save_snapshot("oak", version, "1", b"at %d" % version)
    await log.drop_snapshots("oak", 6)
    assert await log.snapshot("oak", "1") == (6, b"at 6")


async def test_the_newest_snapshots_are_kept_and_few_old_ones(log: Log) -> None:
    await opened(log, count=300)
    for version in range(1, 301):
        await log.save_snapshot("oak", version, "1", b"")
    asked = [await log.snapshot("oak", "1", version) for version in range(1, 301)]
    kept = {found[0] for found in asked if found}
    assert kept >= {298, 299, 300}
    assert len(kept) < 20


async def test_a_deleted_table_leaves_nothing_and_its_neighbour_whole__TF_41(log: Log) -> None:
    await opened(log, "oak", 3)
    await opened(log, "ash", 2)
    await log.save_snapshot("oak", 3, "1", b"state")
    await log.delete("oak")
    assert await log.tables() == [("ash", b"{}")]
    assert await log.read("oak") == []
    assert await log.read("ash") == rows(1, 2)
    await log.create("oak", b"anew")
    assert await log.snapshot("oak", "1") is None
    assert await log.find("oak", "command-1") is None


async def test_of_many_who_follow_the_same_version_one_wins(log: Log) -> None:
    await opened(log)
    outcomes = await asyncio.gather(
        *(log.append("oak", 0, [row(1, f"by-{who}")]) for who in range(50)), return_exceptions=True
    )
    assert outcomes.count(None) == 1
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 49


async def test_a_failing_append_does_not_spoil_its_neighbours__TF_36(log: Log) -> None:
    tables = [f"table-{n}" for n in range(10)]
    for table in tables:
        await opened(log, table, 1)
    sound = [log.append(table, 1, [row(2)]) for table in tables]
    stale = [log.append(table, 0, [row(1, "stale")]) for table in tables]
    again = [log.append(table, 1, [row(2, "command-1")]) for table in tables]
    nowhere = [log.append(f"no-{table}", 0, [row(1)]) for table in tables]
    mixed = [one for four in zip(sound, stale, again, nowhere, strict=True) for one in four]
    outcomes = await asyncio.gather(*mixed, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [
        type(None), Conflict, Duplicate, NoTable
    ] * 10  # fmt: skip
    assert [await log.read(table) for table in tables] == [rows(1, 2)] * 10


async def test_two_hundred_at_once_lose_and_double_nothing__TF_36(log: Log) -> None:
    tables = [f"table-{n}" for n in range(5)]
    for table in tables:
        await opened(log, table)
    await asyncio.gather(*(insist(log, tables[n % 5], f"say-{n % 100}") for n in range(200)))
    for place, table in enumerate(tables):
        stored = await log.read(table)
        assert [r.version for r in stored] == list(range(1, 21))
        assert {r.command_id for r in stored} == {f"say-{n}" for n in range(place, 100, 5)}


async def insist(log: Log, table: str, command_id: str) -> None:
    """As a server does: on a conflict look again; a duplicate has been done already."""
    while True:
        newest = await log.version(table)
        try:
            return await log.append(table, newest, [row(newest + 1, command_id)])
        except Duplicate:
            return None
        except Conflict:
            continue


async def test_a_caller_who_went_away_leaves_the_log_whole(log: Log) -> None:
    await opened(log)
    gone = asyncio.create_task(log.append("oak", 0, [row(1)]))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.wait([gone])
    await insist(log, "oak", "next")
    stored = await log.read("oak")
    assert [r.version for r in stored] == list(range(1, len(stored) + 1))
    assert stored[-1].command_id == "next"


# -- Keys to seats, with the entry that gives or takes them ---------------------------------------


async def test_keys_are_given_and_taken_with_the_entry_or_not_at_all__TF_6(store: Store) -> None:
    log, people = store.log, store.people
    await log.create("oak", b"{}", rows(1, 1))
    await log.append("oak", 1, [row(2)], {"ana": digest("first")})
    assert await people.seat_of("first") == ("oak", "ana")
    with pytest.raises(Conflict):
        await log.append("oak", 1, [row(2, "late")], {"ana": None, "ben": digest("second")})
    assert await people.seat_of("first") == ("oak", "ana")
    assert await people.seat_of("second") is None
    await log.append("oak", 2, [row(3)], {"ana": None, "ben": digest("second")})
    assert await people.seat_of("first") is None
    assert await people.seat_of("second") == ("oak", "ben")
    await log.append("oak", 3, [row(4)], {"ben": digest("third")})
    assert await people.seat_of("second") is None
    assert await people.seat_of("third") == ("oak", "ben")


async def test_the_versions_of_many_tables_are_asked_for_at_once(store: Store) -> None:
    for table, count in (("oak", 3), ("ash", 0)):
        await opened(store.log, table, count)
    assert await store.log.versions(["oak", "ash", "elm"]) == {"oak": 3, "ash": 0}
    assert await store.log.versions([]) == {}
