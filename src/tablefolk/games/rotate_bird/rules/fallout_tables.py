"""Fallout tables: the one in use, and those the GM prepares for a scenario (RB-86, RB-189)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Command, Event, Seat, must
from tablefolk.core.words import slug
from tablefolk.games.rotate_bird.rules.state import Bird, the_gm, words
from tablefolk.games.rotate_bird.rules.values import FalloutTable


def fallout_symbols(bird: Bird) -> tuple[str, ...]:
    """The six symbols of the fallout table in use (RB-86)."""
    table = bird.fallout_tables.get(bird.fallout_id)
    return table.symbols if table else bird.pack.fallout


class PrepareFallout(Command, frozen=True):
    """The GM prepares six symbols for a scenario; secret until they are used."""

    may = "gm"
    name: str
    symbols: tuple[str, ...]


class FalloutPrepared(Event, frozen=True):
    table: FalloutTable


class UseFallout(Command, frozen=True):
    """Fallout is rolled on this table from now on; "" is the pack's own."""

    may = "gm"
    table: str = ""


class FalloutUsed(Event, frozen=True):
    table: str
    name: str
    symbols: tuple[str, ...]


class DropFallout(Command, frozen=True):
    may = "gm"
    table: str


class FalloutDropped(Event, frozen=True):
    table: str
    name: str


def prepare_fallout(bird: Bird, seat: Seat, c: PrepareFallout, dice: Dice) -> Iterator[Event]:
    the_gm(seat, "RB-86")
    name = words(" ".join(c.name.split()), "RB-86", "Give the table a name.")
    six = len(c.symbols) == 6
    must(six, "RB-86", "bad_pack", f"A fallout table has six symbols, not {len(c.symbols)}.")
    for symbol in c.symbols:
        bird.symbol(symbol)
    yield FalloutPrepared(FalloutTable(slug(name, bird.fallout_tables), name, c.symbols))


def fallout_prepared(bird: Bird, e: FalloutPrepared) -> Bird:
    return replace(bird, fallout_tables={**bird.fallout_tables, e.table.id: e.table})


def use_fallout(bird: Bird, seat: Seat, c: UseFallout, dice: Dice) -> Iterator[Event]:
    the_gm(seat, "RB-86")
    must(c.table != bird.fallout_id, "RB-86", "same", "That table is in use already.")
    table = a_table(bird, c.table) if c.table else None
    symbols = table.symbols if table else bird.pack.fallout
    yield FalloutUsed(c.table, table.name if table else "", symbols)


def a_table(bird: Bird, table: str) -> FalloutTable:
    return must(bird.fallout_tables.get(table), "RB-86", "unknown", "There is no such table.")


def fallout_used(bird: Bird, e: FalloutUsed) -> Bird:
    return replace(bird, fallout_id=e.table)


def drop_fallout(bird: Bird, seat: Seat, c: DropFallout, dice: Dice) -> Iterator[Event]:
    the_gm(seat, "RB-86")
    table = a_table(bird, c.table)
    must(c.table != bird.fallout_id, "RB-86", "in_use", f"“{table.name}” is in use.")
    yield FalloutDropped(table.id, table.name)


def fallout_dropped(bird: Bird, e: FalloutDropped) -> Bird:
    tables = {k: table for k, table in bird.fallout_tables.items() if k != e.table}
    return replace(bird, fallout_tables=tables)


DECIDE: dict[Any, Any] = {
    PrepareFallout: prepare_fallout,
    UseFallout: use_fallout,
    DropFallout: drop_fallout,
}
EVOLVE: dict[Any, Any] = {
    FalloutPrepared: fallout_prepared,
    FalloutUsed: fallout_used,
    FalloutDropped: fallout_dropped,
}
