"""Edges without a symbol, or without a meaning, on the stage (RB-71 … RB-73)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Seat
from tablefolk.core.stage import Part
from tablefolk.games.rotate_bird.page.offers import edges
from tablefolk.games.rotate_bird.page.offers.making import say
from tablefolk.games.rotate_bird.page.stage.tests import first_name
from tablefolk.games.rotate_bird.page.view import sheets
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import Character, Edge


def parts(bird: Bird, seat: Seat) -> Iterator[Part]:
    for hero in bird.cast.values():
        for edge in hero.having:
            if edges.fresh(edge):
                yield fresh_edge(bird, seat, hero, edge)


def fresh_edge(bird: Bird, seat: Seat, hero: Character, edge: Edge) -> Part:
    mine, name = hero.player == seat.id, first_name(hero.name)
    if not edge.symbols:
        key = "edge_symbol" if seat.gm else "edge_waits"
    else:
        key = "edge_meaning" if mine else "edge_theirs"
    return Part(
        key=edges.about_of(hero, edge),
        place="now",
        title=say(f"ask_now.{key}", name=name),
        blocks=lambda: (sheets.new_edge(bird, seat, hero, edge),),
        offers=lambda: edges.about_edge(bird, seat, hero, edge),
        eyebrow=say(f"eyebrow.{edge.source}"),
        icon="gem",
        who=hero.player,
    )
