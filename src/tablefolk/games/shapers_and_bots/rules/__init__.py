"""The book of Shapers and Bots, chapter by chapter."""

from __future__ import annotations

from tablefolk.core.book import Book, acts_of
from tablefolk.core.game import Command, Entry, Refusal, WordAsked
from tablefolk.core.table.talk import Say
from tablefolk.games.shapers_and_bots.rules import (
    advancement,
    adventures,
    bots,
    bots_in_play,
    bringing,
    building,
    challenges,
    contests,
    corrections,
    extras,
    farewells,
    gear,
    harm,
    homemade,
    marks,
    numbers,
    people,
    rolling,
    rulings,
    shaped,
    shaping,
    skills,
)
from tablefolk.games.shapers_and_bots.rules.fights import (
    acting,
    attacking,
    berserk,
    blows,
    ending,
    planning,
    rounds,
    start,
)
from tablefolk.games.shapers_and_bots.rules.state import World, overheard

book = Book[World](
    overheard, people, numbers, building, skills, bots, homemade, rolling, gear, harm, planning,
    start, rounds, acting, attacking, blows, ending, berserk, rulings, challenges, contests,
    shaped, shaping, bots_in_play, extras, adventures, corrections, advancement, bringing,
    farewells, marks,
)  # fmt: skip


# -- No takebacks (SB-6) ---------------------------------------------------------------------------

SHEETS = (people, numbers, building, skills, bots, homemade, bringing)
CHANGEABLE: set[type[Command]] = {Say, *(act for chapter in SHEETS for act in acts_of(chapter))}


def final(world: World, entry: Entry) -> Refusal | None:
    """A player's roll or action that is resolved stands; sheets and words may still change."""
    acted = bool(world.running) and type(entry.command) in {*book.commands} - CHANGEABLE
    asked = all(isinstance(event, WordAsked) for event in entry.events)
    if entry.faces or (acted and not asked):
        why = "What is done is done: the Director can put things right, and it stays in the story."
        return Refusal("SB-6", "no_takebacks", why)
    return None
