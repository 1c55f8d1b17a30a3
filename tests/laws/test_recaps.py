"""The recaps of every game here; and that each of the four keeps all there is to keep."""

from tests.laws.subjects import SUBJECTS

from tablefolk.testing.driver import from_demo
from tablefolk.testing.laws.recaps import *  # noqa: F403


def test_our_games_keep_facts_throws_rewards_and_who_grew__TF_15() -> None:
    settings = [(str(s), how) for s in SUBJECTS if (how := getattr(s.game, "told_as", None))]
    assert len(settings) == 4
    for game, how in settings:
        assert {"fact", "throw", "reward", "grew"} <= set(how.keeps.values()), game


def test_our_games_tell_their_demos_by_episodes__TF_15() -> None:
    """What was wanted, who wanted it, and what came of it."""
    for subject in SUBJECTS:
        if hasattr(subject.game, "told_as"):
            recap = from_demo(subject.game).recap()
            scenes = (c for c in recap.chapters if c.number)
            told = [p for c in scenes for p in c.told if p.kind == "episode"]
            assert told, subject
            assert all(p.title and p.text for p in told), subject
            names = {p.character for p in recap.players if p.character}
            assert all(any(name in p.text for name in names) for p in told), subject


def test_our_games_name_written_stakes_and_bare_numbers__TF_15() -> None:
    """So that the laws about them speak of something in every game."""
    for subject in SUBJECTS:
        if how := getattr(subject.game, "told_as", None):
            assert how.numbers, subject
            every = [(e, r) for e, r in recaps(subject)]  # noqa: F405
            heard = (stake for e, r in every for stake in came_true(e, e.heard(r.session)))  # noqa: F405
            assert any(heard), subject
