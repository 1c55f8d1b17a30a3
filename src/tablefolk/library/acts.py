"""What can be done and what was done: a seat's menu, a command by its name, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

import msgspec
from msgspec import structs

from tablefolk.core import play
from tablefolk.core.game import (
    Blank,
    Command,
    Count,
    Counts,
    Entry,
    Event,
    Flag,
    Line,
    Lines,
    Offer,
    Pick,
    Refusal,
    Seat,
    WordAsked,
)
from tablefolk.core.table.at import GameAtTable
from tablefolk.core.table.state import Table as State
from tablefolk.core.unfit import in_file
from tablefolk.core.words import listing
from tablefolk.library.showing import Node, as_html, as_text

Act = Command | Offer | str  # a command, an offer from a menu, or the name of one
Fields = Mapping[str, object]
SHOWN = 6  # choices of a blank that are named in a line


# -- The menu ----------------------------------------------------------------------------------


class Offered(Offer, frozen=True):
    """An offer that shows itself in one line: the command with its blanks, and what it means."""

    @property
    def call(self) -> str:
        """How it is written: what is fixed, and what may be written into each blank."""
        fixed = [f"{name}={value!r}" for name, value in self.fixed.items()]
        return f"{self.do}({', '.join([*fixed, *map(_blank, self.blanks)])})"

    @property
    def notes(self) -> str:
        """What it takes: dice, the GM's word, or why it cannot be."""
        said = [
            f"closed: {self.refusal.why}" if self.refusal else "",
            "asks first" if self.asks else "",
            f"{self.dice} {'die' if self.dice == 1 else 'dice'}" if self.dice else "",
            "waited for" if self.owed else "",
        ]
        return "; ".join(filter(None, said))

    def __repr__(self) -> str:
        said = f"{self.call}  {self.label}"
        return f"{said}  [{self.notes}]" if self.notes else said


class Menu(tuple[Offered, ...]):
    """What a seat could do now; what the table waits for comes first."""

    __slots__ = ()

    def of(self, command: str) -> Menu:
        """Only the offers of one command."""
        return Menu(offer for offer in self if offer.do == command)

    def __repr__(self) -> str:
        return "\n".join(map(repr, self)) or "There is nothing to do."

    def _repr_html_(self) -> str:
        said = [
            Node(o.call, f"{o.label} {f'({o.notes})' if o.notes else ''}".strip()) for o in self
        ]
        return as_html("What can be done", said)


def menu(at: GameAtTable, state: State, seat: Seat) -> Menu:
    """Everything a seat is offered, judged by the rules."""
    every = sorted(play.menu(at, state, seat), key=lambda offer: not offer.owed)
    return Menu(map(_shown, every))


def _shown(offer: Offer) -> Offered:
    return Offered(**{name: getattr(offer, name) for name in offer.__struct_fields__})


def _blank(blank: Blank) -> str:
    """A blank with what may be written into it."""
    match blank:
        case Pick(choices=choices):
            named = [repr(c.value) for c in choices if not c.refusal]
            more = "|…" if len(named) > SHOWN else ""
            listed = f"{'|'.join(named[:SHOWN])}{more}"
            return f"{blank.name}=[{listed}]" if blank.most > 1 else f"{blank.name}={listed}"
        case Count(low=low, high=high):
            return f"{blank.name}={low}…{high}"
        case Flag():
            return f"{blank.name}=True|False"
        case Counts() | Lines(keys=(_, *_)):
            return f"{blank.name}={{…}}"
        case Lines():
            return f"{blank.name}=[…]"
    return f"{blank.name}=…"


# -- A command, however it is said -------------------------------------------------------------


def meant(at: GameAtTable, state: State, seat: Seat, said: Act, fields: Fields) -> Command:
    """The command that is meant: by itself, by its name, or by an offer that is filled in."""
    if isinstance(said, Offer):
        return filled(said, fields)
    if isinstance(said, str):
        return _by_name(at, state, seat, said, fields)
    if not isinstance(said, Command):
        raise _unread("An act is a command, the name of one, or an offer from the menu.")
    if fields:
        raise _unread("A whole command takes no fields beside it.")
    return readable(said)


def readable(command: Command) -> Command:
    """A command as the log will have it; or a refusal, for Python lets anything be in it."""
    try:
        return msgspec.convert(msgspec.to_builtins(command), type(command))
    except (msgspec.ValidationError, OverflowError, TypeError, ValueError) as bad:
        raise _unread(f"That could not be read: {in_file(bad)}.") from None


def filled(offer: Offer, fields: Fields) -> Command:
    """An offer with its blanks filled; or a refusal that names what is wrong."""
    if clash := sorted(n for n in fields if n in offer.fixed and fields[n] != offer.fixed[n]):
        raise _unread(f"This offer has its {', '.join(clash)} already: it is {offer.do}.")
    if strange := sorted(set(fields) - set(offer.command.__struct_fields__)):
        raise _unread(f"That could not be read: {offer.do} knows no {', '.join(strange)}.")
    usual = {b.name: value for b in offer.blanks if (value := _usual(b)) is not None}
    given = {**usual, **fields}
    if lacking := [b for b in offer.blanks if b.name not in given and _asked(offer, b)]:
        raise _unread(f"Fill in {listing(map(_blank, lacking))}.")
    try:
        return play.fill(offer, given)
    except (msgspec.ValidationError, OverflowError, TypeError, ValueError) as bad:
        raise _unread(f"That could not be read: {in_file(bad)}.") from None


