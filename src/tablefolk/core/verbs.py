"""How a game's offers are put together: words from its files, blanks from a few short verbs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Literal, Protocol

from msgspec import Struct, convert

from tablefolk.core.game import Blank, Choice, Command, Count, Counts, Flag, Offer, Pick, Words
from tablefolk.core.words import Phrases

MOST_KEPT = 4096  # words of offers and of fields: menus are made often, and mostly say the same
Facts = tuple[tuple[str, Any], ...]


class Named(Protocol):
    """Somebody with an id and, perhaps, a name."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


class Said(Struct, frozen=True):
    """What an offer says."""

    label: str
    rule: str
    hint: str
    confirm: str
    tone: Literal["main", "plain", "quiet", "grave"]


class Verbs:
    """The verbs of one game.

    An offer's words stand under `do.<Command>`, a field's under `ask.<Command>.<name>` or
    `ask.<name>`, and what is written beneath it under `hint` likewise. Where an offer names
    `advice`, its hint is that of the game's own book.
    """

    def __init__(self, say: Phrases, book: Phrases | None = None) -> None:
        self.say, self.book = say, book or say
        self.spoken = lru_cache(maxsize=MOST_KEPT)(self._spoken)
        self._asked = lru_cache(maxsize=MOST_KEPT)(self._field)

    def do(
        self,
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
        said = self.spoken(key or command.__name__, tuple((facts or {}).items()))
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

    def _spoken(self, key: str, facts: Facts) -> Said:
        say, filled = self.say, dict(facts)
        names = ("label", "rule", "hint", "confirm", "tone", "advice")
        found = {n: say(f"do.{key}.{n}", **filled) for n in names if f"do.{key}.{n}" in say}
        if advice := found.pop("advice", ""):
            found["hint"] = self.book(f"advice.{advice}")
        empty = dict.fromkeys(("label", "rule", "hint", "confirm"), "")
        return convert({**empty, "tone": "plain", **found}, Said)

    # -- Blanks ----------------------------------------------------------------------------------

    def asked(self, key: str, **facts: Any) -> tuple[str, str, str]:
        """A field's name, what it is called, and what stands beneath it; by command, or by name."""
        return self._asked(key, tuple(facts.items()))

    def label(self, key: str) -> str:
        """What a field is called, for one that is put together by hand."""
        return self.asked(key)[1]

    def _field(self, key: str, facts: Facts) -> tuple[str, str, str]:
        say, name = self.say, key.rpartition(".")[2]
        label = say(f"ask.{key}" if f"ask.{key}" in say else f"ask.{name}", **dict(facts))
        hint = next((say(f"hint.{k}") for k in (key, name) if f"hint.{k}" in say), "")
        return name, label, hint

    @staticmethod
    def people(some: Iterable[Named]) -> tuple[Choice, ...]:
        """These people to pick from, by name."""
        return tuple(Choice(one.id, one.name or one.id) for one in some)

    def text(
        self,
        key: str,
        start: str = "",
        *,
        optional: bool = False,
        long: bool = False,
        most: int = 2000,
        **facts: Any,
    ) -> Words:
        """A place for words."""
        asked = self.asked(key, **facts)
        return Words(*asked, most=most, optional=optional, long=long, start=start)

    def number(
        self, key: str, low: int, high: int, start: int = 0, name: str = "", **facts: Any
    ) -> Count:
        """A place for a number; its name is the last part of the key, unless it has its own."""
        own, label, hint = self.asked(key, **facts)
        return Count(name or own, label, hint, low=low, high=high, start=start)

    def numbers(
        self, key: str, rows: Iterable[Choice], low: int, high: int, start: Iterable[int] = ()
    ) -> Counts:
        """A place for several numbers, each under its name."""
        return Counts(*self.asked(key), rows=tuple(rows), low=low, high=high, start=tuple(start))

    def flag(self, key: str, start: bool = False, **facts: Any) -> Flag:
        """A place for yes or no."""
        return Flag(*self.asked(key, **facts), start=start)

    def pick(
        self,
        key: str,
        choices: Iterable[Choice],
        *,
        start: str | int | bool = "",
        most: int = 1,
        least: int = 1,
        each: bool = False,
        pictured: bool = False,
        **facts: Any,
    ) -> Pick:
        """A place for one of these, or several; with `each`, the rules may close some of them."""
        return Pick(
            *self.asked(key, **facts),
            choices=tuple(choices),
            most=most,
            least=least,
            alike=not each,
            start=start,
            pictured=pictured,
        )
