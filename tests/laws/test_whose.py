"""Who may do what, in every game here and at the table itself."""

from tablefolk.testing.laws.whose import *  # noqa: F403
