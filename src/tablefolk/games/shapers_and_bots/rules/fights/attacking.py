"""Declaring an attack, and answering it before any dice fall (SB-113 … SB-127; T9 … T11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need, word
from tablefolk.games.shapers_and_bots.rules import known, sheet
from tablefolk.games.shapers_and_bots.rules.content import figures
from tablefolk.games.shapers_and_bots.rules.fights import acting, rounds, ways
from tablefolk.games.shapers_and_bots.rules.fights.ending import the_attack
from tablefolk.games.shapers_and_bots.rules.fights.ways import Way
from tablefolk.games.shapers_and_bots.rules.state import (
    World,
    gone,
    one_line,
    the_director,
    the_directors,
)
from tablefolk.games.shapers_and_bots.rules.values import (
    Attack,
    Character,
    Combatant,
    Id,
    Key,
    Line,
    Modified,
    Modifier,
    Name,
    Rating,
    Source,
    Who,
)
from tablefolk.games.shapers_and_bots.rules.wording import Facts, say

ATTACKS = 1  # ordinary ones per round, even for the hasted (SB-113, SB-142)
Undefended = Literal["", "thing", "surprise", "unconscious", "berserk", "borrow_limit"]


# -- Declaring (T9, SB-113, SB-114, SB-120) --------------------------------------------------------


class DeclareAttack(Act[World], frozen=True):
    """Attack somebody or something, in a certain way; the action is spent at once."""

    may = "owner or gm"
    who: Id
    target: Id = ""
    thing: Name = ""  # instead of somebody: a door, a rope (SB-92)
    way: Id = "unarmed"
    key: Key = ""  # another rating than usual, if the Director agrees
    modifier: Modified = 0
    because: Line = ""  # what the modifier is for
    surprise: bool = False

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        rounds.the_fight(world)
        one = must(
            acting.turn(world, seat, self.who, 0), "SB-108", "not_in_fight", "Join the fight first."
        )
        hero = world.cast[self.who]
        part = paid_attack(hero, one)
        way = ways.way(world, hero, self.way)
        size = ways.ready(world, hero, way)
        aimed(world, hero, self)
        in_its_rage(world, one, self)
        attack = planned(world, hero, way, self)
        known.rating(world, hero, attack.key)
        agreed(world, seat, hero, way, self, one)
        reason = undefended(world, attack)
        attack = replace(attack, size=size, rage=one.rage > 0)
        if reason:
            attack = replace(attack, stage="attack_roll", defence="none")
        unseen = self.surprise or (one.unseen and bool(attack.target))
        yield AttackDeclared(attack, replace(part, unseen=one.unseen and not unseen), reason)
        yield from used(world, hero, way, attack)
        if unseen:
            yield surprised(world, attack)


class AttackDeclared(Change[World], frozen=True):
    attack: Attack
    part: Combatant  # the attacker, the action spent
    undefended: Undefended = ""  # why nobody is asked about a defence

    def onto(self, world: World) -> World:
        fight = rounds.the_fight(world)
        parts = {**fight.combatants, self.attack.attacker: self.part}
        return world.counted(self.attack.id).with_fight(combatants=parts, attack=self.attack)

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "_rage" if self.attack.rage else ""

    def in_words(self, world: World, seat: Seat) -> Facts:
        attack = self.attack
        aim = world.name(attack.target) if attack.target else attack.thing
        wild = say("words.no_defence", name=aim) if self.undefended == "berserk" else ""
        return {"name": world.name(attack.attacker), "aim": aim, "more": wild}


def paid_attack(hero: Character, one: Combatant) -> Combatant:
    """Rage is spent first; otherwise one action, and one attack per round (SB-113, SB-131)."""
    if one.rage:
        raging = one.rage_attacks + 1
        return replace(one, rage=0, rage_attacks=raging, acted=True, nearest="")
    why = f"{hero.name} has no action left this round."
    need(one.pool >= 1, "SB-112", "no_actions", why)
    why = f"{hero.name} has attacked this round already; other things can still be done."
    need(one.attacks < ATTACKS, "SB-113", "attack_already_used", why)
    cost = min(1, one.pool)
    return replace(
        one, pool=one.pool - cost, spent=one.spent + cost, attacks=one.attacks + 1, acted=True
    )


def aimed(world: World, hero: Character, c: DeclareAttack) -> None:
    """A living or material target other than oneself (SB-114, SB-92)."""
    if c.thing.strip() and not c.target:
        return
    there = bool(c.target) and world.combatant(c.target) is not None
    must(there, "SB-114", "bad_target", "Choose somebody who is in the fight, or a thing.")
    target = world.cast[c.target]
    need(target.id != hero.id, "SB-114", "bad_target", "Nobody attacks themselves.")
    need(target.life != "dead", "SB-114", "bad_target", f"{target.name} is {gone(target)}.")
    known.health(world, target)


def in_its_rage(world: World, one: Combatant, c: DeclareAttack) -> None:
    """Where the Director has ruled so, rage goes for the nearest one (SB-136)."""
    there = bool(one.rage and one.nearest) and world.combatant(one.nearest) is not None
    why = f"In its rage it goes for the nearest: {world.name(one.nearest)}."
    need(not there or c.target == one.nearest, "SB-136", "bad_target", why)


def planned(world: World, hero: Character, way: Way, c: DeclareAttack) -> Attack:
    """The attack as it would be; also for showing its chance beforehand (SB-20)."""
    key = sheet.known_key(world, hero, c.key, "SB-120") if c.key else way.key
    said = one_line(c.because) or "situation"
    extra = (Modifier(said, c.modifier),) if c.modifier else ()
    target = c.target if not c.thing.strip() else ""
    return Attack(
        world.count + 1,
        hero.id,
        target,
        one_line(c.thing),
        way.id,
        way.label,
        way.size or "punch",
        key,
        (*raging(world, hero.id), *extra),
    )


def raging(world: World, who: str) -> tuple[Modifier, ...]:
    """+2 on all attack rolls of the berserk (SB-132)."""
    one = world.combatant(who)
    return (Modifier("berserk", figures().berserk_bonus),) if one and one.berserk else ()


def agreed(
    world: World, seat: Seat, hero: Character, way: Way, c: DeclareAttack, one: Combatant
) -> None:
    """Another rating, a modifier, a surprise: the Director's to say (SB-120, SB-127)."""
    the_directors(seat, "SB-120", not c.modifier, "The Director says what that is worth.")
    aim = world.name(c.target) if c.target else one_line(c.thing)
    what = f"{hero.name} attacks {aim} ({way.label})"
    if c.surprise and not one.unseen:
        word(seat, "SB-127", f"{what}: a complete surprise, so that there is no defence?")
    if c.because.strip() and not c.modifier:
        word(seat, "SB-120", f"{what}: {one_line(c.because)}. What is that worth?")
    if (c.key and c.key != way.key) or c.modifier:
        with_key = f" with {sheet.label(world, c.key)}" if c.key else ""
        more = f" {sheet.signed(c.modifier)} {one_line(c.because)}".rstrip() if c.modifier else ""
        word(seat, "SB-120", f"{what}{with_key}{more}?")


