"""The world as everybody sees it: bars, the cast, what runs, what is so, what is talked over."""

from __future__ import annotations

from tablefolk.core.game import Seat
from tablefolk.games.mutagen.page.blocks.play import (
    Act,
    Around,
    BarCard,
    BarLine,
    Card,
    Desk,
    FactLine,
    Facts,
    GmBook,
    GmItem,
    Later,
    Tile,
    Weave,
    Written,
)
from tablefolk.games.mutagen.page.offers.cast import gm_items
from tablefolk.games.mutagen.page.view.making import KINDS
from tablefolk.games.mutagen.page.view.printing import bits
from tablefolk.games.mutagen.playbooks.model import Deed
from tablefolk.games.mutagen.rules import cast, harm
from tablefolk.games.mutagen.rules.facts import established
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Bar, Character, Delayed, Entity, Fact, Status
from tablefolk.games.mutagen.words import say

FRESH = 6  # facts that are seen without unfolding


def bar(seat: Seat, one: Bar) -> BarCard:
    line = BarLine(one.id, one.title, one.ticks, one.size, one.state == "happened")
    return BarCard(about=f"bars:{one.id}", bar=line, gm=seat.gm)


def around(show: Show, seat: Seat, entity: Entity) -> Around:
    about = f"around:{entity.id}"
    return Around(about=about, region="people", card=card(show, entity), gm=seat.gm)


# -- Effects, cards ----------------------------------------------------------------------------


def weave(show: Show, seat: Seat, hero: Character) -> Weave:
    running = hero.running
    assert running is not None
    return Weave(
        about=f"weave:{hero.id}",
        who=hero.id,
        name=hero.name,
        text=running.text,
        target=show.name(running.target) if running.target else "",
        threads=tuple(show.called(id) for id in running.threads),
        flaws=running.flaws,
        mine=hero.player == seat.id,
        ends=ending(show, hero),
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


# -- The GM's tools (MU-151, MU-152) -----------------------------------------------------------


def desk(show: Show) -> Desk:
    """What the GM reaches for most, where nobody waits for them."""
    parts = [("act", "person-running"), ("around", "user-plus"), ("call", "bullhorn")]
    parts += [("gmbook", "book-open")] if gm_items(show) else []
    tiles = tuple(Tile(p, say(f"stage.{p}"), say(f"stage.{p}_why"), i) for p, i in parts)
    return Desk(about="desk", tiles=tiles, hints=(say("advice.gm_tools"),))


def act(show: Show) -> Act:
    running = (b for b in show.bars.values() if b.state == "open")
    bars = tuple(BarLine(b.id, b.title, b.ticks, b.size) for b in running)
    return Act(about="act", region="desk", bars=bars)


def later(show: Show, one: Delayed) -> Later:
    return Later(
        about=f"later:{one.id}",
        region="desk",
        name=show.name(one.who),
        source=show.called(one.source),
        until=say(f"until.{one.until or 'gm'}"),
    )


def gmbook(show: Show) -> GmBook:
    shown = tuple(
        GmItem(i.id, show.called(i.id), cast.in_force(show, i), bits(show, i.text))
        for i in gm_items(show)
    )
    return GmBook(about="gmbook", region="desk", items=shown)
