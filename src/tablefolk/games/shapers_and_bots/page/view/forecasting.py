"""The fight forecast for the Director: who will win, how hurt they end, and how sure that is.

Exact where that takes a moment; otherwise a few thousand fights thrown with a fixed seed, and the
error said. The same question is worked out once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from tablefolk.core.game import Block, Refusal, Seat
from tablefolk.core.words import listing
from tablefolk.games.shapers_and_bots.forecast import estimate, exact, load
from tablefolk.games.shapers_and_bots.forecast.fighters import between, guessed
from tablefolk.games.shapers_and_bots.forecast.result import Forecast, Prospect
from tablefolk.games.shapers_and_bots.forecast.sides import Fight, assumed, faults
from tablefolk.games.shapers_and_bots.page.blocks.play import ForecastCard, ForecastLine, Person
from tablefolk.games.shapers_and_bots.page.view.chances import figure, person
from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.fights import planning, rounds
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.wording import say

MOST_WORK = 30_000  # ways followed before it is thrown instead: some hundredths of a second
TRIALS = 600  # the same time again
SEED = 11
LASTS = ((8, "moment"), (22, "quarter"), (45, "half"), (75, "hour"))  # minutes, and their word
LONG = 45  # minutes: for a table of children


@lru_cache(maxsize=128)
def foretold(fight: Fight) -> Forecast:
    """A forecast that holds nobody up."""
    try:
        return exact.exact(fight, MOST_WORK)
    except exact.TooLarge:
        return estimate(fight, SEED, TRIALS)


def blocks(world: World, seat: Seat) -> Iterator[Block]:
    yield card(world, seat)


def sides(world: World) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Those who fight now, else those the Director has in mind."""
    fight = world.fight
    if fight is None:
        plan = planning.alive(world)
        return plan.ours, plan.theirs
    parts = fight.combatants.values()
    heroes = tuple(one.who for one in parts if one.side == "heroes")
    return heroes, tuple(one.who for one in parts if one.side != "heroes")


def card(world: World, seat: Seat) -> ForecastCard:
    ours, theirs = ([w for w in side if w in world.cast] for side in sides(world))
    fight = between(world, ours, theirs)
    wrong = faults(fight)
    busy = world.fight is not None and world.fight.attack is not None
    if not (ours or theirs):
        load()  # while the Director chooses who fights
    found = None if wrong or busy else foretold(fight)
    shown = (tuple(person(world, seat, world.cast[w]) for w in side) for side in (ours, theirs))
    first, second = shown
    blank = ForecastCard(
        about="plan",
        region="desk",
        ours=first,
        theirs=second,
        under_way=world.fight is not None,
        order=tuple(order(world, (*ours, *theirs))),
        tied=tuple(tied(world, (*ours, *theirs))) if world.fight is None else (),
        problem=problem(bool(ours or theirs), busy, wrong),
    )
    return with_forecast(world, fight, found, blank) if found else blank


def problem(any_: bool, busy: bool, wrong: list[str]) -> str:
    if busy:
        return say("forecast.busy")
    if not any_:
        return say("forecast.choose")
    return say("forecast.both_sides") if wrong else ""


def with_forecast(world: World, fight: Fight, found: Forecast, blank: ForecastCard) -> ForecastCard:
    return replace(
        blank,
        exact=found.exact,
        trials=found.trials,
        wins=tuple(figure(win, found.trials) for win in found.wins),
        goes_on=figure(found.goes_on) if found.goes_on.value > 0.0005 else None,
        rounds=f"{found.rounds.value:.1f}",
        lasts=lasting(found),
        long=minutes(found) >= LONG,
        lines=tuple(line(prospect, found.trials) for prospect in found.fighters),
        assumed=assumed(fight),
        guessed=tuple(guesses(world, (*blank.ours, *blank.theirs))),
    )


def minutes(found: Forecast) -> float:
    """How long it takes at the table: a minute a turn, of all who are there, and half of the
    others' once they fall."""
    ends = sum((1 + prospect.up.value) / 2 for prospect in found.fighters)
    return found.rounds.value * ends


def lasting(found: Forecast) -> str:
    """How long it takes, in words."""
    rounds, time = max(1, round(found.rounds.value)), minutes(found)
    about = next((key for most, key in LASTS if time < most), "hours")
    return say("forecast.lasts", n=rounds, time=say(f"lasts.{about}"))


def line(found: Prospect, trials: int) -> ForecastLine:
    return ForecastLine(
        found.name,
        found.side,
        str(found.hp_now),
        figure(found.up, trials),
        figure(found.out, trials),
        figure(found.dead, trials),
        f"{found.hp.value:.1f}",
    )


def guesses(world: World, people: tuple[Person, ...]) -> Iterator[str]:
    """Numbers an extra was never given, for which average ones were taken (SB-169)."""
    for one in people:
        hero = world.cast[one.who]
        keys = guessed(world, hero)
        if keys:
            labels = ", ".join(sheet.label(world, key) for key in keys)
            yield say("forecast.guessed", name=hero.name, labels=labels)


def order(world: World, who: tuple[str, ...]) -> Iterator[str]:
    """Who would act when (SB-106)."""
    try:
        yield from (world.name(one) for one in rounds.lined_up(world, who, ()))
    except Refusal:
        return


def tied(world: World, who: tuple[str, ...]) -> Iterator[str]:
    """Those of equal Fitness, tie by tie (SB-107)."""
    try:
        groups = rounds.equals(world, rounds.unranked(world, who, ()))
        yield from (listing(map(world.name, group)) for group in groups)
    except Refusal:
        return
