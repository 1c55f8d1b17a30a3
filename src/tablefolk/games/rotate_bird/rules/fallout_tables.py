"""Fallout tables: the one in use, and those the GM prepares for a scenario (RB-86, RB-189)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat, must
from tablefolk.core.words import slug
from tablefolk.games.rotate_bird.rules.state import Bird, the_gm, words
from tablefolk.games.rotate_bird.rules.values import FalloutTable, SymbolId
from tablefolk.games.rotate_bird.rules.wording import Facts, ForTheGm, pictures


def fallout_symbols(bird: Bird) -> tuple[str, ...]:
    """The six symbols of the fallout table in use (RB-86)."""
    table = bird.fallout_tables.get(bird.fallout_id)
    return table.symbols if table else bird.pack.fallout


class PrepareFallout(Act[Bird], frozen=True):
    """The GM prepares six symbols for a scenario; secret until they are used."""

    may = "gm"
    name: str
    symbols: tuple[str, ...]

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-86")
        name = words(" ".join(self.name.split()), "RB-86", "Give the table a name.")
        six = len(self.symbols) == 6
        must(six, "RB-86", "bad_pack", f"A fallout table has six symbols, not {len(self.symbols)}.")
        for symbol in self.symbols:
            bird.symbol(symbol)
        yield FalloutPrepared(FalloutTable(slug(name, bird.fallout_tables), name, self.symbols))


class FalloutPrepared(ForTheGm, frozen=True):
    table: FalloutTable

    def onto(self, bird: Bird) -> Bird:
        return replace(bird, fallout_tables={**bird.fallout_tables, self.table.id: self.table})

    def in_words(self, bird: Bird, seat: Seat) -> Facts:
        table = self.table
        return {"name": table.name, "symbols": pictures(bird, table.symbols)}


class UseFallout(Act[Bird], frozen=True):
    """Fallout is rolled on this table from now on; "" is the pack's own."""

    may = "gm"
    table: str = ""

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-86")
        must(self.table != bird.fallout_id, "RB-86", "same", "That table is in use already.")
        table = a_table(bird, self.table) if self.table else None
        symbols = table.symbols if table else bird.pack.fallout
        yield FalloutUsed(self.table, table.name if table else "", symbols)


class FalloutUsed(Change[Bird], frozen=True):
    table: str
    name: str
    symbols: tuple[SymbolId, ...]

    def onto(self, bird: Bird) -> Bird:
        return replace(bird, fallout_id=self.table)


class DropFallout(Act[Bird], frozen=True):
    may = "gm"
    table: str

    def do(self, bird: Bird, seat: Seat, dice: Dice) -> Iterator[Event]:
        the_gm(seat, "RB-86")
        table = a_table(bird, self.table)
        must(self.table != bird.fallout_id, "RB-86", "in_use", f"“{table.name}” is in use.")
        yield FalloutDropped(table.id, table.name)


class FalloutDropped(ForTheGm, frozen=True):
    table: str
    name: str

    def onto(self, bird: Bird) -> Bird:
        tables = {k: table for k, table in bird.fallout_tables.items() if k != self.table}
        return replace(bird, fallout_tables=tables)


def a_table(bird: Bird, table: str) -> FalloutTable:
    return must(bird.fallout_tables.get(table), "RB-86", "unknown", "There is no such table.")
