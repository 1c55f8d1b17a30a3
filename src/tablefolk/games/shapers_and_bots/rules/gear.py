"""Things to carry: getting and giving them, hands to hold them, armor to wear (SB-85 … SB-92).

What is done with them in a fight, and what that costs, is in fights/acting.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat, must, need, word
from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.content import Level, Size, content
from tablefolk.games.shapers_and_bots.rules.state import World, one_line, the_director, words
from tablefolk.games.shapers_and_bots.rules.values import (
    BotPart,
    Character,
    Id,
    Item,
    Key,
    Line,
    Name,
)

MOST_RELOAD = 12
Steps = Annotated[int, Meta(ge=0, le=MOST_RELOAD)]


# -- Damage dice and armor (SB-85 … SB-87) -----------------------------------------------------


def dice_of(size: Size) -> int:
    """How many damage dice a class of weapons rolls; nothing else adds to them (SB-85)."""
    return content().weapons[size].dice


def hurting(faces: tuple[int, ...], hurts_from: int) -> int:
    """One point for each die that reaches the armor's threshold; never a sum (SB-86)."""
    return sum(face >= hurts_from for face in faces)


# -- Hands (SB-45, SB-52, SB-161) --------------------------------------------------------------


def held(hero: Character) -> tuple[Item, ...]:
    return tuple(item for item in hero.items if item.drawn)


def hands_full(hero: Character) -> int:
    return sum(2 if item.two_handed else 1 for item in held(hero))


def room_for(world: World, seat: Seat, hero: Character, item: Item) -> None:
    """A free hand for it, or two; a clumsy one only if the Director says so (SB-45, SB-52)."""
    good, clumsy = sheet.hands(world, hero), sheet.clumsy_hands(world, hero)
    can_hold(world, hero)
    wanted = hands_full(hero) + (2 if item.two_handed else 1)
    why = f"{hero.name}’s hands are full: drop something first, that costs nothing."
    need(wanted <= good + clumsy, "SB-45", "no_hands", why)
    if good < wanted <= good + clumsy:
        ask = f"May {hero.name} hold {item.name} in a clumsy extra hand, and with what penalty?"
        word(seat, "SB-52", ask)


def can_hold(world: World, hero: Character) -> None:
    """Arms to hold anything with at all (SB-161)."""
    why = f"{hero.name or 'This bot'} has no arms to hold things with."
    arms = sheet.hands(world, hero) + sheet.clumsy_hands(world, hero)
    need(hero.kind != "bot" or arms, "SB-161", "no_hands", why)


def thing(hero: Character, number: int) -> Item:
    """Something this one has with them."""
    why = f"{hero.name} does not have that."
    return must(hero.item(number), "SB-114", "not_in_hand", why)


# -- Getting something (SB-89) -----------------------------------------------------------------


class GiveItem(Command, frozen=True):
    """A thing from the list for somebody: while the sheet is made freely, later if there is one."""

    may = "owner or gm"
    who: Id
    gear: Key


class GiveOwnItem(Command, frozen=True):
    """A thing that is on no list; the Director says what class of weapon it is, if any (SB-89)."""

    may = "owner or gm"
    who: Id
    name: Name
    size: Size | Literal[""] = ""
    skill: Key = ""
    needs_draw: bool = False
    two_handed: bool = False
    thrown: bool = False
    reload_actions: Steps = 0
    armor: Level = "none"


class ItemGiven(Event, frozen=True):
    who: str
    name: str
    item: Item
    giver: str = ""  # a character, where it comes from one


def give_item(world: World, seat: Seat, c: GiveItem, dice: Dice) -> Iterator[Event]:
    hero = world.own(seat, c.who)
    found = must(world.find_gear(c.gear), "SB-89", "unknown", "There is no such thing.")
    if not found.armor or found.armor == "none":
        can_hold(world, hero)
    if hero.finished:
        word(seat, "SB-89", f"May {hero.name} have this: {found.name}?")
    yield ItemGiven(hero.id, hero.name, Item.of(found, next(world.thing_numbers(hero))))


