"""What holds for every game, tried on each here; and for the table itself."""

from tablefolk.core.table.at import book
from tablefolk.core.table.telling import say_so
from tablefolk.testing.laws.basics import *  # noqa: F403


def test_every_event_of_the_table_has_words() -> None:
    for event in book.events:
        assert any(key.startswith(f"{event.__name__}.told") for key in say_so.sentences), event
