"""Everybody the Director plays (SB-165), and sheets a Director may stand in for (SB-2, SB-3)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Block
from tablefolk.games.shapers_and_bots.page.blocks.world import ExtraLine, Extras
from tablefolk.games.shapers_and_bots.page.view.figures import kind_name, portrait
from tablefolk.games.shapers_and_bots.page.view.sheets import state
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Character
from tablefolk.games.shapers_and_bots.rules.wording import say


def blocks(world: World) -> Iterator[Block]:
    yield Extras("extras", "desk", extras=tuple(line(world, hero) for hero in world.extras()))


def line(world: World, hero: Character) -> ExtraLine:
    name = hero.name or say("labels.nameless", kind=kind_name(world, hero).lower())
    return ExtraLine(hero.id, name, kind_name(world, hero), portrait(world, hero), state(hero))
