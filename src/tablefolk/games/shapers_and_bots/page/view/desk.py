"""The Director's desk while an adventure is played: rulings, levers, corrections, growing."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Block, Seat
from tablefolk.games.shapers_and_bots.page import known
from tablefolk.games.shapers_and_bots.page.blocks.play import (
    Earlier,
    Growing,
    Grown,
    PutRight,
    Quick,
    Right,
    RulingLine,
    Rulings,
    TryLine,
)
from tablefolk.games.shapers_and_bots.page.offers.challenges import shown
from tablefolk.games.shapers_and_bots.page.offers.growing import ledger, to_raise
from tablefolk.games.shapers_and_bots.page.view.chances import person
from tablefolk.games.shapers_and_bots.page.view.fights import health
from tablefolk.games.shapers_and_bots.rules import sheet, wording
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Adventure, Challenge, Character
from tablefolk.games.shapers_and_bots.rules.wording import say

SHOWN = 12  # rulings at a glance; the others are looked up


def quick(world: World, seat: Seat) -> Iterator[Block]:
    heroes = [h for h in world.here() if h.finished]
    yield Quick(
        about="quick",
        region="desk",
        where=say(f"where.{world.scene or 'above'}"),
        people=tuple(person(world, seat, hero) for hero in heroes if hero.pending),
    )


def put_right(world: World, seat: Seat) -> Iterator[Block]:
    every = (Right(person(world, seat, h), state(world, h)) for h in world.here())
    yield PutRight(about="right", region="desk", people=tuple(every))


def state(world: World, hero: Character) -> str:
    hp, most = health(world, hero)
    if hp is None:
        return say("play.no_hp")
    return say("play.hp", hp=hp, most=most)


# -- The record of rulings (SB-8) ------------------------------------------------------------------


def record(world: World, seat: Seat) -> Iterator[Block]:
    found = known.rulings(world, seat)
    if found or seat.gm:
        lines = tuple(
            RulingLine(r.rule, r.question, r.answer, r.reason, name(world, seat, r.about), r.hidden)
            for r in found[:SHOWN]
        )
        more = max(0, len(found) - SHOWN)
        yield Rulings(
            about="rulings", region="desk" if seat.gm else "self", rulings=lines, more=more
        )


def name(world: World, seat: Seat, who: str) -> str:
    """Extras are named to those who have met them."""
    hero = world.cast.get(who)
    hidden = hero is not None and hero.extra and not seat.gm and who not in wording.met(world)
    return "" if hidden or not who else world.name(who)


# -- Tries that are over (SB-24) -------------------------------------------------------------------


def earlier(world: World, seat: Seat) -> Iterator[Block]:
    over = [c for c in known.challenges(world, seat) if c.status in ("rolled", "automatic")]
    lines = tuple(line(world, c) for c in reversed(over) if c.who in world.cast and not c.waits)
    yield Earlier(about="tries", region="desk" if seat.gm else "self", lines=lines)


def line(world: World, tried: Challenge) -> TryLine:
    roll = world.rolls.get(tried.roll)
    if tried.status == "automatic":
        outcome = "automatic"
    else:
        outcome = "stopped" if tried.stopped else roll.outcome if roll else "failure"
    told = say(f"outcome.{outcome}")
    return TryLine(tried.id, world.name(tried.who), tried.what, outcome, told, tried.answer)


# -- Growing (SB-176 … SB-183) ---------------------------------------------------------------------


def growing(world: World, seat: Seat) -> Iterator[Block]:
    """Skills used, and teachers."""
    book = ledger(world)
    here = (h for h in known.commanded(world, seat) if h.finished and not h.left and not h.extra)
    yield Growing(
        about="grow",
        region="desk" if seat.gm else "self",
        title=book.title if book else "",
        people=tuple(grown(world, seat, hero, book) for hero in here if hero.life != "dead"),
        hints=(say("tips.lessons"),),
    )


def raises(world: World, seat: Seat) -> Iterator[Block]:
    """Who has grown: what each of them used in the adventure that is over (SB-177)."""
    book = ledger(world)
    growing = sorted((hero for hero, _ in to_raise(world)), key=lambda h: h.player != seat.id)
    waiting = tuple(grown(world, seat, hero, book) for hero in growing)  # one's own first
    heroes = [h for h in world.players_characters() if book and book.raised.get(h.id)]
    done = tuple(Grown(person(world, seat, hero), raised=say("play.grew")) for hero in heroes)
    title = book.title if book else ""
    yield Growing("grown", title=title, over=True, people=(*waiting, *done))


def levels(world: World, hero: Character, key: str) -> tuple[str, str]:
    """What it is now, and one better."""
    better = sheet.next_level(sheet.number(world, hero, key).value)
    return shown(world, hero, key), sheet.signed(better)


def grown(world: World, seat: Seat, hero: Character, book: Adventure | None) -> Grown:
    keys = book.used.get(hero.id, ()) if book else ()
    used = ((key, sheet.label(world, key), *levels(world, hero, key)) for key in keys)
    given = bool(book and book.raised.get(hero.id))
    taught = (
        say("play.lesson", skill=sheet.label(world, one.key), level=sheet.signed(one.level),
            teacher=one.teacher)
        for one in world.lessons
        if one.who == hero.id
    )  # fmt: skip
    done = say("play.raised") if given else ""
    wish = book.wishes.get(hero.id, "") if book else ""
    return Grown(person(world, seat, hero), tuple(used), done, tuple(taught), wish)
