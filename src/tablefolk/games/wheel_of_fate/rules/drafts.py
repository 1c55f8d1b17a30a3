"""Drafts: a roll is begun, sources go in and come out, or it is laid aside again
(WF-9 … WF-12, WF-24 … WF-27, WF-98, WF-126, WF-127)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need, word
from tablefolk.core.table.seats import gm_only
from tablefolk.core.verbs import Asks
from tablefolk.games.wheel_of_fate.rules.building import attribute_name, attribute_of, out
from tablefolk.games.wheel_of_fate.rules.order import action_sources, running
from tablefolk.games.wheel_of_fate.rules.rolls import RollChanged, on, spend_after
from tablefolk.games.wheel_of_fate.rules.rounds import may_act, settled_first
from tablefolk.games.wheel_of_fate.rules.sources import pool_question, pool_source, tool_source
from tablefolk.games.wheel_of_fate.rules.state import (
    Approach,
    Character,
    Kind,
    Line,
    Roll,
    RollId,
    Source,
    Task,
    Wheel,
)
from tablefolk.games.wheel_of_fate.rules.stress import unready
from tablefolk.games.wheel_of_fate.rules.tasks import TaskOpened, good_difficulty, may_roll
from tablefolk.games.wheel_of_fate.rules.wording import Facts, about_source, for_what

MOST_GRANTED = 20  # dice in one source
USUAL = 10  # the difficulty where the GM has given their word to everything beforehand (TF-16)

# -- Drafting (WF-24, WF-27, WF-30, WF-77, WF-89) --------------------------------------------


class DraftRoll(Act[Wheel], frozen=True):
    """Begin a roll for a task; in a contest that is one's action (WF-89)."""

    may = "owner or gm"
    who: str
    attribute: str
    task: int

    @settled_first
    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = wheel.own(seat, self.who)
        attribute_of(wheel, self.attribute)
        way = may_roll(wheel, self.task, self.who, self.attribute)
        can_begin(wheel, hero, self.attribute)
        may_act(wheel, self.who)
        mine = (r for r in wheel.rolls.values() if r.roller == self.who and r.task == self.task)
        fresh = all(r.phase != "draft" for r in mine)
        must(fresh, "WF-24", "roll_open", f"{hero.name} is about to roll for this already.")
        task, number = wheel.tasks[self.task], wheel.count + 1
        yield RollDrafted(
            Roll(
                id=number,
                roller=self.who,
                attribute=self.attribute,
                title=task.title,
                task=task.id,
                difficulty=way.difficulty,
                hidden=task.hidden,
                mode=task.mode,
                sources=action_sources(wheel, self.who, self.attribute, number),
                scene=wheel.scene,
            )
        )


class RollDrafted(Change[Wheel], frozen=True):
    """Secret where the roll is `hidden`: its difficulty (WF-20)."""

    roll: Roll

    def onto(self, wheel: Wheel) -> Wheel:
        return drafted(wheel, self.roll)

    def in_words(self, wheel: Wheel, seat: Seat) -> Facts:
        who, way = wheel.name(self.roll.roller), attribute_name(wheel, self.roll.attribute)
        return {"roller": who, "for_what": for_what(self.roll), "attribute": way}


class Try(Act[Wheel], frozen=True):
    """A player says what the character does, and how; how hard that is, the GM says (WF-28)."""

    may = "owner"
    who: str
    what: Line
    attribute: str
    difficulty: int = 0  # left to the GM

    @settled_first
    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero, what = wheel.character(self.who), self.what.strip()
        need(hero.owner == seat.id, "WF-1", "not_yours", f"{hero.name} is not yours to say.")
        must(what, "WF-28", "text_needed", f"Say what {hero.name} does.")
        way = attribute_of(wheel, self.attribute)
        can_begin(wheel, hero, way)
        may_act(wheel, self.who)
        theirs = "How hard it is, the GM says."
        must(not self.difficulty or seat.word, "WF-28", "gm_only", theirs)
        word(seat, "WF-28", f"{hero.name} tries, by {attribute_name(wheel, way)}: {what}")
        ways = {way: Approach(good_difficulty(self.difficulty or USUAL))}
        number = wheel.count + 1
        called = TaskOpened(Task(number, what, ways, called=(self.who,), scene=wheel.scene))
        yield called
        after = called.onto(wheel)
        yield from DraftRoll(self.who, way, number).do(after, seat, dice)


