"""Making characters on the stage: one step at a time, the others' drafts as rows (WF-108 …)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TypeVar

from tablefolk.core.game import Offer, Seat
from tablefolk.core.stage import Part, Stands
from tablefolk.games.wheel_of_fate.page.blocks import Acting
from tablefolk.games.wheel_of_fate.page.offers import creation as offering
from tablefolk.games.wheel_of_fate.page.offers import desk
from tablefolk.games.wheel_of_fate.page.stage import naming
from tablefolk.games.wheel_of_fate.page.stage.bodies import body
from tablefolk.games.wheel_of_fate.page.view import creation as shown
from tablefolk.games.wheel_of_fate.rules import creation as rules
from tablefolk.games.wheel_of_fate.rules.state import STEPS, Character, Wheel
from tablefolk.games.wheel_of_fate.rules.steps import attribute_dice
from tablefolk.games.wheel_of_fate.rules.wording import say

T = TypeVar("T")


def parts(wheel: Wheel, seat: Seat) -> Iterator[Part]:
    yield from _met(wheel, seat)
    if not shown.wanted(wheel):
        return
    yield from _beginning(wheel, seat)
    for hero in shown.own_first(seat, [h for h in wheel.pcs() if offering.making(wheel, h)]):
        if hero.owner == seat.id:
            yield from _own(wheel, seat, hero)
        else:
            yield _others(wheel, seat, hero)


# -- Beginning (WF-108, WF-118) --------------------------------------------------------------------


def begins(wheel: Wheel, member: str) -> bool:
    """Whether this member is to take or begin a character."""
    return wheel.creation_open and member in wheel.company.seats and wheel.of(member) is None


def _beginning(wheel: Wheel, seat: Seat) -> Iterator[Part]:
    key = _question(wheel, seat)
    if key:
        yield Part(
            key="creation",
            place="now",
            title=say(f"part.{key}", gm=naming.gm(wheel)),
            icon="user-plus",
            stands="begun" if seat.gm or key == "begin" else "idle",
            blocks=body(shown.creation, wheel, seat),
            offers=partial(_begin_offers, wheel, seat),
        )


def _question(wheel: Wheel, seat: Seat) -> str:
    if begins(wheel, seat.id):
        return "begin"
    if wheel.playing:
        return ""
    if seat.gm:
        if not wheel.creation_open:
            return "gather_gm"
        return "start" if offering.everybody_ready(wheel) else "start_early"
    if not wheel.creation_open:
        return "gather"
    return "" if wheel.of(seat.id) else "look_on"


def _begin_offers(wheel: Wheel, seat: Seat) -> Iterator[Offer]:
    if seat.gm:
        yield from offering.for_the_gm(wheel)
    elif begins(wheel, seat.id):
        yield from offering.begin()


# -- One's own (WF-109) ----------------------------------------------------------------------------


def _own(wheel: Wheel, seat: Seat, hero: Character) -> Iterator[Part]:
    now = shown.current(wheel, hero)
    yield _overview(wheel, seat, hero, "idle" if now else "begun")
    owed = "" if wheel.playing else rules.at_step(wheel, hero.id)
    for key in shown.pages(wheel, hero):
        yield _page(wheel, seat, hero, key, now, owed)


def _page(wheel: Wheel, seat: Seat, hero: Character, key: str, now: str, owed: str) -> Part:
    step, name = shown.step_of(key), naming.short(hero.name)
    here = key == now and not hero.in_play
    return Part(
        key=f"creation:{hero.id}:{key}",
        place="now" if here else "tool",
        title=question(wheel, hero, key),
        eyebrow=say(f"part.making_{step}", name=name, n=attribute_dice(wheel)),
        group=say("group.steps"),
        icon="feather",
        stands="begun",
        who=hero.owner,
        steps=tuple(say(f"way.{s}") for s in STEPS),
        step=STEPS.index(step),
        blocks=body(shown.page, wheel, seat, hero, key),
        offers=partial(offering.step, wheel, hero, key, owed),
    )


def question(wheel: Wheel, hero: Character, key: str) -> str:
    """What a page asks."""
    kind, _, which = key.partition("-")
    if kind == "question":
        return wheel.questions[int(which) - 1]
    if kind == "last_question":
        return wheel.last_question
    return say(f"part.step_{kind}", name=naming.short(hero.name), n=attribute_dice(wheel))


def _overview(wheel: Wheel, seat: Seat, hero: Character, stands: Stands) -> Part:
    name = naming.short(hero.name)
    ready = "all_ready" if offering.everybody_ready(wheel) else "ready"
    key = ready if hero.ready else "begun" if stands == "begun" else "steps"
    return Part(
        key=f"creation:{hero.id}",
        place="shelf" if hero.in_play else "now",
        title=say(f"part.making_{key}", name=name),
        note=shown.progress(wheel, hero),
        icon="list-check",
        stands=stands,
        who=hero.owner,
        blocks=body(shown.overview, wheel, seat, hero),
        offers=partial(_own_offers, wheel, hero),
    )


def _own_offers(wheel: Wheel, hero: Character) -> Iterator[Offer]:
    yield from offering.readiness(hero, own=True)
    yield from offering.one_by_one(wheel, hero, f"creation:{hero.id}")
    yield from desk.on_sheet(wheel, hero)
    yield from offering.remark(wheel, hero)


# -- A newcomer (WF-111) ---------------------------------------------------------------------------


def _met(wheel: Wheel, seat: Seat) -> Iterator[Part]:
    """Who came late, for whoever plays already and has said nothing of them yet."""
    hero = wheel.of(seat.id)
    if hero is None or not wheel.playing or offering.making(wheel, hero):
        return
    for other in map(wheel.cast.__getitem__, rules.strangers(wheel, hero.id)):
        if other.ready:
            key, name = f"met:{other.id}", naming.short(hero.name)
            yield Part(
                key=key,
                place="shelf",
                title=say("part.met", name=name, other=naming.short(other.name)),
                icon="feather",
                who=hero.owner,
                blocks=partial(_one, Acting(key)),
                offers=partial(_one, offering.connection(hero, other, key, "")),
            )


def _one(thing: T) -> tuple[T, ...]:
    return (thing,)


# -- The others' -----------------------------------------------------------------------------------


def _others(wheel: Wheel, seat: Seat, hero: Character) -> Part:
    return Part(
        key=f"creation:{hero.id}",
        place="shelf" if hero.ready or wheel.playing else "now",
        title=hero.name,
        note=shown.progress(wheel, hero),
        icon="feather",
        who=hero.owner,
        blocks=body(shown.overview, wheel, seat, hero),
        offers=partial(_others_offers, wheel, seat, hero),
    )


def _others_offers(wheel: Wheel, seat: Seat, hero: Character) -> Iterator[Offer]:
    if seat.gm:
        yield from offering.writing_for(wheel, hero)
        yield from offering.readiness(hero, own=False)
        yield from desk.on_sheet(wheel, hero)
    yield from offering.remark(wheel, hero)
