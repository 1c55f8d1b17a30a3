"""The odds of every game here are what its dice do."""

from tablefolk.testing.laws.odds import *  # noqa: F403
