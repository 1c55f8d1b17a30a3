"""Tasks, drafts and thrown rolls as a seat may see them (WF-6, WF-15, WF-20, WF-26, WF-120)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from tablefolk.core.game import Seat
from tablefolk.games.wheel_of_fate.page.blocks import (
    Draft,
    Outlook,
    Race,
    SourceLine,
    TaskCard,
    Thrown,
    Tried,
    Way,
    made,
)
from tablefolk.games.wheel_of_fate.page.offers.making import about_of, by_name, called, short
from tablefolk.games.wheel_of_fate.page.view.chances import outlook
from tablefolk.games.wheel_of_fate.page.view.hints import advice
from tablefolk.games.wheel_of_fate.page.view.people import is_mine
from tablefolk.games.wheel_of_fate.rules.building import Build, all_sources, build
from tablefolk.games.wheel_of_fate.rules.chances import MARKS, knows, may_know, shown_to
from tablefolk.games.wheel_of_fate.rules.exchanges import as_it_stands, decided, surely_won
from tablefolk.games.wheel_of_fate.rules.rounds import ContestRanked
from tablefolk.games.wheel_of_fate.rules.state import Character, Result, Roll, Source, Task, Wheel
from tablefolk.games.wheel_of_fate.rules.tasks import repeats
from tablefolk.games.wheel_of_fate.rules.wording import say

# -- Tasks -----------------------------------------------------------------------------------------


def open_tasks(wheel: Wheel) -> Iterator[Task]:
    return (task for task in wheel.tasks.values() if task.open)


def task_card(wheel: Wheel, seat: Seat, task: Task) -> TaskCard:
    mine = wheel.of(seat.id)
    told = seat.gm or task.stakes_shown
    return made(
        TaskCard,
        task,
        about=f"task:{task.id}",
        task=task.id,
        ways=tuple(way(wheel, seat, task, key) for key in task.approaches),
        sure=task.mode == "sure",
        on_success=task.on_success if told else "",
        on_failure=task.on_failure if told else "",
        called=tuple(wheel.name(who) for who in task.called),
        for_me=mine is not None and mine.id in task.called,
        tried=tuple(
            Tried(wheel.name(a.who), called(wheel, a.attribute), a.success, a.roll)
            for a in task.attempts
        ),
        more=f"task:{task.id}:more" if seat.gm else "",
        reminder=say("note.no_failure") if seat.gm and unfinished(task) else "",
    )


def task_hints(seat: Seat, task: Task) -> tuple[str, ...]:
    search = advice("search") if task.search and seat.gm else ()
    return (*search, *(advice("roll_once") if task.attempts else ()))


def unfinished(task: Task) -> bool:
    """Nobody has said what a failure brings (WF-120)."""
    return task.mode == "stakes" and not task.on_failure and not task.attempts


def way(wheel: Wheel, seat: Seat, task: Task, key: str) -> Way:
    approach = task.approaches[key]
    difficulty = approach.difficulty if seat.gm or not task.hidden else 0
    return Way(key, called(wheel, key), difficulty, mark(difficulty), approach.closed)


def mark(difficulty: int) -> str:
    """The word of the yardstick at or below it."""
    marks = [n for n in MARKS if n <= difficulty]
    return say(f"labels.difficulty.{marks[-1]}.label").lower() if marks else ""


# -- Drafts ----------------------------------------------------------------------------------------


def drafts(wheel: Wheel) -> Iterator[Roll]:
    """Drafts against a difficulty; those against each other lie in the contest."""
    return (r for r in wheel.rolls.values() if r.phase == "draft" and r.task)


def draft(wheel: Wheel, seat: Seat, roll: Roll, other: Roll | None = None) -> Draft:
    built, hero = build(wheel, roll), wheel.cast[roll.roller]
    return made(
        Draft,
        roll,
        built,
        about=about_of(roll),
        roll=roll.id,
        who=hero.id,
        name=hero.name,
        mine=is_mine(seat, hero),
        attribute=called(wheel, roll.attribute),
        against=wheel.name(other.roller) if other else held_against(seat, roll),
        sure=roll.mode == "sure",
        sources=lines(wheel, roll, built),
        dice=0 if built.auto else built.pool.dice_count,
        cancelled=min(built.bonus, built.penalty),
        points=sum(s.points for s in roll.sources if s.by == hero.id),
        auto_why=why_lost(wheel, roll, built),
        rescue=rescue(built),
        outlook=None if other else odds_for(wheel, seat, roll),
        odds_note=odds_note(wheel, seat, roll),
        ready=is_ready(wheel, roll),
        won=surely_won(wheel, roll),
        unthrown=bool(as_it_stands(wheel, roll)),
        behind=tuple(behind(wheel, seat, roll)),
        reminder=say("note.rolled_once", name=hero.name)
        if repeats(wheel, roll.task, hero.id)
        else "",
    )


def behind(wheel: Wheel, seat: Seat, roll: Roll) -> Iterator[str]:
    """The parts behind a roll's card: an aspect to bring in, dice to give, all the rest."""
    hero = wheel.of(seat.id)
    if seat.gm:
        yield "grant"
    elif hero and hero.id == roll.roller and can_invoke(wheel, hero) and not decided(wheel, roll):
        yield "aspect"
    if seat.gm or hero:
        yield "more"


