"""Skills, specialties and shaping: buying them level by level (SB-58 … SB-84, SB-137 … SB-139)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Event, Seat, must, need, word
from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.building import draft
from tablefolk.games.shapers_and_bots.rules.content import RATED, Bundle, content, figures
from tablefolk.games.shapers_and_bots.rules.state import World, one_line, words
from tablefolk.games.shapers_and_bots.rules.values import (
    Character,
    Id,
    Item,
    Key,
    Modified,
    Name,
    Rating,
    Specialty,
)
from tablefolk.games.shapers_and_bots.rules.wording import Facts, OnSheet, SheetStep

MOST_LEVELS = 40

# -- Which skills there are (SB-58, SB-65, SB-73, SB-77) ---------------------------------------


def common(world: World) -> tuple[str, ...]:
    """The six skills that are always on the sheet (SB-58)."""
    return tuple(skill.id for skill in world.all_skills().values() if skill.common)


def open_to(world: World, hero: Character) -> tuple[str, ...]:
    """Every skill of the list that this one may have (SB-58, SB-77)."""
    return tuple(id for id in world.all_skills() if suits(world, hero, id))


def suits(world: World, hero: Character, key: str) -> bool:
    """A few skills are only for the species that are born to them (SB-77)."""
    skill = world.find_skill(key)
    if skill is None or not skill.species:
        return True
    species = world.find_species(hero.species) if hero.kind == "animal" else None
    own = {row.skill for row in species.skills} if species else set()
    return hero.species in skill.species or key in own


def foreign(world: World, hero: Character, key: str) -> bool:
    """Whether a skill is only for others: nobody has added it for this one (SB-69, SB-77).

    What a sketch of an extra is born to, only the Director knows.
    """
    if hero.kind == "sketch" or key in hero.fixed or suits(world, hero, key):
        return False
    found = sheet.number(world, hero, key)
    return not found.unset and found.value is None


def for_this_species(world: World, hero: Character, key: str) -> None:
    """Jumping, Flying and the like are for those who are born to it (SB-77)."""
    why = f"{sheet.label(world, key)} is only for animals that are born to it, not for {hero.name}."
    need(not foreign(world, hero, key), "SB-77", "not_for_this_species", why)


def out_of_reach(world: World, hero: Character, key: str) -> str:
    """Why this one cannot even try with that rating, if so (SB-77, SB-137)."""
    found = sheet.number(world, hero, key)
    if found.unset or found.value is not None:
        return ""
    if is_shaping(key):
        return f"{hero.name} is no shaper of that kind."
    return "Only for animals that are born to it." if foreign(world, hero, key) else ""


def buyable(world: World, hero: Character, given: str) -> str:
    """A skill, specialty or kind of shaping this one may put points in."""
    key = normal(given)
    sheet.known_key(world, hero, key, "SB-58")
    why = "Features are bought with feature points, not with skill points."
    must(key not in RATED, "SB-40", "unknown", why)
    why = f"{sheet.label(world, key)} is not for this species; the Director may allow it."
    need(suits(world, hero, key), "SB-77", "not_for_this_species", why)
    category, _, special = key.partition(":")
    if category == "shaping":
        why = "Being a shaper needs the Director’s consent first."
        must(special in hero.shaping, "SB-137", "needs_director", why)
    elif special:
        there = key in (*specialties(world, hero), *known_specialties(world))
        must(there, "SB-66", "needs_director", f"Ask the Director for “{special}” first.")
    return key


def normal(key: str) -> str:
    """A key as it is kept: the same name in one category is one skill (SB-66)."""
    category, _, special = key.partition(":")
    return sheet.specialty_key(category, special) if special else key


# -- Specialties (SB-65 … SB-67) ---------------------------------------------------------------


class NameSpecialty(Act[World], frozen=True):
    """A branch of a category becomes a skill by being named."""

    may = "owner or gm"
    who: Id
    category: Id
    name: Name

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = draft(world, seat, self.who)
        found = world.category(self.category)
        category = must(found, "SB-65", "unknown", "There is no such family of skills.")
        name = words(one_line(self.name), "SB-66", f"Say which {category.name} it is.")
        must(":" not in name, "SB-66", "bad_name", "A name without a colon, please.")
        key = sheet.specialty_key(category.id, name)
        must(key not in specialties(world, hero), "SB-66", "same", "That is on the sheet already.")
        new = key not in known_specialties(world)
        if new:
            word(seat, "SB-66", f"May {hero.name or 'they'} have {category.name}: {name}?")
        yield SpecialtyNamed(hero.id, category.id, name.casefold(), key, new)


class SpecialtyNamed(SheetStep, frozen=True):
    category: str
    name: str
    key: Rating
    new: bool = False  # this table did not know it yet

    def onto(self, world: World) -> World:
        raises = {**world.cast[self.who].raises, self.key: 0}
        world = world.with_hero(self.who, raises=raises)
        if not self.new:
            return world
        more = (*world.homemade.specialties, Specialty(self.category, self.name))
        return replace(world, homemade=replace(world.homemade, specialties=more))


def known_specialties(world: World) -> tuple[str, ...]:
    """The examples, what gear is used with, and what was named at this table (SB-66)."""
    found = [
        sheet.specialty_key(category.id, name)
        for category in content().categories.values()
        for name in category.examples
    ]
    found += [gear.skill for gear in world.all_gear().values() if ":" in gear.skill]
    found += [sheet.specialty_key(s.category, s.name) for s in world.homemade.specialties]
    return tuple(dict.fromkeys(found))


def specialties(world: World, hero: Character) -> tuple[str, ...]:
    """The specialties on a sheet: named, raised, set, or of something it has with it."""
    every = (*hero.raises, *hero.grown, *hero.fixed, *carried(world, hero))
    return tuple(dict.fromkeys(key for key in every if ":" in key and not is_shaping(key)))


def carried(world: World, hero: Character) -> tuple[str, ...]:
    """What the things and tools of this one are used with."""
    parts = hero.bot.parts if hero.bot else ()
    tools = (tool_key(part.feature, world) for part in parts)
    return tuple(key for key in (*(item.skill for item in hero.items), *tools) if key)


def tool_key(feature: str, world: World) -> str:
    """The specialty a bot's tool is used with, where it is a weapon (SB-156)."""
    found = world.bot_feature(feature)
    return sheet.specialty_key("weapon", found.name) if found and found.weapon else ""


