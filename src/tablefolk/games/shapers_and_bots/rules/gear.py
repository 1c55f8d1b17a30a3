"""Things to carry: getting and giving them, hands to hold them, armor to wear (SB-85 … SB-92).

What is done with them in a fight, and what that costs, is in fights/acting.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Event, Seat, must, need, word
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
    Reason,
    Somebody,
)
from tablefolk.games.shapers_and_bots.rules.wording import Facts, Making, OnSheet, knows, say

MOST_RELOAD = 12
Steps = Annotated[int, Meta(ge=0, le=MOST_RELOAD)]


# -- Damage dice and armor (SB-85 … SB-87) -----------------------------------------------------


def dice_of(size: Size) -> int:
    """How many damage dice a class of weapons rolls; nothing else adds to them (SB-85)."""
    return content().weapons[size].dice


def hurting(faces: tuple[int, ...], hurts_from: int) -> int:
    """One point for each die that reaches the armor's threshold; never a sum (SB-86)."""
    return len(places_hurting(faces, hurts_from))


def places_hurting(faces: tuple[int, ...], hurts_from: int) -> tuple[int, ...]:
    """The places of the damage dice that get through."""
    return tuple(n for n, face in enumerate(faces) if face >= hurts_from)


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
    need(fits(world, hero, item), "SB-45", "no_hands", why)
    if good < wanted <= good + clumsy:
        ask = f"May {hero.name} hold {item.name} in a clumsy extra hand, and with what penalty?"
        word(seat, "SB-52", ask)


def fits(world: World, hero: Character, item: Item) -> bool:
    """Whether hands are left for it, clumsy ones among them."""
    hands = sheet.hands(world, hero) + sheet.clumsy_hands(world, hero)
    return hands_full(hero) + (2 if item.two_handed else 1) <= hands


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


class GiveItem(Act[World], frozen=True):
    """A thing from the list for somebody: while the sheet is made freely, later if there is one."""

    may = "owner or gm"
    who: Id
    gear: Key

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = world.own(seat, self.who)
        found = must(world.find_gear(self.gear), "SB-89", "unknown", "There is no such thing.")
        if not found.armor or found.armor == "none":
            can_hold(world, hero)
        if hero.finished:
            word(seat, "SB-89", f"May {hero.name} have this: {found.name}?")
        yield ItemGiven(hero.id, hero.name, Item.of(found, next(world.thing_numbers(hero))))


class GiveOwnItem(Act[World], frozen=True):
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

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = world.own(seat, self.who)
        name = words(one_line(self.name), "SB-89", "Say what it is.")
        if self.skill:
            sheet.known_key(world, hero, self.skill, "SB-120")
        said = f", as a {self.size} weapon" if self.size else ""
        word(seat, "SB-89", f"May {hero.name} have this: {name}{said}?")
        yield ItemGiven(hero.id, hero.name, own_item(self, name, next(world.thing_numbers(hero))))


class ItemGiven(Making, frozen=True):
    who: Somebody
    name: str
    item: Item
    giver: Somebody = ""  # a character, where it comes from one

    def onto(self, world: World) -> World:
        if self.giver:
            world = without_item(world, self.giver, self.item.id)
        return with_more(world, self.who, self.item).counted(self.item.id)

    def told_to(self, world: World, seat: Seat) -> str | None:
        hero = world.cast.get(self.who)
        if hero is None or not hero.finished or not knows(world, self.who, seat):
            return None
        return "_from" if self.giver and knows(world, self.giver, seat) else ""


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


def with_more(world: World, who: str, item: Item) -> World:
    return world.with_hero(who, items=(*world.cast[who].items, item))


def without_item(world: World, who: str, number: int) -> World:
    left = tuple(item for item in world.cast[who].items if item.id != number)
    return world.with_hero(who, items=left)


# -- Handing on and taking away ----------------------------------------------------------------


class HandItem(Act[World], frozen=True):
    """Somebody gives a thing to somebody else; in a fight it is dropped and picked up (SB-112)."""

    may = "owner or gm"
    who: Id
    item: int
    to: Id

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero, item = world.own(seat, self.who), thing(world.character(self.who), self.item)
        to = world.character(self.to)
        known = seat.gm or not to.extra  # whom the players have met is not written anywhere
        must(known, "SB-2", "unknown", "There is nobody of that name here.")
        there = to.finished and not to.left and to.life != "dead"
        must(there, "SB-112", "gone", f"{to.name or 'That one'} is not there to take it.")
        must(to.id != hero.id, "SB-112", "same", "It is theirs already.")
        why = "In a fight it is dropped by one and picked up by the other."
        need(world.combatant(hero.id) is None, "SB-112", "in_a_fight", why)
        world.able(hero)
        yield ItemGiven(to.id, to.name, replace(item, drawn=False, worn=False), giver=hero.id)


