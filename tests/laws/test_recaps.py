"""The recaps of every game here; and that each of the four keeps all there is to keep."""

from tests.laws.subjects import SUBJECTS

from tablefolk.testing.laws.recaps import *  # noqa: F403


def test_our_games_keep_facts_throws_rewards_and_who_grew__TF_15() -> None:
    settings = [(str(s), how) for s in SUBJECTS if (how := getattr(s.game, "told_as", None))]
    assert len(settings) == 4
    for game, how in settings:
        assert {"fact", "throw", "reward", "grew"} <= set(how.keeps.values()), game
