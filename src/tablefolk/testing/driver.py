"""Random evenings: what has been done least is done next, by anybody; the same each time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from random import Random
from typing import Any

from msgspec import convert

from tablefolk.core import play
from tablefolk.core.dice import Dice
from tablefolk.core.game import (
    Blank,
    Command,
    Count,
    Entry,
    Flag,
    Game,
    Lines,
    Offer,
    Pick,
    Refusal,
    Seat,
    Words,
)
from tablefolk.core.play import fill, fits
from tablefolk.core.table.at import written
from tablefolk.core.table.judging import Allow, AskRuling
from tablefolk.core.table.seats import AWAY_DAYS, Join, NoteAway, SetOption, SetRole
from tablefolk.core.table.takeback import TakeBack
from tablefolk.testing.playing import HOUSE, Evening
from tablefolk.testing.subject import Subject

NAMES = ("amber", "bramble", "cinder", "dapple", "ember", "fennel", "gorse", "heather")
PATIENCE = 16  # steps without anything new, after which an evening is over
ENDS = 4  # evenings, where looking at one is dear
TRIES = 5  # acts that are weighed against each other before one is taken
Attempt = tuple[Seat, Callable[[], Command]]  # somebody, and what makes the command


# -- Beginnings ------------------------------------------------------------------------------


def beginnings(game: Game) -> Iterator[Evening]:
    """The fixed starts: the game's own demo, and a table where three have just sat down."""
    if game.demo():
        yield from_demo(game)
    yield Evening(game)


def from_demo(game: Game) -> Evening:
    evening = Evening(game, members=())
    for step in evening.at.demo():
        seat = HOUSE if step.who == "house" else evening.table.seat(step.who)
        evening.do(seat, step.command, *step.faces)
    return evening


def at_the_door(game: Game) -> Evening:
    """Two wait to be let in, and somebody looks on."""
    evening = Evening(game)
    evening.do("gil", SetOption("admission", True))
    for name in NAMES[:2]:
        evening.house(Join(name.title()))
    evening.do("gil", SetRole("cy", "onlooker"))
    return evening


def moments(subject: Subject) -> Iterator[Evening]:
    """What the game's tests name: a fight under way, a death, an evening that is over."""
    return (moment() for moment in (*subject.moments, *subject.beginnings))


@cache
def sheets(game: Any) -> list[dict[str, object]]:
    """The characters of the demo, written out to be brought elsewhere."""
    evening = from_demo(game)
    gm = evening.seat(evening.table.gm)
    found = []
    for who in getattr(evening.table.play, "cast", evening.table.members):
        with suppress(Refusal):  # of somebody whom no player plays (TF-39)
            found.append(evening.at.sheet(evening.table, gm, who))
    return found


# -- Evenings played once for all laws ---------------------------------------------------------


