"""The GM's people: a name, three attributes, and whatever else is wanted (WF-119)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import field
from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need
from tablefolk.core.table.seats import gm_only
from tablefolk.core.words import slug_apart
from tablefolk.games.wheel_of_fate.rules import rounds
from tablefolk.games.wheel_of_fate.rules.order import running
from tablefolk.games.wheel_of_fate.rules.state import Aspect, Character, Wheel, Who


class MakeNpc(Act[Wheel], frozen=True):
    """Somebody the GM plays; the attributes may have any sum."""

    may = "gm"
    name: str
    physical: int
    mental: int
    social: int
    aspects: tuple[str, ...] = ()
    pools: dict[str, int] = field(default_factory=dict)
    notes: str = ""

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-119")
        yield npc_as_written(wheel, slug_apart("npc", self.name, wheel.cast), self)


class EditNpc(Act[Wheel], frozen=True):
    may = "gm"
    who: str
    name: str
    physical: int
    mental: int
    social: int
    aspects: tuple[str, ...] = ()
    pools: dict[str, int] = field(default_factory=dict)
    notes: str = ""

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-119")
        npc(wheel, self.who)
        event = npc_as_written(wheel, self.who, self)
        yield event
        yield from rounds.moving_on(event.onto(wheel), may_end=False)


class NpcMade(Change[Wheel], frozen=True):
    """A new NPC, or a new version of one, with its aspects numbered."""

    who: str
    name: str
    attributes: dict[str, int]
    aspects: tuple[Aspect, ...] = ()
    pools: dict[str, int] = field(default_factory=dict)
    notes: str = ""

    def onto(self, wheel: Wheel) -> Wheel:
        old = wheel.cast.get(self.who) or Character(self.who, self.name, "", "npc")
        changed = replace(
            old,
            name=self.name,
            attributes=self.attributes,
            aspects=self.aspects,
            pools=self.pools,
            notes=self.notes,
        )
        return replace(wheel, cast={**wheel.cast, self.who: changed})

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        return "" if seat.gm else None


class RemoveNpc(Act[Wheel], frozen=True):
    may = "gm"
    who: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-119")
        gone = npc(wheel, self.who)
        contest = running(wheel)
        fighting = contest and self.who in (*contest.who, *contest.entering)
        must(not fighting, "WF-91", "in_contest", f"Take {gone.name} out of the contest first.")
        rolling = any(self.who in {r.roller, *(s.by for s in r.sources)} for r in wheel.unclosed())
        must(not rolling, "WF-24", "roll_open", f"{gone.name} has a hand in an open roll.")
        yield NpcRemoved(self.who, gone.name)


class NpcRemoved(Change[Wheel], frozen=True):
    who: str
    name: str

    def onto(self, wheel: Wheel) -> Wheel:
        cast = {who: hero for who, hero in wheel.cast.items() if who != self.who}
        aftermath = tuple(who for who in wheel.aftermath if who != self.who)
        return replace(wheel, cast=cast, aftermath=aftermath)

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        return "" if seat.gm else None


class PlaceNpc(Act[Wheel], frozen=True):
    """An NPC acts after this player's seat, or with "" at the GM's own place, last (A-68)."""

    may = "gm"
    who: str
    after: str

    def do(self, wheel: Wheel, seat: Seat, dice: Dice) -> Iterator[Event]:
        gm_only(seat, "WF-82")
        npc(wheel, self.who)
        why = "No player has that seat."
        must(not self.after or self.after in wheel.company.seats, "WF-82", "unknown", why)
        yield NpcPlaced(self.who, self.after)


class NpcPlaced(Change[Wheel], frozen=True):
    who: Who
    after: Who

    def onto(self, wheel: Wheel) -> Wheel:
        return wheel.with_hero(self.who, after_seat=self.after)

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        return None if not seat.gm else "" if self.after else "_last"


def npc_as_written(wheel: Wheel, who: str, c: MakeNpc | EditNpc) -> NpcMade:
    """The event of an NPC being written down; aspects that stay keep their number."""
    name = " ".join(c.name.split())
    must(name, "WF-119", "name_needed", "An NPC needs a name.")
    values = {"physical": c.physical, "mental": c.mental, "social": c.social}
    fits = all(0 <= n <= 6 for n in values.values())
    must(fits, "WF-29", "out_of_range", "An attribute has between 0 and 6 dice.")
    for pool, n in c.pools.items():
        known = must(wheel.pools.get(pool), "WF-116", "no_such_pool", "There is no such pool.")
        must(n >= 0, "WF-116", "out_of_range", "A pool cannot have fewer than 0 dice.")
        most = max(known.high, known.growth_cap)
        need(n <= most, "WF-116", "pool_limit", f"{known.name} goes up to {most} dice.")
    dice = {pool: n for pool, n in c.pools.items() if n}
    return NpcMade(who, name, values, _aspects(wheel, who, c.aspects), dice, c.notes.strip())


def _aspects(wheel: Wheel, who: str, texts: tuple[str, ...]) -> tuple[Aspect, ...]:
    """Numbered within the NPC, for the table's own numbers would tell that it is there."""
    had = {a.text: a for a in wheel.cast[who].aspects} if who in wheel.cast else {}
    wanted = tuple(dict.fromkeys(t.strip() for t in texts if t.strip()))
    first = max((a.id for a in had.values()), default=0) + 1
    return tuple(
        had.get(text) or Aspect(number, text, origin="gm")
        for number, text in enumerate(wanted, first)
    )


def npc(wheel: Wheel, who: str) -> Character:
    hero = wheel.character(who)
    return must(hero if hero.kind == "npc" else None, "WF-119", "npc_only", "That is no NPC.")
