"""What a shaper's attempt costs in a fight, and what Luck brings (SB-141, SB-143; T7, T8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tablefolk.core.game import Change, Event, Seat, need
from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.fights import rounds
from tablefolk.games.shapers_and_bots.rules.marks import Marked
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import (
    DOWN,
    Challenge,
    Character,
    Combatant,
    Pending,
    Who,
)
from tablefolk.games.shapers_and_bots.rules.wording import Facts

LUCK = {"luck_up": 1, "luck_down": -3}  # SB-143
LUCK_TASKS = {"easy": "luck_up", "hard": "luck_down"}

# -- The whole turn, or one action in a hurry (SB-141, T7, T8) -------------------------------------


class ShapingPaid(Change[World], frozen=True):
    """A shaper in a fight has spent the turn, or an action; what is left, and what is spent."""

    voice = "noted"
    who: Who
    focus: str
    pool: int
    spent: int

    def onto(self, world: World) -> World:
        return world.with_combatant(self.who, pool=self.pool, spent=self.spent, acted=True)

    def told_to(self, world: World, seat: Seat) -> str | None:
        return "" if self.focus == "full" else "_hurried"


def may_focus(world: World, hero: Character, focus: str) -> None:
    """In a fight full concentration takes a turn not begun, a hurried try an action (SB-141)."""
    one = world.combatant(hero.id)
    if one is None:
        return
    rounds.on_turn(world, hero.id)
    rounds.settled(world)
    if focus == "full":
        why = (
            f"{hero.name} has already used an action this round; "
            "shape hurriedly with one action instead, or wait for the next round."
        )
        need(one.fresh, "SB-141", "not_concentrating", why)
    need(one.pool >= 1, "SB-112", "no_actions", f"{hero.name} has no action left this round.")


def paid(world: World, hero: Character, tried: Challenge) -> Iterator[Event]:
    """A shaper pays when the dice are thrown."""
    one = world.combatant(hero.id)
    if tried.purpose == "shaping" and one is not None:
        may_focus(world, hero, tried.focus)
        cost = price(one, tried.focus)
        yield ShapingPaid(hero.id, tried.focus, one.pool - cost, one.spent + cost)


def price(one: Combatant, focus: str) -> int:
    return one.pool if focus == "full" else min(1, one.pool)


def takes(world: World, tried: Challenge) -> str:
    """What an attempt takes in a fight, for the question about it (SB-141)."""
    if tried.purpose != "shaping" or world.combatant(tried.who) is None:
        return ""
    full = tried.focus == "full"
    return " It takes the whole turn." if full else " In a hurry, with one action."


def aim(world: World, tried: Challenge) -> str:
    """At whom an attempt is aimed, for the question about it (SB-143, SB-148)."""
    if tried.purpose != "shaping" or tried.target not in world.cast:
        return ""
    return f" {'for' if tried.effect == 'luck_up' else 'at'} {world.name(tried.target)}"


# -- Luck waits for somebody's next roll (SB-143) --------------------------------------------------


class LuckPlaced(Change[World], frozen=True):
    """A modifier now waits for this one's next roll; an older one of the same shaper is gone."""

    to: Who
    pending: Pending
    replaced: tuple[int, ...] = ()

    def onto(self, world: World) -> World:
        kept = tuple(p for p in world.cast[self.to].pending if p.id not in self.replaced)
        return world.counted(self.pending.id).with_hero(self.to, pending=(*kept, self.pending))

    def in_words(self, world: World, seat: Seat) -> Facts:
        return {"value": sheet.signed(self.pending.value)}


def brought(world: World, tried: Challenge) -> Iterator[Event]:
    """What a success brings by rule."""
    return follows(world, tried.who, tried.effect, tried.target)


def follows(world: World, who: str, effect: str, target: str) -> Iterator[Event]:
    """The mark or the Luck that somebody's shaping leaves on its target (SB-141, SB-143)."""
    if target not in world.cast:
        return
    if effect == DOWN and DOWN not in world.cast[target].marks:
        yield Marked(target, DOWN)
    value = LUCK.get(effect)
    if value is not None:
        waiting = world.cast[target].pending
        older = tuple(p.id for p in waiting if p.by == who)
        made = Pending(world.unseen + 1, value, f"{world.name(who)}’s Luck", who)
        yield LuckPlaced(target, made, older)


def without_pending(world: World) -> World:
    """Nothing waits for anybody's next roll any longer: a scene or an adventure is over."""
    for hero in world.cast.values():
        if hero.pending:
            world = world.with_hero(hero.id, pending=())
    return world


def marked(world: World) -> tuple[str, ...]:
    """Those with marks that an adventure's start or end takes off (SB-93, SB-176)."""
    return tuple(hero.id for hero in world.cast.values() if hero.marks)


def without_marks(world: World, who: Iterable[str]) -> World:
    for one in who:
        world = world.with_hero(one, marks=())
    return world
