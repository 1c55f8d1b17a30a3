"""Sitting down, acting, sending twice, dice, taking back, restarting, deleting."""

from __future__ import annotations

import asyncio

import pytest
from tests import toy
from tests.hosting.house import House, Refused, plain

from tablefolk.core.game import Refusal
from tablefolk.core.table.at import GameAtTable
from tablefolk.core.table.takeback import TakenBack
from tablefolk.hosting.bus.memory import MemoryBus
from tablefolk.hosting.log.base import Row
from tablefolk.hosting.tables import SNAPSHOT_EVERY, Host, edition

DAY = 86_400

# -- Sitting down (TF-1 … TF-6) ----------------------------------------------------------------

EDITION = edition(GameAtTable(toy))  # what its snapshots are kept under


async def test_whoever_opens_a_table_is_its_gm_and_holds_a_key__TF_1(house: House) -> None:
    evening = await house.seated()
    table = await evening.table()
    assert (table.name, table.gm, table.members["gil"].name) == ("Odd evening", "gil", "Gil")
    seated = await house.host.people.seat_of(evening.keys["gil"])
    assert seated == (evening.id, "gil")


async def test_an_unknown_game_or_option_opens_nothing__TF_1(house: House) -> None:
    with Refused("TF-1", "unknown"):
        await house.host.open_table("no-such-game", "A", "Gil")
    with Refused("TF-1", "bad_setting"):
        await house.host.open_table("odd-one", "A", "Gil", {"wins": "sometimes"})
    with Refused("TF-2", "bad_name"):
        await house.host.open_table("odd-one", " ", "Gil")
    assert await house.log.tables() == []


async def test_joining_needs_a_name_nobody_here_has__TF_2(house: House) -> None:
    evening = await house.seated("Ana")
    with Refused("TF-2", "name_taken"):
        await evening.join("A N A")
    assert list((await evening.table()).members) == ["gil", "ana"]
    assert await house.host.people.seat_of(evening.keys["ana"]) == (evening.id, "ana")


async def test_two_who_join_under_one_name_at_once_are_not_both_seated__TF_2(house: House) -> None:
    evening = await house.seated()
    tries = await asyncio.gather(*(evening.join("Ana") for _ in range(5)), return_exceptions=True)
    refused = [one for one in tries if isinstance(one, Refusal)]
    assert [no.code for no in refused] == ["name_taken"] * 4
    assert list((await evening.table()).members) == ["gil", "ana"]


async def test_a_renewed_invite_link_has_expired_and_a_made_up_one_is_unknown__TF_3(
    house: House,
) -> None:
    evening = await house.seated()
    old = await house.host.people.invite_of(evening.id)
    assert old
    new = await house.host.people.invite(evening.id)
    with Refused("TF-3", "link_expired"):
        await house.host.join(old, "Ana")
    with Refused("TF-3", "unknown"):
        await house.host.join("x" * 24, "Ana")
    assert (await house.host.join(new, "Ana")).member == "ana"


async def test_whoever_is_unseated_or_turned_away_is_signed_out__TF_6(house: House) -> None:
    evening = await house.seated("Ana", "Ben")
    await evening.do("gil", "Unseat", member="ana")
    assert await house.host.people.seat_of(evening.keys["ana"]) is None
    assert await house.host.people.seat_of(evening.keys["ben"]) is not None
    await evening.do("gil", "SetOption", key="admission", value=True)
    cy = await evening.join("Cy")
    with Refused("TF-4", "not_seated"):
        await evening.do(cy, "Say", text="Hello?")
    await evening.do("gil", "Admit", member=cy, yes=False)
    assert await house.host.people.seat_of(evening.keys[cy]) is None
    with Refused("TF-2", "unknown"):
        await evening.do(cy, "Say", text="Hello?")


async def test_a_demo_is_a_table_like_any_other__TF_1(house: House) -> None:
    opened = await house.host.demo("odd-one")
    live = await house.host.live(opened.table)
    assert live
    assert (opened.member, live.version, live.table.play.score) == ("gil", 9, {"ana": 1, "ben": 0})
    assert (await house.host.act(opened.table, "gil", "Say", {"text": "Welcome."})).number == 10


