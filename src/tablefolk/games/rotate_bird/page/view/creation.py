"""The title, and characters in the making as everybody sees them (RB-2, RB-13 … RB-25)."""

from __future__ import annotations

from tablefolk.core.game import Block, Seat
from tablefolk.games.rotate_bird.page.blocks.symbol import Part, Picture, made_of, pictures
from tablefolk.games.rotate_bird.page.offers import creation as offered
from tablefolk.games.rotate_bird.page.offers.making import say
from tablefolk.games.rotate_bird.page.view.sheets import DoingCard, Sheet, sheet
from tablefolk.games.rotate_bird.rules.ready_made import ReadyMade
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import Character


class Sketch(Block, frozen=True):
    """A character in the making, one step at a time."""

    sheet: Sheet = Sheet()
    step: str = ""  # being, doing, doing_names, title
    theme_here: bool = False  # a theme is kept for this character


class Boxed(Part, frozen=True):
    """A ready-made character."""

    key: str
    name: str
    title: str
    description: str
    being: tuple[Picture, ...]
    doing: tuple[DoingCard, ...]


class Creation(Block, frozen=True):
    """Beginning a character, with everybody looking on."""

    begin: bool = False  # this seat has no character yet
    box: tuple[Boxed, ...] = ()
    without: tuple[str, ...] = ()
    theme: str = ""  # where there is one for the whole table (RB-22)
    note: str = ""  # the size of the group (RB-1)
    hints: tuple[str, ...] = ()


class Masthead(Block, frozen=True):
    """The title in its two symbols, and the table's own reading of it (RB-2)."""

    reading: str = ""


MEANT_FOR = range(3, 8)  # people, the GM included (RB-1)


def masthead(bird: Bird) -> Masthead:
    """The title, as this table reads it (RB-2)."""
    return Masthead(about="title", region="people", reading=bird.reading)


# What to know while characters are made.
MAKING = ("RB-1", "RB-17", "RB-18", "RB-23", "RB-24")


def creation(bird: Bird, seat: Seat) -> Creation:
    """How a character begins: rolled, or out of the box."""
    left = offered.without(bird)
    begin = seat.id in left
    people = len(bird.company.seats) + 1
    return Creation(
        about="creation",
        begin=begin,
        box=tuple(boxed(bird, ready) for ready in offered.box(bird)) if begin else (),
        without=tuple(bird.name(member) for member in left),
        theme=bird.theme,
        note="" if people in MEANT_FOR else say("warn.group_size", n=people),
        hints=(say("advice.welcome"), *(say(f"hints.{rule}") for rule in MAKING)),
    )


def sketch(bird: Bird, seat: Seat, hero: Character) -> Sketch:
    """A character in the making, at its next step."""
    about = offered.about_of(hero)
    return Sketch(
        about=about,
        sheet=sheet(bird, seat, hero, about, "scene"),
        step=step_of(hero),
        theme_here=offered.scope(bird) == "character",
    )


def step_of(hero: Character) -> str:
    """What comes next on a sheet: being, doing, doing_names, title."""
    return (*hero.missing, "title")[0]


def boxed(bird: Bird, ready: ReadyMade) -> Boxed:
    powers = (DoingCard(0, pictures(bird, one.symbols), one.name) for one in ready.doing)
    return made_of(Boxed, ready, being=pictures(bird, ready.being), doing=tuple(powers))
