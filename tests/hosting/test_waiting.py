"""Since when the table waits for whom (TF-30)."""

from __future__ import annotations

from tests.hosting.house import EVENING, Evening, House

MINUTE = 60


async def since(evening: Evening) -> dict[str, float]:
    """Minutes into the evening from which on each one is waited for, as Ana's page says."""
    found = (await evening.live()).look("ana").since
    return {who: (at - EVENING) / MINUTE for who, at in found.items()}


async def asked(house: House) -> Evening:
    """Ben asks for a point after ten minutes, so that the GM is waited for."""
    evening = await house.seated("Ana", "Ben")
    house.now += 10 * MINUTE
    await evening.do("ben", "ClaimPoint", why="I sang")
    return evening


async def test_everybody_sees_since_when_somebody_is_waited_for__TF_30(house: House) -> None:
    evening = await asked(house)
    assert await since(evening) == {"gil": 10}


async def test_time_and_the_acts_of_others_do_not_shorten_the_wait__TF_30(house: House) -> None:
    evening = await asked(house)
    house.now += 5 * MINUTE
    await evening.do("ana", "Say", text="Well?")
    await evening.do("gil", "WriteNote", title="A secret")
    await evening.do("ana", "ThrowDie")  # whoever has begun owes the other throws
    assert await since(evening) == {"gil": 10, "ana": 15}


async def test_the_oldest_thing_owed_counts_and_what_is_done_does_not__TF_30(
    house: House,
) -> None:
    evening = await asked(house)
    house.now += 5 * MINUTE
    await evening.do("ana", "AskHands", question="Go on?")
    assert await since(evening) == {"gil": 10, "ana": 15, "ben": 15}
    house.now += 5 * MINUTE
    await evening.do("gil", "Answer", number=1, yes=False)
    await evening.do("ben", "Vote", poll=2, answer=0)
    assert await since(evening) == {"gil": 15, "ana": 15}


async def test_after_a_restart_the_wait_is_as_long_as_it_was__TF_30(house: House) -> None:
    evening = await asked(house)
    house.now += 5 * MINUTE
    await evening.do("ana", "AskHands", question="Go on?")
    for n in range(5):
        house.now += MINUTE
        await evening.do("ana", "Say", text=f"{n}")
    await evening.do("ben", "Vote", poll=2, answer=0)
    before = await since(evening)
    assert before == {"gil": 10, "ana": 15}
    await house.restart()
    assert await since(evening) == before


async def test_a_request_taken_back_is_waited_for_by_nobody_also_after_a_restart__TF_30(
    house: House,
) -> None:
    evening = await house.seated("Ana", "Ben")
    number = (await evening.do("ana", "AskHands", question="Go on?")).number
    house.now += MINUTE
    await evening.do("ana", "TakeBack", entry=number)
    assert await since(evening) == {}
    await house.restart()
    assert await since(evening) == {}


async def test_who_is_owed_since_when_is_known_right_after_a_state_was_kept__TF_30() -> None:
    house = House()
    evening = await house.seated("Ana")
    await evening.do("gil", "AskHands", question="Shall we?")
    await evening.do("ana", "HideWord", text="oak")
    await evening.do("gil", "TakeBack", entry=4)  # the state after it is kept
    assert (await evening.live()).since.keys() == {"gil", "ana"}
    await house.restart()
    assert (await evening.live()).since.keys() == {"gil", "ana"}
