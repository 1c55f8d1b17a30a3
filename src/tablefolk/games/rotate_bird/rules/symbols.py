"""Symbols: rolling them, the title, own pictures, packs (RB-1 … RB-12, RB-182 … RB-191).

What a pack is, and how it is read and written, is in `packs.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.files import Faulty
from tablefolk.core.game import Act, Change, Event, Refusal, Seat, must
from tablefolk.core.table.company import LISTENING, heard
from tablefolk.core.table.seats import OptionSet
from tablefolk.games.rotate_bird.rules.packs import (
    MOST_LINES,
    Pack,
    Symbol,
    being_table,
    cell,
    default_pack,
    portable,
    read_pack,
    shelved,
    themes,
)
from tablefolk.games.rotate_bird.rules.state import Bird, overheard, the_gm
from tablefolk.games.rotate_bird.rules.values import Label, SymbolId, Who
from tablefolk.games.rotate_bird.rules.wording import Facts, because

MOST_KEY = 200  # characters in the key of a drawing


# -- Who sits here (RB-1), and how we play: the table tells, the bird listens ------------------


@overheard.effect(*LISTENING)
def company_heard(bird: Bird, e: Event) -> Bird:
    return replace(bird, company=heard(bird.company, e))


@overheard.effect(OptionSet)
def option_set(bird: Bird, e: OptionSet) -> Bird:
    return replace(bird, options={**bird.options, e.key: e.value})


# -- Random symbols (RB-4, RB-7, RB-8, RB-212) -------------------------------------------------


class Drawn(Struct, frozen=True):
    """A symbol, or a theme, as dice have it."""

    symbol: str
    dice: tuple[int, ...]


def being(pack: Pack, dice: Dice) -> Drawn:
    """A random Being symbol: a die for the table, then d66, tens first (RB-7)."""
    table = dice.roll(1) if len(pack.being) > 1 else ()
    tens, ones = dice.roll(2)
    row = pack.being[being_table(pack, table[0]) if table else 0]
    return Drawn(row[cell(tens, ones)], (*table, tens, ones))


def doing(pack: Pack, dice: Dice) -> Drawn:
    """A random Doing symbol: d66 (RB-8)."""
    tens, ones = dice.roll(2)
    return Drawn(pack.doing[cell(tens, ones)], (tens, ones))


def theme(dice: Dice) -> Drawn:
    """A random theme, by name: d66 (RB-212)."""
    tens, ones = dice.roll(2)
    return Drawn(themes()[cell(tens, ones)].name, (tens, ones))


class RollSymbol(Act[Bird], frozen=True):
    """The GM rolls a symbol for whatever needs one just now (RB-9)."""

    may = "gm"
    kind: Literal["being", "doing"]

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-9")
        drawn = being(bird.pack, dice) if self.kind == "being" else doing(bird.pack, dice)
        yield SymbolRolled(self.kind, drawn.symbol, drawn.dice)


class SymbolRolled(Change[Bird], frozen=True):
    kind: Literal["being", "doing"]
    symbol: SymbolId
    dice: tuple[int, ...]


# -- The title (RB-2), own pictures (RB-11) ----------------------------------------------------


class ReadTitle(Act[Bird], frozen=True):
    """What the two symbols of the title are called at this table; nothing: “Rotate Bird”."""

    may = "gm"
    text: str

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-2")
        yield TitleRead(self.text.strip())


class TitleRead(Change[Bird], frozen=True):
    text: str

    def onto(self, bird: Bird) -> Bird:
        return replace(bird, reading=self.text)

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return "" if self.text else "_none"


class ReplacePicture(Act[Bird], frozen=True):
    """An own picture for a symbol on one's sheet, by its key; an empty key takes it away."""

    may = "owner"
    who: str
    symbol: str
    drawing: str = ""

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        hero = bird.own(seat, self.who, "RB-11")
        on_sheet = {trait.symbol for trait in hero.being}
        on_sheet |= {symbol for trait in hero.doing for symbol in trait.symbols}
        on_sheet |= {symbol for edge in hero.having for symbol in edge.symbols}
        must(
            self.symbol in on_sheet, "RB-11", "not_your_trait", "That symbol is not on this sheet."
        )
        must(len(self.drawing) <= MOST_KEY, "RB-11", "out_of_range", "That is no key of a drawing.")
        was = hero.drawings.get(self.symbol, "")
        must(self.drawing.strip() != was, "RB-11", "same", "That is the picture already.")
        yield PictureReplaced(hero.id, self.symbol, self.drawing.strip())


