"""The title, and characters in the making as everybody sees them (RB-2, RB-13 … RB-25)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Block, Seat
from tablefolk.games.rotate_bird.page.blocks.play import (
    Boxed,
    Creation,
    DoingCard,
    Masthead,
    Sketch,
)
from tablefolk.games.rotate_bird.page.blocks.symbol import pictures
from tablefolk.games.rotate_bird.page.offers import creation as offered
from tablefolk.games.rotate_bird.page.offers.making import book
from tablefolk.games.rotate_bird.page.view.sheets import in_seat_order, sheet
from tablefolk.games.rotate_bird.rules.ready_made import ReadyMade
from tablefolk.games.rotate_bird.rules.state import Bird

MEANT_FOR = range(3, 8)  # people, the GM included (RB-1)


def blocks(bird: Bird, seat: Seat) -> Iterator[Block]:
    yield masthead(bird, seat)
    without = [member for member in bird.company.seats if bird.of(member) is None]
    making = [hero for hero in in_seat_order(bird) if not hero.complete]
    if without or making or not bird.cast:
        yield creation(bird, seat, without)


def masthead(bird: Bird, seat: Seat) -> Masthead:
    """The title, as this table reads it (RB-2)."""
    return Masthead(about="title", region="people", reading=bird.reading)


# What to know while characters are made.
MAKING = ("RB-1", "RB-17", "RB-18", "RB-23", "RB-24")


def creation(bird: Bird, seat: Seat, without: list[str]) -> Creation:
    begin = seat.id in without
    heroes = [hero for hero in in_seat_order(bird) if not hero.complete]
    heroes.sort(key=lambda hero: hero.player != seat.id)
    per = offered.scope(bird)
    people = len(bird.company.seats) + 1
    return Creation(
        about="creation",
        reading=bird.reading,
        begin=begin,
        box=tuple(boxed(bird, ready) for ready in offered.box(bird)) if begin else (),
        sketches=tuple(
            Sketch(sheet(bird, seat, hero, f"creation:{hero.id}", "scene"), per == "character")
            for hero in heroes
        ),
        without=tuple(bird.name(member) for member in without),
        theme=bird.theme,
        theme_for_all=per == "table",
        note="" if people in MEANT_FOR else book("warn.group_size", n=people),
        hints=(book("advice.welcome"), *(book(f"hints.{rule}") for rule in MAKING)),
    )


def boxed(bird: Bird, ready: ReadyMade) -> Boxed:
    powers = (DoingCard(0, pictures(bird, symbols), name) for name, symbols in ready.doing)
    return Boxed(
        ready.key,
        ready.name,
        ready.title,
        ready.description,
        pictures(bird, ready.being),
        tuple(powers),
    )
