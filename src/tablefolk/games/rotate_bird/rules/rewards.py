"""Advancement: sessions change symbols, and never add a trait (RB-150 … RB-160).

Edges as rewards (RB-144 … RB-149) are awarded in `edges.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must, need
from tablefolk.core.table.scenes import CloseSession, SessionClosed, SessionOpened
from tablefolk.core.words import slug
from tablefolk.games.rotate_bird.rules import recovery
from tablefolk.games.rotate_bird.rules.creation import a_doing_trait, with_doing
from tablefolk.games.rotate_bird.rules.packs import (
    Kind,
    Symbol,
    bare,
    brief,
    default_pack,
    own_part,
)
from tablefolk.games.rotate_bird.rules.state import Bird, overheard, words
from tablefolk.games.rotate_bird.rules.symbols import symbols_of, with_symbol
from tablefolk.games.rotate_bird.rules.tracks import laid_by
from tablefolk.games.rotate_bird.rules.values import (
    Advance,
    Character,
    DoingTrait,
    Edge,
    SymbolId,
    Who,
)
from tablefolk.games.rotate_bird.rules.wording import Facts, pair, renamed
from tablefolk.games.rotate_bird.rules.worksheet import put_off

Worth = Literal["minor", "major"]

# -- Sessions (RB-103, RB-150, RB-151) ---------------------------------------------------------


class AdvanceGiven(Change[Bird], frozen=True):
    """Everybody gets one, for the session that closes."""

    voice = "scene"
    kind: Worth
    session: int
    to: tuple[Who, ...]

    def onto(self, bird: Bird) -> Bird:
        for who in self.to:
            advances = (*bird.cast[who].advances, Advance(self.kind, self.session))
            bird = bird.with_hero(who, advances=advances)
        return bird

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return f"_{self.kind}"


@overheard.rule(CloseSession)
def close_session(bird: Bird, seat: Seat, c: CloseSession, dice: Dice) -> Iterator[Event]:
    """Marks go with the session; a campaign gives everybody an advance."""
    yield from recovery.session_end(bird)
    if bird.options.get("advancement") and bird.cast:
        yield AdvanceGiven(schedule(bird.session), bird.session, tuple(bird.cast))


def schedule(session: int) -> Worth:
    """Every third session is a major one (RB-151)."""
    return "minor" if session % 3 else "major"


@overheard.effect(SessionOpened)
def session_opened(bird: Bird, e: SessionOpened) -> Bird:
    return replace(bird, session=e.number, session_open=True, fresh=True)


@overheard.effect(SessionClosed)
def session_closed(bird: Bird, e: SessionClosed) -> Bird:
    return put_off(laid_by(replace(bird, session_open=False)))


# -- Spending (RB-160) -------------------------------------------------------------------------


def advancing(bird: Bird, seat: Seat, number: int) -> Character:
    """The owner of a permanent trait, outside of tests, with an advance left (RB-150, RB-160)."""
    holder, trait = bird.held(number, "RB-152")
    hero = bird.own(seat, holder.id, "RB-160")
    unspent(hero)
    permanent = not isinstance(trait, Edge)
    must(permanent, "RB-152", "not_your_trait", "Advances change permanent traits, not edges.")
    why = f"{hero.name} takes part in a test just now."
    need(not bird.busy(hero.id), "RB-160", "wrong_phase", why)
    return hero


def unspent(hero: Character, kinds: tuple[Worth, ...] = ("minor", "major")) -> int:
    """The place of the first advance to spend, of these kinds, minor ones first; or a refusal."""
    places = [n for n, a in enumerate(hero.advances) if not a.spent and a.kind in kinds]
    why = f"{hero.name} has no {'major ' if 'minor' not in kinds else ''}advance left."
    must(places, "RB-160", "no_advance", why)
    return min(places, key=lambda n: (hero.advances[n].kind != kinds[0], n))


def spend(hero: Character, place: int) -> tuple[Advance, ...]:
    spent = replace(hero.advances[place], spent=True)
    return (*hero.advances[:place], spent, *hero.advances[place + 1 :])


# -- Swapping a symbol (RB-152 … RB-157) -------------------------------------------------------


class SwapSymbol(Act[Bird], frozen=True):
    """An advance swaps one symbol for another of the regular tables; perhaps with a new name."""

    may = "owner"
    trait: int
    symbol: str
    place: int = 0
    name: str = ""

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = advancing(bird, seat, self.trait)
        was = at_place(bird, self.trait, self.place)
        kind = bird.symbol(was).kind
        regular(bird, self.symbol, kind)
        need(self.symbol != was, "RB-154", "duplicate_symbol", "That is the symbol it has already.")
        no_repeat(bird, hero, self.trait, self.place, self.symbol)
        name = " ".join(self.name.split())
        yield SymbolSwapped(hero.id, self.trait, self.place, was, self.symbol, unspent(hero), name)


class SwapForOwn(Act[Bird], frozen=True):
    """A major advance swaps one symbol for one of the player's own (RB-156, RB-157)."""

    may = "owner"
    trait: int
    symbol_name: str
    emoji: str
    icon: str = ""
    drawing: str = ""
    place: int = 0
    name: str = ""

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = advancing(bird, seat, self.trait)
        was = at_place(bird, self.trait, self.place)
        made = own_symbol(bird, self, bird.symbol(was).kind)
        majors = [a for a in hero.advances if a.kind == "major" and not a.spent]
        why = "A minor advance takes a symbol of the regular tables."
        must(majors, "RB-153", "regular_tables_only", why)
        place = unspent(hero, ("major",))
        name = " ".join(self.name.split())
        yield SymbolSwapped(hero.id, self.trait, self.place, was, made.id, place, name, made)


