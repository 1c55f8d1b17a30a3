"""What holds for every game, tried on each here; and for the table itself."""

from tablefolk.core.table.at import EVOLVE
from tablefolk.core.table.telling import say_so
from tablefolk.testing.laws.basics import *  # noqa: F403


def test_every_event_of_the_table_has_words() -> None:
    for event in EVOLVE:
        assert any(key.startswith(f"{event.__name__}.told") for key in say_so.sentences), event