def undefended(world: World, attack: Attack) -> Undefended:
    """Why no defence is possible at all, if so (SB-92, SB-127, SB-133)."""
    if not attack.target:
        return "thing"
    if world.cast[attack.target].life != "conscious":
        return "unconscious"
    one = world.combatant(attack.target)
    return "berserk" if one and one.berserk else "surprise" if attack.surprise else ""


def used(world: World, hero: Character, way: Way, attack: Attack) -> Iterator[Event]:
    """A shot weapon is empty, a thrown one is gone from the hand (SB-116, SB-117)."""
    item = hero.item(way.item)
    if item is None:
        return
    if way.throws:
        place = world.cast[attack.target].place if attack.target else hero.place
        yield acting.dropped(hero, item, place, thrown=True)
    elif item.reload_actions:
        yield acting.WeaponEmptied(hero.id, item.id, item.reload_actions)


# -- The Director's say before the dice (SB-120, SB-123, SB-127) -----------------------------------


class MarkSurprise(Act[World], frozen=True):
    """The Director rules that the attack is a complete surprise: no defence is possible."""

    may = "gm"

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-127")
        attack = the_attack(world)
        why = "That is said before the defence is."
        must(attack.stage == "defence", "SB-127", "attack_pending", why)
        yield surprised(world, attack)