class PictureReplaced(Change[Bird], frozen=True):
    who: Who
    symbol: SymbolId
    drawing: str = ""

    def onto(self, bird: Bird) -> Bird:
        others = {k: v for k, v in bird.cast[self.who].drawings.items() if k != self.symbol}
        drawings = {**others, self.symbol: self.drawing} if self.drawing else others
        return bird.with_hero(self.who, drawings=drawings)

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return "" if self.drawing else "_back"


# -- Packs (RB-182 … RB-191) -------------------------------------------------------------------


class LoadPack(Act[Bird], frozen=True):
    """A pack from the lines of its TOML file; one of the same name is replaced."""

    may = "gm"
    lines: tuple[str, ...]

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-182")
        fits = len(self.lines) <= MOST_LINES
        must(fits, "RB-182", "bad_pack", f"A pack has at most {MOST_LINES:,} lines.")
        yield PackLoaded(good_pack(self.lines))


class PackLoaded(Change[Bird], frozen=True):
    pack: Pack
    bare: bool = False  # by edition 1, whose ids named no pack

    def onto(self, bird: Bird) -> Bird:
        before = came_with(bird, self.pack.id)
        pack = shelved(self.pack, {} if self.bare else before)
        past = {id: s for id, s in before.items() if id not in pack.symbols}
        old = dict.fromkeys((*(bird.bare or ("",)), pack.id)) if self.bare else bird.bare
        again = portable(pack) if self.bare and bird.plain else None
        return replace(
            bird,
            packs={**bird.packs, pack.id: pack},
            past={**bird.past, **past},
            bare=tuple(old),
            plain=again if pack.id == bird.pack_id else bird.plain,
        )

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        """Nobody else needs to hear of a pack before it is in use."""
        return "" if seat.gm else None

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        return {"name": self.pack.name}


class UsePack(Act[Bird], frozen=True):
    """Symbols come from this pack from now on; "" is the one the game comes with."""

    may = "gm"
    pack: str = ""

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-182")
        must(self.pack != bird.pack_id, "RB-182", "same", "That pack is in use already.")
        yield PackUsed(
            self.pack, loaded(bird, self.pack).name if self.pack else default_pack().name
        )


class PackUsed(Change[Bird], frozen=True):
    pack: str
    name: str
    bare: bool = False  # by edition 1, whose ids named no pack

    def onto(self, bird: Bird) -> Bird:
        old = tuple(dict.fromkeys((self.pack, *bird.bare))) if self.bare else bird.bare
        plain = portable(bird.packs[self.pack]) if self.bare and self.pack else None
        return replace(bird, pack_id=self.pack, bare=old, plain=plain)


class DropPack(Act[Bird], frozen=True):
    may = "gm"
    pack: str

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-182")
        pack = loaded(bird, self.pack)
        must(self.pack != bird.pack_id, "RB-182", "in_use", f"“{pack.name}” is in use.")
        why = f"There are symbols of “{pack.name}” on this table."
        seen = set(map(bird.full_id, in_sight(bird)))
        must(not seen & set(pack.symbols), "RB-182", "in_use", why)
        yield PackDropped(pack.id, pack.name)


class PackDropped(Change[Bird], frozen=True):
    pack: str
    name: str

    def onto(self, bird: Bird) -> Bird:
        others = {k: pack for k, pack in bird.packs.items() if k != self.pack}
        return replace(bird, packs=others, past=bird.past | came_with(bird, self.pack))


@lru_cache(maxsize=64)
def good_pack(lines: tuple[str, ...]) -> Pack:
    """The pack these lines hold; or a refusal that names the faults, each with its line."""
    try:
        return read_pack(lines)
    except Faulty as bad:
        raise Refusal("RB-182", "bad_pack", str(bad), firm=True) from None


def loaded(bird: Bird, pack: str) -> Pack:
    return must(bird.packs.get(pack), "RB-182", "unknown", "There is no such pack here.")


def came_with(bird: Bird, pack: str) -> dict[str, Symbol]:
    """Every symbol that a pack of this name has brought to the table so far."""
    past = {id: symbol for id, symbol in bird.past.items() if id.startswith(f"{pack}/")}
    return past | (bird.packs[pack].symbols if pack in bird.packs else {})


