"""Fighters taken from the table: who somebody is in a fight, in the numbers of a forecast."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from tablefolk.games.shapers_and_bots.chances.rolls import succeeds
from tablefolk.games.shapers_and_bots.forecast.sides import (
    USUAL_ROUNDS,
    Aim,
    Defending,
    Fight,
    Fighter,
    Paid,
)
from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.fights import ways
from tablefolk.games.shapers_and_bots.rules.gear import dice_of
from tablefolk.games.shapers_and_bots.rules.harm import frail, spared
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Character

GUESSED_HP = 3  # what an average body has


class Means(Struct, frozen=True):
    """Something to fight with, and the rating it goes by (SB-120, SB-123)."""

    name: str
    key: str
    dice: int
    reload: int = 0
    loading: int = 0


def fighter(world: World, hero: Character, defends: Defending = "spare") -> Fighter:
    """Somebody at the table as a forecast sees them, fighting with the best they have."""
    means, combatant = best(world, hero), world.combatant(hero.id)
    ties = world.fight.ties if world.fight else ()
    return Fighter(
        name=hero.name or hero.id,
        attack=rated(world, hero, means.key),
        defence=parrying(world, hero, means),
        dice=means.dice,
        hurts_from=sheet.damage_from(world, hero),
        hp=max(0, health(world, hero)),
        fit=rated(world, hero, "FIT") or 0,
        place=ties.index(hero.id) if hero.id in ties else len(ties),
        defends=defends,
        rabbit=sheet.has_trait(world, hero, "berserk"),
        frail=frail(world, hero),
        spared=spared(world, hero),
        reload=means.reload,
        loading=means.loading,
        berserk=combatant is not None and combatant.berserk,
        debt=combatant.debt if combatant else 0,
    )


def between(
    world: World,
    ours: Iterable[str],
    theirs: Iterable[str],
    defends: Defending = "spare",
    aim: Aim = "weakest",
    rounds: int = USUAL_ROUNDS,
) -> Fight:
    """A fight between these, as far as they are conscious, the way this table plays it."""

    def side(names: Iterable[str]) -> tuple[Fighter, ...]:
        found = (world.cast[who] for who in names if who in world.cast)
        return tuple(fighter(world, one, defends) for one in found if one.life == "conscious")

    late = world.options.get("defence_paid") == "only_if_rolled"
    paid: Paid = "only_if_rolled" if late else "on_declare"
    return Fight((side(ours), side(theirs)), aim, paid, rounds)


def guessed(world: World, hero: Character) -> tuple[str, ...]:
    """The numbers an extra was never given, for which the forecast takes average ones (SB-169)."""
    keys = [key for key in ("FIT", best(world, hero).key) if sheet.number(world, hero, key).unset]
    try:
        sheet.hp(world, hero)
    except sheet.Unset:
        keys.append("HP")
    return tuple(dict.fromkeys(keys))


# -- With what, and how well (SB-85 … SB-88, SB-120) -----------------------------------------------


def best(world: World, hero: Character) -> Means:
    """What hurts most in a round, chance and loading counted."""

    def worth(means: Means) -> float:
        rounds = max(1, (1 + means.reload) / 2)
        return float(succeeds(rated(world, hero, means.key)) * means.dice) / rounds

    return max(means_of(world, hero), key=worth)


def means_of(world: World, hero: Character) -> Iterator[Means]:
    """All that somebody could fight with round after round; what is thrown is gone (SB-117)."""
    for way in ways.ways(world, hero):
        item = hero.item(way.item)
        if not way.size or way.throws or (item and item.place):
            continue
        reload, left = (item.reload_actions, item.reload_left) if item else (0, 0)
        loading = (left or reload) if item and reload and not item.loaded else 0
        yield Means(way.label, way.key, dice_of(way.size), reload, loading)


def parrying(world: World, hero: Character, means: Means) -> int | None:
    """What is in hand defends, too; who holds a bow may as well use hands and feet (SB-123)."""
    skill, hands = rated(world, hero, means.key), rated(world, hero, "brawling")
    if not means.reload or hands is None:
        return skill
    return hands if skill is None else max(skill, hands)


def rated(world: World, hero: Character, key: str) -> int | None:
    """A rating; where it was never set, an average one."""
    found = sheet.number(world, hero, key)
    return found.value if found.known else 0


def health(world: World, hero: Character) -> int:
    try:
        return sheet.hp(world, hero)
    except sheet.Unset:
        return GUESSED_HP
