"""What an effect waits for: a choice, a name or words that only a person can give (MU-53).

This chapter also holds on whose behalf effects happen. Chapters below `effects.py`
say beside each of their functions which effect it carries out, or which answer it takes
(`ways`); they never run others' effects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tablefolk.core.dice import Dice
from tablefolk.core.game import Act, Change, Event, Seat
from tablefolk.games.mutagen.playbooks.effects import AnyEffect, Entry, Voice
from tablefolk.games.mutagen.playbooks.model import Deed
from tablefolk.games.mutagen.rules import rating
from tablefolk.games.mutagen.rules.state import Show
from tablefolk.games.mutagen.rules.values import Key, OpenMove, Owed, Text, Who
from tablefolk.games.mutagen.rules.wording import Noted, Words, plain
from tablefolk.games.mutagen.words import say


class Doer(Struct, frozen=True, omit_defaults=True):
    """On whose behalf effects happen: who makes which move, at whom, and who is with them."""

    who: str
    source: str  # the item whose effects these are
    move: int = 0
    injury: int = 0
    targets: tuple[str, ...] = ()
    leader: str = ""
    others: tuple[str, ...] = ()
    picked: tuple[str, ...] = ()
    named: str = ""  # the answer to “ask”


def people(show: Show, doer: Doer, who: str) -> tuple[str, ...]:
    """Whom `self`, `leader`, `followers`, `target`, `everyone` and `ask` mean here."""
    match who:
        case "leader":
            return (doer.leader or doer.who,)
        case "followers":
            return doer.others
        case "target":
            return doer.targets
        case "everyone":
            return tuple(hero.id for hero in show.playing)
        case "ask":
            return (doer.named,) if doer.named else ()
    return (doer.who,)


NOBODY = "nobody"  # the GM's answer where what is named has no card here


def known(show: Show, targets: tuple[str, ...]) -> tuple[str, ...]:
    """Those who are at the table, or on a card of the GM's; others are only words."""
    return tuple(t for t in targets if t in show.cast or t in show.entities)


def heroes(show: Show, doer: Doer, who: str) -> tuple[str, ...]:
    """The characters among them."""
    return tuple(id for id in people(show, doer, who) if id in show.cast)


def amount(show: Show, doer: Doer, value: int | str) -> int:
    """What a number or a sum in an effect comes to; never below nothing."""
    deed = show.shelf.item(doer.source)
    hero = show.cast.get(doer.who)
    if isinstance(value, int) or hero is None:
        return max(0, value) if isinstance(value, int) else 0
    known = rating.Known(show, hero, deed if isinstance(deed, Deed) else None, doer.picked)
    return max(0, rating.amount(value, known))


# -- Asking and answering ----------------------------------------------------------------------


class Owes(Noted, frozen=True):
    """Somebody has to choose or say something before the story goes on."""

    owed: Owed

    def onto(self, show: Show) -> Show:
        return replace(show, owed={**show.owed, self.owed.id: self.owed}).counted(self.owed.id)

    def told_to(self, show: Show, seat: Seat) -> str | None:
        return "_prompt" if self.owed.prompt else ""

    def in_words(self, show: Show, seat: Seat) -> Words:
        by = show.name(self.owed.who) if self.owed.by == "player" else say("tell_word.gm")
        return {
            "who": by,
            "source": show.called(self.owed.source),
            "prompt": plain(self.owed.prompt),
        }


class Given(Act[Show], frozen=True):
    """What an answer says (`effects.GiveAnswer`).

    `picks` are places in the list of options, from 0; `on` names somebody, something, a bar, a
    status or an item; `rank` goes with a resource.
    """

    owed: int
    text: Text = ""
    picks: tuple[int, ...] = ()
    on: Key = ""
    rank: int = 0


class AnswerGiven(Change[Show], frozen=True):
    owed: int
    who: Who
    text: str = ""  # the words, or what was picked
    moot: bool = False  # there was nothing left to name
    nobody: bool = False  # who has a card here

    def onto(self, show: Show) -> Show:
        return replace(show, owed={id: owed for id, owed in show.owed.items() if id != self.owed})

    def told_to(self, show: Show, seat: Seat) -> str | None:
        if self.text:
            return ""
        return "_nobody" if self.nobody else "_moot" if self.moot else "_plain"


def picks(show: Show, move: OpenMove) -> Iterator[Owed]:
    """What is still to be picked from the lists of a move (MU-128)."""
    return (o for o in show.owed.values() if o.options and o.move == move.id)


# -- How effects are carried out -----------------------------------------------------------------

E = TypeVar("E", bound=AnyEffect)
Op = Callable[[Show, E, Doer, Dice], Iterator[Event]]
Answer = Callable[[Show, Owed, Given, Doer, Dice], Iterator[Event]]
Moot = Callable[[Show, Owed], bool]


class Ways:
    """What is done by the effects that playbooks name, and with the answers they wait for."""

    def __init__(self) -> None:
        self.ops: dict[object, Callable[..., Iterator[Event]]] = {}
        self.answers: dict[object, Answer] = {}
        self.moots: dict[object, Moot] = {}

    def does(self, effect: type[E]) -> Callable[[Op[E]], Op[E]]:
        """The function below carries out such an effect."""

        def keep(way: Op[E]) -> Op[E]:
            self.ops[effect] = way
            return way

        return keep

    def answered(self, *effects: type) -> Callable[[Answer], Answer]:
        """The function below takes the answer that such an effect waits for."""

        def keep(way: Answer) -> Answer:
            self.answers |= dict.fromkeys(effects, way)
            return way

        return keep

    def moot(self, effect: type) -> Callable[[Moot], Moot]:
        """The function below knows when there is nothing left to answer."""

        def keep(way: Moot) -> Moot:
            self.moots[effect] = way
            return way

        return keep


ways = Ways()


def owes(
    show: Show,
    doer: Doer,
    by: Voice,
    effect: AnyEffect | None = None,
    prompt: str = "",
    options: tuple[Entry, ...] = (),
    n: int = 1,
) -> Owes:
    """Something to ask for, of the player or the GM."""
    asked = Owed(
        id=show.count + 1,
        who=doer.who,
        by="player" if by == "player" and doer.who in show.cast else "gm",
        source=doer.source,
        effect=effect,
        prompt=prompt,
        options=options,
        n=n,
        move=doer.move,
        injury=doer.injury,
    )
    return Owes(asked)
