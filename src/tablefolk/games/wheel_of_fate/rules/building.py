"""What a roll comes to before it is thrown, from its labelled sources (WF-8 … WF-15, WF-76)."""

from __future__ import annotations

from msgspec import Struct

from tablefolk.core.game import must
from tablefolk.games.wheel_of_fate.rules.notation import DicePool
from tablefolk.games.wheel_of_fate.rules.state import ATTRIBUTES, Character, Roll, Source, Wheel


class Build(Struct, frozen=True):
    """A roll summed up: what is counted, what tilts it, and whether it is lost beforehand."""

    attribute_dice: int
    extra: int
    bonus: int
    penalty: int
    base: int
    net: int
    auto: str  # "", incapable, out, overwhelmed
    missing: int  # bonus or extra dice that would rescue it; 0 where none can (WF-15)
    notation: str

    @property
    def pool(self) -> DicePool:
        return DicePool(self.attribute_dice, self.extra, self.net)


def build(wheel: Wheel, roll: Roll) -> Build:
    """Base, bonus, penalty, net; then the three ways to lose without a throw (WF-8)."""
    hero, sources = wheel.character(roll.roller), all_sources(wheel, roll)
    extra, bonus, penalty = (summed(sources, kind) for kind in ("extra", "bonus", "penalty"))
    dice = value(hero, roll.attribute)
    pool = DicePool(dice, extra, bonus - penalty)
    stress = sum(s.n for s in sources if s.what == "stress")
    auto = lost(roll.attribute, stress, pool)
    missing = -pool.net - pool.base if auto == "overwhelmed" else 0
    return Build(dice, extra, bonus, penalty, pool.base, pool.net, auto, missing, str(pool))


def all_sources(wheel: Wheel, roll: Roll) -> tuple[Source, ...]:
    """The sources with the roller's stress; a thrown roll keeps the stress of its throw (WF-74)."""
    stress = wheel.character(roll.roller).stress
    if roll.phase != "draft" or not stress:
        return roll.sources
    return (*roll.sources, stress_source(stress))


def stress_source(n: int) -> Source:
    return Source(0, "penalty", n, "stress", "stress")


def summed(sources: tuple[Source, ...], kind: str) -> int:
    return sum(s.n for s in sources if s.kind == kind)


def lost(attribute: str, stress: int, pool: DicePool) -> str:
    """Incapable at 0d, out under more stress than dice, overwhelmed (WF-30, WF-76, WF-13).

    A special pool as base has no standing limit (WF-103); no bonus or extra die lifts the
    first two (WF-99).
    """
    if pool.attribute == 0:
        return "incapable"
    if attribute in ATTRIBUTES and stress > pool.attribute:
        return "out"
    return "overwhelmed" if pool.overwhelmed else ""


def hopeless(wheel: Wheel, roll: Roll) -> bool:
    """Whether no help, point or aspect could save a roll (WF-30, WF-33, WF-76)."""
    return build(wheel, roll).auto in ("incapable", "out")


def value(hero: Character, attribute: str) -> int:
    """The dice a character has there: an attribute, or a pool rolled as base (WF-27, WF-103)."""
    if attribute.startswith("pool:"):
        return hero.pools.get(attribute.removeprefix("pool:"), 0)
    return hero.attributes.get(attribute, 0)


def out(hero: Character, attribute: str) -> bool:
    """Whether nothing can be begun or helped with that (WF-30, WF-59, WF-77)."""
    dice = value(hero, attribute)
    return lost(attribute, hero.stress, DicePool(dice)) in ("incapable", "out")


def beaten(hero: Character, attribute: str) -> bool:
    """Whether a plain roll of that is lost as it stands: out, or under more stress than a pool has
    dice, which only help or fate points could still turn (WF-13, WF-76, WF-103)."""
    return bool(lost(attribute, hero.stress, DicePool(value(hero, attribute), 0, -hero.stress)))


def bases(wheel: Wheel, hero: Character | None = None) -> tuple[str, ...]:
    """What a roll may start from: the attributes, and pools that are dice of their own (WF-27);
    with somebody named, those in which they have dice."""
    own = (p.id for p in wheel.pools.values() if p.offered and p.rolled_as == "base")
    return (*ATTRIBUTES, *(f"pool:{p}" for p in own if hero is None or hero.pools.get(p)))


def left(wheel: Wheel, hero: Character) -> tuple[str, ...]:
    """What somebody can still act with; who has nothing left cannot act (WF-77, WF-89, WF-103)."""
    return tuple(key for key in bases(wheel, hero) if not out(hero, key))


def attribute_of(wheel: Wheel, attribute: str) -> str:
    """One of the three, or a special pool that is rolled as a base of its own (WF-27)."""
    pool = wheel.pools.get(attribute.removeprefix("pool:"))
    known = pool is not None and pool.offered and pool.rolled_as == "base"
    base = attribute.startswith("pool:") and known
    why = "A roll starts from exactly one of Physical, Mental and Social."
    must(attribute in ATTRIBUTES or base, "WF-27", "bad_attribute", why)
    return attribute


def attribute_name(wheel: Wheel, attribute: str) -> str:
    """Physical, Mental, Social, or the pool's name; for sentences."""
    pool = wheel.pools.get(attribute.removeprefix("pool:"))
    return pool.name if pool and attribute.startswith("pool:") else attribute.capitalize()
