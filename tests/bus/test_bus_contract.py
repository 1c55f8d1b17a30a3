"""What every bus promises."""

import asyncio
from collections.abc import Callable

import pytest
from tests import patience

from tablefolk.hosting.bus.base import (
    Bus,
    Missed,
    Moved,
    Present,
    Reseated,
    Versions,
    WhoIsThere,
    Word,
)
from tablefolk.hosting.bus.memory import MemoryBus


async def heard(versions: Versions) -> int:
    async with asyncio.timeout(20):
        return await anext(versions)


async def quiet(versions: Versions) -> bool:
    """Whether nobody is woken, however often the loop goes round."""
    waiting = asyncio.ensure_future(anext(versions))
    for _ in range(20):
        await asyncio.sleep(0)
    woken = waiting.done()
    waiting.cancel()
    return not woken


async def test_whoever_listens_is_woken_with_the_version__TF_35(bus: Bus) -> None:
    async with bus.subscribe("oak") as versions:
        waiting = asyncio.ensure_future(heard(versions))
        await bus.publish("oak", 7)
        assert await waiting == 7


async def test_all_who_listen_are_woken(bus: Bus) -> None:
    async with bus.subscribe("oak") as ana, bus.subscribe("oak") as ben:
        await bus.publish("oak", 1)
        assert (await heard(ana), await heard(ben)) == (1, 1)


async def test_other_tables_wake_nobody(bus: Bus) -> None:
    async with bus.subscribe("oak") as versions:
        await bus.publish("ash", 1)
        assert await quiet(versions)


async def test_the_slow_get_only_the_newest__TF_35(bus: Bus) -> None:
    async with bus.subscribe("oak") as versions:
        for version in range(1, 1000):
            await bus.publish("oak", version)
        assert await heard(versions) == 999
        assert await quiet(versions)


async def test_nothing_published_after_entering_is_missed__TF_35(bus: Bus) -> None:
    async with bus.subscribe("oak") as versions:
        await bus.publish("oak", 3)  # while the page still reads the log
        assert await heard(versions) == 3


async def test_a_late_older_version_wakes_nobody(bus: Bus) -> None:
    async with bus.subscribe("oak") as versions:
        await bus.publish("oak", 5)
        assert await heard(versions) == 5
        await bus.publish("oak", 4)
        assert await quiet(versions)


async def test_the_same_version_again_wakes_again__TF_31(bus: Bus) -> None:
    async with bus.subscribe("oak") as versions:
        await bus.publish("oak", 5)
        assert await heard(versions) == 5
        await bus.publish("oak", 5)
        assert await heard(versions) == 5


async def test_a_wait_given_up_loses_nothing(bus: Bus) -> None:
    async with bus.subscribe("oak") as versions:
        assert await quiet(versions)
        await bus.publish("oak", 2)
        assert await heard(versions) == 2


async def test_what_was_published_before_entering_is_not_told(bus: Bus) -> None:
    await bus.publish("oak", 5)
    async with bus.subscribe("oak") as versions:
        assert await quiet(versions)


async def test_versions_only_grow_for_a_listener_however_the_two_interleave(bus: Bus) -> None:
    async def publish() -> None:
        for version in range(1, 201):
            await bus.publish("oak", version)
            if version % 7 == 0:
                await asyncio.sleep(0)

    async with bus.subscribe("oak") as versions:
        publishing = asyncio.create_task(publish())
        seen = [0]
        while seen[-1] < 200:
            seen.append(await heard(versions))
        await publishing
    assert seen == sorted(set(seen))


async def test_closing_the_bus_ends_every_subscription(bus: Bus) -> None:
    async with bus.subscribe("oak") as ana, bus.subscribe("ash") as ben:
        waiting = asyncio.create_task(collected(ana))
        await asyncio.sleep(0)
        await bus.close()
        assert await waiting == await collected(ben) == []
    async with bus.subscribe("oak") as late:
        assert await collected(late) == []


async def collected(versions: Versions) -> list[int]:
    async with asyncio.timeout(20):
        return [version async for version in versions]


async def test_a_listener_who_leaves_is_forgotten() -> None:
    bus = MemoryBus()
    with pytest.raises(ZeroDivisionError):
        async with bus.subscribe("oak"):
            raise ZeroDivisionError
    await bus.publish("oak", 1)
    assert not bus._ears


# -- Several processes -----------------------------------------------------------------------------


async def test_other_processes_hear_what_is_said_and_never_their_own_words(
    two: tuple[Bus, Bus],
) -> None:
    here, there = two
    said: list[Word] = []
    own: list[Word] = []
    here.listen(own.append)
    there.listen(said.append)
    async with there.subscribe("oak") as versions, here.subscribe("ash") as echo:
        await here.publish("oak", 4)
        assert await heard(versions) == 4
        for table in ("oak", "ash"):
            await here.tell(Reseated(table, "ana"))
        await there.publish("ash", 1)
        assert await heard(echo) == 1
    await until(lambda: len(said) == 3)
    assert said[0] == Moved("oak", 4)
    assert said[1:] == [Reseated("oak", "ana"), Reseated("ash", "ana")]
    assert own == [Moved("ash", 1)]


async def test_a_long_word_comes_whole(two: tuple[Bus, Bus]) -> None:
    here, there = two
    said: list[Word] = []
    there.listen(said.append)
    company = {f"table-{n}": {"ana": 1, "bén 🎲": n} for n in range(1000)}
    await here.tell(Present("here", company))
    await here.tell(WhoIsThere())
    await until(lambda: len(said) == 2)
    assert said == [Present("here", company), WhoIsThere()]


async def test_of_many_tables_each_is_heard(two: tuple[Bus, Bus]) -> None:
    here, there = two
    said: list[Word] = []
    there.listen(said.append)
    for n in range(1000):
        await here.publish(f"table-{n}", n + 1)
    await until(lambda: len(said) >= 1000)
    assert dict.fromkeys(said) == {Moved(f"table-{n}", n + 1): None for n in range(1000)}


async def until(so: Callable[[], bool]) -> None:
    async with asyncio.timeout(patience.SECONDS):
        while not so():
            await asyncio.sleep(0.01)


async def test_whoever_may_have_missed_something_looks_again() -> None:
    bus = MemoryBus()
    async with bus.subscribe("oak") as versions:
        bus.hear(Missed())
        assert await heard(versions) == 0
