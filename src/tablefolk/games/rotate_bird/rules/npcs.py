"""The GM's people, mobs, things and ideas: making them (RB-132, RB-139 … RB-143, RB-181).

How they stand in the way, and how they leave play, is in `opposition.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must
from tablefolk.core.words import listing, slug_apart
from tablefolk.games.rotate_bird.rules import symbols
from tablefolk.games.rotate_bird.rules.creation import random_pair
from tablefolk.games.rotate_bird.rules.edges import chosen_or_rolled
from tablefolk.games.rotate_bird.rules.state import Bird, the_gm, words
from tablefolk.games.rotate_bird.rules.values import (
    TIERS,
    BeingTrait,
    Challenge,
    Npc,
    NpcDoing,
    Scoped,
    Shape,
    SymbolId,
    Tier,
    Who,
    factor_of,
)
from tablefolk.games.rotate_bird.rules.wording import Facts, ForTheGm, pair, pictures, rolled_again

USUAL = 5  # Being traits; more than that shows a note (RB-140)
MOST = 100  # traits of one NPC

# -- Written down by the GM (RB-132, RB-140, RB-141) -------------------------------------------


class MakeNpc(Act[Bird], frozen=True):
    """Somebody or something with the Being traits the GM names; several may be the same."""

    may = "gm"
    name: str
    tier: Tier = "custom"
    shape: Shape = "person"
    being: tuple[str, ...] = ()
    notes: str = ""

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-132")
        must(
            len(self.being) <= MOST, "RB-140", "out_of_range", f"An NPC has at most {MOST} traits."
        )
        named = [symbol for symbol in self.being if symbol]  # a place left open names none
        being = tuple(
            BeingTrait(n, bird.symbol(symbol, "being").id) for n, symbol in enumerate(named, 1)
        )
        yield NpcMade(replace(blank(bird, self), being=being))


class RollNpc(Act[Bird], frozen=True):
    """An NPC with traits as for player characters, by tier; with `copies` repeats stay."""

    may = "gm"
    name: str
    tier: Tier = "minor"
    shape: Shape = "person"
    copies: bool = False
    theme: bool = False
    notes: str = ""

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-143")
        npc = blank(bird, self)
        must(
            self.tier in TIERS, "RB-143", "out_of_range", "Choose a tier: it says how many traits."
        )
        theme = symbols.theme(dice) if self.theme else None
        made = filled(bird, npc, lacks(npc), self.copies, dice)
        npc = replace(made.npc, theme=theme.symbol if theme else "")
        yield NpcMade(npc, (*(theme.dice if theme else ()), *made.dice), made.again)


def shown_in(bird: Bird, being: tuple[BeingTrait, ...], doing: tuple[NpcDoing, ...]) -> str:
    symbols = (*((trait.symbol,) for trait in being), *(trait.symbols for trait in doing))
    return listing(pair(bird, ids) for ids in symbols)


class NpcMade(Change[Bird], frozen=True):
    """A new NPC; what repeated is to be rolled again. For the GM's eyes only (TF-28)."""

    npc: Npc
    dice: tuple[int, ...] = ()
    again: tuple[SymbolId, ...] = ()

    def onto(self, bird: Bird) -> Bird:
        return replace(bird, npcs={**bird.npcs, self.npc.id: self.npc})

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return ("_rolled" if self.dice else "") if seat.gm else None

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        npc = self.npc
        shown = shown_in(bird, npc.being, npc.doing)
        again = rolled_again(pictures(bird, self.again))
        return {"name": npc.name, "shown": f": {shown}" if shown else "", "again": again}


def blank(bird: Bird, c: MakeNpc | RollNpc) -> Npc:
    name = words(" ".join(c.name.split()), "RB-132", "An NPC needs a name.")
    return Npc(slug_apart("npc", name, bird.npcs), name, c.tier, c.shape, notes=c.notes.strip())


def crowded(npc: Npc) -> bool:
    """More Being traits than the text expects, copies included (RB-140)."""
    return len(npc.being) > USUAL


# -- Rolled (RB-143, RB-181) -------------------------------------------------------------------


class RollNpcTraits(Act[Bird], frozen=True):
    """Throw for the traits an NPC of its tier still lacks."""

    may = "gm"
    npc: str
    copies: bool = False

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-143")
        npc = bird.npc(self.npc)
        must(lacks(npc) != (0, 0), "RB-143", "rolled", f"{npc.name} has all traits of the tier.")
        yield rolled_for(npc, filled(bird, npc, lacks(npc), self.copies, dice))


