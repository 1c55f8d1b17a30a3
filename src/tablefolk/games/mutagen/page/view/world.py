"""The world as everybody sees it: bars, the cast, what runs, what is so, what is talked over."""

from __future__ import annotations

from tablefolk.core.game import Block, Seat
from tablefolk.games.mutagen.page.offers.cast import gm_items, is_made
from tablefolk.games.mutagen.page.view.making import KINDS
from tablefolk.games.mutagen.page.view.printing import Bit, Part, bits
from tablefolk.games.mutagen.playbooks.model import Deed
from tablefolk.games.mutagen.rules import cast, harm
from tablefolk.games.mutagen.rules.facts import established
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Bar, Character, Delayed, Entity, Fact, Status
from tablefolk.games.mutagen.words import say

FRESH = 6  # facts that are seen without unfolding


class BarLine(Part, frozen=True):
    id: int
    title: str
    ticks: int
    size: int
    happened: bool = False


class BarCard(Block, frozen=True):
    """What will happen when the last tick is filled; everybody sees it (MU-114)."""

    bar: BarLine | None = None
    gm: bool = False


def bar(seat: Seat, one: Bar) -> BarCard:
    line = BarLine(one.id, one.title, one.ticks, one.size, one.state == "happened")
    return BarCard(about=f"bars:{one.id}", bar=line, gm=seat.gm)


class Around(Block, frozen=True):
    """Somebody or something that is there."""

    card: Card | None = None
    gm: bool = False


def around(show: Show, seat: Seat, entity: Entity) -> Around:
    about = f"around:{entity.id}"
    return Around(about=about, region="people", card=card(show, entity), gm=seat.gm)


# -- Effects, cards ----------------------------------------------------------------------------


class Weave(Block, frozen=True):
    """An effect that is kept up (MU-129)."""

    who: str = ""
    name: str = ""
    text: str = ""
    target: str = ""
    threads: tuple[str, ...] = ()
    flaws: tuple[str, ...] = ()
    mine: bool = False
    ends: str = ""


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


class Card(Part, frozen=True):
    """Somebody or something of the GM's (MU-154)."""

    id: str
    kind: str
    icon: str
    name: str
    notes: str = ""
    living: bool = True
    statuses: tuple[Written, ...] = ()
    health: int = 0
    room: int = 0
    armor: tuple[str, ...] = ()


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


class Written(Part, frozen=True):
    """A status, and whose it is."""

    id: int
    text: str
    name: str
    on: str = ""
    permanent: bool = False
    severe: bool = False


def written(on: str, name: str, status: Status) -> Written:
    return Written(status.id, status.text, name, on, status.permanent, status.severe)


# -- Facts (MU-143 … MU-146) -------------------------------------------------------------------


class Facts(Block, frozen=True):
    """What is so (MU-143); and the written statuses it must not contradict (MU-110)."""

    facts: tuple[FactLine, ...] = ()
    older: tuple[FactLine, ...] = ()
    statuses: tuple[Written, ...] = ()
    gm: bool = False
    hints: tuple[str, ...] = ()


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


class FactLine(Part, frozen=True):
    id: int
    text: str
    by: str
    scene: int = 0
    doubts: tuple[str, ...] = ()


def line(show: Show, fact: Fact) -> FactLine:
    return FactLine(fact.id, fact.text, show.name(fact.by), fact.scene, fact.doubts)


# -- The GM's tools (MU-151, MU-152) -----------------------------------------------------------


class Tile(Part, frozen=True):
    """A part to open, with a word on what for."""

    part: str
    label: str
    why: str = ""
    icon: str = ""


class Desk(Block, frozen=True):
    """The GM's hand: what happens? (MU-152)"""

    tiles: tuple[Tile, ...] = ()
    hints: tuple[str, ...] = ()


def desk(show: Show) -> Desk:
    """What the GM reaches for most, where nobody waits for them."""
    parts = [("act", "person-running"), ("around", "user-plus"), ("call", "bullhorn")]
    parts += [("gmbook", "book-open")] if gm_items(show) else []
    tiles = tuple(Tile(p, say(f"stage.{p}"), say(f"stage.{p}_why"), i) for p, i in parts)
    return Desk(about="desk", tiles=tiles, hints=(say("advice.gm_tools"),))


class Act(Block, frozen=True):
    """What the GM does to somebody: harm, a status, a tick."""

    bars: tuple[BarLine, ...] = ()


def act(show: Show) -> Act:
    running = (b for b in show.bars.values() if b.state == "open")
    bars = tuple(BarLine(b.id, b.title, b.ticks, b.size) for b in running)
    return Act(about="act", region="desk", bars=bars)


class Later(Block, frozen=True):
    """Something that was put off."""

    name: str = ""
    source: str = ""
    until: str = ""


def later(show: Show, one: Delayed) -> Later:
    return Later(
        about=f"later:{one.id}",
        region="desk",
        name=show.name(one.who),
        source=show.called(one.source),
        until=one.words or say(f"until.{one.until or 'gm'}"),
    )


class GmItem(Part, frozen=True):
    id: str
    name: str
    on: bool = True
    bits: tuple[Bit, ...] = ()
    made: bool = True  # a move, and no note to read


class GmBook(Block, frozen=True):
    """GM playbooks that are loaded (MU-151)."""

    items: tuple[GmItem, ...] = ()


def gmbook(show: Show) -> GmBook:
    shown = tuple(
        GmItem(
            i.id, show.called(i.id), cast.in_force(show, i), bits(show, i.text), is_made(show, i)
        )
        for i in gm_items(show)
    )
    return GmBook(about="gmbook", region="desk", items=shown)