# -- Acting -----------------------------------------------------------------------------------


async def test_an_act_is_in_the_log_before_anybody_is_woken(house: House) -> None:
    evening = await house.seated("Ana")
    async with house.bus.subscribe(evening.id) as versions:
        done = await evening.do("ana", "Say", text="Hello.")
        assert await anext(versions) == done.number == 3
    assert await house.log.version(evening.id) == 3
    assert (await evening.live()).version == 3


async def test_a_refusal_changes_nothing_and_wakes_nobody(house: House) -> None:
    evening = await house.seated("Ana")
    before = await evening.table()
    async with house.bus.subscribe(evening.id) as versions:
        with Refused("TF-10", "text_needed"):
            await evening.do("ana", "Say", text="  ")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(anext(versions), 0.02)
    assert await evening.table() is before
    assert await house.log.version(evening.id) == 2


async def test_what_no_table_understands_is_refused_and_not_a_crash__TF_40(house: House) -> None:
    evening = await house.seated("Ana")
    with Refused("TF-40", "unknown_command"):
        await evening.do("ana", "Fly")
    with Refused("TF-40", "malformed"):
        await evening.do("ana", "Say", words="text is missing")
    with Refused("TF-3", "unknown"):
        await house.host.act("no-such-table", "ana", "Say", {"text": "Hi"})
    with Refused("TF-2", "unknown"):
        await evening.do("nobody", "Say", text="Hi")
    assert await house.host.live("no-such-table") is None


async def test_asking_for_tables_that_are_not_there_leaves_nothing_behind(house: House) -> None:
    for number in range(100):
        assert await house.host.live(f"guess-{number}") is None
    assert len(house.host._locks) == 0


async def test_commands_given_at_once_are_carried_out_one_after_the_other__TF_37(
    house: House,
) -> None:
    evening = await house.seated("Ana", "Ben")
    throws = [evening.do(who, "ThrowDie") for who in ("ana", "ben") for _ in range(5)]
    done = await asyncio.gather(*throws, return_exceptions=True)
    refused = [one for one in done if isinstance(one, Refusal)]
    assert [no.code for no in refused] == ["no_tokens"] * 4  # three tokens each, five tries
    numbers = sorted(one.number for one in done if not isinstance(one, BaseException))
    assert numbers == list(range(4, 10))
    live = await evening.table()
    assert live.play.tokens == {"gil": 3, "ana": 0, "ben": 0}
    assert plain(await evening.restarted()) == plain(live)


async def test_tables_do_not_wait_for_each_other(house: House) -> None:
    evenings = [await house.seated("Ana") for _ in range(20)]
    await asyncio.gather(*(e.do("ana", "Say", text="Hi") for e in evenings for _ in range(5)))
    assert [(await e.live()).version for e in evenings] == [7] * 20


