"""The words of every game here."""

from tablefolk.testing.laws.stanzas import *  # noqa: F403
