"""Wounds as a seat sees them: staying up, waking, and what the Director may do about it."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Block, Seat
from tablefolk.games.shapers_and_bots.page.blocks.play import Farewell, HarmCard, Sickbed
from tablefolk.games.shapers_and_bots.page.known import hand
from tablefolk.games.shapers_and_bots.page.offers.playing import lacks
from tablefolk.games.shapers_and_bots.page.view.chances import person, staying
from tablefolk.games.shapers_and_bots.page.view.fights import standing
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Character
from tablefolk.games.shapers_and_bots.rules.wording import say


def cards_owed(world: World, seat: Seat, who: str) -> Iterator[Block]:
    """What somebody has to roll in the middle of the table."""
    stages = [wound.stage for wound in world.wounds if wound.who == who and not wound.attack]
    yield card(world, seat, world.cast[who], stages[0] if stages else "waking")


def card(world: World, seat: Seat, hero: Character, kind: str) -> HarmCard:
    mine = hand(world, seat, hero)
    who = world.name(hero.player) if hero.player else say("waits.director")
    return HarmCard(
        about=f"harm:{hero.id}",
        person=person(world, seat, hero),
        kind=kind,
        mine=mine,
        throw=staying(world, seat, hero, kind),
        waits="" if mine else say("waits.dice", who=who, name=hero.name),
        hints=(say("tips.costs_anyway"),) if kind == "knockout" else (),
    )


def farewell(world: World, seat: Seat, hero: Character) -> Iterator[Block]:
    """The face of whoever is gone, and how it came, in the Director's words where there are any."""
    by, way = hero.blow_by, hero.blow
    how = say("farewell.harm", source=way) if way else ""
    if by:
        how = say("farewell.attack", by=world.name(by), way=way[:1].lower() + way[1:])
    yield Farewell(
        about=f"farewell:{hero.id}",
        person=person(world, seat, hero),
        how=how,
        fight=world.fight is not None,
    )


def desk(world: World, seat: Seat) -> Iterator[Block]:
    """Everybody, with the hurt first: for the Director's hands alone."""
    heroes = [h for h in world.here() if h.finished and h.life != "dead"]
    heroes.sort(key=lambda hero: (hero.life == "conscious", hero.extra, not lacks(world, hero)))
    people = tuple(standing(world, seat, hero) for hero in heroes)
    yield Sickbed(about="sick", region="desk", people=people, hints=(say("tips.no_healing"),))
