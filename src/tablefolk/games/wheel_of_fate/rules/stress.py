"""Stress: one number that weighs on every roll, and what it does to people (WF-74 … WF-79)."""

from __future__ import annotations

from msgspec.structs import replace

from tablefolk.core.game import Change, Seat
from tablefolk.core.words import begun, listing
from tablefolk.games.wheel_of_fate.rules.state import CONDITIONS, Wheel, Who
from tablefolk.games.wheel_of_fate.rules.wording import Facts, reason, say


class StressTaken(Change[Wheel], frozen=True):
    """Somebody's stress has risen; old and new value, and each condition it newly brings."""

    who: Who
    was: int
    now: int
    conditions: tuple[str, ...] = ()
    why: str = ""

    def onto(self, wheel: Wheel) -> Wheel:
        return unready(wheel.with_hero(self.who, stress=self.now), self.who)

    def told_to(self, wheel: Wheel, seat: Seat) -> str | None:
        """By the GM's ruling somebody may suffer whom the players have not met."""
        hero = wheel.cast.get(self.who)
        return "" if not self.why or (hero and wheel.seen(seat, hero)) or seat.gm else None

    def in_words(self, wheel: Wheel, seat: Seat) -> Facts:
        names = listing(say(f"labels.condition.{c}") for c in self.conditions)
        out = say("StressTaken.conditions", names=begun(names)) if names else ""
        return {"n": self.now - self.was, "out": out, "reason": reason(self.why)}


def taking(wheel: Wheel, who: str, n: int, why: str = "") -> StressTaken:
    """The event of somebody taking so many stress dice (WF-75, WF-79)."""
    hero = wheel.character(who)
    was, now = hero.stress, hero.stress + n
    newly = tuple(
        name for key, name in CONDITIONS.items() if was <= hero.attributes.get(key, 0) < now
    )
    return StressTaken(who, was, now, newly, why)


def unready(wheel: Wheel, who: str) -> Wheel:
    """A changed draft takes back the readiness of both sides (WF-65, WF-79)."""
    contest = wheel.contest
    if contest is None or contest.exchange is None:
        return wheel
    if who not in (contest.exchange.actor, contest.exchange.target):
        return wheel
    return wheel.with_contest(exchange=replace(contest.exchange, ready=()))
