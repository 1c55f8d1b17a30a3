"""Variants: powers outside oneself, and combined actions (RB-192 … RB-196, RB-202 … RB-210).

Limited recovery (RB-197 … RB-201) stands with recovery itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need
from tablefolk.core.words import listing
from tablefolk.games.rotate_bird.rules.doing import bringing, partner, usable_combo
from tablefolk.games.rotate_bird.rules.state import Bird, words
from tablefolk.games.rotate_bird.rules.symbols import symbols_of
from tablefolk.games.rotate_bird.rules.taking_part import gathering
from tablefolk.games.rotate_bird.rules.values import (
    Brought,
    Combo,
    DoingTrait,
    Edge,
    Entity,
    Label,
    Part,
    Who,
)
from tablefolk.games.rotate_bird.rules.wording import Facts, pair

USUAL = 1  # combos of one pair of characters; more shows a note (RB-206)


# -- External Doing traits (RB-193 … RB-196) ---------------------------------------------------


class NameEntity(Act[Bird], frozen=True):
    """What somebody's Doing traits belong to: a giant robot, a haunted ship …"""

    may = "owner"
    who: str
    name: str

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        bird.own(seat, self.who, "RB-193")
        external(bird)
        name = words(" ".join(self.name.split()), "RB-193", "Give it a name.")
        yield EntityNamed(self.who, name)


class EntityNamed(Change[Bird], frozen=True):
    who: Who
    name: str

    def onto(self, bird: Bird) -> Bird:
        old = bird.cast[self.who].entity
        return bird.with_hero(self.who, entity=Entity(self.name, old.aboard if old else False))


class Board(Act[Bird], frozen=True):
    may = "owner"
    who: str

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = bird.own(seat, self.who, "RB-193")
        external(bird)
        entity = must(hero.entity, "RB-193", "unknown", "Give it a name first.")
        must(not entity.aboard, "RB-193", "same", f"{hero.name} is aboard.")
        need(not hero.lost, "RB-195", "entity_lost", f"{entity.name} is lost for now.")
        yield Boarded(hero.id, entity.name, aboard=True)


class GetOff(Act[Bird], frozen=True):
    may = "owner"
    who: str

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = bird.own(seat, self.who, "RB-193")
        external(bird)
        entity = must(hero.entity, "RB-193", "unknown", "There is nothing to get off.")
        must(entity.aboard, "RB-193", "not_aboard", f"{hero.name} is not aboard.")
        yield Boarded(hero.id, entity.name, aboard=False)


class Boarded(Change[Bird], frozen=True):
    who: Who
    name: str
    aboard: bool

    def onto(self, bird: Bird) -> Bird:
        return bird.with_hero(self.who, entity=Entity(self.name, self.aboard))

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return "" if self.aboard else "_off"


def external(bird: Bird) -> None:
    on = bird.options.get("external_doing")
    must(on, "RB-192", "variant_off", "Doing traits are one’s own at this table.")


# -- Combined Doing actions (RB-202 … RB-210) --------------------------------------------------


class Combine(Act[Bird], frozen=True):
    """Partners in one test make a combo of a Doing trait each, name it, and use it.

    A part is a trait and the place of the symbol that goes in, as `9.1`; whoever gives nothing
    leaves it empty. Together the symbols are Doing and Being.
    """

    may = "involved"
    test: int
    parts: tuple[str, ...]
    name: str

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        most = int(bird.options.get("combined_doing", 0))
        must(most, "RB-192", "variant_off", "Nobody combines Doing traits at this table.")
        test = gathering(bird, self.test)
        given = [text for text in self.parts if text]
        size = 2 <= len(given) <= most
        must(
            size, "RB-207", "out_of_range", f"A combo has {'2' if most == 2 else '2 or 3'} traits."
        )
        parts = tuple(part(bird, *numbers(text)) for text in given)
        different = len({p.who for p in parts}) == len(parts)
        must(different, "RB-202", "combo_unavailable", "Each part comes from another character.")
        both_kinds(bird, parts)
        usable_combo(bird, test, tuple(p.trait for p in parts))
        combo = Combo(
            bird.count + 1, words(" ".join(self.name.split()), "RB-204", "Name it."), parts
        )
        new = all(old.traits != combo.traits for old in bird.combos.values())
        need(new, "RB-206", "combo_exists", "These very traits make a combo already.")
        hero = partner(bird, seat, combo)
        yield ComboMade(combo)
        brought, label = Brought(hero.id, combo.id), Label(name=combo.name)
        yield from bringing(bird, test, brought, label, combo=True)


