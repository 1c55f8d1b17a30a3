"""The fight forecast: who of two sides will win, and how hurt they will be.

Small fights are worked out exactly (`exact`), larger ones thrown many times over (`simulation`).
"""

from __future__ import annotations

from tablefolk.games.shapers_and_bots.forecast import exact
from tablefolk.games.shapers_and_bots.forecast.result import Forecast
from tablefolk.games.shapers_and_bots.forecast.sides import Fight, faults

USUAL_TRIALS = 20_000


def forecast(fight: Fight, seed: int, trials: int = USUAL_TRIALS) -> Forecast:
    """The forecast of a fight; the seed only matters where it is too large to be exact."""
    if wrong := faults(fight):
        raise ValueError(wrong[0])
    try:
        return exact.exact(fight)
    except exact.TooLarge:
        return estimate(fight, seed, trials)


def load() -> None:
    """Bring in what an estimate needs, before anybody waits for one: NumPy takes its time."""
    from tablefolk.games.shapers_and_bots.forecast import simulation  # noqa: F401


def estimate(fight: Fight, seed: int, trials: int = USUAL_TRIALS) -> Forecast:
    """The forecast from dice thrown, with its standard error."""
    from tablefolk.games.shapers_and_bots.forecast.simulation import simulate  # brings NumPy

    return simulate(fight, seed, trials)
