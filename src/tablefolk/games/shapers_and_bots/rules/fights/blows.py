"""The dice of an attack: attack, defence, damage (SB-85, SB-86, SB-124 … SB-126; T12 … T14).

Who throws goes on throwing as long as it is theirs to throw and nobody has to decide anything:
an undefended hit and its damage are one tap, each with a result of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat, must
from tablefolk.games.shapers_and_bots.rules import gear, harm, known, rolling, sheet
from tablefolk.games.shapers_and_bots.rules.content import Size
from tablefolk.games.shapers_and_bots.rules.fights import attacking, ending, rounds
from tablefolk.games.shapers_and_bots.rules.fights.ending import the_attack
from tablefolk.games.shapers_and_bots.rules.state import World, one_line, the_director, words
from tablefolk.games.shapers_and_bots.rules.values import (
    Attack,
    Combatant,
    Id,
    Line,
    Outcome,
    Source,
    Stage,
)

Struck = Literal["hit", "missed", "stopped"]
GOOD = ("success", "fluke")


def struck(attack: Outcome, defence: Outcome | None) -> Struck:
    """Hit, missed or stopped: the two totals are never compared (SB-124 … SB-126)."""
    if attack not in GOOD:
        return "missed"
    stops = defence == "fluke" or (defence == "success" and attack != "fluke")
    return "stopped" if stops else "hit"


# -- The attack roll (T12, SB-124, SB-125) ---------------------------------------------------------


class RollAttack(Command, frozen=True):
    """The attacker rolls; after an undefended hit, the damage too."""

    may = "owner or gm"
    who: Id
    hidden: bool = False


class AttackRolled(Event, frozen=True):
    number: int
    attacker: str
    target: str
    thing: str
    roll: int
    outcome: Outcome
    stage: Stage  # what comes next, if it is good
    hit: bool


def roll_attack(world: World, seat: Seat, c: RollAttack, dice: Dice) -> Iterator[Event]:
    attack = the_attack(world)
    thrower(world, seat, c.who, attack.attacker, c.hidden)
    one = world.combatant(attack.target)
    helpless = attack.stage == "defence" and one is not None and not attacking.can_pay(one)
    answered = attack.stage == "attack_roll" or helpless
    why = f"First {world.name(attack.target)} says whether to defend."
    must(answered, "SB-121", "attack_pending", why if attack.stage == "defence" else LATE)
    if helpless:
        none = attacking.DefenceDeclined(attack.target, world.name(attack.target), "borrow_limit")
        yield none
        world = attacking.defence_declined(world, none)
    thrown = list(attack_thrown(world, dice, c.hidden))
    yield from thrown
    world = after(world, thrown)
    if not any(isinstance(e, AttackRolled) and e.outcome == "fluke" for e in thrown):
        yield from going_on(world, dice, attack.attacker, c.hidden)  # a fluke waits (SB-29)


LATE = "That has been rolled already."


def thrower(world: World, seat: Seat, who: str, wanted: str, hidden: bool) -> None:
    """The one who has to throw, or the Director."""
    world.own(seat, who)
    why = f"It is {world.name(wanted)} who rolls."
    must(who == wanted, "SB-121", "attack_pending", why)
    harm.rolled_openly(seat, hidden)


def attack_thrown(world: World, dice: Dice, hidden: bool) -> Iterator[Event]:
    attack = the_attack(world)
    hero = world.cast[attack.attacker]
    rating = known.rating(world, hero, attack.key)
    made = rolling.throw(
        world, hero, dice, purpose(world, attack), attack.key, rating, attack.modifiers, hidden
    )
    good = made.roll.succeeded
    stage: Stage = "damage" if attack.target else "thing"
    defended = attack.defence != "none"
    yield made
    yield AttackRolled(
        attack.id,
        attack.attacker,
        attack.target,
        attack.thing,
        made.roll.id,
        made.roll.outcome,
        "defence_roll" if defended else stage,
        good and not defended,
    )
    if not good:
        yield from ending.over(world, attack, "missed", made.roll)


def purpose(world: World, attack: Attack) -> str:
    aim = world.name(attack.target) if attack.target else attack.thing
    return f"{attack.label} against {aim}"


def attack_rolled(world: World, e: AttackRolled) -> World:
    return world.with_attack(attack_roll=e.roll, stage=e.stage, hit=e.hit)


# -- The defence roll (T13, SB-122, SB-126) --------------------------------------------------------


class RollDefence(Command, frozen=True):
    """The defender rolls, once the attack is good."""

    may = "owner or gm"
    who: Id
    hidden: bool = False


class DefencePaid(Event, frozen=True):
    """The action for a defence, where it is paid only when it is rolled (SB-122)."""

    who: str
    source: Source
    part: Combatant


class DefenceRolled(Event, frozen=True):
    number: int
    attacker: str
    target: str
    roll: int
    outcome: Outcome
    stopped: bool


def roll_defence(world: World, seat: Seat, c: RollDefence, dice: Dice) -> Iterator[Event]:
    attack = the_attack(world)
    thrower(world, seat, c.who, attack.target, c.hidden)
    why = "A defence is rolled when the attack is good."
    must(attack.stage == "defence_roll", "SB-125", "attack_pending", why)
    thrown = list(defence_thrown(world, dice, c.hidden))
    yield from thrown
    yield from going_on(after(world, thrown), dice, attack.target, c.hidden)


def defence_thrown(world: World, dice: Dice, hidden: bool) -> Iterator[Event]:
    attack = the_attack(world)
    hero = world.cast[attack.target]
    rating = known.rating(world, hero, attack.defence_key)
    made = rolling.throw(
        world,
        hero,
        dice,
        f"defence against {world.name(attack.attacker)}",
        attack.defence_key,
        rating,
        attack.defence_modifiers,
        hidden,
    )
    stopped = struck(world.rolls[attack.attack_roll].outcome, made.roll.outcome) == "stopped"
    if attack.defence == "owed":
        source, part = attacking.payment(rounds.fighting(world, hero.id))
        yield DefencePaid(hero.id, source, part)
    yield made
    yield DefenceRolled(
        attack.id, attack.attacker, hero.id, made.roll.id, made.roll.outcome, stopped
    )
    if stopped:
        yield from ending.over(world, attack, "stopped", made.roll)


def defence_paid(world: World, e: DefencePaid) -> World:
    fight = rounds.the_fight(world)
    world = world.with_fight(combatants={**fight.combatants, e.who: e.part})
    return world.with_attack(defence=e.source)


def defence_rolled(world: World, e: DefenceRolled) -> World:
    return world.with_attack(defence_roll=e.roll, stage="damage", hit=not e.stopped)


# -- Damage (T14, SB-85, SB-86, SB-90) -------------------------------------------------------------


class RollDamage(Command, frozen=True):
    """After a hit, the weapon's dice: each that gets through the armor takes a health point."""

    may = "owner or gm"
    who: Id


