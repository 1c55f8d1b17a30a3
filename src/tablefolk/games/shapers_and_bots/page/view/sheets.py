"""The sheets: numbers, gifts, things to carry; one's own first (SB-12 … SB-16, SB-58, SB-87)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Block, Seat
from tablefolk.core.words import listing
from tablefolk.games.shapers_and_bots.page import known
from tablefolk.games.shapers_and_bots.page.blocks.base import Figure
from tablefolk.games.shapers_and_bots.page.blocks.sheets import ItemLine, Sheet, WeaponLine
from tablefolk.games.shapers_and_bots.page.blocks.world import Along, ExtraLine, Extras
from tablefolk.games.shapers_and_bots.page.view.creation import (
    armor_words,
    fitted,
    gifts,
    lacking,
    shown_skills,
)
from tablefolk.games.shapers_and_bots.page.view.figures import figure, health, kind_name, portrait
from tablefolk.games.shapers_and_bots.rules import sheet as counted
from tablefolk.games.shapers_and_bots.rules import skills
from tablefolk.games.shapers_and_bots.rules.content import BASE, HEART, PARTS, content
from tablefolk.games.shapers_and_bots.rules.fights import ways
from tablefolk.games.shapers_and_bots.rules.state import World, gone, out_cold
from tablefolk.games.shapers_and_bots.rules.values import Character, Item
from tablefolk.games.shapers_and_bots.rules.wording import say, terms


def blocks(world: World, seat: Seat) -> Iterator[Block]:
    """Everybody the players play: one's own first, and open."""
    for hero in in_order(world, seat):
        yield sheet(world, seat, hero)


def in_order(world: World, seat: Seat) -> list[Character]:
    """Finished characters: the one this seat plays, its others, then by seat."""
    order = {member: place for place, member in enumerate(world.company.seats)}
    shown = [hero for hero in world.players_characters() if hero.finished]
    return sorted(
        shown,
        key=lambda hero: (
            world.playing.get(seat.id) != hero.id,
            hero.player != seat.id,
            world.playing.get(hero.player) != hero.id,
            order.get(hero.player, len(order)),
        ),
    )


def sheet(world: World, seat: Seat, hero: Character) -> Sheet:
    mine = bool(hero.player) and hero.player == seat.id
    inside = seat.gm or mine
    shown = shown_skills(world, hero)
    most, known = most_health(world, hero)
    return Sheet(
        about=f"who:{hero.id}",
        region="desk" if hero.extra else "people",
        who=hero.id,
        name=hero.name,
        kind=kind_name(world, hero),
        player=world.name(hero.player) if hero.player else "",
        mine=mine,
        open=mine and world.playing.get(seat.id) == hero.id,
        played=hero.extra or world.playing.get(hero.player) == hero.id,
        extra=hero.extra,
        portrait=portrait(world, hero),
        state=state(hero),
        age=hero.age,
        look=hero.look,
        calling=hero.calling,
        notes=hero.notes if inside else "",
        secret=hero.secret if seat.gm else "",
        features=tuple(figure(world, hero, key) for key in (*BASE, "STR")),
        parts=tuple(apart(world, hero)),
        hp=(most if hero.hp is None else hero.hp) if known else 0,
        hp_most=most,
        hp_known=known,
        health=health(world, hero),
        armor=armor_words(world, hero),
        armor_from=armor_from(world, hero),
        hurts_from=counted.damage_from(world, hero),
        skills=tuple(skill_figures(world, hero, shown)),
        rest=tuple(rest(world, hero, shown)) if inside and not hero.extra else (),
        shaping=tuple(figure(world, hero, f"shaping:{kind}") for kind in hero.shaping),
        weapons=tuple(weapons(world, hero)),
        traits=tuple(gifts(world, hero)),
        moves=hero.bot.locomotion if hero.bot else "",
        fitted=tuple(fitted(world, hero.bot)) if hero.bot else (),
        lacking=tuple(lacking(world, hero.bot)) if hero.bot else (),
        items=tuple(ItemLine(item.id, item.name, item_words(item)) for item in hero.items),
        pending=tuple(f"{counted.signed(one.value)} {one.label}" for one in hero.pending),
        hints=tuple(hints(world, hero)) if inside else (),
        terms=terms("Feature", "Skill", "Health point", "Shaping", "Damage dice"),
    )


def most_health(world: World, hero: Character) -> tuple[int, bool]:
    """The most health points, where they are known (SB-169)."""
    try:
        return counted.hp_max(world, hero), True
    except counted.Unset:
        return 0, False


