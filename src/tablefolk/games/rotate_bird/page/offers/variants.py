"""What the variants offer: things to board, and combined Doing actions (RB-192 … RB-210)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from tablefolk.core.game import Offer, Seat
from tablefolk.games.rotate_bird.page.offers.creation import about_of as sheet
from tablefolk.games.rotate_bird.page.offers.making import do, text
from tablefolk.games.rotate_bird.page.offers.tests import aside
from tablefolk.games.rotate_bird.rules import variants as rules
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import Character, Test


def of_hero(bird: Bird, hero: Character) -> Iterator[Offer]:
    if bird.options.get("external_doing"):
        yield from outside(hero)
    for combo in rules.combos_of(bird, hero.id):
        name = text("RenameCombo.name", combo.name, most=60)
        facts = {"name": combo.name}
        yield do(rules.RenameCombo, sheet(hero), name, facts=facts, combo=combo.id)


def entity_asked(bird: Bird, hero: Character) -> bool:
    """Whether it is not said yet what somebody's Doing traits belong to (RB-193)."""
    return bool(bird.options.get("external_doing")) and hero.complete and hero.entity is None


def naming(hero: Character, about: str, owed: bool = False) -> Offer:
    name = text("NameEntity.name", hero.entity.name if hero.entity else "", most=60)
    return do(rules.NameEntity, about, name, owed=owed, who=hero.id)


def outside(hero: Character) -> Iterator[Offer]:
    """What somebody's Doing traits belong to, and whether they are in it (RB-193)."""
    about, thing = sheet(hero), hero.entity
    if thing or not hero.complete:
        yield naming(hero, about)
    if thing:
        command = rules.GetOff if thing.aboard else rules.Board
        yield do(command, about, facts={"name": thing.name}, who=hero.id)


# -- Combos (RB-202 … RB-210) ----------------------------------------------------------------------


def combining(bird: Bird, seat: Seat, test: Test) -> Iterator[Offer]:
    """Every new combo of those who take part; drawn as one form."""
    if test.phase != "gathering" or not bird.options.get("combined_doing"):
        return
    heroes = [bird.cast[who] for who in dict.fromkeys(test.taking_part) if who in bird.cast]
    mine = {hero.id for hero in heroes if hero.player == seat.id}
    most = int(bird.options.get("combined_doing", 0))
    for size in range(2, most + 1):
        for group in combinations(heroes, size):
            if mine & {hero.id for hero in group}:
                yield from combos(bird, test, group)


def combos(bird: Bird, test: Test, group: tuple[Character, ...]) -> Iterator[Offer]:
    known = {combo.traits for combo in bird.combos.values()}
    for traits in product(*(usable(hero) for hero in group)):
        if frozenset(traits) in known:
            continue
        for places in both_kinds(bird, traits):
            parts = tuple(map(rules.notation, traits, places))
            fixed = {"test": test.id, "parts": parts}
            yield do(rules.Combine, aside(test), text("Combine.name", most=60), fixed=fixed)


def both_kinds(bird: Bird, traits: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Which symbol of each goes in, so that Doing and Being are both there (RB-203)."""
    symbols = [bird.label(trait).symbols for trait in traits]
    for places in product(*(range(len(some)) for some in symbols)):
        chosen = (some[place] for some, place in zip(symbols, places, strict=True))
        kinds = {found.kind for symbol in chosen if (found := bird.find_symbol(symbol))}
        if kinds == {"doing", "being"}:
            yield places


def usable(hero: Character) -> tuple[int, ...]:
    """Doing traits, and doing-form edges, that are not marked."""
    edges = (edge.id for edge in hero.having if edge.form == "doing")
    return (*(trait.id for trait in hero.doing if not trait.marked), *edges)