class DamageRolled(Event, frozen=True):
    number: int
    attacker: str
    target: str
    size: Size
    faces: tuple[int, ...]
    hurts_from: int
    points: int


def roll_damage(world: World, seat: Seat, c: RollDamage, dice: Dice) -> Iterator[Event]:
    attack = the_attack(world)
    thrower(world, seat, c.who, attack.attacker, hidden=False)
    must(attack.stage == "damage", "SB-85", "attack_pending", "Damage is rolled after a hit.")
    thrown = list(damage_thrown(world, dice, False))
    yield from thrown
    yield from going_on(after(world, thrown), dice, attack.attacker, False)


def damage_thrown(world: World, dice: Dice, hidden: bool) -> Iterator[Event]:
    attack = the_attack(world)
    hero = world.cast[attack.target]
    hurts_from = sheet.damage_from(world, hero)
    known.health(world, hero)
    faces = dice.roll(gear.dice_of(attack.size))
    points = gear.hurting(faces, hurts_from)
    rolled = DamageRolled(
        attack.id, attack.attacker, hero.id, attack.size, faces, hurts_from, points
    )
    yield rolled
    if not points:
        yield from ending.over(world, attack, "scratch")  # no loss, no further rolls (SB-90)
        return
    events = list(harm.injury(world, hero, points, attack.label, attack.attacker))
    yield from events
    yield from no_roll_due(after(world, [rolled, *events]), attack)


