"""How the GM answers what a player tries: by how hard it is, or what the other defends with."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Choice, Command, Offer, Reply, Seat
from tablefolk.games.wheel_of_fate.page.offers.making import called, do, pick, verbs
from tablefolk.games.wheel_of_fate.page.view.chances import whole
from tablefolk.games.wheel_of_fate.rules.building import bases, left, out, value
from tablefolk.games.wheel_of_fate.rules.chances import MARKS, exchange_odds, yardstick
from tablefolk.games.wheel_of_fate.rules.drafts import Try
from tablefolk.games.wheel_of_fate.rules.exchanges import Act, defence
from tablefolk.games.wheel_of_fate.rules.order import action_sources, contest_of, running
from tablefolk.games.wheel_of_fate.rules.state import Character, Roll, Wheel
from tablefolk.games.wheel_of_fate.rules.tasks import MOST_DIFFICULTY, NewApproach, likely
from tablefolk.games.wheel_of_fate.rules.wording import say


def trying(wheel: Wheel, hero: Character) -> Iterator[Offer]:
    """Somebody says what they do, and what they do it with (WF-28)."""
    able = left(wheel, hero)
    if able:
        ways = tuple(way_of(wheel, hero, key) for key in bases(wheel, hero))
        way = pick("Try.attribute", ways, start=able[0] if len(able) == 1 else "")
        yield do(Try, "try", "what", way, who=hero.id)


def way_of(wheel: Wheel, hero: Character, key: str) -> Choice:
    """An attribute or special pool with one's dice, or why it cannot be used (WF-30, WF-77)."""
    dice = value(hero, key)
    why = say("Try.out" if dice else "Try.incapable", n=hero.stress, dice=dice)
    return Choice(key, called(wheel, key), f"{dice}d", why if out(hero, key) else "")


def replies(wheel: Wheel, seat: Seat, command: Command) -> Iterator[Reply]:
    """The ways to say yes that are more than a yes: how hard it is, what the other defends with."""
    if isinstance(command, Try):
        yield from how_hard(wheel, command, dict.fromkeys(MARKS, ""))
    if isinstance(command, NewApproach) and command.task in wheel.tasks:
        was = likely(wheel.tasks[command.task], command.attribute)
        before = {was: say("answer.before")}
        yield from how_hard(wheel, command, dict.fromkeys(MARKS, "") | before)
    if isinstance(command, Act) and defends(wheel, command):
        yield from defending(wheel, command)


# -- How hard it is (WF-20, WF-28, WF-125) ---------------------------------------------------


def how_hard(wheel: Wheel, command: Try | NewApproach, marks: dict[int, str]) -> Iterator[Reply]:
    """One tap for each mark of the yardstick, or another number (WF-20, WF-128)."""
    for mark in sorted(marks):
        yield Reply(stop(wheel, command, mark, marks[mark]), {"difficulty": mark})
    rows = (Choice("difficulty", say("ask.difficulty")),)
    typed = verbs.numbers("Answer.fields", rows, 1, MOST_DIFFICULTY, (10,))
    yield Reply(say("answer.other"), numbers=typed)


def stop(wheel: Wheel, command: Try | NewApproach, mark: int, word: str = "") -> str:
    """A mark, what it is called, and how likely it makes it with plain dice."""
    named = f"{mark} {word or say(f'labels.difficulty.{mark}.label').lower()}"
    rows = yardstick(wheel, mark, command.attribute).rows
    plain = next((row.plain for row in rows if row.who == command.who), None)
    return named if plain is None else say("answer.stop", stop=named, chance=whole(plain))


# -- What the other defends with (WF-64) -----------------------------------------------------


def defends(wheel: Wheel, command: Act) -> bool:
    """Whether both are there, and it is about what the other rolls."""
    contest = running(wheel)
    there = {command.who, command.target} <= wheel.cast.keys()
    return contest is not None and there and command.attribute not in ("", contest.attribute)


def defending(wheel: Wheel, command: Act) -> Iterator[Reply]:
    """The defence as it would be, then all else they have, with the attacker's chance."""
    first = defence(wheel, command, command.attribute)
    for key in dict.fromkeys((first, *bases(wheel, wheel.cast[command.target]))):
        facts = {"name": wheel.name(command.target), "attribute": called(wheel, key)}
        won = say("answer.wins", name=wheel.name(command.who), chance=win(wheel, command, key))
        yield Reply(f"{say('answer.defends', **facts)}, {won}", {"defence": key})


def win(wheel: Wheel, command: Act, key: str) -> str:
    mine = action_sources(wheel, command.who, command.attribute, 1)
    one = Roll(0, command.who, command.attribute, sources=mine, in_exchange=True)
    two = Roll(0, command.target, key, in_exchange=True)
    return whole(exchange_odds(wheel, contest_of(wheel), one, two).win)
