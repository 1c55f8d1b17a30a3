"""What is written on a sheet by hand: words, narrowings, armor (MU-17 … MU-20, MU-23, MU-31)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Event, Seat, must, need
from tablefolk.core.words import sentence
from tablefolk.games.mutagen.playbooks.model import Aptitude, Item
from tablefolk.games.mutagen.rules import buying, sheet
from tablefolk.games.mutagen.rules.state import Show, words
from tablefolk.games.mutagen.rules.values import (
    Armor,
    Character,
    ItemId,
    Key,
    Line,
    Name,
    Text,
    Who,
)
from tablefolk.games.mutagen.rules.wording import Noted, Words
from tablefolk.games.mutagen.words import say

# -- Words (MU-17 … MU-20, MU-31) --------------------------------------------------------------


class WriteIn(Act[Show], frozen=True):
    """Write in a field of an item: Concept, Drives, Profession and the like."""

    may = "owner"
    who: Key
    item: Key
    key: Key
    text: Text

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = show.own(seat, self.who, "MU-31")
        must(hero.alive, "MU-105", "retired", f"{hero.name}’s sheet is frozen.")
        yield filled_in(show, hero, self.item, self.key, self.text)


class Written(Noted, frozen=True):
    who: Who
    item: ItemId
    key: str
    was: str
    text: str

    def onto(self, show: Show) -> Show:
        writings = {**show.cast[self.who].writings, f"{self.item}.{self.key}": self.text}
        return show.with_hero(self.who, writings={k: text for k, text in writings.items() if text})

    def told_to(self, show: Show, seat: Seat) -> str | None:
        if not self.text:
            return "_wiped"
        return "_again" if self.was else ""


class NarrowAptitude(Act[Show], frozen=True):
    """A private narrowing of an aptitude, shown beside it; it changes no number."""

    may = "owner"
    who: Key
    aptitude: Key
    text: Line

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = show.own(seat, self.who, "MU-20")
        item = sheet.found(show, hero, self.aptitude, Aptitude, "MU-20")
        text = self.text.strip()
        must(text != hero.narrowed.get(item.id, ""), "MU-20", "same", "That stands there already.")
        yield AptitudeNarrowed(hero.id, item.id, text)


class AptitudeNarrowed(Noted, frozen=True):
    who: Who
    aptitude: ItemId
    text: str

    def onto(self, show: Show) -> Show:
        narrowed = {**show.cast[self.who].narrowed, self.aptitude: self.text}
        return show.with_hero(self.who, narrowed={k: text for k, text in narrowed.items() if text})

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "" if self.text else "_off"

    def in_words(self, show: Show, seat: Seat) -> Words:
        return {"text": sentence(self.text)}


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


class AddArmor(Act[Show], frozen=True):
    """Something protective: a name, the worst level of injury it stops, what it covers."""

    may = "owner or gm"
    who: Key
    name: Name
    rating: int
    covers: Line = ""

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = show.tended(seat, self.who, "MU-23")
        made = Armor(
            show.count + 1, armor_name(self.name), rated(show, self.rating), self.covers.strip()
        )
        yield ArmorAdded(hero.id, made)


def covering(armor: Armor) -> Words:
    return {"covers": say("told.covers", covers=armor.covers) if armor.covers else ""}


class ArmorAdded(Noted, frozen=True):
    who: Who
    armor: Armor

    def onto(self, show: Show) -> Show:
        armor = (*show.cast[self.who].armor, self.armor)
        return show.with_hero(self.who, armor=armor).counted(self.armor.id)

    def in_words(self, show: Show, seat: Seat) -> Words:
        return covering(self.armor)


class ChangeArmor(Act[Show], frozen=True):
    """Armor described anew, put on or taken off."""

    may = "owner or gm"
    who: Key
    armor: int
    name: Name
    rating: int
    covers: Line = ""
    worn: bool = True

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = show.tended(seat, self.who, "MU-23")
        was = an_armor(hero, self.armor)
        now = Armor(
            was.id, armor_name(self.name), rated(show, self.rating), self.covers.strip(), self.worn
        )
        must(now != was, "MU-23", "same", "It is so already.")
        yield ArmorChanged(hero.id, was, now)


class ArmorChanged(Noted, frozen=True):
    who: Who
    was: Armor
    armor: Armor

    def onto(self, show: Show) -> Show:
        armor = tuple(
            self.armor if one.id == self.armor.id else one for one in show.cast[self.who].armor
        )
        return show.with_hero(self.who, armor=armor)

    def told_to(self, show: Show, seat: Seat) -> str | None:
        if self.was.worn == self.armor.worn:
            return ""
        return "_on" if self.armor.worn else "_off"

    def in_words(self, show: Show, seat: Seat) -> Words:
        return covering(self.armor)


class StrikeArmor(Act[Show], frozen=True):
    may = "owner or gm"
    who: Key
    armor: int

    def do(self, show: Show, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = show.tended(seat, self.who, "MU-23")
        yield ArmorStruck(hero.id, an_armor(hero, self.armor))


class ArmorStruck(Noted, frozen=True):
    who: Who
    armor: Armor

    def onto(self, show: Show) -> Show:
        kept = tuple(armor for armor in show.cast[self.who].armor if armor.id != self.armor.id)
        return show.with_hero(self.who, armor=kept)


def armor_name(text: str) -> str:
    return words(text, "MU-23", "Say what it is.")


def rated(show: Show, rating: int) -> int:
    low, high = show.engine.armor_rating
    why = f"Armor is rated {low} to {high}, by the worst injury it would stop."
    must(low <= rating <= high, "MU-23", "bad_rating", why)
    return rating


def an_armor(hero: Character, number: int) -> Armor:
    found = next((armor for armor in hero.armor if armor.id == number), None)
    return must(found, "MU-23", "unknown", f"{hero.name} has no such armor.")
