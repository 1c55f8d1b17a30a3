"""What is written on a sheet by hand: words, narrowings, armor (MU-17 … MU-20, MU-23, MU-31)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat, must, need
from tablefolk.games.mutagen.playbooks.model import Aptitude, Item
from tablefolk.games.mutagen.rules import buying, sheet
from tablefolk.games.mutagen.rules.state import Show, words
from tablefolk.games.mutagen.rules.values import Armor, Character, Key, Line, Name, Text

# -- Words (MU-17 … MU-20, MU-31) --------------------------------------------------------------


class WriteIn(Command, frozen=True):
    """Write in a field of an item: Concept, Drives, Profession and the like."""

    may = "owner"
    who: Key
    item: Key
    key: Key
    text: Text


class Written(Event, frozen=True):
    who: str
    item: str
    key: str
    was: str
    text: str


class NarrowAptitude(Command, frozen=True):
    """A private narrowing of an aptitude, shown beside it; it changes no number."""

    may = "owner"
    who: Key
    aptitude: Key
    text: Line


class AptitudeNarrowed(Event, frozen=True):
    who: str
    aptitude: str
    text: str


def write_in(show: Show, seat: Seat, c: WriteIn, dice: Dice) -> Iterator[Event]:
    hero = show.own(seat, c.who, "MU-31")
    must(hero.alive, "MU-105", "retired", f"{hero.name}’s sheet is frozen.")
    yield filled_in(show, hero, c.item, c.key, c.text)


def filled_in(show: Show, hero: Character, id: str, key: str, said: str) -> Written:
    """A line of a sheet, as it is written from now on."""
    item = sheet.found(show, hero, id, Item, "MU-31")
    known = any(field.key == key for field in item.fields)
    must(known, "MU-31", "wrong_kind", f"“{show.called(item.id)}” has no such line.")
    need(sheet.owned(hero, item), "MU-7", "not_bought", "Buy it first.")
    text = said.strip()
    if text:
        buying.talked_over(show, hero, item)
    was = sheet.written(hero, item.id, key)
    must(text != was, "MU-31", "same", "That is written there already.")
    return Written(hero.id, item.id, key, was, text)


def in_writing(show: Show, e: Written) -> Show:
    writings = {**show.cast[e.who].writings, f"{e.item}.{e.key}": e.text}
    return show.with_hero(e.who, writings={k: text for k, text in writings.items() if text})


def narrow_aptitude(show: Show, seat: Seat, c: NarrowAptitude, dice: Dice) -> Iterator[Event]:
    hero = show.own(seat, c.who, "MU-20")
    item = sheet.found(show, hero, c.aptitude, Aptitude, "MU-20")
    text = c.text.strip()
    must(text != hero.narrowed.get(item.id, ""), "MU-20", "same", "That stands there already.")
    yield AptitudeNarrowed(hero.id, item.id, text)


def aptitude_narrowed(show: Show, e: AptitudeNarrowed) -> Show:
    narrowed = {**show.cast[e.who].narrowed, e.aptitude: e.text}
    return show.with_hero(e.who, narrowed={k: text for k, text in narrowed.items() if text})


def warnings(show: Show, hero: Character) -> Iterator[tuple[str, str]]:
    """What an editor should mention and nobody forbids: circles without the words they go with.

    Each is the item, and the one it pairs with that is still empty (MU-19).
    """
    for item in sheet.items(show, hero):
        partner = show.shelf.item(item.pairs_with) if item.pairs_with else None
        keys = [field.key for field in partner.fields] if partner else []
        bought = isinstance(item, Aptitude) and sheet.dots(hero, item) > 0
        if (
            partner
            and keys
            and bought
            and not any(sheet.written(hero, partner.id, k) for k in keys)
        ):
            yield item.id, partner.id


# -- Armor (MU-23) -----------------------------------------------------------------------------


class AddArmor(Command, frozen=True):
    """Something protective: a name, the worst level of injury it stops, what it covers."""

    may = "owner or gm"
    who: Key
    name: Name
    rating: int
    covers: Line = ""


class ArmorAdded(Event, frozen=True):
    who: str
    armor: Armor


class ChangeArmor(Command, frozen=True):
    """Armor described anew, put on or taken off."""

    may = "owner or gm"
    who: Key
    armor: int
    name: Name
    rating: int
    covers: Line = ""
    worn: bool = True


class ArmorChanged(Event, frozen=True):
    who: str
    was: Armor
    armor: Armor


class StrikeArmor(Command, frozen=True):
    may = "owner or gm"
    who: Key
    armor: int


class ArmorStruck(Event, frozen=True):
    who: str
    armor: Armor


def add_armor(show: Show, seat: Seat, c: AddArmor, dice: Dice) -> Iterator[Event]:
    hero = show.tended(seat, c.who, "MU-23")
    made = Armor(show.count + 1, armor_name(c.name), rated(show, c.rating), c.covers.strip())
    yield ArmorAdded(hero.id, made)


def armor_name(text: str) -> str:
    return words(text, "MU-23", "Say what it is.")


def rated(show: Show, rating: int) -> int:
    low, high = show.engine.armor_rating
    why = f"Armor is rated {low} to {high}, by the worst injury it would stop."
    must(low <= rating <= high, "MU-23", "bad_rating", why)
    return rating


def armor_added(show: Show, e: ArmorAdded) -> Show:
    armor = (*show.cast[e.who].armor, e.armor)
    return show.with_hero(e.who, armor=armor).counted(e.armor.id)


def an_armor(hero: Character, number: int) -> Armor:
    found = next((armor for armor in hero.armor if armor.id == number), None)
    return must(found, "MU-23", "unknown", f"{hero.name} has no such armor.")


def change_armor(show: Show, seat: Seat, c: ChangeArmor, dice: Dice) -> Iterator[Event]:
    hero = show.tended(seat, c.who, "MU-23")
    was = an_armor(hero, c.armor)
    now = Armor(was.id, armor_name(c.name), rated(show, c.rating), c.covers.strip(), c.worn)
    must(now != was, "MU-23", "same", "It is so already.")
    yield ArmorChanged(hero.id, was, now)


def armor_changed(show: Show, e: ArmorChanged) -> Show:
    armor = tuple(e.armor if one.id == e.armor.id else one for one in show.cast[e.who].armor)
    return show.with_hero(e.who, armor=armor)


def strike_armor(show: Show, seat: Seat, c: StrikeArmor, dice: Dice) -> Iterator[Event]:
    hero = show.tended(seat, c.who, "MU-23")
    yield ArmorStruck(hero.id, an_armor(hero, c.armor))


def armor_struck(show: Show, e: ArmorStruck) -> Show:
    kept = tuple(armor for armor in show.cast[e.who].armor if armor.id != e.armor.id)
    return show.with_hero(e.who, armor=kept)


DECIDE: dict[Any, Any] = {
    WriteIn: write_in,
    NarrowAptitude: narrow_aptitude,
    AddArmor: add_armor,
    ChangeArmor: change_armor,
    StrikeArmor: strike_armor,
}
EVOLVE: dict[Any, Any] = {
    Written: in_writing,
    AptitudeNarrowed: aptitude_narrowed,
    ArmorAdded: armor_added,
    ArmorChanged: armor_changed,
    ArmorStruck: armor_struck,
}
