"""Random evenings: whatever is on offer is taken, by anybody; the same each time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from random import Random
from typing import Any

from tests import toy
from tests.table.playing import HOUSE, Evening

from tablefolk import games
from tablefolk.core import play
from tablefolk.core.dice import Dice
from tablefolk.core.game import Blank, Count, Flag, Game, Lines, Offer, Pick, Refusal, Seat, Words
from tablefolk.core.play import fill, fits
from tablefolk.core.table import scenes, seats

GAMES: tuple[Game, ...] = (toy, *games.GAMES)
NAMES = ("amber", "bramble", "cinder", "dapple", "ember", "fennel", "gorse", "heather")
# What would end an evening early is given rarely.
RARE = (seats.CloseTable, scenes.Stop, seats.Unseat, seats.SetRole, seats.SetOption)


def named(game: Game) -> str:
    return game.key


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


class Player:
    """Plays an evening on, at random but repeatably."""

    def __init__(self, evening: Evening, seed: int, never: tuple[type, ...] = ()) -> None:
        self.evening, self.random, self.never = evening, Random(seed), never
        self.done: Counter[str] = Counter()

    def play(self, steps: int) -> Iterator[Evening]:
        """The evening after each act."""
        for _ in range(steps):
            self.step()
            yield self.evening

    def step(self) -> None:
        seat = self.random.choice(self.seats())
        offer = self.choice(play.menu(self.evening.at, self.evening.table, seat))
        if offer is None:
            return
        dice = Dice(lambda n, sides: tuple(self.random.randint(1, sides) for _ in range(n)))
        command = self.filled(offer)
        try:
            play.act(self.evening.at, self.evening.table, seat, command, dice)
        except Refusal:
            return  # two blanks that do not go together; the law of soundness looks at those
        self.evening.do(seat, command, *dice.used)

    def seats(self) -> list[Seat]:
        table = self.evening.table
        return [table.seat(m.id) for m in table.present if m.role != "onlooker"]

    def choice(self, menu: tuple[Offer, ...]) -> Offer | None:
        """An open offer: most often one of the game's, and of those what was done least."""
        usual = [o for o in menu if o.open and o.command not in (*RARE, *self.never)]
        own = [o for o in usual if o.command in self.evening.at.game.commands]
        owed = [o for o in usual if o.owed]
        rare = [o for o in menu if o.open and o.command not in self.never]
        (pool,) = self.random.choices((own, owed, usual, rare), (55, 20, 20, 5))
        pool = pool or usual or rare
        kinds = sorted({o.do for o in pool})
        if not kinds:
            return None
        (kind,) = self.random.choices(kinds, [1 / (1 + self.done[kind]) ** 2 for kind in kinds])
        self.done[kind] += 1
        return self.random.choice([o for o in pool if o.do == kind])

    def filled(self, offer: Offer) -> Any:
        return fill(offer, {blank.name: self.value(blank) for blank in offer.blanks})

    def value(self, blank: Blank) -> Any:
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


def secrets(game: Game) -> tuple[Any, ...]:
    """What of a game's own commands is secret, as its tests say."""
    if game is toy:
        from tests.laws.secret import Secret

        return (Secret(toy.HideWord, ("text",)),)
    module = import_module(f"tests.games.{game.__name__.rsplit('.', 1)[-1]}.secrets")
    found: tuple[Any, ...] = module.SECRETS
    return found