def can_begin(wheel: Wheel, hero: Character, attribute: str) -> None:
    """Nobody begins an action with what they cannot roll (WF-30, WF-77)."""
    incapable = not hero.attributes.get(attribute, 1)
    why = f"{hero.name} cannot do anything {attribute_name(wheel, attribute)} now: "
    why += "the roll would be lost without a throw."
    need(not out(hero, attribute), "WF-30" if incapable else "WF-77", "attribute_out", why)


def drafted(wheel: Wheel, roll: Roll) -> Wheel:
    """A new draft lies on the table; its sources are numbered after it."""
    numbers = [wheel.count, *(s.id for s in roll.sources)]
    return replace(wheel.with_roll(roll), count=max(roll.id, *numbers))


def a_draft(wheel: Wheel, number: int) -> Roll:
    """A roll that is still being built; else `roll_thrown` (WF-24)."""
    roll = wheel.roll(number)
    must(roll.phase == "draft", "WF-24", "roll_thrown", "That roll is thrown already.")
    return roll


# -- Sources (WF-9 … WF-12, WF-98, WF-126, WF-127) -------------------------------------------


class AddSource(Act[Wheel], frozen=True):
    """The GM grants or imposes dice, with a reason."""

    may = "gm"
    roll: int
    kind: Kind
    n: Annotated[int, Asks(1, MOST_GRANTED)]
    label: Line

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-126")
        roll = wheel.roll(self.roll)
        label = must(self.label.strip(), "WF-126", "reason_needed", "Say what the dice are for.")
        in_range = 1 <= self.n <= MOST_GRANTED
        must(in_range, "WF-126", "out_of_range", f"Give 1 to {MOST_GRANTED} dice.")
        need(roll.phase == "draft", "WF-24", "roll_thrown", "That roll is thrown already.")
        source = Source(wheel.count + 1, self.kind, self.n, label, by=seat.id)
        if roll.phase == "draft":
            yield SourceAdded(roll.id, source)
        else:
            must(self.kind != "penalty", "WF-24", "roll_thrown", "That roll is thrown already.")
            yield granted_late(wheel, roll, source, dice)


class AskBonus(Act[Wheel], frozen=True):
    """A player asks for a bonus die, with a reason."""

    may = "owner or gm"
    roll: int
    label: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        roll = a_draft(wheel, self.roll)
        hero = wheel.own(seat, roll.roller)
        label = must(self.label.strip(), "WF-126", "reason_needed", "Say what should help.")
        word(seat, "WF-126", f"A bonus die for {hero.name}{on(roll)}? “{label}”")
        yield SourceAdded(roll.id, Source(wheel.count + 1, "bonus", 1, label, by=seat.id))


class AddPool(Act[Wheel], frozen=True):
    may = "owner or gm"
    roll: int
    pool: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        roll = a_draft(wheel, self.roll)
        hero = wheel.own(seat, roll.roller)
        source = pool_source(wheel, hero, self.pool, roll.sources, wheel.count + 1)
        word(seat, "WF-98", pool_question(wheel, hero, source, f"here{on(roll)}"))
        yield SourceAdded(roll.id, source)


class AddTool(Act[Wheel], frozen=True):
    may = "owner or gm"
    roll: int
    tool: Line

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        roll = a_draft(wheel, self.roll)
        hero = wheel.own(seat, roll.roller)
        source = tool_source(hero, self.tool, roll.sources, wheel.count + 1)
        word(seat, "WF-127", f"Does “{source.label}” help {hero.name}{on(roll)}?")
        yield SourceAdded(roll.id, source)


