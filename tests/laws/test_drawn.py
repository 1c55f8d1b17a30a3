"""Everything is drawn, of every game here."""

from tablefolk.testing.laws.drawn import *  # noqa: F403
