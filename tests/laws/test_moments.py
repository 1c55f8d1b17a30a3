"""The big moments of every game here; and that each of the four has all that it could have."""

from tests.laws.subjects import SUBJECTS

from tablefolk.core.recap import EVERYBODY
from tablefolk.testing.driver import from_demo, moments
from tablefolk.testing.laws.moments import *  # noqa: F403

PICKED_LATER = {"PoolRolled"}  # of these dice one is picked, and that is the moment


def test_our_games_show_throws_rewards_who_is_ready_and_who_grew() -> None:
    settings = [(str(s), how) for s in SUBJECTS if (how := getattr(s.game, "told_as", None))]
    assert len(settings) == 4
    for game, how in settings:
        kinds = {moment.kind for moment in how.moments.values()}
        assert {"throw", "reward", "finished", "growth"} <= kinds, game


def test_whatever_a_game_has_to_fill_or_to_say_farewell_to_is_a_moment() -> None:
    """Wheel of Fate knows no death, Shapers and Bots no track."""
    kinds = {
        s.game.key: {moment.kind for moment in how.moments.values()}
        for s in SUBJECTS
        if (how := getattr(s.game, "told_as", None))
    }
    fill = {game for game, found in kinds.items() if "filled" in found}
    part = {game for game, found in kinds.items() if "farewell" in found}
    assert fill == {"wheel-of-fate", "rotate-bird", "mutagen"}
    assert part == {"rotate-bird", "shapers-and-bots", "mutagen"}


def test_dice_that_everybody_is_told_of_are_a_moment() -> None:
    """Whatever a line sets as a throw, thrown in that very act."""
    for subject in SUBJECTS:
        if not hasattr(subject.game, "told_as"):
            continue
        for evening in (from_demo(subject.game), *moments(subject)):
            for entry in (one for one in evening.entries if one.faces):
                lines = evening.told(EVERYBODY, entry)
                threw = any(line.kind == "threw" and line.text for line in lines)
                kinds = {line.big.kind for line in lines if line.big}
                names = {type(event).__name__ for event in entry.events}
                assert not threw or "throw" in kinds or names & PICKED_LATER, lines
