"""What play shows to whom: whose characters these are, which extras players have met."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Seat
from tablefolk.games.shapers_and_bots.rules import rulings as written
from tablefolk.games.shapers_and_bots.rules import wording
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Challenge, Character, Roll, Ruling

NUMBERS = ("SB-173", "SB-102", "SB-91", "SB-120")  # rulings in which such numbers stand


def may_command(world: World, seat: Seat, hero: Character) -> bool:
    """One's own; the Director, everybody (SB-2)."""
    return seat.gm or (bool(hero.player) and hero.player == seat.id)


def hand(world: World, seat: Seat, hero: Character) -> bool:
    """Whether it is this seat that throws for somebody, and not the Director standing in."""
    return hero.player == seat.id if hero.player else seat.gm


def commanded(world: World, seat: Seat) -> Iterator[Character]:
    """Those this seat may command."""
    return (hero for hero in world.cast.values() if may_command(world, seat, hero))


def people(world: World, seat: Seat) -> tuple[Character, ...]:
    """Everybody in the story this seat knows of, the players' characters first."""
    seen = frozenset(world.cast) if seat.gm else wording.met(world)
    heroes = sorted(world.here(), key=lambda hero: hero.extra)
    there = (h for h in heroes if h.finished and (not h.extra or h.id in seen))
    return tuple(there)


def taken_up(world: World, hero: Character) -> bool:
    """Whether this is the one their player plays just now (SB-2)."""
    return hero.extra or not hero.player or world.playing.get(hero.player) == hero.id


def told_apart(world: World, hero: Character) -> str:
    """Somebody's name; of extras with one name, the second and third with a number."""
    away = world.elsewhere(hero)
    there = (one for one in world.extras() if not one.left and world.elsewhere(one) == away)
    alike = [one.id for one in there if one.name == hero.name]
    place = alike.index(hero.id) if hero.id in alike else 0
    return f"{hero.name} ({place + 1})" if place else hero.name


# -- What is shown of what is open -----------------------------------------------------------------


def challenges(world: World, seat: Seat) -> Iterator[Challenge]:
    """Of a hidden one players see nothing, until its outcome is told (SB-168)."""
    return (c for c in world.challenges.values() if seat.gm or not c.hidden)


def live(tried: Challenge) -> bool:
    """Whether something is still to happen with it."""
    return tried.status in ("open", "refused") or tried.waits


def failed(world: World, tried: Challenge) -> bool:
    roll = world.rolls.get(tried.roll)
    lost = tried.stopped or roll is None or not roll.succeeded
    return tried.status == "rolled" and lost


def untold(world: World) -> tuple[Roll, ...]:
    """Flukes and fumbles without a story, the newest first (SB-26, SB-27)."""
    return tuple(roll for roll in reversed(world.rolls.values()) if roll.wants_story)


def rulings(world: World, seat: Seat, sought: str = "") -> tuple[Ruling, ...]:
    """The record as this seat may read it: what was put right about an extra has its numbers."""
    found = written.rulings_for(world, seat, sought)
    return tuple(r for r in found if seat.gm or not (r.rule in NUMBERS and of_extra(world, r)))


def of_extra(world: World, ruling: Ruling) -> bool:
    return ruling.about in world.cast and world.cast[ruling.about].extra
