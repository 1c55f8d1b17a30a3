"""Beginning and building a character as the seats see it (SB-36 … SB-84, SB-149 … SB-156)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple
from zlib import crc32

from tablefolk.core.game import Block, Seat
from tablefolk.core.words import listing
from tablefolk.games.shapers_and_bots.page.blocks.base import Purse
from tablefolk.games.shapers_and_bots.page.blocks.sheets import (
    Begin,
    Born,
    BotBench,
    Boxed,
    Builder,
    Face,
    Family,
    ItemLine,
    Kit,
    Maker,
    PartLine,
    Picture,
    ShapingLine,
    Stepper,
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
from tablefolk.games.shapers_and_bots.rules import building, sheet, skills
from tablefolk.games.shapers_and_bots.rules.content import (
    BASE,
    BotFeature,
    BotPenalty,
    Species,
    content,
    figures,
)
from tablefolk.games.shapers_and_bots.rules.ready_made import ReadyMade
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import BotBody, Character
from tablefolk.games.shapers_and_bots.rules.wording import say, terms

SPREADS = {
    "strong": "dumbbell", "quick": "bolt", "nimble": "hand", "clever": "brain",
    "watchful": "eye", "even": "star", "small": "mask",
}  # fmt: skip
BUNDLES = {
    "scout": "binoculars", "fighter": "shield-halved", "archer": "bullseye", "tinkerer": "gears",
    "healer": "kit-medical", "entertainer": "music", "sailor": "anchor", "trickster": "clover",
}  # fmt: skip
KITS = {
    "moving": ("wind", ("accelerator", "flotation", "gas_bag", "legs", "powered_flight",
                        "submersible", "tracks", "wheels")),
    "hands": ("hand", ("arm", "cart", "electromagnet", "extensible_arm", "grapple",
                       "heavy_equipment", "liquid_storage", "vacuum")),
    "weapons": ("burst", ("cutting_laser", "drill", "grinder", "sawblade")),
    "skin": ("shield-halved", ("armor_light", "armor_heavy", "camouflage", "coldproof",
                               "fireproof")),
    "senses": ("eye", ("display_screen", "microphone", "radio", "searchlight", "speakers")),
    "power": ("bolt", ("furnace", "power_leech", "solar_panels", "windmill")),
}  # fmt: skip


# -- Beginning (SB-36, SB-45, SB-149) ------------------------------------------------------------


def beginning(world: World, seat: Seat) -> Iterator[Block]:
    """Everybody one could be, as a picture; with whoever is ready to play at once."""
    ready = offered.box(world)
    faces = tuple(to_be(world, picture, ready) for picture in pictures(world))
    first = {face.ready for face in faces}
    others = tuple(
        Boxed(r.key, r.name, offered.called(world, r)) for r in ready if r.key not in first
    )
    lot = ready[crc32(seat.id.encode()) % len(ready)].key if ready else ""
    yield Begin("begin", pictures=faces, others=others, surprise=lot)


def to_be(world: World, picture: Picture, ready: tuple[ReadyMade, ...]) -> Face:
    """A picture, who is that animal already, and who of it could be played at once."""
    id = "" if picture.id == building.BOT else picture.id
    heroes = (h for h in world.players_characters() if h.kind != "sketch" and h.species == id)
    taken = listing(world.name(hero.player) for hero in heroes if hero.player)
    found = next((r for r in ready if r.species == id), None)
    return Face(picture, taken, found.key if found else "", found.name if found else "")


def pictures(world: World) -> Iterator[Picture]:
    """Every species, and the bot (SB-36, SB-149)."""
    for species in world.all_species().values():
        face = species_face(world, species.id)
        good = ", ".join(good_at(species))
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
    found += [w.name.lower().partition(" (")[0] for w in species.weapons[:1]]
    own = f"good.more.{species.id}"
    found += [say(own)] if own in say else []
    return tuple(dict.fromkeys(found))[:3] or (say("good.even"),)


# -- Building (SB-37 … SB-84) --------------------------------------------------------------------


class Step(NamedTuple):
    """A step of making somebody: past, now or next."""

    key: str
    name: str
    state: str


def called(world: World, hero: Character) -> str:
    """Somebody in the making, by name or by kind."""
    return hero.name or say("labels.your", kind=kind_name(world, hero).lower())


def making(world: World, seat: Seat, hero: Character) -> Iterator[Block]:
    """One step with its pictures, and what was chosen so far."""
    points, skill_points = sheet.feature_points(world, hero), building.spent_skills(world, hero)
    now = next(step.key for step in steps(world, hero) if step.state == "now")
    yield Maker(
        about=offered.card(hero),
        who=hero.id,
        name=hero.name,
        kind=kind_name(world, hero),
        mine=hero.player == seat.id,
        portrait=portrait(world, hero),
        step=now,
        points=purse(points),
        skill_points=purse(skill_points),
        spreads=tuple(
            Way(s.id, s.name, changes(world, s.change), SPREADS.get(s.id, "star"))
            for s in content().spreads.values()
        ),
        bundles=tuple(
            Way(
                b.id,
                b.name,
                named(world, skills.of_bundle(world, hero, b)),
                BUNDLES.get(b.id, "star"),
            )
            for b in content().bundles.values()
        ),
        born=to_shaping(world, hero),
        instead=instead(world, hero),
        bot=bench(world, hero, hero.bot) if hero.bot else None,
        missing=building.missing(world, hero),
        overdrawn=tuple(overdrawn(points, skill_points)) if not hero.extra else (),
        warnings=building.warnings(world, hero),
        hint=say(f"advice.{now}") if f"advice.{now}" in say else "",
    )


def instead(world: World, hero: Character) -> str:
    """What a set of skills replaces, and what it leaves to shaping, before it is tapped (SB-84)."""
    kept = skills.in_shaping(hero)
    told = [say("labels.instead")] if hero.raises.keys() - kept.keys() else []
    if kept:
        left = skills.left_for_skills(world, hero)
        told.append(say("labels.shaping_stays" if left else "labels.shaping_has_all", n=left))
    return " ".join(told)


def named(world: World, keys: Iterable[str]) -> str:
    return listing(sheet.label(world, key) for key in keys)


def numbers(world: World, seat: Seat, hero: Character) -> Iterator[Block]:
    """Every number, one by one."""
    yield builder(world, seat, hero)


def builder(world: World, seat: Seat, hero: Character) -> Builder:
    species = world.find_species(hero.species)
    points, skill_points = sheet.feature_points(world, hero), building.spent_skills(world, hero)
    shown = offered.to_buy(world, hero) and shown_skills(world, hero)
    rest = [key for key in offered.to_buy(world, hero) if key not in shown]
    return Builder(
        about=offered.about_of(hero),
        who=hero.id,
        name=hero.name,
        kind=kind_name(world, hero),
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
        skill_points=purse(skill_points),
        skills=tuple(skill_stepper(world, hero, key) for key in shown),
        rest=tuple(skill_stepper(world, hero, key) for key in rest),
        families=tuple(families(world, hero)),
        born=offered.may_shape(hero),
        items=tuple(ItemLine(item.id, item.name) for item in hero.items),
        enforced=not hero.extra,
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
    return tuple(dict.fromkeys((*skills.common(world), *born, *raised, *special)))


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


def to_shaping(world: World, hero: Character) -> tuple[str, str]:
    """The way to shaping from the card: to ask for it, or to what one shapes (SB-137)."""
    if not offered.may_shape(hero):
        return "", ""
    mine = shapes(world, hero)
    return (mine, say("labels.shapes_more")) if mine else (say("labels.born"), say("labels.ask"))


def shapes(world: World, hero: Character) -> str:
    """What somebody shapes, and how well; "" for who is no shaper."""
    mine = (kind for kind in content().shaping.values() if kind.id in hero.shaping)
    every = [f"{k.name} ({figure(world, hero, f'shaping:{k.id}').text})" for k in mine]
    return say("labels.shapes", kinds=listing(every)) if every else ""


def born(world: World, hero: Character) -> Iterator[Block]:
    """The six kinds, each with what is easy and what is hard."""
    yield Born(
        offered.born(hero),
        who=hero.id,
        kinds=tuple(shapings(world, hero)),
        points=purse(building.spent_skills(world, hero)),
        terms=terms("Shaping"),
    )


def shapings(world: World, hero: Character) -> Iterator[ShapingLine]:
    """Each kind; of one's own, how good one is at it and what the next level costs (SB-84)."""
    for kind in content().shaping.values():
        rated = kind.id in hero.shaping and hero.kind != "sketch"
        mine = skill_stepper(world, hero, f"shaping:{kind.id}") if rated else None
        yield ShapingLine(
            kind.id, kind.name, BADGES[kind.id], kind.scope, kind.easy, kind.hard, mine
        )


