"""Where the GM puts things right (RB-12)."""

from __future__ import annotations

from tablefolk.games.rotate_bird.page.blocks.play import Corrections
from tablefolk.games.rotate_bird.page.view.sheets import in_seat_order
from tablefolk.games.rotate_bird.rules.state import Bird


def corrections(bird: Bird) -> Corrections:
    people = tuple((hero.id, hero.name) for hero in in_seat_order(bird))
    return Corrections(about="corrections", region="desk", people=people)
