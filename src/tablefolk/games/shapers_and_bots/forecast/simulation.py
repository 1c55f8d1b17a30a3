"""The forecast of large fights: thrown thousands of times, die by die, all at once.

This is the one file of the games that needs NumPy. It is imported only when such a forecast is
asked for, because NumPy takes longer to load than everything else together, and no table needs it
to be served. The dice come from the caller's seed, so that the same question has the same answer.
"""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from tablefolk.games.shapers_and_bots.forecast.result import Figure, Forecast, Prospect
from tablefolk.games.shapers_and_bots.forecast.sides import Fight, Fighter
from tablefolk.games.shapers_and_bots.rules.content import figures

LEAST_TRIALS, MOST_TRIALS = 100, 1_000_000
NO_SKILL = -100  # nothing but a fluke succeeds (SB-59)
FAR = 1000  # more health points than anybody has

Whole = NDArray[np.int16]
Flags = NDArray[np.bool_]
Places = NDArray[np.intp]


def simulate(fight: Fight, seed: int, trials: int) -> Forecast:
    """The forecast, estimated from so many fights."""
    if not LEAST_TRIALS <= trials <= MOST_TRIALS:
        raise ValueError(f"Fights are thrown from {LEAST_TRIALS:,} to {MOST_TRIALS:,} times.")
    if seed < 0:
        raise ValueError("A seed is a whole number from 0 up.")
    brawl = Brawl(fight, seed, trials)
    for number in range(1, fight.rounds + 1):
        brawl.round(number)
        if not brawl.fights.size:
            break
    brawl.leave(np.ones(brawl.fights.size, np.bool_), 0)
    return forecast_of(brawl)


class Ends:
    """How the fights ended, a row for each fighter, a column for each fight."""

    def __init__(self, fighters: int, trials: int) -> None:
        self.up: Flags = np.zeros((fighters, trials), np.bool_)
        self.dead: Flags = np.zeros((fighters, trials), np.bool_)
        self.hp: Whole = np.zeros((fighters, trials), np.int16)
        self.round: Whole = np.zeros(trials, np.int16)  # 0: it went on


class Brawl:
    """Many fights side by side: a row for each fighter, a column for each fight still going."""

    def __init__(self, fight: Fight, seed: int, trials: int) -> None:
        self.fight, self.trials = fight, trials
        self.fighters, self.side = fight.fighters, fight.side_of
        here = len(fight.sides[0])
        self.rows = (slice(0, here), slice(here, None))  # of each side
        self.random = np.random.default_rng(seed)
        self.ends = Ends(len(self.fighters), trials)
        self.fights: Places = np.arange(trials)
        self.hp = self.alike([f.hp for f in self.fighters])
        self.pool = self.alike([0] * len(self.fighters))
        self.debt = self.alike([f.debt for f in self.fighters])
        self.loading = self.alike([f.loading for f in self.fighters])
        self.berserk: Flags = self.alike([f.berserk for f in self.fighters]) > 0
        self.up: Flags = self.hp >= 0
        self.dead: Flags = ~self.up
        self.waiting: Flags = np.zeros(len(self.fighters), np.bool_)

    def alike(self, values: list[int]) -> Whole:
        """The same numbers in every fight."""
        return np.repeat(np.array(values, np.int16)[:, None], self.trials, axis=1)

    def of(self, values: list[int], who: Places) -> Whole:
        """A number of each of these fighters."""
        return np.array(values, np.int16)[who]

    # -- Rounds (T2, T20) ----------------------------------------------------------------------

    def round(self, number: int) -> None:
        """Everybody gets a turn in every fight."""
        self.pool = np.where(self.up, np.maximum(figures().actions - self.debt, 0), 0)
        self.debt[:] = 0
        self.waiting[:] = True
        for who in self.fight.order:
            self.waiting[who] = False
            self.turn(who)
        self.leave(~self.both_stand(), number)

    def both_stand(self) -> Flags:
        first, second = (self.up[rows].any(axis=0) for rows in self.rows)
        return np.asarray(first & second, np.bool_)

    def leave(self, over: Flags, number: int) -> None:
        """Fights that are over are written down and left alone."""
        done, ends = self.fights[over], self.ends
        ends.round[done] = number
        ends.up[:, done], ends.dead[:, done] = self.up[:, over], self.dead[:, over]
        ends.hp[:, done] = self.hp[:, over]
        stay = np.flatnonzero(~over)
        self.fights = self.fights[stay]
        for name in ("hp", "pool", "debt", "loading", "berserk", "up", "dead"):
            setattr(
                self, name, np.take(getattr(self, name), stay, axis=1)
            )  # rows stay in one piece

    def turn(self, who: int) -> None:
        """Load, attack in rage, attack, and load again, as far as the actions go (T9)."""
        rage: Flags = self.berserk[who].copy()
        fresh: Flags = np.ones(self.fights.size, np.bool_)
        pool, loading = self.pool[who], self.loading[who]
        while True:
            able = self.up[who] & self.both_stand()
            loads = able & (loading > 0) & (pool > 0)
            strikes = able & (loading == 0) & (rage | (fresh & (pool > 0)))
            if not (loads.any() or strikes.any()):
                return
            pool -= loads | (strikes & ~rage)
            loading -= loads
            loading[strikes] = self.fighters[who].reload
            fresh &= ~(strikes & ~rage)
            rage &= ~strikes
            if strikes.any():
                self.attack(who, np.flatnonzero(strikes))

    # -- An attack (T10 … T17) -----------------------------------------------------------------

    def attack(self, who: int, fights: Places) -> None:
        """Somebody attacks in these fights."""
        target = self.target(who, fights)
        defends, paid = self.defends(target, fights)
        rating = self.berserk[who, fights] * figures().berserk_bonus + rated(
            self.fighters[who].attack
        )
        natural, other = self.three(fights), self.three(fights)
        good = succeeds(natural, rating)
        if self.fight.paid == "only_if_rolled":
            defends &= good
            paid &= good
        self.debt[target, fights] += defends & ~paid
        self.pool[target, fights] -= paid
        stands = succeeds(other, self.of([rated(f.defence) for f in self.fighters], target))
        stopped = defends & np.where(is_fluke(natural), is_fluke(other), stands)
        hits = np.flatnonzero(good & ~stopped)
        self.wound(target[hits], fights[hits], self.fighters[who].dice)

    def target(self, who: int, fights: Places) -> Places:
        """Whom it attacks in each of them: one enemy after the other is looked at."""
        enemies = [n for n, side in enumerate(self.side) if side != self.side[who]]
        chosen: Places = np.zeros(self.fights.size, np.intp)
        least: Whole = np.full(self.fights.size, FAR, np.int16)
        for enemy in enemies:
            worth = self.hp[enemy] if self.fight.aim == "weakest" else np.int16(enemy)
            better = self.up[enemy] & (worth < least)
            np.copyto(chosen, enemy, where=better)
            np.copyto(least, worth, where=better)
        return chosen[fights]

    def defends(self, target: Places, fights: Places) -> tuple[Flags, Flags]:
        """Whether the target defends, and whether with an action of this round (SB-121)."""
        pool, debt = self.pool[target, fights], self.debt[target, fights]
        least = np.where(self.waiting[target], *map(np.int16, (2, 1)))
        has = pool >= np.where(self.habit("spare", target), least, 1)
        borrows = self.habit("borrow", target) & (pool == 0) & (debt < figures().most_borrowed)
        able = ~self.berserk[target, fights] & ~self.habit("never", target)
        return able & (has | borrows), able & has

    def habit(self, how: str, target: Places) -> Flags:
        return np.array([f.defends == how for f in self.fighters], np.bool_)[target]

    def three(self, fights: Places) -> Whole:
        """Three dice for each of these fights."""
        thrown = self.random.integers(1, 7, (3, len(fights)), np.int16)
        return np.asarray(thrown.sum(axis=0), np.int16)

    # -- A hit (SB-85 … SB-99, SB-128) ---------------------------------------------------------

    def wound(self, target: Places, fights: Places, dice: int) -> None:
        """Damage, the knock-out roll, and a rabbit's rage."""
        thrown = self.random.integers(1, 7, (dice, len(fights)), np.int16)
        from_ = self.of([f.hurts_from for f in self.fighters], target)
        damage = (thrown >= from_).sum(axis=0).astype(np.int16)
        hurt = damage > 0
        target, fights = target[hurt], fights[hurt]
        self.hp[target, fights] -= damage[hurt]
        left = self.hp[target, fights]
        dead = left < self.of([f.frail for f in self.fighters], target)
        stays = ~dead & succeeds(self.three(fights), left)
        spared = dead & (self.of([f.spared for f in self.fighters], target) > 0)
        self.hp[target[spared], fights[spared]] = 0
        self.dead[target, fights] = dead & ~spared
        self.up[target, fights] = stays
        self.debt[target, fights] *= stays
        rabbit = self.of([f.rabbit for f in self.fighters], target) > 0
        rage = self.random.integers(1, 7, len(fights)) >= figures().berserk_from
        self.berserk[target, fights] |= stays & rabbit & rage


