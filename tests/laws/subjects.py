"""The games the laws are tried on here: Odd One and the four, with what their tests know."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from tests import toy
from tests.laws import toy_outcomes

from tablefolk import games
from tablefolk.core.game import Game
from tablefolk.testing import Evening, Outcomes, Secret, Subject

# By `python -m tests.laws.test_census` (with src on the path), when it has changed on purpose.
CENSUS: dict[str, tuple[tuple[int, ...], ...]] = {
    "odd-one": ((64,), (65, 2871)),
    "wheel-of-fate": ((250,), (69, 3290)),
    "rotate-bird": ((289,), (96, 7157)),
    "shapers-and-bots": ((557,), (242, 70636)),
    "mutagen": ((243,), (92, 7078)),
}
OWN_WORDS = {"shapers-and-bots": frozenset({"None"})}  # how skilled one is not
GM_CODES = {"rotate-bird": frozenset({"not_resting"})}  # a rest the GM has not granted (RB-101)
# Shown by tests of their own: what holds while all else is paused, what is decided from the log
# (tests/table), and what evenings seldom come to.
SHOWN_ELSEWHERE = {
    "odd-one": frozenset({"Resume", "TakeBack"}),
    "rotate-bird": frozenset({"Renew", "HandOn", "Acknowledge", "TakeOut"}),
    "shapers-and-bots": frozenset({"Reload"}),
    "mutagen": frozenset({"CarryOut"}),
}

UNLABELLED = {"shapers-and-bots": frozenset({"LoadHomemade"})}  # its page of home-made things

PICTURED = {"rotate-bird": frozenset({"Combine"})}  # chosen by their pictures, in one form


def read_by(module: ModuleType) -> Outcomes:
    """How a game's `outcomes.py` reads a throw."""
    return Outcomes(module.promised, module.came, getattr(module, "moments", None))


def from_tests(game: Game) -> Subject:
    """One of the four, with what lies in `tests/games/<game>/`."""

    def tests(name: str) -> Any:
        return import_module(f"tests.games.{games.module_of(game.key).rpartition('.')[2]}.{name}")

    def told() -> tuple[Callable[[], Any], ...]:
        """Whole evenings, as far as a game's tests have some: the digest's, and one in words."""
        found = find_spec(f"{tests('moments').__package__}.evening")
        return (
            *getattr(tests("moments"), "EVENINGS", ()),
            *((tests("evening").told,) if found else ()),
        )

    def evenings(played: tuple[Callable[[], Any], ...]) -> tuple[Callable[[], Evening], ...]:
        return tuple(_evening(tests("table").GAME, one) for one in played)

    return Subject(
        game,
        moments=evenings(tests("moments").MOMENTS),
        beginnings=evenings(tests("beginnings").FURTHER),
        evenings=evenings(told()),
        secrets=tests("secrets").SECRETS,
        outcomes=read_by(tests("outcomes")),
        planned=tests("beginnings").PLANNED,
        census=CENSUS[game.key],
        own_words=OWN_WORDS.get(game.key, frozenset()),
        gm_codes=GM_CODES.get(game.key, frozenset()),
        shown_elsewhere=SHOWN_ELSEWHERE.get(game.key, frozenset()),
        unlabelled=UNLABELLED.get(game.key, frozenset()),
        pictured=PICTURED.get(game.key, frozenset()),
    )


def _evening(at: Any, moment: Callable[[], Any]) -> Callable[[], Evening]:
    """What a game's tests have played, as the laws play it on."""

    def evening() -> Evening:
        played = moment()
        return Evening.of(at, played.table, played.log)

    return evening


ODD_ONE = Subject(
    toy,
    secrets=(Secret(toy.HideWord, ("text",)),),
    outcomes=read_by(toy_outcomes),
    census=CENSUS["odd-one"],
    shown_elsewhere=SHOWN_ELSEWHERE["odd-one"],
    table_too=True,
)
SUBJECTS = (ODD_ONE, *map(from_tests, games.shelf().games))


def subject_of(game: Game) -> Subject:
    return next(one for one in SUBJECTS if one.game is game)
