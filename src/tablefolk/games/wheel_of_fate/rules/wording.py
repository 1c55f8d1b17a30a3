"""What several sentences of the story share: whose roll, which dice, how it ended, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tablefolk.core.game import Seat
from tablefolk.core.words import begun, listing, phrases, sentence
from tablefolk.games.wheel_of_fate.rules.building import attribute_name
from tablefolk.games.wheel_of_fate.rules.state import Result, Roll, Source, Task, Wheel

say = phrases("tablefolk.games.wheel_of_fate")
Facts = dict[str, object]


def on_a_sheet(wheel: Wheel, who: str, seat: Seat) -> str | None:
    """What stands on an NPC's sheet is the GM's (WF-119)."""
    hero = wheel.cast.get(who)
    return "" if seat.gm or (hero and hero.kind == "pc") else None


# -- Rolls ---------------------------------------------------------------------------------------


def roller(wheel: Wheel, number: int) -> str:
    """Whose roll it is; of one that was laid aside since, somebody's."""
    return (
        wheel.name(wheel.rolls[number].roller) if number in wheel.rolls else say("words.somebody")
    )


def for_what(roll: Roll | None) -> str:
    return say("words.for_what", title=roll.title) if roll and roll.title else ""


def about_source(wheel: Wheel, source: Source) -> Facts:
    """The dice that come into a roll, and by whom."""
    dice = say(f"words.{source.kind}", n=source.n)
    return {"dice": dice, "by": wheel.name(source.by) if source.by else ""}


def outcome(wheel: Wheel, seat: Seat, number: int, result: Result) -> Facts:
    """The dice and what they came to; the difficulty only for those who know it (WF-6, WF-20)."""
    roll = wheel.rolls.get(number)
    knows = roll is not None and roll.difficulty and (seat.gm or not roll.hidden)
    return {
        "for_what": for_what(roll),
        "faces": " ".join(map(str, result.faces)),
        "against": held(roll) if roll and knows else "",
        "end": ending(roll, result),
        "failed": bool(roll and roll.difficulty and roll.mode != "sure" and not result.success),
    }


def held(roll: Roll) -> str:
    return say("words.against_hidden" if roll.hidden else "words.against", n=roll.difficulty)


def ending(roll: Roll | None, result: Result) -> str:
    if roll is None or not roll.difficulty:
        return ""
    short = "words.short" if roll.mode == "sure" else "words.failure"
    if not result.success:
        return say(short)
    return say("words.success", more=whammies(result.whammies))


def paid(wheel: Wheel, spent: Mapping[str, int]) -> str:
    return "".join(say("words.paid", who=wheel.name(who), n=n) for who, n in spent.items())


def whammies(n: int) -> str:
    return say("words.whammies", n=n) if n else ""


def dealt(loser: str, stress: int) -> str:
    return say("words.dealt", loser=loser, n=stress) if stress else ""


# -- Tasks ---------------------------------------------------------------------------------------


def ways(wheel: Wheel, task: Task, seat: Seat) -> str:
    """How it may be gone about; a hidden difficulty is the GM's (WF-20)."""
    known = seat.gm or not task.hidden
    open_ways = {attribute_name(wheel, k): w for k, w in task.approaches.items() if not w.closed}
    return listing(
        (f"{name} {way.difficulty}" if known else name for name, way in open_ways.items()), "or"
    )


def stakes(task: Task, seat: Seat) -> str:
    """What hangs on it, as far as the GM has opened it (WF-120)."""
    if not (task.stakes_shown or seat.gm):
        return ""
    good = say("words.on_success", text=sentence(task.on_success)) if task.on_success else ""
    bad = say("words.on_failure", text=sentence(task.on_failure)) if task.on_failure else ""
    return good + bad


# -- Words of people -----------------------------------------------------------------------------


def headed(title: str) -> str:
    """A title before what it is about; a question has its mark already."""
    return title if title[-1:] in "?!.…" else f"{title}:"


def reason(text: str) -> str:
    return say("words.reason", text=sentence(begun(text))) if text else ""


def quoted(texts: Iterable[str]) -> str:
    return listing(f"“{text}”" for text in texts)


def pool_name(wheel: Wheel, key: str) -> str:
    return wheel.pools[key].name if key in wheel.pools else key


def pool_dice(wheel: Wheel, dice: Mapping[str, int]) -> str:
    return listing(f"{pool_name(wheel, key)} {n}d" for key, n in dice.items())
