"""What may go into a roll: pools and tools as bonus dice (WF-98, WF-99, WF-103, WF-127)."""

from __future__ import annotations

from collections.abc import Iterable

from tablefolk.core.game import must, need
from tablefolk.games.wheel_of_fate.rules.state import Character, Source, Wheel


def pool_source(
    wheel: Wheel, hero: Character, key: str, there: Iterable[Source], number: int
) -> Source:
    """A fitting pool: its value in bonus dice, once per roll (WF-98)."""
    pool = must(wheel.pools.get(key), "WF-98", "no_such_pool", "There is no such pool.")
    rolled = pool.rolled_as == "bonus"
    need(rolled, "WF-103", "nothing_to_add", f"{pool.name} is not rolled as bonus dice.")
    n = hero.pools.get(key, 0)
    need(n > 0, "WF-98", "nothing_to_add", f"{hero.name} has no dice in {pool.name}.")
    fresh = not any(s.what == "pool" and s.key == key for s in there)
    need(fresh, "WF-98", "already_added", f"{pool.name} is in this roll already.")
    return Source(number, "bonus", n, pool.name, "pool", hero.id, key)


def tool_source(hero: Character, tool: str, there: Iterable[Source], number: int) -> Source:
    """A tool, which need not be a thing: one bonus die (WF-127)."""
    name = must(tool.strip(), "WF-127", "text_needed", "Say which tool it is.")
    fresh = not any(s.what == "tool" and s.key == name for s in there)
    need(fresh, "WF-127", "already_added", f"{name} is in this roll already.")
    return Source(number, "bonus", 1, name, "tool", hero.id, name)


def pool_question(wheel: Wheel, hero: Character, source: Source, what: str) -> str:
    """What the GM reads before letting a pool in (WF-98)."""
    covers = wheel.pools[source.key].covers
    about = f" It covers: {covers.rstrip('.')}." if covers else ""
    return f"Does {hero.name}'s {source.label} ({source.n}d) fit {what}?{about}"