def state(hero: Character) -> str:
    """What has become of somebody, in a word (SB-164)."""
    if hero.life == "dead":
        return gone(hero)
    if hero.left:
        return say("labels.left")
    return out_cold(hero) if hero.life == "unconscious" else ""


def apart(world: World, hero: Character) -> Iterator[Figure]:
    """Senses and sizes rated apart; an extra's Courage and Honesty (SB-15, SB-166)."""
    for key in (*PARTS, *HEART):
        species = world.find_species(hero.species) if hero.kind == "animal" else None
        born = species is not None and key in species.senses
        if key in hero.fixed or born or counted.lacks(world, hero, key):
            yield figure(world, hero, key)


def armor_from(world: World, hero: Character) -> str:
    """What the armor is: fur, plating, a coat (SB-46 … SB-49, SB-87)."""
    worn = [item.name for item in hero.items if item.worn and item.armor != "none"]
    natural = counted.natural_armor(world, hero)
    species = world.find_species(hero.species) if hero.kind == "animal" else None
    born = species.armor_source if species else say("labels.plating") if hero.bot else ""
    return listing([*([born] if natural != "none" and born else []), *worn]) if worn or born else ""


def skill_figures(world: World, hero: Character, keys: tuple[str, ...]) -> Iterator[Figure]:
    for key in keys:
        if not key.startswith("shaping:"):
            yield figure(world, hero, key)


def rest(world: World, hero: Character, shown: tuple[str, ...]) -> Iterator[Figure]:
    for key in skills.open_to(world, hero):
        if key not in shown:
            yield figure(world, hero, key)


# -- Weapons and things (SB-85, SB-114) ----------------------------------------------------------


def weapons(world: World, hero: Character) -> Iterator[WeaponLine]:
    for way in ways.ways(world, hero):
        item = hero.item(way.item)
        if way.id.startswith("throw:"):
            continue
        size = content().weapons[way.size] if way.size else None
        name = say("size.unruled") if size is None else size.name
        dice = size.dice if size else 0
        yield WeaponLine(way.label, name, dice, figure(world, hero, way.key), at_hand(item))


def at_hand(item: Item | None) -> str:
    if item is None:
        return ""
    if item.reload_actions and not item.loaded:
        return say("item.unloaded", n=item.reload_left)
    return say("item.drawn") if item.drawn else say("item.sheathed") if item.needs_draw else ""


def item_words(item: Item) -> str:
    found = [say(f"size.{item.size}")] if item.size else []
    found += [say(f"armor.short.{item.armor}")] if item.armor != "none" else []
    found += [say("item.worn")] if item.worn else []
    found += [say("item.two_handed")] if item.two_handed else []
    found += [item.note] if item.note else []
    return ", ".join(found)


def hints(world: World, hero: Character) -> Iterator[str]:
    """What is good to know about somebody like this (SB-45, SB-52, SB-151, SB-163)."""
    if counted.has_trait(world, hero, "trunk"):
        yield say("hints.trunk")
    if counted.has_trait(world, hero, "tail"):
        yield say("hints.tail")
    species = world.find_species(hero.species) if hero.kind == "animal" else None
    if species is not None and species.meat:
        yield say("hints.meat")
    if hero.bot is not None and not hero.bot.nose:
        yield say("hints.no_nose")
    fit = counted.number(world, hero, "FIT").value
    if hero.bot is not None and fit:
        yield say("hints.fitness_high" if fit > 0 else "hints.fitness_low")


def along(world: World, seat: Seat) -> Iterator[Block]:
    """One's own characters; the Director, every player's (TF-39)."""
    heroes = (h for h in in_order(world, seat) if seat.gm or h.player == seat.id)
    yield Along("along", people=tuple((hero.id, hero.name) for hero in heroes))


def extras(world: World) -> Iterator[Block]:
    """Everybody the Director plays (SB-165)."""
    there = [hero.id for hero in world.here()]
    here = tuple(extra_line(world, hero) for hero in world.extras() if hero.id in there)
    aside = tuple(extra_line(world, hero) for hero in world.extras() if hero.id not in there)
    yield Extras("extras", "desk", extras=here, aside=aside)


def extra_line(world: World, hero: Character) -> ExtraLine:
    name = known.told_apart(world, hero) or say(
        "labels.nameless", kind=kind_name(world, hero).lower()
    )
    return ExtraLine(hero.id, name, kind_name(world, hero), portrait(world, hero), state(hero))