def in_sight(bird: Bird) -> set[str]:
    """Every symbol on a sheet, an NPC, a test, a fallout table or a worksheet."""
    heroes, npcs = bird.cast.values(), bird.npcs.values()
    found = {t.symbol for hero in heroes for t in hero.being}
    found |= {t.symbol for npc in npcs for t in npc.being}
    powers = [t.symbols for hero in heroes for t in hero.doing]
    powers += [t.symbols for npc in npcs for t in npc.doing]
    edges = [edge.symbols for hero in bird.cast.values() for edge in hero.having]
    fallen = [test.fallout_symbols for test in bird.tests.values()]
    tables = [table.symbols for table in bird.fallout_tables.values()]
    drawn = [
        (*sheet.being.values(), *sheet.links.values(), sheet.incident)
        for sheet in bird.worksheets.values()
    ]
    return found.union(*powers, *edges, *fallen, *tables, *drawn)


# -- Corrections (RB-12, RB-15) ----------------------------------------------------------------


class CorrectMark(Act[Bird], frozen=True):
    """The GM marks or clears a Being or Doing trait, with a reason."""

    may = "gm"
    trait: int
    marked: bool
    reason: str = ""  # empty: said aloud

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-12")
        hero, _ = bird.held(self.trait, "RB-12")
        marks = {trait.id: trait.marked for trait in hero.being}
        marks |= {trait.id: trait.marked for trait in hero.doing}
        must(
            self.trait in marks, "RB-81", "never_marked", "An edge is whole or gone, never marked."
        )
        must(marks[self.trait] != self.marked, "RB-12", "same", "It is like that already.")
        yield MarkCorrected(
            hero.id, self.trait, bird.label(self.trait), self.marked, self.reason.strip()
        )


class MarkCorrected(Change[Bird], frozen=True):
    voice = "ruled"
    who: Who
    trait: int
    label: Label
    marked: bool
    reason: str

    def onto(self, bird: Bird) -> Bird:
        return bird.with_marks(self.who, (self.trait,), self.marked)

    def told_to(self, bird: Bird, seat: Seat) -> str | None:
        return "" if self.marked else "_clear"

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        return {"why": because(self.reason)}


class CorrectSymbol(Act[Bird], frozen=True):
    """The GM puts another symbol of the same kind in a place of a trait, with a reason."""

    may = "gm"
    trait: int
    place: int
    symbol: str
    reason: str = ""  # empty: said aloud

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-12")
        hero, _ = bird.held(self.trait, "RB-12")
        symbols = symbols_of(bird, self.trait)
        inside = 0 <= self.place < len(symbols)
        must(inside, "RB-12", "out_of_range", "That trait has no such place.")
        was = symbols[self.place]
        must(self.symbol != was, "RB-12", "same", "It is like that already.")
        bird.symbol(self.symbol, bird.symbol(was).kind)
        yield SymbolCorrected(
            hero.id, self.trait, self.place, was, self.symbol, self.reason.strip()
        )


class SymbolCorrected(Change[Bird], frozen=True):
    voice = "ruled"
    who: Who
    trait: int
    place: int
    was: SymbolId
    now: SymbolId
    reason: str

    def onto(self, bird: Bird) -> Bird:
        return with_symbol(bird, self.who, self.trait, self.place, self.now)

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        return {"why": because(self.reason)}


def symbols_of(bird: Bird, number: int) -> tuple[str, ...]:
    """The symbols of a trait or an edge, in their places."""
    return bird.label(number).symbols


def with_symbol(bird: Bird, who: str, number: int, at: int, symbol: str) -> Bird:
    """A trait or an edge with another symbol in one place; marks stay on it."""
    hero = bird.cast[who]

    def swapped(symbols: tuple[str, ...]) -> tuple[str, ...]:
        return (*symbols[:at], symbol, *symbols[at + 1 :])

    return bird.with_hero(
        who,
        being=tuple(replace(t, symbol=symbol) if t.id == number else t for t in hero.being),
        doing=tuple(
            replace(t, symbols=swapped(t.symbols)) if t.id == number else t for t in hero.doing
        ),
        having=tuple(
            replace(t, symbols=swapped(t.symbols)) if t.id == number else t for t in hero.having
        ),
    )
