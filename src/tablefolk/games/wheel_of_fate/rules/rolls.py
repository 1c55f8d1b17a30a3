"""Rolls: thrown, read, settled (WF-5 … WF-8, WF-13 … WF-26, WF-36, WF-121 … WF-124).

How a roll is put together before that is in `drafts.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need, word
from tablefolk.core.table.seats import gm_only
from tablefolk.games.wheel_of_fate.rules.building import Build, all_sources, build, stress_source
from tablefolk.games.wheel_of_fate.rules.notation import DicePool, against, parse, read
from tablefolk.games.wheel_of_fate.rules.order import running
from tablefolk.games.wheel_of_fate.rules.rounds import acting, may_act, moving_on, ranking
from tablefolk.games.wheel_of_fate.rules.state import (
    Attempt,
    Character,
    Result,
    Roll,
    RollId,
    Source,
    Wheel,
    Who,
)
from tablefolk.games.wheel_of_fate.rules.stress import taking
from tablefolk.games.wheel_of_fate.rules.tasks import may_roll
from tablefolk.games.wheel_of_fate.rules.wording import Facts, outcome, paid

# -- Throwing (WF-5, WF-6, WF-13, WF-15, WF-19 … WF-25) --------------------------------------


class Throw(Act[Wheel], frozen=True):
    """Only the roller's owner, or the GM, throws."""

    may = "owner or gm"
    roll: int
    confirm: bool = False

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        roll = wheel.roll(self.roll)
        hero = wheel.own(seat, roll.roller)
        need(roll.phase == "draft", "WF-24", "already_thrown", "That roll is thrown already.")
        must(not roll.in_exchange, "WF-65", "both_ready", "Both sides throw together, once ready.")
        if roll.task:
            may_roll(wheel, roll.task, roll.roller, roll.attribute)
            may_act(wheel, roll.roller)
        built = build(wheel, roll)
        sure = self.confirm or not built.auto
        need(sure, "WF-15", "confirm_auto_loss", lost_beforehand(hero, built))
        once = not roll.task
        must(not once or running(wheel), "WF-73", "already_thrown", "That contest is over.")
        result = thrown_alone(roll, built, dice)
        closed = not once and (result.success or roll.mode == "stakes")
        event = Thrown(roll.id, result, points(roll), closed, stress_of(wheel, roll))
        yield event
        yield from ranking(event.onto(wheel)) if once else acting(wheel, roll.roller, "task")


class Thrown(Change[Wheel], frozen=True):
    """The dice lie on the table. Secret where the roll is hidden: `result.margin` (WF-20)."""

    voice = "threw"
    roll: RollId
    result: Result
    spent: dict[str, int]  # fate points that leave the sheets now (WF-25)
    closed: bool = True  # the outcome stands; else the GM still settles it (WF-122)
    stress: int = 0  # penalty dice from stress at the moment of the throw (WF-74)

    def onto(self, wheel: Wheel) -> Wheel:
        """Points leave the sheets, the stress of now is written down, the task has its try."""
        roll = wheel.rolls[self.roll]
        for who, n in self.spent.items():
            wheel = wheel.spend(who, n)
        others = tuple(s for s in roll.sources if s.what != "stress")
        sources = (*others, stress_source(self.stress)) if self.stress else others
        phase: Literal["thrown", "closed"] = "closed" if self.closed else "thrown"
        wheel = wheel.with_roll(replace(roll, sources=sources, phase=phase, result=self.result))
        return tried(wheel, roll, self.result.success) if roll.task else wheel

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        if self.result.nobody:
            return None  # told of both at once, by how it was decided
        if self.result.auto:
            return f"_{self.result.auto}"
        return "" if self.result.faces else "_unopposed"

    def in_words(self, wheel: Wheel, seat: Seat) -> Facts:
        return outcome(wheel, seat, self.roll, self.result) | {"paid": paid(wheel, self.spent)}


def lost_beforehand(hero: Character, built: Build) -> str:
    """What is said before a lost roll is thrown anyway, with the dice that are missing (WF-15)."""
    dice = "one more die" if built.missing == 1 else f"{built.missing} more dice"
    saved = f"; {dice} would save it" if built.missing else ", and no dice can help"
    return f"{hero.name} would lose this without a throw{saved}."


def thrown_alone(roll: Roll, built: Build, dice: Dice) -> Result:
    """The dice of one roll, read; held against its difficulty if it has one."""
    if built.auto:
        return Result(built.notation, auto=built.auto)
    faces = dice.roll(built.pool.dice_count)
    return judged(roll, built.pool, faces)


def judged(roll: Roll, pool: DicePool, faces: tuple[int, ...], late: int = 0) -> Result:
    """What these faces come to (WF-16, WF-19, WF-21, WF-22)."""
    reading = read(pool, faces)
    result = Result(str(pool), faces, reading.kept, reading.total, late=late)
    if not roll.difficulty:
        return result
    said = against(reading.total, roll.difficulty)
    return replace(result, success=said.success, margin=said.margin, whammies=said.whammies)


def points(roll: Roll) -> dict[str, int]:
    """Fate points promised in a draft, by who pays (WF-25)."""
    spent: dict[str, int] = {}
    for source in roll.sources if roll.phase == "draft" else ():
        if source.points:
            spent[source.by] = spent.get(source.by, 0) + source.points
    return spent


def stress_of(wheel: Wheel, roll: Roll) -> int:
    return sum(s.n for s in all_sources(wheel, roll) if s.what == "stress")


