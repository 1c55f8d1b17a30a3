"""Three dice and what they mean: the one reader for every roll, and its record (SB-16 … SB-30).

Every chapter rolls with `throw`, yields the `RollMade` it gives, and goes on with the roll's
outcome; pending modifiers are used up and the ledger is filled by that one event.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Change, Seat
from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.content import figures
from tablefolk.games.shapers_and_bots.rules.state import SHOWN, World
from tablefolk.games.shapers_and_bots.rules.values import Character, Modifier, Outcome, Roll
from tablefolk.games.shapers_and_bots.rules.wording import (
    Facts,
    aim,
    as_seen,
    tells_health,
    total_of,
)

# -- Reading (SB-18, SB-26 … SB-28, SB-59) -----------------------------------------------------


def outcome(natural: int, modifier: int | None) -> Outcome:
    """What a natural total means: only the faces make flukes and fumbles (SB-28, SB-30)."""
    if natural >= figures().fluke:
        return "fluke"
    if natural <= figures().fumble:
        return "fumble"
    if modifier is None:
        return "failure"
    return "success" if natural + modifier >= figures().target else "failure"


def read(faces: Sequence[int], modifier: int | None) -> Outcome:
    """What three faces mean; None is a skill one does not have (SB-59)."""
    return outcome(sum(faces), modifier)


# -- Throwing ----------------------------------------------------------------------------------


class RollMade(Change[World], frozen=True):
    """The dice have fallen; pending modifiers are used up, a skill counts as used (SB-183)."""

    voice = "threw"
    roll: Roll

    def onto(self, world: World) -> World:
        roll = self.roll
        left = tuple(p for p in world.cast[roll.who].pending if p.id not in roll.used)
        world = world.counted(roll.id).with_hero(roll.who, pending=left)
        world = replace(world, rolls=latest({**world.rolls, roll.id: roll}, awaited(world)))
        return with_used(world, roll.who, roll.ledger) if roll.ledger else world

    def told_to(self, world: World, seat: Seat) -> str | None:
        """Three dice; in a contest its side tells it."""
        if self.roll.contest:
            return None
        if not (self.roll.hidden or tells_health(world, self.roll)):
            return ""
        return "_behind" if seat.gm else "_hidden"

    def in_words(self, world: World, seat: Seat) -> Facts:
        made = next((c for c in world.challenges.values() if c.roll == self.roll.id), None)
        what = f"{self.roll.purpose}{aim(world, made)}"
        seen = as_seen(world, self.roll, seat)
        added = sheet.notation(seen.modifier).removeprefix("3D")
        roll = added if added[:1] in ("", ",") else f" {added}"
        total = total_of(world, self.roll, seat)
        name = world.name(self.roll.who)
        return {"name": name, "what": what, "roll": roll, "total": total, "faces": seen.faces}


def throw(
    world: World,
    hero: Character,
    dice: Dice,
    purpose: str,
    key: str = "",
    rating: int | None = 0,
    modifiers: Iterable[Modifier] = (),
    hidden: bool = False,
) -> RollMade:
    """Roll three dice for somebody, with what waits for their next roll (SB-18, SB-143)."""
    every = (*(m for m in modifiers if m.value), *waiting(hero))
    total = None if rating is None else rating + sum(m.value for m in every)
    faces = dice.roll(3)
    roll = Roll(
        id=world.count + 1,
        who=hero.id,
        purpose=purpose,
        faces=faces,
        key=key,
        rating=rating,
        modifiers=every,
        outcome=read(faces, total),
        hidden=hidden,
        used=tuple(pending.id for pending in hero.pending),
        ledger=key if key and sheet.is_skill(key) else "",
    )
    return RollMade(roll)


def waiting(hero: Character) -> tuple[Modifier, ...]:
    """The modifiers that wait for somebody's next roll of three dice (SB-143)."""
    return tuple(Modifier(pending.label, pending.value) for pending in hero.pending)


def total(rating: int | None, hero: Character, modifiers: Iterable[Modifier] = ()) -> int | None:
    """The modifier a roll would have now, all summed: for its chance and its notation (SB-20)."""
    if rating is None:
        return None
    return rating + sum(m.value for m in (*modifiers, *waiting(hero)))


def latest(rolls: dict[int, Roll], needed: frozenset[int] = frozenset()) -> dict[int, Roll]:
    """The rolls kept at hand: the last ones, and those that something open still waits for."""
    last = list(rolls)[-SHOWN:]
    return {id: roll for id, roll in rolls.items() if id in last or id in needed}


def awaited(world: World) -> frozenset[int]:
    """Rolls of contests, attempts and attacks that are not decided yet."""
    contests = (contest for contest in world.contests.values() if contest.status == "open")
    sides = {side.roll for contest in contests for side in contest.sides}
    struck = world.fight.attack.attack_roll if world.fight and world.fight.attack else 0
    return frozenset(sides | {struck} | {c.roll for c in world.challenges.values() if c.waits})


def with_used(world: World, who: str, key: str) -> World:
    """A skill on the ledger of the adventure being played (SB-183)."""
    adventure = world.adventure
    if adventure is None:
        return world
    had = adventure.used.get(who, ())
    if key in had:
        return world
    return world.with_adventure(adventure.id, used={**adventure.used, who: (*had, key)})
