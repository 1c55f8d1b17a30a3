"""The sheets: Being, Doing, Having, and what marks and variants make of them (RB-13 …)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from tablefolk.core.game import Seat
from tablefolk.games.rotate_bird.page.blocks.play import (
    BeingCard,
    ComboLine,
    DoingCard,
    EdgeCard,
    Entity,
    Having,
    NewEdge,
    Remark,
    Rest,
    Sheet,
)
from tablefolk.games.rotate_bird.page.blocks.symbol import made_of, picture, pictures
from tablefolk.games.rotate_bird.page.offers import edges as offered
from tablefolk.games.rotate_bird.page.offers.making import say
from tablefolk.games.rotate_bird.rules import recovery, variants
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import Character, DoingTrait, Edge


def in_seat_order(bird: Bird) -> list[Character]:
    order = {member: place for place, member in enumerate(bird.company.seats)}
    return sorted(bird.cast.values(), key=lambda hero: order.get(hero.player, len(order)))


def sheet(
    bird: Bird,
    seat: Seat,
    hero: Character,
    about: str,
    region: Literal["scene", "people", "desk", "self"] = "people",
) -> Sheet:
    limited, thing = recovery.limit(bird), hero.entity
    scope = bird.options.get("theme_scope", "character")
    return made_of(
        Sheet,
        hero,
        about=about,
        region=region,
        who=hero.id,
        player=bird.name(hero.player),
        mine=hero.player == seat.id,
        theme={"table": bird.theme, "character": hero.theme}.get(str(scope), ""),
        being=being(bird, hero),
        doing=tuple(doing(bird, hero, trait) for trait in hero.doing),
        having=tuple(edge_card(bird, hero, edge) for edge in hero.having),
        combos=tuple(combos(bird, hero)),
        missing=tuple(say(f"labels.missing.{part}") for part in hero.missing),
        renewing=recovery.renewing(bird, hero) if limited else -1,
        entity=thing.name if thing and bird.options.get("external_doing") else "",
        aboard=bool(thing and thing.aboard),
        lost=bool(thing and hero.lost),
    )


def being(bird: Bird, hero: Character) -> tuple[BeingCard, ...]:
    return tuple(BeingCard(t.id, picture(bird, t.symbol, hero), t.marked) for t in hero.being)


def having(bird: Bird, seat: Seat, hero: Character) -> Having:
    """What somebody has got hold of, and means something already."""
    return Having(
        about=f"having:{hero.id}",
        who=hero.id,
        name=hero.name,
        mine=hero.player == seat.id,
        edges=tuple(edge_card(bird, hero, e) for e in hero.having if not offered.fresh(e)),
    )


def entity(hero: Character) -> Entity:
    return Entity(about=f"entity:{hero.id}", text=say("deed.entity", name=hero.name))


def doing(bird: Bird, hero: Character, trait: DoingTrait) -> DoingCard:
    per_trait = bird.options.get("theme_scope", "character") == "trait"
    theme = trait.theme if per_trait else ""
    shown = pictures(bird, trait.symbols, hero)
    return DoingCard(trait.id, shown, trait.name, theme, trait.marked)


def edge_card(bird: Bird, hero: Character, edge: Edge) -> EdgeCard:
    return made_of(
        EdgeCard,
        edge,
        edge=edge.id,
        pictures=pictures(bird, edge.symbols, hero),
        doing=edge.form == "doing",
        nature=say(f"labels.nature.{edge.nature}") if edge.meaning else "",
        kept=not edge.transferable or edge.nature == "situation",
        suggestions=tuple(Remark(bird.name(r.by), r.text) for r in edge.suggestions),
    )


def combos(bird: Bird, hero: Character) -> Iterator[ComboLine]:
    for combo in variants.combos_of(bird, hero.id):
        symbols = variants.combo_symbols(bird, combo)
        note = say("warn.many_combos") if variants.many(bird, combo) else ""
        text = variants.combo_line(bird, hero.id, combo)
        yield ComboLine(combo.id, text, combo.name, pictures(bird, symbols), note)


# -- Edges in the middle of the table --------------------------------------------------------------


def new_edge(bird: Bird, seat: Seat, hero: Character, edge: Edge) -> NewEdge:
    return NewEdge(
        about=offered.place(hero, edge),
        who=hero.id,
        name=hero.name,
        mine=hero.player == seat.id,
        edge=edge_card(bird, hero, edge),
        source=edge.source,
        hints=(say("advice.edge"),),
    )


def rest(bird: Bird) -> Rest:
    people = tuple(
        Sheet(
            who=hero.id,
            name=hero.name,
            being=tuple(
                BeingCard(t.id, picture(bird, t.symbol, hero), True) for t in hero.being if t.marked
            ),
            doing=tuple(doing(bird, hero, trait) for trait in hero.doing if trait.marked),
            recovery=hero.recovery,
        )
        for hero in in_seat_order(bird)
    )
    return Rest(about="rest", region="desk", people=people)
