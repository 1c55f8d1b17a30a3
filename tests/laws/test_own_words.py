"""What whoever runs a game is called, in every game here that has a word of its own for them."""

from tests.laws.subjects import SUBJECTS

from tablefolk.testing.laws.own_words import *  # noqa: F403

ONLY = [subject for subject in SUBJECTS if subject.game.about.gm != "GM"]