class SymbolSwapped(Change[Bird], frozen=True):
    """Marks stay on the trait; `made` is a symbol that is new to the table."""

    who: Who
    trait: int
    place: int
    was: SymbolId
    now: SymbolId
    advance: int
    name: str = ""
    made: Symbol | None = None

    def onto(self, bird: Bird) -> Bird:
        bird = with_symbol(bird, self.who, self.trait, self.place, self.now)
        if self.made:
            bird = replace(bird, own_symbols={**bird.own_symbols, self.made.id: self.made})
        bird = with_doing(bird, self.who, self.trait, name=self.name) if self.name else bird
        return bird.with_hero(self.who, advances=spend(bird.cast[self.who], self.advance))

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return "_own" if self.made else ""

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        return {"renamed": renamed(self.name)}


def at_place(bird: Bird, trait: int, place: int) -> str:
    symbols = symbols_of(bird, trait)
    must(0 <= place < len(symbols), "RB-152", "out_of_range", "That trait has no such place.")
    return symbols[place]


def regular(bird: Bird, id: str, kind: Kind) -> None:
    """A symbol of the regular tables, and of the same type (RB-152, RB-153)."""
    tables = {*(s for table in bird.pack.being for s in table), *bird.pack.doing}
    why = "It comes from the regular tables; your own takes a major advance."
    need(id in tables, "RB-153", "regular_tables_only", why)
    found = bird.symbol(id)
    why = f"A {kind.title()} symbol takes the place of a {kind.title()} symbol."
    must(found.kind == kind, "RB-153", "wrong_symbol_kind", why)


def no_repeat(bird: Bird, hero: Character, trait: int, place: int, symbol: str) -> None:
    """No Being symbol twice, no two Doing traits alike (RB-154)."""
    after = with_symbol(bird, hero.id, trait, place, symbol).cast[hero.id]
    being = [t.symbol for t in after.being]
    why = f"{hero.name} has that symbol already."
    need(len(set(being)) == len(being), "RB-154", "duplicate_symbol", why)
    no_pair_twice(after)


def no_pair_twice(hero: Character) -> None:
    pairs = [tuple(sorted(t.symbols)) for t in hero.doing]
    why = f"Two Doing traits of {hero.name} would be the same."
    need(len(set(pairs)) == len(pairs), "RB-154", "duplicate_pair", why)


