"""Tasks: what is to be managed, how it may be gone about, and that one throw settles it
(WF-20, WF-27, WF-28, WF-120 … WF-129)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import field
from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need, word
from tablefolk.core.table.seats import gm_only
from tablefolk.core.verbs import Asks
from tablefolk.core.words import listing
from tablefolk.games.wheel_of_fate.rules.building import attribute_name, attribute_of
from tablefolk.games.wheel_of_fate.rules.state import (
    Approach,
    Attempt,
    Line,
    Prose,
    Task,
    TaskId,
    Way,
    Wheel,
    Who,
)
from tablefolk.games.wheel_of_fate.rules.wording import Facts, stakes, ways

MOST_DIFFICULTY = 10_000  # a number has to end somewhere; no dice come near it

# -- Calling for a roll (WF-20, WF-28, WF-120, WF-121, WF-129) -------------------------------


class OpenTask(Act[Wheel], frozen=True):
    """The GM sets something to be managed; a difficulty of 0 does not offer that approach."""

    may = "gm"
    title: Line
    physical: int = 0
    mental: int = 0
    social: int = 0
    closed: tuple[str, ...] = ()
    on_success: Prose = ""
    on_failure: Prose = ""
    stakes_shown: bool = True
    hidden: bool = False
    mode: Literal["", "stakes", "sure"] = ""  # "": as fits: sure for a search (WF-129)
    search: bool = False
    called: tuple[str, ...] = ()
    # Special pools that are dice of their own, as further ways (WF-27).
    pools: dict[str, int] = field(default_factory=dict)

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-120")
        must(self.title.strip(), "WF-120", "text_needed", "Say what is to be managed.")
        given = {"physical": self.physical, "mental": self.mental, "social": self.social}
        given |= {attribute_of(wheel, f"pool:{pool}"): n for pool, n in self.pools.items()}
        approaches = {key: Approach(good_difficulty(n)) for key, n in given.items() if n}
        for key in self.closed:
            approaches[attribute_of(wheel, key)] = Approach(given.get(key, 0), closed=True)
        ways = [a for a in approaches.values() if not a.closed]
        must(ways, "WF-20", "bad_difficulty", "Give at least one approach a difficulty.")
        for who in self.called:
            wheel.character(who)
        yield TaskOpened(opened(wheel, self, approaches))


class TaskOpened(Change[Wheel], frozen=True):
    """Secret: the difficulties where `hidden`, the stakes unless `stakes_shown` (WF-20, WF-120)."""

    task: Task

    def onto(self, wheel: Wheel) -> Wheel:
        return wheel.with_task(self.task)

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        return "_called" if self.task.called else ""

    def in_words(self, wheel: Wheel, seat: Seat) -> Facts:
        called = listing(wheel.name(who) for who in self.task.called)
        ways_in = ways(wheel, self.task, seat)
        return {"called": called, "ways": ways_in, "stakes": stakes(self.task, seat)}


def opened(wheel: Wheel, c: OpenTask, approaches: dict[str, Approach]) -> Task:
    return Task(
        id=wheel.count + 1,
        title=c.title.strip(),
        approaches=approaches,
        on_success=c.on_success.strip(),
        on_failure=c.on_failure.strip(),
        stakes_shown=c.stakes_shown,
        hidden=c.hidden,
        mode=c.mode or ("sure" if c.search else "stakes"),
        search=c.search,
        called=c.called,
        scene=wheel.scene,
    )


def good_difficulty(difficulty: int) -> int:
    """Any whole number from 1 up (WF-20)."""
    why = "A difficulty is a whole number from 1 up."
    must(1 <= difficulty <= MOST_DIFFICULTY, "WF-20", "bad_difficulty", why)
    return difficulty


# -- Approaches (WF-28) ----------------------------------------------------------------------


class CloseApproach(Act[Wheel], frozen=True):
    may = "gm"
    task: int
    attribute: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-28")
        task = open_one(wheel, self.task)
        attribute_of(wheel, self.attribute)
        closed = task.approaches.get(self.attribute, Approach()).closed
        must(not closed, "WF-28", "approach_closed", "That approach is closed already.")
        yield ApproachClosed(task.id, self.attribute)


class ApproachClosed(Change[Wheel], frozen=True):
    task: TaskId
    attribute: Way

    def onto(self, wheel: Wheel) -> Wheel:
        task = wheel.tasks[self.task]
        shut = replace(task.approaches.get(self.attribute, Approach()), closed=True)
        return wheel.with_task(replace(task, approaches={**task.approaches, self.attribute: shut}))


class CloseTask(Act[Wheel], frozen=True):
    may = "gm"
    task: int

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-124")
        yield TaskClosed(open_one(wheel, self.task).id)


class TaskClosed(Change[Wheel], frozen=True):
    task: TaskId

    def onto(self, wheel: Wheel) -> Wheel:
        """Nobody rolls for it any more; drafts that still lay open go with it."""
        gone = {r.id for r in wheel.rolls.values() if r.task == self.task and r.phase == "draft"}
        left = {n: roll for n, roll in wheel.rolls.items() if n not in gone}
        return replace(wheel, rolls=left).with_task(replace(wheel.tasks[self.task], open=False))


class SetDifficulty(Act[Wheel], frozen=True):
    may = "gm"
    task: int
    attribute: str
    difficulty: Annotated[int, Asks(1, MOST_DIFFICULTY)]
    hidden: bool = False

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-20")
        task = open_one(wheel, self.task)
        attribute_of(wheel, self.attribute)
        was = task.approaches.get(self.attribute, Approach()).difficulty
        yield DifficultySet(
            task.id, self.attribute, good_difficulty(self.difficulty), was, self.hidden
        )


class DifficultySet(Change[Wheel], frozen=True):
    """Secret where `hidden`: the difficulty and what it was (WF-20)."""

    task: TaskId
    attribute: Way
    difficulty: int
    was: int = 0
    hidden: bool = False

    def onto(self, wheel: Wheel) -> Wheel:
        """The approach is open at that difficulty, also for drafts already made."""
        task = wheel.tasks[self.task]
        ways = {**task.approaches, self.attribute: Approach(self.difficulty)}
        rolls = {
            n: replace(
                roll,
                hidden=self.hidden,
                difficulty=self.difficulty if roll.attribute == self.attribute else roll.difficulty,
            )
            if roll.task == task.id and roll.phase == "draft"
            else roll
            for n, roll in wheel.rolls.items()
        }
        return replace(wheel, rolls=rolls).with_task(
            replace(task, approaches=ways, hidden=self.hidden)
        )

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        return "" if seat.gm or not self.hidden else "_hidden"


def open_one(wheel: Wheel, number: int) -> Task:
    """A task that is still open."""
    task = must(wheel.tasks.get(number), "WF-28", "no_task", "There is no such task.")
    must(task.open, "WF-28", "approach_closed", f"“{task.title}” is closed.")
    return task


# -- One throw settles it (WF-124, WF-125) ---------------------------------------------------


def may_roll(wheel: Wheel, number: int, who: str, attribute: str) -> Approach:
    """Whether this character may roll for that task in this way; the approach (WF-28, WF-124)."""
    task = open_one(wheel, number)
    name = wheel.name(who)
    called = not task.called or who in task.called
    need(called, "WF-120", "not_called", f"{name} has not been called on for this.")
    mine = failures(wheel, task, who)
    need(
        not mine or who in task.retries or wheel.options.get("roll_once") == "remind",
        "WF-124",
        "already_rolled",
        f"{name} has rolled for this; only a new approach opens another throw.",
    )
    return open_approach(wheel, task, who, attribute)


def open_approach(wheel: Wheel, task: Task, who: str, attribute: str) -> Approach:
    """The approach, unless the GM has ruled it out or a retry goes another way (WF-28, WF-125)."""
    way = task.approaches.get(attribute, Approach())
    how = attribute_name(wheel, attribute)
    shut = f"{how} is no way to go about “{task.title}”."
    must(way.difficulty, "WF-28", "approach_closed", shut)
    need(not way.closed, "WF-28", "approach_closed", shut)
    agreed = task.retries.get(who, attribute)
    why = f"The new approach was to be {attribute_name(wheel, agreed)}."
    need(agreed == attribute, "WF-125", "already_rolled", why)
    return way


def repeats(wheel: Wheel, number: int, who: str) -> bool:
    """Whether a throw would be another one, without a new approach; a reminder's worth (WF-124)."""
    task = wheel.tasks.get(number)
    return task is not None and bool(attempts(task, who)) and who not in task.retries