def shaped(hero: Character) -> tuple[str, ...]:
    """What somebody shapes, by birth or by the Director's number (SB-137)."""
    given = (key for key, value in hero.fixed.items() if is_shaping(key) and value is not None)
    return tuple(dict.fromkeys((*hero.shaping, *(key.partition(":")[2] for key in given))))


def is_shaping(key: str) -> bool:
    return key.startswith("shaping:")


# -- Buying and selling (SB-78 … SB-84) --------------------------------------------------------


class BuySkill(Act[World], frozen=True):
    """A skill goes up by so many levels; or down again, which gives the points back."""

    may = "owner or gm"
    who: Id
    key: Key
    levels: Modified = 1

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = draft(world, seat, self.who)
        why = "This extra has single numbers only: set the rating itself."
        must(hero.kind != "sketch", "SB-165", "unset", why)
        key = buyable(world, hero, self.key)
        was = hero.raises.get(key, 0)
        must(self.levels, "SB-78", "same", "It is like that already.")
        levels = was + self.levels
        why = f"{sheet.label(world, key)} cannot go below its start; that gives no points."
        must(levels >= 0, "SB-82", "no_refund", why)
        must(levels <= MOST_LEVELS, "SB-82", "out_of_range", "Nobody is that good.")
        after = replace(hero, raises={**hero.raises, key: levels})
        points = cost(world, after) - cost(world, hero)
        if not hero.extra:
            affordable(world, hero, points)
        yield SkillBought(hero.id, key, levels, was, sheet.rating(world, after, key), points)


