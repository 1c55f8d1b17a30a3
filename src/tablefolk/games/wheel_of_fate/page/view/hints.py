"""Advice, shown where it helps; the texts stand in the game's words, a few in the page's."""

from __future__ import annotations

from tablefolk.games.wheel_of_fate.rules.wording import say


def advice(*places: str) -> tuple[str, ...]:
    """What the book advises in these places of the page."""
    return tuple(
        say(f"advice.{place}") if f"advice.{place}" in say else say(f"hint.{place}")
        for place in places
    )
