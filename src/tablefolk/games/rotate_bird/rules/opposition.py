"""NPCs in the way: brushed off, shrugging off, out of play (RB-133 … RB-138)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat, must
from tablefolk.games.rotate_bird.rules.rolling import closing
from tablefolk.games.rotate_bird.rules.state import Bird, the_gm, words
from tablefolk.games.rotate_bird.rules.values import Npc

# -- Seen by the players -----------------------------------------------------------------------


class ShowNpc(Command, frozen=True):
    """The players meet an NPC; one that opposes a test is met by itself."""

    may = "gm"
    npc: str


class NpcShown(Event, frozen=True):
    npc: str


class RemoveNpc(Command, frozen=True):
    """The GM takes an NPC off the table for good."""

    may = "gm"
    npc: str


class NpcRemoved(Event, frozen=True):
    npc: str
    name: str
    known: bool = False


def show_npc(bird: Bird, seat: Seat, c: ShowNpc, dice: Dice) -> Iterator[Event]:
    the_gm(seat, "RB-132")
    must(not bird.npc(c.npc).known, "RB-132", "same", "The players know it already.")
    yield NpcShown(c.npc)


def npc_shown(bird: Bird, e: NpcShown) -> Bird:
    return bird.with_npc(e.npc, known=True)


def remove_npc(bird: Bird, seat: Seat, c: RemoveNpc, dice: Dice) -> Iterator[Event]:
    the_gm(seat, "RB-132")
    npc = bird.npc(c.npc)
    used = any(test.npc == npc.id for test in bird.tests.values() if test.open)
    must(not used, "RB-132", "wrong_phase", f"{npc.name} is part of an open test.")
    yield NpcRemoved(npc.id, npc.name, npc.known)


def npc_removed(bird: Bird, e: NpcRemoved) -> Bird:
    return replace(bird, npcs={who: npc for who, npc in bird.npcs.items() if who != e.npc})


# -- No test needed (RB-133) -------------------------------------------------------------------


class BrushOff(Command, frozen=True):
    """An NPC with nothing to oppose with is ignored, or pushed around; no test."""

    may = "gm"
    who: str
    npc: str
    how: str = ""


class BrushedOff(Event, frozen=True):
    who: str
    npc: str
    how: str = ""


def brush_off(bird: Bird, seat: Seat, c: BrushOff, dice: Dice) -> Iterator[Event]:
    the_gm(seat, "RB-133")
    bird.character(c.who)
    npc = bird.npc(c.npc)
    must(npc.in_play, "RB-138", "npc_removed", f"{npc.name} is out of play.")
    yield BrushedOff(c.who, npc.id, c.how.strip())


def brushed_off(bird: Bird, e: BrushedOff) -> Bird:
    return bird.with_npc(e.npc, known=True)


# -- Shrugging off (RB-134 … RB-138) -----------------------------------------------------------


class ShrugOff(Command, frozen=True):
    """The GM marks a trait of the opposing NPC to negate a success, until the test closes."""

    may = "gm"
    test: int
    trait: int


class ShruggedOff(Event, frozen=True):
    """The success is negated; its edge and its fallout stay (RB-136)."""

    test: int
    npc: str
    trait: int
    symbol: str


class NpcOut(Event, frozen=True):
    """Its last Being trait is marked: it leaves play at once (RB-138)."""

    npc: str


def shrug_off(bird: Bird, seat: Seat, c: ShrugOff, dice: Dice) -> Iterator[Event]:
    the_gm(seat, "RB-135")
    test = bird.test(c.test)
    why = "There is no success against an NPC to shrug off."
    must(test.npc, "RB-134", "nothing_to_shrug", why)
    npc = bird.npc(test.npc)
    must(npc.in_play, "RB-138", "npc_removed", f"{npc.name} is out of play.")
    won = test.open and test.success and not test.shrugged and not test.beneficiary
    must(won, "RB-134", "nothing_to_shrug", why)
    trait = must(npc.being_trait(c.trait), "RB-135", "unknown", "It has no such trait.")
    must(not trait.marked, "RB-135", "trait_marked", "That trait is marked already.")
    event = ShruggedOff(test.id, npc.id, trait.id, trait.symbol)
    yield event
    after = shrugged_off(bird, event)
    if not after.npcs[npc.id].standing:
        yield NpcOut(npc.id)
    yield from closing(after, test.id)


def shrugged_off(bird: Bird, e: ShruggedOff) -> Bird:
    return with_mark(bird, e.npc, e.trait, True).with_test(e.test, shrugged=e.trait)


def with_mark(bird: Bird, npc: str, trait: int, marked: bool) -> Bird:
    being = bird.npcs[npc].being
    return bird.with_npc(
        npc, being=tuple(replace(t, marked=marked) if t.id == trait else t for t in being)
    )


def npc_out(bird: Bird, e: NpcOut) -> Bird:
    return bird.with_npc(e.npc, in_play=False)


# -- Corrections (RB-12, A-28) -----------------------------------------------------------------


class CorrectNpc(Command, frozen=True):
    """The GM marks or clears a trait of an NPC, with a reason; nothing else recovers them."""

    may = "gm"
    npc: str
    trait: int
    marked: bool
    reason: str


class NpcCorrected(Event, frozen=True):
    npc: str
    trait: int
    marked: bool
    in_play: bool
    reason: str


def correct_npc(bird: Bird, seat: Seat, c: CorrectNpc, dice: Dice) -> Iterator[Event]:
    the_gm(seat, "RB-12")
    npc = bird.npc(c.npc)
    trait = must(npc.being_trait(c.trait), "RB-12", "unknown", "It has no such trait.")
    must(trait.marked != c.marked, "RB-12", "same", "It is like that already.")
    reason = words(c.reason, "RB-12", "Say why.")
    yield NpcCorrected(npc.id, trait.id, c.marked, still_there(npc, c), reason)


def still_there(npc: Npc, c: CorrectNpc) -> bool:
    """Whether it would have an unmarked trait after the correction."""
    return not c.marked or any(trait.id != c.trait for trait in npc.standing)


def npc_corrected(bird: Bird, e: NpcCorrected) -> Bird:
    return with_mark(bird, e.npc, e.trait, e.marked).with_npc(e.npc, in_play=e.in_play)


DECIDE: dict[Any, Any] = {
    ShowNpc: show_npc,
    RemoveNpc: remove_npc,
    BrushOff: brush_off,
    ShrugOff: shrug_off,
    CorrectNpc: correct_npc,
}
EVOLVE: dict[Any, Any] = {
    NpcShown: npc_shown,
    NpcRemoved: npc_removed,
    BrushedOff: brushed_off,
    ShruggedOff: shrugged_off,
    NpcOut: npc_out,
    NpcCorrected: npc_corrected,
}
