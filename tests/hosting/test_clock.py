"""A clock that is set gives nobody's chair away, and is told of (TF-7)."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.hosting.house import House

from tablefolk.hosting.clock import Steady, since_boot

DAY = 86_400.0


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House()


@pytest.mark.parametrize("jump", [30 * DAY, -400 * DAY])
async def test_a_clock_that_is_set_makes_nobody_absent__TF_7(
    house: House, jump: float, caplog: pytest.LogCaptureFixture
) -> None:
    evening = await house.seated("Ana")
    house.off = jump
    for _ in range(3):
        await evening.do("gil", "Say", text="still here")
        await house.host.notice_gm(evening.id, here=False)
    assert (await evening.table()).gm_away_days == 0
    told = [r.getMessage() for r in caplog.records if "clock of this machine" in r.getMessage()]
    assert len(told) == 1
    assert ("forwards by 30 days" if jump > 0 else "backwards by 400 days") in told[0]


async def test_a_gm_who_stays_away_is_missed_whatever_the_clock_says__TF_7(house: House) -> None:
    evening = await house.seated("Ana")
    house.off = -400 * DAY
    house.now += 8 * DAY
    await house.host.notice_gm(evening.id, here=False)
    assert (await evening.table()).gm_away_days == 8


async def test_a_clock_set_back_again_is_told_too(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    evening = await house.seated("Ana")
    for off in (7200.0, 0.0, 100.0):
        house.off = off
        await house.host.notice_gm(evening.id, here=True)
    told = [r.getMessage() for r in caplog.records if "clock of this machine" in r.getMessage()]
    assert ["forwards by 2 hours" in one for one in told] == [True, False]
    assert "backwards by 2 hours" in told[1]


def test_the_steady_clock_only_runs() -> None:
    walls = iter([100.0, 5000.0, 5000.0, 0.0])
    ticks = iter([10.0, 11.0, 11.0, 12.0, 12.0])
    steady = Steady(lambda: next(walls), lambda: next(ticks))
    assert [steady(), steady()] == [101.0, 102.0]
    assert since_boot() <= since_boot()
