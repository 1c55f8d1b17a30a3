"""With what somebody can attack and defend, and whether it is ready (SB-56, SB-114, SB-120)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from tablefolk.core.game import must, need
from tablefolk.games.shapers_and_bots.rules import gear, sheet
from tablefolk.games.shapers_and_bots.rules.content import Size
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import BotPart, Character, Item

BRAWLING, THROWING = "brawling", "throwing"


class Way(Struct, frozen=True, omit_defaults=True):
    """A way to attack: bare hands, horns, a tool, a thing in hand, a thing thrown."""

    id: str  # unarmed, natural:0, bot:sawblade, item:7, throw:7
    label: str
    size: Size | Literal[""]  # "" has no class until the Director rules (SB-89)
    key: str  # the rating it is usually rolled with
    item: int = 0
    throws: bool = False  # it leaves the hand (SB-117)


# -- Attacking (SB-88, SB-120) ---------------------------------------------------------------------


def ways(world: World, hero: Character) -> tuple[Way, ...]:
    """All ways somebody has, ready or not: unarmed and natural ones always are (SB-56, SB-105)."""
    return (
        *_natural(world, hero),
        unarmed(hero),
        *(tool(world, part) for part in tools(world, hero)),
        *(way for item in hero.items for way in _with_item(item)),
    )


def unarmed(hero: Character) -> Way:
    """A punch, kick or headbutt; a Small weapon only for a black belt (SB-88)."""
    return Way("unarmed", "Punch or kick", "small" if hero.black_belt else "punch", BRAWLING)


def _natural(world: World, hero: Character) -> Iterator[Way]:
    for place, weapon in enumerate(sheet.natural_weapons(world, hero)):
        yield Way(f"natural:{place}", weapon.name, weapon.size, BRAWLING)


def tools(world: World, hero: Character) -> tuple[BotPart, ...]:
    """A bot's parts that are weapons, or might be one by ruling (SB-156)."""
    parts = hero.bot.parts if hero.bot else ()
    return tuple(part for part in parts if _cuts(world, part))


def _cuts(world: World, part: BotPart) -> bool:
    found = world.bot_feature(part.feature)
    return bool(part.size or (found and found.weapon) or part.feature == "drill")


def tool(world: World, part: BotPart) -> Way:
    """A bot's tool: always drawn, rolled with a Weapon specialty of its name (SB-156)."""
    found = world.bot_feature(part.feature)
    name = found.name if found else part.feature
    size = part.size or (found.weapon if found else "")
    return Way(f"bot:{part.feature}", name, size, sheet.specialty_key("weapon", name))


def _with_item(item: Item) -> Iterator[Way]:
    if item.size or item.drawn:
        key = item.skill or sheet.specialty_key("weapon", item.name)
        yield Way(f"item:{item.id}", item.name, item.size, key, item.id, item.thrown)
    if item.drawn and not item.thrown:
        yield Way(f"throw:{item.id}", f"{item.name}, thrown", item.size or "punch", THROWING,
                  item.id, True)  # fmt: skip


def way(world: World, hero: Character, id: str) -> Way:
    """That way of attacking, if this one has it."""
    found = next((one for one in ways(world, hero) if one.id == id), None)
    why = f"{hero.name} does not hold that."
    return must(found, "SB-114", "not_in_hand", why)


def ready(world: World, hero: Character, one: Way) -> Size:
    """Drawn, in hand and loaded, with a class to roll its damage by (SB-89, SB-114)."""
    item = hero.item(one.item)
    if item is not None:
        _at_hand(world, hero, item)
        empty = item.reload_actions > 0 and not item.loaded and one.key != THROWING
        steps = "one action" if item.reload_left == 1 else f"{item.reload_left} actions"
        need(not empty, "SB-114", "not_loaded", f"{item.name} must be loaded first: {steps} more.")
    why = f"The Director must first say what class of weapon this is: {one.label}."
    return must(one.size or None, "SB-89", "awaiting_ruling", why)


def _at_hand(world: World, hero: Character, item: Item) -> None:
    full = not gear.fits(world, hero, item)
    why = f"{item.name} must be drawn first; that is an action."
    if full:
        why = f"{item.name} must be drawn first, and {hero.name}’s hands are full: drop something."
    need(item.drawn or not item.needs_draw, "SB-114", "weapon_not_drawn", why)
    why = f"{item.name} is not in {hero.name}’s hand: picking it up is an action."
    need(item.drawn, "SB-114", "not_in_hand", why)


# -- Defending (SB-123) ----------------------------------------------------------------------------


def defences(world: World, hero: Character) -> tuple[str, ...]:
    """The ratings one defends with unasked: what is in hand, a bot's tools, else Brawling."""
    drawn = [item for item in gear.held(hero) if item.size and not item.thrown]
    blades = [tool(world, part) for part in tools(world, hero)]
    keys = [item.skill or sheet.specialty_key("weapon", item.name) for item in drawn]
    keys += [blade.key for blade in blades if blade.size]
    shot_only = all(item.reload_actions for item in drawn) and not any(b.size for b in blades)
    return tuple(dict.fromkeys([*keys, *([BRAWLING] if shot_only else [])]))


def best_defence(world: World, hero: Character) -> str:
    """The best of them; a number nobody has set yet counts least."""

    def worth(key: str) -> tuple[bool, int]:
        value = sheet.number(world, hero, key).value
        return value is not None, value or 0

    return max(defences(world, hero), key=worth)
