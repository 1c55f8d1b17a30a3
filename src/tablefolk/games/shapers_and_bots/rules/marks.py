"""Marks on somebody: knocked over, or whatever the Director says; how they go (SB-119, SB-141).

The book gives a mark no number: what it means for a roll is the Director's to say. Standing up
takes an action in a fight.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need
from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.fights import acting
from tablefolk.games.shapers_and_bots.rules.state import World, one_line, the_director, words
from tablefolk.games.shapers_and_bots.rules.values import DOWN, Id, Line, Who
from tablefolk.games.shapers_and_bots.rules.wording import has_met


class SetMark(Act[World], frozen=True):
    """The Director puts a mark on somebody, or takes one off."""

    may = "gm"
    who: Id
    mark: Line
    on: bool = True

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_director(seat, "SB-119")
        hero = world.character(self.who)
        mark = words(one_line(self.mark), "SB-119", "Say what it is.")
        must((mark in hero.marks) != self.on, "SB-119", "same", "It is like that already.")
        yield Marked(hero.id, mark, self.on)


class StandUp(Act[World], frozen=True):
    """Back on one's feet: an action in a fight, else nothing."""

    may = "owner or gm"
    who: Id

    def do(self, world: World, seat: Seat, dice: Dice) -> Iterator[Event]:
        one = acting.turn(world, seat, self.who)
        hero = world.character(self.who)
        must(DOWN in hero.marks, "SB-119", "same", f"{hero.name} is on its feet.")
        why = f"{hero.name} is top-heavy and stays down: somebody must help."
        need(not sheet.penalized(hero, "top_heavy"), "SB-161", "top_heavy", why)
        yield from acting.spent(one, "stand_up")
        yield Marked(hero.id, DOWN, on=False)


class Marked(Change[World], frozen=True):
    voice = "did"
    who: Who
    mark: str
    on: bool = True

    def onto(self, world: World) -> World:
        kept = tuple(mark for mark in world.cast[self.who].marks if mark != self.mark)
        return world.with_hero(self.who, marks=(*kept, self.mark) if self.on else kept)

    def told_to(self, world: World, seat: Seat) -> str | None:
        case = f"_{DOWN}" if self.mark == DOWN else ""
        return f"{case}{'' if self.on else '_off'}" if has_met(world, self.who, seat) else None
