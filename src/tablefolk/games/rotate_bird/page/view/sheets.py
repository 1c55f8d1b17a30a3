"""The sheets: Being, Doing, Having, and what marks and variants make of them (RB-13 …)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from tablefolk.core.game import Block, Seat
from tablefolk.games.rotate_bird.page.blocks.symbol import (
    Part,
    Picture,
    Remark,
    made_of,
    picture,
    pictures,
)
from tablefolk.games.rotate_bird.page.offers import edges as offered
from tablefolk.games.rotate_bird.page.offers.making import say
from tablefolk.games.rotate_bird.rules import recovery, variants
from tablefolk.games.rotate_bird.rules.creation import nameless
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import Character, DoingTrait, Edge


class BeingCard(Part, frozen=True):
    """A Being trait: a picture and nothing else (RB-16)."""

    trait: int
    picture: Picture
    marked: bool = False


class DoingCard(Part, frozen=True):
    """A named power; on a sheet without a name yet it waits for one."""

    trait: int
    pictures: tuple[Picture, ...]
    name: str = ""
    theme: str = ""
    marked: bool = False


class EdgeCard(Part, frozen=True):
    """An edge in Having (RB-70)."""

    edge: int
    pictures: tuple[Picture, ...] = ()
    doing: bool = False
    name: str = ""
    meaning: str = ""
    nature: str = ""
    kept: bool = False  # cannot be given away
    suggestions: tuple[Remark, ...] = ()


class ComboLine(Part, frozen=True):
    """A combined action as it stands on a sheet (RB-204)."""

    combo: int
    text: str
    name: str
    pictures: tuple[Picture, ...]
    note: str = ""


class Sheet(Block, frozen=True):
    """One character: Being, Doing, Having."""

    who: str = ""
    name: str = ""
    title: str = ""
    player: str = ""
    mine: bool = False
    description: str = ""
    theme: str = ""
    being: tuple[BeingCard, ...] = ()
    doing: tuple[DoingCard, ...] = ()
    having: tuple[EdgeCard, ...] = ()
    combos: tuple[ComboLine, ...] = ()
    missing: tuple[str, ...] = ()
    recovery: str = ""
    resting: bool = False
    renewing: int = -1  # points left; -1 where recovery is not limited (RB-200)
    entity: str = ""
    aboard: bool = False
    lost: bool = False
    hints: tuple[str, ...] = ()


class Having(Block, frozen=True):
    """The edges of somebody, and what can be done with them."""

    who: str = ""
    name: str = ""
    mine: bool = False
    edges: tuple[EdgeCard, ...] = ()


class Entity(Block, frozen=True):
    """Something outside has the powers, and no name yet (RB-193)."""

    text: str = ""


class Rest(Block, frozen=True):
    """Who is marked, and how the GM lets them recover (RB-101, RB-102)."""

    people: tuple[Sheet, ...] = ()


class NewEdge(Block, frozen=True):
    """An edge that waits for its symbol, or for what it stands for (RB-71 … RB-73)."""

    who: str = ""
    name: str = ""
    mine: bool = False
    edge: EdgeCard | None = None
    source: str = ""
    hints: tuple[str, ...] = ()


class Corrections(Block, frozen=True):
    """Marks and symbols as they should have been (RB-12)."""

    people: tuple[tuple[str, str], ...] = ()


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
        missing=tuple(lacking(bird, hero)),
        renewing=recovery.renewing(bird, hero) if limited else -1,
        entity=thing.name if thing and bird.options.get("external_doing") else "",
        aboard=bool(thing and thing.aboard),
        lost=bool(thing and hero.lost),
    )


def lacking(bird: Bird, hero: Character) -> Iterator[str]:
    """What is still to come, in words; a name that only stands in for one is no name."""
    for part in hero.missing:
        unnamed = part == "title" and hero.name == nameless(bird, hero.player)
        yield say("labels.missing.title_and_name" if unnamed else f"labels.missing.{part}")


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
        about=offered.about_of(hero, edge),
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


def corrections(bird: Bird) -> Corrections:
    people = tuple((hero.id, hero.name) for hero in in_seat_order(bird))
    return Corrections(about="corrections", region="desk", people=people)