def overdrawn(points: sheet.Budget, skill_points: sheet.Budget) -> Iterator[str]:
    """Budgets that are spent beyond what there is (SB-42)."""
    if points.left < 0:
        yield say("labels.overdrawn_features", n=-points.left)
    if skill_points.left < 0:
        yield say("labels.overdrawn_skills", n=-skill_points.left)


def fitted_out(world: World, hero: Character) -> bool:
    """Whether a bot has its parts: two, or a third one with its penalty (SB-152, SB-154)."""
    enough = building.part_slots(world, hero) >= figures().bot_features
    return enough and not unpaid(world, hero)


def unpaid(world: World, hero: Character) -> str:
    """What is wrong with a bot's parts, and what would put it right (SB-152, SB-154)."""
    if building.owes_penalty(world, hero):
        return say("labels.owes_penalty")
    idle = bool(sheet.idle_armor(world, hero)) and not hero.extra
    return say("labels.idle_armor") if idle else ""


def steps(world: World, hero: Character) -> list[Step]:
    """Where a sheet stands: parts, points, skills, name; the first open one is now."""
    body = hero.bot
    points, learned = (
        sheet.feature_points(world, hero).left,
        building.spent_skills(world, hero).left,
    )
    done = {
        "bot": body is None or bool(body.locomotion and fitted_out(world, hero)),
        "points": points == 0 or (points > 0 and bool(hero.change)),
        # A point may be left over; what is in shaping is no skill yet.
        "skills": learned == 0
        or (learned > 0 and bool(hero.raises.keys() - skills.in_shaping(hero).keys())),
        "name": bool(hero.name),
    }
    now = next((key for key, ok in done.items() if not ok), "finish")
    every = ("points", "skills", "name", "finish")
    shown = ("bot", *every) if body is not None else every
    states = ("now" if key == now else "past" if done.get(key) else "next" for key in shown)
    return [Step(key, say(f"steps.{key}"), state) for key, state in zip(shown, states, strict=True)]


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
        tuple(kits(world)),
        Purse(most if body.penalties else some, used),
        say("hints.fitness_high" if sheet.solid(world, hero, "FIT") > 0 else "hints.fitness_low")
        if sheet.solid(world, hero, "FIT")
        else "",
        unpaid(world, hero),
        building.owes_penalty(world, hero),
    )


def kits(world: World) -> Iterator[Kit]:
    """What a bot can have, kind by kind; home-made parts are kept together, penalties come last."""
    known = {id for _, some in KITS.values() for id in some}
    features = world.all_bot_features()
    other = tuple(id for id in features if id not in known)
    for id, (icon, some) in (KITS | {"other": ("gear", other)}).items():
        lines = tuple(part_line(features[part]) for part in some if part in features)
        if lines:
            yield Kit(id, say(f"kits.{id}"), icon, lines)
    lacks = tuple(part_line(p) for p in world.all_bot_penalties().values())
    yield Kit("penalty", say("kits.penalty"), "heart-crack", lacks, penalty=True)


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
