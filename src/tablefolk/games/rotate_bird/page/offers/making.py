"""How an offer is put together: its words from the files, its blanks from a few short verbs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Literal

from msgspec import Struct, convert

from tablefolk.core.game import Blank, Choice, Command, Count, Flag, Offer, Pick, Seat, Words
from tablefolk.core.words import Phrases, phrases
from tablefolk.games.rotate_bird.rules.packs import Kind, Symbol
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.values import Character

PAGE = "tablefolk.games.rotate_bird.page"
FILES = ("words.en.toml", "words_world.en.toml", "words_packs.en.toml")


def _all_words() -> Phrases:
    """What buttons and fields say, whichever file it stands in."""
    found: dict[str, str] = {}
    for name in FILES:
        try:
            found |= phrases(PAGE, name).sentences
        except FileNotFoundError:
            continue
    return Phrases(found)


say = _all_words()
book = phrases("tablefolk.games.rotate_bird")  # what the game itself says


def do(
    command: type[Command],
    about: str,
    *blanks: Blank,
    key: str = "",
    owed: bool = False,
    facts: Mapping[str, Any] | None = None,
    fixed: Mapping[str, Any] | None = None,
    **more: Any,
) -> Offer:
    """An offer of this command; what it says stands under its key in the words."""
    said = spoken(key or command.__name__, tuple((facts or {}).items()))
    return Offer(
        command,
        said.label,
        {**(fixed or {}), **more},
        blanks,
        owed=owed,
        about=about,
        rule=said.rule,
        hint=said.hint,
        tone=said.tone,
        confirm=said.confirm,
    )


class Said(Struct, frozen=True):
    """What an offer says."""

    label: str
    rule: str
    hint: str
    confirm: str
    tone: Literal["main", "plain", "quiet", "grave"]


@lru_cache(maxsize=4096)
def spoken(key: str, facts: tuple[tuple[str, Any], ...]) -> Said:
    """The words of an offer; menus are made often, and mostly say the same."""
    label, rule, hint, confirm, tone = (
        say(f"do.{key}.{part}", **dict(facts)) if f"do.{key}.{part}" in say else ""
        for part in ("label", "rule", "hint", "confirm", "tone")
    )
    parts = {"label": label, "rule": rule, "hint": hint, "confirm": confirm}
    return convert({**parts, "tone": tone or "plain"}, Said)


# -- Blanks ----------------------------------------------------------------------------------


def label(key: str, facts: Mapping[str, Any]) -> str:
    """What a field is called: by command and name, or by the name alone."""
    return called_field(key, tuple(facts.items()))


@lru_cache(maxsize=4096)
def called_field(key: str, facts: tuple[tuple[str, Any], ...]) -> str:
    name = key.rpartition(".")[2]
    return say(f"ask.{key}" if f"ask.{key}" in say else f"ask.{name}", **dict(facts))


def field_hint(key: str) -> str:
    """What stands beneath a field, where there is something to say."""
    return say(f"hint.{key}") if f"hint.{key}" in say else ""


def text(
    key: str,
    start: str = "",
    *,
    optional: bool = False,
    long: bool = False,
    most: int = 2000,
    **facts: Any,
) -> Words:
    """A place for words."""
    name, said = key.rpartition(".")[2], label(key, facts)
    return Words(name, said, field_hint(key), most=most, optional=optional, long=long, start=start)


def number(key: str, low: int, high: int, start: int, **facts: Any) -> Count:
    """A place for a number."""
    name, said = key.rpartition(".")[2], label(key, facts)
    return Count(name, said, field_hint(key), low=low, high=high, start=start)


def flag(key: str, start: bool = False, **facts: Any) -> Flag:
    """A place for yes or no."""
    return Flag(key.rpartition(".")[2], label(key, facts), field_hint(key), start=start)


def pick(
    key: str,
    choices: Iterable[Choice],
    *,
    start: str | int | bool = "",
    most: int = 1,
    least: int = 1,
    each: bool = False,
    listed: str = "",
    **facts: Any,
) -> Pick:
    """A place for one of these, or for several; with `each`, the rules may close some of them."""
    return Pick(
        key.rpartition(".")[2],
        label(key, facts),
        field_hint(key),
        choices=tuple(choices),
        most=most,
        least=least,
        alike=not each,
        start=start,
        listed=listed,
    )


def symbol_pick(key: str, choices: Iterable[Choice], kind: Kind, **facts: Any) -> Pick:
    """A place for a symbol by its name; the page lists each kind once, for all forms."""
    return pick(key, choices, listed=f"rb-{kind}", **facts)


# -- Choices ---------------------------------------------------------------------------------


def people(heroes: Iterable[Character]) -> tuple[Choice, ...]:
    return tuple(Choice(hero.id, hero.name) for hero in heroes)


def shown(symbol: Symbol) -> str:
    """A symbol in a label: its spoken name, for the picture stands beside it (RB-10)."""
    return symbol.name


def picture_words(bird: Bird, id: str) -> str:
    symbol = bird.find_symbol(id)
    return shown(symbol) if symbol else id


def of_kind(bird: Bird, kind: Kind) -> tuple[Choice, ...]:
    """Every symbol of a kind in the pack in use, by name."""
    symbols = sorted(bird.pack.of(kind), key=lambda symbol: symbol.name)
    return tuple(Choice(symbol.id, shown(symbol)) for symbol in symbols)


# -- Whose -----------------------------------------------------------------------------------


def own(bird: Bird, seat: Seat) -> tuple[Character, ...]:
    """The characters that are played from this seat."""
    return tuple(hero for hero in bird.cast.values() if hero.player == seat.id)
