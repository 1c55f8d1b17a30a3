"""The dice of an attack: attack, defence, damage (SB-85, SB-86, SB-124 … SB-126; T12 … T14).

Who throws goes on throwing as long as it is theirs to throw and nobody has to decide anything:
an undefended hit and its damage are one tap, each with a result of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from tablefolk.core.book import after
from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must
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
    Who,
)
from tablefolk.games.shapers_and_bots.rules.wording import Facts, ours, summed

Struck = Literal["hit", "missed", "stopped"]
GOOD = ("success", "fluke")


def struck(attack: Outcome, defence: Outcome | None) -> Struck:
    """Hit, missed or stopped: the two totals are never compared (SB-124 … SB-126)."""
    if attack not in GOOD:
        return "missed"
    stops = defence == "fluke" or (defence == "success" and attack != "fluke")
    return "stopped" if stops else "hit"


# -- The attack roll (T12, SB-124, SB-125) ---------------------------------------------------------


class RollAttack(Act[World], frozen=True):
    """The attacker rolls; after an undefended hit, the damage too."""

    may = "owner or gm"
    who: Id
    hidden: bool = False

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        attack = the_attack(world)
        thrower(world, seat, self.who, attack.attacker, self.hidden)
        one = world.combatant(attack.target)
        helpless = attack.stage == "defence" and one is not None and not attacking.can_pay(one)
        answered = attack.stage == "attack_roll" or helpless
        why = f"First {world.name(attack.target)} says whether to defend."
        must(answered, "SB-121", "attack_pending", why if attack.stage == "defence" else LATE)
        if helpless:
            none = attacking.DefenceDeclined(
                attack.target, world.name(attack.target), "borrow_limit"
            )
            yield none
            world = none.onto(world)
        thrown = list(attack_thrown(world, dice, self.hidden))
        yield from thrown
        world = after(world, thrown)
        if not any(isinstance(e, AttackRolled) and e.outcome == "fluke" for e in thrown):
            yield from going_on(world, dice, attack.attacker, self.hidden)  # a fluke waits (SB-29)


class AttackRolled(Change[World], frozen=True):
    number: int
    attacker: Who
    target: Who
    thing: str
    roll: int
    outcome: Outcome
    stage: Stage  # what comes next, if it is good
    hit: bool

    def onto(self, world: World) -> World:
        return world.with_attack(attack_roll=self.roll, stage=self.stage, hit=self.hit)

    def told_to(self, world: World, seat: Seat) -> str | None:
        """A fluke stands by itself; else it is told where the target tries to stop it."""
        if self.outcome == "fluke":
            return "_fluke_defended" if self.stage == "defence_roll" else "_fluke"
        return "" if self.stage == "defence_roll" and self.outcome == "success" else None

    def in_words(self, world: World, seat: Seat) -> Facts:
        aim = world.name(self.target) if self.target else self.thing
        return {"aim": aim, **summed(world, self.roll, seat)}


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


# -- The defence roll (T13, SB-122, SB-126) --------------------------------------------------------


class RollDefence(Act[World], frozen=True):
    """The defender rolls, once the attack is good."""

    may = "owner or gm"
    who: Id
    hidden: bool = False

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        attack = the_attack(world)
        thrower(world, seat, self.who, attack.target, self.hidden)
        why = "A defence is rolled when the attack is good."
        must(attack.stage == "defence_roll", "SB-125", "attack_pending", why)
        thrown = list(defence_thrown(world, dice, self.hidden))
        yield from thrown
        yield from going_on(after(world, thrown), dice, attack.target, self.hidden)


class DefencePaid(Change[World], frozen=True):
    """The action for a defence, where it is paid only when it is rolled (SB-122)."""

    voice = "noted"
    who: Who
    source: Source
    part: Combatant

    def onto(self, world: World) -> World:
        fight = rounds.the_fight(world)
        world = world.with_fight(combatants={**fight.combatants, self.who: self.part})
        return world.with_attack(defence=self.source)


class DefenceRolled(Change[World], frozen=True):
    number: int
    attacker: Who
    target: Who
    roll: int
    outcome: Outcome
    stopped: bool

    def onto(self, world: World) -> World:
        world = world.with_attack(defence_roll=self.roll, stage="damage", hit=not self.stopped)
        return world.with_roll(self.roll, outdone=True) if self.outdone else world

    @property
    def outdone(self) -> bool:
        """Whether the defence was good, and the attack a fluke."""
        return self.outcome == "success" and not self.stopped

    def told_to(self, world: World, seat: Seat) -> str | None:
        return None if self.stopped else "_outdone" if self.outdone else ""

    def in_words(self, world: World, seat: Seat) -> Facts:
        return summed(world, self.roll, seat)


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


# -- Damage (T14, SB-85, SB-86, SB-90) -------------------------------------------------------------


class RollDamage(Act[World], frozen=True):
    """After a hit, the weapon's dice: each that gets through the armor takes a health point."""

    may = "owner or gm"
    who: Id

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        attack = the_attack(world)
        thrower(world, seat, self.who, attack.attacker, hidden=False)
        must(attack.stage == "damage", "SB-85", "attack_pending", "Damage is rolled after a hit.")
        thrown = list(damage_thrown(world, dice, False))
        yield from thrown
        yield from going_on(after(world, thrown), dice, attack.attacker, False)


class DamageRolled(Change[World], frozen=True):
    voice = "threw"
    number: int
    attacker: str
    target: Who
    size: Size
    faces: tuple[int, ...]
    hurts_from: int
    points: int

    def onto(self, world: World) -> World:
        return world.with_attack(damage_faces=self.faces, damage=self.points)

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "" if self.points else "_none"

    def in_words(self, world: World, seat: Seat) -> Facts:
        kept = gear.places_hurting(self.faces, self.hurts_from)
        failed = bool(self.points) and ours(world, self.target)
        return {"faces_kept": kept, "through": self.points or "", "failed": failed}


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


# -- Things (SB-92) --------------------------------------------------------------------------------


class RuleThing(Act[World], frozen=True):
    """The Director says what becomes of the thing that was hit."""

    may = "gm"
    answer: Line

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-92")
        attack = the_attack(world)
        must(attack.stage == "thing", "SB-92", "attack_pending", "No thing has been hit just now.")
        answer = words(one_line(self.answer), "SB-92", "Say what becomes of it.")
        yield ThingRuled(world.unseen + 1, attack.attacker, attack.thing, answer)
        yield from ending.over(world, attack, "thing")


class ThingRuled(Change[World], frozen=True):
    voice = "ruled"
    number: int
    attacker: str
    thing: str
    answer: str

    def onto(self, world: World) -> World:
        asked = f"What becomes of this: {self.thing}?"
        return world.with_ruling(self.number, "SB-92", asked, self.answer, "", self.attacker)


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
        thrown = harm.if_dice_are_left(found[1](world, dice, hidden))
        if not thrown:
            return
        yield from thrown
        world = after(world, thrown)