def tried(wheel: Wheel, roll: Roll, success: bool) -> Wheel:
    """An attempt is written down; an accepted new approach is used up (WF-124, WF-125)."""
    task = wheel.tasks[roll.task]
    managed = success or roll.mode == "sure"
    attempt = Attempt(roll.roller, roll.attribute, roll.id, managed)
    before = tuple(a for a in task.attempts if a.roll != roll.id)
    retries = {who: how for who, how in task.retries.items() if who != roll.roller}
    return wheel.with_task(replace(task, attempts=(*before, attempt), retries=retries))


# -- Settling (WF-23, WF-121 … WF-123) -------------------------------------------------------


class Settle(Act[Wheel], frozen=True):
    """A sure roll fell short: it succeeds, but. The GM says what it costs."""

    may = "gm"
    roll: int
    how: Literal["complication", "stress", "waive"]
    text: str = ""

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-122")
        roll = wheel.roll(self.roll)
        short = roll.phase == "thrown" and roll.mode == "sure"
        must(short, "WF-122", "settled", "There is nothing to settle about this roll.")
        text = self.text.strip()
        told = text or self.how != "complication"
        must(told, "WF-122", "text_needed", "Say what the complication is.")
        yield Settled(roll.id, self.how, text)
        if self.how == "stress":
            hurt = taking(wheel, roll.roller, 1, text)
            yield hurt
            yield from moving_on(hurt.onto(wheel))


class Settled(Change[Wheel], frozen=True):
    roll: RollId
    how: Literal["complication", "stress", "waive"]
    text: str = ""

    def onto(self, wheel: Wheel) -> Wheel:
        roll = wheel.rolls[self.roll]
        if self.how == "complication":
            wheel = wheel.with_fact(self.text, "complication", roll.roller)
        return wheel.with_roll(replace(roll, phase="closed", complication=self.text))

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        return f"_{self.how}"


class NoteWhammy(Act[Wheel], frozen=True):
    """What a whammy brought: the GM says so, or a player suggests it (WF-23, WF-123)."""

    may = "anyone"
    roll: int
    text: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        roll = wheel.roll(self.roll)
        why = "In a contest a whammy counts by itself and needs no words."
        need(roll.task, "WF-23", "no_whammy", why)  # WF-67, WF-69, WF-70
        whammies = roll.result.whammies if roll.result else 0
        room = len(roll.whammy_notes) < whammies
        need(room, "WF-23", "no_whammy", "Every whammy of this roll has its note.")
        lasting = roll.scene == wheel.scene
        need(lasting, "WF-23", "scene_over", "The scene of that roll is over.")
        text = must(self.text.strip(), "WF-23", "text_needed", "Say what the whammy brought.")
        word(seat, "WF-23", f"A whammy of {wheel.name(roll.roller)}{on(roll)}: “{text}”?")
        yield WhammyNoted(roll.id, text, seat.id)


class WhammyNoted(Change[Wheel], frozen=True):
    roll: RollId
    text: str
    by: Who

    def onto(self, wheel: Wheel) -> Wheel:
        roll = wheel.rolls[self.roll]
        noted = replace(roll, whammy_notes=(*roll.whammy_notes, self.text))
        return wheel.with_fact(self.text, "whammy", roll.roller).with_roll(noted)


def on(roll: Roll) -> str:
    return f", “{roll.title}”" if roll.title else ""


# -- After the throw, where the GM overrules (WF-36) -----------------------------------------


class RollChanged(Change[Wheel], frozen=True):
    """A thrown roll is read afresh with one die more, or one penalty die less.

    Secret where the roll is hidden: `result.margin`.
    """

    voice = "threw"
    roll: RollId
    result: Result
    by: Who
    cost: int = 0
    source: Source | None = None

    def onto(self, wheel: Wheel) -> Wheel:
        roll = wheel.rolls[self.roll]
        if self.cost:
            wheel = wheel.spend(self.by, self.cost)
        sources = (*roll.sources, self.source) if self.source else roll.sources
        phase = "closed" if self.result.success else roll.phase
        changed = replace(roll, result=self.result, sources=sources, phase=phase)
        count = max(wheel.count, self.source.id if self.source else 0)
        wheel = replace(wheel.with_roll(changed), count=count)
        return tried(wheel, roll, self.result.success) if roll.task else wheel

    def in_words(self, wheel: Wheel, seat: Seat) -> Facts:
        return outcome(wheel, seat, self.roll, self.result)


def spend_after(wheel: Wheel, roll: Roll, kind: str, dice: Dice) -> Result:
    """An extra or bonus die throws one more; with penalty dice a bonus takes the last of them."""
    can = roll.result and roll.result.faces and not roll.in_exchange
    must(can or None, "WF-36", "roll_thrown", "What is thrown here stays as it is.")
    assert roll.result is not None
    was, faces, late = parse(roll.result.notation), roll.result.faces, roll.result.late
    if kind == "extra":
        pool = DicePool(was.attribute, was.extra + 1, was.net)
        return judged(roll, pool, (*faces, *dice.roll(1)), late + 1)
    pool = DicePool(was.attribute, was.extra, was.net + 1)
    if was.net >= 0:
        return judged(roll, pool, (*faces, *dice.roll(1)), late + 1)
    last = len(faces) - late - 1  # penalty dice lie after the base, late ones after them
    return judged(roll, pool, (*faces[:last], *faces[last + 1 :]), late)
