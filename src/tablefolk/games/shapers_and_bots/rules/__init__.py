"""The book of Shapers and Bots: its chapters, and the two tables that hold them together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Entry, Event, Refusal, Seat, WordAsked
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
    gear,
    harm,
    homemade,
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
from tablefolk.games.shapers_and_bots.rules.state import World

Rule = Callable[[World, Seat, Any, Dice], Iterator[Event]]
Effect = Callable[[World, Any], World]

CHAPTERS: tuple[Any, ...] = (
    people,
    numbers,
    building,
    skills,
    bots,
    homemade,
    rolling,
    gear,
    harm,
    planning,
    start,
    rounds,
    acting,
    attacking,
    blows,
    ending,
    berserk,
    rulings,
    challenges,
    contests,
    shaped,
    shaping,
    bots_in_play,
    extras,
    adventures,
    corrections,
    advancement,
    bringing,
)
DECIDE: dict[type[Command], Rule] = {
    c: r for chapter in CHAPTERS for c, r in chapter.DECIDE.items()
}
EVOLVE: dict[type[Event], Effect] = {
    e: f for chapter in CHAPTERS for e, f in chapter.EVOLVE.items()
}
COMMANDS = tuple(DECIDE)
EVENTS = tuple(EVOLVE)


def decide(world: World, seat: Seat, command: Any, dice: Dice) -> Iterable[Event]:
    """What happens if this seat does that now; or a refusal, which changes nothing (SB-9)."""
    return DECIDE[type(command)](world, seat, command, dice)


def evolve(world: World, event: Any) -> World:
    """The table once this has happened."""
    return EVOLVE[type(event)](world, event)


# -- No takebacks (SB-6) ---------------------------------------------------------------------------

SHEETS: tuple[Any, ...] = (people, numbers, building, skills, bots, homemade, bringing)
CHANGEABLE = {Say, *(command for chapter in SHEETS for command in chapter.DECIDE)}


def final(world: World, entry: Entry) -> Refusal | None:
    """A player's roll or action that is resolved stands; sheets and words may still change."""
    acted = bool(world.running) and type(entry.command) in DECIDE.keys() - CHANGEABLE
    asked = all(isinstance(event, WordAsked) for event in entry.events)
    if entry.faces or (acted and not asked):
        why = "What is done is done: the Director can put things right, and it stays in the story."
        return Refusal("SB-6", "no_takebacks", why)
    return None
