"""A sheet's numbers and what they come from (SB-13 … SB-16, SB-37 … SB-42, SB-58 … SB-84).

A rating's key is a feature (`FIT`), a skill (`climbing`), a specialty (`weapon:bow`) or a kind of
shaping (`shaping:air`). None is no ability at all (SB-59). A number that an extra was never given
is Unset, and asked for when it is first needed (SB-169).
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from tablefolk.core.game import must, need
from tablefolk.games.shapers_and_bots.rules import formulas
from tablefolk.games.shapers_and_bots.rules.content import (
    BASE,
    HEART,
    PARTS,
    RATED,
    Level,
    NaturalWeapon,
    SpeciesSkill,
    Trait,
    content,
    figures,
)
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Character

WEIGHT: dict[Level, int] = {"none": 0, "light": 1, "heavy": 2}


class Unset(LookupError):
    """A number of an extra that nobody has set yet (SB-169)."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


class Part(Struct, frozen=True):
    """A piece of a number: a feature, a formula, levels bought, a bonus."""

    what: (
        str  # base, change, SIZ, FIT …, formula, number, none, species, raises, grown, bonus, ruled
    )
    value: int | None
    text: str = ""


class Number(Struct, frozen=True):
    """A rating and what it comes from; `unset` names what an extra still lacks."""

    key: str
    value: int | None
    parts: tuple[Part, ...] = ()
    unset: str = ""

    @property
    def known(self) -> bool:
        return not self.unset


# -- Any rating, by its key (SB-16) ------------------------------------------------------------


def number(world: World, hero: Character, key: str) -> Number:
    """A rating with its parts; where it was never set, what is missing."""
    try:
        found = tuple(parts(world, hero, key))
    except Unset as unset:
        return Number(key, None, unset=unset.key)
    return Number(key, added(found), found)


def rating(world: World, hero: Character, key: str) -> int | None:
    """A rating; raises Unset for an extra who was never given it."""
    return added(parts(world, hero, key))


def added(found: tuple[Part, ...]) -> int | None:
    """Parts add up; a None among them is no ability, whatever is added (SB-59)."""
    values = [part.value for part in found]
    known = [value for value in values if value is not None]
    return sum(known) if len(known) == len(values) else None


def parts(world: World, hero: Character, key: str) -> tuple[Part, ...]:
    """What a rating is made of; a number the Director has set is that number (SB-43)."""
    if key in hero.fixed:
        return _ruled(hero, key)
    if key in RATED:
        return _feature_parts(world, hero, key)
    return _skill_parts(world, hero, key)


def _ruled(hero: Character, key: str) -> tuple[Part, ...]:
    """The Director's number, and levels learned since on top of it."""
    value, levels = hero.fixed[key], hero.grown.get(key, 0)
    if value is None and levels:
        value, levels = figures().none_becomes, levels - 1
    return (Part("ruled", value), *((Part("grown", levels),) if levels else ()))


# -- Features (SB-13 … SB-15) ------------------------------------------------------------------


def feature(world: World, hero: Character, key: str) -> int | None:
    """The rating of a feature, Strength, a part of a feature, Courage or Honesty."""
    return added(parts(world, hero, key))


def solid(world: World, hero: Character, key: str) -> int:
    """A feature that everybody has as a number."""
    value = feature(world, hero, key)
    return 0 if value is None else value


def _feature_parts(world: World, hero: Character, key: str) -> tuple[Part, ...]:
    if key == "STR":
        return tuple(Part(half, solid(world, hero, half)) for half in ("SIZ", "FIT"))  # SB-14
    if key in PARTS:
        return _sense_parts(world, hero, key)
    if key in HEART or hero.kind == "sketch":
        return _other_half(world, hero, key)
    base = born(world, hero).get(key, 0)
    change = hero.change.get(key, 0)
    return (Part("base", base), *((Part("change", change),) if change else ()))


def _other_half(world: World, hero: Character, key: str) -> tuple[Part, ...]:
    """What was never set; but Strength and one half of it say what the other is (SB-14, SB-169)."""
    known, whole = {"SIZ": "FIT", "FIT": "SIZ"}.get(key), hero.fixed.get("STR")
    half = hero.fixed.get(known) if known else None
    if not known or whole is None or half is None:
        raise Unset(key)
    text = f"{label(world, 'STR')} without {label(world, known)}"
    return (Part("formula", whole - half, text),)


