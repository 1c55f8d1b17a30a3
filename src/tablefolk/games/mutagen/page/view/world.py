"""The world as everybody sees it: bars, the cast, what runs, what is so, what is talked over."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Block, Seat
from tablefolk.games.mutagen.page.blocks.play import (
    Around,
    BarLine,
    Bars,
    Card,
    FactLine,
    Facts,
    GmBook,
    GmItem,
    Later,
    Tools,
    Weave,
    Weaves,
    Written,
)
from tablefolk.games.mutagen.page.offers.cast import gm_items
from tablefolk.games.mutagen.page.view.making import KINDS
from tablefolk.games.mutagen.page.view.printing import bits
from tablefolk.games.mutagen.page.words import say
from tablefolk.games.mutagen.playbooks.model import Deed
from tablefolk.games.mutagen.rules import cast, harm
from tablefolk.games.mutagen.rules.facts import established
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Character, Entity, Fact, Status

FRESH = 6  # facts that are seen without unfolding


def blocks(show: Show, seat: Seat) -> Iterator[Block]:
    yield from weaves(show, seat)
    shown = [bar for bar in show.bars.values() if bar.state != "removed"]
    open_first = sorted(shown, key=lambda bar: bar.state == "happened")
    lines = tuple(
        BarLine(b.id, b.title, b.ticks, b.size, b.state == "happened") for b in open_first[:12]
    )
    if lines or seat.role in ("gm", "player"):
        yield Bars(about="bars", bars=lines, gm=seat.gm)
    there = [entity for entity in show.entities.values() if not entity.gone]
    if there or seat.gm:
        yield Around(about="around", cards=tuple(card(show, e) for e in there), gm=seat.gm)
    yield facts(show, seat)
    if seat.gm:
        yield from desk(show)


# -- Effects, cards ----------------------------------------------------------------------------


def weaves(show: Show, seat: Seat) -> Iterator[Block]:
    found = [hero for hero in show.cast.values() if hero.running]
    if found:
        rule = next((ending(show, hero) for hero in found), "")
        shown = tuple(weave(show, seat, hero) for hero in found)
        yield Weaves(about="weave", weaves=shown, ends=rule)


def weave(show: Show, seat: Seat, hero: Character) -> Weave:
    running = hero.running
    assert running is not None
    return Weave(
        hero.id,
        hero.name,
        running.text,
        show.name(running.target) if running.target else "",
        tuple(show.called(id) for id in running.threads),
        running.flaws,
        hero.player == seat.id,
    )


def ending(show: Show, hero: Character) -> str:
    assert hero.running is not None
    deed = show.shelf.item(hero.running.source)
    return deed.effect_end_rule if isinstance(deed, Deed) else ""


def card(show: Show, entity: Entity) -> Card:
    return Card(
        entity.id,
        entity.kind,
        KINDS[entity.kind],
        entity.name,
        entity.notes,
        entity.living,
        tuple(written(entity.id, entity.name, status) for status in entity.statuses),
        harm.left(show, entity.id),
        len(entity.health),
        tuple(f"{armor.name} {armor.rating}" for armor in entity.armor),
    )


def written(on: str, name: str, status: Status) -> Written:
    return Written(status.id, status.text, name, on, status.permanent, status.severe)


# -- Facts (MU-143 … MU-146) -------------------------------------------------------------------


def facts(show: Show, seat: Seat) -> Facts:
    every = [line(show, fact) for fact in established(show)][::-1]
    everywhere = tuple(written(on, show.name(on), s) for on, s in show.statuses())
    return Facts(
        about="facts",
        facts=tuple(every[:FRESH]),
        older=tuple(every[FRESH:]),
        statuses=everywhere,
        gm=seat.gm,
        hints=(say("advice.fact"),),
    )


def line(show: Show, fact: Fact) -> FactLine:
    return FactLine(fact.id, fact.text, show.name(fact.by), fact.scene, fact.doubts)


# -- The GM's desk (MU-151, MU-152) ------------------------------------------------------------


def desk(show: Show) -> Iterator[Block]:
    later = tuple(
        Later(d.id, show.name(d.who), show.called(d.source), say(f"until.{d.until or 'gm'}"))
        for d in show.delayed.values()
    )
    yield Tools(about="tools", region="desk", delayed=later, hints=(say("advice.gm_tools"),))
    if items := gm_items(show):
        shown = tuple(
            GmItem(i.id, show.called(i.id), cast.in_force(show, i), bits(show, i.text))
            for i in items
        )
        yield GmBook(about="gmbook", region="desk", items=shown)
