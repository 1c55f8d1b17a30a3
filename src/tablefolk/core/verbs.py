"""How a game's offers are put together: words from its files, blanks from a few short verbs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, Literal, NamedTuple, Protocol, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Meta, Struct, convert
from msgspec.structs import fields

from tablefolk.core.game import Blank, Choice, Command, Count, Counts, Flag, Offer, Pick, Words
from tablefolk.core.words import Phrases

MOST_KEPT = 4096  # words of offers and of fields: menus are made often, and mostly say the same
Facts = tuple[tuple[str, object], ...]
Value = str | int | bool


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


class Asks(NamedTuple):
    """How a field is asked for, where its type alone does not say; what binds is the rules' to say.

    So `Line = Annotated[str, Asks(most=200)]` is a line to write on, and no refusal.
    """

    low: int = 0
    high: int = 100
    most: int = 2000
    long: bool = False


class Verbs:
    """The verbs of one game.

    An offer's words stand in the stanza of its command, `[Reward]`: its label, rule and hint; a
    field's under `ask.<name>` in it, and what is written beneath under `below.<name>`. What a field
    is called wherever it is asked for stands under `[ask]` and `[hint]`; what can be picked, under
    `pick.<value>` in it, else under `[pick]`. Where an offer names `advice`, its hint is the
    sentence of that name there.
    """

    def __init__(self, say: Phrases) -> None:
        self.say = say
        self.spoken = lru_cache(maxsize=MOST_KEPT)(self._spoken)
        self._asked = lru_cache(maxsize=MOST_KEPT)(self._field)

    def do(
        self,
        command: type[Command],
        about: str,
        *blanks: Blank | str,
        key: str = "",
        owed: bool = False,
        facts: Mapping[str, object] | None = None,
        fixed: Mapping[str, Any] | None = None,
        now: Mapping[str, Value] | None = None,
        **more: object,
    ) -> Offer:
        """An offer of this command; what it says stands under its key in the words.

        The name of a field is as good as a blank: it is read off the field's type, and begins with
        what it is `now`.
        """
        known = tuple((facts or {}).items())
        said = self.spoken(key or command.__name__, known)
        return Offer(
            command,
            said.label,
            {**(fixed or {}), **more},
            tuple(
                self._blank(command, one, known, now or {}) if isinstance(one, str) else one
                for one in blanks
            ),
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
        found = {n: say(f"{key}.{n}", **filled) for n in names if f"{key}.{n}" in say}
        if advice := found.pop("advice", ""):
            found["hint"] = self.say(f"advice.{advice}")
        empty = dict.fromkeys(("label", "rule", "hint", "confirm"), "")
        return convert({**empty, "tone": "plain", **found}, Said)

    # -- Blanks ----------------------------------------------------------------------------------

    def _blank(
        self, command: type[Command], name: str, facts: Facts, now: Mapping[str, Value]
    ) -> Blank:
        """A place for this field of a command."""
        kind, (low, high, most, long), default = field_of(command, name)
        asked = self._asked(f"{command.__name__}.{name}", facts)
        start = now.get(name, "" if default is NODEFAULT else default)
        if kind is bool:
            return Flag(*asked, start=start is True)
        if kind is int:
            return Count(
                *asked, low=low, high=high, start=convert(low if start == "" else start, int)
            )
        if get_origin(kind) is Literal:
            choices = tuple(self._choices(command.__name__, get_args(kind)))
            return Pick(*asked, choices=choices, alike=True, start=convert(start, Value))
        assert kind is str, f"No blank can be read off {command.__name__}.{name}."
        words = convert(start, str)
        return Words(*asked, most=most, optional=default == "", long=long, start=words)

    def _choices(self, act: str, values: Iterable[str]) -> Iterator[Choice]:
        """Of several values those that have a word, in the act's stanza or for all acts."""
        for value in values:
            keys = (f"{act}.pick.{value}", f"pick.{value}")
            if known := [key for key in keys if key in self.say]:
                yield Choice(value, self.say(known[0]))

    def asked(self, key: str, **facts: object) -> tuple[str, str, str]:
        """A field's name, what it is called, and what stands beneath it; by command, or by name."""
        return self._asked(key, tuple(facts.items()))

    def label(self, key: str) -> str:
        """What a field is called, for one that is put together by hand."""
        return self.asked(key)[1]

    def _field(self, key: str, facts: Facts) -> tuple[str, str, str]:
        act, _, name = key.rpartition(".")
        asked, below = (f"{act}.ask.{name}", f"ask.{name}"), (f"{act}.below.{name}", f"hint.{name}")
        label = self.say(next((k for k in asked if k in self.say), asked[0]), **dict(facts))
        hint = next((self.say(k) for k in below if k in self.say), "")
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
        **facts: object,
    ) -> Words:
        """A place for words."""
        asked = self.asked(key, **facts)
        return Words(*asked, most=most, optional=optional, long=long, start=start)

    def number(
        self, key: str, low: int, high: int, start: int = 0, name: str = "", **facts: object
    ) -> Count:
        """A place for a number; its name is the last part of the key, unless it has its own."""
        own, label, hint = self.asked(key, **facts)
        return Count(name or own, label, hint, low=low, high=high, start=start)

    def numbers(
        self, key: str, rows: Iterable[Choice], low: int, high: int, start: Iterable[int] = ()
    ) -> Counts:
        """A place for several numbers, each under its name."""
        return Counts(*self.asked(key), rows=tuple(rows), low=low, high=high, start=tuple(start))

    def flag(self, key: str, start: bool = False, **facts: object) -> Flag:
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
        ticked: tuple[str | int, ...] = (),
        **facts: object,
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
            ticked=ticked,
        )


@cache
def field_of(command: type[Command], name: str) -> tuple[object, Asks, object]:
    """A field of a command: its type, how it is asked for, and what it is if left out."""
    hint = get_type_hints(command, include_extras=True)[name]
    marks = getattr(hint, "__metadata__", ())
    asks = next((mark for mark in marks if isinstance(mark, Asks)), Asks())
    for meta in (mark for mark in marks if isinstance(mark, Meta)):
        asks = bounded(asks, meta)
    default = next(field.default for field in fields(command) if field.name == name)
    return get_args(hint)[0] if marks else hint, asks, default


def bounded(asks: Asks, meta: Meta) -> Asks:
    """The same, within the bounds that the type itself has."""
    return asks._replace(
        low=asks.low if meta.ge is None else int(meta.ge),
        high=asks.high if meta.le is None else int(meta.le),
        most=meta.max_length or asks.most,
    )
