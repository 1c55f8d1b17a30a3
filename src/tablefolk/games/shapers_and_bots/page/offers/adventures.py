"""What is offered around adventures: notes, clocks, handouts (SB-1, SB-4, SB-7, SB-175)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import get_args

from tablefolk.core.game import Blank, Choice, Lines, Offer
from tablefolk.core.table.scenes import OpenScene
from tablefolk.games.shapers_and_bots.page.offers.fighting import PLACES
from tablefolk.games.shapers_and_bots.page.offers.making import (
    asked,
    do,
    flag,
    members,
    number,
    people,
    pick,
    text,
)
from tablefolk.games.shapers_and_bots.page.offers.playing import MOST, all_ratings
from tablefolk.games.shapers_and_bots.rules import adventures as rules
from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.adventure_files import NoteKind, starter
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Adventure, Note
from tablefolk.games.shapers_and_bots.rules.wording import say

KINDS: tuple[str, ...] = get_args(NoteKind)
OWN_FORM = ("difficulty", "place")  # what is written down with more than a text
MOST_TITLE = 120  # of a scene
NUMBERED = re.compile(r"^\d+[.):]\s+")
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


def book(world: World, adventure: Adventure) -> Iterator[Offer]:
    """The notes of one adventure."""
    about = f"adventures:{adventure.id}"
    yield from noting(world, adventure)
    for note in adventure.notes:
        shut = note.kind == "scene" and scene_title(note) != world.title
        if shut and adventure.status == "running":
            at, on = f"{about}:{note.id}", world.title
            key, facts = "OpenThisInstead" if on else "OpenThisScene", {"scene": on}
            fixed = {"title": scene_title(note), "instead": bool(on)}
            yield do(OpenScene, at, key=key, facts=facts, fixed=fixed)
        yield from rewriting(world, adventure, note)
    if adventure.notes:
        notes = (Choice(note.id, note.title) for note in adventure.notes)
        yield do(rules.StrikeNote, about, pick("StrikeNote.note", notes), adventure=adventure.id)


def scene_titles(adventure: Adventure) -> tuple[str, ...]:
    """What its scenes are called when they are opened, in order."""
    return tuple(scene_title(note) for note in adventure.notes if note.kind == "scene")


def scene_title(note: Note) -> str:
    """Without the number that it has among the notes: scenes are counted as they are played."""
    return NUMBERED.sub("", note.title)[:MOST_TITLE] or note.title[:MOST_TITLE]


def noting(world: World, adventure: Adventure) -> Iterator[Offer]:
    """A new note; a difficulty has a skill and a number, a place its spots."""
    about, title = f"adventures:{adventure.id}", text("NoteDown.title", most=60)
    long = text("NoteDown.text", long=True, optional=True)
    kinds = (Choice(kind, say(f"note.{kind}")) for kind in KINDS if kind not in OWN_FORM)
    kind = pick("NoteDown.kind", kinds, start="scene")
    yield do(rules.NoteDown, about, kind, title, long, adventure=adventure.id)
    fixed = {"adventure": adventure.id, "kind": "difficulty"}
    more = of_its_kind(world, Note(0, "difficulty", ""))
    yield do(rules.NoteDown, about, title, *more, long, key="NoteDifficulty", fixed=fixed)
    fixed = {"adventure": adventure.id, "kind": "place"}
    more = of_its_kind(world, Note(0, "place", ""))
    yield do(rules.NoteDown, about, title, *more, long, key="NotePlace", fixed=fixed)


def of_its_kind(world: World, note: Note) -> tuple[Blank, ...]:
    """What only a difficulty has, or a place."""
    if note.kind == "difficulty":
        skills = (Choice("", say("labels.any_skill")), *all_ratings(world))
        with_what = pick("NoteDown.skill", skills, start=note.skill)
        return with_what, number("difficulty", -MOST, MOST, note.difficulty or 0)
    if note.kind == "place":
        rows = tuple(say("labels.spot", n=n) for n in range(1, PLACES + 1))
        return (Lines(*asked("NoteDown.spots"), rows=rows, start=note.spots, optional=True),)
    return ()


def rewriting(world: World, adventure: Adventure, note: Note) -> Iterator[Offer]:
    about = f"adventures:{adventure.id}:{note.id}"
    fixed = {"adventure": adventure.id, "note": note.id, "kind": note.kind}
    more = of_its_kind(world, note)
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
    for hero in world.here():
        there = hero.finished and hero.life != "dead"
        if there and any(trait.minutes for trait in sheet.traits(world, hero)):
            fixed = {"kind": "breath", "who": hero.id}
            yield do(rules.StartTimer, "clocks", key="HoldBreath", facts={"name": hero.name},
                     fixed=fixed)  # fmt: skip
    who = pick("StartTimer.who", (Choice("", say("labels.nobody")), *people(world.here())))
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