class SkillBought(SheetStep, frozen=True):
    """Levels bought, or given back where there are fewer now."""

    key: Rating
    levels: int  # bought in all
    was: int
    rating: int | None
    points: int  # spent by this; below nothing: given back

    def onto(self, world: World) -> World:
        others = {
            key: levels for key, levels in world.cast[self.who].raises.items() if key != self.key
        }
        keep = self.levels or (
            ":" in self.key and not is_shaping(self.key)
        )  # a specialty stays named
        return world.with_hero(
            self.who, raises={**others, self.key: self.levels} if keep else others
        )

    def in_words(self, world: World, seat: Seat) -> Facts:
        return {"value": sheet.signed(self.rating)}


def cost(world: World, hero: Character) -> int:
    """What the levels on a sheet cost together."""
    return sheet.skill_points(world, hero).spent


def affordable(world: World, hero: Character, points: int) -> None:
    left = sheet.skill_points(world, hero).left
    why = f"That costs {points} and there are {max(0, left)} skill points left."
    need(points <= max(0, left) or points < 0, "SB-83", "not_enough_points", why)


class ForgetSpecialty(Act[World], frozen=True):
    """A specialty comes off the sheet, and its points with it."""

    may = "owner or gm"
    who: Id
    key: Key

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = draft(world, seat, self.who)
        there = ":" in self.key and self.key in hero.raises
        must(there, "SB-66", "unknown", "That is not on this sheet.")
        yield SpecialtyForgotten(hero.id, self.key)


class SpecialtyForgotten(SheetStep, frozen=True):
    key: Rating

    def onto(self, world: World) -> World:
        left = {
            key: levels for key, levels in world.cast[self.who].raises.items() if key != self.key
        }
        return world.with_hero(self.who, raises=left)


# -- Skills that go together, at one tap -------------------------------------------------------


class TakeBundle(Act[World], frozen=True):
    """Spend the skill points on skills that go together; skills bought before are given back.

    What was put into shaping stays (SB-84).
    """

    may = "owner or gm"
    who: Id
    bundle: Id = ""  # "" takes all skills back

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = unbundled(draft(world, seat, self.who))
        must(hero.kind != "sketch", "SB-78", "unset", "Choose a species first, or set its ratings.")
        if not self.bundle:
            yield BundleTaken(hero.id, in_shaping(hero))
            return
        found = content().bundles.get(self.bundle)
        bundle = must(found, "SB-78", "unknown", "There is no such set of skills.")
        raises = dealt(world, hero, of_bundle(world, hero, bundle))
        yield BundleTaken(hero.id, raises, bundle.name, tuple(weapons(world, hero, raises)))


class BundleTaken(SheetStep, frozen=True):
    raises: dict[str, int]
    name: str = ""
    items: tuple[Item, ...] = ()  # the weapons that go with it, if one has none of that sort

    def onto(self, world: World) -> World:
        kept = unbundled(world.cast[self.who]).items
        world = world.with_hero(self.who, raises=self.raises, items=(*kept, *self.items))
        return world.counted(self.items[-1].id) if self.items else world


def unbundled(hero: Character) -> Character:
    """Without what came with another set of skills."""
    return replace(hero, items=tuple(item for item in hero.items if not item.bundled))


def in_shaping(hero: Character) -> dict[str, int]:
    """The levels bought for shaping: no set of skills takes them back (SB-84)."""
    return {key: levels for key, levels in hero.raises.items() if is_shaping(key)}


def left_for_skills(world: World, hero: Character) -> int:
    """What a set of skills can spend: all points but those in shaping (SB-84)."""
    return max(0, sheet.skill_points(world, replace(hero, raises=in_shaping(hero))).left)


