"""The stage of every game here."""

from tablefolk.testing.laws.stage import *  # noqa: F403