def failures(wheel: Wheel, task: Task, who: str) -> tuple[Attempt, ...]:
    """What somebody has tried in vain; who has managed it is done (WF-125)."""
    mine = attempts(task, who)
    managed = any(a.success for a in mine)
    need(not managed, "WF-125", "task_done", f"{wheel.name(who)} has managed this.")
    return mine


def attempts(task: Task, who: str) -> tuple[Attempt, ...]:
    return tuple(a for a in task.attempts if a.who == who)


class NewApproach(Act[Wheel], frozen=True):
    """After a failure, another clever way of going about it (WF-125)."""

    may = "owner or gm"
    task: int
    who: str
    attribute: str
    how: Prose
    difficulty: int = 0  # left to the GM; else as hard as it was

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = wheel.own(seat, self.who)
        task = open_one(wheel, self.task)
        attribute_of(wheel, self.attribute)
        mine = failures(wheel, task, self.who)
        failed = mine and self.who not in task.retries
        need(failed, "WF-125", "not_failed", "A new approach is for after a failure.")
        how = must(
            self.how.strip(), "WF-125", "reason_needed", "Say what is new and clever about it."
        )
        theirs = "How hard it is, the GM says."
        must(not self.difficulty or seat.gm or seat.word, "WF-125", "gm_only", theirs)
        way = attribute_name(wheel, self.attribute)
        word(seat, "WF-125", f"May {hero.name} try “{task.title}” once more, by {way}? “{how}”")
        number = good_difficulty(self.difficulty or likely(task, self.attribute))
        yield ApproachFound(task.id, self.who, self.attribute, number, how)


class ApproachFound(Change[Wheel], frozen=True):
    """One more throw is open. Secret where the task is hidden: the difficulty."""

    task: TaskId
    who: Who
    attribute: Way
    difficulty: int
    how: str

    def onto(self, wheel: Wheel) -> Wheel:
        task = wheel.tasks[self.task]
        ways = {**task.approaches, self.attribute: Approach(self.difficulty)}
        retries = {**task.retries, self.who: self.attribute}
        return wheel.with_task(replace(task, approaches=ways, retries=retries))


def likely(task: Task, attribute: str) -> int:
    """The difficulty of an approach; of one not yet offered, that of the hardest way there is."""
    offered = task.approaches.get(attribute, Approach()).difficulty
    return offered or max(way.difficulty for way in task.approaches.values())
