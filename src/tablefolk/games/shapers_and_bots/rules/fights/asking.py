"""Who has to answer or throw now, and the numbers it goes by: for pages, offers and odds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from tablefolk.games.shapers_and_bots.rules import gear, harm, rolling, sheet
from tablefolk.games.shapers_and_bots.rules.fights import attacking, berserk, rounds, ways
from tablefolk.games.shapers_and_bots.rules.fights.attacking import DeclareAttack
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Attack, Character, Fight, Modifier

What = Literal[
    "knockout", "berserk", "waking",  # harm
    "defence", "attack_roll", "defence_roll", "damage", "thing",  # an attack
    "open_round", "buggy", "time", "begin_turns", "turn",  # rounds and turns
]  # fmt: skip


class Question(Struct, frozen=True):
    """What the table waits for: who answers, for whom, and what."""

    member: str
    who: str  # a character; "" where the Director is asked about the fight itself
    what: What


# -- What the table waits for (each person has one clear question) ---------------------------------


def waits(world: World) -> tuple[Question, ...]:
    """All that is owed now: at most one answer for each character."""
    return (*_wounds(world), *_fight(world), *_waking(world))


def owed(world: World, member: str) -> tuple[Question, ...]:
    """What this member owes the table."""
    return tuple(question for question in waits(world) if question.member == member)


def _wounds(world: World) -> Iterator[Question]:
    for wound in world.wounds:
        yield Question(rounds.hand(world, wound.who), wound.who, wound.stage)


def _waking(world: World) -> Iterator[Question]:
    for hero in world.cast.values():
        if hero.waking:
            yield Question(rounds.hand(world, hero.id), hero.id, "waking")


def _fight(world: World) -> Iterator[Question]:
    fight = world.fight
    if fight is None or any(wound.who in fight.combatants for wound in world.wounds):
        return
    if fight.attack is not None:
        yield _attack(world, fight.attack)
    elif fight.phase == "turns":
        yield Question(rounds.hand(world, fight.current), fight.current, "turn")
    elif fight.phase == "opening":
        yield from _opening(world, fight)
    else:
        yield Question(world.gm, "", "open_round")


def _attack(world: World, attack: Attack) -> Question:
    """The one stage the attack is at; who cannot pay for a defence is not asked for one."""
    target = rounds.hand(world, attack.target)
    attacker = rounds.hand(world, attack.attacker)
    match attack.stage:
        case "defence":
            one = world.combatant(attack.target)
            if one and attacking.can_pay(one):
                return Question(target, attack.target, "defence")
            return Question(attacker, attack.attacker, "attack_roll")
        case "defence_roll" | "knockout" | "berserk":
            return Question(target, attack.target, attack.stage)
        case "thing":
            return Question(world.gm, attack.attacker, "thing")
        case "attack_roll" | "damage":
            return Question(attacker, attack.attacker, attack.stage)


def _opening(world: World, fight: Fight) -> Iterator[Question]:
    for who in fight.buggy:
        yield Question(world.gm, who, "buggy")
    for who in rounds.to_ask(world):
        yield Question(rounds.hand(world, who), who, "time")
    if not fight.buggy and not rounds.to_ask(world):
        yield Question(world.gm, "", "begin_turns")


# -- The numbers of an attack (for chances and explanations) ---------------------------------------


class Facts(Struct, frozen=True):
    """What an attack goes by: enough to show every chance that is still open."""

    attack: int | None  # all summed; None: only a fluke hits
    dice: int
    thing: bool = False
    can_defend: bool = False
    defended: bool | None = None  # None: not decided yet
    defences: tuple[tuple[str, int | None], ...] = ()  # rating key, all summed
    source: Literal["", "round", "borrowed"] = ""  # where a defence's action would come from
    hurts_from: int = 4
    hp: int | None = None
    conscious: bool = True
    frail: bool = False
    spared: bool = False
    may_rage: bool = False
    unset: tuple[str, ...] = ()  # ratings of extras still to be set (SB-169)


def facts(world: World, attack: Attack) -> Facts:
    """The numbers of an attack under way, or of one that is only planned."""
    attacker = world.cast[attack.attacker]
    total, missing = _total(world, attacker, attack.key, attack.modifiers)
    dice = gear.dice_of(attack.size)
    if not attack.target:
        return Facts(total, dice, thing=True, defended=False, unset=missing)
    return _against(world, attack, world.cast[attack.target], total, dice, missing)


def plan(world: World, hero: Character, c: DeclareAttack) -> Attack:
    """An attack that could be declared, for its chance before it is (SB-20)."""
    way = ways.way(world, hero, c.way)
    return attacking.planned(world, hero, way, c)


def _against(
    world: World,
    attack: Attack,
    target: Character,
    total: int | None,
    dice: int,
    missing: tuple[str, ...],
) -> Facts:
    one = world.combatant(target.id)
    reason = attacking.undefended(world, attack)
    able = not reason and one is not None and attacking.can_pay(one)
    keys = (attack.defence_key,) if attack.defence_key else ways.defences(world, target)
    found = {key: _total(world, target, key, attack.defence_modifiers) for key in keys}
    health = _health(world, target)
    lacking = tuple(key for _, unset in found.values() for key in unset)
    chosen = attack.defence if attack.defence else ("" if able else "none")
    return Facts(
        total,
        dice,
        can_defend=able,
        defended=None if chosen == "" else chosen != "none",
        defences=tuple((key, value) for key, (value, _) in found.items()),
        source="" if not able or one is None else "round" if one.pool else "borrowed",
        hurts_from=sheet.damage_from(world, target),
        hp=health,
        conscious=target.life == "conscious",
        frail=harm.frail(world, target),
        spared=harm.spared(world, target),
        may_rage=berserk.may_rage(world, target.id),
        unset=(*missing, *lacking, *(("HP",) if health is None else ())),
    )


def _total(
    world: World, hero: Character, key: str, modifiers: tuple[Modifier, ...]
) -> tuple[int | None, tuple[str, ...]]:
    number = sheet.number(world, hero, key)
    missing = (key,) if number.unset else ()
    return rolling.total(number.value, hero, modifiers), missing


def _health(world: World, hero: Character) -> int | None:
    try:
        return sheet.hp(world, hero)
    except sheet.Unset:
        return None
