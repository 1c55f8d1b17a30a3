"""The forecast without dice: every way a fight can go, round by round, with its chance.

A state is what each fighter has left. All ways that lead to the same state are one from then on,
which is what makes following them possible: for duels at once, for small groups in a moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Generic, NamedTuple

from tablefolk.games.shapers_and_bots.forecast.blow import Body, Struck, attack
from tablefolk.games.shapers_and_bots.forecast.result import Figure, Forecast, N, Prospect, Tally
from tablefolk.games.shapers_and_bots.forecast.sides import Fight
from tablefolk.games.shapers_and_bots.rules.content import figures

MOST_WORK = 400_000  # ways followed: about 0.2 s
TURN = 40  # what it costs to find out about one state, in ways
OVER = 1e-10  # what is still undecided when it is not worth going on

State = tuple[Body | None, ...]
Acting = tuple[State, bool, bool]  # with the extra attack of rage, and the usual one, to come
Fall = tuple[int, int]  # who, and the HP left, or DEAD
Weights = dict[int, N]  # the chance of each state, by its number


class TooLarge(Exception):
    """There are more ways for this fight to go than are worth following."""


class Turn(NamedTuple, Generic[N]):
    """All that may come of one fighter's turn in one state."""

    going: tuple[tuple[int, N], ...]  # the next states
    ended: tuple[tuple[State, N], ...]
    falls: tuple[tuple[int, int, N], ...]  # who, HP left or DEAD


def exact(fight: Fight, most: int = MOST_WORK) -> Forecast:
    """The forecast, every chance worked out; raises TooLarge where that takes too long."""
    return forecast_of(fight, Course(fight, float, most).run())


