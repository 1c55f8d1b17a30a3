"""What a game may say beyond the seven questions: looked for once, and typed from there on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from tablefolk.core.episodes import Episode
from tablefolk.core.game import Block, Command, Event, Game, Record, Reply, Seat
from tablefolk.core.lifting import Fields
from tablefolk.core.stage import Mat, Part, Row, Wait
from tablefolk.core.story import Setting

State = object  # the game's own: it comes from the game, and goes back to it


class Further(Struct, frozen=True):
    """Functions and names of a game's module, as `Game` describes them; or what holds without."""

    parts: Callable[[State, Seat], Iterable[Part]] | None = None
    waiting: Callable[[State], Iterable[Wait]] | None = None
    mat: Callable[[State, Seat], Mat | None] | None = None
    rows: Callable[[State, Seat], Iterable[Row]] = lambda state, seat: ()
    scenes: Callable[[State], Iterable[str]] = lambda state: ()
    under_way: Callable[[State], str] = lambda state: ""
    left_open: Callable[[State], str] = lambda state: ""
    polled: Callable[[State], Iterable[int]] = lambda state: ()
    replies: Callable[[State, Seat, Command], Iterable[Reply]] | None = None
    changeable: Callable[[State, Command], bool] | None = None
    speaks_as: Callable[[State, str], str] = lambda state, member: ""
    summed_up: Callable[[State, str], str] = lambda state, member: ""
    acts_with: Callable[[State, Command], str] = lambda state, command: ""
    sheet: Callable[[State, Seat, str], Fields] | None = None
    bring: type[Command] | None = None
    told_as: Setting | None = None
    episodes: Callable[[State, Sequence[Event]], Iterable[Episode]] | None = None
    for_chat: Callable[[State], Callable[[str], str]] | None = None
    records: Callable[[State, Seat], Iterable[Record]] = lambda state, seat: ()
    paper: Callable[[State, Seat, str], Block | None] = lambda state, seat, name: None
    counts: Callable[[State], Mapping[str, int]] = lambda state: {}
    icons: Callable[[], Iterable[str]] = tuple


def further(game: Game) -> Further:
    """All that this game says beyond the seven."""
    names = Further.__struct_fields__
    return Further(**{name: getattr(game, name) for name in names if hasattr(game, name)})
