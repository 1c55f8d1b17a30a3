"""Offers of a point, tasks and rolls as parts of the stage."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tablefolk.core.game import Seat
from tablefolk.core.stage import Part, Place
from tablefolk.core.words import listing
from tablefolk.games.wheel_of_fate.page import view
from tablefolk.games.wheel_of_fate.page.offers import desk, fate
from tablefolk.games.wheel_of_fate.page.offers import rolls as offering
from tablefolk.games.wheel_of_fate.page.offers.making import called as attribute
from tablefolk.games.wheel_of_fate.page.offers.making import mine
from tablefolk.games.wheel_of_fate.page.stage import behind, naming
from tablefolk.games.wheel_of_fate.page.stage.bodies import body
from tablefolk.games.wheel_of_fate.page.view import rolls as shown
from tablefolk.games.wheel_of_fate.rules.chances import knows
from tablefolk.games.wheel_of_fate.rules.state import PointOffer, Roll, Task, Wheel
from tablefolk.games.wheel_of_fate.rules.tasks import attempts
from tablefolk.games.wheel_of_fate.rules.wording import say

WAY = ("approach", "dice", "throw")


# -- A point held out (WF-46), what a scene leaves (WF-81) -----------------------------------------


def offered(wheel: Wheel, seat: Seat) -> Iterator[Part]:
    return (_offer(wheel, seat, o) for o in wheel.offers.values() if o.state == "open")


def _offer(wheel: Wheel, seat: Seat, offer: PointOffer) -> Part:
    return Part(
        key=f"offer:{offer.id}",
        place="now",
        title=naming.asks(wheel, seat, offer.to, "offer"),
        eyebrow=naming.asks(wheel, seat, offer.to, "offer_by"),
        note=say("part.offer_note"),
        icon="coins",
        who=wheel.cast[offer.to].owner,
        blocks=body(view.offer_card, wheel, seat, offer),
        offers=partial(fate.on_offer, wheel, seat, offer),
    )


def aftermath(wheel: Wheel, seat: Seat) -> Iterator[Part]:
    for who in wheel.aftermath:
        hero = wheel.cast.get(who)
        if hero and (seat.gm or hero.owner == seat.id):
            own = hero.owner == seat.id and who not in wheel.stayed
            yield Part(
                key=f"aftermath:{who}",
                place="now" if own or asked_now(wheel, who) else "shelf",
                title=naming.asks(wheel, seat, who, "aftermath"),
                eyebrow=say("part.aftermath_by"),
                note=say("part.aftermath_note"),
                icon="feather",
                who=hero.owner,
                blocks=body(view.aftermath, wheel, seat, who),
                offers=partial(desk.aftermath, wheel, seat, hero),
            )


def asked_now(wheel: Wheel, who: str) -> bool:
    """Whether the table waits for what stays: until one answer, or until the next scene (WF-81)."""
    return not wheel.scene and who not in wheel.stayed


# -- Tasks and rolls -------------------------------------------------------------------------------


def parts(wheel: Wheel, seat: Seat) -> Iterator[Part]:
    for roll in wheel.rolls.values():
        if roll.task and roll.phase == "draft":
            yield _draft(wheel, seat, roll)
            yield from behind.of_roll(wheel, seat, roll)
    for roll in unsettled(wheel):
        yield _thrown(wheel, seat, roll)
    for task in shown.open_tasks(wheel):
        left = to_roll(wheel, task)
        if seat.gm or left or useful(wheel, seat, task):
            yield _task(wheel, seat, task, left)
            yield from behind.of_task(wheel, seat, task)


def unsettled(wheel: Wheel) -> Iterator[Roll]:
    """Thrown, and something can still be said about it: what it costs, what a whammy brings."""
    return (
        r for r in wheel.rolls.values()
        if r.task and r.scene == wheel.scene and r.phase != "draft"
        and (r.phase == "thrown" or shown.slots(r) > 0)
    )  # fmt: skip


def _draft(wheel: Wheel, seat: Seat, roll: Roll) -> Part:
    ours = mine(wheel, seat, roll.roller)
    way = attribute(wheel, roll.attribute)
    number = str(roll.difficulty) if knows(seat, roll) else say("against.hidden")
    return Part(
        key=f"roll:{roll.id}",
        place="now",
        title=naming.asks(wheel, seat, roll.roller, "draft"),
        eyebrow=naming.asks(wheel, seat, roll.roller, "draft_by", way=way),
        note=say("part.draft_note", way=way, number=number),
        icon="dice",
        stands="begun" if ours else "open",
        who=wheel.cast[roll.roller].owner,
        steps=tuple(say(f"way.{key}") for key in WAY),
        step=1,
        blocks=body(shown.draft, wheel, seat, roll),
        offers=partial(behind.on_card, wheel, seat, roll),
    )


def _thrown(wheel: Wheel, seat: Seat, roll: Roll) -> Part:
    kind = "settle" if roll.phase == "thrown" else "whammy"
    side = "mine" if seat.gm else "theirs"
    names = {"name": naming.called(wheel, roll.roller), "gm": naming.gm(wheel)}
    last = roll.id == max(wheel.rolls)
    return Part(
        key=f"roll:{roll.id}",
        place="now" if kind == "settle" or (seat.gm and last) else "shelf",
        title=say(f"part.{kind}_{side}", **names),
        eyebrow=roll.title,
        note="" if kind == "settle" else str(shown.slots(roll)),
        icon="scale-balanced" if kind == "settle" else "star",
        who=wheel.cast[roll.roller].owner,
        blocks=body(shown.thrown, wheel, seat, roll),
        offers=partial(offering.after_throw, wheel, seat, roll),
    )


def useful(wheel: Wheel, seat: Seat, task: Task) -> bool:
    """Whether a player can still do something about a task that nobody waits for; a task that was
    tried is over with its scene."""
    hero = wheel.of(seat.id)
    if hero is None or (task.attempts and task.scene != wheel.scene):
        return False
    tries = attempts(task, hero.id)
    failed = bool(tries) and not any(attempt.success for attempt in tries)
    return failed or offering.may_begin(wheel, task, hero)


def _task(wheel: Wheel, seat: Seat, task: Task, left: tuple[str, ...]) -> Part:
    hero = wheel.of(seat.id)
    for_me = hero is not None and hero.id in left
    names = listing(naming.called(wheel, who) for who in left)
    own = naming.called(wheel, hero.id) if hero else ""
    side = "mine" if for_me else "theirs" if left else "over"
    return Part(
        key=f"task:{task.id}",
        place=_place(wheel, seat, task, left),
        title=say(f"part.task_{side}", name=own, names=names, n=len(left), title=task.title),
        eyebrow=say("part.task_by", gm=naming.gm(wheel)) if left else "",
        note=task.title if left else "",
        group=say("group.rolls"),
        icon="bullhorn",
        steps=tuple(say(f"way.{key}") for key in WAY) if for_me else (),
        blocks=body(shown.task_card, wheel, seat, task),
        offers=partial(behind.on_task, wheel, seat, task),
    )


def _place(wheel: Wheel, seat: Seat, task: Task, left: tuple[str, ...]) -> Place:
    """On the stage until somebody is at it; then it lies on the table, at last among the tools."""
    if left and not offering.drafted(wheel, task):
        return "now"
    return "tool" if seat.gm and not left else "shelf"


def to_roll(wheel: Wheel, task: Task) -> tuple[str, ...]:
    """Those whose roll is waited for."""
    drafting = offering.drafted(wheel, task)
    pcs = (h for h in wheel.pcs() if h.attributes and offering.may_begin(wheel, task, h))
    return tuple(hero.id for hero in pcs if offering.owes(task, hero, drafting))
