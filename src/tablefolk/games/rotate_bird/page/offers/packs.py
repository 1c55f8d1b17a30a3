"""What is offered about packs, fallout tables and own pictures (RB-11, RB-86, RB-182 … RB-191)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from msgspec.structs import replace

from tablefolk.core.game import Lines, Offer
from tablefolk.games.rotate_bird.page.offers.making import chosen, do, label, symbol_pick, text
from tablefolk.games.rotate_bird.rules import fallout_tables, symbols
from tablefolk.games.rotate_bird.rules.packs import Symbol, default_pack, write_pack
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import Character

# -- Own pictures (RB-11) ----------------------------------------------------------------------


def pictures_of(hero: Character) -> str:
    """What offers about somebody's pictures are about."""
    return f"pictures:{hero.id}"


def on_sheet(hero: Character) -> tuple[str, ...]:
    """Every symbol on a sheet, once."""
    being = (trait.symbol for trait in hero.being)
    doing = (symbol for trait in hero.doing for symbol in trait.symbols)
    having = (symbol for edge in hero.having for symbol in edge.symbols)
    return tuple(dict.fromkeys((*being, *doing, *having)))


def pictures(bird: Bird, hero: Character) -> Iterator[Offer]:
    for id in on_sheet(hero):
        symbol = bird.find_symbol(id)
        facts = {"name": symbol.name if symbol else id}
        about, fixed = pictures_of(hero), {"who": hero.id, "symbol": id}
        field = text("ReplacePicture.drawing", most=symbols.MOST_KEY)
        yield do(symbols.ReplacePicture, about, field, facts=facts, fixed=fixed)
        if id in hero.drawings:
            usual = {**fixed, "drawing": ""}
            yield do(symbols.ReplacePicture, about, key="UsualPicture", facts=facts, fixed=usual)


# -- Packs (RB-182) ----------------------------------------------------------------------------


def packs(bird: Bird) -> Iterator[Offer]:
    yield do(symbols.LoadPack, "packs", pack_lines())
    if bird.pack_id:
        facts = {"name": default_pack().name}
        yield do(symbols.UsePack, "packs:", facts=facts, pack="")
    for id, pack in bird.packs.items():
        about, facts = f"packs:{id}", {"name": pack.name}
        if id != bird.pack_id:
            yield do(symbols.UsePack, about, facts=facts, pack=id)
        yield do(symbols.DropPack, about, facts=facts, pack=id)


@cache
def pack_lines() -> Lines:
    """The lines of a pack; to begin with, those of the game's own."""
    lines = tuple(line for line in write_pack(default_pack()) if line)
    rows = tuple(str(number) for number in range(1, len(lines) + 1))
    return Lines("lines", label("LoadPack.lines"), rows=rows, start=lines)


# -- Fallout tables (RB-86) --------------------------------------------------------------------


def fallouts(bird: Bird) -> Iterator[Offer]:
    choices = tuple(map(chosen, known_symbols(bird)))
    yield do(
        fallout_tables.PrepareFallout,
        "fallouts",
        text("PrepareFallout.name", most=120),
        symbol_pick("PrepareFallout.symbols", choices, most=6, least=6),
    )
    if bird.fallout_id:
        yield do(fallout_tables.UseFallout, "fallouts:", key="UseFallout_own", table="")
    for id, table in bird.fallout_tables.items():
        about, facts = f"fallouts:{id}", {"name": table.name}
        if id != bird.fallout_id:
            yield do(fallout_tables.UseFallout, about, facts=facts, table=id)
        yield do(fallout_tables.DropFallout, about, facts=facts, table=id)


def known_symbols(bird: Bird) -> tuple[Symbol, ...]:
    """Every symbol somebody here could name, no two alike; those of fallout first."""
    packs = (default_pack(), *bird.packs.values())
    every: dict[Symbol, Symbol] = {}
    for symbol in (s for pack in packs for s in pack.symbols.values()):
        every.setdefault(replace(symbol, id=""), symbol)
    found = (*every.values(), *bird.own_symbols.values())
    return tuple(sorted(found, key=lambda symbol: (symbol.kind != "fallout", symbol.name)))