class TakeItem(Act[World], frozen=True):
    """The Director takes a thing off a sheet."""

    may = "owner or gm"
    who: Id
    item: int

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = world.own(seat, self.who)
        if hero.finished:
            the_director(seat, "SB-89")
        yield ItemTaken(hero.id, hero.name, thing(hero, self.item))


class ItemTaken(Making, frozen=True):
    who: str
    name: str
    item: Item

    def onto(self, world: World) -> World:
        return without_item(world, self.who, self.item.id)

    def told_to(self, world: World, seat: Seat) -> str | None:
        hero = world.cast.get(self.who)
        ready = hero is not None and hero.finished
        return "" if ready and knows(world, self.who, seat) else None


# -- Armor to wear (SB-87) -----------------------------------------------------------------------


class WearArmor(Act[World], frozen=True):
    """Armor is put on or taken off; the better of natural and worn armor counts (SB-87)."""

    may = "owner or gm"
    who: Id
    item: int
    wear: bool = True

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = world.own(seat, self.who)
        item = thing(hero, self.item)
        must(item.armor != "none", "SB-87", "no_effect", f"{item.name} is no armor.")
        must(item.worn != self.wear, "SB-87", "same", "It is like that already.")
        why = "There is no time for that in a fight; ask the Director for what it costs."
        need(world.combatant(hero.id) is None, "SB-119", "in_a_fight", why)
        world.able(hero)
        yield ArmorWorn(hero.id, hero.name, item.id, item.name, self.wear)


class ArmorWorn(OnSheet, frozen=True):
    voice = "did"
    name: str
    item: int
    armor: str
    wear: bool

    def onto(self, world: World) -> World:
        return world.with_item(self.who, self.item, worn=self.wear)

    def told_to(self, world: World, seat: Seat) -> str | None:
        return ("" if self.wear else "_off") if knows(world, self.who, seat) else None


# -- Rulings about weapons (SB-89, SB-116, SB-156) -----------------------------------------------


class RuleSize(Act[World], frozen=True):
    """The Director says what class of weapon something is (SB-89): an item, or a bot's tool."""

    may = "gm"
    who: Id
    way: Id  # item:7 or bot:drill
    size: Size
    reason: Line = ""

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-89")
        hero = world.character(self.who)
        label = must(
            _weapon_name(world, hero, self.way), "SB-89", "unknown", "There is no such weapon."
        )
        yield SizeRuled(world.unseen + 1, hero.id, self.way, label, self.size, self.reason.strip())


class SizeRuled(Making, frozen=True):
    voice = "noted"
    number: int
    who: Somebody
    way: str
    label: str
    size: Size
    reason: Reason = ""

    def onto(self, world: World) -> World:
        sort, _, which = self.way.partition(":")
        if sort == "bot":
            world = _with_part(world, self.who, which, self.size)
        else:
            world = world.with_item(self.who, int(which), size=self.size)
        asked = f"What class of weapon is this: {self.label}?"
        return world.with_ruling(self.number, "SB-89", asked, self.size, self.reason, self.who)

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "" if knows(world, self.who, seat) else None

    def in_words(self, world: World, seat: Seat) -> Facts:
        return {"size": say(f"size.{self.size}")}


def _weapon_name(world: World, hero: Character, way: str) -> str:
    sort, _, which = way.partition(":")
    if sort == "bot":
        found = world.bot_feature(which) if sheet.bot_has(hero, which) else None
        return found.name if found else ""
    item = hero.item(int(which)) if sort == "item" and which.isdecimal() else None
    return item.name if item else ""


def _with_part(world: World, who: str, feature: str, size: Size) -> World:
    body = world.cast[who].bot
    if body is None:
        return world
    parts: tuple[BotPart, ...] = tuple(
        replace(part, size=size) if part.feature == feature else part for part in body.parts
    )
    return world.with_hero(who, bot=replace(body, parts=parts))


class RuleReload(Act[World], frozen=True):
    """The Director says how many actions a weapon takes to load, and whether it is (SB-116)."""

    may = "gm"
    who: Id
    item: int
    actions: Steps
    loaded: bool = True
    reason: Line = ""

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-116")
        hero = world.character(self.who)
        item = thing(hero, self.item)
        loaded = self.loaded or not self.actions
        why = self.reason.strip()
        yield ReloadRuled(world.unseen + 1, hero.id, item.id, item.name, self.actions, loaded, why)


class ReloadRuled(Making, frozen=True):
    voice = "noted"
    number: int
    who: Somebody
    item: int
    label: str
    actions: int
    loaded: bool
    reason: Reason = ""

    def onto(self, world: World) -> World:
        left = 0 if self.loaded else self.actions
        world = world.with_item(
            self.who, self.item, reload_actions=self.actions, loaded=self.loaded, reload_left=left
        )
        asked = f"How many actions does it take to load this: {self.label}?"
        return world.with_ruling(
            self.number, "SB-116", asked, str(self.actions), self.reason, self.who
        )

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "" if knows(world, self.who, seat) else None