class Course(Generic[N]):
    """A fight as it may go, counted in floats or in fractions."""

    def __init__(self, fight: Fight, number: Callable[[Fraction], N], most: int) -> None:
        self.fight, self.most, self.work = fight, most, 0
        self.number: Callable[[Fraction], N] = number
        self.one: N = number(Fraction(1))
        self.nothing: N = number(Fraction(0))
        self.fighters, self.order, self.side = fight.fighters, fight.order, fight.side_of
        self.place = {who: place for place, who in enumerate(self.order)}
        self.enemies = [[n for n, side in enumerate(self.side) if side != own] for own in (0, 1)]
        self.known: list[State] = []
        self.numbers: dict[State, int] = {}
        self.opened: dict[int, int] = {}
        self.turns: list[dict[int, Turn[N]]] = [{} for _ in self.order]
        self.struck: dict[tuple[int, bool, int, Body], tuple[Struck[N], ...]] = {}

    def numbered(self, state: State) -> int:
        found = self.numbers.get(state)
        if found is None:
            found = self.numbers[state] = len(self.known)
            self.known.append(state)
        return found

    # -- Rounds ------------------------------------------------------------------------------

    def run(self) -> Tally[N]:
        """Play all rounds that are looked at; falls and ends of all of them are counted at once."""
        tally = Tally(self.fight, self.nothing)
        start = tuple(Body(f.hp, 0, f.debt, f.berserk, f.loading) for f in self.fighters)
        now: Weights[N] = {self.numbered(start): self.one}
        every: Weights[N] = {}
        left = self.one
        for number in range(1, self.fight.rounds + 1):
            now = self.round(self.opening(now), every)
            undecided = sum(now.values(), self.nothing)
            tally.rounds, left = tally.rounds + (left - undecided) * number, undecided
            if undecided < OVER:
                break
        tally.goes_on = left
        for state, weight in now.items():
            tally.count_up(self.health(self.known[state]), weight)
        self.count(every, tally)
        return tally

    def opening(self, weights: Weights[N]) -> Weights[N]:
        """A round opens: two actions for everybody, less what is owed (SB-111, T2)."""
        after: Weights[N] = {}
        for state, weight in weights.items():
            key = self.opened.get(state)
            if key is None:
                key = self.opened[state] = self.numbered(tuple(map(ready, self.known[state])))
            after[key] = after.get(key, self.nothing) + weight
        return after

    def round(self, weights: Weights[N], every: Weights[N]) -> Weights[N]:
        """Everybody gets a turn; how a round began is added to what was there before."""
        for state, weight in weights.items():
            every[state] = every.get(state, self.nothing) + weight
        for place in range(len(self.order)):
            weights = self.step(weights, place)
            if self.work + TURN * len(self.known) > self.most:
                raise TooLarge
        return weights

    def step(self, weights: Weights[N], place: int) -> Weights[N]:
        """One fighter's turn, in every state there is."""
        after: Weights[N] = {}
        get, turns, nothing = after.get, self.turns[place], self.nothing
        for state, weight in weights.items():
            turn = turns.get(state)
            if turn is None:
                turn = turns[state] = self.turn(self.known[state], self.order[place])
            self.work += len(turn.going)
            for key, chance in turn.going:
                after[key] = get(key, nothing) + weight * chance
        return after

    def count(self, weights: Weights[N], tally: Tally[N]) -> None:
        """Count who fell and who won, all rounds together."""
        for place, turns in enumerate(self.turns):
            for state, weight in weights.items():
                for final, chance in turns[state].ended:
                    tally.count_end(self.health(final), self.side, weight * chance)
                for who, left, chance in turns[state].falls:
                    tally.count_fall(who, left, weight * chance)
            weights = self.step(weights, place)

    def health(self, state: State) -> tuple[int | None, ...]:
        return tuple(body and body.hp for body in state)

    # -- A turn (SB-112 … SB-116, SB-130, SB-131) ----------------------------------------------

    def turn(self, start: State, who: int) -> Turn[N]:
        """All that may come of a turn: T9, T20."""
        body, mine = start[who], self.enemies[self.side[who]]
        going: dict[int, N] = {}
        ended: dict[State, N] = {}
        falls: dict[Fall, N] = {}
        doing: dict[Acting, N] = {(start, bool(body and body.berserk), True): self.one}
        while doing:
            acting, weight = doing.popitem()
            for after, chance, fall in self.acts(acting, who):
                share = weight * chance
                if fall:
                    falls[fall] = falls.get(fall, self.nothing) + share
                if not any(after[0][n] for n in mine):
                    ended[after[0]] = ended.get(after[0], self.nothing) + share
                elif after == acting:
                    key = self.numbered(after[0])
                    going[key] = going.get(key, self.nothing) + share
                else:
                    doing[after] = doing.get(after, self.nothing) + share
        listed = tuple((target, left, share) for (target, left), share in falls.items())
        return Turn(tuple(going.items()), tuple(ended.items()), listed)

    def acts(self, acting: Acting, who: int) -> Iterator[tuple[Acting, N, Fall | None]]:
        """The next thing it does: load, attack in rage, attack; the same again if it is done."""
        state, rage, fresh = acting
        body = state[who]
        if body and body.loading and body.pool:
            loaded = body._replace(pool=body.pool - 1, loading=body.loading - 1)
            yield (changed(state, who, loaded), rage, fresh), self.one, None
        elif body and not body.loading and (rage or (fresh and body.pool)):
            spent = body._replace(pool=body.pool - (not rage), loading=self.fighters[who].reload)
            before = changed(state, who, spent)
            target = self.target(state, who)
            for struck in self.attacks(who, spent.berserk, target, state[target]):
                after = changed(before, target, struck.body)
                yield (after, False, fresh and rage), struck.chance, fell(target, struck)
        else:
            yield acting, self.one, None

    def target(self, state: State, who: int) -> int:
        """Whom it attacks."""
        standing = [(body.hp, n) for n in self.enemies[self.side[who]] if (body := state[n])]
        return min(standing)[1] if self.fight.aim == "weakest" else standing[0][1]

    def attacks(
        self, who: int, raging: bool, target: int, body: Body | None
    ) -> tuple[Struck[N], ...]:
        """All that may come of an attack."""
        assert body is not None
        key = (who, raging, target, body)
        if key not in self.struck:
            waiting = self.place[target] > self.place[who]
            by, on = self.fighters[who], self.fighters[target]
            found = attack(by, raging, on, body, waiting, self.fight.paid)
            self.struck[key] = tuple(
                Struck(hurt, self.number(chance), left) for hurt, chance, left in found
            )
        return self.struck[key]


def fell(target: int, struck: Struck[N]) -> Fall | None:
    return None if struck.body else (target, struck.left)


def ready(body: Body | None) -> Body | None:
    return body and body._replace(pool=max(0, figures().actions - body.debt), debt=0)


def changed(state: State, who: int, body: Body | None) -> State:
    return (*state[:who], body, *state[who + 1 :])


# -- In figures ----------------------------------------------------------------------------------


def forecast_of(fight: Fight, tally: Tally[float]) -> Forecast:
    """What was counted, as a forecast."""
    over = tally.wins[0] + tally.wins[1]
    first, second = (tuple(map(Figure, standing)) for standing in tally.standing)
    return Forecast(
        exact=True,
        wins=(Figure(tally.wins[0]), Figure(tally.wins[1])),
        goes_on=Figure(tally.goes_on),
        after=fight.rounds,
        rounds=Figure(tally.rounds / over if over else 0.0),
        standing=(first, second),
        fighters=tuple(
            Prospect(fighter.name, side, fighter.hp, *map(Figure, ends))
            for fighter, side, *ends in zip(
                fight.fighters, fight.side_of, tally.up, tally.out, tally.dead, tally.hp,
                strict=True,
            )
        ),
    )  # fmt: skip