def can_invoke(wheel: Wheel, hero: Character) -> bool:
    """Whether there is an aspect, and a point for it (WF-32, WF-43)."""
    return hero.fate > wheel.reserved(hero.id) and any(a.active for a in hero.aspects)


def held_against(seat: Seat, roll: Roll) -> str:
    if not knows(seat, roll):
        return say("against.hidden")
    return str(roll.difficulty) if roll.difficulty else ""


def lines(wheel: Wheel, roll: Roll, built: Build | None = None) -> tuple[SourceLine, ...]:
    """The attribute, then everything that changes the roll, with its label."""
    dice = (built or build(wheel, roll)).attribute_dice
    first = SourceLine("dice", dice, called(wheel, roll.attribute), "attribute")
    return (first, *together(line(wheel, roll, s) for s in all_sources(wheel, roll)))


def together(lines: Iterable[SourceLine]) -> Iterator[SourceLine]:
    """Fate points of one giver as one line, which takes away the last of them (WF-33)."""
    found = dict[object, SourceLine]()
    for place, one in enumerate(lines):
        key = (one.kind, one.by) if one.what == "fate" else place
        if was := found.get(key):
            label, n, points = say("words.fate_points"), was.n + one.n, was.points + one.points
            found[key] = replace(one, label=label, n=n, points=points)
        else:
            found[key] = one
    return iter(found.values())


def line(wheel: Wheel, roll: Roll, source: Source) -> SourceLine:
    by = wheel.name(source.by) if source.by and source.by != roll.roller else ""
    if by == source.label:
        by = ""
    return made(SourceLine, source, by=by)


def why_lost(wheel: Wheel, roll: Roll, built: Build) -> str:
    if not built.auto:
        return ""
    facts = {"name": wheel.name(roll.roller), "attribute": called(wheel, roll.attribute)}
    return say(f"auto.{built.auto}", n=built.missing, **facts)


def rescue(built: Build) -> str:
    """What could save a roll that would lose by itself (WF-15)."""
    if not built.auto:
        return ""
    return say("rescue.dice", n=built.missing) if built.missing else say("rescue.none")


def odds_for(wheel: Wheel, seat: Seat, roll: Roll) -> Outlook | None:
    return outlook(wheel, roll) if may_know(wheel, seat, roll) else None


def odds_note(wheel: Wheel, seat: Seat, roll: Roll) -> str:
    if not shown_to(wheel, seat, roll):
        return say("note.odds_not_shown")
    return "" if knows(seat, roll) else say("note.odds_hidden")


def is_ready(wheel: Wheel, roll: Roll) -> bool:
    exchange = wheel.contest.exchange if wheel.contest else None
    return exchange is not None and roll.in_exchange and roll.roller in exchange.ready


def draft_hints(wheel: Wheel, seat: Seat, roll: Roll) -> tuple[str, ...]:
    mine = wheel.cast[roll.roller].owner == seat.id
    fighting = wheel.contest is not None and wheel.contest.open
    if seat.gm:
        return advice("modifiers_gm", "invoke_gm")
    return (
        advice("dice", "dice_tray", "invoke_player", "tools")
        if mine
        else advice("help_contest" if fighting else "help")
    )


# -- Thrown ----------------------------------------------------------------------------------------


def shown(wheel: Wheel) -> list[Roll]:
    """The thrown rolls that still matter: the latest, and those that wait for words."""
    thrown = [
        r for r in wheel.rolls.values()
        if r.phase != "draft" and r.task and r.result and r.scene == wheel.scene
    ]  # fmt: skip
    return [r for r in thrown if r is thrown[-1] or r.phase == "thrown" or slots(r)][::-1]


def slots(roll: Roll) -> int:
    """Whammies that have no words yet (WF-23)."""
    return roll.result.whammies - len(roll.whammy_notes) if roll.result else 0


