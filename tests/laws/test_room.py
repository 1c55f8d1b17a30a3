"""What an act adds to a table is seen, in every game here."""

from tablefolk.testing.laws.room import *  # noqa: F403