def _usual(blank: Blank) -> str | int | bool | None:
    """What a page would send if nobody touched it: the only choice, or what is chosen already."""
    if not isinstance(blank, Pick) or blank.most > 1:
        return None
    open_ones = [choice.value for choice in blank.choices if not choice.refusal]
    if blank.start != "":
        return blank.start
    return open_ones[0] if len(open_ones) == 1 else None


def _asked(offer: Offer, blank: Blank) -> bool:
    """Whether a page would not send the form without it."""
    picked = isinstance(blank, Pick) and blank.least > 0
    return picked or blank.name in _required(offer.command)


def _required(kind: type[Command]) -> list[str]:
    return [field.name for field in structs.fields(kind) if field.required]


def _by_name(at: GameAtTable, state: State, seat: Seat, name: str, fields: Fields) -> Command:
    """A command by its name; what is not said is taken from the only offer there is of it."""
    kind = next((command for command in at.commands if command.__name__ == name), None)
    if kind is None:
        raise _unknown(name, sorted(command.__name__ for command in at.commands))
    lacking = [field for field in _required(kind) if field not in fields]
    if not lacking:
        return at.codec.command(name, fields)
    ways = _ways(at, state, seat, name, fields)
    if not ways:
        raise _unread(f"{name} needs {listing(lacking)}, and none is offered to this seat now.")
    same = {n: ways[0].fixed[n] for n in lacking if _agree(n, ways)}
    if len(ways) > 1 and len(same) == len(lacking):
        return at.codec.command(name, {**same, **fields})
    if len(ways) > 1:
        listed = "; ".join(offer.call for offer in ways[:SHOWN])
        which = listing(n for n in lacking if n not in same)
        raise _unread(f"There are {len(ways)} ways to do that now, so say {which}: {listed}.")
    return filled(ways[0], fields)


def _agree(name: str, ways: Sequence[Offer]) -> bool:
    """Whether all of them have the same there."""
    first = ways[0].fixed
    return name in first and all(one.fixed.get(name) == first[name] for one in ways)


def _ways(at: GameAtTable, state: State, seat: Seat, name: str, fields: Fields) -> list[Offered]:
    """The open offers of a command that can be meant; where all are closed, the reason."""
    proposed = [o for o in play.proposed(at, state, seat) if o.do == name]
    meant = [o for o in proposed if all(o.fixed.get(k, v) == v for k, v in fields.items())]
    chosen = [o for o in meant if all(_to_choose(o, k, v) for k, v in fields.items())] or meant
    judged = [_shown(play.judged(at, state, seat, offer)) for offer in chosen]
    open_ones = [offer for offer in judged if offer.open]
    if not open_ones and judged and (no := judged[0].refusal):
        raise Refusal(no.rule, no.code, no.why, firm=no.firm)
    return open_ones


def _to_choose(offer: Offer, name: str, value: object) -> bool:
    """Whether a value is among the choices of its blank, where it has choices."""
    for blank in offer.blanks:
        if blank.name == name and isinstance(blank, Pick):
            known = {str(choice.value) for choice in blank.choices}
            each = value if blank.most > 1 and isinstance(value, Iterable) else (value,)
            return {str(v) for v in each} <= known
    return True


def _unknown(name: str, known: list[str]) -> Refusal:
    from difflib import get_close_matches  # only for whoever has mistyped

    near = get_close_matches(name, known, 3)
    hint = f"; did you mean {' or '.join(near)}?" if near else "."
    why = f"This table knows no act “{name}”{hint}"
    return Refusal("TF-40", "unknown_command", why, firm=True)


def _unread(why: str) -> Refusal:
    return Refusal("TF-40", "malformed", why, firm=True)


# -- What came of it ---------------------------------------------------------------------------


class Happened:
    """An act that is in the log, in the words of whoever did it."""

    def __init__(
        self, number: int, entry: Entry, tell: Callable[[], Iterable[Line]], gm: str = "GM"
    ) -> None:
        self.number, self.entry = number, entry
        self._tell, self._gm = tell, gm

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """What whoever did it was told; put into words when somebody reads it."""
        return tuple(self._tell())

    @property
    def events(self) -> tuple[Event, ...]:
        """What the table now knows has happened."""
        return self.entry.events

    @property
    def faces(self) -> tuple[int, ...]:
        """The dice, in the order in which they fell."""
        return self.entry.faces

    @property
    def asks(self) -> WordAsked | None:
        """The request that now waits for `Table.grant` or `Table.deny`, if that is what it is."""
        last = self.events[-1] if self.events else None
        return last if isinstance(last, WordAsked) else None

    def __str__(self) -> str:
        return "\n".join(as_text(self._outline()))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return as_html(f"{self.number}", self._outline())

    def _outline(self) -> tuple[Node, ...]:
        said = [Node("", spoken(line)) for line in self.lines]
        if self.asks:
            said.append(Node("", f"This waits for an answer ({self._gm}): {self.asks.question}"))
        return tuple(said) or (Node("", "Nothing was said of it."),)


def spoken(line: Line) -> str:
    """A line as it is read: under whose name it stands, and the words."""
    return f"{line.who}: {line.text}" if line.who else line.text
