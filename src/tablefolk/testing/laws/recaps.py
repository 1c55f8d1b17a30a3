"""A recap keeps what everybody was told, in the words in which they were told (TF-15)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import get_args

from tablefolk.core.game import Event
from tablefolk.core.recap import (
    EVERYBODY,
    Chapter,
    Heard,
    Recap,
    episodes_of,
    joined,
    placed,
)
from tablefolk.core.story import Kept, Setting, about
from tablefolk.core.table import takeback
from tablefolk.core.table.further import further
from tablefolk.testing.driver import from_demo, moments
from tablefolk.testing.playing import Evening
from tablefolk.testing.subject import Subject


def recaps(subject: Subject) -> Iterator[tuple[Evening, Recap]]:
    """Of the demo, of every moment that the game's tests name and of whole evenings, each one."""
    whole = (evening() for evening in subject.evenings)
    for evening in (from_demo(subject.game), *moments(subject), *whole):
        for session in range(1, max(1, evening.table.session) + 1):
            yield evening, evening.recap(session)


def test_every_word_of_a_recap_was_told_to_an_onlooker__TF_15(subject: Subject) -> None:
    for evening, recap in recaps(subject):
        heard = " ".join(_heard(evening))
        shown = evening.receives(EVERYBODY).decode()
        own = {title.rstrip(".:")[1:] for title in _again(evening, recap)}
        for text in {*_texts(recap), *_quoted(recap)} - own:
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
    """What is told in the very words of the story; episodes have sentences of their own."""
    for chapter in recap.chapters:
        yield from (p.text for p in chapter.told if p.kind not in ("left_out", "episode"))
        yield from (*chapter.facts, *chapter.rewards, *chapter.grew)


def _quoted(recap: Recap) -> Iterator[str]:
    """What episodes quote of people's words: what was wanted, argued, and staked."""
    for p in (p for chapter in recap.chapters for p in chapter.told):
        # Its first letter is a capital there; it may lead into the sentence.
        yield p.title.rstrip(".:")[1:]
        yield from p.stakes
        yield from (text for one in p.arguments for text in (one.text, one.about))


def _again(evening: Evening, recap: Recap) -> Iterator[str]:
    """Of episodes that are read in parts, the title of the later ones: the game's own words."""
    for chapter in recap.chapters:
        heard = _of_chapter(evening, recap, chapter)
        every = episodes_of(evening.at, evening.table, heard) or ()
        yield from (one.again for one in every)


def test_no_recap_lists_more_than_three_throws_of_a_scene__TF_15(subject: Subject) -> None:
    for _, recap in recaps(subject):
        for chapter in recap.chapters:
            told = [p for p in chapter.told if p.kind == "threw"]
            assert len(told) <= 3, f"{len(told)} throws are told one by one."
            assert len(chapter.throws) <= 3, f"It lists {len(chapter.throws)} throws."


def test_no_written_stake_that_came_true_is_dropped__TF_15(subject: Subject) -> None:
    """Whatever else a long scene has no room for; found in what was told, not by the recap."""
    for evening, recap in recaps(subject):
        for chapter in recap.chapters:
            read = " ".join((*(p.text for p in chapter.told), *chapter.facts))
            heard = _of_chapter(evening, recap, chapter)
            for stake in came_true(evening, heard):
                assert stake[1:] in read, f"A stake came true untold: {stake}"
            for one in episodes_of(evening.at, evening.table, heard) or ():
                assert one.text, f"An episode without words: {one.title}"
                untold = [stake for stake in one.stakes if stake[1:].rstrip(".") not in read]
                assert not untold, f"A stake came true untold: {untold}"


def _of_chapter(evening: Evening, recap: Recap, chapter: Chapter) -> list[Heard]:
    heard = evening.heard(recap.session, chapter.number)
    return [h for h in heard if h.place.scene == chapter.number and not h.place.over]


def came_true(evening: Evening, heard: Iterable[Heard]) -> Iterator[str]:
    """What somebody wrote and everybody then saw come true: on a card, or by `told_as.stakes`."""
    how = evening.at.further.told_as
    fields = dict(how.stakes) if how else {}
    on_cards = dict[int, str]()  # of dice that were changed later, what they came to then
    for event, line in (told for one in heard for told in one.told):
        if line.card:
            key = getattr(event, "roll", None)
            on_cards[key if isinstance(key, int) else id(event)] = getattr(line.card, "means", "")
        field = fields.get(type(event).__name__)
        words = attrgetter(field)(event) if field else ""
        yield from [words.strip().rstrip(".")] * bool(words)
    yield from (words.strip().rstrip(".") for words in on_cards.values() if words)


