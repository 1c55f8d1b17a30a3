"""What a player does with an advance: another symbol, one of their own, a third (RB-150 … 160)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Choice, Offer, Pick
from tablefolk.games.rotate_bird.page.offers.making import (
    chosen,
    do,
    pick,
    picture_words,
    symbol_pick,
    text,
)
from tablefolk.games.rotate_bird.rules.packs import Kind, Pack
from tablefolk.games.rotate_bird.rules.rewards import AddSymbol, SwapForOwn, SwapSymbol
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import Character, DoingTrait

MOST_CHAT = 16  # characters of a chat form


def of_hero(bird: Bird, hero: Character) -> Iterator[Offer]:
    kinds = {advance.kind for advance in hero.advances if not advance.spent}
    if kinds:
        yield from swaps(bird, hero)
    if "major" in kinds:
        yield from own_symbols(bird, hero)
        yield from third_symbols(bird, hero)


def regular(pack: Pack, kind: Kind) -> tuple[str, ...]:
    """The symbols of the regular tables, each once, in their order (RB-153)."""
    tables = pack.being if kind == "being" else (pack.doing,)
    return tuple(dict.fromkeys(symbol for table in tables for symbol in table))


# -- Another symbol in one place (RB-152 … RB-155) -------------------------------------------------


def swaps(bird: Bird, hero: Character) -> Iterator[Offer]:
    """Being traits share their choices; each part of a Doing trait has its own."""
    about = f"growing:{hero.id}:swap"
    if hero.being:
        taken = {trait.symbol for trait in hero.being}
        which = pick(
            "SwapSymbol.trait",
            (Choice(t.id, picture_words(bird, t.symbol)) for t in hero.being),
        )
        fit = [s for s in regular(bird.pack, "being") if s not in taken]
        yield do(SwapSymbol, about, which, symbols(bird, fit), place=0)
    for trait in hero.doing:
        for place, symbol in enumerate(trait.symbols):
            fit = fitting(bird, hero, trait, place)
            facts = {"name": trait.name, "symbol": picture_words(bird, symbol)}
            name = text("SwapSymbol.name", optional=True, most=80)
            key = "SwapSymbol_doing"
            fixed = {"trait": trait.id, "place": place}
            yield do(SwapSymbol, about, symbols(bird, fit), name, key=key, facts=facts, fixed=fixed)


def symbols(bird: Bird, ids: list[str]) -> Pick:
    return symbol_pick("SwapSymbol.symbol", [chosen(bird.symbol(id)) for id in ids])


def fitting(bird: Bird, hero: Character, trait: DoingTrait, place: int) -> list[str]:
    """Symbols of the same type that make no two Doing traits alike (RB-153, RB-154)."""
    was, stay = trait.symbols[place], (*trait.symbols[:place], *trait.symbols[place + 1 :])
    return [s for s in unlike(bird, hero, trait, stay, (bird.symbol(was).kind,)) if s != was]


# -- A symbol of one's own (RB-156, RB-157) --------------------------------------------------------


def own_symbols(bird: Bird, hero: Character) -> Iterator[Offer]:
    about = f"growing:{hero.id}:own"
    places = [(t.id, 0, t.symbol, "") for t in hero.being]
    places += [(t.id, n, s, t.name) for t in hero.doing for n, s in enumerate(t.symbols)]
    for trait, place, symbol, name in places:
        facts = {"symbol": picture_words(bird, symbol), "name": name}
        key = "SwapForOwn_doing" if name else "SwapForOwn"
        called = (text("SwapSymbol.name", optional=True, most=80),) if name else ()
        yield do(
            SwapForOwn,
            about,
            text("SwapForOwn.symbol_name", most=80),
            text("SwapForOwn.emoji", most=MOST_CHAT),
            text("SwapForOwn.icon", most=60),
            *called,
            key=key,
            facts=facts,
            fixed={"trait": trait, "place": place},
        )


# -- A third symbol (RB-158, RB-159) ---------------------------------------------------------------


def third_symbols(bird: Bird, hero: Character) -> Iterator[Offer]:
    about = f"growing:{hero.id}:third"
    for trait in hero.doing:
        facts, fixed = {"name": trait.name}, {"trait": trait.id}
        name = text("AddSymbol.name", optional=True, most=80)
        if len(trait.symbols) < 3:
            fit = unlike(bird, hero, trait, trait.symbols, ("doing", "being"))
            yield do(AddSymbol, about, symbols(bird, fit), name, facts=facts, fixed=fixed)
            continue
        for discard, stay in discards(bird, trait):
            other: Kind = "being" if bird.symbol(discard).kind == "doing" else "doing"
            fit = unlike(bird, hero, trait, stay, (other,))
            said = {**facts, "symbol": picture_words(bird, discard)}
            yield do(
                AddSymbol,
                about,
                symbols(bird, fit),
                name,
                key="AddSymbol_instead",
                facts=said,
                fixed={**fixed, "discard": discard},
            )


def discards(bird: Bird, trait: DoingTrait) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each symbol of the doubled type, and what stays without it."""
    kinds = [bird.symbol(symbol).kind for symbol in trait.symbols]
    for symbol in dict.fromkeys(trait.symbols):
        if kinds.count(bird.symbol(symbol).kind) == 2:
            left = list(trait.symbols)
            left.remove(symbol)
            yield symbol, tuple(left)


def unlike(
    bird: Bird,
    hero: Character,
    trait: DoingTrait,
    stay: tuple[str, ...],
    kinds: tuple[Kind, ...],
) -> list[str]:
    """Symbols that can come in without making two Doing traits the same."""
    others = {tuple(sorted(t.symbols)) for t in hero.doing if t.id != trait.id}
    every = [symbol for kind in kinds for symbol in regular(bird.pack, kind)]
    return [s for s in every if tuple(sorted((*stay, s))) not in others]
