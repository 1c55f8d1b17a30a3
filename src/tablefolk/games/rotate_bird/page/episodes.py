"""A scene as its recap tells it: the scenario, and each test with what was argued (TF-15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from tablefolk.core.episodes import Argument, Episode, Thread, Throw, threads
from tablefolk.core.game import Drawn, Event
from tablefolk.core.words import begun, listing, sentence
from tablefolk.games.rotate_bird.page.tell import drawn_by, words_of
from tablefolk.games.rotate_bird.rules.chances import available, clean, mild, success, without
from tablefolk.games.rotate_bird.rules.doing import DoingBrought
from tablefolk.games.rotate_bird.rules.edges import EdgeGiven
from tablefolk.games.rotate_bird.rules.fallout import FalloutDescribed, FalloutRolled, OffsetPaid
from tablefolk.games.rotate_bird.rules.incident import (
    CircleCorrected,
    FactReworded,
    IncidentRolled,
    IncidentWritten,
    WordingSuggested,
)
from tablefolk.games.rotate_bird.rules.opposition import NpcOut, ShruggedOff
from tablefolk.games.rotate_bird.rules.reading import meaning
from tablefolk.games.rotate_bird.rules.rolling import (
    BoxChecked,
    DiePicked,
    EdgeEarned,
    TestClosed,
    TrackFilled,
)
from tablefolk.games.rotate_bird.rules.state import Bird
from tablefolk.games.rotate_bird.rules.tests import TestOpened, TestWaived
from tablefolk.games.rotate_bird.rules.tracks import TrackSettled
from tablefolk.games.rotate_bird.rules.values import Tap, Test
from tablefolk.games.rotate_bird.rules.wording import (
    labelled,
    picture,
    say,
    toward,
    track_called,
    track_kind,
)  # fmt: skip
from tablefolk.games.rotate_bird.rules.worksheet import (
    CircleRolled,
    FactorsSet,
    FactWritten,
    WorksheetStarted,
)

SCENARIO = (
    WorksheetStarted, FactorsSet, CircleRolled, FactWritten, WordingSuggested, FactReworded,
    CircleCorrected, IncidentRolled, IncidentWritten,
)  # fmt: skip

THROWN = (DiePicked, ShruggedOff)  # where a number stood in the end


def episodes(bird: Bird, events: Sequence[Event], /) -> Iterator[Episode]:
    """The scenario of a worksheet, and tests that were rolled, or found to need no roll."""
    following = 0  # the test that the boxes, tracks and NPCs told just after it belong to
    filled = dict[int, int]()  # the test by which a track was filled

    def belongs(event: Event) -> int | None:
        nonlocal following
        if isinstance(event, EdgeEarned | EdgeGiven):  # rewards, told as such
            return None
        if isinstance(event, TrackSettled):
            return filled.get(event.track)
        if isinstance(event, TrackFilled) and following in bird.tests:
            filled[event.track] = following
        after = isinstance(event, BoxChecked | TrackFilled | NpcOut)
        number = following if after else getattr(event, "test", 0)
        following = number.id if isinstance(number, Test) else number
        return following if following in bird.tests else None

    for thread in threads(events, lambda event: isinstance(event, SCENARIO) or None):
        yield from scenario(thread)
    for thread in threads(events, belongs):
        if any(isinstance(event, DiePicked | ShruggedOff | TestWaived) for event in thread.events):
            yield episode(bird, thread)


def scenario(thread: Thread) -> Iterator[Episode]:
    """What sets it going and what is known, read where the worksheet was begun (RB-161).

    Of a worksheet that was begun anew only what was written since is told.
    """
    begun_at = [n for n, e in enumerate(thread.events) if isinstance(e, WorksheetStarted)]
    latest = Thread(thread.places, thread.events[begun_at[-1] :] if begun_at else thread.events)
    facts = {event.fact.id: event.fact.text for event in latest.found(FactWritten)}
    facts |= {event.fact: event.now for event in latest.found(FactReworded)}
    incident = "".join(event.text for event in latest.found(IncidentWritten)[-1:])
    if incident or latest.found(FactWritten):
        known = " ".join(sentence(begun(facts[n])) for n in sorted(facts))
        told = say("episode.known", facts=known) if known else say("episode.begins")
        yield replace(thread.episode(incident, (told,)), at=thread.places[0])


def episode(bird: Bird, thread: Thread) -> Episode:
    """What somebody wanted, with which pictures and why, what they took, and what it brought."""
    test = next(bird.tests[n] for n in map(_number, thread.events) if n in bird.tests)
    each = [(event, _came(bird, test, event)) for event in thread.events]
    throws = [_throw(bird, test, came) for event, came in each if isinstance(event, THROWN)]
    brought = [text for event in thread.events if (text := _brought(bird, event))]
    if throws and brought:  # a filled track or an NPC who is out was the last throw's doing
        throws[-1] = replace(throws[-1], came=brought[-1])
    sentences = [*_around(bird, test)]
    for event, came in each:
        sentences += (came, *_won(bird, test, event))
    leader = bird.name(test.leader)
    told = thread.episode(
        test.intent or say("episode.aloud", who=leader, goal=toward(bird, test)),
        (words_of(bird, text) for text in sentences),
        _arguments(bird, test, thread),
        throws=throws,
    )
    return replace(told, who=leader) if test.intent else told


def _number(event: Event) -> int:
    number = event.test.id if isinstance(event, TestOpened) else getattr(event, "test", 0)
    return number if isinstance(number, int) else 0


def _around(bird: Bird, test: Test) -> Iterator[str]:
    """For whom it was tried, who was in the way, and who helped."""
    if test.beneficiary:
        yield say("episode.setup", who=bird.name(test.beneficiary))
    if test.npc:
        yield say("episode.against", who=bird.name(test.npc))
    helpers = listing(dict.fromkeys(bird.name(tap.who) for tap in test.helps if _counts(tap)))
    yield say("episode.helped", who=helpers) if helpers else ""


def _arguments(bird: Bird, test: Test, thread: Thread) -> Iterator[Argument]:
    """Each picture that counted, and why; then the powers."""
    for tap in (*test.taps, *test.helps):
        if _counts(tap):
            yield Argument(bird.name(tap.who), tap.said, drawn=_shown(bird, tap.who, (tap.symbol,)))
    kept = {(one.who, one.trait) for one in test.doing}
    for event in thread.found(DoingBrought):
        if (event.who, event.trait) in kept:
            shown = _shown(bird, event.who, event.label.symbols)
            yield Argument(bird.name(event.who), about=event.label.name, drawn=shown)


def _shown(bird: Bird, who: str, symbols: Sequence[str]) -> tuple[Drawn, ...]:
    """Pictures as whoever has them drew them (RB-11)."""
    own = bird.cast[who].drawings if who in bird.cast else {}
    return drawn_by(bird, symbols, own)


def _counts(tap: Tap) -> bool:
    return tap.ruling != "rejected"


def _came(bird: Bird, test: Test, event: Event) -> str:
    """What one event of a test came to, in a sentence; "" where it needs none."""
    match event:
        case DiePicked():
            return _of_several(bird, test, _picked(test))
        case ShruggedOff():
            return _of_several(bird, test, _shrugged(bird, test))
        case FalloutRolled():
            return say("episode.fallout", symbols=_counted(bird, event.symbols))
        case OffsetPaid():
            return say("episode.paid", who=bird.name(event.who), what=labelled(bird, event.label))
        case FalloutDescribed():
            return begun(event.text)
        case TestClosed():
            return begun(event.outcome)
        case TestWaived():
            return begun(event.why) or say("episode.waived")
        case BoxChecked() if event.checked < event.boxes:
            track = track_called(bird, event.track)
            return say("episode.checked", n=event.checked, boxes=event.boxes, track=track)
        case TrackFilled():
            kind = track_kind(bird, event.track)
            return say(f"episode.filled{kind}", track=track_called(bird, event.track))
        case TrackSettled():
            return begun(event.text)
        case NpcOut():
            return say("episode.out", who=bird.name(event.npc))
        case _:
            return ""


def _counted(bird: Bird, symbols: Sequence[str]) -> str:
    """The symbols of fallout; one that came up on both dice counts twice (RB-85)."""
    named = (
        say("words.twice", symbol=picture(bird, id)) if n > 1 else picture(bird, id)
        for id, n in Counter(symbols).items()
    )
    return listing(named)


def _won(bird: Bird, test: Test, event: Event) -> Iterator[str]:
    """The edges that a throw has given: by doubles, and to whoever was set up (RB-44, RB-59)."""
    if isinstance(event, THROWN) and test.edge:
        yield say("episode.doubles", who=bird.name(test.leader))
    if isinstance(event, DiePicked) and event.success and test.beneficiary:
        yield say("episode.set_up", who=bird.name(test.beneficiary))


def _brought(bird: Bird, event: Event) -> str:
    """What a throw brought about that changed the scene; "" where this event is nothing such."""
    match event:
        case TrackFilled():
            kind = track_kind(bird, event.track)
            return say(f"episode.came{kind}", track=track_called(bird, event.track))
        case NpcOut():
            return say("episode.came_out", who=bird.name(event.npc))
        case _:
            return ""


def in_brief(bird: Bird, test: Test) -> str:
    """A test as the card of its scene tells it: what was wanted, and what came of it (TF-14)."""
    if not test.picked or test.open:
        return ""
    came = _shrugged(bird, test) if test.shrugged else _picked(test)
    spared = say("episode.spared", who=bird.name(test.paid_by)) if test.offset else ""
    goal = begun(toward(bird, test).strip())
    wanted = test.intent or (f"{goal}." if goal else "")
    told = (wanted, came, spared, test.outcome)
    return " ".join(sentence(begun(text)) for text in told if text)


def _picked(test: Test) -> str:
    key = "worked" if test.success else "chose" if _chose(test) else "failed"
    return say(f"episode.{key}_{test.fallout}")


def _shrugged(bird: Bird, test: Test) -> str:
    return say("episode.shrugged", who=bird.name(test.npc))


def _chose(test: Test) -> bool:
    """Whether a success lay there for whoever took a failure."""
    return test.picked % 2 == 1 and any(face % 2 == 0 for face in test.dice)


def _of_several(bird: Bird, test: Test, came: str) -> str:
    """What came of it; after which number the leader took, where there was a choice."""
    if len(set(test.dice)) < 2:
        return begun(came)
    return say("episode.took", who=bird.name(test.leader), n=test.picked, came=came)


def _throw(bird: Bird, test: Test, came: str) -> Throw:
    """By how likely so good a number, or none that works, was among so many dice.

    A failure that was chosen says nothing about luck.
    """
    n, perilous = len(test.dice), test.challenge.perilous
    picked = meaning(test.picked, False, perilous)
    odd = "" if picked.fallout == "major" else say(f"episode.odd_{picked.fallout}")
    if not picked.success:
        chance, odd = None if _chose(test) else without(n, success, perilous), ""
    else:
        wanted = {"none": clean, "minor": mild, "major": success}[picked.fallout]
        chance = available(n, wanted, perilous)
    dice = " ".join(map(str, test.dice))
    key = "episode.threw" if test.intent else "episode.threw_aloud"
    text = say(key, who=bird.name(test.leader), title=f"“{test.intent}”", dice=dice, came=came)
    stakes = bool(test.progress or test.disaster or test.npc)
    special = test.challenge.epic + perilous
    working = sum(meaning(face, test.dice.count(face) > 1, perilous).success for face in test.dice)
    only = picked.success and n > 1 and working == 1  # all the other dice would have failed
    return Throw(
        text,
        None if chance is None else float(chance),
        0 if only else None,
        stakes + special,
        odd=odd,
    )
