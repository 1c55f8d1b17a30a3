"""Beginning and building a character as the seats see it (SB-36 … SB-84, SB-149 … SB-156)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tablefolk.core.game import Block, Seat
from tablefolk.core.words import listing
from tablefolk.games.shapers_and_bots.page.blocks.base import Purse
from tablefolk.games.shapers_and_bots.page.blocks.sheets import (
    Another,
    Begin,
    BotBench,
    Boxed,
    Builder,
    Family,
    InTheMaking,
    ItemLine,
    PartLine,
    Picture,
    ShapingLine,
    Stepper,
    Waiting,
    Way,
)
from tablefolk.games.shapers_and_bots.page.offers import creation as offered
from tablefolk.games.shapers_and_bots.page.view.figures import (
    BADGES,
    MOVES,
    figure,
    health,
    kind_name,
    portrait,
    purse,
    species_face,
)
from tablefolk.games.shapers_and_bots.page.words import one, say, terms
from tablefolk.games.shapers_and_bots.rules import building, sheet, skills
from tablefolk.games.shapers_and_bots.rules.content import (
    BASE,
    BotFeature,
    BotPenalty,
    Species,
    content,
    figures,
)
from tablefolk.games.shapers_and_bots.rules.ready_made import ReadyMade, from_ready_made
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import BotBody, Character

BEST = 3  # numbers that show what a ready-made character is good at


def blocks(world: World, seat: Seat) -> Iterator[Block]:
    if offered.has_nobody(world, seat):
        yield begin(world)
    for hero in offered.drafts(world, seat):
        yield builder(world, seat, hero)
    if making := tuple(in_the_making(world, seat)):
        yield Waiting("waiting", making=making)
    if offered.may_have_another(world, seat):
        yield Another("another", "self")


# -- Beginning (SB-36, SB-45, SB-149) ------------------------------------------------------------


def begin(world: World) -> Begin:
    return Begin(
        "begin",
        title=say("labels.who_will_you_be"),
        lead=say("advice.begin"),
        pictures=tuple(pictures(world)),
        box=tuple(boxed(world, ready) for ready in offered.box(world)),
        terms=terms("Species", "Director"),
    )


def pictures(world: World) -> Iterator[Picture]:
    """Every species, and the bot (SB-36, SB-149)."""
    for species in world.all_species().values():
        face = species_face(world, species.id)
        good = listing(good_at(species))
        yield Picture(species.id, face, species.name, good, species.flavour, species.homemade)
    bot = species_face(world, building.BOT)
    yield Picture(building.BOT, bot, say("labels.bot"), say("good.bot"), say("good.bot_flavour"))


def good_at(species: Species) -> tuple[str, ...]:
    """What is special about a species, in a few words."""
    found = [say("good.heavy" if species.armor == "heavy" else "good.light")] * (
        species.armor != "none"
    )
    marked = sorted(species.ratings.items(), key=lambda row: -abs(row[1]))
    for key, value in marked:
        words = f"good.{key}.{'up' if value > 0 else 'down'}"
        found += [say(words)] if abs(value) >= 2 and words in say else []
    found += [say(f"good.{trait.id}") for trait in species.traits if f"good.{trait.id}" in say]
    found += [say("good.flying")] * any(row.skill == "flying" for row in species.skills)
    found += [say("good.shaper")] if species.shaper_start > figures().shaper_start else []
    found += [say("good.weapons")] if species.weapons else []
    own = f"good.more.{species.id}"
    found += [say(own)] if own in say else []
    return tuple(dict.fromkeys(found))[:3] or (say("good.even"),)


def boxed(world: World, ready: ReadyMade) -> Boxed:
    hero = from_ready_made(ready, ready.key, "", 0)
    keys = [*hero.raises, "FIT", "DEX", "INT", "AWR", "STR"]
    best = sorted(keys, key=lambda key: -(sheet.number(world, hero, key).value or -9))
    shown = [f"shaping:{kind}" for kind in hero.shaping]
    shown += [key for key in best if key not in shown]
    return Boxed(
        ready.key,
        portrait(world, hero),
        ready.name,
        kind_name(world, hero),
        ready.calling,
        ready.look,
        tuple(figure(world, hero, key) for key in shown[:BEST]),
    )


def in_the_making(world: World, seat: Seat) -> Iterator[InTheMaking]:
    """The others who have no finished character yet (SB-1)."""
    for member in world.company.seats:
        now = world.of(member)
        if member == seat.id or (now is not None and now.life != "dead"):
            continue
        mine = [h for h in world.cast.values() if h.player == member and not h.finished]
        if not mine:
            yield InTheMaking(world.name(member), say("labels.choosing"))
        for hero in mine[:1]:
            words = say("labels.making", kind=one(kind_name(world, hero).lower()))
            yield InTheMaking(world.name(member), words, portrait(world, hero))


# -- Building (SB-37 … SB-84) --------------------------------------------------------------------


def builder(world: World, seat: Seat, hero: Character) -> Builder:
    species = world.find_species(hero.species)
    points, skill_points = sheet.feature_points(world, hero), building.spent_skills(world, hero)
    shown = offered.to_buy(world, hero) and shown_skills(world, hero)
    rest = [key for key in offered.to_buy(world, hero) if key not in shown]
    kind = kind_name(world, hero)
    name = hero.name or say("labels.your", kind=kind.lower())
    return Builder(
        about=offered.place(hero),
        region="scene",
        title=say("labels.build", name=name),
        who=hero.id,
        name=hero.name,
        kind=kind,
        player=world.name(hero.player) if hero.player else "",
        mine=hero.player == seat.id,
        portrait=portrait(world, hero),
        flavour=species.flavour if species else say("good.bot_flavour"),
        features=tuple(feature_stepper(world, hero, key) for key in BASE),
        strength=figure(world, hero, "STR"),
        health=health(world, hero),
        armor=armor_words(world, hero),
        gifts=tuple(gifts(world, hero)),
        points=purse(points),
        spreads=tuple(
            Way(s.id, s.name, changes(world, s.change)) for s in content().spreads.values()
        ),
        skill_points=purse(skill_points),
        skills=tuple(skill_stepper(world, hero, key) for key in shown),
        rest=tuple(skill_stepper(world, hero, key) for key in rest),
        families=tuple(families(world, hero)),
        bundles=tuple(
            Way(b.id, b.name, listing(sheet.label(world, key) for key in b.skills))
            for b in content().bundles.values()
        ),
        shaping=tuple(shapings(hero)) if hero.kind == "animal" else (),
        bot=bench(world, hero, hero.bot) if hero.bot else None,
        items=tuple(ItemLine(item.id, item.name) for item in hero.items),
        missing=building.missing(world, hero),
        overdrawn=tuple(overdrawn(points, skill_points)) if not hero.extra else (),
        warnings=building.warnings(world, hero),
        enforced=not hero.extra,
        steps=tuple(steps(world, hero, points, skill_points)),
        pictures=tuple(pictures(world)),
        hints=(say("advice.points"), say("advice.skills"), say("advice.name")),
        terms=terms("Feature", "Skill", "Rating", "Shaping", "Fluke", "Health point", "Penalty"),
    )


def feature_stepper(world: World, hero: Character, key: str) -> Stepper:
    now = hero.change.get(key, 0)
    return Stepper(figure(world, hero, key), now, 1)


def shown_skills(world: World, hero: Character) -> tuple[str, ...]:
    """The common skills, those of the species, and whatever has points in it (SB-58)."""
    species = world.find_species(hero.species) if hero.kind == "animal" else None
    born = [row.skill for row in species.skills] if species else []
    raised = [key for key in hero.raises if not key.startswith("shaping:")]
    special = skills.specialties(world, hero)
    shaped = [f"shaping:{kind}" for kind in hero.shaping]
    return tuple(dict.fromkeys((*shaped, *skills.common(world), *born, *raised, *special)))


def skill_stepper(world: World, hero: Character, key: str) -> Stepper:
    rating = sheet.bought(world, hero, key)
    bonus = sheet.free_bonus(world, hero, key)
    then = sheet.signed(sheet.next_level(rating) + bonus)
    price = sheet.step_price(rating)
    return Stepper(figure(world, hero, key), hero.raises.get(key, 0), price, then)


def changes(world: World, change: Mapping[str, int]) -> str:
    return listing(f"{sheet.label(world, key)} {sheet.signed(by)}" for key, by in change.items())


def families(world: World, hero: Character) -> Iterator[Family]:
    mine = skills.specialties(world, hero)
    for category in content().categories.values():
        branches = tuple(key for key in mine if key.startswith(f"{category.id}:"))
        start = say("labels.starts_none" if category.start == "None" else "labels.starts_weapon")
        yield Family(category.id, category.name, start, branches)


def shapings(hero: Character) -> Iterator[ShapingLine]:
    for kind in content().shaping.values():
        mine = kind.id in hero.shaping
        yield ShapingLine(
            kind.id, kind.name, BADGES[kind.id], kind.scope, kind.easy, kind.hard, mine
        )


def overdrawn(points: sheet.Budget, skill_points: sheet.Budget) -> Iterator[str]:
    """Budgets that are spent beyond what there is (SB-42)."""
    if points.left < 0:
        yield say("labels.overdrawn_features", n=-points.left)
    if skill_points.left < 0:
        yield say("labels.overdrawn_skills", n=-skill_points.left)


def steps(
    world: World, hero: Character, points: sheet.Budget, skill_points: sheet.Budget
) -> Iterator[tuple[str, str, str]]:
    """Where a sheet stands: its picture, points, skills, name; the first open one is now."""
    body = hero.bot
    done = {
        "bot": body is None or bool(body.locomotion and body.parts),
        "points": points.left == 0,
        "skills": skill_points.left == 0,
        "name": bool(hero.name),
    }
    now = next((key for key, ok in done.items() if not ok), "finish")
    for key in ("bot", "points", "skills", "name", "finish"):
        if key == "bot" and body is None:
            continue
        state = "now" if key == now else "past" if done.get(key) else "next"
        yield key, say(f"steps.{key}"), state


# -- Body and gifts ------------------------------------------------------------------------------


def armor_words(world: World, hero: Character) -> str:
    level = sheet.armor(world, hero)
    return say(f"armor.{level}", from_=content().armor[level].damage_on)


def gifts(world: World, hero: Character) -> Iterator[str]:
    """Claws, a trunk, a shell: what comes with the species."""
    for weapon in sheet.natural_weapons(world, hero):
        yield say("labels.natural_weapon", name=weapon.name, size=say(f"size.{weapon.size}"))
    for trait in sheet.traits(world, hero):
        more = say("labels.minutes", n=trait.minutes) if trait.minutes else ""
        yield f"{trait.name}{more}"
    species = world.find_species(hero.species) if hero.kind == "animal" else None
    if species and species.meat:
        yield say("labels.meat")


def bench(world: World, hero: Character, body: BotBody) -> BotBench:
    """A bot's parts, taken and to be taken (SB-149 … SB-156)."""
    used = building.part_slots(world, hero)
    some, most = figures().bot_features, figures().bot_features_with_penalty
    return BotBench(
        body.locomotion,
        tuple((way, MOVES.get(way, "gear")) for way in content().locomotion),
        tuple(fitted(world, body)),
        tuple(lacking(world, body)),
        tuple(part_line(f) for f in world.all_bot_features().values()),
        tuple(part_line(p) for p in world.all_bot_penalties().values()),
        Purse(most if body.penalties else some, used),
        say("hints.fitness_high" if sheet.solid(world, hero, "FIT") > 0 else "hints.fitness_low")
        if sheet.solid(world, hero, "FIT")
        else "",
    )


def part_line(part: BotFeature | BotPenalty, note: str = "", place: int = 0) -> PartLine:
    slots = part.slots if isinstance(part, BotFeature) else 1
    return PartLine(part.id, part.name, part.effect, note or part.note, place, slots, part.homemade)


def fitted(world: World, body: BotBody) -> Iterator[PartLine]:
    for place, part in enumerate(body.parts, 1):
        found = world.bot_feature(part.feature)
        name, effect = (found.name, found.effect) if found else (part.feature, "")
        yield PartLine(part.feature, name, effect, part.note, place, found.slots if found else 1)


def lacking(world: World, body: BotBody) -> Iterator[PartLine]:
    for id in body.penalties:
        found = world.bot_penalty(id)
        name, effect = (found.name, found.effect) if found else (id, "")
        yield PartLine(id, name, effect, body.penalty_note)
