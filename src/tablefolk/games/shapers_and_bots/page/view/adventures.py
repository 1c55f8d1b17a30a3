"""Adventures as the seats see them; what the Director wrote stays theirs (SB-1, SB-4, SB-175)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Block, Seat
from tablefolk.core.words import listing
from tablefolk.games.shapers_and_bots.page.blocks.world import (
    AdventureLine,
    Adventures,
    Book,
    Clocks,
    HandoutLine,
    NoteLine,
    Papers,
    Story,
    TimerLine,
)
from tablefolk.games.shapers_and_bots.rules import adventures, sheet
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Adventure, Note, Plan, Timer
from tablefolk.games.shapers_and_bots.rules.wording import say

ICONS = {
    "scene": "masks-theater",
    "extra": "user",
    "place": "map-location-dot",
    "difficulty": "dice",
    "secret": "key",
    "handout": "scroll",
}


def story(world: World, seat: Seat) -> Iterator[Block]:
    """What everybody knows of an adventure: its title once it runs, and the time."""
    now = world.adventure
    if now is not None:
        running = tuple(timers(world, seat))
        book = now.id if seat.gm else 0
        yield Story("adventure", title=now.title, clock=now.clock, timers=running, book=book)


def papers(world: World, seat: Seat) -> Iterator[Block]:
    lines = (
        HandoutLine(h.title, h.text, listing(world.name(m) for m in h.to) if h.to else "")
        for h in reversed(adventures.handouts_for(world, seat))
    )
    yield Papers("papers", "desk" if seat.gm else "scene", papers=tuple(lines))


# -- The Director's (SB-4) -----------------------------------------------------------------------


def shelf(world: World) -> Iterator[Block]:
    order = {"running": 0, "draft": 1, "ended": 2}
    found = sorted(world.adventures.values(), key=lambda one: (order[one.status], -one.id))
    lines = tuple(line(world, adventure) for adventure in found)
    yield Adventures("adventures", "desk", adventures=lines, hints=(say("advice.adventure"),))


def book(world: World, adventure: Adventure) -> Iterator[Block]:
    """The Director's notes of one adventure."""
    notes = tuple(note_line(world, note) for note in adventure.notes)
    yield Book(f"adventures:{adventure.id}", "desk", id=adventure.id, notes=notes)


def line(world: World, adventure: Adventure) -> AdventureLine:
    draft = adventure.status == "draft"
    return AdventureLine(
        adventure.id,
        adventure.title,
        say(f"status.{adventure.status}"),
        adventure.clock,
        adventure.minutes,
        adventure.id == world.running,
        adventures.lacking(world) if draft and not world.running else (),
        fight(world, adventure) if adventure.status != "ended" else "",
    )


def fight(world: World, adventure: Adventure) -> str:
    """Who is to fight whom; the players join what came with it, once it starts (SB-105)."""
    plan = adventures.plan_of(world, adventure)
    if plan == Plan():
        return ""
    waits = plan == adventure.plan and adventure.status == "draft"
    ours = [*([say("words.players")] if waits else []), *map(world.name, plan.ours)]
    sides = (
        listing(side) or say("words.nobody_yet") for side in (ours, map(world.name, plan.theirs))
    )
    return say("words.planned", **dict(zip(("ours", "theirs"), sides, strict=True)))


def note_line(world: World, note: Note) -> NoteLine:
    hard = "" if note.difficulty is None else sheet.signed(note.difficulty)
    kind, skill = say(f"note.{note.kind}"), sheet.label(world, note.skill) if note.skill else ""
    icon = ICONS[note.kind]
    return NoteLine(note.id, kind, icon, note.title, note.text, hard, skill, note.spots)


def clocks(world: World, seat: Seat) -> Iterator[Block]:
    now = world.adventure
    yield Clocks(
        "clocks",
        "desk",
        clock=now.clock if now else "",
        minutes=now.minutes if now else 0,
        timers=tuple(timers(world, seat)),
    )


def open_timer(world: World, timer: Timer) -> bool:
    """Whether everybody knows that it runs."""
    hero = world.cast.get(timer.who)
    theirs = hero is not None and not hero.extra
    return (timer.kind == "debate" and not timer.who) or (timer.kind == "breath" and theirs)


def timers(world: World, seat: Seat) -> Iterator[TimerLine]:
    """What runs: debates, and the breath of players' characters; the rest is the Director's."""
    for timer in world.timers.values():
        if not (seat.gm or open_timer(world, timer)):
            continue
        who = world.name(timer.who) if timer.who else ""
        yield TimerLine(timer.id, timer.kind, timer.label, who, timer.minutes)