class RerollNpc(Act[Bird], frozen=True):
    """Throw again for some traits of an NPC; all others stay."""

    may = "gm"
    npc: str
    traits: tuple[int, ...]

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-143")
        npc = bird.npc(self.npc)
        must(self.traits, "RB-143", "out_of_range", "Choose what is to be rolled again.")
        gone = tuple(dict.fromkeys(self.traits))
        for number in gone:
            may_go(bird, npc, number)
            dropped = NpcTraitDropped(npc.id, number)
            yield dropped
            bird = dropped.onto(bird)
        being = sum(npc.being_trait(number) is not None for number in gone)
        left = replace(bird.npcs[npc.id], factor="")
        yield rolled_for(left, filled(bird, left, (being, len(gone) - being), False, dice))


class NpcTraitsRolled(Change[Bird], frozen=True):
    npc: Who
    being: tuple[BeingTrait, ...]
    doing: tuple[NpcDoing, ...]
    dice: tuple[int, ...]
    factor: str = ""
    again: tuple[SymbolId, ...] = ()

    def onto(self, bird: Bird) -> Bird:
        npc = bird.npcs[self.npc]
        return bird.with_npc(
            self.npc,
            being=(*npc.being, *self.being),
            doing=(*npc.doing, *self.doing),
            factor=self.factor or npc.factor,
        )

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        rolled = "" if self.being or self.doing else "_none"
        return rolled if seat.gm else None

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        shown = shown_in(bird, self.being, self.doing)
        return {"shown": shown, "again": rolled_again(pictures(bird, self.again))}


def rolled_for(npc: Npc, made: Filling) -> NpcTraitsRolled:
    """What the dice have added to an NPC."""
    being, doing = made.npc.being[len(npc.being) :], made.npc.doing[len(npc.doing) :]
    return NpcTraitsRolled(npc.id, being, doing, made.dice, made.npc.factor, made.again)


class Filling(Struct, frozen=True):
    """An NPC with the traits the dice gave it, and what repeated."""

    npc: Npc
    dice: tuple[int, ...]
    again: tuple[str, ...]


def lacks(npc: Npc) -> tuple[int, int]:
    """How many Being and Doing traits an NPC is short of, by its tier (RB-132)."""
    being, doing = TIERS.get(npc.tier, (0, 0))
    return max(0, being - len(npc.being)), max(0, doing - len(npc.doing))


def filled(bird: Bird, npc: Npc, missing: tuple[int, int], copies: bool, dice: Dice) -> Filling:
    """Throw once for all that is missing, Being and Doing; the first may be linked (RB-181)."""
    being, doing = missing
    faces: list[int] = []
    again: list[str] = []
    for number in range(being):
        drawn, factor = linked(bird, dice) if number == 0 and not npc.being else ("", "")
        if factor:
            faces += dice.used[-1:]
            npc = replace(npc, factor=factor)
        else:
            rolled = symbols.being(bird.pack, dice)
            faces += rolled.dice
            drawn = rolled.symbol
        if drawn in {trait.symbol for trait in npc.being} and not copies:
            again.append(drawn)
        else:
            npc = replace(npc, being=(*npc.being, BeingTrait(npc.next_id, drawn)))
    for _ in range(doing):
        pair = random_pair(bird, dice)
        faces += pair.dice
        npc = replace(npc, doing=(*npc.doing, NpcDoing(npc.next_id, pair.symbols)))
    return Filling(npc, tuple(faces), tuple(again))


def linked(bird: Bird, dice: Dice) -> tuple[str, str]:
    """With a filled worksheet, the symbol in the circle a die names, and its Factor (RB-181)."""
    sheet = bird.worksheet_at_hand(bird.gm)
    if sheet is None:
        return "", ""
    (circle,) = dice.roll(1)
    return sheet.being[circle], sheet.factors[factor_of(circle) - 1]


# -- Changed by hand ---------------------------------------------------------------------------


class EditNpc(Act[Bird], frozen=True):
    may = "gm"
    npc: str
    name: str
    shape: Shape = "person"
    theme: str = ""
    notes: str = ""

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-132")
        bird.npc(self.npc)
        name = words(" ".join(self.name.split()), "RB-132", "An NPC needs a name.")
        yield NpcEdited(self.npc, name, self.shape, self.theme.strip(), self.notes.strip())


class NpcEdited(ForTheGm, frozen=True):
    npc: Who
    name: str
    shape: Shape
    theme: str
    notes: str

    def onto(self, bird: Bird) -> Bird:
        return bird.with_npc(
            self.npc, name=self.name, shape=self.shape, theme=self.theme, notes=self.notes
        )


class AddNpcBeing(Act[Bird], frozen=True):
    """One more Being trait, chosen or rolled; it may be a copy (RB-140)."""

    may = "gm"
    npc: str
    symbol: str = ""

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-140")
        npc = with_room(bird, self.npc)
        drawn = chosen_or_rolled(bird, self.symbol, "being", dice)
        trait = BeingTrait(npc.next_id, drawn.symbol)
        yield NpcTraitsRolled(npc.id, (trait,), (), drawn.dice)


