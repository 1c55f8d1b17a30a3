"""Heavy work beside the loop: by turns, within a time, while somebody waits for it."""

from __future__ import annotations

import asyncio
from threading import Event
from typing import Any

import pytest

from tablefolk.core.game import Refusal
from tablefolk.core.table.takeback import Tick
from tablefolk.hosting.beside import FEW, IMPORTS, LOOKS, TURN, Late, Workbench

PATIENCE = 30


def endless(told: list[int]) -> Any:
    """Work that never ends by itself; it counts its steps."""

    def work(tick: Tick) -> None:
        while True:
            tick()
            told.append(1)

    return work


async def begun(told: list[int]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not told:
            await asyncio.sleep(0.001)


async def over(bench: Workbench) -> None:
    async with asyncio.timeout(PATIENCE):
        while bench.under_way.total():
            await asyncio.sleep(0.001)


async def test_work_gives_what_it_gives_and_its_faults_are_its_askers() -> None:
    bench = Workbench()
    assert await bench.do(lambda tick: 7) == 7
    with pytest.raises(ZeroDivisionError):
        await bench.do(lambda tick: 1 // 0)
    await over(bench)


async def test_work_ends_when_its_asker_is_gone() -> None:
    bench, told = Workbench(), list[int]()
    asking = asyncio.create_task(bench.do(endless(told)))
    await begun(told)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    await over(bench)
    steps = len(told)
    await asyncio.sleep(0.01)
    assert len(told) == steps


async def test_work_ends_when_its_time_is_over__TF_43() -> None:
    now, told = iter(range(1000)), list[int]()
    bench = Workbench(clock=lambda: float(next(now)))
    with pytest.raises(Late, match="more than 20 seconds"):
        await bench.do(endless(told), seconds=20)
    assert len(told) < 21


async def test_a_short_piece_of_work_does_not_wait_for_long_ones() -> None:
    bench, told = Workbench(at_once=1), list[int]()
    long = [asyncio.create_task(bench.do(endless(told))) for _ in range(3)]
    await begun(told)
    assert await asyncio.wait_for(bench.do(lambda tick: "done"), PATIENCE) == "done"
    assert not any(task.done() for task in long)
    for task in long:
        task.cancel()
    await asyncio.gather(*long, return_exceptions=True)
    await over(bench)


async def test_only_so_many_work_at_a_time() -> None:
    bench, working, most = Workbench(at_once=2), list[int](), list[int]()

    def work(tick: Tick) -> None:
        working.append(1)
        most.append(len(working))
        tick()
        working.pop()

    await asyncio.gather(*(bench.do(work) for _ in range(10)))
    assert max(most) <= 2


async def test_beyond_so_many_of_a_kind_it_says_so_and_other_kinds_go_on__TF_43() -> None:
    bench, told = Workbench(), list[int]()
    work = [asyncio.create_task(bench.do(endless(told), IMPORTS)) for _ in range(IMPORTS.most)]
    await begun(told)
    with pytest.raises(Refusal, match="Others are bringing tables just now") as no:
        await bench.do(lambda tick: 1, IMPORTS)
    assert no.value.code == "busy"
    assert await bench.do(lambda tick: 1, LOOKS) == 1
    for task in work:
        task.cancel()
    await asyncio.gather(*work, return_exceptions=True)
    await over(bench)
    assert await bench.do(lambda tick: 1, IMPORTS) == 1


async def test_what_is_little_is_done_where_one_is_and_what_is_much_beside_it() -> None:
    import threading

    bench, here = Workbench(), threading.get_ident()
    assert await bench.carry_out(FEW, lambda tick: threading.get_ident()) == here
    assert await bench.carry_out(FEW + 1, lambda tick: threading.get_ident()) != here


async def test_whoever_has_worked_for_a_moment_lets_the_others_in() -> None:
    """By the count of a clock that goes on by half a turn at each look."""
    now = [0.0]

    def clock() -> float:
        now[0] += TURN / 2
        return now[0]

    bench, order, go = Workbench(at_once=1, clock=clock), list[str](), Event()

    def work(name: str) -> Any:
        def steps(tick: Tick) -> None:
            go.wait(PATIENCE)
            for _ in range(12):
                tick()
                order.append(name)

        return steps

    both = [asyncio.create_task(bench.do(work(name))) for name in "ab"]
    async with asyncio.timeout(PATIENCE):
        while not bench.turns.wanted:
            await asyncio.sleep(0.001)
    go.set()
    await asyncio.gather(*both)
    assert "".join(order) not in ("a" * 12 + "b" * 12, "b" * 12 + "a" * 12)