class SurpriseRuled(Change[World], frozen=True):
    voice = "ruled"
    number: int
    attacker: str
    target: Who
    question: str

    def onto(self, world: World) -> World:
        world = world.with_attack(surprise=True, defence="none", stage="attack_roll")
        return world.with_ruling(self.number, "SB-127", self.question, "yes", "", self.target)


def surprised(world: World, attack: Attack) -> SurpriseRuled:
    asked = f"Is {world.name(attack.attacker)}’s attack a complete surprise?"
    return SurpriseRuled(world.unseen + 1, attack.attacker, attack.target, asked)


class SetUnseen(Act[World], frozen=True):
    """The Director says beforehand that nobody sees somebody's next attack coming, or no longer."""

    may = "gm"
    who: Id
    unseen: bool = True

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-127")
        one = rounds.fighting(world, self.who)
        must(one.unseen != self.unseen, "SB-127", "same", "It is like that already.")
        yield UnseenSet(self.who, world.name(self.who), self.unseen)


class UnseenSet(Change[World], frozen=True):
    voice = "noted"
    who: str
    name: str
    unseen: bool

    def onto(self, world: World) -> World:
        return world.with_combatant(self.who, unseen=self.unseen)

    def told_to(self, world: World, seat: Seat) -> str | None:
        """What the others must not know yet: for the Director, and for whoever plays it."""
        mine = seat.gm or (self.who in world.cast and world.cast[self.who].player == seat.id)
        return None if not mine else "" if self.unseen else "_seen"


class AdjustAttack(Act[World], frozen=True):
    """The Director names another rating or adds a modifier, for the attack or the defence."""

    may = "gm"
    key: Key = ""
    modifier: Modified = 0
    because: Line = ""
    defence: bool = False

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-120")
        attack = the_attack(world)
        stages = (
            ("defence", "attack_roll", "defence_roll")
            if self.defence
            else ("defence", "attack_roll")
        )
        why = "The dice have fallen already."
        must(attack.stage in stages, "SB-120", "attack_pending", why)
        told = not self.defence or bool(attack.defence_key)
        must(told, "SB-123", "attack_pending", "Nobody defends against it.")
        who = attack.target if self.defence else attack.attacker
        key = attack.defence_key if self.defence else attack.key
        if self.key:
            key = sheet.known_key(world, world.cast[who], self.key, "SB-120")
            known.rating(world, world.cast[who], key)
        yield adjusted(world, attack, self, who, key)


class AttackAdjusted(Change[World], frozen=True):
    voice = "noted"
    number: int
    who: Who
    defence: bool
    key: str
    modifiers: tuple[Modifier, ...]
    question: str
    answer: str

    def onto(self, world: World) -> World:
        if self.defence:
            world = world.with_attack(defence_key=self.key, defence_modifiers=self.modifiers)
        else:
            world = world.with_attack(key=self.key, modifiers=self.modifiers)
        return world.with_ruling(self.number, "SB-120", self.question, self.answer, "", self.who)

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "_defence" if self.defence else ""


