"""The figures of each house side by side, and the plan that follows from them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from statistics import mean
from typing import NamedTuple

from load import Pace
from plan import BUSY, PAGES, Costs, Plan, enough

IN_TIME = 0.25  # seconds in which all but one act in a hundred is seen by everybody
COMMIT = 0.002  # seconds of a commit with whatever else waits, on an ordinary server's disk
LARGE = (1_000, 10_000, 100_000)  # active tables


class Cost(NamedTuple):
    """Milliseconds of processor time for an act of one game, and for a line of talk at it."""

    act: float  # five pages open
    act_alone: float  # only the GM's
    talk: float
    talk_alone: float
    engine: float  # the database's, for an act


class Figures(NamedTuple):
    """All that was measured of one house."""

    name: str
    workers: int
    costs: dict[str, Cost]
    table: float  # bytes in memory
    page: float
    paces: dict[float, Pace]  # by acts a second
    faults: list[str]

    def mean(self, of: Callable[[Cost], float]) -> float:
        return mean(of(cost) for cost in self.costs.values())


def short(found: Figures) -> str:
    cost = f"act {found.mean(lambda c: c.act):.1f} ms, talk {found.mean(lambda c: c.talk):.2f} ms"
    paces = ", ".join(f"{r:.0f}/s: p99 {p.p99:.0f} ms" for r, p in found.paces.items())
    return f"{found.name}: {cost}; {paces}; {len(found.faults)} faults {found.faults[:2]}"


HEAD = f"""# How far it goes, measured

Made by `python3 dev.py bench scale`. Every house is served by real processes with real pages:
tables of all four games, five people at each with the page open, acts at the heart of each game as
in [the table's own bench](bench-table.md). Load, server and database share {os.cpu_count()} cores:
processor time is what counts here; how long people wait says most about this machine.

- *Processor time* is that of all processes of the house together; the database's own stands apart.
- *Alone* is the same act with only the GM's page open: the difference is the drawing of four more.
- *Memory* is what all processes of the house grow by: without affinity a table is held by each
  process that has one of its pages.
"""


def page(found: Sequence[Figures]) -> str:
    rows = [
        ["", *(one.name for one in found)],
        ["---"] * (len(found) + 1),
        *_costs(found),
        *_memory(found),
        *_paces(found),
    ]
    faults = sum(len(one.faults) for one in found)
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    note = f"Acts refused, or not seen by everybody in time: {faults}."
    return "\n".join([HEAD, table, "", note, "", *_plans(found), ""])


def _costs(found: Sequence[Figures]) -> Iterator[list[str]]:
    kinds: dict[str, Callable[[Cost], float]] = {
        "an act of a game, mean of four": lambda c: c.act,
        "an act alone": lambda c: c.act_alone,
        "a line of talk": lambda c: c.talk,
        "talk alone": lambda c: c.talk_alone,
        "the database's, for an act": lambda c: c.engine,
    }
    for name, of in kinds.items():
        yield [f"processor time: {name}", *(f"{one.mean(of):.2f} ms" for one in found)]


def _memory(found: Sequence[Figures]) -> Iterator[list[str]]:
    yield ["memory: a table that wakes", *(f"{one.table / 1000:.0f} kB" for one in found)]
    yield ["memory: an open page", *(f"{one.page / 1000:.0f} kB" for one in found)]


def _paces(found: Sequence[Figures]) -> Iterator[list[str]]:
    for rate in found[0].paces:
        paces = [one.paces[rate] for one in found]
        yield [f"{rate:.0f} acts/s: carried out", *(f"{p.done:.0f}/s" for p in paces)]
        yield [
            f"{rate:.0f} acts/s: seen by all five, p50 / p99",
            *(f"{p.p50:,.0f} / {p.p99:,.0f} ms" for p in paces),
        ]


# -- The plan ------------------------------------------------------------------------------------


def coefficients(one: Figures, two: Figures) -> Costs:
    """What an act is made of: judged once, drawn for each page, read at each other process."""

    def each(full: Callable[[Cost], float], alone: Callable[[Cost], float]) -> float:
        return max(one.mean(full) - one.mean(alone), 0.0) / (PAGES - 1) / 1000

    draw, show = (
        each(lambda c: c.act, lambda c: c.act_alone),
        each(lambda c: c.talk, lambda c: c.talk_alone),
    )
    read = max(two.mean(lambda c: c.talk) - one.mean(lambda c: c.talk), 0.0) / 1000
    return Costs(
        judge=one.mean(lambda c: c.act) / 1000 - PAGES * draw,
        draw=draw,
        say=one.mean(lambda c: c.talk) / 1000 - PAGES * show,
        show=show,
        read=read,
        commit=COMMIT,
        engine=one.mean(lambda c: c.engine) / 1000,
        table=one.table,
        page=one.page,
    )


def _plans(found: Sequence[Figures]) -> Iterator[str]:
    if len(found) < 3:
        return
    costs = coefficients(found[1], found[2])
    yield "## The plan that follows"
    yield ""
    yield (
        f"Coefficients, processor time: judged {costs.judge * 1000:.1f} ms, drawn"
        f" {costs.draw * 1000:.2f} ms a page; a line of talk {costs.say * 1000:.2f} ms and"
        f" {costs.show * 1000:.2f} ms a page; read at another process {costs.read * 1000:.2f} ms;"
        f" the database {costs.engine * 1000:.2f} ms. Nine acts in ten are talk, an active table"
        f" has one act in ten seconds; 99 of 100 acts are to be seen by everybody within"
        f" {IN_TIME * 1000:.0f} ms, and no process is to be busy for over {BUSY:.0%} of a core."
        f" Played through in time (`bench/scale/plan.py`), a core a process."
    )
    yield ""
    yield "| active tables | tables keep to a process | processes | of a core busy | p50 / p99 |"
    yield "| --- | --- | --- | --- | --- |"
    for tables in LARGE:
        for together in (True, False):
            seconds = max(6.0, 60_000 / tables)
            yield _planned(tables, together, enough(costs, tables, together, IN_TIME, seconds))


def _planned(tables: int, together: bool, plan: Plan) -> str:
    kept, waits = "yes" if together else "no", f"{plan.p50 * 1000:.0f} / {plan.p99 * 1000:.0f} ms"
    return f"| {tables:,} | {kept} | {plan.processes} | {plan.busy:.0%} | {waits} |"