async def test_an_act_is_carried_through_even_if_whoever_sent_it_hangs_up(house: House) -> None:
    evening = await house.seated("Ana")
    async with house.bus.subscribe(evening.id) as versions:
        sending = asyncio.ensure_future(evening.do("ana", "Say", text="Before I go"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        sending.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sending
        assert await asyncio.wait_for(anext(versions), 5) == 3
    assert (await evening.do("gil", "Say", text="Where is she?")).number == 4
    assert await house.log.version(evening.id) == 4


async def test_a_command_from_an_outdated_page_meets_the_present_state__TF_37(
    house: House,
) -> None:
    evening = await house.seated("Ana", "Ben")
    await evening.do("ana", "AskHands", question="Left?")
    assert (await evening.do("ben", "Vote", poll=1, answer=0)).number == 5  # it still makes sense
    await evening.do("gil", "CloseHands", poll=1)
    with Refused("TF-18", "poll_closed"):
        await evening.do("ana", "Vote", poll=1, answer=0)
    await evening.do("gil", "SetRole", member="ana", role="onlooker")
    with Refused("TF-5", "onlooker"):
        await evening.do("ana", "Say", text="I did not know.")


async def test_whoever_gets_the_chair_while_their_command_waits_acts_from_it__TF_37(
    house: House,
) -> None:
    evening = await house.seated("Ana")
    await evening.do("gil", "OfferChair", to="ana")
    passing = evening.do("ana", "AnswerChair", yes=True)
    opening = evening.do("ana", "OpenScene", title="Mine now")
    done = await asyncio.gather(passing, opening)
    assert [one.entry.seat.role for one in done] == ["player", "gm"]


# -- Sent twice (TF-36) -------------------------------------------------------------------------


async def test_a_command_sent_twice_acts_once_and_gets_the_same_answer__TF_36(
    house: House,
) -> None:
    evening = await house.seated("Ana")
    first = await evening.do("ana", "ThrowDie", "one")
    second = await evening.do("ana", "ThrowDie", "one")
    assert (second.number, second.entry, second.again) == (first.number, first.entry, True)
    assert (await evening.table()).play.tokens["ana"] == 2
    await house.restart()
    third = await evening.do("ana", "ThrowDie", "one")
    assert (third.number, third.entry, third.again) == (first.number, first.entry, True)
    assert (await evening.live()).version == first.number


async def test_sent_twice_at_the_same_moment_it_acts_once__TF_36(house: House) -> None:
    evening = await house.seated("Ana")
    done = await asyncio.gather(*(evening.do("ana", "ThrowDie", "one") for _ in range(10)))
    assert {one.number for one in done} == {3}
    assert {one.entry.faces for one in done} == {done[0].entry.faces}
    assert sum(one.again for one in done) == 9


async def test_the_answer_is_the_same_even_where_a_second_try_would_be_refused__TF_36(
    house: House,
) -> None:
    evening = await house.seated("Ana")
    first = await evening.do("ana", "Rename", "rename", member="ana", name="Anna")
    with Refused("TF-6", "same"):
        await evening.do("ana", "Rename", "another", member="ana", name="Anna")
    again = await evening.do("ana", "Rename", "rename", member="ana", name="Anna")
    assert (again.number, again.again) == (first.number, True)
    await evening.do("gil", "Unseat", member="ana")
    again = await evening.do("ana", "Rename", "rename", member="ana", name="Anna")
    assert (again.number, again.again) == (first.number, True)
    await house.restart()
    again = await evening.do("ana", "Rename", "rename", member="ana", name="Anna")
    assert (again.number, again.entry, again.again) == (first.number, first.entry, True)


async def test_a_taking_back_sent_twice_strikes_once__TF_36(house: House) -> None:
    evening = await house.seated("Ana")
    await evening.do("ana", "HideWord", text="plum")
    first = await evening.do("ana", "TakeBack", "back", entry=3)
    again = await evening.do("ana", "TakeBack", "back", entry=3)
    assert (again.number, again.entry, again.again) == (first.number, first.entry, True)


async def test_what_was_refused_may_be_tried_again_under_its_id__TF_36(house: House) -> None:
    evening = await house.seated("Ana")
    await evening.do("gil", "Stop")
    with Refused("TF-33", "paused"):
        await evening.do("ana", "ThrowDie", "one")
    await evening.do("gil", "Resume")
    assert not (await evening.do("ana", "ThrowDie", "one")).again


# -- Dice (TF-20 … TF-22) -------------------------------------------------------------------------


async def test_the_server_throws_and_takes_no_faces_unless_the_table_allows_it__TF_20(
    house: House,
) -> None:
    evening = await house.seated("Ana")
    with Refused("TF-21", "bad_dice"):
        await evening.do("ana", "ThrowDie", faces=[6])
    done = await evening.do("ana", "ThrowDie")
    assert len(done.entry.faces) == 1
    assert not done.entry.by_hand


async def test_at_a_table_with_real_dice_the_faces_are_typed_in_and_marked__TF_21(
    house: House,
) -> None:
    evening = await house.seated("Ana", dice="hand")
    for bad in (None, [], [1, 2], [7], [0]):
        with Refused("TF-21", "bad_dice"):
            await evening.do("ana", "ThrowDie", faces=bad)
    assert (await evening.table()).play.tokens["ana"] == 3
    done = await evening.do("ana", "ThrowDie", faces=[5])
    assert (done.entry.faces, done.entry.by_hand) == ((5,), True)
    with Refused("TF-21", "bad_dice"):
        await evening.do("ana", "Say", text="No dice here", faces=[5])
    told = (await evening.live()).story("gil")[-1]
    assert told.by_hand
    assert (await evening.do("ana", "Say", text="No dice here")).entry.by_hand is False


async def test_either_way_means_either_way__TF_21(house: House) -> None:
    evening = await house.seated("Ana", dice="either")
    assert (await evening.do("ana", "ThrowDie", faces=[2])).entry.by_hand
    assert not (await evening.do("ana", "ThrowDie")).entry.by_hand


async def test_what_was_thrown_is_never_thrown_again__TF_22(house: House) -> None:
    evening = await house.seated("Ana", "Ben")
    thrown = [(await evening.do(w, "RollFree", dice="20d1000")).entry.faces for w in ("ana", "ben")]
    await evening.do("gil", "TakeBack", entry=4)
    await house.restart()
    live = await evening.live()
    assert [e.faces for e in live.entries if e.faces] == thrown
    assert live.entries[3].events[0].faces == thrown[0]


# -- Taking back (TF-24 … TF-26) ------------------------------------------------------------------


async def test_ones_own_latest_act_is_taken_back_at_once_and_stays_in_the_log__TF_24(
    house: House,
) -> None:
    evening = await house.seated("Ana")
    before = await evening.table()
    await evening.do("ana", "HideWord", text="plum")
    done = await evening.do("ana", "TakeBack", entry=3)
    assert done.entry.events[0].entries == (3,)
    assert (await evening.table()).play == before.play
    assert await house.log.version(evening.id) == 4
    assert (await evening.live()).story("ana")[-2].struck
    assert plain(await evening.restarted()) == plain(await evening.table())


async def test_what_depended_on_it_falls_with_it_and_the_rest_stands__TF_24(house: House) -> None:
    evening = await house.seated("Ana", "Ben")
    await evening.do("ana", "AskHands", question="Left?")  # 4
    await evening.do("ben", "Vote", poll=1, answer=0)  # 5
    await evening.do("ben", "HideWord", text="pear")  # 6
    done = await evening.do("gil", "TakeBack", entry=4)
    assert done.entry.events[0].entries == (4, 5)
    table = await evening.table()
    assert (table.polls, table.play.hidden) == ({}, {"ben": "pear"})
    assert plain(await evening.restarted()) == plain(table)


async def test_a_throw_is_taken_back_only_by_asking_and_stays_visible__TF_25__TF_26(
    house: House,
) -> None:
    evening = await house.seated("Ana", "Ben")
    faces = (await evening.do("ana", "ThrowDie")).entry.faces
    asked = await evening.do("ana", "TakeBack", entry=4, why="Slipped")
    assert not any(isinstance(e, TakenBack) for e in asked.entry.events)
    assert (await evening.table()).play.tokens["ana"] == 2
    with Refused("TF-16", "gm_only"):
        await evening.do("ben", "Answer", number=1, yes=True)
    answered = await evening.do("gil", "Answer", number=1, yes=True, note="Fine")
    assert isinstance(answered.entry.events[0], TakenBack)
    assert answered.entry.events[0].why == "Fine"
    table = await evening.table()
    assert (table.play.tokens["ana"], table.requests) == (3, {})
    story = (await evening.live()).story("ben")
    struck = next(told for told in story if told.struck)
    assert str(faces[0]) in struck.lines[0].text
    assert plain(await evening.restarted()) == plain(table)


async def test_a_request_that_is_declined_leaves_everything_as_it_was__TF_25(house: House) -> None:
    evening = await house.seated("Ana")
    await evening.do("ana", "ThrowDie")
    await evening.do("ana", "TakeBack", entry=3)
    await evening.do("gil", "Answer", number=1, yes=False)
    table = await evening.table()
    assert (table.play.tokens["ana"], table.requests) == (2, {})
    with Refused("TF-16", "answered"):
        await evening.do("gil", "Answer", number=1, yes=True)


async def test_another_players_act_or_none_at_all_cannot_be_taken_back__TF_25(
    house: House,
) -> None:
    evening = await house.seated("Ana", "Ben")
    await evening.do("ana", "HideWord", text="plum")
    for number in (4, 1, 99, 0, -5, 2**60):
        with (
            Refused("TF-25", "not_yours")
            if abs(number) < 2**53
            else Refused("TF-17", "out_of_range")
        ):
            await evening.do("ben", "TakeBack", entry=number)


async def test_a_table_is_the_same_after_a_restart_however_often_it_was_taken_back__TF_24(
    house: House,
) -> None:
    evening = await house.seated("Ana", "Ben")
    for round in range(3):
        await evening.do("ana", "HideWord", text=f"word {round}")
        await evening.do("ben", "ThrowDie")
        await evening.do("gil", "TakeBack", entry=(await evening.live()).version)
        await evening.do("ana", "ThrowDie")
    table = await evening.table()
    assert table.play.tokens == {"gil": 3, "ana": 0, "ben": 3}
    assert plain(await evening.restarted()) == plain(table)


async def test_a_taking_back_reaches_behind_snapshots__TF_24(house: House) -> None:
    evening = await house.seated("Ana")
    await evening.do("ana", "HideWord", text="early")  # 3
    await chatter(evening.host, evening.id, SNAPSHOT_EVERY)
    assert await house.log.snapshot(evening.id, EDITION) is not None
    await evening.do("gil", "TakeBack", entry=3)
    table = await evening.table()
    assert table.play.hidden == {}
    assert plain(await evening.restarted()) == plain(table)


async def test_a_snapshot_that_still_holds_what_was_struck_is_not_believed__TF_24(
    house: House,
) -> None:
    evening = await house.seated("Ana")
    await evening.do("ana", "HideWord", text="early")  # 3
    await chatter(evening.host, evening.id, SNAPSHOT_EVERY)
    stale = await house.log.snapshot(evening.id, EDITION)
    await evening.do("gil", "TakeBack", entry=3)
    table = await evening.table()
    # As if the process had died between writing the entry and dropping the snapshots.
    await house.log.drop_snapshots(evening.id, 0)
    await house.log.save_snapshot(evening.id, stale[0], EDITION, stale[1])
    assert plain(await evening.restarted()) == plain(table)


async def test_a_snapshot_of_another_shape_is_folded_over__TF_24(house: House) -> None:
    evening = await house.seated("Ana")
    await evening.do("ana", "HideWord", text="plum")
    table = await evening.table()
    await house.log.save_snapshot(evening.id, 3, EDITION, b'{"members": 7}')
    assert plain(await evening.restarted()) == plain(table)


# -- Opening quickly --------------------------------------------------------------------------


async def chatter(host: Host, table: str, count: int) -> None:
    for number in range(count):
        await host.act(table, "ana", "Say", {"text": f"line {number}"})


async def test_opening_a_long_table_reads_no_more_than_the_last_few_hundred_entries() -> None:
    house = House()
    evening = await house.seated("Ana")
    await evening.do("ana", "HideWord", text="kept")
    version = (await evening.live()).version
    body = (await house.log.tail(evening.id, 1))[0].body
    more = [Row(version + n, f"id-{n}", body) for n in range(1, 50_000)]
    await house.log.append(evening.id, version, more)
    first = await evening.restarted()  # nobody had kept a snapshot of these
    house.memory.rows_read = 0
    assert plain(await evening.restarted()) == plain(first)
    assert house.memory.rows_read <= 400
    assert (await evening.live()).version == 50_002


async def test_a_table_keeps_snapshots_as_it_grows() -> None:
    house = House()
    evening = await house.seated("Ana")
    await chatter(house.host, evening.id, 2 * SNAPSHOT_EVERY + 10)
    house.memory.rows_read = 0
    await house.restart()
    assert (await evening.live()).version == 2 * SNAPSHOT_EVERY + 12
    assert house.memory.rows_read <= 400
    found = await house.log.snapshot(evening.id, EDITION)
    assert found is not None
    assert found[0] == 2 * SNAPSHOT_EVERY


async def test_tables_let_go_of_from_memory_come_back_as_they_were(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablefolk.hosting.tables.ENTRIES_HELD", 6)
    evenings = [await house.seated("Ana") for _ in range(4)]
    for evening in evenings:
        await evening.do("ana", "HideWord", text=evening.id)
    assert len(house.host._live) == 2, "each has two entries or three"
    for evening in evenings:
        assert (await evening.table()).play.hidden == {"ana": evening.id}


# -- For each other (TF-6, TF-7, TF-33) -----------------------------------------------------------


async def test_a_lent_seat_is_played_by_another_and_the_log_says_so__TF_6(house: House) -> None:
    evening = await house.seated("Ana", "Ben")
    with Refused("TF-6", "not_yours"):
        await evening.do("ana", "ThrowDie", for_seat="ben")
    await evening.do("ben", "Lend", member="ben", to="ana")
    done = await evening.do("ana", "ThrowDie", for_seat="ben")
    assert (done.entry.seat.id, done.entry.seat.by) == ("ben", "ana")
    assert (await evening.table()).play.tokens == {"gil": 3, "ana": 3, "ben": 2}
    assert (await evening.told("gil"))[-1].startswith("(Ana for Ben) ")
    with Refused("TF-2", "unknown"):
        await evening.do("ana", "ThrowDie", for_seat="nobody")
    await evening.do("ana", "Lend", member="ben")
    with Refused("TF-6", "not_yours"):
        await evening.do("ana", "ThrowDie", for_seat="ben")


async def test_after_seven_days_without_its_gm_the_players_may_pass_the_chair_on__TF_7(
    house: House,
) -> None:
    evening = await house.seated("Ana", "Ben")
    house.now += 6.9 * DAY
    await house.host.notice_gm(evening.id, here=False)
    with Refused("TF-7", "gm_here"):
        await evening.do("ana", "VoteChair", to="ana")
    house.now += 0.2 * DAY
    await house.host.notice_gm(evening.id, here=False)
    await house.host.notice_gm(evening.id, here=False)
    assert (await evening.table()).gm_away_days == 7
    await evening.do("ana", "VoteChair", to="ana")
    await evening.do("ben", "VoteChair", to="ana")
    table = await evening.table()
    assert (table.gm, table.gm_away_days) == ("ana", 0)
    await house.host.notice_gm(evening.id, here=False)
    assert (await evening.table()).gm_away_days == 0  # the new GM has only just sat down


async def test_a_gm_who_looks_in_or_acts_is_not_away__TF_7(house: House) -> None:
    evening = await house.seated("Ana")
    house.now += 5 * DAY
    await house.host.notice_gm(evening.id, here=True)
    house.now += 5 * DAY
    await house.host.notice_gm(evening.id, here=False)
    assert (await evening.table()).gm_away_days == 0
    await evening.do("gil", "Say", text="Still here")
    await house.restart()
    house.now += 6 * DAY
    await house.host.notice_gm(evening.id, here=False)
    assert (await evening.table()).gm_away_days == 0
    house.now += 1 * DAY
    await house.host.notice_gm(evening.id, here=False)
    assert (await evening.table()).gm_away_days == 7
    await house.host.notice_gm(evening.id, here=True)
    assert (await evening.table()).gm_away_days == 0


async def test_nobody_is_missed_at_a_closed_table__TF_41(house: House) -> None:
    evening = await house.seated("Ana")
    await evening.do("gil", "CloseTable")
    house.now += 30 * DAY
    await house.host.notice_gm(evening.id, here=False)
    assert (await evening.live()).version == 3


async def test_an_unsigned_stop_names_nobody_anywhere__TF_33(house: House) -> None:
    evening = await house.seated("Ana", "Ben")
    done = await evening.do("ana", "Stop", anonymous=True)
    await evening.do("gil", "Resume")
    await evening.do("ana", "StateLimit", anonymous=True, text="No spiders")
    bodies = [row.body for row in await house.log.read(evening.id, 3)]
    assert not any(b"ana" in body for body in bodies)
    assert done.entry.seat.role == "house"


async def test_only_those_with_a_seat_stop_the_table_unsigned__TF_5__TF_33(house: House) -> None:
    evening = await house.seated("Ana")
    onlooker = await evening.join("Olga", onlooker=True)
    with Refused("TF-5", "onlooker"):
        await evening.do(onlooker, "StateLimit", anonymous=True, text="No spiders")
    await evening.do("gil", "Unseat", member="ana")
    with Refused("TF-4", "not_seated"):
        await evening.do("ana", "Stop", anonymous=True)
    done = await evening.do(onlooker, "Stop", anonymous=True)
    assert done.entry.seat.role == "house"


async def test_unsigned_does_not_work_for_anything_else__TF_33(house: House) -> None:
    evening = await house.seated("Ana")
    done = await evening.do("ana", "Say", text="Psst", anonymous=True)
    assert done.entry.seat.id == "ana"


# -- Another process at the same log --------------------------------------------------------------


async def test_what_another_process_has_written_is_read_anew__TF_36(house: House) -> None:
    evening = await house.seated("Ana")
    other = Host(house.host.store._replace(bus=MemoryBus()), [toy])  # type: ignore[list-item]
    await evening.table()  # held here, as it is now
    await other.act(evening.id, "ana", "Say", {"text": "Elsewhere"}, "first")
    await other.act(evening.id, "gil", "OpenScene", {"title": "The attic"})
    async with house.bus.subscribe(evening.id) as versions:
        done = await evening.do("ana", "ThrowDie", "second")
        assert await anext(versions) == 5
    assert (done.number, done.again) == (5, False)
    table = await evening.table()
    assert table.scene is not None
    assert table.scene.title == "The attic"
    assert "Elsewhere" in await evening.told("gil")
    await other.act(evening.id, "ana", "Say", {"text": "Again"}, "third")
    assert (await evening.do("ana", "Say", "third", text="Again")).again


# -- Deleting (TF-41) -----------------------------------------------------------------------------


async def test_the_gm_deletes_a_table_by_typing_its_name__TF_41(house: House) -> None:
    evening = await house.seated("Ana")
    other = await house.seated("Ana")
    with Refused("TF-41", "name_needed"):
        await house.host.delete(evening.id, "gil", "odd evening")
    with Refused("TF-41", "gm_only"):
        await house.host.delete(evening.id, "ana", "Odd evening")
    with Refused("TF-41", "gm_only"):
        await house.host.delete(evening.id, "nobody", "Odd evening")
    invite = await house.host.people.invite_of(evening.id)
    assert invite
    async with house.bus.subscribe(evening.id) as versions:
        await house.host.delete(evening.id, "gil", " Odd evening ")
        await anext(versions)
    assert await house.host.live(evening.id) is None
    assert await house.host.people.seat_of(evening.keys["ana"]) is None
    with Refused("TF-3", "unknown"):
        await house.host.join(invite, "Ben")
    with Refused("TF-3", "unknown"):
        await evening.do("gil", "Say", text="Anybody?")
    await house.restart()
    assert await house.host.live(evening.id) is None
    assert (await other.do("ana", "Say", text="Still here")).number == 3


async def test_a_command_that_waits_while_its_table_is_deleted_is_refused__TF_41(
    house: House,
) -> None:
    evening = await house.seated("Ana")
    deleting = house.host.delete(evening.id, "gil", "Odd evening")
    saying = evening.do("ana", "Say", text="Wait")
    results = await asyncio.gather(deleting, saying, return_exceptions=True)
    assert results[0] is None
    assert isinstance(results[1], Refusal)