def test_an_argument_is_of_whoever_was_told_to_have_made_it__TF_15(subject: Subject) -> None:
    """A line of the story that says what they brought up begins with their name."""
    for evening, recap in recaps(subject):
        for chapter in recap.chapters:
            heard = _of_chapter(evening, recap, chapter)
            told = [line.text for one in heard for line in one.lines]
            for one in (one for p in chapter.told for one in p.arguments):
                brought = one.text or one.about
                known = [text for text in told if brought in text]
                theirs = any(text.startswith(one.who) for text in known)
                assert theirs or not (brought and known), f"{one.who} did not say: {brought}"


def test_a_scene_is_told_in_the_order_in_which_it_happened__TF_15(subject: Subject) -> None:
    """Act after act, as the log has them; an episode that went on for long in its parts."""
    for evening, recap in recaps(subject):
        for chapter in recap.chapters:
            log = _in_order(evening, _of_chapter(evening, recap, chapter))
            for p in chapter.told:
                if p.kind != "left_out":
                    found = any(any(map(p.text.startswith, texts)) for texts in log)
                    assert found, f"This is told too late, or nowhere in the log: {p.text}"


def _in_order(evening: Evening, heard: list[Heard]) -> Iterator[list[str]]:
    """What may be read of each place of a scene: its line, and the episodes told there."""
    episodes = episodes_of(evening.at, evening.table, heard) or ()
    pieces = [piece for one in episodes for piece in one.pieces()]
    first = 0
    for one in heard:
        places = range(first, first + len(one.told))
        first = places.stop
        there = [piece.text for n in places for piece in pieces if piece.at == n and piece.text]
        yield from ([text] for text in there)
        yield from ([line.text.strip() for line in one.lines] for _ in one.lines)


def test_whoever_falls_is_in_the_recap_of_the_scene__TF_15(subject: Subject) -> None:
    """And what is full: whatever is shown large as a farewell, or as filled."""
    for evening, recap in recaps(subject):
        for chapter in recap.chapters:
            read = " ".join((*(p.text for p in chapter.told), *chapter.facts))
            for one in _of_chapter(evening, recap, chapter):
                for big in (line.big for line in one.lines if line.big):
                    if big.kind in ("farewell", "filled"):
                        assert big.who in read, f"Nothing is told of {big.who}: {big.means}"


def test_what_is_called_a_stake_or_a_number_is_an_event_of_the_game__TF_15(
    subject: Subject,
) -> None:
    how = further(subject.game).told_as
    named = {*how.numbers, *how.stakes} if how else set()
    strange = named - {event.__name__ for event in subject.game.events}
    assert not strange, f"told_as names no event of this game: {', '.join(strange)}."


def test_a_number_is_told_with_what_happened__TF_15(subject: Subject) -> None:
    """A recap never tells that stress or harm rose and nothing else."""
    how = further(subject.game).told_as
    every = list(recaps(subject))
    told = [(e, x.text) for v, r in every for h in v.heard(r.session) for e, x in h.told]
    fields = dict(how.numbers) if how else {}
    counted = [(fields[type(e).__name__], e, x) for e, x in told if type(e).__name__ in fields]
    alone = {x.strip().rstrip(".") for f, e, x in counted if not (f and attrgetter(f)(e))}
    number = re.compile("|".join(rf"\d+ {unit}" for unit in sorted(units(alone))) or r"(?!)")
    for _, recap in every:
        for text in _texts(recap):
            assert text.rstrip(".") not in alone, f"A number without what happened: {text}"
        for text in _episodes(recap):
            said = [one for one in SENTENCES.split(text) if not number.search(one)]
            assert any(map(str.strip, said)), f"Nothing but numbers: {text}"


SENTENCES = re.compile(r"(?<=[.!?]) ")
UNIT = re.compile(r"\d+ (\w{4,})")  # 2 stress, 3 damage; shorter is a word like "of"


def units(texts: Iterable[str]) -> set[str]:
    """What is counted in sentences that tell a number and nothing else."""
    return {unit for text in texts for unit in UNIT.findall(text)}


def _episodes(recap: Recap) -> Iterator[str]:
    return (p.text for c in recap.chapters for p in c.told if p.kind == "episode")


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
            if "…" not in read and evening.at.further.episodes is None:
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
    told = recap.kept("throws") or [
        p for c in recap.chapters for p in c.told if p.kind == "episode"
    ]
    assert told or not thrown, "No throw of the demo is looked back at."
    if hasattr(subject.game, "speaks_as"):
        nobody = [one.name for one in recap.players if not (one.gm or one.character)]
        assert not nobody, f"Of these one does not read whom they played: {', '.join(nobody)}."


def test_whoever_grows_is_in_the_cast__TF_15(subject: Subject) -> None:
    """Also where they did so once the evening was over, or where another played for them."""
    for evening, recap in recaps(subject):
        cast = {player.name for player in recap.players}
        for one in evening.heard(recap.session):
            seat = one.place.entry.seat
            if not one.place.early and any(line.keeps == "grew" for line in one.lines):
                assert evening.table.name_of(seat.id) in cast, f"{seat.id} has grown."
