"""What is counted, and how late the loop comes."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tablefolk.hosting import counting, loop


def test_what_happens_is_counted_by_its_labels() -> None:
    before = counting.counted("limited", limit="joins")
    counting.count("limited", limit="joins")
    counting.count("limited", 2, limit="joins")
    counting.count("limited", limit="tables")
    assert counting.counted("limited", limit="joins") == before + 3


def test_nothing_is_lost_where_several_threads_count() -> None:
    before = counting.counted("entries")
    with ThreadPoolExecutor(4) as threads:
        for _ in range(4):
            threads.submit(lambda: [counting.count("entries") for _ in range(2000)])
    assert counting.counted("entries") == before + 8000


def test_what_nobody_has_declared_is_not_counted() -> None:
    with pytest.raises(KeyError):
        counting.count("sheep")
    with pytest.raises(KeyError):
        counting.took("sheep", 1.0)


def test_lengths_are_sorted_by_their_bounds() -> None:
    for seconds in (0.0, 0.001, 0.0011, 99.0):
        counting.took("act_seconds", seconds, step="tried")
    found = counting.all_timed()["act_seconds"][(("step", "tried"),)]
    assert found.by_length == [2, 1, *[0] * 11, 1]
    assert found.sum == pytest.approx(99.0021)


async def test_who_holds_the_loop_is_found_out() -> None:
    here = asyncio.get_running_loop()
    loop.watch(here, every=0.01)
    await asyncio.sleep(0.03)
    loop.worst()
    time.sleep(0.2)  # a stall on purpose
    await asyncio.sleep(0.02)
    assert loop.worst() >= 0.15
