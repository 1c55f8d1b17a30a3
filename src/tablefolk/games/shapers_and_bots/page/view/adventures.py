"""Adventures as the seats see them; what the Director wrote stays theirs (SB-1, SB-4, SB-175)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Block, Seat
from tablefolk.core.words import listing
from tablefolk.games.shapers_and_bots.page.blocks.world import (
    AdventureLine,
    Adventures,
    Clocks,
    HandoutLine,
    NoteLine,
    Papers,
    Story,
    TimerLine,
)
from tablefolk.games.shapers_and_bots.page.words import say
from tablefolk.games.shapers_and_bots.rules import adventures, sheet
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Adventure, Note, Timer

ICONS = {
    "scene": "masks-theater",
    "extra": "user",
    "place": "map-location-dot",
    "difficulty": "dice",
    "secret": "key",
    "handout": "scroll",
}


def blocks(world: World, seat: Seat) -> Iterator[Block]:
    if any(one.status != "draft" for one in world.adventures.values()):
        yield story(world, seat)
    if seat.gm:
        yield shelf(world)
    elif adventures.handouts_for(world, seat):
        yield papers(world, seat)


def tools(world: World, seat: Seat) -> Iterator[Block]:
    """What the Director reaches for now and then: handouts and clocks."""
    if seat.gm:
        yield papers(world, seat)
        yield clocks(world, seat)


def story(world: World, seat: Seat) -> Story:
    """What everybody knows of an adventure: its title once it runs, and the time."""
    now = world.adventure
    ended = [one.title for one in world.adventures.values() if one.status == "ended"]
    return Story(
        "adventure",
        title=now.title if now else "",
        clock=now.clock if now else "",
        timers=tuple(timers(world, seat)) if now else (),
        last=ended[-1] if ended and not now else "",
    )


def papers(world: World, seat: Seat) -> Papers:
    lines = (
        HandoutLine(h.title, h.text, listing(world.name(m) for m in h.to) if h.to else "")
        for h in reversed(adventures.handouts_for(world, seat))
    )
    return Papers("papers", "desk" if seat.gm else "scene", papers=tuple(lines))


# -- The Director's (SB-4) -----------------------------------------------------------------------


def shelf(world: World) -> Adventures:
    order = {"running": 0, "draft": 1, "ended": 2}
    found = sorted(world.adventures.values(), key=lambda one: (order[one.status], -one.id))
    lines = tuple(line(world, adventure) for adventure in found)
    return Adventures("adventures", "desk", adventures=lines, hints=(say("advice.adventure"),))


def line(world: World, adventure: Adventure) -> AdventureLine:
    draft = adventure.status == "draft"
    return AdventureLine(
        adventure.id,
        adventure.title,
        say(f"status.{adventure.status}"),
        adventure.clock,
        adventure.minutes,
        adventure.id == world.running,
        tuple(note_line(note) for note in adventure.notes),
        adventures.lacking(world) if draft and not world.running else (),
    )


def note_line(note: Note) -> NoteLine:
    hard = "" if note.difficulty is None else sheet.signed(note.difficulty)
    kind = say(f"note.{note.kind}")
    return NoteLine(note.id, kind, ICONS[note.kind], note.title, note.text, hard)


def clocks(world: World, seat: Seat) -> Clocks:
    now = world.adventure
    return Clocks(
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
