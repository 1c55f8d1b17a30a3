"""What the GM puts right, and how the title is read here (RB-2, RB-12, RB-15)."""

from __future__ import annotations

from collections.abc import Iterator

from tablefolk.core.game import Choice, Offer
from tablefolk.games.rotate_bird.page.offers.making import (
    do,
    of_kind,
    pick,
    picture_words,
    symbol_pick,
    text,
)
from tablefolk.games.rotate_bird.page.offers.tests import pair
from tablefolk.games.rotate_bird.rules.packs import Kind
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.symbols import CorrectMark, CorrectSymbol, ReadTitle
from tablefolk.games.rotate_bird.rules.values import Character

AT = "corrections"


def title(bird: Bird) -> Iterator[Offer]:
    yield do(ReadTitle, "title", text("ReadTitle.text", bird.reading, optional=True, most=80))


def offers(bird: Bird) -> Iterator[Offer]:
    for hero in bird.cast.values():
        yield from marks(bird, hero)
        yield from pictures(bird, hero)


def marks(bird: Bird, hero: Character) -> Iterator[Offer]:
    """Every mark can be made or cleared, with a reason."""
    traits = [(t.id, t.marked, picture_words(bird, t.symbol)) for t in hero.being]
    traits += [(t.id, t.marked, t.name or pair(bird, t.symbols)) for t in hero.doing]
    for marked in (True, False):
        found = [Choice(n, name) for n, is_so, name in traits if is_so is not marked]
        if found:
            key = "CorrectMark" if marked else "CorrectMark_clear"
            blanks = (pick("CorrectMark.trait", found), text("reason", optional=True, most=200))
            facts = {"name": hero.name}
            yield do(CorrectMark, f"{AT}:{hero.id}", *blanks, key=key, facts=facts, marked=marked)


def pictures(bird: Bird, hero: Character) -> Iterator[Offer]:
    """Another symbol of the same kind in a place of a trait: any that is not on the sheet."""
    places: dict[tuple[int, Kind], list[Choice]] = {}
    seen: set[str] = set()
    for number in every(hero):
        symbols = bird.label(number).symbols
        seen.update(symbols)
        for place, symbol in enumerate(symbols):
            named = Choice(number, f"{picture_words(bird, symbol)} ({pair(bird, symbols)})")
            single = Choice(number, picture_words(bird, symbol))
            found = bird.find_symbol(symbol)
            kind: Kind = found.kind if found else "being"
            places.setdefault((place, kind), []).append(named if len(symbols) > 1 else single)
    for (place, kind), traits in places.items():
        other = [choice for choice in of_kind(bird, kind) if choice.value not in seen]
        if other:
            blanks = (
                pick("CorrectSymbol.trait", traits),
                symbol_pick("CorrectSymbol.symbol", other),
                text("reason", optional=True, most=200),
            )
            facts = {"name": hero.name, "n": place + 1}
            key = f"CorrectSymbol_{kind}"
            about = f"{AT}:{hero.id}"
            yield do(CorrectSymbol, about, *blanks, key=key, facts=facts, place=place)


def every(hero: Character) -> Iterator[int]:
    yield from (trait.id for trait in hero.being)
    yield from (trait.id for trait in hero.doing)
    yield from (edge.id for edge in hero.having)
