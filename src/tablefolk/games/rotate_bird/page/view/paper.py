"""What can be printed: characters and worksheets (RB-178)."""

from __future__ import annotations

from tablefolk.core.game import Block, Seat
from tablefolk.games.rotate_bird.page.offers.creation import about_of
from tablefolk.games.rotate_bird.page.view import worksheet
from tablefolk.games.rotate_bird.page.view.sheets import Sheet, sheet
from tablefolk.games.rotate_bird.rules.state import Bird


class CharacterPaper(Block, frozen=True):
    """A character on one page of paper."""

    title: str = ""
    sheet: Sheet = Sheet()


def paper(bird: Bird, seat: Seat, name: str) -> Block | None:
    """A page to print; None where there is no such page, or it is still being made."""
    for hero in bird.cast.values():
        if hero.complete and name == about_of(hero):
            return CharacterPaper(title=hero.name, sheet=sheet(bird, seat, hero, name))
    return worksheet.paper(bird, seat, name)
