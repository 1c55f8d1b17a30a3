"""What is offered around adventures: notes, clocks, handouts (SB-1, SB-4, SB-7, SB-175)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from tablefolk.core.game import Choice, Offer
from tablefolk.games.shapers_and_bots.page.offers.making import (
    do,
    flag,
    members,
    number,
    people,
    pick,
    text,
)
from tablefolk.games.shapers_and_bots.rules import adventures as rules
from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.adventure_files import NoteKind, starter
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Adventure, Note
from tablefolk.games.shapers_and_bots.rules.wording import say

KINDS: tuple[str, ...] = get_args(NoteKind)
MOST_MINUTES = 100_000


def shelf(world: World) -> Iterator[Offer]:
    clock = text("clock", optional=True, most=200)
    yield do(rules.WriteAdventure, "adventures", text("WriteAdventure.title", most=60), clock)
    title = starter()[0].title
    there = any(a.title == title and a.status != "ended" for a in world.adventures.values())
    key = "LoadStarterAgain" if there else "LoadStarter"
    drafts = any(a.status == "draft" for a in world.adventures.values())
    owed = ready(world) and not drafts
    yield do(rules.LoadAdventure, "adventures", key=key, owed=owed, facts={"title": title})
    for adventure in world.adventures.values():
        yield from running(world, adventure)


def ready(world: World) -> bool:
    """The table waits for its first adventure; whether one lies ready does not show in that (SB-4).

    When one is over, the next begins when the Director likes: an evening may end with it.
    """
    over = any(adventure.status == "ended" for adventure in world.adventures.values())
    return not (world.running or over or rules.lacking(world))


# -- One adventure (SB-1, SB-4, SB-176) ----------------------------------------------------------


def running(world: World, adventure: Adventure) -> Iterator[Offer]:
    """The start of an adventure, and its end."""
    facts, owed = {"title": adventure.title}, ready(world)
    if adventure.status == "draft":
        yield do(rules.StartAdventure, "adventures", owed=owed, facts=facts, adventure=adventure.id)
    elif adventure.id == world.running:
        yield do(rules.EndAdventure, "adventures", facts=facts)


def closing(adventure: Adventure) -> Iterator[Offer]:
    """Its end, where everybody sees that it runs; then skills are raised."""
    yield do(rules.EndAdventure, "adventure", facts={"title": adventure.title})


def book(adventure: Adventure) -> Iterator[Offer]:
    """The notes of one adventure."""
    about = f"adventures:{adventure.id}"
    yield from noting(adventure)
    for note in adventure.notes:
        yield from rewriting(adventure, note)
    if adventure.notes:
        notes = (Choice(note.id, note.title) for note in adventure.notes)
        yield do(rules.StrikeNote, about, pick("StrikeNote.note", notes), adventure=adventure.id)


def noting(adventure: Adventure) -> Iterator[Offer]:
    """A new note; a difficulty has a number of its own."""
    about, title = f"adventures:{adventure.id}", text("NoteDown.title", most=60)
    long = text("NoteDown.text", long=True, optional=True)
    kinds = (Choice(kind, say(f"note.{kind}")) for kind in KINDS if kind != "difficulty")
    kind = pick("NoteDown.kind", kinds, start="scene")
    yield do(rules.NoteDown, about, kind, title, long, adventure=adventure.id)
    fixed = {"adventure": adventure.id, "kind": "difficulty"}
    hard = number("difficulty", -20, 20)
    yield do(rules.NoteDown, about, title, hard, long, key="NoteDifficulty", fixed=fixed)


def rewriting(adventure: Adventure, note: Note) -> Iterator[Offer]:
    about = f"adventures:{adventure.id}:{note.id}"
    fixed = {"adventure": adventure.id, "note": note.id, "kind": note.kind}
    hard = note.kind == "difficulty"
    more = (number("difficulty", -20, 20, note.difficulty or 0),) if hard else ()
    yield do(
        rules.NoteDown,
        about,
        text("NoteDown.title", note.title, most=60),
        text("NoteDown.text", note.text, long=True, optional=True),
        *more,
        key="Rewrite",
        fixed=fixed,
    )
    if note.kind == "handout" and note.text:
        given = {"title": note.title, "text": note.text}
        yield do(rules.GiveHandout, about, key="GiveThis", fixed=given)


# -- Handouts (SB-175) ---------------------------------------------------------------------------


def handouts(world: World) -> Iterator[Offer]:
    to = members(world)
    some = (pick("GiveHandout.to", to, most=len(to), least=0),) if len(to) > 1 else ()
    yield do(
        rules.GiveHandout,
        "papers",
        text("GiveHandout.title", most=60),
        text("GiveHandout.text", long=True),
        *some,
    )


# -- Clocks (SB-7, SB-48) ------------------------------------------------------------------------


def clocks(world: World) -> Iterator[Offer]:
    adventure = world.adventure
    if adventure is not None:
        now = text("SetClock.text", adventure.clock, most=200)
        yield do(rules.SetClock, "clocks", now)
    yield do(rules.StartTimer, "clocks", key="StartDebate", kind="debate")
    for hero in world.cast.values():
        if any(trait.minutes for trait in sheet.traits(world, hero)) and hero.finished:
            fixed = {"kind": "breath", "who": hero.id}
            yield do(rules.StartTimer, "clocks", key="HoldBreath", facts={"name": hero.name},
                     fixed=fixed)  # fmt: skip
    who = pick("StartTimer.who", (Choice("", say("labels.nobody")), *people(world.cast.values())))
    yield do(
        rules.StartTimer,
        "clocks",
        text("StartTimer.label", most=200),
        who,
        number("StartTimer.minutes", 0, MOST_MINUTES),
        kind="other",
    )
    for timer in world.timers.values():
        seconds = number("seconds", 0, MOST_MINUTES, 60)
        count = (flag("count", timer.kind == "debate"),) if adventure else ()
        yield do(rules.StopTimer, f"clocks:{timer.id}", seconds, *count,
                 facts={"label": timer.label}, fixed={"timer": timer.id})  # fmt: skip
