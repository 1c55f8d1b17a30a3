"""Everybody's forms, while the others act."""

from tablefolk.testing.laws.forms import *  # noqa: F403