def own_symbol(bird: Bird, c: SwapForOwn, kind: Kind) -> Symbol:
    """A picture, a spoken name, and a chat form that no other of its kind has (RB-157)."""
    name = words(" ".join(c.symbol_name.split()), "RB-157", "Say what the symbol shows.")
    must(c.icon.strip() or c.drawing.strip(), "RB-157", "needs_picture", "It needs a picture.")
    emoji = c.emoji.strip()
    known = (*bird.pack.symbols.values(), *bird.own_symbols.values())
    taken = {bare(symbol.emoji) for symbol in known if symbol.kind == kind}
    good = bool(bare(emoji)) and len(emoji) <= 16 and bare(emoji) not in taken
    why = "It needs a chat form, one emoji or character that no other has."
    must(good, "RB-157", "needs_chat_form", why)
    packs = (default_pack(), *bird.packs.values())
    ids = {own_part(id) for pack in packs for id in pack.symbols}
    id = slug(name, ids | {*bird.own_symbols})
    short = brief(name, {symbol.called.casefold() for symbol in known})
    picture = (c.icon.strip(), emoji, c.drawing.strip())
    return Symbol(id, name, kind, *picture, custom=True, short=short)


# -- A third symbol (RB-158, RB-159) -----------------------------------------------------------


class AddSymbol(Act[Bird], frozen=True):
    """A major advance gives a Doing trait a third symbol.

    One that has three gives up a symbol of the doubled type for one of the other.
    """

    may = "owner"
    trait: int
    symbol: str
    discard: str = ""
    name: str = ""

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = advancing(bird, seat, self.trait)
        _, trait = a_doing_trait(bird, self.trait, "RB-158")
        advance = unspent(hero, ("major",))
        added = bird.symbol(self.symbol)
        must(added.kind in ("being", "doing"), "RB-153", "wrong_symbol_kind", "Being or Doing.")
        regular(bird, self.symbol, added.kind)
        now = in_order(bird, (*remaining(bird, trait, self), self.symbol))
        after = with_doing(bird, hero.id, trait.id, symbols=now).cast[hero.id]
        no_pair_twice(after)
        yield SymbolAdded(
            hero.id, trait.id, trait.symbols, now, advance, " ".join(self.name.split())
        )


class SymbolAdded(Change[Bird], frozen=True):
    """The trait is still one trait; its player is asked for a new name."""

    who: Who
    trait: int
    was: tuple[SymbolId, ...]
    now: tuple[SymbolId, ...]
    advance: int
    name: str = ""

    def onto(self, bird: Bird) -> Bird:
        bird = with_doing(bird, self.who, self.trait, symbols=self.now)
        bird = with_doing(bird, self.who, self.trait, name=self.name) if self.name else bird
        return bird.with_hero(self.who, advances=spend(bird.cast[self.who], self.advance))

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return "_instead" if len(self.was) > 2 else ""

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        return {"shown": pair(bird, self.now), "renamed": renamed(self.name)}


def remaining(bird: Bird, trait: DoingTrait, c: AddSymbol) -> tuple[str, ...]:
    """The symbols that stay: all of two; of three, without one of the doubled type (RB-159)."""
    if len(trait.symbols) < 3:
        must(not c.discard, "RB-158", "out_of_range", "Nothing has to go yet.")
        return trait.symbols
    kinds = [bird.symbol(symbol).kind for symbol in trait.symbols]
    doubled = "doing" if kinds.count("doing") == 2 else "being"
    goes = c.discard in trait.symbols and bird.symbol(c.discard).kind == doubled
    other = bird.symbol(c.symbol).kind != doubled
    why = f"It has three: one of its two {doubled.title()} symbols goes for one of the other type."
    must(goes and other, "RB-159", "already_three_symbols", why)
    left = list(trait.symbols)
    left.remove(c.discard)
    return tuple(left)


def in_order(bird: Bird, symbols: tuple[str, ...]) -> tuple[str, ...]:
    """Doing first, then Being; otherwise as they came."""
    return tuple(sorted(symbols, key=lambda symbol: bird.symbol(symbol).kind != "doing"))
