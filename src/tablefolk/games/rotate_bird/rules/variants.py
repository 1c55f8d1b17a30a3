"""Variants: powers outside oneself, and combined actions (RB-192 … RB-196, RB-202 … RB-210).

Limited recovery (RB-197 … RB-201) stands with recovery itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat, must, need
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
)

USUAL = 1  # combos of one pair of characters; more shows a note (RB-206)


# -- External Doing traits (RB-193 … RB-196) ---------------------------------------------------


class NameEntity(Command, frozen=True):
    """What somebody's Doing traits belong to: a giant robot, a haunted ship …"""

    may = "owner"
    who: str
    name: str


class EntityNamed(Event, frozen=True):
    who: str
    name: str


class Board(Command, frozen=True):
    may = "owner"
    who: str


class GetOff(Command, frozen=True):
    may = "owner"
    who: str


class Boarded(Event, frozen=True):
    who: str
    name: str
    aboard: bool


def name_entity(bird: Bird, seat: Seat, c: NameEntity, dice: Dice) -> Iterator[Event]:
    bird.own(seat, c.who, "RB-193")
    external(bird)
    name = words(" ".join(c.name.split()), "RB-193", "Give it a name.")
    yield EntityNamed(c.who, name)


def external(bird: Bird) -> None:
    on = bird.options.get("external_doing")
    must(on, "RB-192", "variant_off", "Doing traits are one’s own at this table.")


def entity_named(bird: Bird, e: EntityNamed) -> Bird:
    old = bird.cast[e.who].entity
    return bird.with_hero(e.who, entity=Entity(e.name, old.aboard if old else False))


def board(bird: Bird, seat: Seat, c: Board, dice: Dice) -> Iterator[Event]:
    hero = bird.own(seat, c.who, "RB-193")
    external(bird)
    entity = must(hero.entity, "RB-193", "unknown", "Give it a name first.")
    must(not entity.aboard, "RB-193", "same", f"{hero.name} is aboard.")
    need(not hero.lost, "RB-195", "entity_lost", f"{entity.name} is lost for now.")
    yield Boarded(hero.id, entity.name, aboard=True)


def get_off(bird: Bird, seat: Seat, c: GetOff, dice: Dice) -> Iterator[Event]:
    hero = bird.own(seat, c.who, "RB-193")
    external(bird)
    entity = must(hero.entity, "RB-193", "unknown", "There is nothing to get off.")
    must(entity.aboard, "RB-193", "not_aboard", f"{hero.name} is not aboard.")
    yield Boarded(hero.id, entity.name, aboard=False)


def boarded(bird: Bird, e: Boarded) -> Bird:
    return bird.with_hero(e.who, entity=Entity(e.name, e.aboard))


# -- Combined Doing actions (RB-202 … RB-210) --------------------------------------------------


class Combine(Command, frozen=True):
    """Partners in one test make a combo of a Doing trait each, name it, and use it.

    A part is a trait and the place of the symbol that goes in, as `9.1`; whoever gives nothing
    leaves it empty. Together the symbols are Doing and Being.
    """

    may = "involved"
    test: int
    parts: tuple[str, ...]
    name: str


class ComboMade(Event, frozen=True):
    combo: Combo


class RenameCombo(Command, frozen=True):
    may = "involved"
    combo: int
    name: str


class ComboRenamed(Event, frozen=True):
    combo: int
    was: str
    now: str


def combine(bird: Bird, seat: Seat, c: Combine, dice: Dice) -> Iterator[Event]:
    most = int(bird.options.get("combined_doing", 0))
    must(most, "RB-192", "variant_off", "Nobody combines Doing traits at this table.")
    test = gathering(bird, c.test)
    given = [text for text in c.parts if text]
    size = 2 <= len(given) <= most
    must(size, "RB-207", "out_of_range", f"A combo has {'2' if most == 2 else '2 or 3'} traits.")
    parts = tuple(part(bird, *numbers(text)) for text in given)
    different = len({p.who for p in parts}) == len(parts)
    must(different, "RB-202", "combo_unavailable", "Each part comes from another character.")
    both_kinds(bird, parts)
    usable_combo(bird, test, tuple(p.trait for p in parts))
    combo = Combo(bird.count + 1, words(" ".join(c.name.split()), "RB-204", "Name it."), parts)
    new = all(old.traits != combo.traits for old in bird.combos.values())
    need(new, "RB-206", "combo_exists", "These very traits make a combo already.")
    hero = partner(bird, seat, combo)
    yield ComboMade(combo)
    brought, label = Brought(hero.id, combo.id), Label(name=combo.name)
    yield from bringing(bird, test, brought, label, combo=True)


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


def combo_made(bird: Bird, e: ComboMade) -> Bird:
    return replace(bird, combos={**bird.combos, e.combo.id: e.combo}).counted(e.combo.id)


def rename_combo(bird: Bird, seat: Seat, c: RenameCombo, dice: Dice) -> Iterator[Event]:
    combo = must(bird.combos.get(c.combo), "RB-204", "unknown", "There is no such combo.")
    partner(bird, seat, combo)
    name = words(" ".join(c.name.split()), "RB-204", "Give it a name.")
    yield ComboRenamed(combo.id, combo.name, name)


def combo_renamed(bird: Bird, e: ComboRenamed) -> Bird:
    combo = replace(bird.combos[e.combo], name=e.now)
    return replace(bird, combos={**bird.combos, e.combo: combo})


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


DECIDE: dict[Any, Any] = {
    NameEntity: name_entity,
    Board: board,
    GetOff: get_off,
    Combine: combine,
    RenameCombo: rename_combo,
}
EVOLVE: dict[Any, Any] = {
    EntityNamed: entity_named,
    Boarded: boarded,
    ComboMade: combo_made,
    ComboRenamed: combo_renamed,
}