def _sense_parts(world: World, hero: Character, key: str) -> tuple[Part, ...]:
    """A part of Size or Awareness that is not rated apart equals it (SB-15, SB-53, SB-151)."""
    species = world.find_species(hero.species) if hero.kind == "animal" else None
    if species and key in species.senses:
        return (Part("species", species.senses[key]),)
    if lacks(world, hero, key):
        return (Part("none", None),)
    return (Part(PARTS[key], solid(world, hero, PARTS[key])),)


def lacks(world: World, hero: Character, key: str) -> bool:
    """A bot has no nose, a blind one no sight, a deaf one no hearing (SB-151, SB-161)."""
    if hero.bot is None:
        return False
    if key == "SML":
        return not hero.bot.nose
    return lost(world, hero, {"SGT": "cameras", "HER": "microphone"}.get(key, "-"))


def lost(world: World, hero: Character, thing: str) -> bool:
    """Whether a penalty took this from a bot, and no feature hands it back (SB-155).

    A thing is arms, cameras, microphone, speaker, locomotion or armor.
    """
    body = hero.bot
    if body is None:
        return False
    found = [world.bot_penalty(id) for id in body.penalties]
    taking = [penalty for penalty in found if penalty and thing in penalty.removes]
    back = {id for penalty in taking for id in penalty.cancelled_by}
    return bool(taking) and not any(part.feature in back for part in body.parts)


def born(world: World, hero: Character) -> dict[str, int]:
    """The ratings a species, or a bot, starts with (SB-36, SB-149)."""
    species = world.find_species(hero.species) if hero.kind == "animal" else None
    return species.ratings if species else dict.fromkeys(BASE, 0)


# -- Skills, specialties, shaping (SB-58 … SB-84, SB-139) --------------------------------------


def _skill_parts(world: World, hero: Character, key: str) -> tuple[Part, ...]:
    first = start(world, hero, key)
    levels = hero.raises.get(key, 0)
    learned = hero.grown.get(key, 0)
    found = first
    if first and added(first) is None and levels + learned:
        found = (Part("none", figures().none_becomes),)  # the first level of a None skill (SB-79)
        levels, learned = (levels - 1, learned) if levels else (levels, learned - 1)
    bought = (Part("raises", levels),) if levels else ()
    grown = (Part("grown", learned),) if learned else ()
    bonus = free_bonus(world, hero, key)
    free = (Part("bonus", bonus),) if bonus and added(found) is not None else ()
    return (*found, *bought, *grown, *free)


def start(world: World, hero: Character, key: str) -> tuple[Part, ...]:
    """Where a skill starts, before anything is bought (SB-58 … SB-65, SB-70 … SB-74)."""
    category, _, special = key.partition(":")
    if category == "shaping":
        return _shaping_start(world, hero, special)
    if special:
        found = world.category(category)
        return _formula_parts(world, hero, found.start if found else "None")
    skill = world.find_skill(key)
    if skill is None:
        raise Unset(key)
    own = _species_skill(world, hero, key)
    if skill.species and own is None:
        return (Part("none", None),)  # SB-77
    plain = _formula_parts(world, hero, skill.start)
    return plain if own is None or own.mode == "bonus" else _better(own, plain)


def _better(own: SpeciesSkill, plain: tuple[Part, ...]) -> tuple[Part, ...]:
    """A species' start, or the formula where that is better (SB-70, A-26)."""
    by_formula = added(plain)
    if own.value is None or (by_formula is not None and by_formula > own.value):
        return plain
    return (Part("species", own.value),)


def _shaping_start(world: World, hero: Character, kind: str) -> tuple[Part, ...]:
    if kind not in hero.shaping:
        return (Part("none", None),)
    species = world.find_species(hero.species) if hero.kind == "animal" else None
    return (Part("species", species.shaper_start if species else figures().shaper_start),)


def _formula_parts(world: World, hero: Character, text: str) -> tuple[Part, ...]:
    """A formula's value, taken apart as far as it is a plain sum."""
    formula = formulas.parse(text)
    if formula is None:
        return (Part("none", None),)
    if any(
        term.best or abs(term.factor) != 1 for term in formula.terms if term.feature or term.best
    ):
        value = formulas.evaluate(formula, lambda key: feature(world, hero, key))
        return (Part("formula", value, _in_words(world, formula, text)),)
    return tuple(_term_part(world, hero, term) for term in formula.terms)