def give_own_item(world: World, seat: Seat, c: GiveOwnItem, dice: Dice) -> Iterator[Event]:
    hero = world.own(seat, c.who)
    name = words(one_line(c.name), "SB-89", "Say what it is.")
    if c.skill:
        sheet.known_key(world, hero, c.skill, "SB-120")
    said = f", as a {c.size} weapon" if c.size else ""
    word(seat, "SB-89", f"May {hero.name} have this: {name}{said}?")
    yield ItemGiven(hero.id, hero.name, own_item(c, name, next(world.thing_numbers(hero))))


def own_item(c: GiveOwnItem, name: str, number: int) -> Item:
    return Item(
        number,
        name,
        c.size,
        c.skill,
        c.needs_draw,
        two_handed=c.two_handed,
        thrown=c.thrown,
        reload_actions=c.reload_actions,
        armor=c.armor,
        worn=c.armor != "none",
    )


def item_given(world: World, e: ItemGiven) -> World:
    if e.giver:
        world = without_item(world, e.giver, e.item.id)
    return with_more(world, e.who, e.item).counted(e.item.id)


def with_more(world: World, who: str, item: Item) -> World:
    return world.with_hero(who, items=(*world.cast[who].items, item))


def without_item(world: World, who: str, number: int) -> World:
    left = tuple(item for item in world.cast[who].items if item.id != number)
    return world.with_hero(who, items=left)


# -- Handing on and taking away ----------------------------------------------------------------


class HandItem(Command, frozen=True):
    """Somebody gives a thing to somebody else; in a fight it is dropped and picked up (SB-112)."""

    may = "owner or gm"
    who: Id
    item: int
    to: Id


class TakeItem(Command, frozen=True):
    """The Director takes a thing off a sheet."""

    may = "owner or gm"
    who: Id
    item: int


class ItemTaken(Event, frozen=True):
    who: str
    name: str
    item: Item


def hand_item(world: World, seat: Seat, c: HandItem, dice: Dice) -> Iterator[Event]:
    hero, item = world.own(seat, c.who), thing(world.character(c.who), c.item)
    to = world.character(c.to)
    known = seat.gm or not to.extra  # whom the players have met is not written anywhere
    must(known, "SB-2", "unknown", "There is nobody of that name here.")
    there = to.finished and not to.left and to.life != "dead"
    must(there, "SB-112", "gone", f"{to.name or 'That one'} is not there to take it.")
    must(to.id != hero.id, "SB-112", "same", "It is theirs already.")
    why = "In a fight it is dropped by one and picked up by the other."
    need(world.combatant(hero.id) is None, "SB-112", "in_a_fight", why)
    world.able(hero)
    yield ItemGiven(to.id, to.name, replace(item, drawn=False, worn=False), giver=hero.id)


def take_item(world: World, seat: Seat, c: TakeItem, dice: Dice) -> Iterator[Event]:
    hero = world.own(seat, c.who)
    if hero.finished:
        the_director(seat, "SB-89")
    yield ItemTaken(hero.id, hero.name, thing(hero, c.item))


def item_taken(world: World, e: ItemTaken) -> World:
    return without_item(world, e.who, e.item.id)


# -- Armor to wear (SB-87) -----------------------------------------------------------------------


class WearArmor(Command, frozen=True):
    """Armor is put on or taken off; the better of natural and worn armor counts (SB-87)."""

    may = "owner or gm"
    who: Id
    item: int
    wear: bool = True


class ArmorWorn(Event, frozen=True):
    who: str
    name: str
    item: int
    armor: str
    wear: bool


def wear_armor(world: World, seat: Seat, c: WearArmor, dice: Dice) -> Iterator[Event]:
    hero = world.own(seat, c.who)
    item = thing(hero, c.item)
    must(item.armor != "none", "SB-87", "no_effect", f"{item.name} is no armor.")
    must(item.worn != c.wear, "SB-87", "same", "It is like that already.")
    why = "There is no time for that in a fight; ask the Director for what it costs."
    need(world.combatant(hero.id) is None, "SB-119", "in_a_fight", why)
    world.able(hero)
    yield ArmorWorn(hero.id, hero.name, item.id, item.name, c.wear)