class SourceAdded(Change[Wheel], frozen=True):
    """A draft has changed; where it stands against another, both look again (WF-65)."""

    roll: RollId
    source: Source

    def onto(self, wheel: Wheel) -> Wheel:
        roll = wheel.rolls[self.roll]
        more = drafted(wheel, replace(roll, sources=(*roll.sources, self.source)))
        return redrafted(more, roll)

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        return "_help" if self.source.what == "help" else ""

    def in_words(self, wheel: Wheel, seat: Seat) -> Facts:
        return about_source(wheel, self.source)


def granted_late(wheel: Wheel, roll: Roll, source: Source, dice: Dice) -> Event:
    """Dice granted after the throw, by a ruling (WF-36)."""
    for _ in range(source.n):
        roll = replace(roll, result=spend_after(wheel, roll, source.kind, dice))
    assert roll.result is not None
    return RollChanged(roll.id, roll.result, source.by, 0, source)


def redrafted(wheel: Wheel, roll: Roll) -> Wheel:
    return unready(wheel, roll.roller) if roll.in_exchange else wheel


# -- Taking away (WF-24, WF-25) --------------------------------------------------------------


class DropSource(Act[Wheel], frozen=True):
    may = "involved"
    roll: int
    source: int

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        roll = a_draft(wheel, self.roll)
        found = next((s for s in roll.sources if s.id == self.source), None)
        source = must(found, "WF-24", "no_source", "That is not in this roll.")
        must(source.what != "haste", "WF-85", "order_set", "Haste stays until the round ends.")
        mine = {wheel.cast[who].owner for who in (roll.roller, source.by) if who in wheel.cast}
        need(seat.gm or seat.id in mine, "WF-24", "not_yours", "That is not yours to take away.")
        imposed = source.kind == "penalty" and not seat.gm
        need(not imposed, "WF-126", "gm_only", "Only the GM takes away what is in the way.")
        yield SourceDropped(roll.id, source.id, source.label, freed(wheel, (source,)))


class SourceDropped(Change[Wheel], frozen=True):
    roll: RollId
    source: int
    label: str = ""
    freed: tuple[str, ...] = ()  # helpers who have their action back

    def onto(self, wheel: Wheel) -> Wheel:
        roll = wheel.rolls[self.roll]
        left = tuple(s for s in roll.sources if s.id != self.source)
        return redrafted(
            action_back(wheel.with_roll(replace(roll, sources=left)), self.freed), roll
        )


class CancelDraft(Act[Wheel], frozen=True):
    may = "owner or gm"
    roll: int

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        roll, contest = a_draft(wheel, self.roll), running(wheel)
        both: tuple[int, ...] = (roll.id,)
        if contest and contest.exchange and roll.id in contest.exchange.rolls:
            both = contest.exchange.rolls
        once = contest and roll.id in contest.rolls.values()
        must(not once, "WF-73", "roll_open", "Everybody here throws once, or gives in.")
        wheel.own(seat, wheel.rolls[both[0]].roller)
        sources = tuple(s for n in both for s in wheel.rolls[n].sources)
        yield DraftCancelled(both, freed(wheel, sources))


class DraftCancelled(Change[Wheel], frozen=True):
    """The draft is gone, and with it the one it stood against; points promised are free again."""

    rolls: tuple[int, ...]
    freed: tuple[str, ...] = ()

    def onto(self, wheel: Wheel) -> Wheel:
        wheel = action_back(wheel, self.freed)
        left = {n: roll for n, roll in wheel.rolls.items() if n not in self.rolls}
        contest = wheel.contest
        if contest and contest.exchange and contest.exchange.rolls == self.rolls:
            wheel = wheel.with_contest(exchange=None)
        return replace(wheel, rolls=left)


def freed(wheel: Wheel, sources: tuple[Source, ...]) -> tuple[str, ...]:
    """Helpers in a contest who get their action back; a pledge is kept (WF-61, WF-63)."""
    contest = running(wheel)
    if contest is None:
        return ()
    helpers = (s.by for s in sources if s.what == "help")
    return tuple(who for who in helpers if who in contest.acted and who not in contest.pledges)


def action_back(wheel: Wheel, who: tuple[str, ...]) -> Wheel:
    if not who or wheel.contest is None:
        return wheel
    return wheel.with_contest(acted=tuple(w for w in wheel.contest.acted if w not in who))
