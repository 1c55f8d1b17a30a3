"""Characters in the making, as everybody sees them (WF-108 … WF-118)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Seat
from tablefolk.games.wheel_of_fate.page.blocks import (
    Creation,
    ReadyMade,
    Remark,
    Sketch,
    Step,
    Told,
    Trait,
)
from tablefolk.games.wheel_of_fate.page.offers.making import book, say
from tablefolk.games.wheel_of_fate.page.view import people
from tablefolk.games.wheel_of_fate.page.view.hints import advice
from tablefolk.games.wheel_of_fate.rules import creation as rules
from tablefolk.games.wheel_of_fate.rules.ready_made import ready_mades
from tablefolk.games.wheel_of_fate.rules.state import ATTRIBUTES, STEPS, Character, Wheel
from tablefolk.games.wheel_of_fate.rules.steps import POOL_DICE, WORDS_BELOW, attribute_dice

HINTS = {"attributes": "attributes", "questions": "aspects", "pools": "pool_value"}


def wanted(wheel: Wheel) -> bool:
    """Until play begins; and later for as long as somebody is still making a character."""
    making = any(not hero.ready for hero in wheel.pcs()) or bool(rules.without(wheel))
    return not wheel.playing or (wheel.creation_open and making)


def creation(wheel: Wheel, seat: Seat) -> Creation:
    heroes = [h for h in wheel.pcs() if not (wheel.playing and h.ready)]
    begin = wheel.creation_open and seat.id in wheel.company.seats and wheel.of(seat.id) is None
    newcomer = begin or not wheel.creation_open
    return Creation(
        about="creation",
        open=wheel.creation_open,
        late=wheel.playing,
        sketches=tuple(sketch(wheel, seat, h) for h in own_first(seat, heroes)),
        without=tuple(wheel.name(m) for m in rules.without(wheel)),
        begin=begin,
        ready_made=box(wheel) if begin else (),
        questions=wheel.questions,
        last_question=wheel.last_question,
        dice=attribute_dice(wheel),
        pool_dice=POOL_DICE,
        words_most=WORDS_BELOW - 1,
        scale=people.scale(1),
        openings=tuple(Told(h.name, h.last_answer) for h in heroes if h.last_answer),
        hints=advice("first_visit", "lobby") if newcomer else advice("lobby"),
    )


def own_first(seat: Seat, heroes: list[Character]) -> list[Character]:
    return sorted(heroes, key=lambda hero: hero.owner != seat.id)


def sketch(wheel: Wheel, seat: Seat, hero: Character) -> Sketch:
    return Sketch(
        who=hero.id,
        name=hero.name,
        owner_name=wheel.name(hero.owner),
        mine=hero.owner == seat.id,
        ready=hero.ready,
        steps=tuple(steps(wheel, hero)),
        summary=hero.summary,
        words=len(hero.summary.split()),
        traits=people.traits(hero),
        aspects=people.aspects(wheel, hero),
        pools=people.pools(wheel, hero, all_of_them=True),
        ties=people.ties(wheel, hero, all_of_them=True),
        answers=people.answers(wheel, hero),
        last=people.last(wheel, hero),
        remarks=tuple(Remark(wheel.name(c.by), c.text) for c in hero.comments),
    )


# -- The six steps ---------------------------------------------------------------------------------


def steps(wheel: Wheel, hero: Character) -> Iterator[Step]:
    open_ones, alone = rules.missing(wheel, hero.id), len(list(wheel.pcs())) == 1
    for key in STEPS:
        waits = key == "connections" and alone
        yield Step(
            key,
            say(f"step.{key}", n=attribute_dice(wheel)),
            done=key not in open_ones and not waits,
            waits=waits,
            missing=tuple(missing(wheel, hero, key)) if key in open_ones or waits else (),
            warnings=tuple(text for step, text in rules.warnings(hero) if step == key),
            hint=book(f"advice.{HINTS[key]}") if key in HINTS else "",
        )


def missing(wheel: Wheel, hero: Character, key: str) -> Iterator[str]:
    """What is still to do for a step, in words."""
    if key == "connections":
        if not rules.strangers(wheel, hero.id):
            yield say("missing.others")
        for other in rules.strangers(wheel, hero.id):
            yield say("missing.connection", other=wheel.name(other))
    elif key == "questions":
        answered = sum(1 for a in hero.answers if a)
        if answered < 5:
            yield say("missing.answers", n=5 - answered)
        if len(hero.aspects) < 5:
            yield say("missing.aspects", n=5 - len(hero.aspects))
    else:
        yield say(f"missing.{key}")


def box(wheel: Wheel) -> tuple[ReadyMade, ...]:
    """The ready-made characters nobody has taken."""
    taken = {hero.name for hero in wheel.pcs()}
    return tuple(
        ReadyMade(r.key, r.name, r.summary, dice_of(r.attributes), r.aspects)
        for r in ready_mades().values()
        if r.name not in taken
    )


def dice_of(attributes: dict[str, int]) -> tuple[Trait, ...]:
    return tuple(Trait(key, say(f"pick.{key}"), attributes[key]) for key in ATTRIBUTES)