def _in_words(world: World, formula: formulas.Sum, text: str) -> str:
    """The better of two features, as people say it; any other formula as it is written."""
    (first, *more) = formula.terms
    plain = first.best and first.factor == 1 and not more
    names = [label(world, key) for key in formulas.features(formula)]
    return f"the better of {' and '.join(names)}" if plain else text


def _term_part(world: World, hero: Character, term: formulas.Term) -> Part:
    if not term.feature:
        return Part("number", term.factor)
    value = feature(world, hero, term.feature)
    return Part(term.feature, None if value is None else term.factor * value)


def _species_skill(world: World, hero: Character, key: str) -> SpeciesSkill | None:
    species = world.find_species(hero.species) if hero.kind == "animal" else None
    found = [row for row in (species.skills if species else ()) if row.skill == key]
    return next((row for row in found if row.mode != "bonus"), found[0] if found else None)


def free_bonus(world: World, hero: Character, key: str) -> int:
    """What a species adds to a skill for nothing, outside its price (SB-71, SB-75, SB-76)."""
    species = world.find_species(hero.species) if hero.kind == "animal" else None
    rows = species.skills if species else ()
    return sum(row.value or 0 for row in rows if row.skill == key and row.mode == "bonus")


# -- Prices and budgets (SB-37 … SB-42, SB-78 … SB-84) -----------------------------------------


class Budget(Struct, frozen=True):
    """Points there are, and points spent."""

    total: int
    spent: int

    @property
    def left(self) -> int:
        return self.total - self.spent


def step_price(rating: int | None) -> int:
    """What the level after this one costs (SB-79 … SB-81)."""
    after = next_level(rating)
    return 2 if rating is not None and after > figures().cheap_up_to else 1


def next_level(rating: int | None) -> int:
    return figures().none_becomes if rating is None else rating + 1


def price(start: int | None, levels: int) -> int:
    """What so many levels above a start cost together."""
    total, rating = 0, start
    for _ in range(levels):
        total += step_price(rating)
        rating = next_level(rating)
    return total


def bought(world: World, hero: Character, key: str) -> int | None:
    """A skill's rating as its price goes by it: without a species' free bonus (SB-76)."""
    first = added(start(world, hero, key))
    rating = first
    for _ in range(hero.raises.get(key, 0)):
        rating = next_level(rating)
    return rating


def feature_points(world: World, hero: Character) -> Budget:
    """Five points, one more for each level lowered; one for each level raised (SB-37 … SB-40)."""
    lowered = -sum(change for change in hero.change.values() if change < 0)
    raised = sum(change for change in hero.change.values() if change > 0)
    return Budget(figures().feature_points + lowered, raised)


def skill_points(world: World, hero: Character) -> Budget:
    """Twice Intellect and six, never below none (SB-78); what the levels bought cost."""
    total = formulas.evaluate(
        formulas.parse(figures().skill_points), lambda key: feature(world, hero, key)
    )
    spent = sum(
        price(added(start(world, hero, key)), levels) for key, levels in hero.raises.items()
    )
    return Budget(max(0, total or 0), spent)


# -- Health, armor, body -----------------------------------------------------------------------


def hp_max(world: World, hero: Character) -> int:
    """Strength and three, at least one (SB-93); the Director may set it."""
    ruled = hero.fixed.get("HP")
    if ruled is not None:
        return max(1, ruled)
    return max(1, formulas.evaluate(
        formulas.parse(figures().hp), lambda key: feature(world, hero, key)
    ) or 0)  # fmt: skip


def hp(world: World, hero: Character) -> int:
    """Health points left."""
    return hp_max(world, hero) if hero.hp is None else hero.hp


def natural_armor(world: World, hero: Character) -> Level:
    """Fur, hide, shell or plating (SB-46 … SB-49, SB-150, SB-153 … SB-155)."""
    if hero.bot is not None:
        return _plating(world, hero)
    species = world.find_species(hero.species) if hero.kind == "animal" else None
    return species.armor if species else "none"


def _plating(world: World, hero: Character) -> Level:
    body = hero.bot
    gone = {thing for id in (body.penalties if body else ()) for thing in removed(world, id)}
    levels: list[Level] = ["none" if "armor" in gone else "light"]
    for part in body.parts if body else ():
        found = world.bot_feature(part.feature)
        levels += [found.armor] if found and found.armor else []
    return max(levels, key=WEIGHT.__getitem__)


def idle_armor(world: World, hero: Character) -> tuple[str, ...]:
    """Armor a bot was fitted with that is no better than its own plating (SB-154)."""
    body = hero.bot
    if body is None:
        return ()
    bare = WEIGHT[_plating(world, replace(hero, bot=replace(body, parts=())))]
    found = (world.bot_feature(part.feature) for part in body.parts)
    return tuple(f.id for f in found if f and f.armor and WEIGHT[f.armor] <= bare)


