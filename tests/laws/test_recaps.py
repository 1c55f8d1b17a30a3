"""A recap keeps what everybody was told, in the words in which they were told (TF-15)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.laws.driver import GAMES, from_demo, moments, named
from tests.table.playing import Evening

from tablefolk.core.game import Event, Game
from tablefolk.core.recap import EVERYBODY, Recap, joined, placed
from tablefolk.core.story import Setting, about
from tablefolk.core.table import takeback

every_game = pytest.mark.parametrize("game", GAMES, ids=named)


def recaps(game: Game) -> Iterator[tuple[Evening, Recap]]:
    """Of the demo and of every moment that the game's tests name, each evening."""
    for evening in (from_demo(game), *moments(game)):
        for session in range(1, evening.table.session + 1):
            yield evening, evening.recap(session)


@every_game
def test_every_word_of_a_recap_was_told_to_an_onlooker__TF_15(game: Game) -> None:
    for evening, recap in recaps(game):
        heard = " ".join(_heard(evening))
        shown = evening.receives(EVERYBODY).decode()
        for text in _texts(recap):
            assert text in heard, text
        for one in recap.players:
            assert one.name in heard + shown
            assert one.character in heard + shown


def _heard(evening: Evening) -> Iterator[str]:
    """What stands of the story, as an onlooker hears it; throws and turns once more as one."""
    for _, entry in takeback.standing(evening.entries):
        lines = evening.told(EVERYBODY, entry)
        yield from (line.text for line in lines)
        for kind in ("throw", "turn"):
            yield joined(line.text for line in lines if line.keeps == kind)


def _texts(recap: Recap) -> Iterator[str]:
    for chapter in recap.chapters:
        yield from (p.text for p in chapter.told if p.kind != "left_out")
        yield from (*chapter.facts, *chapter.throws, *chapter.rewards, *chapter.grew)


@every_game
def test_what_was_replaced_later_does_not_stand_in_a_recap__TF_15(game: Game) -> None:
    """No text is looked back at that was told only of what something later has undone."""
    for evening, recap in recaps(game):
        shown = {text.rstrip(".") for text in _texts(recap)}
        undone, standing = _undone(evening, recap.session)
        assert not shown & (undone - standing)


def _undone(evening: Evening, session: int) -> tuple[set[str], set[str]]:
    """What was told of events that a later one of the evening undoes, and of all others."""
    how: Any = getattr(evening.at.game, "told_as", None)
    every = [e for p in placed(takeback.standing(evening.entries)) if p.session == session
             for e in p.entry.events]  # fmt: skip
    undone, standing = set[str](), set[str]()
    for n, event in enumerate(every if how else ()):
        line = evening.at.tell(evening.table, event, EVERYBODY)
        if line:
            (undone if _gone(how, n, every) else standing).add(line.text.strip().rstrip("."))
    return undone, standing


def _gone(how: Setting, n: int, every: list[Event]) -> bool:
    """Whether something that itself stands has undone it later."""
    later = range(n + 1, len(every))
    return any(_undoes(how, every[m], every[n]) and not _gone(how, m, every) for m in later)


def _undoes(how: Setting, later: Event, event: Event) -> bool:
    name, other = type(event).__name__, type(later).__name__
    if name not in how.undoes.get(other, ()):
        return False
    return about(event, how) == about(later, how)


ANEW = ("Withdrawn", "Redescribed", "Reworded")  # let be, or said anew


@every_game
def test_what_is_let_be_or_said_anew_undoes_what_it_was__TF_15(game: Game) -> None:
    """Known by its name: a game that forgets it would look back at what was given up."""
    how = getattr(game, "told_as", None)
    events = {event.__name__: event for event in game.events}
    undoes = dict(how.undoes) if how else {}
    own = {name for name, event in events.items() if event.__module__.startswith(game.__name__)}
    assert {name for name in own if name.endswith(ANEW)} <= {*undoes} or how is None


@every_game
def test_a_game_names_events_of_its_own_as_worth_keeping__TF_15(game: Game) -> None:
    how = getattr(game, "told_as", None)
    kept = dict(how.keeps) if how else {}
    assert set(kept) <= {event.__name__ for event in game.events}
    if how:
        assert {"fact", "throw", "reward", "grew"} <= set(kept.values())


@every_game
def test_what_a_scene_turned_on_and_what_was_thrown_is_read_where_it_happened__TF_15(
    game: Game,
) -> None:
    """All of it, but for what a long scene has no room for; nothing is read twice."""
    for evening, recap in recaps(game):
        for chapter in recap.chapters:
            read = [p.text for p in chapter.told]
            assert not {*read} & {*chapter.listed("throws")}
            if "…" not in read:
                assert {*_turns(evening, recap.session, chapter.number)} <= {*read}


def _turns(evening: Evening, session: int, scene: int) -> Iterator[str]:
    for place in placed(takeback.standing(evening.entries)):
        if (place.session, place.scene, place.over) == (session, scene, False):
            lines = evening.told(EVERYBODY, place.entry)
            yield from filter(None, [joined(x.text for x in lines if x.keeps == "turn")])


@every_game
def test_every_demo_leaves_something_to_look_back_at__TF_15(game: Game) -> None:
    recap = from_demo(game).recap()
    assert [c.title for c in recap.chapters if c.number]
    assert recap.kept("throws")
    assert all(one.character for one in recap.players if not one.gm) or not hasattr(
        game, "speaks_as"
    )