def thrown(wheel: Wheel, seat: Seat, roll: Roll, other: Roll | None = None) -> Thrown:
    """A thrown roll in full; a hidden difficulty stays hidden, and with it the margin (WF-20)."""
    result = roll.result or Result("")
    end = verdict(roll, result)
    return made(
        Thrown,
        roll,
        result,
        about=about_of(roll),
        roll=roll.id,
        who=roll.roller,
        name=wheel.name(roll.roller),
        attribute=called(wheel, roll.attribute),
        against=beaten(roll, result) if roll.in_exchange else held_against(seat, roll),
        against_name=wheel.name(other.roller) if other else "",
        hand=hand(wheel, roll.roller) if roll.in_exchange else "",
        verdict=end,
        headline=say(f"headline.{end}", name=wheel.name(roll.roller)) if end else "",
        means=means(wheel, seat, roll, end),
        margin=margin(result) if end and knows(seat, roll) and result.total is not None else "",
        notes=roll.whammy_notes,
        slots=slots(roll) if roll.task else 0,
        auto=no_dice(result),
        sources=lines(wheel, roll),
        points=spent(roll, result),
        open=roll.phase == "thrown" and bool(roll.task),
        hidden=seat.gm and roll.hidden,
        rule=rule_of(roll, result),
        hints=thrown_hints(seat, roll),
    )


def race(wheel: Wheel, seat: Seat, event: ContestRanked) -> Race | None:
    """Everybody's dice of a contest of one throw each, the highest first (WF-73)."""
    rolls = (wheel.rolls[p.roll] for p in event.places if p.roll and p.who in wheel.cast)
    shown = (thrown(wheel, seat, roll) for roll in rolls)
    hands = tuple(replace(t, hand=hand(wheel, t.who)) for t in shown if t.faces)
    return Race(hands=hands) if hands else None


def hand(wheel: Wheel, who: str) -> str:
    """Whose dice these are, in a word that no other player's character goes by (WF-65).

    An NPC goes by the whole name: of others called like it nobody may learn from this (WF-119).
    """
    hero = wheel.cast[who]
    alike = [h for h in wheel.pcs() if short(h.name) == short(hero.name)]
    return hero.name if len(alike) > 1 else by_name(wheel, who)


def no_dice(result: Result) -> str:
    """Why nobody threw: this side could not roll, or the other could not (WF-71)."""
    return "" if result.faces else say(f"auto.{result.auto or 'unopposed'}_was")


def thrown_hints(seat: Seat, roll: Roll) -> tuple[str, ...]:
    """What to make of a whammy, and of a sure roll that fell short (WF-23, WF-122)."""
    if not (seat.gm and roll.task and (slots(roll) or roll.phase == "thrown")):
        return ()
    return advice("sure" if roll.mode == "sure" else "whammy")


def verdict(roll: Roll, result: Result) -> str:
    """How it ended, in a word; where all throw once none, until the last has thrown (WF-73)."""
    if roll.task:
        missed = "succeeds_but" if roll.mode == "sure" else "fails"
        return "succeeds" if result.success else missed
    if not roll.in_exchange:
        return "loses" if result.auto else ""
    if result.success or result.nobody:
        return "wins" if result.success else ""
    return "ties" if result.margin == 0 and not result.auto else "loses"


def rule_of(roll: Roll, result: Result) -> str:
    if result.auto:
        return {"incapable": "WF-30", "out": "WF-76", "overwhelmed": "WF-13"}[result.auto]
    if not roll.task:
        if not roll.in_exchange:
            return "WF-73"
        if not result.faces:
            return "WF-71"
        return "WF-66" if not result.margin else "WF-67"
    return "WF-122" if roll.mode == "sure" else "WF-19"


def means(wheel: Wheel, seat: Seat, roll: Roll, end: str) -> str:
    """The stakes that came true, where they were open (WF-120)."""
    task = wheel.tasks.get(roll.task)
    if task is None or not (task.stakes_shown or seat.gm):
        return ""
    return task.on_failure if end == "fails" else task.on_success


def margin(result: Result) -> str:
    if result.margin == 0:
        return say("margin.exact")
    return say("margin.over" if result.margin > 0 else "margin.under", n=abs(result.margin))


def beaten(roll: Roll, result: Result) -> str:
    """The other side's total, which was the difficulty (WF-67)."""
    return "" if result.total is None else str(result.total - result.margin)


def spent(roll: Roll, result: Result) -> int:
    """The points that went into it; where nobody throws in a contest they stay (WF-71)."""
    stayed = roll.in_exchange and not result.faces
    return 0 if stayed else sum(s.points for s in roll.sources)