def removed(world: World, penalty: str) -> tuple[str, ...]:
    """What a bot's penalty takes away (SB-155)."""
    found = world.bot_penalty(penalty)
    return found.removes if found else ()


def armor(world: World, hero: Character) -> Level:
    """The better of natural and worn armor; they do not add up (SB-87)."""
    worn = [item.armor for item in hero.items if item.worn]
    return max((natural_armor(world, hero), *worn), key=WEIGHT.__getitem__)


def damage_from(world: World, hero: Character) -> int:
    """From which face on a damage die hurts (SB-86)."""
    return content().armor[armor(world, hero)].damage_on


def natural_weapons(world: World, hero: Character) -> tuple[NaturalWeapon, ...]:
    """Claws, horns and bites; always ready, used with Brawling (SB-56)."""
    species = world.find_species(hero.species) if hero.kind == "animal" else None
    return species.weapons if species else ()


def traits(world: World, hero: Character) -> tuple[Trait, ...]:
    species = world.find_species(hero.species) if hero.kind == "animal" else None
    return species.traits if species else ()


def has_trait(world: World, hero: Character, trait: str) -> bool:
    return any(found.id == trait for found in traits(world, hero))


def bot_has(hero: Character, feature: str) -> bool:
    return hero.bot is not None and any(part.feature == feature for part in hero.bot.parts)


def penalized(hero: Character, penalty: str) -> bool:
    """Whether a bot has this penalty; what it takes away is asked with `lost`."""
    return hero.bot is not None and penalty in hero.bot.penalties


def hands(world: World, hero: Character) -> int:
    """Hands that are not clumsy: two, or a bot's arms (SB-45, SB-150, SB-153, SB-155)."""
    if hero.bot is None:
        return 2
    gone = any("arms" in removed(world, id) for id in hero.bot.penalties)
    more = sum(part.feature in ("arm", "extensible_arm") for part in hero.bot.parts)
    return (0 if gone else 2) + more


def clumsy_hands(world: World, hero: Character) -> int:
    """A trunk or a tail that can hold things, clumsily (SB-52)."""
    return sum(trait.extra_hands for trait in traits(world, hero))


# -- Keys and their names ----------------------------------------------------------------------


def known_key(world: World, hero: Character, key: str, rule: str) -> str:
    """A key that stands for a rating this one may roll; a bare category does not (SB-65)."""
    bare = world.category(key) is not None
    name = label(world, key)
    must(not bare, "SB-65", "name_a_specialty", f"{name} has many branches: say which one.")
    category, _, special = key.partition(":")
    is_special = bool(special) and (category == "shaping" or world.category(category) is not None)
    found = key in RATED or world.find_skill(key) is not None or is_special
    must(found, rule, "unknown", "There is no such rating.")
    if key in HEART:
        why = "How brave and honest players’ characters are is for their players to play."
        need(hero.extra, "SB-167", "extras_only", why)
    return key


def is_skill(key: str) -> bool:
    """Skills, specialties and shaping grow and fill the ledger; features do not (SB-180)."""
    return key not in RATED


def label(world: World, key: str) -> str:
    """What a rating is called."""
    if key == "HP":
        return "health points"
    category, _, special = key.partition(":")
    if category == "shaping" and special:
        kind = world.shaping_kind(special)
        return f"{kind.name} shaping" if kind else special
    family = world.category(category)
    if family:
        return f"{family.name}: {special}" if special else family.name
    feature = content().features.get(key)
    if feature:
        return feature.name
    skill = world.find_skill(key)
    return skill.name if skill else key


def specialty_key(category: str, name: str) -> str:
    """The same name in one category is one skill (SB-66)."""
    return f"{category}:{' '.join(name.split()).casefold()}"


# -- How a number is written (SB-10) -----------------------------------------------------------


def signed(value: int | None) -> str:
    """+3, 0, −2 or None, as ratings are written."""
    if value is None:
        return "None"
    return f"+{value}" if value > 0 else "0" if value == 0 else f"−{-value}"


def notation(modifier: int | None) -> str:
    """A roll with all modifiers summed: 3D, 3D+4, 3D−1."""
    if modifier is None:
        return "3D, fluke only"
    return "3D" if modifier == 0 else f"3D{signed(modifier)}"
