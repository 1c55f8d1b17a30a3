"""What marks do, and how they go again (RB-99 … RB-104, RB-197 … RB-201)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import field

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need, word
from tablefolk.core.words import listing, sentence
from tablefolk.games.rotate_bird.rules.state import Bird, the_gm
from tablefolk.games.rotate_bird.rules.values import (
    BeingTrait,
    Character,
    DoingTrait,
    SymbolId,
    Who,
)
from tablefolk.games.rotate_bird.rules.wording import Facts

# -- A rest clears Unbeing (RB-101, RB-104) ----------------------------------------------------


class GrantRest(Act[Bird], frozen=True):
    """The GM grants a few minutes to catch one's breath, to these characters or to all."""

    may = "gm"
    who: tuple[str, ...] = ()

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        why = "Nobody rests by themselves: ask the GM for a rest."
        need(seat.gm, "RB-101", "not_resting", why)
        heroes = [bird.character(who) for who in dict.fromkeys(self.who or tuple(bird.cast))]
        must(heroes, "RB-101", "unknown", "There is nobody to rest.")
        yield resting(bird, heroes)


class AskRest(Act[Bird], frozen=True):
    """A player asks for a rest."""

    may = "owner"
    who: str
    how: str = ""

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = bird.own(seat, self.who, "RB-101")
        word(seat, "RB-101", f"May {hero.name} catch their breath? {self.how.strip()}".strip())
        yield resting(bird, [hero])


class Rested(Change[Bird], frozen=True):
    """Who rests, and which Unbeing marks are gone; with limited recovery none by itself."""

    who: tuple[Who, ...]
    cleared: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def onto(self, bird: Bird) -> Bird:
        for who in self.who:
            bird = bird.with_hero(who, resting=True)
        for who, traits in self.cleared.items():
            bird = bird.with_marks(who, traits, False)
        return bird


def resting(bird: Bird, heroes: list[Character]) -> Rested:
    marks = {} if limit(bird) else {hero.id: unbeing(hero) for hero in heroes if unbeing(hero)}
    return Rested(tuple(hero.id for hero in heroes), marks)


def unbeing(hero: Character) -> tuple[int, ...]:
    return tuple(trait.id for trait in hero.being if trait.marked)


def undoing(hero: Character) -> tuple[int, ...]:
    return tuple(trait.id for trait in hero.doing if trait.marked)


# -- Renewing, where recovery is limited (RB-197 … RB-201) -------------------------------------


class Renew(Act[Bird], frozen=True):
    """During a rest, a Renewing point clears one marked Being trait."""

    may = "owner"
    trait: int

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        must(limit(bird), "RB-200", "variant_off", "Recovery is not limited at this table.")
        holder, trait = bird.held(self.trait, "RB-198")
        hero = bird.own(seat, holder.id, "RB-198")
        need(hero.resting, "RB-101", "not_resting", f"{hero.name} has no rest just now.")
        marked = isinstance(trait, BeingTrait) and trait.marked
        must(marked, "RB-198", "nothing_to_clear", "That trait has no Unbeing mark.")
        left = renewing(bird, hero)
        must(left, "RB-198", "no_renewing", f"{hero.name} has no Renewing points left.")
        yield Renewed(hero.id, self.trait, bird.label(self.trait).symbols[0], left - 1)


class Renewed(Change[Bird], frozen=True):
    who: Who
    trait: int
    symbol: SymbolId
    left: int

    def onto(self, bird: Bird) -> Bird:
        spent = bird.cast[self.who].renewed + 1
        return bird.with_marks(self.who, (self.trait,), False).with_hero(self.who, renewed=spent)


def limit(bird: Bird) -> int:
    """Renewing points to start with; 0 where recovery is not limited."""
    return int(bird.options.get("limited_unbeing", 0))


def renewing(bird: Bird, hero: Character) -> int:
    """Renewing points left."""
    return max(0, limit(bird) - hero.renewed)


# -- Special measures clear Undoing (RB-102, RB-199) -------------------------------------------


class WriteRecovery(Act[Bird], frozen=True):
    """What it takes to recover Doing traits: a night's sleep, a workshop …"""

    may = "owner"
    who: str
    text: str

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        bird.own(seat, self.who, "RB-102")
        yield RecoveryWritten(self.who, self.text.strip())


class RecoveryWritten(Change[Bird], frozen=True):
    who: Who
    text: str

    def onto(self, bird: Bird) -> Bird:
        return bird.with_hero(self.who, recovery=self.text)


class GrantRecovery(Act[Bird], frozen=True):
    """The GM grants what it takes: for these Doing traits, or for all of them."""

    may = "gm"
    who: str
    traits: tuple[int, ...] = ()

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-102")
        hero = bird.character(self.who)
        for number in self.traits:
            trait = hero.trait(number)
            marked = isinstance(trait, DoingTrait) and trait.marked
            must(marked, "RB-102", "nothing_to_clear", "That trait has no Undoing mark.")
        yield recovering(bird, hero, self.traits)


class AskRecovery(Act[Bird], frozen=True):
    """A player says how they do what it takes."""

    may = "owner"
    who: str
    how: str = ""

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = bird.own(seat, self.who, "RB-102")
        event = recovering(bird, hero, ())
        takes = f" It takes: {sentence(hero.recovery)}" if hero.recovery else ""
        word(
            seat,
            "RB-102",
            f"Do {hero.name}’s Doing traits recover? {sentence(self.how)}{takes}".strip(),
        )
        yield event


class Recovered(Change[Bird], frozen=True):
    """Undoing marks are gone, and Renewing is full again (RB-199)."""

    who: Who
    traits: tuple[int, ...]
    names: tuple[str, ...] = ()

    def onto(self, bird: Bird) -> Bird:
        return bird.with_marks(self.who, self.traits, False).with_hero(self.who, renewed=0)

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return "" if self.traits else "_points"

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        return {"shown": listing(f"“{name}”" for name in self.names)}


def recovering(bird: Bird, hero: Character, traits: tuple[int, ...]) -> Recovered:
    marks = traits or undoing(hero)
    needed = marks or (limit(bird) and hero.renewed)
    must(needed, "RB-102", "nothing_to_clear", f"{hero.name} has no Undoing marks.")
    every = tuple(dict.fromkeys(marks))
    return Recovered(hero.id, every, tuple(bird.label(trait).name for trait in every))


# -- The end of a session clears what is left (RB-103, A-30) -----------------------------------


class SessionRecovered(Change[Bird], frozen=True):
    """Which marks went with the session; with limited recovery Unbeing stays (A-30)."""

    voice = "scene"
    undoing: dict[str, tuple[int, ...]]
    unbeing: dict[str, tuple[int, ...]]

    def onto(self, bird: Bird) -> Bird:
        for marks in (self.undoing, self.unbeing):
            for who, traits in marks.items():
                bird = bird.with_marks(who, traits, False)
        for who in bird.cast:
            bird = bird.with_hero(who, renewed=0, resting=False)
        return bird


def session_end(bird: Bird) -> Iterator[Event]:
    heroes = bird.cast.values()
    done = {hero.id: undoing(hero) for hero in heroes if undoing(hero)}
    been = {hero.id: unbeing(hero) for hero in heroes if unbeing(hero) and not limit(bird)}
    if done or been or any(hero.renewed or hero.resting for hero in heroes):
        yield SessionRecovered(done, been)
