"""What is offered to make things of one's own (SB-57, SB-66, SB-69, SB-89, SB-172)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Choice, Lines, Offer, Seat
from tablefolk.games.shapers_and_bots.page.offers.gear import sizes, weapon_sizes
from tablefolk.games.shapers_and_bots.page.offers.making import (
    asked,
    do,
    flag,
    number,
    numbers,
    pick,
    text,
)
from tablefolk.games.shapers_and_bots.rules import homemade as rules
from tablefolk.games.shapers_and_bots.rules import kits, sheet
from tablefolk.games.shapers_and_bots.rules.content import BASE, content
from tablefolk.games.shapers_and_bots.rules.skills import known_specialties
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.wording import say

FAR = 12  # as far from nothing as a home-made rating goes


def workshop(world: World, seat: Seat) -> Iterator[Offer]:
    """Everything a table may make for itself."""
    yield species()
    yield skill()
    yield specialty()
    yield weapon(world)
    yield armor()
    yield bot_feature()
    yield bot_penalty()
    yield example()
    if seat.gm:
        yield from away(world)


def species() -> Offer:
    rows = (Choice(key, content().features[key].name) for key in BASE)
    traits = tuple(Choice(trait.id, trait.name) for trait in kits.traits().values())
    return do(
        rules.MakeSpecies,
        "workshop:species",
        text("MakeSpecies.name", most=60),
        text("emoji", "🐾", optional=True, most=8),
        text("flavour", optional=True, most=200),
        numbers("ratings", rows, -FAR, FAR, [0] * len(BASE)),
        pick("MakeSpecies.armor", levels(), start="none"),
        Lines(*asked("MakeSpecies.weapons"), rows=("1", "2", "3"), optional=True),
        born(),
        pick("traits", traits, most=len(traits), least=0),
        flag("meat"),
        number("shaper_start", -FAR, FAR, -4),
    )


def born() -> Lines:
    """What every one of a species can do, or do better (SB-57, SB-77)."""
    every = content().skills.values()
    some = [skill for skill in every if skill.common or skill.species]
    rows, keys = tuple(skill.name for skill in some), tuple(skill.id for skill in some)
    said = asked("MakeSpecies.skills")
    return Lines(*said, rows=rows, keys=keys, start=(rules.AS_USUAL,) * len(some), optional=True)


def levels() -> Iterator[Choice]:
    return (Choice(armor.id, armor.name) for armor in content().armor.values())


def skill() -> Offer:
    return do(
        rules.MakeSkill,
        "workshop:skills",
        text("MakeSkill.name", most=60),
        text("MakeSkill.start", "None", most=60),
        text("MakeSkill.use", optional=True, most=200),
        flag("common"),
    )


def specialty() -> Offer:
    families = (Choice(c.id, c.name) for c in content().categories.values())
    return do(
        rules.MakeSpecialty,
        "workshop:specialties",
        pick("category", families),
        text("MakeSpecialty.name", most=60),
    )


def weapon(world: World) -> Offer:
    return do(
        rules.MakeWeapon,
        "workshop:gear",
        text("MakeWeapon.name", most=60),
        pick("size", weapon_sizes(), start="small"),
        pick("MakeWeapon.skill", weapon_skills(world), start=""),
        flag("needs_draw", True),
        flag("two_handed"),
        flag("thrown"),
        number("reload_actions", 0, 20),
    )


def armor() -> Offer:
    worn = (choice for choice in levels() if choice.value != "none")
    name = text("MakeWeapon.name", most=60)
    return do(
        rules.MakeWeapon,
        "workshop:gear",
        name,
        pick("MakeWeapon.armor", worn, start="light"),
        key="MakeArmor",
        fixed={"needs_draw": False},
    )


def weapon_skills(world: World) -> Iterator[Choice]:
    yield Choice("", say("labels.own_skill"))
    known = (key for key in known_specialties(world) if key.startswith("weapon:"))
    for key in ("brawling", "throwing", *known):
        yield Choice(key, sheet.label(world, key))


def bot_feature() -> Offer:
    return do(
        rules.MakeBotFeature,
        "workshop:bot_features",
        text("MakeBotFeature.name", most=60),
        text("effect", most=200),
        number("slots", 1, 3, 1),
        pick("MakeBotFeature.weapon", sizes(), start=""),
        text("MakeBotFeature.note", optional=True, most=60),
        flag("repeatable"),
    )


def bot_penalty() -> Offer:
    things = tuple(Choice(thing, say(f"thing.{thing}")) for thing in kits.THINGS)
    return do(
        rules.MakeBotPenalty,
        "workshop:bot_penalties",
        text("MakeBotPenalty.name", most=60),
        text("effect", most=200),
        pick("removes", things, most=len(things), least=0),
    )


def example() -> Offer:
    shapes = (Choice(kind.id, kind.name) for kind in content().shaping.values())
    return do(
        rules.MakeShapingExample,
        "workshop:shaping",
        pick("MakeShapingExample.kind", shapes),
        text("MakeShapingExample.text", most=200),
        number("MakeShapingExample.difficulty", -FAR, FAR, 0),
    )


def away(world: World) -> Iterator[Offer]:
    """What nobody uses may go again (SB-172)."""
    for section, things in rules.made_here(world).items():
        for id, name in things.items():
            about = f"workshop:{section}:{id}"
            yield do(rules.DropHomemade, about, facts={"name": name}, section=section, id=id)