def weapons(world: World, hero: Character, keys: Iterable[str]) -> Iterator[Item]:
    """What these skills are used with, for who has none of it and can hold it (SB-89, SB-161)."""
    if hero.kind == "bot" and not sheet.hands(world, hero) + sheet.clumsy_hands(world, hero):
        return
    numbers, own = world.thing_numbers(hero), carried(world, hero)
    for key in keys:
        of_it = (g for g in content().gear.values() if g.skill == key)
        found = next(of_it, None) if key.startswith("weapon:") and key not in own else None
        if found:
            yield replace(Item.of(found, next(numbers)), bundled=True)


def of_bundle(world: World, hero: Character, bundle: Bundle) -> tuple[str, ...]:
    """The skills of a set, with the weapon that this one has where it names another (SB-156)."""
    own = [key for key in carried(world, unbundled(hero)) if key.startswith("weapon:")]
    armed = (own[0] if own and key.startswith("weapon:") and key not in own else key
             for key in bundle.skills)  # fmt: skip
    return tuple(dict.fromkeys(armed))


def dealt(world: World, hero: Character, keys: Sequence[str]) -> dict[str, int]:
    """Points dealt round to these skills, a level each: first while levels are cheap, then on.

    What is then too little for them goes to what everybody can do (SB-58), best first.
    """
    now = replace(hero, raises=in_shaping(hero))
    usual = sorted(common(world), key=lambda key: -(sheet.bought(world, hero, key) or 0))
    for some, dear in ((keys, False), (keys, True), (usual, False)):
        before = None
        while now != before:
            before = now
            for key in some:
                rating = sheet.bought(world, now, key)
                cheap = rating is None or rating < figures().cheap_up_to
                more = replace(now, raises={**now.raises, key: now.raises.get(key, 0) + 1})
                if (cheap or dear) and sheet.skill_points(world, more).left >= 0:
                    now = more
    return now.raises


# -- Becoming a shaper (SB-84, SB-137 … SB-139) ------------------------------------------------


class BecomeShaper(Act[World], frozen=True):
    """An animal is born to shape one thing: rare, free, and with the Director's consent."""

    may = "owner or gm"
    who: Id
    kind: Id

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = world.character(self.who) if seat.gm else draft(world, seat, self.who)
        found = world.shaping_kind(self.kind)
        kind = must(found, "SB-138", "unknown", "There is no such kind of shaping.")
        why = "Bots cannot shape; only animals can."
        must(hero.kind != "bot", "SB-137", "bots_cannot_shape", why)
        must(kind.id not in hero.shaping, "SB-138", "same", "They shape that already.")
        why = "One kind of shaping is all that one can be born to."
        need(not hero.shaping, "SB-138", "one_kind", why)
        word(seat, "SB-137", f"May {hero.name or 'this character'} be a shaper of {kind.name}?")
        after = replace(hero, shaping=(*hero.shaping, kind.id))
        yield ShaperMade(hero.id, kind.id, sheet.rating(world, after, f"shaping:{kind.id}"))


class ShaperMade(OnSheet, frozen=True):
    kind: str
    rating: int | None

    def onto(self, world: World) -> World:
        return world.with_hero(self.who, shaping=(*world.cast[self.who].shaping, self.kind))

    def in_words(self, world: World, seat: Seat) -> Facts:
        return {"what": sheet.label(world, f"shaping:{self.kind}")}


class StopShaping(Act[World], frozen=True):
    """While the sheet is made: no shaper after all."""

    may = "owner or gm"
    who: Id
    kind: Id

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = draft(world, seat, self.who)
        must(self.kind in hero.shaping, "SB-138", "unknown", "They do not shape that.")
        yield ShaperUnmade(hero.id, self.kind)


class ShaperUnmade(OnSheet, frozen=True):
    kind: str

    def onto(self, world: World) -> World:
        hero = world.cast[self.who]
        left = tuple(kind for kind in hero.shaping if kind != self.kind)
        raises = {key: n for key, n in hero.raises.items() if key != f"shaping:{self.kind}"}
        return world.with_hero(self.who, shaping=left, raises=raises)
