"""What a game may say beyond the seven questions: looked for once, and typed from there on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct

from tablefolk.core.game import Block, Command, Entry, Game, Record, Refusal, Reply, Seat
from tablefolk.core.lifting import Fields
from tablefolk.core.stage import Mat, Part, Row, Wait
from tablefolk.core.story import Setting

State = object  # the game's own: it comes from the game, and goes back to it


class Further(Struct, frozen=True):
    """Functions and names of a game's module; of one that has none of that name, what holds then.

    What is no Python of the rules lies in its package: templates, looks, files and pages in `web/`
    (web/brought.py), its rules in words in `rulebook/` (web/rules.py); its commands are what its
    entry points name (cli/commands.py).
    """

    # One that divides its page into parts (stage.py); `view` and `offers` then follow from them.
    parts: Callable[[State, Seat], Iterable[Part]] | None = None
    waiting: Callable[[State], Iterable[Wait]] | None = None
    mat: Callable[[State, Seat], Mat | None] | None = None
    rows: Callable[[State, Seat], Iterable[Row]] = lambda state, seat: ()
    # What is not over yet, for whoever is about to end a scene or begin the next session; what the
    # end of an evening would leave open; and the shows of hands, by number, on something of the
    # game's: with what settles their question they are counted (TF-18).
    under_way: Callable[[State], str] = lambda state: ""
    left_open: Callable[[State], str] = lambda state: ""
    polled: Callable[[State], Iterable[int]] = lambda state: ()
    # Where a command asks for the GM's word: the ways to say yes, each with what it fills in; and
    # whether what it changes can still be changed: until the GM has answered no dice fall that end
    # it, and what ends it ends the question.
    replies: Callable[[State, Seat, Command], Iterable[Reply]] | None = None
    changeable: Callable[[State, Command], bool] | None = None
    # Of one that knows no takebacks: the refusal a player gets who would take that entry back.
    final: Callable[[State, Entry], Refusal | None] = lambda state, entry: None
    # The name of the character whose words a member's are (TF-10), and whose character a command
    # moves, so that the story says when the GM has acted for a player.
    speaks_as: Callable[[State, str], str] = lambda state, member: ""
    acts_with: Callable[[State, Command], str] = lambda state, command: ""
    # A character written out, and the command that takes such a `sheet` in.
    sheet: Callable[[State, Seat, str], Fields] | None = None
    bring: type[Command] | None = None
    # How its lines are set in the story, and in which form a chat can show them.
    told_as: Setting | None = None
    for_chat: Callable[[State], Callable[[str], str]] | None = None
    # Those of the things it has written down that this seat may see, and its pages to print.
    records: Callable[[State, Seat], Iterable[Record]] = lambda state, seat: ()
    paper: Callable[[State, Seat, str], Block | None] = lambda state, seat, name: None
    # How many there are of each kind of thing that people add, by a name such as “NPCs”: the house
    # takes no more of them than its limits say (TF-43).
    counts: Callable[[State], Mapping[str, int]] = lambda state: {}
    # The names of icons that its pages show over and over.
    icons: Callable[[], Iterable[str]] = tuple


def further(game: Game) -> Further:
    """All that this game says beyond the seven."""
    names = Further.__struct_fields__
    return Further(**{name: getattr(game, name) for name in names if hasattr(game, name)})
