"""NPCs in the way: brushed off, shrugging off, out of play (RB-133 … RB-138)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must
from tablefolk.games.rotate_bird.rules.rolling import closing
from tablefolk.games.rotate_bird.rules.state import Bird, the_gm
from tablefolk.games.rotate_bird.rules.values import Npc, SymbolId, Who
from tablefolk.games.rotate_bird.rules.wording import Facts, because

# -- Seen by the players -----------------------------------------------------------------------


class ShowNpc(Act[Bird], frozen=True):
    """The players meet an NPC; one that opposes a test is met by itself."""

    may = "gm"
    npc: str

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-132")
        must(not bird.npc(self.npc).known, "RB-132", "same", "The players know it already.")
        yield NpcShown(self.npc)


class NpcShown(Change[Bird], frozen=True):
    npc: Who

    def onto(self, bird: Bird) -> Bird:
        return bird.with_npc(self.npc, known=True)


class RemoveNpc(Act[Bird], frozen=True):
    """The GM takes an NPC off the table for good."""

    may = "gm"
    npc: str

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-132")
        npc = bird.npc(self.npc)
        used = any(test.npc == npc.id for test in bird.tests.values() if test.open)
        must(not used, "RB-132", "wrong_phase", f"{npc.name} is part of an open test.")
        yield NpcRemoved(npc.id, npc.name, npc.known)


class NpcRemoved(Change[Bird], frozen=True):
    npc: Who
    name: str
    known: bool = False

    def onto(self, bird: Bird) -> Bird:
        return replace(bird, npcs={who: npc for who, npc in bird.npcs.items() if who != self.npc})

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return "" if self.known or seat.gm else None


# -- No test needed (RB-133) -------------------------------------------------------------------


class BrushOff(Act[Bird], frozen=True):
    """An NPC with nothing to oppose with is ignored, or pushed around; no test."""

    may = "gm"
    who: str
    npc: str
    how: str = ""

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-133")
        bird.character(self.who)
        yield BrushedOff(self.who, standing(bird, self.npc).id, self.how.strip())


def standing(bird: Bird, who: str) -> Npc:
    """An NPC that is still in play (RB-138)."""
    npc = bird.npc(who)
    must(npc.in_play, "RB-138", "npc_removed", f"{npc.name} is out of play.")
    return npc


class BrushedOff(Change[Bird], frozen=True):
    who: Who
    npc: Who
    how: str = ""

    def onto(self, bird: Bird) -> Bird:
        return bird.with_npc(self.npc, known=True)


# -- Shrugging off (RB-134 … RB-138) -----------------------------------------------------------


class ShrugOff(Act[Bird], frozen=True):
    """The GM marks a trait of the opposing NPC to negate a success, until the test closes."""

    may = "gm"
    test: int
    trait: int

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-135")
        test = bird.test(self.test)
        why = "There is no success against an NPC to shrug off."
        must(test.npc, "RB-134", "nothing_to_shrug", why)
        npc = bird.npc(test.npc)
        must(npc.in_play, "RB-138", "npc_removed", f"{npc.name} is out of play.")
        won = test.open and test.success and not test.shrugged and not test.beneficiary
        must(won, "RB-134", "nothing_to_shrug", why)
        trait = must(npc.being_trait(self.trait), "RB-135", "unknown", "It has no such trait.")
        must(not trait.marked, "RB-135", "trait_marked", "That trait is marked already.")
        event = ShruggedOff(test.id, npc.id, trait.id, trait.symbol)
        yield event
        after = event.onto(bird)
        if not after.npcs[npc.id].standing:
            yield NpcOut(npc.id)
        yield from closing(after, test.id)


class ShruggedOff(Change[Bird], frozen=True):
    """The success is negated; its edge and its fallout stay (RB-136)."""

    test: int
    npc: Who
    trait: int
    symbol: SymbolId

    def onto(self, bird: Bird) -> Bird:
        return with_mark(bird, self.npc, self.trait, True).with_test(self.test, shrugged=self.trait)

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return "" if bird.tests[self.test].intent else "_aloud"


class NpcOut(Change[Bird], frozen=True):
    """Its last Being trait is marked: it leaves play at once (RB-138)."""

    npc: Who

    def onto(self, bird: Bird) -> Bird:
        return bird.with_npc(self.npc, in_play=False)


def with_mark(bird: Bird, npc: str, trait: int, marked: bool) -> Bird:
    being = bird.npcs[npc].being
    return bird.with_npc(
        npc, being=tuple(replace(t, marked=marked) if t.id == trait else t for t in being)
    )


# -- Corrections (RB-12, A-28) -----------------------------------------------------------------


class CorrectNpc(Act[Bird], frozen=True):
    """The GM marks or clears a trait of an NPC, with a reason; nothing else recovers them."""

    may = "gm"
    npc: str
    trait: int
    marked: bool
    reason: str = ""  # empty: said aloud

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-12")
        npc = bird.npc(self.npc)
        trait = must(npc.being_trait(self.trait), "RB-12", "unknown", "It has no such trait.")
        must(trait.marked != self.marked, "RB-12", "same", "It is like that already.")
        here, why = still_there(npc, self), self.reason.strip()
        yield NpcCorrected(npc.id, trait.id, self.marked, here, why)


class NpcCorrected(Change[Bird], frozen=True):
    voice = "ruled"
    npc: Who
    trait: int
    marked: bool
    in_play: bool
    reason: str

    def onto(self, bird: Bird) -> Bird:
        return with_mark(bird, self.npc, self.trait, self.marked).with_npc(
            self.npc, in_play=self.in_play
        )

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        """What becomes of an NPC the players have not met is the GM's (TF-28)."""
        npc = bird.npcs.get(self.npc)
        known = seat.gm or (npc is not None and npc.known)
        return ("" if self.marked else "_clear") if known else None

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        return {"why": because(self.reason)}


def still_there(npc: Npc, c: CorrectNpc) -> bool:
    """Whether it would have an unmarked trait after the correction."""
    return not c.marked or any(trait.id != c.trait for trait in npc.standing)
