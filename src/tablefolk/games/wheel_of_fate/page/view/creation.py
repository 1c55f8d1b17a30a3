"""Characters in the making, as everybody sees them (WF-108 … WF-118)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.game import Seat
from tablefolk.core.words import listing
from tablefolk.games.wheel_of_fate.page.blocks import (
    Creation,
    MakingPage,
    Openings,
    PoolLine,
    ReadyMade,
    Remark,
    Sketch,
    Spread,
    Step,
    Told,
    Trait,
    Written,
    made,
)
from tablefolk.games.wheel_of_fate.page.offers import creation as offering
from tablefolk.games.wheel_of_fate.page.view import people
from tablefolk.games.wheel_of_fate.page.view.hints import advice
from tablefolk.games.wheel_of_fate.rules import creation as rules
from tablefolk.games.wheel_of_fate.rules.pools import offered
from tablefolk.games.wheel_of_fate.rules.ready_made import ready_mades
from tablefolk.games.wheel_of_fate.rules.state import ATTRIBUTES, STEPS, Character, Wheel
from tablefolk.games.wheel_of_fate.rules.steps import POOL_DICE, aspect_of, attribute_dice
from tablefolk.games.wheel_of_fate.rules.wording import say

HINTS = {"attributes": "attributes", "questions": "aspects", "pools": "pool_value"}


def wanted(wheel: Wheel) -> bool:
    """Until play begins; and later for as long as somebody is still making a character."""
    making = any(not hero.ready for hero in wheel.pcs()) or bool(rules.without(wheel))
    return not wheel.playing or (wheel.creation_open and making)


def creation(wheel: Wheel, seat: Seat) -> Creation:
    begin = wheel.creation_open and seat.id in wheel.company.seats and wheel.of(seat.id) is None
    newcomer = begin or not wheel.creation_open
    drafts = [h for h in wheel.pcs() if offering.making(wheel, h)]
    return Creation(
        about="creation",
        open=wheel.creation_open,
        late=wheel.playing,
        without=tuple(wheel.name(m) for m in rules.without(wheel)),
        drafts=tuple((f"creation:{h.id}", h.name, progress(wheel, h)) for h in drafts),
        begin=begin,
        ready_made=box(wheel) if begin else (),
        openings=openings(wheel) if seat.gm else (),
        sketches=sketches(wheel) if seat.gm and not wheel.playing else (),
        hints=advice("first_visit") if newcomer else advice("lobby"),
    )


def sketches(wheel: Wheel) -> tuple[tuple[str, str], ...]:
    """Special pools not on offer yet: the key of the part that asks about each, and its name."""
    return tuple((f"pool:{p.id}", p.name) for p in wheel.pools.values() if not p.offered)


def own_first(seat: Seat, heroes: list[Character]) -> list[Character]:
    return sorted(heroes, key=lambda hero: hero.owner != seat.id)


def openings(wheel: Wheel) -> tuple[Told, ...]:
    """What has just gone wrong, for each of them (WF-117)."""
    return tuple(Told(h.name, h.last_answer) for h in wheel.pcs() if h.last_answer)


def situation(wheel: Wheel) -> Openings:
    return Openings("openings", "desk", question=wheel.last_question, told=openings(wheel))


# -- How far somebody is ---------------------------------------------------------------------------


def pages(wheel: Wheel, hero: Character) -> Iterator[str]:
    """The steps as they are walked, with a page for each question; nothing to do, no page."""
    idle = {"pools"} if not offered(wheel) else set[str]()
    idle |= {"connections"} if not any(offering.others(wheel, hero)) else set()
    for step in STEPS:
        if step == "questions":
            yield from (f"question-{n}" for n in range(1, 6))
        elif step not in idle:
            yield step


def current(wheel: Wheel, hero: Character) -> str:
    """The page that is to be written next; none when all is."""
    step = rules.at_step(wheel, hero.id)
    return f"question-{offering.first_open(hero)}" if step == "questions" else step


def step_of(key: str) -> str:
    """The step a page belongs to."""
    return "questions" if key.startswith("question-") else key


def progress(wheel: Wheel, hero: Character) -> str:
    """How far somebody is: "aspects, 4 of 6"."""
    if hero.ready:
        return say("part.is_ready")
    at = rules.at_step(wheel, hero.id)
    if not at:
        return say("part.all_written")
    return say("part.progress", step=say(f"way.{at}"), n=STEPS.index(at) + 1, of=len(STEPS))


def overview(wheel: Wheel, seat: Seat, hero: Character) -> Sketch:
    """A character in the making, as everybody sees it; the GM may write on it."""
    told = openings(wheel)
    return made(
        Sketch,
        hero,
        about=f"creation:{hero.id}",
        who=hero.id,
        owner_name=wheel.name(hero.owner),
        mine=hero.owner == seat.id,
        steps=tuple(steps(wheel, hero)),
        traits=people.traits(hero),
        aspects=people.aspects(wheel, hero),
        pools=people.pools(wheel, hero, all_of_them=True),
        ties=people.ties(wheel, hero),
        answers=people.answers(wheel, hero),
        last=people.last(wheel, hero),
        remarks=tuple(Remark(wheel.name(c.by), c.text) for c in hero.comments),
        writes=page(wheel, seat, hero, "") if seat.gm else None,
        openings=told if len(told) > 1 else (),
        relaid=relaid(wheel, hero),
    )


def relaid(wheel: Wheel, hero: Character) -> str:
    """Where the pool dice of somebody from the box lie at a table with other pools (WF-116)."""
    box, here = ready_mades().get(hero.id), offered(wheel)
    if box is None or hero.answers != box.answers or not here or box.pools.keys() <= here.keys():
        return ""
    dice = listing(f"{here[key].name} {n}d" for key, n in hero.pools.items() if key in here)
    return say("making.relaid" if dice else "making.unlaid", name=hero.name, dice=dice)


def page(wheel: Wheel, seat: Seat, hero: Character, key: str) -> MakingPage:
    """One step, with what is written in the same one."""
    step, walk = step_of(key), list(pages(wheel, hero))
    before = walk[: walk.index(key)] if key in walk else []
    extremes = tuple(rules.extremes()) if key == "attributes" else ()
    warned = tuple(t for of, t in rules.warnings(hero) if of == step) if not extremes else ()
    return MakingPage(
        about=f"creation:{hero.id}:{key}",
        who=hero.id,
        name=hero.name,
        key=key,
        back=f"creation:{hero.id}:{before[-1]}" if before else "",
        hint=say(f"advice.{HINTS[step]}") if step in HINTS else "",
        warnings=warned,
        extremes=extremes,
        dice=attribute_dice(wheel),
        spreads=tuple(spreads(attribute_dice(wheel))),
        scale=people.scale(1),
        traits=people.traits(hero),
        pools=tuple(laid(wheel, hero)),
        pool_dice=POOL_DICE,
        aspects=people.aspects(wheel, hero),
        questions=wheel.questions,
        written=tuple(written(wheel, hero, key)),
    )


def laid(wheel: Wheel, hero: Character) -> Iterator[PoolLine]:
    """The pools on offer, with the dice as they lie; before any do, in a good way."""
    on_offer = [*offered(wheel).values()]
    dice = {p.id: n for p, n in zip(on_offer, offering.spread(hero, on_offer), strict=True)}
    for line in people.pools(wheel, hero, all_of_them=True):
        yield replace(line, dice=dice.get(line.id, line.dice))


def spreads(dice: int) -> Iterator[Spread]:
    """Half of the dice for one attribute and the rest shared; and at last all alike."""
    best, rest = dice // 2, dice - dice // 2
    for place, key in enumerate(ATTRIBUTES):
        others = (rest - rest // 2, rest // 2)
        yield Spread(say(f"spread.{key}"), (*others[:place], best, *others[place:]))
    even = tuple(dice // 3 + (place < dice % 3) for place in range(3))
    yield Spread(say("spread.even"), even)


def written(wheel: Wheel, hero: Character, key: str) -> Iterator[Written]:
    """What stands already beside a question: the other aspects."""
    for n, asked in enumerate(wheel.questions, 1):
        drawn = aspect_of(hero, n)
        text = drawn.text if drawn else (*hero.answers, *[""] * 5)[n - 1]
        if text and step_of(key) == "questions" and key != f"question-{n}":
            yield Written(f"creation:{hero.id}:question-{n}", asked, text)


# -- The six steps ---------------------------------------------------------------------------------


def steps(wheel: Wheel, hero: Character) -> Iterator[Step]:
    open_ones, alone = rules.missing(wheel, hero.id), len(list(wheel.pcs())) == 1
    for key in STEPS:
        waits = key == "connections" and alone
        yield Step(
            key,
            say(f"step.{key}", n=attribute_dice(wheel)),
            door(wheel, hero, key),
            done=key not in open_ones and not waits,
            waits=waits,
            missing=tuple(missing(wheel, hero, key)) if key in open_ones or waits else (),
            warnings=tuple(text for step, text in rules.warnings(hero) if step == key),
        )


def door(wheel: Wheel, hero: Character, step: str) -> str:
    """The page by which a step is entered: the one to write next, else its first."""
    of = [key for key in pages(wheel, hero) if step_of(key) == step]
    now = current(wheel, hero)
    key = now if now in of else of[0] if of else ""
    return f"creation:{hero.id}:{key}" if key else ""


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
        made(ReadyMade, r, traits=dice_of(r.attributes))
        for r in ready_mades().values()
        if r.name not in taken
    )


def dice_of(attributes: dict[str, int]) -> tuple[Trait, ...]:
    return tuple(Trait(key, say(f"pick.{key}"), attributes[key]) for key in ATTRIBUTES)