def adjusted(world: World, attack: Attack, c: AdjustAttack, who: str, key: str) -> AttackAdjusted:
    said = one_line(c.because) or "situation"
    had = attack.defence_modifiers if c.defence else attack.modifiers
    more = (Modifier(said, c.modifier),) if c.modifier else ()
    kept = tuple(m for m in had if not more or m.label != said)
    asked = f"With what does {world.name(who)} roll?"
    answer = f"{sheet.label(world, key)}, {said} {sheet.signed(c.modifier)}"
    return AttackAdjusted(world.unseen + 1, who, c.defence, key, (*kept, *more), asked, answer)


# -- Defending or not (T10, T11, SB-121 … SB-123) --------------------------------------------------


class Defend(Act[World], frozen=True):
    """Use an action to defend: one of this round, or else one borrowed from the next turn."""

    may = "owner or gm"
    who: Id
    key: Key = ""  # another rating than what is in hand, if the Director agrees

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = world.own(seat, self.who)
        attack = attacked(world, hero)
        world.able(hero)
        one = rounds.fighting(world, hero.id)
        may_defend(world, hero, one, attack)
        usual = ways.defences(world, hero)
        key = (
            sheet.known_key(world, hero, self.key, "SB-123")
            if self.key
            else ways.best_defence(world, hero)
        )
        known.rating(world, hero, key)
        if key not in usual:
            word(seat, "SB-123", f"May {hero.name} defend with {sheet.label(world, key)}?")
        source, part = payment(one)
        if world.options.get("defence_paid") == "only_if_rolled":
            source, part = "owed", one
        yield DefenceDeclared(hero.id, hero.name, key, source, part)


class DefenceDeclared(Change[World], frozen=True):
    who: str
    name: str
    key: Rating
    source: Source
    part: Combatant

    def onto(self, world: World) -> World:
        fight = rounds.the_fight(world)
        world = world.with_fight(combatants={**fight.combatants, self.who: self.part})
        return world.with_attack(defence=self.source, defence_key=self.key, stage="attack_roll")

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "_borrowed" if self.source == "borrowed" else ""


class DeclineDefence(Act[World], frozen=True):
    """Let the attack come without a defence."""

    may = "owner or gm"
    who: Id

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = world.own(seat, self.who)
        attack = attacked(world, hero)
        why = "The attack comes without a defence as it is."
        must(attack.stage == "defence", "SB-121", "attack_pending", why)
        yield DefenceDeclined(hero.id, hero.name)


class DefenceDeclined(Change[World], frozen=True):
    who: str
    name: str
    undefended: Undefended = ""

    def onto(self, world: World) -> World:
        return world.with_attack(defence="none", stage="attack_roll")

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "_cannot" if self.undefended else ""


def attacked(world: World, hero: Character) -> Attack:
    """The attack on this one, as long as no dice have fallen."""
    attack = the_attack(world)
    why = f"It is not {hero.name} who is attacked."
    must(attack.target == hero.id, "SB-121", "not_attacked", why)
    early = attack.stage in ("defence", "attack_roll") and attack.defence in ("", "none")
    must(early, "SB-121", "attack_pending", "That has been decided already.")
    return attack


def may_defend(world: World, hero: Character, one: Combatant, attack: Attack) -> None:
    why = f"{hero.name} does not see it coming: there is no defence against a surprise."
    need(not attack.surprise, "SB-127", "surprised", why)
    need(not one.berserk, "SB-133", "berserk", f"{hero.name} is berserk and does not defend.")
    why = f"{hero.name}’s next turn is used up by defences: let this one come."
    need(can_pay(one), "SB-121", "borrow_limit", why)
    need(attack.defence == "", "SB-121", "attack_pending", "The choice was made: no defence.")


def can_pay(one: Combatant) -> bool:
    return one.pool >= 1 or one.debt < figures().most_borrowed


def payment(one: Combatant) -> tuple[Source, Combatant]:
    """An action of this round if one is left; only then one of the next turn (SB-121)."""
    if one.pool:
        return "round", replace(one, pool=one.pool - 1, defended=one.defended + 1)
    if one.debt < figures().most_borrowed:
        return "borrowed", replace(one, debt=one.debt + 1)
    return "granted", one
