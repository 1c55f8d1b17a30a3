"""The secrets of every game here, in all that goes out over HTTP."""

from tablefolk.testing.laws.secrets_on_the_web import *  # noqa: F403
