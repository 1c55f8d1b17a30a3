"""Numbers that a rule cannot do without: what an extra was never given is asked for (SB-169)."""

from __future__ import annotations

from tablefolk.core.game import Refusal
from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Character


def rating(world: World, hero: Character, key: str) -> int | None:
    """A rating, or the refusal that asks the Director for it."""
    try:
        return sheet.rating(world, hero, key)
    except sheet.Unset:
        raise not_set_yet(world, hero, key) from None


def fitness(world: World, hero: Character) -> int:
    """Fitness, by which a fight is ordered (SB-106)."""
    return rating(world, hero, "FIT") or 0


def health(world: World, hero: Character) -> int:
    """Health points left, or the refusal that asks the Director how many there are."""
    try:
        return sheet.hp(world, hero)
    except sheet.Unset:
        raise not_set_yet(world, hero, "HP") from None


def not_set_yet(world: World, hero: Character, key: str) -> Refusal:
    why = f"The Director must first set {sheet.label(world, key)} for {hero.name or hero.id}."
    return Refusal("SB-169", "awaiting_ruling", why, firm=True)
