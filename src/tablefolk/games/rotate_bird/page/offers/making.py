"""How an offer is put together: its words from the files, its blanks from a few short verbs."""

from __future__ import annotations

from collections.abc import Iterable

from tablefolk.core.game import Choice, Pick, Seat
from tablefolk.core.verbs import Verbs
from tablefolk.games.rotate_bird.rules import wording
from tablefolk.games.rotate_bird.rules.packs import Kind, Symbol
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import Character

say = wording.say
verbs = Verbs(say)
do, label, people = verbs.do, verbs.label, verbs.people
text, number, flag, pick = verbs.text, verbs.number, verbs.flag, verbs.pick


def symbol_pick(
    key: str, choices: Iterable[Choice], most: int = 1, least: int = 1, start: int | str = ""
) -> Pick:
    """A place for a symbol, chosen by its picture (RB-10)."""
    return pick(key, choices, pictured=True, most=most, least=least, start=start)


# -- Choices ---------------------------------------------------------------------------------


def shown(symbol: Symbol) -> str:
    """A symbol in a label: its short name, for labels have little room (RB-10)."""
    return symbol.called


def chosen(symbol: Symbol, value: str | int = "", hint: str = "") -> Choice:
    """A symbol to choose: its picture, its short name, and its full one."""
    full = symbol.name if symbol.name != symbol.called else ""
    pictured = {"full": full, "icon": symbol.icon, "drawing": symbol.drawing}
    return Choice(value or symbol.id, symbol.called, hint, **pictured)


def picture_words(bird: Bird, id: str) -> str:
    symbol = bird.find_symbol(id)
    return shown(symbol) if symbol else id


def of_kind(bird: Bird, kind: Kind) -> tuple[Choice, ...]:
    """Every symbol of a kind in the pack in use, by the name that is shown."""
    symbols = sorted(bird.pack.of(kind), key=lambda symbol: symbol.called.casefold())
    return tuple(map(chosen, symbols))


# -- Whose -----------------------------------------------------------------------------------


def own(bird: Bird, seat: Seat) -> tuple[Character, ...]:
    """The characters that are played from this seat."""
    return tuple(hero for hero in bird.cast.values() if hero.player == seat.id)
