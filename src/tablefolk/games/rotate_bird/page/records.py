"""What one seat may look up of the tests that are over."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Record, Seat
from tablefolk.games.rotate_bird.page.episodes import in_brief
from tablefolk.games.rotate_bird.rules.state import Bird


def records(bird: Bird, seat: Seat) -> Iterator[Record]:
    """Each test that was rolled, as everybody was told it (TF-14, TF-15)."""
    for test in bird.tests.values():
        if text := in_brief(bird, test):
            yield Record("test", text, bird.name(test.leader), test.scene)