class Evenings:
    """All random evenings of a game, in order: each goes where the ones before have not been."""

    def __init__(self, subject: Subject) -> None:
        self.done: Counter[str] = Counter()
        self.steps: list[list[Evening]] = []  # of each evening, as it was after each act
        starts = (*beginnings(subject.game), at_the_door(subject.game), *moments(subject))
        for seed, evening in enumerate(starts):
            for entry in evening.entries:
                self.done.update(happened(entry))
            evening.begun = len(evening.entries)
            self.steps.append([*self.played(Player(evening, seed, done=self.done))])

    def played(self, player: Player) -> Iterator[Evening]:
        """For as long as something new comes up now and then."""
        patience, known = PATIENCE, len(self.done)
        while patience:
            player.step()
            yield player.evening.now()
            patience, known = PATIENCE if len(self.done) > known else patience - 1, len(self.done)

    @property
    def all(self) -> list[Evening]:
        """Each at its end."""
        return [steps[-1] for steps in self.steps]

    def looks(self, count: int) -> list[Evening]:
        """So many moments, spread over all evenings."""
        every = [evening for steps in self.steps for evening in steps]
        return every[:: max(1, len(every) // count)]


@cache
def evenings(subject: Subject) -> Evenings:
    return Evenings(subject)


def some(subject: Subject) -> list[Evening]:
    """A few evenings at their end."""
    every = evenings(subject).all
    return every[:: max(1, len(every) // ENDS)]


def happened(entry: Entry) -> list[str]:
    """The kinds of what was said and of what came of it."""
    kinds = {type(event).__name__ for event in entry.events}
    return sorted({*kinds, type(entry.command).__name__, kind_of(entry.command)})


def kind_of(command: Command) -> str:
    """What counts as the same thing done: to set another option is another thing."""
    name = type(command).__name__
    return f"{name} {command.key}" if isinstance(command, SetOption) else name


# -- A player ----------------------------------------------------------------------------------


class Player:
    """Plays an evening on, at random but repeatably."""

    def __init__(
        self,
        evening: Evening,
        seed: int,
        never: tuple[type, ...] = (),
        done: Counter[str] | None = None,
    ) -> None:
        self.evening, self.random, self.never = evening, Random(seed), never
        self.done: Counter[str] = Counter() if done is None else done
        self.asked: list[Seat] = []  # the GM and one more: to ask everybody takes long

    def play(self, steps: int) -> Iterator[Evening]:
        """The evening after each act."""
        for _ in range(steps):
            self.step()
            yield self.evening

    def step(self) -> None:
        """Of a few things that could be done, the one of which most has hardly happened yet."""
        every = self.seats()
        self.asked = [s for s in every if s.gm] + self.random.sample(every, min(len(every), 1))
        found = [entry for entry in self.weighed() if entry is not None]
        if found:
            best = max(found, key=lambda entry: self.worth(happened(entry)))
            self.evening.add(best)
            self.done.update(happened(best))

    def worth(self, kinds: list[str]) -> float:
        return sum(1 / (1 + self.done[kind]) ** 2 for kind in kinds)

    def weighed(self) -> Iterator[Entry]:
        """What comes of a few acts, of the kinds given least."""
        found = 0
        for acts in self.kinds():
            for act in self.random.sample(acts, min(len(acts), 3)):
                entry = self.tried(*act)
                if entry is not None:
                    yield entry
                    found += 1
            if found >= TRIES:
                return

    def kinds(self) -> list[list[Attempt]]:
        """All that is proposed to anybody, by kind: first what was done least."""
        by_kind: dict[str, list[Attempt]] = {}
        owed: set[str] = set()
        for seat, offer in self.offers():
            kind = f"{offer.do} {offer.fixed['key']}" if offer.command is SetOption else offer.do
            by_kind.setdefault(kind, []).append((seat, partial(self.filled, offer)))
            if offer.owed:
                owed.add(kind)
        for command, act in self.unlisted():
            if command not in self.never:
                by_kind.setdefault(command.__name__, []).append(act)
        order = sorted(by_kind)
        self.random.shuffle(order)
        order.sort(key=lambda kind: self.done[kind] / (2 if kind in owed else 1))
        return [by_kind[kind] for kind in order]

    def offers(self) -> Iterator[tuple[Seat, Offer]]:
        """All that is proposed to anybody; whether it may be done is found by doing it."""
        for seat in self.asked:
            for offer in play.proposed(self.evening.at, self.evening.table, seat):
                if offer.command not in self.never:
                    yield seat, offer

    def unlisted(self) -> Iterator[tuple[type, Attempt]]:
        """What is on no menu: the page makes it of a refusal or the log, or the house gives it."""
        some, at = self.random, self.evening.at
        yield Join, (HOUSE, lambda: Join(some.choice(NAMES)))
        yield NoteAway, (HOUSE, lambda: NoteAway(some.choice((0, AWAY_DAYS))))
        for seat in self.asked:
            yield AskRuling, (seat, lambda: AskRuling(self.refused(), "please"))
            yield Allow, (seat, lambda: Allow(self.refused(), some.choice(self.seats()).id))
            yield TakeBack, (seat, lambda: TakeBack(some.randint(1, len(self.evening.entries))))
            if bring := at.further.bring:
                yield bring, (seat, partial(self.brought, bring))

    def brought(self, bring: type[Command]) -> Command:
        game: Any = self.evening.at.game  # a module, which nobody knows to be hashable
        return convert({"sheet": self.random.choice(sheets(game))}, bring)

    def refused(self) -> dict[str, object]:
        """Something that somebody might do, perhaps against the rules."""
        _, offer = self.random.choice([*self.offers()])
        return written(self.filled(offer))

    def tried(self, seat: Seat, make: Callable[[], Command]) -> Entry | None:
        dice = Dice(lambda n, sides: tuple(self.random.randint(1, sides) for _ in range(n)))
        try:
            return self.evening.decided(seat, make(), dice)
        except Refusal:
            return None  # closed now, or two blanks that do not go together

    def seats(self) -> list[Seat]:
        table = self.evening.table
        return [table.seat(m.id) for m in table.present if m.role != "onlooker"]

    def filled(self, offer: Offer) -> Command:
        return fill(offer, {blank.name: self.value(blank) for blank in offer.blanks})

    def value(self, blank: Blank) -> object:
        match blank:
            case Pick():
                return self.random.choice(tuple(fits(blank)))
            case Count(low=low, high=high):
                return self.random.randint(low, min(high, low + 12))
            case Words(start=start) if not start:
                return " ".join(self.random.sample(NAMES, 2))
            case Lines(rows=rows, start=start, keys=()) if not start:
                return [f"{self.random.choice(NAMES)} {i}" for i in range(len(rows))]
            case Flag():
                return self.random.random() < 0.5
        return next(fits(blank))