def no_roll_due(world: World, attack: Attack) -> Iterator[Event]:
    """The dead and the unconscious roll nothing: the attack is over (SB-95, SB-97)."""
    if any(wound.attack for wound in world.wounds):
        return
    dead = world.cast[attack.target].life == "dead"
    yield from ending.over(world, the_attack(world), "dead" if dead else "out")


def damage_rolled(world: World, e: DamageRolled) -> World:
    return world.with_attack(damage_faces=e.faces, damage=e.points)


# -- Things (SB-92) --------------------------------------------------------------------------------


class RuleThing(Command, frozen=True):
    """The Director says what becomes of the thing that was hit."""

    may = "gm"
    answer: Line


class ThingRuled(Event, frozen=True):
    number: int
    attacker: str
    thing: str
    answer: str


def rule_thing(world: World, seat: Seat, c: RuleThing, dice: Dice) -> Iterator[Event]:
    the_director(seat, "SB-92")
    attack = the_attack(world)
    must(attack.stage == "thing", "SB-92", "attack_pending", "No thing has been hit just now.")
    answer = words(one_line(c.answer), "SB-92", "Say what becomes of it.")
    yield ThingRuled(world.unseen + 1, attack.attacker, attack.thing, answer)
    yield from ending.over(world, attack, "thing")


def thing_ruled(world: World, e: ThingRuled) -> World:
    asked = f"What becomes of this: {e.thing}?"
    return world.with_ruling(e.number, "SB-92", asked, e.answer, "", e.attacker)


# -- Throwing on -----------------------------------------------------------------------------------

Throw = Callable[[World, Dice, bool], Iterator[Event]]


def next_throw(world: World) -> tuple[str, Throw] | None:
    """Who throws next in the attack under way, and what; None where somebody has to decide."""
    attack = world.fight.attack if world.fight else None
    if attack is None:
        return None
    throws: dict[Stage, tuple[str, Throw]] = {
        "defence_roll": (attack.target, defence_thrown),
        "damage": (attack.attacker, damage_thrown),
        "knockout": (attack.target, knockout_thrown),
        "berserk": (attack.target, berserk_thrown),
    }
    return throws.get(attack.stage)


def knockout_thrown(world: World, dice: Dice, hidden: bool) -> Iterator[Event]:
    hero = world.cast[the_attack(world).target]
    return harm.staying_up(world, harm.the_wound(world, hero, "knockout"), dice, hidden)


def berserk_thrown(world: World, dice: Dice, hidden: bool) -> Iterator[Event]:
    hero = world.cast[the_attack(world).target]
    return harm.raging(world, harm.the_wound(world, hero, "berserk"), dice)


def going_on(world: World, dice: Dice, who: str, hidden: bool) -> Iterator[Event]:
    """What the same hand throws next, one throw after the other."""
    hand = rounds.hand(world, who)
    while (found := next_throw(world)) and rounds.hand(world, found[0]) == hand:
        now, throw = world, found[1]
        thrown = harm.if_dice_are_left(lambda now=now, throw=throw: list(throw(now, dice, hidden)))
        if not thrown:
            return
        yield from thrown
        world = after(world, thrown)


DECIDE: dict[Any, Any] = {
    RollAttack: roll_attack,
    RollDefence: roll_defence,
    RollDamage: roll_damage,
    RuleThing: rule_thing,
}
EVOLVE: dict[Any, Any] = {
    AttackRolled: attack_rolled,
    DefencePaid: defence_paid,
    DefenceRolled: defence_rolled,
    DamageRolled: damage_rolled,
    ThingRuled: thing_ruled,
}
HERE: dict[Any, Any] = {**harm.HERE, **EVOLVE}


def after(world: World, events: list[Event]) -> World:
    """The table once these have happened, for what comes after them in the same command."""
    for event in events:
        world = HERE[type(event)](world, event)
    return world
