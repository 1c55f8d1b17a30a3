"""A recap keeps what everybody was told, in the words in which they were told (TF-15)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from tablefolk.core.game import Event
from tablefolk.core.recap import EVERYBODY, Recap, joined, placed
from tablefolk.core.story import Kept, Setting, about
from tablefolk.core.table import takeback
from tablefolk.core.table.further import further
from tablefolk.testing.driver import from_demo, moments
from tablefolk.testing.playing import Evening
from tablefolk.testing.subject import Subject


def recaps(subject: Subject) -> Iterator[tuple[Evening, Recap]]:
    """Of the demo and of every moment that the game's tests name, each evening."""
    for evening in (from_demo(subject.game), *moments(subject)):
        for session in range(1, evening.table.session + 1):
            yield evening, evening.recap(session)


def test_every_word_of_a_recap_was_told_to_an_onlooker__TF_15(subject: Subject) -> None:
    for evening, recap in recaps(subject):
        heard = " ".join(_heard(evening))
        shown = evening.receives(EVERYBODY).decode()
        for text in _texts(recap):
            assert text in heard, f"Nobody looking on was told: {text}"
        for one in recap.players:
            for name in (one.name, one.character):
                assert name in heard + shown, f"Nobody looking on has met {name}."


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


def test_what_was_replaced_later_does_not_stand_in_a_recap__TF_15(subject: Subject) -> None:
    """No text is looked back at that was told only of what something later has undone."""
    for evening, recap in recaps(subject):
        shown = {text.rstrip(".") for text in _texts(recap)}
        undone, standing = _undone(evening, recap.session)
        gone = shown & (undone - standing)
        assert not gone, f"A recap tells what was undone: {'; '.join(sorted(gone))}"


def _undone(evening: Evening, session: int) -> tuple[set[str], set[str]]:
    """What was told of events that a later one of the evening undoes, and of all others."""
    how = evening.at.further.told_as
    every = [e for p in placed(takeback.standing(evening.entries)) if p.session == session
             for e in p.entry.events]  # fmt: skip
    undone, standing = set[str](), set[str]()
    for n, event in enumerate(every):
        if how and (line := evening.at.tell(evening.table, event, EVERYBODY)):
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


CORE = "tablefolk.core."
KEPT = frozenset(get_args(Kept))
ANEW = ("Withdrawn", "Redescribed", "Reworded")  # let be, or said anew


def test_what_is_let_be_or_said_anew_undoes_what_it_was__TF_15(subject: Subject) -> None:
    """Known by its name: a game that forgets it would look back at what was given up."""
    how = further(subject.game).told_as
    events = {event.__name__: event for event in subject.game.events}
    undoes = dict(how.undoes) if how else {}
    own = (name for name, kind in events.items() if not kind.__module__.startswith(CORE))
    forgotten = {name for name in own if name.endswith(ANEW)} - {*undoes}
    assert how is None or not forgotten, f"told_as.undoes forgets {', '.join(sorted(forgotten))}."


def test_a_game_names_events_of_its_own_as_worth_keeping__TF_15(subject: Subject) -> None:
    how = further(subject.game).told_as
    kept = dict(how.keeps) if how else {}
    strange = set(kept) - {event.__name__ for event in subject.game.events}
    assert not strange, f"told_as.keeps names no event of this game: {', '.join(sorted(strange))}."
    assert set(kept.values()) <= KEPT, f"A recap keeps nothing but {', '.join(sorted(KEPT))}."


def test_what_a_scene_turned_on_and_what_was_thrown_is_read_where_it_happened__TF_15(
    subject: Subject,
) -> None:
    """All of it, but for what a long scene has no room for; nothing is read twice."""
    for evening, recap in recaps(subject):
        for chapter in recap.chapters:
            read = [p.text for p in chapter.told]
            twice = {*read} & {*chapter.listed("throws")}
            assert not twice, f"A recap tells this twice: {'; '.join(sorted(twice))}"
            if "…" not in read:
                turns = {*_turns(evening, recap.session, chapter.number)}
                assert turns <= {*read}, f"A recap forgets: {'; '.join(sorted(turns - {*read}))}"


def _turns(evening: Evening, session: int, scene: int) -> Iterator[str]:
    for place in placed(takeback.standing(evening.entries)):
        if (place.session, place.scene, place.over) == (session, scene, False):
            lines = evening.told(EVERYBODY, place.entry)
            yield from filter(None, [joined(x.text for x in lines if x.keeps == "turn")])


def test_every_demo_leaves_something_to_look_back_at__TF_15(subject: Subject) -> None:
    evening = from_demo(subject.game)
    recap = evening.recap()
    thrown = any(entry.faces for entry in evening.entries)
    assert [c.title for c in recap.chapters if c.number], "No scene of the demo is looked back at."
    assert recap.kept("throws") or not thrown, "No throw of the demo is looked back at."
    if hasattr(subject.game, "speaks_as"):
        nobody = [one.name for one in recap.players if not (one.gm or one.character)]
        assert not nobody, f"Of these one does not read whom they played: {', '.join(nobody)}."
