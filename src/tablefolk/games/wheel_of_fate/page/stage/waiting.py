"""Whom the table waits for, and in which part, read from the state itself (TF-30)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tablefolk.core.game import Refusal
from tablefolk.core.stage import GM, Wait
from tablefolk.games.wheel_of_fate.page.offers.creation import everybody_ready
from tablefolk.games.wheel_of_fate.page.offers.making import about_of
from tablefolk.games.wheel_of_fate.page.offers.pools import sketched
from tablefolk.games.wheel_of_fate.page.stage import making
from tablefolk.games.wheel_of_fate.page.stage.rolls import asked_now, to_roll
from tablefolk.games.wheel_of_fate.page.view import creation as shown
from tablefolk.games.wheel_of_fate.page.view.rolls import open_tasks
from tablefolk.games.wheel_of_fate.rules import rounds
from tablefolk.games.wheel_of_fate.rules.contests import unopposed
from tablefolk.games.wheel_of_fate.rules.drafts import can_begin
from tablefolk.games.wheel_of_fate.rules.order import running
from tablefolk.games.wheel_of_fate.rules.state import Character, Contest, Roll, Task, Wheel
from tablefolk.games.wheel_of_fate.rules.tasks import may_roll
from tablefolk.games.wheel_of_fate.rules.wording import say


def waiting(wheel: Wheel) -> Iterator[Wait]:
    """What holds up most people first."""
    if wheel.playing:
        yield from offered(wheel)
        yield from contested(wheel)
        yield from rolling(wheel)
        yield from after(wheel)
    yield from made(wheel)


def _whose(wheel: Wheel, who: str) -> str:
    """The member who answers for a character."""
    hero = wheel.cast[who]
    return hero.owner if hero.kind == "pc" else GM


def allowed(rule: Callable[..., object], *facts: object) -> bool:
    """Whether a rule's conditions hold."""
    try:
        rule(*facts)
    except Refusal:
        return False
    return True


# -- Questions to one person -----------------------------------------------------------------------


def offered(wheel: Wheel) -> Iterator[Wait]:
    for offer in wheel.offers.values():
        if offer.state == "open":
            yield Wait(_whose(wheel, offer.to), f"offer:{offer.id}", say("wait.offer"), 3)


def after(wheel: Wheel) -> Iterator[Wait]:
    """What it costs, says the GM; what stays, says the player (WF-81, WF-122)."""
    for roll in wheel.rolls.values():
        if roll.task and roll.phase == "thrown" and roll.scene == wheel.scene:
            yield Wait(GM, f"roll:{roll.id}", say("wait.settle"), 2)
    for who in wheel.aftermath:
        hero = wheel.cast.get(who)
        if hero and hero.owner and asked_now(wheel, who):
            yield Wait(hero.owner, f"aftermath:{who}", say("wait.aftermath"))


# -- Contests --------------------------------------------------------------------------------------


def contested(wheel: Wheel) -> Iterator[Wait]:
    contest = running(wheel)
    if contest is None or contest.once:
        return
    exchange = contest.exchange
    if exchange and exchange.asks:
        yield Wait(_whose(wheel, exchange.asks), "clash", say("wait.inflict"), 3)
    elif exchange and not exchange.thrown:
        for who in (exchange.actor, exchange.target):
            if who not in exchange.ready:
                yield Wait(_whose(wheel, who), "clash", say("wait.throw"), 2)
    elif unopposed(wheel, contest) is not None:
        yield Wait(GM, "contest", say("wait.over"), 3)
        return
    elif contest.groups:
        yield from on_turn(wheel)
    yield from ordering(contest)


def on_turn(wheel: Wheel) -> Iterator[Wait]:
    if turn := rounds.turn(wheel):
        yield Wait(_whose(wheel, turn), "contest", say("wait.turn"), 3)


def ordering(contest: Contest) -> Iterator[Wait]:
    if contest.order == "dice" and not contest.groups:
        yield Wait(GM, "contest", say("wait.order"))  # what is asked of the GM comes before it


# -- Rolls -----------------------------------------------------------------------------------------


def rolling(wheel: Wheel) -> Iterator[Wait]:
    for roll in wheel.rolls.values():
        if roll.phase == "draft" and not roll.in_exchange and can_throw(wheel, roll):
            part = about_of(roll) if roll.task else "clash"
            yield Wait(_whose(wheel, roll.roller), part, say("wait.throw"), 1)
    for task in open_tasks(wheel):
        for who in to_roll(wheel, task):
            if can_roll(wheel, wheel.cast[who], task):
                yield Wait(wheel.cast[who].owner, f"task:{task.id}", say("wait.roll"), 1)


def can_throw(wheel: Wheel, roll: Roll) -> bool:
    if not roll.task:
        return running(wheel) is not None
    may = allowed(may_roll, wheel, roll.task, roll.roller, roll.attribute)
    return may and allowed(rounds.may_act, wheel, roll.roller)


def can_roll(wheel: Wheel, hero: Character, task: Task) -> bool:
    """Whether one of the ways is open to them just now."""
    ways = (key for key, approach in task.approaches.items() if not approach.closed)
    return allowed(rounds.may_act, wheel, hero.id) and any(
        allowed(may_roll, wheel, task.id, hero.id, way) and allowed(can_begin, wheel, hero, way)
        for way in ways
    )


# -- Making characters (WF-108, WF-109, WF-118) ----------------------------------------------------


def made(wheel: Wheel) -> Iterator[Wait]:
    for member in wheel.company.seats:
        if making.begins(wheel, member):
            yield Wait(member, "creation", say("wait.begin"), begins=True)
    for hero in wheel.pcs():
        yield from writing(wheel, hero)
    if not wheel.playing:
        yield from sketching(wheel)
        yield from starting(wheel)


def writing(wheel: Wheel, hero: Character) -> Iterator[Wait]:
    page = shown.current(wheel, hero)
    if page and not wheel.playing:
        step = shown.progress(wheel, hero) if not hero.ready else say("way.connections")
        yield Wait(hero.owner, f"creation:{hero.id}:{page}", step)
    elif not page and not hero.ready:
        yield Wait(hero.owner, f"creation:{hero.id}", say("wait.ready"))


def sketching(wheel: Wheel) -> Iterator[Wait]:
    """The GM is waited for at each special pool that is not on offer yet (WF-105)."""
    for pool in wheel.pools.values():
        if sketched(wheel, pool):
            yield Wait(GM, f"pool:{pool.id}", say("wait.pool"), 4)


def starting(wheel: Wheel) -> Iterator[Wait]:
    if not wheel.creation_open:
        yield Wait(GM, "creation", say("wait.open"), 3)
    elif everybody_ready(wheel):
        yield Wait(GM, "creation", say("wait.start"), 3)