# -- Reading the dice (SB-18, SB-26, SB-27) ------------------------------------------------------


def rated(rating: int | None) -> int:
    return NO_SKILL if rating is None else rating


def is_fluke(natural: Whole) -> Flags:
    return np.asarray(natural >= figures().fluke, np.bool_)


def succeeds(natural: Whole, modifier: Whole) -> Flags:
    """Whether three dice succeed, in every fight."""
    reached = (natural > figures().fumble) & (natural + modifier >= figures().target)
    return np.asarray(is_fluke(natural) | reached, np.bool_)


# -- In figures ----------------------------------------------------------------------------------


def forecast_of(brawl: Brawl) -> Forecast:
    """What was counted, with its standard errors."""
    fight, ends, won = brawl.fight, brawl.ends, brawl.ends.round > 0
    lengths = ends.round[won]
    standing = [np.where(won, ends.up[brawl.rows[side]].sum(axis=0), 0) for side in (0, 1)]
    first, second = (
        tuple(share(standing[side] == n + 1) for n in range(len(fight.sides[side])))
        for side in (0, 1)
    )
    return Forecast(
        exact=False,
        wins=(share(standing[0] > 0), share(standing[1] > 0)),
        goes_on=share(~won),
        after=fight.rounds,
        rounds=mean(lengths) if lengths.size else Figure(0.0),
        standing=(first, second),
        fighters=tuple(prospect(brawl, who, f) for who, f in enumerate(brawl.fighters)),
        trials=brawl.trials,
    )


def prospect(brawl: Brawl, who: int, fighter: Fighter) -> Prospect:
    up, dead = brawl.ends.up[who], brawl.ends.dead[who]
    left = np.where(dead, 0, brawl.ends.hp[who])
    side = brawl.side[who]
    out = share(~up & ~dead)
    return Prospect(fighter.name, side, fighter.hp, share(up), out, share(dead), mean(left))


def share(happened: Flags) -> Figure:
    """How often something happened; what never did may still be less than one in all trials."""
    found, trials = float(happened.mean()), len(happened)
    return Figure(found, sqrt(max(found * (1 - found), 1 / trials) / trials))


def mean(values: Whole) -> Figure:
    spread = float(values.std())
    return Figure(float(values.mean()), max(spread, 1 / len(values)) / sqrt(len(values)))