class ComboMade(Change[Bird], frozen=True):
    combo: Combo

    def onto(self, bird: Bird) -> Bird:
        return replace(bird, combos={**bird.combos, self.combo.id: self.combo}).counted(
            self.combo.id
        )

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        return {
            "people": listing(bird.name(part.who) for part in self.combo.parts),
            "name": self.combo.name,
            "symbols": pair(bird, combo_symbols(bird, self.combo)),
        }


class RenameCombo(Act[Bird], frozen=True):
    may = "involved"
    combo: int
    name: str

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        combo = must(bird.combos.get(self.combo), "RB-204", "unknown", "There is no such combo.")
        partner(bird, seat, combo)
        name = words(" ".join(self.name.split()), "RB-204", "Give it a name.")
        yield ComboRenamed(combo.id, combo.name, name)


class ComboRenamed(Change[Bird], frozen=True):
    combo: int
    was: str
    now: str

    def onto(self, bird: Bird) -> Bird:
        combo = replace(bird.combos[self.combo], name=self.now)
        return replace(bird, combos={**bird.combos, self.combo: combo})


def notation(trait: int, place: int) -> str:
    """A part as commands write it: `9.1`."""
    return f"{trait}.{place}"


def numbers(text: str) -> tuple[int, int]:
    """The trait and the place of such a part."""
    written = re.fullmatch(r"([0-9]{1,9})\.([0-9])", text)
    found = must(written, "RB-203", "out_of_range", "Say which symbol of which trait goes in.")
    return int(found[1]), int(found[2])


def part(bird: Bird, trait: int, place: int) -> Part:
    """What one character gives: a Doing trait or doing-form edge, and one of its symbols."""
    hero = must(bird.holder(trait), "RB-202", "combo_unavailable", "There is no such trait.")
    found = hero.trait(trait)
    doing = isinstance(found, DoingTrait) or (isinstance(found, Edge) and found.form == "doing")
    must(doing, "RB-202", "needs_doing", "A combo is made of Doing traits.")
    inside = 0 <= place < len(symbols_of(bird, trait))
    must(inside, "RB-203", "out_of_range", "That trait has no such place.")
    return Part(hero.id, trait, place)


def both_kinds(bird: Bird, parts: tuple[Part, ...]) -> None:
    """A Doing symbol of one, a Being symbol of another (RB-203, RB-207)."""
    kinds = {bird.symbol(symbols_of(bird, p.trait)[p.place]).kind for p in parts}
    why = "It takes a Doing symbol of one and a Being symbol of another."
    must(kinds == {"doing", "being"}, "RB-203", "wrong_symbol_kind", why)


def combo_symbols(bird: Bird, combo: Combo) -> tuple[str, ...]:
    """The symbols of a combo as they are now, Doing first (A-48)."""
    now = [symbols_of(bird, p.trait)[p.place : p.place + 1] for p in combo.parts]
    flat = [symbol for some in now for symbol in some]
    return tuple(sorted(flat, key=lambda symbol: bird.symbol(symbol).kind != "doing"))


def combo_line(bird: Bird, who: str, combo: Combo) -> str:
    """As it stands on a sheet: mine / partner's : its name (RB-204)."""
    mine = [p for p in combo.parts if p.who == who]
    others = [p for p in combo.parts if p.who != who]
    names = (trait_name(bird, p.trait) for p in (*mine, *others))
    return f"{' / '.join(names)} : {combo.name}"


def trait_name(bird: Bird, number: int) -> str:
    hero = bird.holder(number)
    trait = hero.trait(number) if hero else None
    if isinstance(trait, Edge):
        return trait.name or trait.meaning or listing(trait.symbols)
    return trait.name if isinstance(trait, DoingTrait) else "…"


def combos_of(bird: Bird, who: str) -> tuple[Combo, ...]:
    return tuple(c for c in bird.combos.values() if any(p.who == who for p in c.parts))


def many(bird: Bird, combo: Combo) -> bool:
    """More combos of the same characters than is advised (RB-206)."""
    people = {p.who for p in combo.parts}
    alike = [c for c in bird.combos.values() if {p.who for p in c.parts} == people]
    return len(alike) > USUAL
