"""What people are asked and refused, tried on each game here."""

from tablefolk.testing.laws.plainness import *  # noqa: F403
