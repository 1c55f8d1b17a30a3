"""The secrets of every game here, before they are drawn."""

from tablefolk.testing.laws.secrets import *  # noqa: F403
