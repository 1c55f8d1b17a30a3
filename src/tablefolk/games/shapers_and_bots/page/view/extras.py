"""Everybody the Director plays (SB-165), and sheets a Director may stand in for (SB-2, SB-3)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Block, Seat
from tablefolk.games.shapers_and_bots.page.blocks.world import ExtraLine, Extras, StandIn
from tablefolk.games.shapers_and_bots.page.offers.creation import place, stood_in
from tablefolk.games.shapers_and_bots.page.view.creation import feature_stepper
from tablefolk.games.shapers_and_bots.page.view.figures import kind_name, portrait, purse
from tablefolk.games.shapers_and_bots.page.view.sheets import sheet, state
from tablefolk.games.shapers_and_bots.page.words import say
from tablefolk.games.shapers_and_bots.rules import sheet as counted
from tablefolk.games.shapers_and_bots.rules.building import missing, spent_skills
from tablefolk.games.shapers_and_bots.rules.content import BASE
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Character


def blocks(world: World, seat: Seat) -> Iterator[Block]:
    if not seat.gm:
        return
    for hero in stood_in(world):
        yield stand_in(world, hero)
    yield Extras("extras", "desk", extras=tuple(line(world, hero) for hero in world.extras()))
    for hero in world.extras():
        if hero.finished:
            yield sheet(world, seat, hero)


def line(world: World, hero: Character) -> ExtraLine:
    name = hero.name or say("labels.nameless", kind=kind_name(world, hero).lower())
    return ExtraLine(hero.id, name, kind_name(world, hero), portrait(world, hero), state(hero))


def stand_in(world: World, hero: Character) -> StandIn:
    name = hero.name or say("labels.nameless", kind=kind_name(world, hero).lower())
    return StandIn(
        place(hero),
        "desk",
        who=hero.id,
        name=name,
        player=world.name(hero.player),
        portrait=portrait(world, hero),
        missing=missing(world, hero),
        features=tuple(feature_stepper(world, hero, key) for key in BASE),
        points=purse(counted.feature_points(world, hero)),
        skill_points=purse(spent_skills(world, hero)),
    )
