"""What is offered about wounds: staying up, waking, healing, other harm (SB-90 … SB-104)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Choice, Offer, Seat
from tablefolk.games.shapers_and_bots.page import known
from tablefolk.games.shapers_and_bots.page.offers.fighting import rolled, sheet_lacks
from tablefolk.games.shapers_and_bots.page.offers.making import (
    do,
    flag,
    number,
    people,
    pick,
    text,
)
from tablefolk.games.shapers_and_bots.page.offers.playing import tried_at
from tablefolk.games.shapers_and_bots.page.words import say
from tablefolk.games.shapers_and_bots.rules import harm as rules
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Character

RHYTHMS = ("round", "minute")


def offers(world: World, seat: Seat) -> Iterator[Offer]:
    for wound in world.wounds:
        hero = world.cast[wound.who]
        if known.may_command(world, seat, hero):
            owed = known.hand(world, seat, hero)
            at = "fight" if wound.attack else f"harm:{hero.id}"
            if wound.stage == "knockout":
                yield from rolled(seat, rules.RollKnockout, at, hero.id, owed)
            else:
                yield do(rules.RollBerserk, at, owed=owed, who=hero.id)
    for hero in known.commanded(world, seat):
        if hero.life == "unconscious":
            owed = hero.waking and known.hand(world, seat, hero)
            yield from rolled(seat, rules.RollWaking, waking_at(hero), hero.id, owed)
    if seat.gm:
        yield from nursing(world)
        yield from treated(world, seat)


def waking_at(hero: Character) -> str:
    """A called roll is asked for in the middle of the table; before, it lies with the hurt."""
    return f"harm:{hero.id}" if hero.waking else f"sick:{hero.id}"


def nursing(world: World) -> Iterator[Offer]:
    for hero in world.cast.values():
        if hero.life == "unconscious":
            yield from calling(hero)
        if hero.life != "dead" and hero.finished and not sheet_lacks(world, hero, "HP"):
            yield from healing(hero)
    heroes = people(h for h in world.cast.values() if h.finished and not h.left)
    if heroes:
        yield from hurting(heroes)


def calling(hero: Character) -> Iterator[Offer]:
    at, facts = f"sick:{hero.id}", {"name": hero.name}
    yield do(rules.CallWaking, at, facts=facts, who=hero.id)
    for rhythm in RHYTHMS:
        said = {**facts, "often": say(f"rhythm.{rhythm}")}
        fixed = {"who": hero.id, "rhythm": rhythm}
        yield do(rules.CallWaking, at, key="WakeEach", facts=said, fixed=fixed)


def healing(hero: Character) -> Iterator[Offer]:
    """What treatment brings is the Director's to say (SB-102)."""
    at, facts = f"sick:{hero.id}", {"name": hero.name}
    why = text("reason", optional=True, most=200)
    points = number("Heal.points", 1, 99, 1)
    yield do(rules.Heal, at, points, flag("Heal.wakes"), flag("Heal.steady"), why, facts=facts,
             who=hero.id)  # fmt: skip
    yield from simply(hero, at)


def simply(hero: Character, at: str) -> Iterator[Offer]:
    """One tap: a point, steady, or awake."""
    facts, why = {"name": hero.name}, text("reason", optional=True, most=200)
    yield do(rules.Heal, at, key="HealOne", facts=facts, who=hero.id, points=1)
    yield do(rules.Heal, at, why, key="Steady", facts=facts, who=hero.id, steady=True)
    if hero.life == "unconscious":
        yield do(rules.Heal, at, why, key="HealWakes", facts=facts, who=hero.id, wakes=True)


def treated(world: World, seat: Seat) -> Iterator[Offer]:
    """What a treatment that worked brings, where it worked: on its own card (SB-102)."""
    tried = world.challenges.get(known.latest(world, seat))
    target = world.cast.get(tried.target) if tried and tried.purpose == "healing" else None
    if tried is None or target is None or known.failed(world, tried) or tried.answer:
        return
    if target.life != "dead" and not sheet_lacks(world, target, "HP"):
        yield from simply(target, tried_at(tried))


def hurting(heroes: tuple[Choice, ...]) -> Iterator[Offer]:
    """Falls, rocks, fire: points or dice, with armor or without it (SB-91)."""
    who = pick("Injure.who", heroes, each=True)
    source = text("Injure.source", optional=True, most=200)
    for armor in (False, True):
        counts = "Armored" if armor else ""
        points = number("Injure.points", 1, 99, 1)
        yield do(rules.Injure, "sick:desk", who, points, source, key=f"InjurePoints{counts}",
                 armor=armor)  # fmt: skip
        dice = number("Injure.dice", 1, 12, 2)
        yield do(rules.Injure, "sick:desk", who, dice, source, key=f"InjureDice{counts}",
                 armor=armor)  # fmt: skip
