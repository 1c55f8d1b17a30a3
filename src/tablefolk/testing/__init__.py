"""Laws for every game: `TestLaws = laws_of(my_game)` in a file that pytest reads.

What only a game's own tests can know (moments worth a look, what is secret, how a throw is read)
is given with it: `laws_of(Subject(my_game, secrets=…, outcomes=…))`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

try:
    import httpx as _httpx  # noqa: F401
    import pytest
except ModuleNotFoundError as lacking:
    _why = f"The laws need {lacking.name}: pip install 'tablefolk[testing]' brings it."
    raise ModuleNotFoundError(_why, name=lacking.name) from None
else:
    pytest.register_assert_rewrite("tablefolk.testing.laws")

from tablefolk.core.game import Game
from tablefolk.testing.faults import faults_raised
from tablefolk.testing.playing import HOUSE, Evening
from tablefolk.testing.secret import Secret
from tablefolk.testing.subject import Outcomes, Subject

__all__ = ["HOUSE", "LAWS", "Evening", "Outcomes", "Secret", "Subject", "laws_of"]

LAWS = (
    "basics", "whose", "secrets", "secrets_on_the_web", "stage", "forms", "drawn", "recaps",
    "moments", "odds", "own_words", "plainness", "stanzas", "reach", "room", "census",
)  # fmt: skip
Law = Callable[[Subject], None]


def laws_of(game: Game | Subject) -> type:
    """A class of tests, one for each law, for pytest to find under a name like `TestLaws`."""
    subject = game if isinstance(game, Subject) else Subject(game)
    tests = {name: _test(law, subject) for name, law in every_law().items()}
    return type("Laws", (), {"__doc__": f"What {subject} must keep, as every game.", **tests})


def every_law() -> dict[str, Law]:
    """Every law there is, by its name."""
    found = dict[str, Law]()
    for chapter in LAWS:
        module = import_module(f"{__name__}.laws.{chapter}")
        found |= {name: law for name, law in vars(module).items() if name.startswith("test_")}
    return found


def _test(law: Law, subject: Subject) -> Callable[[object], None]:
    """The law as a method: pytest finds nothing to fill in but the class itself."""

    def test(self: object) -> None:
        with faults_raised():
            law(subject)

    test.__name__, test.__doc__ = law.__name__, law.__doc__
    return test