def armor_worn(world: World, e: ArmorWorn) -> World:
    return world.with_item(e.who, e.item, worn=e.wear)


# -- Rulings about weapons (SB-89, SB-116, SB-156) -----------------------------------------------


class RuleSize(Command, frozen=True):
    """The Director says what class of weapon something is (SB-89): an item, or a bot's tool."""

    may = "gm"
    who: Id
    way: Id  # item:7 or bot:drill
    size: Size
    reason: Line = ""


class SizeRuled(Event, frozen=True):
    number: int
    who: str
    way: str
    label: str
    size: Size
    reason: str = ""


def rule_size(world: World, seat: Seat, c: RuleSize, dice: Dice) -> Iterator[Event]:
    the_director(seat, "SB-89")
    hero = world.character(c.who)
    label = must(_weapon_name(world, hero, c.way), "SB-89", "unknown", "There is no such weapon.")
    yield SizeRuled(world.unseen + 1, hero.id, c.way, label, c.size, c.reason.strip())


def _weapon_name(world: World, hero: Character, way: str) -> str:
    sort, _, which = way.partition(":")
    if sort == "bot":
        found = world.bot_feature(which) if sheet.bot_has(hero, which) else None
        return found.name if found else ""
    item = hero.item(int(which)) if sort == "item" and which.isdecimal() else None
    return item.name if item else ""


def size_ruled(world: World, e: SizeRuled) -> World:
    sort, _, which = e.way.partition(":")
    if sort == "bot":
        world = _with_part(world, e.who, which, e.size)
    else:
        world = world.with_item(e.who, int(which), size=e.size)
    asked = f"What class of weapon is this: {e.label}?"
    return world.with_ruling(e.number, "SB-89", asked, e.size, e.reason, e.who)


def _with_part(world: World, who: str, feature: str, size: Size) -> World:
    body = world.cast[who].bot
    if body is None:
        return world
    parts: tuple[BotPart, ...] = tuple(
        replace(part, size=size) if part.feature == feature else part for part in body.parts
    )
    return world.with_hero(who, bot=replace(body, parts=parts))


class RuleReload(Command, frozen=True):
    """The Director says how many actions a weapon takes to load, and whether it is (SB-116)."""

    may = "gm"
    who: Id
    item: int
    actions: Steps
    loaded: bool = True
    reason: Line = ""


class ReloadRuled(Event, frozen=True):
    number: int
    who: str
    item: int
    label: str
    actions: int
    loaded: bool
    reason: str = ""


def rule_reload(world: World, seat: Seat, c: RuleReload, dice: Dice) -> Iterator[Event]:
    the_director(seat, "SB-116")
    hero = world.character(c.who)
    item = thing(hero, c.item)
    loaded = c.loaded or not c.actions
    why = c.reason.strip()
    yield ReloadRuled(world.unseen + 1, hero.id, item.id, item.name, c.actions, loaded, why)


def reload_ruled(world: World, e: ReloadRuled) -> World:
    left = 0 if e.loaded else e.actions
    world = world.with_item(
        e.who, e.item, reload_actions=e.actions, loaded=e.loaded, reload_left=left
    )
    asked = f"How many actions does it take to load this: {e.label}?"
    return world.with_ruling(e.number, "SB-116", asked, str(e.actions), e.reason, e.who)


DECIDE: dict[Any, Any] = {
    GiveItem: give_item,
    GiveOwnItem: give_own_item,
    HandItem: hand_item,
    TakeItem: take_item,
    WearArmor: wear_armor,
    RuleSize: rule_size,
    RuleReload: rule_reload,
}
EVOLVE: dict[Any, Any] = {
    ItemGiven: item_given,
    ItemTaken: item_taken,
    ArmorWorn: armor_worn,
    SizeRuled: size_ruled,
    ReloadRuled: reload_ruled,
}
