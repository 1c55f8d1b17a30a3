"""How many processes so many tables want: a queue for each process, played through in time.

An act comes to a process, is judged there and goes to the database with whatever else waits; then
every page of its table is drawn, at the same process where tables keep to one (affinity), else at
whichever process has the page, which first reads what was written. Costs are the measured ones,
spread as they were measured; people act at random moments.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

ACTS = 0.1  # a second at an active table
TALK = 0.9  # of them are talk
PAGES = 5
BUSY = 0.7  # of a core, at the most: evenings are not even
HEARD = 0.0005  # seconds from the commit to the other processes


class Costs(NamedTuple):
    """Seconds of processor time, as measured on one core."""

    judge: float  # an act of a game: judged, written, answered
    draw: float  # for each page that sees it
    say: float  # the same of a line of talk
    show: float
    read: float  # at each other process that has a page of the table: what was written is read
    commit: float  # how long a commit takes, with whatever else waits
    engine: float  # the database's own, for each act
    table: float  # bytes of a table in memory
    page: float  # bytes of an open page


class Plan(NamedTuple):
    """What a number of processes makes of a number of tables."""

    processes: int
    busy: float  # of one core each, the mean over processes
    p50: float  # seconds from the act to the last page
    p99: float


class Act(NamedTuple):
    """Something that somebody does: when, at which process, what it takes, and where it is seen."""

    at: float
    home: int
    judging: float
    drawing: float  # for each page
    pages: tuple[int, ...]  # the processes that have them


class Line:
    """Processes that each do one thing after another."""

    def __init__(self, processes: int) -> None:
        self.free = [0.0] * processes  # from when on each has nothing to do
        self.worked = [0.0] * processes

    def does(self, process: int, when: float, takes: float) -> float:
        """When it is done with something that came then."""
        self.free[process] = max(when, self.free[process]) + takes
        self.worked[process] += takes
        return self.free[process]


def played(costs: Costs, acts: Sequence[Act], processes: int) -> Plan:
    """What so many processes make of these acts."""
    line, seen = Line(processes), [0.0] * len(acts)
    due = [(act.at, n, act.home, act.judging) for n, act in enumerate(acts)]  # in time: a heap
    judged: set[int] = set()
    while due:
        when, n, process, takes = heapq.heappop(due)
        done = line.does(process, when, takes)
        seen[n] = max(seen[n], done)
        if n not in judged:
            judged.add(n)
            for work in _drawings(costs, acts[n], done + costs.commit):
                heapq.heappush(due, (work[0], n, *work[1:]))
    waits = sorted(then - act.at for then, act in zip(seen, acts, strict=True))
    busy = sum(line.worked) / processes / max(*line.free, acts[-1].at)
    return Plan(processes, busy, waits[len(waits) // 2], waits[int(len(waits) * 0.99)])


def _drawings(costs: Costs, act: Act, told: float) -> Iterator[tuple[float, int, float]]:
    """Where an act is drawn once it is written: when it is heard of, and what it takes."""
    for process in sorted(set(act.pages)):
        drawing = act.drawing * act.pages.count(process)
        if process == act.home:
            yield told, process, drawing
        else:
            yield told + HEARD, process, costs.read + drawing


def evening(
    costs: Costs, tables: int, processes: int, together: bool, seconds: float, seed: int = 1
) -> list[Act]:
    """What happens at so many tables in some seconds; together, a table keeps to one process."""
    chance, at, acts = random.Random(seed), 0.0, list[Act]()
    while (at := at + chance.expovariate(tables * ACTS)) < seconds:
        home = chance.randrange(tables) % processes
        anywhere = tuple(chance.randrange(processes) for _ in range(PAGES))
        pages = (home,) * PAGES if together else anywhere
        acts.append(Act(at, home, *_cost(costs, chance), pages))
    return acts


def _cost(costs: Costs, chance: random.Random) -> tuple[float, float]:
    """What judging an act and drawing it for a page take; kinds of acts differ by a third."""
    spread = chance.uniform(0.67, 1.33)
    if chance.random() < TALK:
        return costs.say * spread, costs.show * spread
    return costs.judge * spread, costs.draw * spread


def enough(costs: Costs, tables: int, together: bool, most: float, seconds: float) -> Plan:
    """The fewest processes, with room to spare, that show all but one act in a hundred in time."""
    processes = max(int(_mean(costs, together) * tables * ACTS / BUSY), 1)
    while True:
        acts = evening(costs, tables, processes, together, seconds)
        plan = played(costs, acts, processes)
        if plan.p99 <= most and plan.busy <= BUSY:
            return plan
        processes = max(processes + 1, int(processes * 1.05))


def _mean(costs: Costs, together: bool) -> float:
    """Processor time of the mean act; apart, it is read at nearly every page's process."""
    talk = costs.say + PAGES * costs.show
    game = costs.judge + PAGES * costs.draw
    away = 0.0 if together else (PAGES - 1) * costs.read
    return TALK * talk + (1 - TALK) * game + away