class AddNpcDoing(Act[Bird], frozen=True):
    """A Doing trait, its symbols chosen or rolled, and what it makes of a test (RB-142)."""

    may = "gm"
    npc: str
    name: str = ""
    doing: str = ""
    being: str = ""
    epic: bool = False
    perilous: bool = False
    label: str = ""

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-142")
        npc = with_room(bird, self.npc)
        first = chosen_or_rolled(bird, self.doing, "doing", dice)
        second = chosen_or_rolled(bird, self.being, "being", dice)
        brings = Challenge(self.epic, self.perilous, self.label.strip())
        name = " ".join(self.name.split())
        trait = NpcDoing(npc.next_id, (first.symbol, second.symbol), name, brings)
        yield NpcTraitsRolled(npc.id, (), (trait,), (*first.dice, *second.dice))


class EditNpcDoing(Act[Bird], frozen=True):
    """The name of a Doing trait, and the challenge it brings when nobody answers it."""

    may = "gm"
    npc: str
    trait: int
    name: str = ""
    epic: bool = False
    perilous: bool = False
    label: str = ""

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-142")
        found = bird.npc(self.npc).doing_trait(self.trait)
        must(found, "RB-142", "unknown", "It has no such Doing trait.")
        brings = Challenge(self.epic, self.perilous, self.label.strip())
        yield NpcDoingEdited(self.npc, self.trait, " ".join(self.name.split()), brings)


class NpcDoingEdited(ForTheGm, frozen=True):
    npc: Who
    trait: int
    name: str
    brings: Challenge

    def onto(self, bird: Bird) -> Bird:
        doing = bird.npcs[self.npc].doing
        changed = tuple(
            replace(t, name=self.name, brings=self.brings) if t.id == self.trait else t
            for t in doing
        )
        return bird.with_npc(self.npc, doing=changed)


class DropNpcTrait(Act[Bird], frozen=True):
    may = "gm"
    npc: str
    trait: int

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-132")
        npc = bird.npc(self.npc)
        may_go(bird, npc, self.trait)
        yield NpcTraitDropped(npc.id, self.trait)


class NpcTraitDropped(ForTheGm, frozen=True):
    npc: Who
    trait: int

    def onto(self, bird: Bird) -> Bird:
        npc = bird.npcs[self.npc]
        being = tuple(trait for trait in npc.being if trait.id != self.trait)
        doing = tuple(trait for trait in npc.doing if trait.id != self.trait)
        return bird.with_npc(self.npc, being=being, doing=doing)


class AddNpcChallenge(Act[Bird], frozen=True):
    """An NPC that is epic or perilous, or both, in some situations: “in a straight fight”."""

    may = "gm"
    npc: str
    scope: str
    epic: bool = False
    perilous: bool = False
    label: str = ""

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-142")
        npc = bird.npc(self.npc)
        challenge = Challenge(self.epic, self.perilous, self.label.strip())
        must(challenge, "RB-142", "text_needed", "Epic, perilous, or something else?")
        scope = words(self.scope, "RB-142", "Say in which situations: “in a straight fight”.")
        new = Scoped(challenge, scope)
        must(new not in npc.challenges, "RB-142", "same", "It is like that already.")
        yield NpcChallengesSet(npc.id, (*npc.challenges, new))


class NpcChallengesSet(ForTheGm, frozen=True):
    npc: Who
    challenges: tuple[Scoped, ...]

    def onto(self, bird: Bird) -> Bird:
        return bird.with_npc(self.npc, challenges=self.challenges)


class DropNpcChallenge(Act[Bird], frozen=True):
    may = "gm"
    npc: str
    place: int

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-142")
        npc = bird.npc(self.npc)
        inside = 0 <= self.place < len(npc.challenges)
        must(inside, "RB-142", "unknown", "It is no such challenge.")
        left = npc.challenges[: self.place] + npc.challenges[self.place + 1 :]
        yield NpcChallengesSet(npc.id, left)


def may_go(bird: Bird, npc: Npc, number: int) -> None:
    """Refuse where an NPC has no such trait, or an open test needs it."""
    found = npc.being_trait(number) or npc.doing_trait(number)
    must(found, "RB-132", "unknown", "It has no such trait.")
    used = number in in_tests(bird, npc)
    must(not used, "RB-133", "wrong_phase", "That trait is part of an open test.")


def in_tests(bird: Bird, npc: Npc) -> set[int]:
    """The traits by which an NPC is in the way of an open test."""
    against = [test for test in bird.running() if test.npc == npc.id]
    return {number for test in against for number in (test.opposes, test.faced)}


def with_room(bird: Bird, who: str) -> Npc:
    npc = bird.npc(who)
    room = len(npc.being) + len(npc.doing) < MOST
    must(room, "RB-140", "out_of_range", f"An NPC has at most {MOST} traits.")
    return npc
