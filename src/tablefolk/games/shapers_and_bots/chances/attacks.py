"""The chances of an attack that is planned or under way, by the numbers the table asks with."""

from __future__ import annotations

from msgspec import Struct

from tablefolk.games.shapers_and_bots.chances import blows
from tablefolk.games.shapers_and_bots.chances.outlook import Outlook
from tablefolk.games.shapers_and_bots.chances.rolls import challenge
from tablefolk.games.shapers_and_bots.rules import rolling
from tablefolk.games.shapers_and_bots.rules.fights import asking
from tablefolk.games.shapers_and_bots.rules.fights.asking import Facts
from tablefolk.games.shapers_and_bots.rules.fights.attacking import DeclareAttack
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Attack, Character


class AttackChances(Struct, frozen=True):
    """An attack before its dice: its own roll, and how it ends with and without a defence.

    An ending goes as far as one may know: to what becomes of the target, or only to a hit.
    """

    roll: Outlook
    undefended: Outlook | None  # None where the target has said that it defends
    defended: tuple[tuple[str, Outlook], ...] = ()  # for each rating it may defend with
    source: str = ""  # round or borrowed: where the action for a defence would come from


def under_way(world: World) -> Attack | None:
    return world.fight.attack if world.fight else None


def planned(world: World, hero: Character, c: DeclareAttack) -> Attack | None:
    """An attack that could be declared; None where its target is not there."""
    there = bool(c.thing.strip()) or c.target in world.cast
    return asking.plan(world, hero, c) if there else None


def of_attack(world: World, attack: Attack, deep: bool) -> AttackChances | None:
    """The chances of an attack; `deep` tells what becomes of the target, HP and armor counted."""
    facts = asking.facts(world, attack)
    if facts.unset:
        return None  # the Director is asked for a number first (SB-169)
    luck = _luck(world, attack)

    def ending(struck: Outlook, luck: int) -> Outlook:
        if not deep or facts.thing or facts.hp is None:
            return struck
        return blows.attacked(struck, wounded(facts, luck))

    defences = facts.defences if facts.can_defend or facts.defended else ()
    return AttackChances(
        challenge(facts.attack),
        None if facts.defended else ending(blows.undefended(facts.attack), luck),
        tuple((k, ending(blows.defended(facts.attack, total), 0)) for k, total in defences),
        facts.source,
    )


def landing(world: World, attack: Attack) -> Outlook | None:
    """Whether it hits as things stand: against the defence that was declared, or none (SB-124)."""
    facts = asking.facts(world, attack)
    if set(facts.unset) - {"HP"}:
        return None  # the Director is asked for a number first (SB-169)
    if not facts.defended:
        return blows.undefended(facts.attack)
    ((_, defence),) = facts.defences
    return blows.defended(facts.attack, defence)


def wounded(facts: Facts, luck: int = 0) -> Outlook:
    """What a hit would do to the target."""
    if facts.conscious:
        return blows.hit(
            facts.dice, facts.hurts_from, facts.hp or 0, facts.frail, luck, facts.spared
        )
    return blows.hit_while_out(
        facts.dice, facts.hurts_from, facts.hp or 0, facts.frail, facts.spared
    )


def damage(world: World) -> Outlook | None:
    """The damage dice, when they are next (SB-85)."""
    attack = under_way(world)
    if attack is None or attack.stage != "damage":
        return None
    facts = asking.facts(world, attack)
    return blows.points(facts.dice, facts.hurts_from)


def _luck(world: World, attack: Attack) -> int:
    """What waits for the target's next roll: that is the one to stay up, if it does not defend."""
    target = world.cast.get(attack.target)
    return sum(m.value for m in rolling.waiting(target)) if target else 0
